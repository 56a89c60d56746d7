import { describe, expect, it } from "vitest";
import type { RollPreview } from "../../wire";
import { failures, reasons, shownRolls, signed } from "./words";

function roll(what: string, odds: number, more: Partial<RollPreview> = {}): RollPreview {
  return { what, needed: 3, square: 1, odds, text: "3+", against: false, piece: 0, modifiers: [], failing: [], ...more };
}

describe("the words of a preview", () => {
  it("name each modifier with its sign", () => {
    expect([signed(1), signed(-2)]).toEqual(["+1", "−2"]);
    expect(reasons([{ name: "Strength", value: 3, piece: 0 }, { name: "#4 Grub", value: -1, piece: 4 }])).toBe("Strength +3, #4 Grub −1");
  });

  it("mark the weakest of several rolls, and none where there is one", () => {
    expect(shownRolls([roll("dodge", 0.5), roll("rush", 0.83), roll("dodge", 0.5)]).map((shown) => shown.weakest)).toEqual([true, false, false]);
    expect(shownRolls([roll("dodge", 0.5)])[0]!.weakest).toBe(false);
  });

  it("tell once what several failures bring, and by which faces where that differs", () => {
    const falls = { text: "#3 goes down and your turn ends", odds: 0.5, square: null };
    expect(failures([roll("dodge", 0.5, { failing: [falls] }), roll("rush", 0.8, { failing: [falls] })])).toEqual([{ text: falls.text, after: "dodge; rush" }]);
    const fumble = { text: "#3 drops the ball", odds: 1 / 6, square: null };
    const wide = { text: "nothing happens", odds: 2 / 6, square: null };
    expect(failures([roll("pass", 0.5, { failing: [wide, fumble] })]).map((failure) => failure.after)).toEqual(["pass, 33%", "pass, 17%"]);
  });
});
