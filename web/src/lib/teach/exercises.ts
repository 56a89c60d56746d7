/** Lessons and puzzles by their ids: "lessons:NAME" and "daily:NAME". */

import { href } from "../router.svelte";

const DAILY = "daily:";

export const isPuzzle = (exercise: string): boolean => exercise.startsWith(DAILY);

/** The whole address of a puzzle's page, to be given to other people. */
export function puzzleLink(exercise: string): string {
  return location.origin + href("puzzle", exercise.slice(DAILY.length));
}

/** The day before or after a date such as 2026-11-17. */
export function dayBeside(day: string, days: number): string {
  const found = new Date(`${day}T12:00:00Z`);
  found.setUTCDate(found.getUTCDate() + days);
  return found.toISOString().slice(0, 10);
}
