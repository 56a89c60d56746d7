/** Advice of the computer as people read it. */

import { t } from "../languages";
import type { Advice } from "../wire";
import { percent } from "./menu";

/** How good it is: the chance to win where things were tried out, else what it adds to it. */
export function estimate(advice: Advice): string {
  if (advice.chance !== null) return t("{{chance}} to win", { chance: percent(advice.chance) });
  if (advice.gain === null) return "";
  const points = Math.round(advice.gain * 100);
  return points === 0 ? t("about even") : t("{{chance}} to win", { chance: `${points > 0 ? "+" : "−"}${Math.abs(points)}%` });
}

/** The chance that nothing goes wrong, where a die decides. */
export function risk(advice: Advice): string {
  return advice.odds !== null && advice.odds < 0.9995 ? t("{{chance}} safe", { chance: percent(advice.odds) }) : "";
}

/** Why, with percentages as this page writes them. */
export function reason(advice: Advice): string {
  return advice.reason.replaceAll(" %", "%");
}

/** Whether there is something to show on the board: the end of the turn and a reserve in its box are nowhere. */
export function isOnBoard(advice: Advice): boolean {
  return advice.path.length > 0 || advice.square !== null || advice.target !== null;
}

/** All of a piece of advice in one line, for screen readers. */
export function adviceWords(advice: Advice): string {
  return [advice.label, estimate(advice), reason(advice)].filter(Boolean).join(", ");
}
