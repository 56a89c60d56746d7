import { describe, expect, it } from "vitest";
import type { Moment, SideCard } from "../wire";
import { curvePath, curves, mistakeWords } from "./chances";

const moment = (step: number, side: number, chance: number | null): Moment => ({ step, side, chance, done: "Ends the turn", loss: 0, better: null, worst: false });

describe("win chances", () => {
  it("are one curve between two sides, seen by the first", () => {
    const found = curves([moment(1, 0, 0.6), moment(2, 1, 0.3), moment(3, 1, null)], 2);
    expect(found).toEqual([{ side: 0, points: [{ step: 1, chance: 0.6 }, { step: 2, chance: 0.7 }] }]);
    expect(curvePath(found[0]!.points, 5)).toBe("M25.00 40.00L50.00 30.00");
  });

  it("are a curve for each of more sides", () => {
    expect(curves([moment(1, 0, 0.3), moment(2, 2, 0.4)], 3).map((curve) => curve.points.length)).toEqual([1, 0, 1]);
  });

  it("tell a mistake in one sentence", () => {
    const better = { label: "#3 opens the chest" } as Moment["better"];
    const words = mistakeWords({ ...moment(4, 1, 0.41), loss: 0.11, better }, [{ name: "Orcs" }, { name: "Elves" }] as SideCard[]);
    expect(words).toBe("Elves: “Ends the turn”, 41 % instead of 52 %. The adviser would have chosen: #3 opens the chest.");
  });
});
