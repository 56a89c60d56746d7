/** Values of an option that are put together from parts: `wyvern:ma6:slash2:huge`, several joined by `+`. */

import type { EditionOption, OptionPart } from "../wire";

/** A name in one word of small letters, as a value begins. */
export const keyOf = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");

/** What has been typed for each part: a number, or "on" for a part without one. */
export type PartValues = Readonly<Record<string, string>>;

/** One value: the name, then every part that was given, in the order of the server. */
export function written(parts: readonly OptionPart[], name: string, values: PartValues): string {
  const given = parts.flatMap((part) => {
    const value = values[part.key] ?? "";
    if (value === "" || value === "0") return [];
    return [part.most > 0 ? `${part.key}${value}` : part.key];
  });
  return [keyOf(name), ...given].join(":");
}

/** The values that an option holds; none while it is as it comes. */
export const valuesOf = (option: EditionOption, value: string): string[] => (value === "" || value === option.default ? [] : value.split("+"));

/** What the option becomes with these values. */
export const joined = (option: EditionOption, values: readonly string[]): string => (values.length > 0 ? values.join("+") : option.default);
