/** From what the coach has chosen on the custom match page to the order for the server. */

import type { ClockOrder, DungeonOrder, EditionChoice, GenerateOrder, NewMatch, TeamOrder } from "../wire";

/** The text form of an edition: only what differs from the defaults is named. */
export function editionText(edition: EditionChoice, values: Readonly<Record<string, number>>): string {
  const named = edition.options
    .filter((option) => values[option.key] !== undefined && values[option.key] !== option.default)
    .map((option) => `${option.key}=${values[option.key]}`);
  return named.length > 0 ? `${edition.id}(${named.join(", ")})` : edition.id;
}

export interface SideChoice {
  /** "ready:ID", "mine:ID" (of the shelf) or "random:ROSTER". */
  team: string;
  /** "person", or "bot:LEVEL". */
  seat: string;
}

export interface DungeonPick {
  from: "shelf" | "generator";
  /** "library:ID" or "mine:ID". */
  id: string;
  generate: GenerateOrder;
}

/** A choice "kind:rest" taken apart. */
export function taken(choice: string): { kind: string; id: string } {
  const at = choice.indexOf(":");
  return at < 0 ? { kind: "", id: choice } : { kind: choice.slice(0, at), id: choice.slice(at + 1) };
}

export function dungeonOrder(pick: DungeonPick, textOf: (id: string) => string | undefined): DungeonOrder {
  if (pick.from === "generator") return { generate: pick.generate };
  const { kind, id } = taken(pick.id);
  if (kind === "library") return { id };
  const text = textOf(id);
  if (text === undefined) throw new Error("Choose a dungeon.");
  return { text };
}

export async function teamOrder(
  choice: SideChoice,
  textOf: (id: string) => string | undefined,
  random: (roster: string) => Promise<string>,
): Promise<TeamOrder> {
  const { kind, id } = taken(choice.team);
  if (kind === "ready") return { ready: id };
  if (kind === "random") return { text: await random(id) };
  const text = textOf(id);
  if (text === undefined) throw new Error("Choose a team for each side.");
  return { text };
}

export interface ClockPick {
  mode: ClockOrder["mode"];
  seconds: number;
  answer: number;
  gain: number;
}

export function clockOrder(clock: ClockPick): ClockOrder {
  if (clock.mode === "turn") return { mode: "turn", seconds: clock.seconds, answer: clock.answer };
  if (clock.mode === "bank") return { mode: "bank", seconds: clock.seconds, gain: clock.gain };
  return { mode: "none" };
}

/** What a match is called in the list of matches to continue. */
export function whatItIs(seats: readonly string[], shared: boolean): string {
  const persons = seats.filter((seat) => seat === "person").length;
  if (persons === 0) return "Computers among themselves";
  if (persons === 1) return "Custom match";
  return shared ? "Coaches at one screen" : "Match by link";
}

export type MatchOrder = NewMatch;
