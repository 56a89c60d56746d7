import { beforeEach, describe, expect, it } from "vitest";
import type { Choice, Setup, Subject } from "../wire";
import { dayBeside, isPuzzle, puzzleLink } from "./exercises";
import { nextMatch, opponentLevel } from "./levels";
import { forgetShown, learnt, markDone, markShown, nextSubject } from "./memory.svelte";

const LEVELS = ["random", "easy", "normal", "hard"].map((id) => ({ id, name: id[0]!.toUpperCase() + id.slice(1), text: "" }) as Choice);
const setup = (...seats: string[]): Setup => ({ sides: seats.map((seat, side) => ({ side, seat })) }) as unknown as Setup;
const subject = (id: Subject["id"]): Subject => ({ id, title: id, text: id });

describe("what a newcomer is told", () => {
  beforeEach(() => forgetShown());

  it("is the first thing that matters and was not shown yet", () => {
    expect(nextSubject([subject("chest"), subject("block")], [])?.id).toBe("chest");
    expect(nextSubject([subject("chest"), subject("block")], ["chest"])?.id).toBe("block");
    expect(nextSubject([subject("chest")], ["block", "chest"])).toBeNull();
    expect(nextSubject([], [])).toBeNull();
  });

  it("is remembered in this browser, each thing once", () => {
    markShown("chest");
    markShown("chest");
    markDone("lessons:1-first-block");
    expect(learnt.shown).toEqual(["chest"]);
    const kept = JSON.parse(localStorage.getItem("dungeonbowl.learnt") ?? "{}") as { shown: string[]; done: string[] };
    expect(kept.shown).toEqual(["chest"]);
    expect(kept.done).toContain("lessons:1-first-block");
  });
});

describe("the next opponent", () => {
  it("is one step harder after a win", () => {
    expect(nextMatch(setup("person", "bot:easy"), [0], 0, LEVELS)).toEqual({ text: "You won against easy.", button: "Try the level normal", level: "normal" });
    expect(nextMatch(setup("person", "bot:normal"), [0], 0, LEVELS)?.button).toBe("Try the level hard");
    expect(nextMatch(setup("bot:easy", "person"), [1], 1, LEVELS)?.level).toBe("normal");
  });
  it("is the same after a defeat or a draw, and after the hardest", () => {
    expect(nextMatch(setup("person", "bot:easy"), [0], 1, LEVELS)).toEqual({ text: "Lost against easy this time.", button: "Once more", level: "easy" });
    expect(nextMatch(setup("person", "bot:easy"), [0], -1, LEVELS)?.text).toBe("A draw against easy.");
    expect(nextMatch(setup("person", "bot:hard"), [0], 0, LEVELS)?.level).toBe("hard");
  });
  it("is not offered between people, to spectators, or to a coach of two sides", () => {
    expect(opponentLevel(setup("person", "person"), [0])).toBeNull();
    expect(opponentLevel(setup("bot:easy", "bot:easy"), [])).toBeNull();
    expect(opponentLevel(setup("person", "person"), [0, 1])).toBeNull();
    expect(opponentLevel(setup("person", "bot:easy", "bot:hard"), [0])).toBeNull();
    expect(opponentLevel(setup("person", "bot:hard", "bot:hard"), [0])).toBe("hard");
  });
});

describe("exercises", () => {
  it("are told apart by their ids, and a puzzle has a link", () => {
    expect(isPuzzle("daily:hand-it-on")).toBe(true);
    expect(isPuzzle("lessons:1-first-block")).toBe(false);
    expect(puzzleLink("daily:hand-it-on")).toBe(`${location.origin}/puzzle/hand-it-on`);
  });
  it("know the day before and the day after", () => {
    expect(dayBeside("2026-11-01", -1)).toBe("2026-10-31");
    expect(dayBeside("2026-12-31", 1)).toBe("2027-01-01");
  });
});
