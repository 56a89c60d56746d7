import { describe, expect, it } from "vitest";
import type { LuckRow } from "../wire";
import { speak } from "../languages/language.svelte";
import { expectedWords, luckByKind, luckFigures, luckLength, luckWords } from "./luck";
import { promiseKept, sha256 } from "./promise";

const row = (side: number, what: string, rolls: number, expected: number, rolled: number): LuckRow => ({ side, what, rolls, expected, rolled, luck: 0 });

describe("luck", () => {
  it("has words for every size", () => {
    expect([0, 0.7, -1.5, 2.4, -3.1].map(luckWords)).toEqual(["as expected", "a little lucky", "unlucky", "very lucky", "a story to tell: unlucky"]);
  });
  it("has a bar that never leaves the chart", () => {
    expect([0, 1.5, -1.5, 9].map(luckLength)).toEqual([0, 50, 50, 100]);
  });
  it("tells trials as counts and plain dice as averages", () => {
    expect(luckFigures(row(0, "Dodge", 6, 4, 5))).toBe("5 of 6, expected 4.0");
    expect(luckFigures(row(0, "Dice", 20, 70, 66))).toBe("average 3.30 of 20, expected 3.50");
    expect(luckFigures(row(0, "Dodge", 0, 0, 0))).toBe("never rolled");
  });
  it("writes figures as the language does", async () => {
    expect([0.83, 2].map(expectedWords)).toEqual(["0.83", "2"]);
    await speak("de");
    expect(expectedWords(0.83)).toBe("0,83");
    await speak("en");
  });
  it("puts the sides beside each other", () => {
    const found = luckByKind([row(0, "Dodge", 1, 1, 1), row(1, "Dodge", 2, 1, 1), row(1, "Rush", 1, 1, 1)], 2);
    expect(found.map((entry) => [entry.what, entry.bySide.map((side) => side?.rolls ?? null)])).toEqual([
      ["Dodge", [1, 2]],
      ["Rush", [null, 1]],
    ]);
  });
});

describe("the promise of the dice", () => {
  it("is kept when the hash of the seed is the one that was published", async () => {
    const seed = "00ff10";
    const hash = await sha256(seed);
    expect(await promiseKept(seed, hash)).toBe("kept");
    expect(await promiseKept(seed, hash.replace(/^./, (digit) => (digit === "0" ? "1" : "0")))).toBe("broken");
    expect(await promiseKept("", hash)).toBe("unknown");
  });
});
