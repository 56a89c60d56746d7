/** What the pages of leagues ask the server. */

import { request, spokenAddress } from "../api";
import type { Created, SeatLink } from "../wire";
import type {
  AftermathPage,
  AuditLine,
  Board,
  Chart,
  CompetitionView,
  CorrectionForm,
  CorrectionOrder,
  EntryOrder,
  FixtureLine,
  FixtureMatch,
  FixturePage,
  FixtureView,
  Found,
  HistoryPage,
  LeagueFacts,
  LeagueLine,
  LeagueMade,
  LeaguePage,
  Moment,
  NewLeague,
  NewsLine,
  OptionsCheck,
  OptionsChecked,
  OptionsOrder,
  PlainOrder,
  PlayerPage,
  Preview,
  ResultCorrection,
  ResultOrder,
  SeasonForecast,
  SeasonLine,
  SheetOrder,
  TeamLine,
  TeamPage,
  VerifyLine,
  WalkoverOrder,
  WithdrawOrder,
} from "./wire";

const part = encodeURIComponent;
const get = <T>(path: string): Promise<T> => request<T>("GET", path);
const post = <T>(path: string, body: unknown = {}): Promise<T> => request<T>("POST", path, body);

/** The query of an address, of what is not empty. */
export function query(values: Record<string, string | number | undefined>): string {
  const found = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) if (value !== undefined && value !== "" && value !== 0) found.set(key, String(value));
  const text = found.toString();
  return text ? `?${text}` : "";
}

export const leagues = {
  list: (search = "", after = "") => get<LeagueLine[]>(`/leagues${query({ search, after })}`),
  facts: (edition: string) => get<LeagueFacts>(`/leagues/facts${query({ edition })}`),
  check: (order: OptionsCheck) => post<OptionsChecked>("/leagues/check", order),
  found: (order: NewLeague) => post<LeagueMade>("/leagues", order),
  home: (id: string) => get<LeaguePage>(`/leagues/${part(id)}`),
  rename: (id: string, name: string, reason = "") => post<null>(`/leagues/${part(id)}/rename`, { name, reason }),
  news: (id: string, after = "") => get<NewsLine[]>(`/leagues/${part(id)}/news${query({ after })}`),
  audit: (id: string, after = "") => get<AuditLine[]>(`/leagues/${part(id)}/audit${query({ after })}`),
  enter: (id: string, entry: EntryOrder) => post<LeagueMade>(`/leagues/${part(id)}/entries`, entry),
  leave: (id: string, team: string) => post<null>(`/leagues/${part(id)}/entries/${part(team)}/leave`),
  start: (id: string, number?: number) => post<null>(`/leagues/${part(id)}/season/start`, { number }),
  setOptions: (id: string, order: OptionsOrder) => post<null>(`/leagues/${part(id)}/season/options`, order),
  amendPreview: (id: string, order: OptionsOrder) => post<string[]>(`/leagues/${part(id)}/season/amend/preview`, order),
  amend: (id: string, order: OptionsOrder) => post<null>(`/leagues/${part(id)}/season/amend`, order),
  finish: (id: string, number?: number) => post<null>(`/leagues/${part(id)}/season/finish`, { number }),
  next: (id: string, options = "", number?: number) => post<SeasonLine>(`/leagues/${part(id)}/seasons`, { options, number }),
  verify: (id: string) => get<VerifyLine[]>(`/leagues/${part(id)}/verify`),
  archive: (id: string) => `/api/v1/leagues/${part(id)}/archive`,
  /** The book of a league, or of a season: a page of its own. */
  book: (id: string, season = "") => `/api/v1/leagues/${part(id)}/book${query({ season })}`,
};

export const competitions = {
  view: (id: string) => get<CompetitionView>(`/competitions/${part(id)}`),
  schedule: (id: string, stage = 0, after = "") => get<FixtureLine[]>(`/competitions/${part(id)}/schedule${query({ stage, after })}`),
  forecast: (id: string) => get<SeasonForecast>(`/competitions/${part(id)}/forecast`),
  charts: (id: string) => get<Chart[]>(`/competitions/${part(id)}/charts`),
  nextRound: (id: string, number?: number) => post<FixtureLine[]>(`/competitions/${part(id)}/rounds/next`, { number }),
  withdraw: (id: string, order: WithdrawOrder) => post<null>(`/competitions/${part(id)}/withdraw`, order),
  friendly: (id: string, teams: string[]) => post<LeagueMade>(`/competitions/${part(id)}/fixtures`, { teams, kind: "friendly" }),
  challenge: (id: string, teams: string[]) => post<LeagueMade>(`/competitions/${part(id)}/fixtures`, { teams, kind: "challenge" }),
  standingsCsv: (id: string) => `/api/v1/competitions/${part(id)}/standings.csv`,
  resultsCsv: (id: string) => `/api/v1/competitions/${part(id)}/results.csv`,
};

