/** The luck report in words and lengths. */

import type { LuckRow } from "../wire";

/** How unusual it was. In standard deviations two of three matches stay within 1. */
export function luckWords(luck: number): string {
  const size = Math.abs(luck);
  if (size < 0.5) return "as expected";
  const way = luck > 0 ? "lucky" : "unlucky";
  if (size < 1) return `a little ${way}`;
  if (size < 2) return way;
  return size < 3 ? `very ${way}` : `a story to tell: ${way}`;
}

/** Length of a bar in per cent of half the chart: three deviations fill it. */
export function luckLength(luck: number): number {
  return Math.min(100, (Math.abs(luck) / 3) * 100);
}

/** "rolled 7 of 12, expected 5.2"; plain dice as their average. */
export function luckFigures(row: LuckRow): string {
  if (row.rolls === 0) return "never rolled";
  if (row.rolled > row.rolls) {
    return `average ${(row.rolled / row.rolls).toFixed(2)} of ${row.rolls}, expected ${(row.expected / row.rolls).toFixed(2)}`;
  }
  return `${Math.round(row.rolled)} of ${row.rolls}, expected ${row.expected.toFixed(1)}`;
}

/** The rows of all sides, by what was rolled for, in the order in which they come. */
export function luckByKind(rows: readonly LuckRow[], sides: number): { what: string; bySide: (LuckRow | null)[] }[] {
  const found = new Map<string, (LuckRow | null)[]>();
  for (const row of rows) {
    const list = found.get(row.what) ?? Array.from({ length: sides }, () => null);
    list[row.side] = row;
    found.set(row.what, list);
  }
  return [...found].map(([what, bySide]) => ({ what, bySide }));
}
