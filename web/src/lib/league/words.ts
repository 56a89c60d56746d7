/** Words that several pages of leagues share. The rules are the server's; here are numbers, times and states. */

import { dateWords, language, listWords, numberWords, t, word } from "../languages";
import type { CompetitionView, FixtureLine, SideLine, StageTable } from "./wire";

/** Gold as a table has room for it: 1,150k. */
export function thousands(amount: number): string {
  return amount % 1000 === 0 ? t("{{thousands}}k", { thousands: numberWords(amount / 1000) }) : numberWords(amount);
}

/** A number with its sign. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

export function percent(share: number): string {
  if (share > 0 && share < 0.005) return "<1 %";
  if (share > 0.995 && share < 1) return ">99 %";
  return `${Math.round(100 * share)} %`;
}

/** A moment in the reader's own zone. */
export function moment(text: string, now: Date = new Date()): string {
  const when = new Date(text);
  if (!text || Number.isNaN(when.getTime())) return "";
  const clock = dateWords(when, { hour: "2-digit", minute: "2-digit" });
  if (when.toDateString() === now.toDateString()) return t("today, {{time}}", { time: clock });
  const year = when.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return `${dateWords(when, { weekday: "short", day: "numeric", month: "short", year })}, ${clock}`;
}

export function isPast(text: string, now: Date = new Date()): boolean {
  const when = new Date(text);
  return text !== "" && !Number.isNaN(when.getTime()) && when < now;
}

const STATES: Record<FixtureLine["state"], string> = {
  planned: word("not open yet"),
  open: word("to be played"),
  locked: word("teams are locked"),
  running: word("being played"),
  reported: word("waits for confirmation"),
  disputed: word("disputed"),
  over: word("over"),
};
export const stateName = (state: FixtureLine["state"]): string => t(STATES[state]);

const SEASON_STATES: Record<string, string> = {
  entry: word("open for entries"),
  running: word("running"),
  ending: word("ending"),
  over: word("over"),
};
/** A word of the server in the language that is shown, or as it is where the pages do not know it. */
const named = (words: Record<string, string>, name: string): string => (words[name] ? t(words[name]) : name.replaceAll("_", " "));
export const seasonState = (state: string): string => named(SEASON_STATES, state);

const RESULTS: Record<string, string> = { won: word("won"), drawn: word("drawn"), lost: word("lost") };
export const resultName = (result: string): string => named(RESULTS, result);

const TEAM_STATES: Record<string, string> = {
  aftermath: word("aftermath"),
  booked: word("booked"),
  disbanded: word("disbanded"),
  drafting: word("drafting"),
  off_season: word("off season"),
  ready: word("ready"),
  suspended: word("suspended"),
};
export const teamState = (state: string): string => named(TEAM_STATES, state);

const ROLES: Record<string, string> = {
  owner: word("owner"),
  commissioner: word("commissioner"),
  deputy: word("deputy"),
  scribe: word("scribe"),
  coach: word("coach"),
  "co-coach": word("co-coach"),
  bot: word("bot"),
};
export const roleName = (role: string): string => named(ROLES, role);

const ROLES_IN_SENTENCES: Record<string, string> = {
  commissioner: word("a commissioner"),
  deputy: word("a deputy"),
  scribe: word("a scribe"),
  coach: word("a coach"),
  "co-coach": word("a co-coach"),
  bot: word("a bot"),
};
/** "You are …", "as …". */
export const roleAs = (role: string): string => named(ROLES_IN_SENTENCES, role);

const deeds = (): Record<string, string> => ({
  touchdown: t("touchdown", { context: "deed" }),
  completion: t("completion", { context: "deed" }),
  throw: t("throw", { context: "deed" }),
  interception: t("interception", { context: "deed" }),
  deflection: t("deflection", { context: "deed" }),
  casualty: t("casualty", { context: "deed" }),
  kill: t("kill", { context: "deed" }),
  weapon: t("weapon", { context: "deed" }),
  chest: t("chest", { context: "deed" }),
  lost: t("lost", { context: "deed" }),
  push: t("push", { context: "deed" }),
  monster: t("monster", { context: "deed" }),
  referee: t("referee", { context: "deed" }),
  foul: t("foul", { context: "deed" }),
  "sent off": t("sent off", { context: "deed" }),
  funds: t("funds", { context: "deed" }),
});
/** What a player has done, in a word or two. */
export const deedName = (deed: string): string => deeds()[deed] ?? deed;

