/** What the pages besides the match ask the server: teams, dungeons, replays, rules. */

import { request } from "./api";
import type {
  DraftFacts,
  DrawOrder,
  DungeonChecked,
  EditorFacts,
  GenerateOrder,
  RandomTeamOrder,
  ReplayCreated,
  ReplayPortion,
  ReplayView,
  Rulebook,
  SkillText,
  TeamChecked,
  TeamDraft,
} from "./wire";

const part = encodeURIComponent;

export const teams = {
  facts: (edition: string) => request<DraftFacts>("GET", `/teams/${part(edition)}`),
  ready: (edition: string, id: string) => request<TeamChecked>("GET", `/teams/${part(edition)}/ready/${part(id)}`),
  check: (draft: TeamDraft) => request<TeamChecked>("POST", "/teams/check", { draft }),
  checkText: (text: string) => request<TeamChecked>("POST", "/teams/check", { text }),
  random: (order: RandomTeamOrder) => request<TeamChecked>("POST", "/teams/random", order),
};

export const dungeons = {
  library: (id: string) => request<DungeonChecked>("GET", `/dungeons/${part(id)}`),
  check: (text: string) => request<DungeonChecked>("POST", "/dungeons/check", { text }),
  draw: (order: DrawOrder) => request<DungeonChecked>("POST", "/dungeons/draw", order),
  generate: (order: GenerateOrder) => request<DungeonChecked>("POST", "/dungeons/generate", order),
  editor: (edition: string) => request<EditorFacts>("GET", `/dungeons/editor/${part(edition)}`),
};

export const replays = {
  upload: (text: string) => request<ReplayCreated>("POST", "/replays", { text }),
  view: (id: string) => request<ReplayView>("GET", `/replays/${part(id)}`),
  steps: (id: string, start: number, count: number) =>
    request<ReplayPortion>("GET", `/replays/${part(id)}/steps?start=${start}&count=${count}`),
  fileAddress: (id: string) => `/api/v1/replays/${part(id)}/file`,
};

export const rulebook = (book?: string) => request<Rulebook>("GET", book ? `/rules?book=${part(book)}` : "/rules");

export const skills = () => request<SkillText[]>("GET", "/skills");
