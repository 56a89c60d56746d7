import { describe, expect, it } from "vitest";
import { card, event, piece, position } from "../match/fixtures";
import { chestsWithBall } from "./chests";
import type { DungeonJson } from "./geometry";
import { Places, zoneSides } from "./places";

// two squares side by side, one of them with a square below it, and one far off
const squares: [number, number, number][] = [[0, 0, 0], [1, 0, 0], [1, 0, 1], [5, 5, 0]];
const places = new Places(squares, [card(0, "A1"), card(1, "N1", { size: 2 })]);

describe("where things are on a board", () => {
  it("knows the cell of a square, and the squares of a cell", () => {
    expect(places.at(3)).toEqual([5, 5]);
    expect(places.nodesAt({ x: 1, y: 0 })).toEqual([1, 2]);
    expect(places.nodesAt({ x: 9, y: 9 })).toEqual([]);
    expect(places.isBelow(2)).toBe(true);
    expect(places.isBelow(1)).toBe(false);
  });

  it("finds the middle of a piece of any size, and draws a way through the middles", () => {
    expect(places.centre(0)).toEqual({ x: 20, y: 20 });
    expect(places.centre(0, places.sizeOf(1))).toEqual({ x: 40, y: 40 });
    expect(places.way([0, 1])).toBe("M20 20L60 20");
  });

  it("finds the piece on a cell, a big one on all its cells", () => {
    const shown = position([piece(0, 0), piece(1, 3)]);
    expect(places.pieceOn(shown, { x: 0, y: 0 })?.piece).toBe(0);
    expect(places.pieceOn(shown, { x: 6, y: 6 })?.piece).toBe(1);
    expect(places.pieceOn(shown, { x: 1, y: 1 })).toBeUndefined();
  });

  it("gives each end zone the side that calls it its own", () => {
    const sides = [{ side: 0, zone: 1 }, { side: 1, zone: 0 }] as never;
    expect(zoneSides({ teams: ["A", "B"] } as unknown as DungeonJson, position([], { sides }))).toEqual({ B: 0, A: 1 });
  });

  it("tells chests that held a ball from those that burnt", () => {
    const opened = [event("chest opened", { square: 3, value: 0 }), event("moved", { square: 4 }), event("chest opened", { square: 7, value: 1 })];
    expect([...chestsWithBall(opened)]).toEqual([7]);
  });
});
