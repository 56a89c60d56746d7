/** Who takes part in a new season: a row for each coach, with the team it brings. */

import type { Options, TeamChoice } from "../../wire";
import { teamShelf } from "../../shelf";
import type { EntryOrder } from "../wire";

export interface EntryRow {
  id: number;
  coach: string;
  pick: string; // "ready:ID", "drafted:ROSTER" ("" for any), "mine:ID" of the shelf, "file:"
  name: string; // of the team; empty: as its file says
  text?: string; // of a file
}

let last = 0;

export function newRow(coach: string, pick = "drafted:"): EntryRow {
  last += 1;
  return { id: last, coach, pick, name: "" };
}

/** The names that somebody typed, one a line or with commas between them, each once. */
export function namesIn(text: string): string[] {
  const found = text
    .split(/[\n,;]+/)
    .map((name) => name.replace(/\s+/g, " ").trim())
    .filter(Boolean);
  return [...new Set(found)];
}

/** Ready teams in an order that gives everybody another college or race first. */
export function readyOrder(teams: readonly TeamChoice[], edition: string): TeamChoice[] {
  const own = teams.filter((team) => team.edition === edition);
  const turns = new Map<string, number>();
  const ranked = own.map((team, at) => {
    const turn = turns.get(team.roster) ?? 0;
    turns.set(team.roster, turn + 1);
    return { team, turn: team.style === "balanced" ? -1 : turn, at };
  });
  return ranked.sort((one, other) => one.turn - other.turn || one.at - other.at).map((entry) => entry.team);
}

/** Rows for some coaches. Those that were there keep their team; each new one gets a ready team that nobody has, or with
 * `drafted` one that the program drafts for such a season. */
export function rowsFor(names: readonly string[], before: readonly EntryRow[], options: Options, edition: string, drafted = false): EntryRow[] {
  const kept = names.map((name) => before.find((row) => row.coach === name));
  const taken = new Set(kept.map((row) => row?.pick));
  const free = readyOrder(drafted ? [] : options.teams, edition).map((team) => `ready:${team.id}`).filter((pick) => !taken.has(pick));
  return names.map((name, at) => kept[at] ?? newRow(name, free.shift() ?? "drafted:"));
}

export function entryOrder(row: EntryRow): EntryOrder {
  const at = row.pick.indexOf(":");
  const [kind, id] = [row.pick.slice(0, at), row.pick.slice(at + 1)];
  const base = { coach: row.coach.trim(), name: row.name.trim() };
  if (kind === "ready") return { ...base, ready: id };
  if (kind === "mine") return { ...base, text: teamShelf.find(id)?.text ?? "" };
  if (kind === "file") return { ...base, text: row.text ?? "" };
  if (kind === "kept") return { ...base, kept: id };
  return { ...base, drafted: id };
}
