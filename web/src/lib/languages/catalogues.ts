/** Where the words of a language come from: English is at hand, every other language is fetched when it is chosen. */

import club from "./en/club.json";
import play from "./en/play.json";

export type Catalogue = Record<string, string>;

/** Only what the keys themselves do not say: the singular of keys with a count. */
export const ENGLISH: Catalogue = { ...play, ...club };

const FILES = import.meta.glob<{ default: Catalogue }>(["./*/*.json", "!./en/*.json"]);

/** All words of a language; a form of the plural that a catalogue leaves out (a French million) speaks like the others. */
export async function catalogue(code: string): Promise<Catalogue> {
  const wanted = Object.entries(FILES).filter(([path]) => path.startsWith(`./${code}/`));
  const parts = await Promise.all(wanted.map(([, load]) => load()));
  return withAllForms(Object.assign({}, ...parts.map((part) => part.default)) as Catalogue, code);
}

const OTHER = "_other";

export function withAllForms(words: Catalogue, code: string): Catalogue {
  const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  const filled = { ...words };
  for (const [key, text] of Object.entries(words)) {
    if (!key.endsWith(OTHER)) continue;
    for (const form of forms) filled[`${key.slice(0, -OTHER.length)}_${form}`] ??= text;
  }
  return filled;
}
