/** Whether the catalogues say everything that the pages ask for, and nothing else. */

import type { Use } from "./collect";

export type Catalogues = Record<string, Record<string, string>>; // file name → its words

const FORMS = ["one", "other"];
const FORM = /_(zero|one|two|few|many|other)$/;

/** What a translation has to bring: the key itself, or its forms of the plural. */
export function wanted(uses: Use[]): Map<string, Use> {
  const found = new Map<string, Use>();
  for (const use of uses) {
    for (const key of use.counted ? FORMS.map((form) => `${use.key}_${form}`) : [use.key]) found.set(key, use);
  }
  return found;
}

const marksOf = (text: string): string[] => [...text.matchAll(/\{\{[^}]*\}\}|<\/?\w+>/g)].map((match) => match[0]).sort();

/** Everything that is wrong with the catalogues of one language, a line each. */
export function faults(language: string, catalogues: Catalogues, uses: Use[]): string[] {
  const keys = wanted(uses);
  const found: string[] = [];
  const all = new Map<string, string>();
  for (const [file, words] of Object.entries(catalogues)) {
    for (const [key, text] of Object.entries(words)) {
      if (all.has(key) && all.get(key) !== text) found.push(`${language}/${file}: ${JSON.stringify(key)} is said otherwise in another catalogue`);
      all.set(key, text);
      if (!keys.has(key) && !(FORM.test(key) && keys.has(key.replace(FORM, "_other")))) found.push(`${language}/${file}: no page uses ${JSON.stringify(key)}`);
    }
  }
  for (const [key, use] of keys) {
    const text = all.get(key);
    if (!text?.trim()) {
      found.push(`${language}: ${JSON.stringify(key)} has no words (${use.file})`);
      continue;
    }
    const [asked, given] = [marksOf(use.key), marksOf(text)];
    const counts = key !== use.key && key.endsWith("_one") ? asked.filter((mark) => mark !== "{{count}}") : asked; // "one player" needs no number
    if (asked.join() !== given.join() && counts.join() !== given.join()) found.push(`${language}: ${JSON.stringify(key)} should keep ${asked.join(" ") || "no placeholder"}, not ${given.join(" ") || "none"}`);
  }
  return found;
}

/** English needs only what its keys do not say: the singular. */
export function englishFaults(catalogues: Catalogues, uses: Use[]): string[] {
  const keys = new Map([...wanted(uses)].filter(([key, use]) => use.counted && key.endsWith("_one")));
  const all = Object.assign({}, ...Object.values(catalogues)) as Record<string, string>;
  return [
    ...[...keys].filter(([key]) => !all[key]).map(([key, use]) => `en: ${JSON.stringify(key)} has no words (${use.file})`),
    ...Object.keys(all).filter((key) => !keys.has(key)).map((key) => `en: no page uses ${JSON.stringify(key)}`),
  ];
}
