/**
 * What the pages say. English words are the keys: `t("Play now")`, `t("{{count}} players", { count })`. A template that uses
 * `t` is drawn again when the language changes. docs/translating.md tells how a language is added.
 */

import { createInstance } from "i18next";
import { untrack } from "svelte";
import { settings } from "../settings.svelte";
import { catalogue, ENGLISH } from "./catalogues";
import { PSEUDO, SOURCE, spoken } from "./known";
import { pseudo } from "./pseudo";

const NAMESPACE = "words";

const words = createInstance({
  lng: SOURCE,
  fallbackLng: SOURCE,
  keySeparator: false,
  nsSeparator: false,
  ns: [NAMESPACE],
  defaultNS: NAMESPACE,
  resources: { [SOURCE]: { [NAMESPACE]: ENGLISH } },
  interpolation: { escapeValue: false }, // Svelte escapes what it shows
  initAsync: false,
});
void words.init();

/** The language that is shown now: it changes when its words have come, so that no page shows two languages. */
let shown: string = $state(SOURCE);
let wanted = SOURCE;

export const language = {
  get code(): string {
    return shown;
  },
  /** The same for what is asked once: an effect that sends something must not do it again when the language changes. */
  get now(): string {
    return untrack(() => shown);
  },
  /** For Intl: the pseudo-language counts and dates in English. */
  get locale(): string {
    return shown === PSEUDO ? SOURCE : shown;
  },
};

export type Values = Record<string, unknown> & { count?: number; context?: string };

/** Stands for a `<` that somebody has typed, in a sentence with marks: such a name is no mark. `Rich` shows it again. */
export const TYPED = "\uE000";
const MARKS = /<\w+>/;

function unmarked(values: Values): Values {
  const plain = Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value.replaceAll("<", TYPED) : value]);
  return Object.fromEntries(plain) as Values;
}

/** The words of a key in the language that is shown. */
export function t(key: string, given: Values = {}): string {
  const values = MARKS.test(key) ? unmarked(given) : given;
  if (shown !== PSEUDO) return words.t(key, { ...values, lng: shown });
  const english = words.t(key, { ...values, lng: SOURCE, skipInterpolation: true });
  return words.services.interpolator.interpolate(pseudo(english), values, SOURCE, {});
}

/** Show another language, as soon as its words are here. If they do not come, the one that is shown stays. */
export async function speak(code: string): Promise<boolean> {
  wanted = spoken([code]);
  const asked = wanted;
  if (asked !== PSEUDO && !words.hasResourceBundle(asked, NAMESPACE)) {
    try {
      words.addResourceBundle(asked, NAMESPACE, await catalogue(asked));
    } catch {
      return false;
    }
  }
  if (wanted !== asked) return false; // another choice was made meanwhile
  shown = asked;
  if (typeof document !== "undefined") document.documentElement.lang = language.locale;
  for (const told of listeners) told(asked);
  return true;
}

/** The choice of a coach, kept for the next visit. */
export async function choose(code: string): Promise<void> {
  if (await speak(code)) settings.language = code;
}

const listeners = new Set<(code: string) => void>();

/** Be told when another language is shown. Call what comes back to hear no more. */
export function onLanguage(told: (code: string) => void): () => void {
  listeners.add(told);
  return () => listeners.delete(told);
}

/** At the beginning: what the address asks for (`?language=de`), else what was chosen, else what the browser prefers. */
export function firstLanguage(search: string = location.search, browser: readonly string[] = navigator.languages ?? [navigator.language]): string {
  return spoken([new URLSearchParams(search).get("language"), settings.language, ...browser]);
}
