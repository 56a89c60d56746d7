import { describe, expect, it } from "vitest";
import type { Board } from "../wire";
import { type DungeonJson, openCells, wallSegments } from "./geometry";
import { Places } from "./places";
import { card, piece, position } from "../match/fixtures";
import { directionInDungeon, isBetterTurned, northSign, turnedBoard, turnedDungeon } from "./turning";

function dungeon(rows: string[], more: Partial<DungeonJson> = {}): DungeonJson {
  return {
    id: "x", name: "X", edition: "official", size: [rows[0]!.length, rows.length], rows, levels: null, below: null, borders: [], teams: [],
    zones: {}, setup: {}, chests: [], teleporters: [], tiles: [], doorways: [], doors: [], passages: [], ladders: [], inscriptions: [], rooms: [],
    ...more,
  };
}

describe("a turned dungeon", () => {
  const flat = dungeon(["..=.", ".##."], { chests: [[3, 1]], borders: [[0, 0, "E"], [0, 0, "S"]], levels: ["0120", "0000"] });

  it("stands upright: its left side is up", () => {
    const upright = turnedDungeon(flat);
    expect(upright.size).toEqual([2, 4]);
    expect(upright.rows).toEqual(["..", "#.", "#=", ".."]);
    expect(upright.levels).toEqual(["00", "01", "02", "00"]);
    expect(upright.chests).toEqual([[0, 3]]);
  });

  it("keeps walls between the same squares", () => {
    // Round the floor and on closed borders: as many lengths of wall as before, and each between the squares it parted.
    const length = (each: DungeonJson): number => wallSegments(each).reduce((sum, wall) => sum + Math.abs(wall.x2 - wall.x1) + Math.abs(wall.y2 - wall.y1), 0);
    expect(length(turnedDungeon(flat))).toBe(length(flat));
    expect(turnedDungeon(flat).borders).toEqual([[1, 0, "S"], [0, 0, "E"]]);
  });

  it("is itself again after four quarters", () => {
    let turned = flat;
    for (let quarter = 0; quarter < 4; quarter += 1) turned = turnedDungeon(turned);
    expect(turned).toEqual(flat);
  });

  it("has every square of the board where the drawing has it", () => {
    const cells = openCells(flat);
    const board = { dungeon: flat, squares: cells.map(([x, y]) => [x, y, 0]), labels: cells.map(String) } as unknown as Board;
    const turned = turnedBoard(board);
    const drawn = turned.dungeon as unknown as DungeonJson;
    for (const [node, [x, y]] of turned.squares.entries()) expect(drawn.rows[y]![x]).toBe(flat.rows[cells[node]![1]]![cells[node]![0]]);
  });

  it("draws the squares of a passage in the rock", () => {
    const halls = dungeon(["..###..", "..###..", "..###.."], { passages: [{ id: "s", ends: [[1, 1], [5, 1]] }] });
    const board = { dungeon: halls, squares: [[1, 1, 0], [3, 1, 0]], labels: ["(1,1)", "passage s"] } as unknown as Board;
    expect(turnedBoard(board).squares).toEqual([[1, 1, 0], [1, 3, 0]]);
  });

  it("knows where a large player stands: it is counted on its north-western square, which is now to the right", () => {
    const turned = new Places([[5, 2, 0]], [card(0, "N1", { size: 2 })], true);
    expect(turned.corner(0, 2)).toEqual([4, 2]);
    expect(turned.centre(0, 2)).toEqual({ x: 200, y: 120 });
    expect(turned.pieceOn(position([piece(0, 0)]), { x: 4, y: 3 })?.piece).toBe(0);
    expect(turned.pieceOn(position([piece(0, 0)]), { x: 6, y: 2 })).toBeUndefined();
  });

  it("follows the screen with its directions", () => {
    expect(directionInDungeon(2, false)).toBe(2);
    expect(directionInDungeon(2, true)).toBe(0); // what lies to the right is north of here
    expect(directionInDungeon(0, true)).toBe(6);
  });

  it("is turned where its squares become larger", () => {
    expect(isBetterTurned([40, 19], { width: 390, height: 640 })).toBe(true);
    expect(isBetterTurned([14, 32], { width: 1086, height: 570 })).toBe(true);
    expect(isBetterTurned([40, 19], { width: 1086, height: 570 })).toBe(false);
    expect(isBetterTurned([36, 36], { width: 1086, height: 570 })).toBe(false);
  });
});

describe("the sign of north", () => {
  it("points to where the north of the map is on the screen", () => {
    const north = turnedDungeon(dungeon(["$..", "...", "...", "..."], { chests: [[0, 0]] })).chests[0]!;
    expect(north, "the upper left corner is the upper right one now").toEqual([3, 0]);
    expect(northSign(true)).toBe("N →");
    expect(northSign(false)).toBe("N ↑");
  });
});
