import { describe, expect, it } from "vitest";
import type { DiceWanted, DieFace, Prompt } from "../../wire";
import { MOST_KEYS, columns, keysOf } from "./pad";
import { whose } from "./whose";

function wanted(die: string, count: number, faces: Partial<DieFace>[]): DiceWanted {
  const full = faces.map((face, index) => ({ value: index + 1, face: "" as const, direction: null, text: "", passed: null, sign: "", ...face }));
  return { die, count, faces: full, side: 0, what: "", needed: "", odds: null, chooser: null, outcomes: [] };
}
const plain = (count: number): Partial<DieFace>[] => Array.from({ length: count }, () => ({}));

describe("the dice pad", () => {
  it("has one key for the two faces of a block die that push", () => {
    const faces = (["player-down", "both-down", "push", "push", "stumble", "pow"] as const).map((face) => ({ face }));
    const keys = keysOf(wanted("block", 2, faces), false);
    expect(keys.map((key) => key.face.face)).toEqual(["player-down", "both-down", "push", "stumble", "pow"]);
    expect(keys[2]!.digits).toEqual([3, 4]);
  });
  it("says on its keys what the server says of a face", () => {
    const faces = ["D6: 1 or 2", "D6: 3 or 4", "D6: 5 or 6"].map((sign) => ({ sign }));
    expect(keysOf(wanted("D3", 1, faces), false).map((key) => key.sign)).toEqual(["D6: 1 or 2", "D6: 3 or 4", "D6: 5 or 6"]);
  });
  it("turns its arrows with the board", () => {
    const faces = [7, 0, 1, 6, 2, 5, 4, 3].map((direction) => ({ direction }));
    expect(keysOf(wanted("D8", 1, faces), false).map((key) => key.sign).join("")).toBe("↖↑↗←→↙↓↘");
    expect(keysOf(wanted("D8", 1, faces), true)[1]!.sign).toBe("→");
  });
  it("has no keys where there are too many numbers", () => {
    expect(keysOf(wanted("D328", 1, plain(MOST_KEYS + 1)), false)).toEqual([]);
  });
  it("puts keys in as few rows as thumbs allow", () => {
    expect([5, 6, 8, 16, 24].map((count) => columns(count, true))).toEqual([5, 6, 4, 8, 8]);
    expect(columns(16, false)).toBe(16);
  });
});

describe("whose turn it is", () => {
  const name = (side: number): string => ["Reavers", "Owls"][side]!;
  const prompt = (change: Partial<Prompt>): Prompt => ({ kind: "turn", side: 0, roll: null, ...change }) as Prompt;
  it("is said for turns, answers and dice", () => {
    expect(whose(prompt({}), 0, name)).toEqual({ side: 0, text: "Reavers to play" });
    expect(whose(prompt({ side: 1 }), 0, name).text).toBe("Owls decides");
    expect(whose(prompt({ kind: "roll", side: 1, roll: wanted("D6", 1, plain(6)) }), 0, name).text).toBe("Owls rolls");
    expect(whose(prompt({ kind: "roll", side: 1, roll: wanted("coin", 1, plain(2)) }), 0, name).text).toBe("Owls tosses");
    expect(whose(null, -1, name)).toEqual({ side: null, text: "" });
  });
});
