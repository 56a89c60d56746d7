import { expect, test } from "vitest";
import { atDesk, may } from "./may";
import type { You } from "./wire";

const you = (change: Partial<You>): You => ({ role: "", member: "", teams: [], may: [], private: false, applications: false, ...change });

test("without accounts everybody may do everything", () => {
  expect(may(null, "rule")).toBe(true);
  expect(atDesk(null)).toBe(true);
});

test("a coach plays and reports for the own team, and nothing else", () => {
  const coach = you({ role: "coach", teams: ["t_1"] });
  expect(may(coach, "play", ["t_2", "t_1"])).toBe(true);
  expect(may(coach, "play", ["t_2"])).toBe(false);
  expect(may(coach, "schedule", ["t_1"])).toBe(false);
  expect(atDesk(coach)).toBe(false);
});

test("a scribe has a desk", () => {
  expect(atDesk(you({ role: "scribe", may: ["report", "result"] }))).toBe(true);
});
