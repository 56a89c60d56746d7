/** Words that several pages of leagues share. The rules are the server's; here are numbers, times and states. */

import type { CompetitionView, FixtureLine, SideLine, StageTable } from "./wire";

/** Gold as a table has room for it: 1,150k. */
export function thousands(amount: number): string {
  return amount % 1000 === 0 ? `${(amount / 1000).toLocaleString("en-GB")}k` : amount.toLocaleString("en-GB");
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
  const clock = when.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  if (when.toDateString() === now.toDateString()) return `today, ${clock}`;
  const year = when.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return `${when.toLocaleDateString(undefined, { weekday: "short", day: "numeric", month: "short", year })}, ${clock}`;
}

export function isPast(text: string, now: Date = new Date()): boolean {
  const when = new Date(text);
  return text !== "" && !Number.isNaN(when.getTime()) && when < now;
}

export const STATES: Record<FixtureLine["state"], string> = {
  planned: "not open yet",
  open: "to be played",
  locked: "teams are locked",
  running: "being played",
  reported: "waits for confirmation",
  disputed: "disputed",
  over: "over",
};

export const SEASON_STATES: Record<string, string> = {
  entry: "open for entries",
  running: "running",
  ending: "ending",
  over: "over",
};

const ENDINGS: Record<string, string> = {
  walkover: "walk-over",
  unplayed: "not played",
  conceded: "conceded",
  adjudged: "adjudged",
  distance: "by distance",
  bye: "bye",
};

/** How a fixture came to its result, where that is not the usual way. */
export function ending(fixture: FixtureLine): string {
  const how = ENDINGS[fixture.how ?? ""] ?? "";
  const winner = fixture.sides.find((side) => side.result === "won");
  return fixture.how === "distance" && winner ? `${winner.name} ${how}` : how; // the score does not say it
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

/** A round by its title, or by its number. */
export function roundTitle(fixture: FixtureLine): string {
  if (fixture.friendly) return "Friendly";
  return fixture.title ? fixture.title.charAt(0).toUpperCase() + fixture.title.slice(1) : `Round ${fixture.round}`;
}

/** The name of a format, out of its text: `round_robin(meetings=2)` is "Round robin". */
export function formatTitle(text: string): string {
  const name = text.split("(")[0]!.replaceAll("_", " ").replace("knock out", "knock-out");
  return name.charAt(0).toUpperCase() + name.slice(1);
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
    each.title = each.key === "friendly" ? "Friendlies" : titles.size <= 2 ? [...titles].join(" and ") : `Round ${each.round}`;
  }
  return rounds.sort((one, other) => Number(one.key === "friendly") - Number(other.key === "friendly"));
}

export const ordinal = (place: number): string => {
  const last = place % 100 > 10 && place % 100 < 14 ? 0 : place % 10;
  return `${place}${last === 1 ? "st" : last === 2 ? "nd" : last === 3 ? "rd" : "th"}`;
};

/** The tables of a competition that say something: a knock-out has a bracket instead, unless it is all there is. */
export function tablesOf(view: CompetitionView): StageTable[] {
  const filled = view.tables.filter((table) => table.rows.length > 0);
  const plain = filled.filter((table) => !table.format.startsWith("knock_out"));
  return plain.length > 0 ? plain : filled;
}
