/** From what the coach has chosen on the custom match page to the order for the server. */

import { t } from "../languages";
import type { ClockOrder, DungeonOrder, EditionChoice, GenerateOrder, TeamOrder } from "../wire";

export type OptionValues = Readonly<Record<string, string>>;

/** The value of an option that has not been chosen: the preset may say it. */
export function defaultOf(edition: EditionChoice, key: string, values: OptionValues): string {
  const option = edition.options.find((entry) => entry.key === key);
  const preset = values["preset"] ?? edition.options.find((entry) => entry.key === "preset")?.default ?? "";
  return (key === "preset" ? undefined : edition.presets[preset]?.[key]) ?? option?.default ?? "";
}

/** The text form of an edition: only what differs from the defaults is named, a preset first. */
export function editionText(edition: EditionChoice, values: OptionValues): string {
  const named = edition.options
    .filter((option) => values[option.key] !== undefined && values[option.key] !== defaultOf(edition, option.key, values))
    .map((option) => `${option.key}=${values[option.key]}`);
  return named.length > 0 ? `${edition.id}(${named.join(", ")})` : edition.id;
}

/** What the coach has chosen, and on besides what the dungeon needs, unless he has switched it off himself. */
export function withModules(edition: EditionChoice, values: OptionValues, modules: readonly string[]): OptionValues {
  const known = new Set(edition.options.filter((option) => option.kind === "switch").map((option) => option.key));
  const asked = modules.filter((module) => known.has(module) && values[module] !== "off");
  const needed = asked.filter((module) => values[module] === undefined);
  const barred = edition.options.filter((option) => values[option.key] === undefined && option.conflicts.some((other) => asked.includes(other)));
  return { ...values, ...Object.fromEntries(barred.map((option) => [option.key, "off"])), ...Object.fromEntries(needed.map((module) => [module, "on"])) };
}

export interface SideChoice {
  /** "ready:ID", "mine:ID" (of the shelf) or "random:ROSTER". */
  team: string;
  /** "person", or "bot:LEVEL". */
  seat: string;
}

/** So many sides: those that were chosen stay, and a new one gets a ready team that nobody has yet. */
export function withSides(sides: readonly SideChoice[], count: number, ready: readonly string[], seat: string): SideChoice[] {
  const found = sides.slice(0, count);
  while (found.length < count) {
    const team = ready.find((each) => found.every((side) => side.team !== each)) ?? ready[0] ?? "";
    found.push({ team, seat });
  }
  return found;
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
  if (text === undefined) throw new Error(t("Choose a dungeon."));
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
  if (text === undefined) throw new Error(t("Choose a team for each side."));
  return { text };
}

export interface ClockPick {
  mode: ClockOrder["mode"];
  seconds: number;
  answer: number;
  gain: number;
  move: number;
  bank: number;
  react: number;
}

export function clockOrder(clock: ClockPick): ClockOrder {
  if (clock.mode === "turn") return { mode: "turn", seconds: clock.seconds, answer: clock.answer };
  if (clock.mode === "bank") return { mode: "bank", seconds: clock.seconds, gain: clock.gain };
  if (clock.mode === "days") return { mode: "days", move: clock.move, bank: clock.bank, react: clock.react };
  return { mode: "none" };
}

/** What a match is called in the list of matches to continue. */
export function whatItIs(seats: readonly string[], shared: boolean): string {
  const persons = seats.filter((seat) => seat === "person").length;
  if (persons === 0) return t("Computers among themselves");
  if (persons === 1) return t("Custom match");
  return shared ? t("Coaches at one screen") : t("Match by link");
}
