import { describe, expect, it } from "vitest";
import type { Options, Summary } from "../wire";
import { usualPick } from "./pick";
import { dateOf, tileOf } from "./tiles";

const NOON = new Date("2026-11-17T12:00:00");
function summary(more: Partial<Summary> = {}): Summary {
  return {
    stage: "playing",
    edition: "official(quick=1)",
    edition_name: "Official",
    sides: [
      { letter: "A", name: "Antlers", seat: "person", coach: "" },
      { letter: "B", name: "Roots", seat: "bot:easy", coach: "" },
    ],
    score: [0, 0],
    turn: 3,
    turn_limit: 8,
    changed: "2026-11-17T09:05:00",
    mine: [0],
    asked: 0,
    winner: null,
    ...more,
  } as unknown as Summary;
}

describe("a tile of a match", () => {
  it("says against whom, in which edition, how far, when", () => {
    const tile = tileOf(summary(), NOON);
    expect(tile.title).toBe("Antlers");
    expect(tile.opponent).toBe("against Roots, computer: easy");
    expect(tile.edition).toBe("Official");
    expect(tile.standing).toBe("0 : 0, turn 3 of 8");
    expect(tile.date).toMatch(/^Today, /);
    expect(tile.yours).toBe(true);
  });
  it("knows other coaches, other stages and other turns", () => {
    const sides = [
      { letter: "A", name: "Antlers", seat: "person", coach: "" },
      { letter: "B", name: "Roots", seat: "person", coach: "Bo" },
    ] as never;
    expect(tileOf(summary({ sides }), NOON).opponent).toBe("against Roots, coached by Bo");
    expect(tileOf(summary({ sides, mine: [0, 1] }), NOON).opponent).toBe("All coaches at this screen");
    expect(tileOf(summary({ mine: [] }), NOON)).toMatchObject({ title: "Antlers – Roots", opponent: "You watch", yours: false });
    expect(tileOf(summary({ stage: "waiting" }), NOON).standing).toBe("not begun");
    expect(tileOf(summary({ stage: "over", winner: 0, score: [1, 0] }), NOON)).toMatchObject({ standing: "1 : 0, you won", yours: false });
    expect(tileOf(summary({ turn_limit: 0 }), NOON).standing).toBe("0 : 0, turn 3");
    expect(tileOf(summary({ turn: 0 }), NOON).standing).toBe("0 : 0, before the first turn");
    expect(tileOf(summary({ asked: 1 }), NOON).yours).toBe(false);
  });
  it("names the day where it is not today", () => {
    expect(dateOf("2026-11-03T09:05:00", NOON)).toMatch(/3/);
    expect(dateOf("2025-11-03T09:05:00", NOON)).toMatch(/2025/);
    expect(dateOf("nonsense", NOON)).toBe("");
  });
});

describe("the one-click match", () => {
  it("is the usual one of the edition, and keeps a level that was chosen", () => {
    const options = { quick: [{ edition: "official", dungeon: "of-2", teams: ["a", "b"], level: "easy", turn_limit: 8, more_teams: [] }] } as unknown as Options;
    expect(usualPick(options, "")).toEqual({ edition: "official", team: "a", opponent: "b", dungeon: "of-2", level: "easy" });
    expect(usualPick(options, "official", "hard").level).toBe("hard");
  });
});
