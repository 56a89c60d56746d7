/** The switches of an edition: what is on, what each needs, and which cannot be on together. */

import { t } from "../languages";
import type { EditionChoice, EditionOption } from "../wire";
import { type OptionValues, defaultOf } from "./order";

export interface Knot {
  /** The switch it is about. */
  key: string;
  text: string;
  /** What would mend it: a few words, and the switches to set. */
  mends: { label: string; set: Record<string, string> }[];
}

export const switchesOf = (edition: EditionChoice): EditionOption[] => edition.options.filter((option) => option.kind === "switch" && option.group !== "");

export function isOn(edition: EditionChoice, key: string, values: OptionValues): boolean {
  return (values[key] ?? defaultOf(edition, key, values)) === "on";
}

/** A switch turned on, with everything that it needs, and that they need. */
export function withNeeds(edition: EditionChoice, key: string, values: OptionValues): { values: OptionValues; added: string[] } {
  const found: Record<string, string> = { ...values };
  const added: string[] = [];
  const waiting = [key];
  while (waiting.length > 0) {
    const next = waiting.pop()!;
    if (!isOn(edition, next, found)) {
      found[next] = "on";
      if (next !== key) added.push(next);
    }
    waiting.push(...(edition.options.find((option) => option.key === next)?.needs ?? []).filter((need) => !isOn(edition, need, found)));
  }
  return { values: found, added };
}

/** What is on and cannot be, with what would mend it. `dungeon` are switches that the chosen dungeon asks for. */
export function knots(edition: EditionChoice, values: OptionValues, dungeon: readonly string[]): Knot[] {
  const found: Knot[] = [];
  const byKey = new Map(edition.options.map((option) => [option.key, option]));
  const title = (key: string): string => byKey.get(key)?.name ?? key;
  const on = (key: string): boolean => isOn(edition, key, values);
  for (const option of switchesOf(edition)) {
    const off = { label: t("Switch off {{name}}", { name: option.name }), set: { [option.key]: "off" } };
    if (!on(option.key)) {
      if (dungeon.includes(option.key)) {
        found.push({ key: option.key, text: t("The dungeon has what only “{{name}}” brings, and it is off.", { name: option.name }), mends: [{ label: t("Switch on {{name}}", { name: option.name }), set: { [option.key]: "on" } }] });
      }
      continue;
    }
    if (!option.is_built) found.push({ key: option.key, text: t("“{{name}}” is not in this version of the program yet.", { name: option.name }), mends: [off] });
    for (const need of option.needs) {
      if (!on(need)) found.push({ key: option.key, text: t("“{{name}}” needs “{{other}}”, which is off.", { name: option.name, other: title(need) }), mends: [{ label: t("Switch on {{name}}", { name: title(need) }), set: { [need]: "on" } }, off] });
    }
    for (const other of option.conflicts) {
      // each pair is told once
      if (on(other) && !(byKey.get(other)?.conflicts.includes(option.key) && other < option.key)) {
        found.push({ key: option.key, text: t("“{{name}}” and “{{other}}” cannot be on together.", { name: option.name, other: title(other) }), mends: [off, { label: t("Switch off {{name}}", { name: title(other) }), set: { [other]: "off" } }] });
      }
    }
  }
  return found;
}

/** Options that belong to a switch, by its key; those of none under "". */
export function parameters(edition: EditionChoice): Map<string, EditionOption[]> {
  const found = new Map<string, EditionOption[]>();
  for (const option of edition.options) {
    if (option.key === "preset" || (option.kind === "switch" && option.group !== "")) continue;
    found.set(option.module, [...(found.get(option.module) ?? []), option]);
  }
  return found;
}
