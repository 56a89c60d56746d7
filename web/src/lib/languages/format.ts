/** Numbers, days and lists as the language that is shown writes them. */

import { language } from "./language.svelte";

export function numberWords(value: number, how: Intl.NumberFormatOptions = {}): string {
  // English pages have always written 1,000 and 20 Nov, whatever the browser's own country.
  return new Intl.NumberFormat(place(), how).format(value);
}

export function dateWords(when: Date | number | string, how: Intl.DateTimeFormatOptions = {}): string {
  return new Intl.DateTimeFormat(place(), how).format(new Date(when));
}

/** A day that is written as `2026-11-19`: the same one wherever it is read. */
export function dayWords(day: string): string {
  return dateWords(day.slice(0, 10), { dateStyle: "medium", timeZone: "UTC" });
}

/** "Ada, Brin and Cole". */
export function listWords(items: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(place(), { type }).format(items);
}

function place(): string {
  return language.locale === "en" ? "en-GB" : language.locale;
}
