import { expect, test } from "vitest";
import { byUrgency, daysLeft, timeLeft } from "./days";
import type { MyMatch } from "./wire";

const match = (id: string, more: Partial<MyMatch> = {}): MyMatch => ({
  id, sides: [0], mine: true, at: "", changed: "", stage: "playing", edition: "", names: [], coaches: [], score: [], turn: 1, asked: 0, winner: null, until: "", ...more,
});

test("time is told in its two largest parts", () => {
  expect(daysLeft(8 * 86400 + 23 * 3600)).toBe("8 d");
  expect(daysLeft(2 * 86400 + 5 * 3600 + 59)).toBe("2 d 5 h");
  expect(daysLeft(5 * 3600 + 600)).toBe("5 h 10 m");
  expect(daysLeft(-5)).toBe("0 m");
  expect(timeLeft("2026-03-29T03:00:00+00:00", Date.parse("2026-03-29T00:30:00Z"))).toBe("2 h 30 m left");
  expect(timeLeft("soon")).toBe("");
});

test("my own decisions come first, the most urgent before the others", () => {
  const list = [
    match("over", { stage: "over", asked: null }),
    match("theirs", { asked: 1, until: "2026-01-01T00:00:00Z" }),
    match("later", { until: "2026-01-05T00:00:00Z" }),
    match("sooner", { until: "2026-01-02T00:00:00Z" }),
    match("no clock"),
  ];
  expect(byUrgency(list).map((each) => each.id)).toEqual(["sooner", "later", "no clock", "theirs", "over"]);
});
