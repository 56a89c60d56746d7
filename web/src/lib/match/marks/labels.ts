/** What stands in a square: one number, two of them in two lines, or the chance of all together where there are more. */

import { percent } from "../menu";

/** Numbers in one square that can still be read one below the other. */
const MOST_LINES = 2;

/** The lines of a label. `needed` are the numbers of the rolls ("3+, 2+"), `odds` the chance of all of them. */
export function labelLines(needed: string, odds: number | null = null): string[] {
  const numbers = needed.split(", ").filter((number) => number !== "");
  if (numbers.length <= MOST_LINES) return numbers;
  return odds === null ? [numbers[0]!, "…"] : [percent(odds)];
}
