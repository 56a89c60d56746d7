/** After a match against the computer: the next opponent, one step up the ladder that the server lists. */

import { levelName } from "../computers";
import { t } from "../languages";
import type { Choice, Setup } from "../wire";

export interface NextMatch {
  text: string;
  button: string;
  level: string;
}

/** The level of the computer, where one person plays against computers of one level; otherwise nothing. */
export function opponentLevel(setup: Setup, mine: readonly number[]): string | null {
  const seats = setup.sides.map((side) => side.seat);
  const [me] = mine;
  if (mine.length !== 1 || me === undefined || seats[me] !== "person") return null;
  const others = new Set(seats.filter((_, side) => side !== me));
  const [level] = others;
  return others.size === 1 && level?.startsWith("bot:") ? level.slice("bot:".length) : null;
}

/** What to play next. `levels` are the weakest first; `winner` is a side, -1 or null for none. */
export function nextMatch(setup: Setup, mine: readonly number[], winner: number | null, levels: readonly Choice[]): NextMatch | null {
  const level = opponentLevel(setup, mine);
  const at = levels.findIndex((entry) => entry.id === level);
  const beaten = levels[at];
  if (!beaten) return null;
  const name = levelName(beaten.id);
  const harder = levels[at + 1];
  if (winner === mine[0]) {
    if (!harder) return { text: t("You won against {{name}}: there is none harder.", { name }), button: t("Once more"), level: beaten.id };
    const next = levelName(harder.id);
    return { text: t("You won against {{name}}.", { name }), button: t("Try the level {{next}}", { next }), level: harder.id };
  }
  const text = winner === null || winner < 0 ? t("A draw against {{name}}.", { name }) : t("Lost against {{name}} this time.", { name });
  return { text, button: t("Once more"), level: beaten.id };
}
