/** The options of a question, put in order for the screen. */

import type { Ask, Barred, Option } from "../wire";

export interface OptionGroup {
  title: string;
  options: Option[];
  barred: Barred[];
}

export interface Sorted {
  /** Options of no group, those that end the step first. */
  plain: Option[];
  barred: Barred[];
  groups: OptionGroup[];
}

/** So many options of a group are shown at once; a longer list is folded. */
export const FEW = 7;

export function sorted(ask: Ask): Sorted {
  const groups = new Map<string, OptionGroup>();
  const of = (title: string): OptionGroup => {
    const found = groups.get(title) ?? { title, options: [], barred: [] };
    groups.set(title, found);
    return found;
  };
  const plain: Option[] = [];
  const barred: Barred[] = [];
  for (const option of ask.options) option.group ? of(option.group).options.push(option) : plain.push(option);
  for (const each of ask.barred) each.group ? of(each.group).barred.push(each) : barred.push(each);
  return { plain, barred, groups: [...groups.values()] };
}

/** Whether a group is unfolded from the beginning: all where there are few options, the first one where nothing else is there to choose. */
export function isOpen(found: Sorted, group: OptionGroup): boolean {
  const filled = found.groups.filter((each) => each.options.length > 0);
  const total = filled.reduce((sum, each) => sum + each.options.length, 0);
  return group.options.length > 0 && (total <= FEW || ((found.plain.length === 0 || filled.length === 1) && group === filled[0]));
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
