import { describe, expect, it } from "vitest";
import { reasons } from "./api";
import type { Problem } from "./wire";

const problem = (what: string): Problem => ({ what, where: "", expected: "", found: "" }) as unknown as Problem;

describe("a refusal", () => {
  it("gives each of its reasons", () => {
    const reply = { error: problem("Team A is not legal, for 2 reasons"), problems: [problem("players: expected 11, found 5"), problem("gold: too much")] };
    expect(reasons(reply)).toEqual(["players: expected 11, found 5", "gold: too much"]);
  });
  it("says one reason once", () => {
    expect(reasons({ error: problem("no such dungeon"), problems: [problem("no such dungeon")] })).toEqual([]);
    expect(reasons({ error: problem("Team A: gold: too much; players: too few"), problems: [problem("gold: too much"), problem("players: too few")] })).toEqual([]);
    expect(reasons(null)).toEqual([]);
  });
});
