/** What the pages besides the match ask the server: lessons, teams, dungeons, replays, rules. */

import { request, requestText } from "./api";
import type {
  AtlasPage,
  AtlasWanted,
  DraftFacts,
  DrawOrder,
  DungeonChecked,
  EditorFacts,
  ExerciseCard,
  Exercises,
  GenerateOrder,
  Judgement,
  RandomTeamOrder,
  ReplayCreated,
  ReplayHint,
  ReplayPortion,
  ReplayView,
  Report,
  Rulebook,
  Sample,
  SkillText,
  TeamChecked,
  TeamDraft,
} from "./wire";

const part = encodeURIComponent;

export const exercises = {
  list: () => request<Exercises>("GET", "/exercises"),
  puzzle: (which: string) => request<ExerciseCard>("GET", `/exercises/puzzles/${part(which)}`),
};

export const teams = {
  facts: (edition: string) => request<DraftFacts>("GET", `/teams/${part(edition)}`),
  ready: (edition: string, id: string) => request<TeamChecked>("GET", `/teams/${part(edition)}/ready/${part(id)}`),
  check: (draft: TeamDraft) => request<TeamChecked>("POST", "/teams/check", { draft }),
  checkText: (text: string) => request<TeamChecked>("POST", "/teams/check", { text }),
  sheet: (draft: TeamDraft) => requestText("POST", "/teams/sheet", { draft }),
  random: (order: RandomTeamOrder) => request<TeamChecked>("POST", "/teams/random", order),
};

export const dungeons = {
  library: (id: string) => request<DungeonChecked>("GET", `/dungeons/${part(id)}`),
  check: (text: string) => request<DungeonChecked>("POST", "/dungeons/check", { text }),
  draw: (order: DrawOrder) => request<DungeonChecked>("POST", "/dungeons/draw", order),
  generate: (order: GenerateOrder) => request<DungeonChecked>("POST", "/dungeons/generate", order),
  picture: (text: string) => requestText("POST", "/dungeons/picture", { text }),
  editor: (edition: string) => request<EditorFacts>("GET", `/dungeons/editor/${part(edition)}`),
};

export const replays = {
  upload: (text: string) => request<ReplayCreated>("POST", "/replays", { text }),
  view: (id: string) => request<ReplayView>("GET", `/replays/${part(id)}`),
  steps: (id: string, start: number, count: number) =>
    request<ReplayPortion>("GET", `/replays/${part(id)}/steps?start=${start}&count=${count}`),
  report: (id: string) => request<Report>("GET", `/replays/${part(id)}/report`),
  judgement: (id: string, start: number) => request<Judgement>("GET", `/replays/${part(id)}/judgement?start=${start}`),
  hint: (id: string, step: number) => request<ReplayHint>("GET", `/replays/${part(id)}/hint?step=${step}`),
  fileAddress: (id: string) => `/api/v1/replays/${part(id)}/file`,
};

export const atlas = (edition: string, dungeon: string) => request<AtlasPage>("GET", `/atlas/${part(edition)}${dungeon ? `?dungeon=${part(dungeon)}` : ""}`);
export const atlasMatch = (edition: string, wanted: Partial<AtlasWanted>) => request<ReplayCreated>("POST", `/atlas/${part(edition)}/matches`, wanted);

export const rulebook = (book?: string) => request<Rulebook>("GET", book ? `/rules?book=${part(book)}` : "/rules");

export const skills = () => request<SkillText[]>("GET", "/skills");

export const samples = () => request<Sample[]>("GET", "/samples");
