import { describe, expect, it } from "vitest";
import type { ClubTable } from "../league/wire";
import { clockText } from "./clock.svelte";
import { pages, resultText } from "./words";

const side = (coach: string, score: number, result: string) => ({ team: coach, name: `Team of ${coach}`, coach, roster: "", score, casualties: 0, result, told: true });
const table = (more: Partial<ClubTable>): ClubTable => ({ fixture: "c.1-1-1", table: 1, round: 1, state: "over", sides: [side("Ann", 1, "won"), side("Bo", 0, "lost")], how: "played", ...more });

describe("a club day", () => {
  it("tells the time that is left, and how long it is over", () => {
    expect([7200, 65, 0, -80].map(clockText)).toEqual(["120:00", "1:05", "0:00", "+1:20"]);
  });
  it("tells a result in a few letters", () => {
    expect(resultText(table({}))).toBe("1–0");
    expect(resultText(table({ how: "distance", sides: [side("Ann", 0, "lost"), side("Bo", 0, "won")] }))).toBe("Bo by distance");
    expect(resultText(table({ state: "reported" }))).toBe("");
  });
  it("shows long lists in parts of about the same length", () => {
    expect(pages([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    expect(pages(Array.from({ length: 13 }), 12).map((part) => part.length)).toEqual([7, 6]);
    expect(pages([], 3)).toEqual([[]]);
  });
});
