/** What this browser remembers of a newcomer: which things were explained, which lessons and puzzles are done. */

import { settings } from "../settings.svelte";
import type { Prompt, Subject } from "../wire";

const STORE = "dungeonbowl.learnt";

interface Learnt {
  shown: string[]; // subjects that were explained
  done: string[]; // exercises
}

function load(): Learnt {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "{}") as Partial<Learnt>;
    const words = (list: unknown): string[] => (Array.isArray(list) ? list.filter((each) => typeof each === "string") : []);
    return { shown: words(kept.shown), done: words(kept.done) };
  } catch {
    return { shown: [], done: [] };
  }
}

export const learnt: Learnt = $state(load());

function keep(): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(learnt));
  } catch {
    // Private windows may refuse; then things are explained again next time.
  }
}

export function markShown(id: string): void {
  if (learnt.shown.includes(id)) return;
  learnt.shown = [...learnt.shown, id];
  keep();
}

export function markDone(exercise: string): void {
  if (learnt.done.includes(exercise)) return;
  learnt.done = [...learnt.done, exercise];
  keep();
}

/** The first thing that matters now and was not explained yet. */
export function nextSubject(teaches: readonly Subject[], shown: readonly string[]): Subject | null {
  return teaches.find((subject) => !shown.includes(subject.id)) ?? null;
}

/** What is explained at this decision, if anything; nothing where the guide is switched off. */
export function explained(prompt: Prompt | null): Subject | null {
  return prompt && settings.guide ? nextSubject(prompt.teaches ?? [], learnt.shown) : null;
}

/** Everything is explained anew. */
export function forgetShown(): void {
  learnt.shown = [];
  keep();
}