const LEAVINGS: Record<string, string> = {
  died: word("died"),
  fired: word("fired"),
  traded: word("traded"),
  left: word("left the team"),
  scouted: word("scouted away"),
  "not rehired": word("not rehired"),
  petrified: word("petrified"),
};
export const leavingName = (how: string): string => named(LEAVINGS, how);

const ENDINGS: Record<string, string> = {
  walkover: word("walk-over"),
  unplayed: word("not played"),
  conceded: word("conceded"),
  adjudged: word("adjudged"),
  distance: word("by distance"),
  bye: word("bye"),
};

/** How a fixture came to its result, where that is not the usual way. */
export function ending(fixture: FixtureLine): string {
  const how = ENDINGS[fixture.how ?? ""];
  if (!how) return "";
  const winner = fixture.sides.find((side) => side.result === "won");
  return fixture.how === "distance" && winner ? t("{{name}} by distance", { name: winner.name }) : t(how); // the score does not say it
}

export const score = (side: SideLine): string => (side.score === null || side.score === undefined ? "–" : String(side.score));

/** "Red Caps 2 : 1 Iron Feet", in one line. */
export function resultLine(fixture: FixtureLine): string {
  const names = fixture.sides.map((side) => side.name);
  if (fixture.state !== "over") return names.join(" – ");
  if (fixture.sides.length !== 2) return fixture.sides.map((side) => `${side.name} ${score(side)}`).join(", ");
  const [home, away] = fixture.sides as [SideLine, SideLine];
  return `${home.name} ${score(home)}\u00a0:\u00a0${score(away)} ${away.name}`;
}

/** A competition by its name; one that a league has made for a season is "Season 1" in every file. */
export function competitionTitle(name: string): string {
  const season = /^Season (\d+)$/.exec(name);
  return season ? t("Season {{number}}", { number: season[1] }) : name;
}

/** A round by its title, or by its number. */
export function roundTitle(fixture: FixtureLine): string {
  if (fixture.friendly) return t("Friendly");
  return fixture.title ? fixture.title.charAt(0).toUpperCase() + fixture.title.slice(1) : t("Round {{number}}", { number: fixture.round });
}

const FORMATS: Record<string, string> = {
  round_robin: word("Round robin"),
  swiss: word("Swiss"),
  knock_out: word("Knock-out"),
  open_play: word("Open play"),
  pods: word("Pods"),
};

/** The name of a format, out of its text: `round_robin(meetings=2)` is "Round robin". */
export function formatTitle(text: string): string {
  const name = text.split("(")[0]!;
  if (name === "ladder") return t("Ladder", { context: "format" });
  return FORMATS[name] ? t(FORMATS[name]) : name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
}

export interface RoundOfFixtures {
  key: string;
  stage: number;
  round: number;
  title: string;
  fixtures: FixtureLine[];
}

/** Fixtures by stage and round, in their order; friendlies last. */
export function byRound(fixtures: readonly FixtureLine[]): RoundOfFixtures[] {
  const found = new Map<string, RoundOfFixtures>();
  for (const fixture of fixtures) {
    const key = fixture.friendly ? "friendly" : `${fixture.stage}.${fixture.round}`;
    const entry = found.get(key) ?? { key, stage: fixture.stage, round: fixture.round, title: "", fixtures: [] };
    entry.fixtures.push(fixture);
    found.set(key, entry);
  }
  const rounds = [...found.values()];
  for (const each of rounds) {
    const titles = new Set(each.fixtures.map((fixture) => roundTitle(fixture)));
    each.title = each.key === "friendly" ? t("Friendlies") : titles.size <= 2 ? listWords([...titles]) : t("Round {{number}}", { number: each.round });
  }
  return rounds.sort((one, other) => Number(one.key === "friendly") - Number(other.key === "friendly"));
}

/** A place as the language that is shown counts it: "2nd", "2.", "2e". */
export function ordinal(place: number): string {
  const form = new Intl.PluralRules(language.locale, { type: "ordinal" }).select(place);
  if (form === "one") return t("{{place}}st", { place });
  if (form === "two") return t("{{place}}nd", { place });
  return form === "few" ? t("{{place}}rd", { place }) : t("{{place}}th", { place });
}

/** The tables of a competition that say something: a knock-out has a bracket instead, unless it is all there is. */
export function tablesOf(view: CompetitionView): StageTable[] {
  const filled = view.tables.filter((table) => table.rows.length > 0);
  const plain = filled.filter((table) => !table.format.startsWith("knock_out"));
  return plain.length > 0 ? plain : filled;
}
