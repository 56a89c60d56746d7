/** The team sheet of the drafting screen, apart from what the server says about it. */

import { numberWords, t, word } from "../languages";
import type { Carried, DraftFacts, DraftPlayer, PositionLine, RosterSheet, TeamDraft } from "../wire";

export const MOST_SHIRTS = 99;

export function emptyDraft(facts: DraftFacts, roster: string): TeamDraft {
  const kind = Object.keys(facts.budgets)[0] as TeamDraft["kind"];
  return { edition: facts.edition, roster, name: "", coach: "", kind, budget: 0, rerolls: 0, staff: {}, inducements: {}, players: [] };
}

export function freeNumber(players: readonly DraftPlayer[]): number {
  const taken = new Set(players.map((player) => player.number));
  let number = 1;
  while (taken.has(number)) number += 1;
  return number;
}

export function countOf(players: readonly DraftPlayer[], position: string): number {
  return players.filter((player) => player.position === position).length;
}

/** How many of the team's players belong to a section of the roster. */
export function sectionCount(players: readonly DraftPlayer[], roster: RosterSheet, section: string): number {
  const names = new Set(roster.positions.filter((line) => line.section === section).map((line) => line.name));
  return players.filter((player) => names.has(player.position)).length;
}

/** What a player may have that is not allowed, at the price of its position. */
export function weaponsOf(roster: RosterSheet | null, player: DraftPlayer): Carried[] {
  return roster?.positions.find((line) => line.name === player.position)?.weapons ?? [];
}

/** What a player costs with what it carries. */
export function priceOf(roster: RosterSheet | null, player: DraftPlayer): number {
  const weapon = weaponsOf(roster, player).find((entry) => entry.name === player.weapon);
  return (roster?.positions.find((line) => line.name === player.position)?.cost ?? 0) + (weapon?.cost ?? 0);
}

export interface Section {
  id: string;
  title: string;
  most: number | null;
  lines: PositionLine[];
}

const SECTIONS: Record<string, string> = {
  linemen: word("Linemen"),
  runners: word("Runners"),
  blitzers: word("Blitzers"),
  throwers: word("Throwers"),
  catchers: word("Catchers"),
  blockers: word("Blockers"),
  special: word("Special"),
  big_guys: word("Big guys"),
};

const title = (id: string): string => (SECTIONS[id] ? t(SECTIONS[id]) : id.replaceAll("_", " "));

/** The lines of a roster by section, in the order of the edition. */
export function sectionsOf(facts: DraftFacts, roster: RosterSheet): Section[] {
  const known = [...facts.sections, ...roster.positions.map((line) => line.section)];
  return [...new Set(known)]
    .map((id) => ({
      id,
      title: title(id) || t("Players"),
      most: roster.limits[id] ?? null,
      lines: roster.positions.filter((line) => line.section === id),
    }))
    .filter((section) => section.lines.length > 0);
}

export function gold(amount: number): string {
  return numberWords(amount);
}

/** Whether a team of a file can still be changed: one that has played keeps what it has gained. */
export function isNewTeam(team: Record<string, unknown>): boolean {
  const players = (team.players ?? []) as Record<string, unknown>[];
  return !team.games && players.every((player) => !player.gained && !player.niggles && !player.losses && !player.earned);
}

/** A team of a file, as the drafting screen has it. */
export function draftOf(team: Record<string, unknown>): TeamDraft {
  const players = (team.players ?? []) as Record<string, unknown>[];
  return {
    edition: String(team.edition),
    roster: String(team.roster),
    name: String(team.name ?? ""),
    coach: String(team.coach ?? ""),
    kind: (team.kind ?? "league") as TeamDraft["kind"],
    budget: Number(team.budget ?? 0),
    rerolls: Number(team.rerolls ?? 0),
    staff: { ...((team.staff as Record<string, number>) ?? {}) },
    inducements: { ...((team.inducements as Record<string, number>) ?? {}) },
    players: players.map((player) => ({
      number: Number(player.number),
      name: String(player.name),
      position: String(player.position),
      weapon: String(player.weapon ?? ""),
    })),
  };
}

/** Names for players who have none yet: those the program gave to players of the same position, then of any. */
export class Names {
  private byPosition = new Map<string, string[]>();

  add(players: readonly DraftPlayer[]): void {
    for (const player of players) {
      const list = this.byPosition.get(player.position) ?? [];
      if (!list.includes(player.name)) this.byPosition.set(player.position, [...list, player.name]);
    }
  }

  pick(position: string, number: number, taken: readonly DraftPlayer[]): string {
    const used = new Set(taken.map((player) => player.name));
    const own = this.byPosition.get(position) ?? [];
    const any = own.length > 0 ? [] : [...this.byPosition.values()].flat();
    return [...own, ...any].find((name) => !used.has(name)) ?? `${position} ${number}`;
  }
}
