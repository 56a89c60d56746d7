/** The languages that the pages speak, each by its own name. */

export interface Language {
  code: string;
  name: string;
}

export const SOURCE = "en"; // the keys of the catalogues are its words
/** Made from the English words by code: it shows what bypasses the catalogues and what does not fit. Never offered. */
export const PSEUDO = "xx";

export const LANGUAGES: readonly Language[] = [
  { code: SOURCE, name: "English" },
  { code: "de", name: "Deutsch" },
  { code: "fr", name: "Français" },
  { code: "es", name: "Español" },
];

const CODES = new Set([PSEUDO, ...LANGUAGES.map((language) => language.code)]);

/** The first of several wishes ("de-AT", "fr") that the pages speak; English if there is none. */
export function spoken(wishes: readonly (string | null | undefined)[]): string {
  for (const wish of wishes) {
    const code = wish?.toLowerCase().split("-")[0];
    if (code && CODES.has(code)) return code;
  }
  return SOURCE;
}
