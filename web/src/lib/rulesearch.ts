/** Searching the rulebook: every word must occur, in the number, the title, the text or the ruling. */

import type { RuleText, SkillText } from "./wire";

const plain = (text: string): string => text.toLowerCase();

export function wordsOf(query: string): string[] {
  return plain(query).split(/\s+/).filter(Boolean);
}

export function matches(rule: RuleText, words: readonly string[]): boolean {
  const text = plain(`${rule.id} ${rule.section_title} ${rule.text} ${rule.ruling}`);
  return words.every((word) => text.includes(word));
}

/** The skills whose name has all words, in any edition; if there are none, those whose effect has them. */
export function skillsFor(skills: readonly SkillText[], words: readonly string[]): SkillText[] {
  if (words.length === 0) return [];
  const has = (text: string): boolean => words.every((word) => plain(text).includes(word));
  const named = skills.filter((skill) => has([skill.name, ...skill.editions.map((edition) => edition.name)].join(" ")));
  if (named.length > 0) return named;
  return skills.filter((skill) => skill.editions.some((edition) => has(edition.effect)));
}

export interface RuleSection {
  id: string;
  title: string;
  rules: RuleText[];
}

export function sections(rules: readonly RuleText[]): RuleSection[] {
  const found: RuleSection[] = [];
  for (const rule of rules) {
    const last = found.at(-1);
    if (last?.id === rule.section) last.rules.push(rule);
    else found.push({ id: rule.section, title: rule.section_title, rules: [rule] });
  }
  return found;
}
