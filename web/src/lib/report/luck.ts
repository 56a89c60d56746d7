/** The luck report in words and lengths. */

import { numberWords, t } from "../languages";
import type { LuckRow } from "../wire";

/** How unusual it was. In standard deviations two of three matches stay within 1. */
export function luckWords(luck: number): string {
  const size = Math.abs(luck);
  if (size < 0.5) return t("as expected");
  const good = luck > 0;
  if (size < 1) return t(good ? "a little lucky" : "a little unlucky");
  if (size < 2) return t(good ? "lucky" : "unlucky");
  if (size < 3) return t(good ? "very lucky" : "very unlucky");
  return t(good ? "a story to tell: lucky" : "a story to tell: unlucky");
}

/** Length of a bar in per cent of half the chart: three deviations fill it. */
export function luckLength(luck: number): number {
  return Math.min(100, (Math.abs(luck) / 3) * 100);
}

const figure = (value: number, digits: number): string => numberWords(value, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });

/** How often something was to be expected, as the language writes it: "0.83". */
export const expectedWords = (value: number): string => numberWords(value, { maximumFractionDigits: 2, useGrouping: false });

/** Luck with its sign: "+1.3". */
export const signed = (luck: number): string => numberWords(luck, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" });

/** "rolled 7 of 12, expected 5.2"; plain dice as their average. */
export function luckFigures(row: LuckRow): string {
  if (row.rolls === 0) return t("never rolled");
  if (row.rolled > row.rolls) {
    return t("average {{average}} of {{rolls}}, expected {{expected}}", { average: figure(row.rolled / row.rolls, 2), rolls: row.rolls, expected: figure(row.expected / row.rolls, 2) });
  }
  return t("{{rolled}} of {{rolls}}, expected {{expected}}", { rolled: Math.round(row.rolled), rolls: row.rolls, expected: figure(row.expected, 1) });
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
