/** The win-chance curve of a replay: which line belongs to whom, and where its points lie. */

import { t } from "../languages";
import type { Moment, SideCard } from "../wire";

export interface Point {
  step: number;
  chance: number;
}

export interface Curve {
  side: number;
  points: Point[];
}

/**
 * A curve for each side. Between two sides one curve says it all: it is that of the first, and what the second thinks of its
 * own chances is turned over.
 */
export function curves(moments: readonly Moment[], sides: number): Curve[] {
  const known = moments.filter((moment) => moment.chance !== null);
  if (sides === 2) {
    const points = known.map((moment) => ({ step: moment.step, chance: moment.side === 0 ? moment.chance! : 1 - moment.chance! }));
    return [{ side: 0, points }];
  }
  return Array.from({ length: sides }, (_, side) => ({
    side,
    points: known.filter((moment) => moment.side === side).map((moment) => ({ step: moment.step, chance: moment.chance! })),
  }));
}

/** The curve as a path in a chart of 100 by 100; the chance grows upwards. */
export function curvePath(points: readonly Point[], steps: number): string {
  const last = Math.max(1, steps - 1);
  return points
    .map(({ step, chance }, index) => `${index === 0 ? "M" : "L"}${((100 * step) / last).toFixed(2)} ${(100 - 100 * chance).toFixed(2)}`)
    .join("");
}

export const percent = (chance: number): string => `${Math.round(100 * chance)} %`;

/** A mistake in one sentence for the list beside the curve. */
export function mistakeWords(moment: Moment, sides: readonly SideCard[]): string {
  const who = sides[moment.side]?.name ?? "";
  const said = { who, done: moment.done, better: moment.better?.label ?? t("something else") };
  if (moment.chance === null) return t("{{who}}: “{{done}}”. The adviser would have chosen: {{better}}.", said);
  const chances = { chance: percent(moment.chance), instead: percent(Math.min(1, moment.chance + moment.loss)) };
  return t("{{who}}: “{{done}}”, {{chance}} instead of {{instead}}. The adviser would have chosen: {{better}}.", { ...said, ...chances });
}
