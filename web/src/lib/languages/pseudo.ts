/** The pseudo-language: English that can still be read, but is longer, in brackets, and nowhere a plain letter. */

const PLAIN = "ABCDEFGHIJKLMNOPRSTUVWYZabcdefghijklmnoprstuvwyz";
const MARKED = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞŔŠŢÛṼŴÝŽåƀçðéƒĝĥîĵķļɱñöþŕšţûṽŵýž";
const LETTERS = new Map([...PLAIN].map((letter, at) => [letter, [...MARKED][at]!]));
const KEPT = /(\{\{[^}]*\}\}|<\/?\w+>)/; // placeholders and marks are no words
const LONGER = 0.4;

/** Filling of a length, in words as long as words are: lines may break between them. */
const more = (length: number): string => Array.from({ length }, (_, at) => (at % WORD === WORD - 1 ? " " : "~")).join("");
const WORD = 9;

/** An English text with its placeholders still in it, as the pseudo-language says it. */
export function pseudo(english: string): string {
  const parts = english.split(KEPT);
  const letters = parts.filter((part) => !KEPT.test(part)).join("").length;
  const said = parts.map((part) => (KEPT.test(part) ? part : [...part].map((letter) => LETTERS.get(letter) ?? letter).join(""))).join("");
  return `[${said}${more(Math.ceil(letters * LONGER))}]`;
}
