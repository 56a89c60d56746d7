/** From a prompt to what a coach sees: menu entries, and squares of the board that can be clicked. */

import { t } from "../languages";
import type { BlockDice, Option, Position, Prompt, PromptKind, Refusal } from "../wire";

/** One entry of a menu: options of one group, or a greyed entry with its reason. */
export interface Entry {
  group: string;
  label: string;
  key: string;
  rule: string;
  options: Option[];
  reason: string;
}

/** Whether choosing the entry asks for a target on the board first. */
export function needsTarget(entry: Entry): boolean {
  return entry.options.length > 1;
}

/** Options by group in the order they were offered, then what is refused. */
export function menuEntries(options: readonly Option[], refused: readonly Refusal[] = []): Entry[] {
  const found = new Map<string, Entry>();
  for (const option of options) {
    const known = found.get(option.group);
    if (known) {
      known.options.push(option);
      known.label = known.group;
      known.key ||= option.key;
    } else {
      found.set(option.group, {
        group: option.group,
        label: option.label,
        key: option.key,
        rule: option.rule,
        options: [option],
        reason: "",
      });
    }
  }
  for (const refusal of refused) {
    if (found.has(refusal.group)) continue;
    found.set(refusal.group, {
      group: refusal.group,
      label: refusal.label,
      key: refusal.key,
      rule: refusal.rule,
      options: [],
      reason: refusal.reason,
    });
  }
  return [...found.values()];
}

export function squareOf(position: Position, piece: number | null | undefined): number | null {
  if (piece === null || piece === undefined) return null;
  return position.pieces[piece]?.square ?? null;
}

/** Where on the board an option is chosen: its square, the square of its target, or that of its own piece. */
export function optionSquare(option: Option, position: Position): number | null {
  if (option.square !== null && option.square !== undefined) return option.square;
  return squareOf(position, option.target) ?? squareOf(position, option.piece);
}

/** The options that can be chosen on the board, by square. */
export function boardTargets(options: readonly Option[], position: Position): Map<number, Option[]> {
  const found = new Map<number, Option[]>();
  for (const option of options) {
    const square = optionSquare(option, position);
    if (square === null) continue;
    const list = found.get(square);
    if (list) list.push(option);
    else found.set(square, [option]);
  }
  return found;
}

/** Prompts in which the squares of all options are shown at once, without choosing an entry first. */
const DIRECT: ReadonlySet<PromptKind> = new Set<PromptKind>(["push", "place", "aim", "spell", "choose", "zone", "skill", "follow", "referee"]);

export function showsTargets(prompt: Prompt): boolean {
  return DIRECT.has(prompt.kind);
}

/** What a die may bring, each with its chance. */
export function outcomeWords(option: Option): string {
  return option.outcomes.map((outcome) => `${outcome.text} ${percent(outcome.odds)}`).join(", ");
}

/** The dice of a block in a few words. */
export function shortDice(dice: BlockDice, mine: readonly number[]): string {
  return dice.count === 1 || mine.includes(dice.chooser) ? t("{{count}} dice", { count: dice.count }) : t("{{count}} dice, they choose", { count: dice.count });
}

/** The players that the options name, in order: to set up, to activate, to bring on. */
export function piecesOf(options: readonly Option[]): number[] {
  const found: number[] = [];
  for (const option of options) {
    if (option.piece !== null && option.piece !== undefined && !found.includes(option.piece)) found.push(option.piece);
  }
  return found;
}

/** Options that are given by name in the panel: those without a place on the board, or all where they are few. */
export function panelOptions(prompt: Prompt, position: Position, few: number): Option[] {
  if (prompt.options.length <= few) return prompt.options;
  return prompt.options.filter((option) => optionSquare(option, position) === null);
}

/** Targets that are given by name: as many as there is room for, and all that have no place on the board. */
export function namedTargets(options: readonly Option[], position: Position | null, most: number): Option[] {
  return options.filter((option, index) => index < most || position === null || optionSquare(option, position) === null);
}

/** The option of a step in a direction (0 is north, clockwise). */
export function stepOption(options: readonly Option[], direction: number): Option | undefined {
  return options.find((option) => option.kind === "step" && option.direction === direction);
}

/** Chances as people read them: 100 %, 83 %, under 1 %. */
export function percent(odds: number): string {
  const value = odds * 100;
  if (value >= 99.95) return "100%";
  if (value > 0 && value < 1) return "<1%";
  return value >= 99 ? ">99%" : `${Math.round(value)}%`;
}
