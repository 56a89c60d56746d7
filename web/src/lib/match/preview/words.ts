/** The words and numbers of a preview, in the order in which the panel shows them. */

import { percent } from "../menu";
import type { Modifier, Outcome, Roll, RollPreview } from "../../wire";

/** A roll as it is shown: from a preview with its reasons, from the reach without them. */
export interface ShownRoll {
  what: string;
  text: string;
  odds: number;
  against: boolean;
  weakest: boolean;
  why: string;
}

/** "+1", "−2". */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

export function reasons(modifiers: readonly Modifier[]): string {
  return modifiers.map((part) => `${part.name} ${signed(part.value)}`).join(", ");
}

function isPreview(roll: Roll | RollPreview): roll is RollPreview {
  return "modifiers" in roll;
}

/** The rolls of a walk or a deed. The one with the worst odds is marked if there are several. */
export function shownRolls(rolls: readonly (Roll | RollPreview)[]): ShownRoll[] {
  const worst = Math.min(...rolls.map((roll) => roll.odds));
  const weakest = rolls.length > 1 ? rolls.findIndex((roll) => roll.odds === worst) : -1;
  return rolls.map((roll, index) => ({
    what: roll.what,
    text: roll.text,
    odds: roll.odds,
    against: roll.against,
    weakest: index === weakest,
    why: isPreview(roll) ? reasons(roll.modifiers) : "",
  }));
}

/** What it costs if a roll fails: each thing once, with the rolls that bring it. */
export function failures(rolls: readonly RollPreview[]): { text: string; after: string }[] {
  const found = new Map<string, string[]>();
  for (const roll of rolls) {
    for (const outcome of roll.failing) {
      const after = found.get(outcome.text) ?? [];
      const words = roll.failing.length > 1 ? `${roll.what}, ${percent(outcome.odds)}` : roll.what;
      if (!after.includes(words)) after.push(words);
      found.set(outcome.text, after);
    }
  }
  return [...found].map(([text, after]) => ({ text, after: after.join("; ") }));
}

/** Outcomes as bars need them: the likeliest first, as they come. */
export function bars(outcomes: readonly Outcome[]): { text: string; odds: number }[] {
  return outcomes.map(({ text, odds }) => ({ text, odds }));
}
