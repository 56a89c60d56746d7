import { describe, expect, it } from "vitest";
import type { SideCard, TurnMark } from "../wire";
import { activationTo, chapterAfter, chapterAt, chapterBefore, markWords, pauseAfter, pauseBefore, stretches } from "./timeline";

const marks: TurnMark[] = [
  { step: 10, kind: "turn", side: 1, text: "--- Turn 1 of B (Acorns)" },
  { step: 14, kind: "turnover", side: 1, text: "TURNOVER of B (O-TURN-04)" },
  { step: 15, kind: "turn", side: 0, text: "" },
  { step: 40, kind: "end", side: -1, text: "B wins" },
];

describe("the time line", () => {
  it("jumps from turn to turn and to the end", () => {
    expect([0, 10, 14, 15, 40].map((step) => chapterAfter(marks, step))).toEqual([10, 15, 15, 40, undefined]);
    expect([0, 10, 14, 15, 40].map((step) => chapterBefore(marks, step))).toEqual([undefined, undefined, 10, 10, 15]);
  });
  it("knows which turn a step lies in", () => {
    expect([0, 10, 14, 15, 40].map((step) => chapterAt(marks, step))).toEqual([-1, 0, 0, 2, 3]);
  });
  it("has words without ornaments", () => {
    const sides = [{ name: "Antlers" }] as SideCard[];
    expect(marks.map((mark) => markWords(mark, sides))).toEqual(["Turn 1 of B (Acorns)", "TURNOVER of B", "Turn, Antlers", "B wins"]);
  });
  it("gives each turn its stretch", () => {
    expect(stretches(marks, 41)).toEqual([
      { from: 10, to: 15, side: 1 },
      { from: 15, to: 40, side: 0 },
    ]);
  });
});

describe("activations", () => {
  const pauses = [3, 8, 9, 20];

  it("are stepped through, from any step", () => {
    expect([0, 3, 4, 9, 20].map((step) => pauseAfter(pauses, step, 30))).toEqual([3, 8, 8, 20, 30]);
    expect([0, 3, 4, 9, 30].map((step) => pauseBefore(pauses, step))).toEqual([0, 0, 3, 8, 20]);
  });

  it("are filmed from their beginning, and not for too long", () => {
    expect(activationTo(pauses, 12, 30)).toEqual([9, 10, 11, 12]);
    expect(activationTo(pauses, 20, 4)).toEqual([17, 18, 19, 20]);
    expect(activationTo(pauses, 0, 4)).toEqual([0]);
  });
});
