/** The options of a new league: what the preset says, and what was changed by hand. */

import type { LeagueFacts, LeagueOption, PresetChoice } from "../wire";

/** The value that counts: changed by hand, or of the preset, or the edition's own. */
export function valueOf(option: LeagueOption, preset: PresetChoice | undefined, changed: Readonly<Record<string, string>>): string {
  return changed[option.key] ?? preset?.values[option.key] ?? option.value;
}

/** The text that goes to the server: only what was changed by hand. */
export function optionText(changed: Readonly<Record<string, string>>): string {
  return Object.entries(changed)
    .filter(([, value]) => value.trim() !== "")
    .map(([key, value]) => `${key} = ${value.trim()}`)
    .join("\n");
}

/** One option more by hand; what is as the preset has it is not written down. */
export function withOption(changed: Readonly<Record<string, string>>, option: LeagueOption, preset: PresetChoice | undefined, value: string): Record<string, string> {
  const { [option.key]: _before, ...others } = changed;
  return value === (preset?.values[option.key] ?? option.value) ? others : { ...others, [option.key]: value };
}

/** Options by their headings, in the order of the server. */
export function grouped(facts: LeagueFacts): { title: string; options: LeagueOption[] }[] {
  const found = new Map<string, LeagueOption[]>();
  for (const option of facts.options) found.set(option.group, [...(found.get(option.group) ?? []), option]);
  return [...found].map(([title, options]) => ({ title, options }));
}
