/** The time line of a replay: chapters to jump to, and where they lie. */

import { t, word } from "../languages";
import type { SideCard, TurnMark } from "../wire";

/** What one jumps to with "next turn": the beginning of each team turn, and the end. */
function chapters(marks: readonly TurnMark[]): number[] {
  const steps = marks.filter((mark) => mark.kind === "turn" || mark.kind === "end").map((mark) => mark.step);
  return [...new Set(steps)].sort((a, b) => a - b);
}

export function chapterAfter(marks: readonly TurnMark[], step: number): number | undefined {
  return chapters(marks).find((chapter) => chapter > step);
}

export function chapterBefore(marks: readonly TurnMark[], step: number): number | undefined {
  return chapters(marks).findLast((chapter) => chapter < step);
}

/** The next place between two activations, or the end. */
export function pauseAfter(pauses: readonly number[], step: number, last: number): number {
  return pauses.find((pause) => pause > step) ?? last;
}

export function pauseBefore(pauses: readonly number[], step: number): number {
  return pauses.findLast((pause) => pause < step) ?? 0;
}

/** The steps of an activation that ends at a step, for a clip: from the pause before it, and not too many. */
export function activationTo(pauses: readonly number[], step: number, most: number): number[] {
  const first = Math.max(pauseBefore(pauses, step), step - most + 1);
  return Array.from({ length: step - first + 1 }, (_, index) => first + index);
}

/** The chapter that a step lies in, as an index of `marks`; -1 before the first. */
export function chapterAt(marks: readonly TurnMark[], step: number): number {
  return marks.findLastIndex((mark) => (mark.kind === "turn" || mark.kind === "end") && mark.step <= step);
}

export const MARK_NAMES: Record<TurnMark["kind"], string> = {
  turn: word("Turn"),
  turnover: word("Turnover"),
  score: word("Touchdown"),
  casualty: word("Casualty"),
  end: word("End"),
};

/** The words of a mark without the ornaments of the log. */
export function markWords(mark: TurnMark, sides: readonly SideCard[]): string {
  const plain = mark.text.replace(/^[-\s]+/, "").replace(/\s*\([A-Z]-[A-Z0-9]+-\d+\)$/, "");
  if (plain) return plain;
  return `${t(MARK_NAMES[mark.kind])}${sides[mark.side] ? `, ${sides[mark.side]!.name}` : ""}`;
}

/** Stretches of the line that belong to one side, for its colour. */
export function stretches(marks: readonly TurnMark[], steps: number): { from: number; to: number; side: number }[] {
  const turns = marks.filter((mark) => mark.kind === "turn");
  return turns.map((mark, index) => ({
    from: mark.step,
    to: turns[index + 1]?.step ?? steps - 1,
    side: mark.side,
  }));
}