export const fixtures = {
  page: (id: string) => get<FixturePage>(`/fixtures/${part(id)}`),
  play: (id: string, order: FixtureMatch) => post<Created>(`/fixtures/${part(id)}/match`, order),
  seat: (id: string, sides: number[]) => post<SeatLink>(`/fixtures/${part(id)}/seat`, { sides }),
  unlock: (id: string, order: PlainOrder) => post<null>(`/fixtures/${part(id)}/unlock`, order),
  sheet: (id: string, order: SheetOrder) => post<FixtureView>(`/fixtures/${part(id)}/sheet`, order),
  confirm: (id: string, team: string, number?: number) => post<FixtureView>(`/fixtures/${part(id)}/confirm`, { team, number }),
  result: (id: string, order: ResultOrder) => post<FixtureView>(`/fixtures/${part(id)}/result`, order),
  adjudge: (id: string, order: ResultOrder) => post<null>(`/fixtures/${part(id)}/adjudge`, order),
  rollOff: (id: string) => post<LeagueMade>(`/fixtures/${part(id)}/roll-off`),
  walkover: (id: string, order: WalkoverOrder) => post<null>(`/fixtures/${part(id)}/walkover`, order),
  voidResult: (id: string, order: PlainOrder) => post<null>(`/fixtures/${part(id)}/void`, order),
  allowVacation: (id: string, team: string, reason: string) => post<null>(`/fixtures/${part(id)}/vacation`, { team, reason }),
  replay: (id: string, order: PlainOrder) => post<null>(`/fixtures/${part(id)}/replay`, order),
  accept: (id: string) => post<null>(`/fixtures/${part(id)}/accept`),
  extend: (id: string, deadline: string, reason = "", number?: number) => post<null>(`/fixtures/${part(id)}/extend`, { deadline, reason, number }),
};

export const keptTeams = {
  list: (league = "", search = "") => get<TeamLine[]>(`/teams/kept${query({ league, search })}`),
  page: (id: string) => get<TeamPage>(`/teams/kept/${part(id)}`),
  charts: (id: string) => get<Chart[]>(`/teams/kept/${part(id)}/charts`),
  matches: (id: string, after = "") => get<FixtureLine[]>(`/teams/kept/${part(id)}/matches${query({ after })}`),
  history: (id: string, before = 0, kinds: string[] = []) => {
    const address = `/teams/kept/${part(id)}/history${query({ before })}`;
    const chosen = kinds.map((kind) => `kinds=${part(kind)}`).join("&");
    return get<HistoryPage>(chosen ? `${address}${address.includes("?") ? "&" : "?"}${chosen}` : address);
  },
  verify: (id: string) => get<VerifyLine[]>(`/teams/kept/${part(id)}/verify`),
  rename: (id: string, name: string, player = "") => post<null>(`/teams/kept/${part(id)}/rename`, { name, player }),
  redraft: (id: string, entry: EntryOrder) => post<null>(`/teams/kept/${part(id)}/redraft`, entry),
  file: (id: string) => `/api/v1/teams/kept/${part(id)}/file`,
  historyFile: (id: string) => `/api/v1/teams/kept/${part(id)}/history-file`,
  sheet: (id: string) => spokenAddress(`/api/v1/teams/kept/${part(id)}/sheet`),
};

export const players = {
  page: (id: string) => get<PlayerPage>(`/players/${part(id)}`),
  moments: (id: string, match: string) => get<Moment[]>(`/players/${part(id)}/moments${query({ match })}`),
  records: (league = "", season = "") => get<Board[]>(`/records${query({ league, season })}`),
  search: (words: string) => get<Found[]>(`/search${query({ q: words })}`),
};

const aftermath = (match: string, team: string): string => `/aftermaths/${part(match)}/${part(team)}`;

export const aftermaths = {
  page: (match: string, team: string) => get<AftermathPage>(aftermath(match, team)),
  begin: (match: string, team: string, word: string, typed: boolean, number: number) => post<AftermathPage>(`${aftermath(match, team)}/begin`, { word, typed, number }),
  share: (match: string, dice: Record<string, number[]>) => post<null>(`/aftermaths/${part(match)}/share`, { dice }),
  decide: (match: string, team: string, option: string, number: number) => post<AftermathPage>(`${aftermath(match, team)}/decide`, { option, number }),
  dice: (match: string, team: string, dice: number[], number: number) => post<AftermathPage>(`${aftermath(match, team)}/dice`, { dice, number }),
  undo: (match: string, team: string, number: number) => post<AftermathPage>(`${aftermath(match, team)}/undo`, { number }),
  assist: (match: string, team: string) => post<AftermathPage>(`${aftermath(match, team)}/assist`),
  reopen: (match: string, team: string, reason: string) => post<AftermathPage>(`${aftermath(match, team)}/reopen`, { reason }),
};

export const corrections = {
  forms: () => get<CorrectionForm[]>("/corrections/forms"),
  preview: (order: CorrectionOrder) => post<Preview>("/corrections/preview", order),
  make: (order: CorrectionOrder) => post<Preview>("/corrections", order),
  previewResult: (order: ResultCorrection) => post<Preview>("/corrections/result/preview", order),
  makeResult: (order: ResultCorrection) => post<Preview>("/corrections/result", order),
};
