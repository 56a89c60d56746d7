/**
 * A dungeon turned by a quarter, clockwise: a wide one stands upright on a phone, a tall one lies down on a desk. The shape
 * itself is turned, not the drawing, so that names, numbers and figures stay upright.
 */

import type { Board } from "../wire";
import { type DungeonJson, ROCK, hiddenCells } from "./geometry";
import { fit } from "./camera";

type Square = [number, number];
type Border = [number, number, string];

/** A turned dungeon must have squares so much larger: a board that turns for a hair's breadth confuses. */
const WORTH_IT = 1.12;

export function turnedDungeon(dungeon: DungeonJson): DungeonJson {
  const [width, height] = dungeon.size;
  const cell = ([x, y]: Square): Square => [height - 1 - y, x];
  // The eastern border of a square becomes its southern one; the southern one becomes the eastern one of the square beyond.
  const border = ([x, y, side]: Border): Border => (side === "E" ? [height - 1 - y, x, "S"] : [height - 2 - y, x, "E"]);
  const rows = (map: string[], blank: string): string[] =>
    Array.from({ length: width }, (_, x) => Array.from({ length: height }, (_, at) => map[height - 1 - at]?.[x] ?? blank).join(""));
  const named = (squares: Record<string, Square[]>): Record<string, Square[]> =>
    Object.fromEntries(Object.entries(squares).map(([name, list]) => [name, list.map(cell)]));
  return {
    ...dungeon,
    size: [height, width],
    rows: rows(dungeon.rows, ROCK),
    levels: dungeon.levels && rows(dungeon.levels, "0"),
    below: dungeon.below && rows(dungeon.below, ROCK),
    borders: dungeon.borders.map(border),
    zones: named(dungeon.zones),
    setup: named(dungeon.setup),
    chests: dungeon.chests.map(cell),
    teleporters: dungeon.teleporters.map((portal) => ({ ...portal, at: cell(portal.at) })),
    tiles: dungeon.tiles.map((tile) => ({ ...tile, squares: tile.squares.map(cell) })),
    doorways: dungeon.doorways.map((doorway) => ({ ...doorway, borders: doorway.borders.map(border) })),
    doors: dungeon.doors.map((door) => ({
      ...door,
      ...(door.at ? { at: cell(door.at) } : {}),
      ...(door.border ? { border: border(door.border) } : {}),
    })),
    passages: dungeon.passages.map((passage) => ({ ...passage, ends: passage.ends.map(cell) })),
    ladders: dungeon.ladders.map((ladder) => ({ ...ladder, foot: cell(ladder.foot), top: cell(ladder.top) })),
    inscriptions: dungeon.inscriptions.map((rune) => ({ ...rune, at: cell(rune.at) })),
    rooms: dungeon.rooms.map((room) => ({ ...room, squares: room.squares.map(cell) })),
  };
}

/** The board of a match, turned. The squares inside passages, which no map shows, find their places in the rock anew. */
export function turnedBoard(board: Board): Board {
  const before = board.dungeon as unknown as DungeonJson;
  const dungeon = turnedDungeon(before);
  const hidden = hiddenCells(dungeon);
  const squares = board.squares.map(([x, y, layer], node): [number, number, number] => {
    const inside = hidden.get((board.labels[node] ?? "").replace(/^passage /, ""));
    return inside ? [inside[0], inside[1], layer] : [before.size[1] - 1 - y, x, layer];
  });
  return { ...board, dungeon: dungeon as unknown as Record<string, unknown>, squares };
}

/** The direction in the dungeon that lies in a direction of the screen: 0 is north or up, clockwise. */
export function directionInDungeon(direction: number, turned: boolean): number {
  return turned ? (direction + 6) % 8 : direction;
}

/** Whether a dungeon of so many squares is better looked at turned, in a room of so many pixels. */
export function isBetterTurned([width, height]: readonly [number, number], room: { width: number; height: number }): boolean {
  return fit({ width: height, height: width }, room, 0).scale > WORTH_IT * fit({ width, height }, room, 0).scale;
}

/** Where north is on the screen: the words of the log go by the compass of the map. */
export function northSign(turned: boolean): string {
  return turned ? "N →" : "N ↑";
}
