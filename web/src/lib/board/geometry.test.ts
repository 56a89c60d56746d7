import { describe, expect, it } from "vitest";
import { bounded, centred, fit, held, inView, zoomAt } from "./camera";
import { type DungeonJson, UNIT, boxOf, cellsPath, groups, hiddenCells, isOpen, labelPlace, ledges, noise, openCells, outline, standsUpright, wallSegments, withHidden } from "./geometry";
import { drawStone } from "./stone";

function dungeon(rows: string[], more: Partial<DungeonJson> = {}): DungeonJson {
  return {
    id: "test",
    name: "Test",
    edition: "official",
    size: [rows[0]!.length, rows.length],
    rows,
    levels: null,
    below: null,
    borders: [],
    teams: ["A", "B"],
    zones: {},
    setup: {},
    chests: [],
    teleporters: [],
    tiles: [],
    doorways: [],
    doors: [],
    passages: [],
    ladders: [],
    inscriptions: [],
    rooms: [],
    ...more,
  };
}

describe("squares and walls", () => {
  it("knows rock from floor, and nothing beyond the edge", () => {
    const small = dungeon(["#.", ".."]);
    expect(isOpen(small, 0, 0)).toBe(false);
    expect(isOpen(small, 1, 0)).toBe(true);
    expect(isOpen(small, 2, 0)).toBe(false);
    expect(isOpen(small, 0, -1)).toBe(false);
    expect(openCells(small)).toEqual([[1, 0], [0, 1], [1, 1]]);
  });

  it("walls a room in with four long segments", () => {
    const walls = wallSegments(dungeon(["..", ".."]));
    expect(walls).toHaveLength(4);
    expect(walls).toContainEqual({ x1: 0, y1: 0, x2: 2, y2: 0 });
    expect(walls).toContainEqual({ x1: 2, y1: 0, x2: 2, y2: 2 });
  });

  it("draws closed borders between open squares", () => {
    const walls = wallSegments(dungeon(["...", "..."], { borders: [[0, 0, "E"], [1, 0, "S"]] }));
    expect(walls).toContainEqual({ x1: 1, y1: 0, x2: 1, y2: 1 });
    expect(walls).toContainEqual({ x1: 1, y1: 1, x2: 2, y2: 1 });
  });

  it("joins squares of a row into one stroke of the path", () => {
    expect(cellsPath([[0, 0], [1, 0], [3, 0]], 10)).toBe("M0 0h20v10h-20zM30 0h10v10h-10z");
  });

  it("goes round a region once", () => {
    expect(outline([[0, 0], [1, 0]])).toHaveLength(6);
  });

  it("takes an idol of four squares for one", () => {
    const found = groups(dungeon(["II.I", "II.."]), "I");
    expect(found.map((group) => group.length).sort()).toEqual([1, 4]);
    expect(boxOf(found.find((group) => group.length === 4)!)).toEqual({ x: 0, y: 0, width: 2 * UNIT, height: 2 * UNIT });
  });

  it("draws the same stone twice", () => {
    const small = dungeon(["...", "#.."]);
    expect(drawStone(small)).toEqual(drawStone(small));
    expect(noise(3, 4, 1)).toBe(noise(3, 4, 1));
    expect(noise(3, 4, 1)).not.toBe(noise(4, 3, 1));
  });
});

describe("the camera", () => {
  const board = { width: 400, height: 200 };
  const screen = { width: 800, height: 800 };

  it("shows the whole board in the middle", () => {
    expect(fit(board, screen, 0)).toEqual({ scale: 2, x: 0, y: 200 });
  });

  it("fits a part of the board that does not begin at its origin", () => {
    expect(fit({ x: 100, y: 50, width: 200, height: 100 }, screen, 0)).toEqual({ scale: 4, x: -400, y: 0 });
  });

  it("shows no bare ground where there is more board to see, and a small board in the middle", () => {
    expect(held({ scale: 4, x: 300, y: 300 }, board, screen, 0)).toEqual({ scale: 4, x: 0, y: 0 });
    expect(held({ scale: 4, x: -9000, y: -9000 }, board, screen, 0)).toEqual({ scale: 4, x: -800, y: 0 });
    expect(held({ scale: 1, x: -50, y: 700 }, board, screen, 10)).toEqual({ scale: 1, x: 200, y: 300 });
  });

  it("zooms about the point under the finger", () => {
    const before = { scale: 1, x: 10, y: 20 };
    const after = zoomAt(before, 2, { x: 110, y: 120 }, 0.1, 10);
    expect((110 - after.x) / after.scale).toBeCloseTo((110 - before.x) / before.scale);
    expect(zoomAt(before, 100, { x: 0, y: 0 }, 0.1, 3).scale).toBe(3);
  });

  it("never loses the board", () => {
    const far = bounded({ scale: 1, x: 5000, y: -5000 }, board, screen);
    expect(far.x).toBeLessThan(screen.width);
    expect(far.y).toBeGreaterThan(-board.height);
  });

  it("brings a point into view", () => {
    const camera = { scale: 1, x: 0, y: 0 };
    expect(inView(camera, { x: 900, y: 10 }, screen)).toBe(false);
    expect(inView(centred(camera, { x: 900, y: 10 }, screen), { x: 900, y: 10 }, screen)).toBe(true);
  });
});

describe("what the larger game has", () => {
  it("draws the hidden square of a passage in the rock between its ends", () => {
    const halls = dungeon(["..###..", "..###..", "..###.."], { passages: [{ id: "s", ends: [[1, 1], [5, 1]] }] });
    expect(hiddenCells(halls).get("s")).toEqual([3, 1]);
    const board = { squares: [[1, 1, 0], [-1, -1, 0]] as [number, number, number][], labels: ["(1,1)", "passage s"], dungeon: halls as unknown as Record<string, unknown> };
    expect(withHidden(board).squares[1]).toEqual([3, 1, 0]);
  });
  it("tells a drop from a step", () => {
    const raised = dungeon(["..."], { levels: [".12".replace(".", "0")] });
    expect(ledges(raised).drops).toEqual([]);
    expect(ledges(raised).steps).toHaveLength(2);
    expect(ledges(dungeon([".."], { levels: ["02"] })).drops).toEqual([{ x1: 1, y1: 0, x2: 1, y2: 1 }]);
  });
  it("knows which way a door faces", () => {
    const wall = dungeon([".#.", ".=.", ".#."]);
    expect(standsUpright(wall, 1, 1)).toBe(true);
    expect(standsUpright(dungeon(["...", "#=#", "..."]), 1, 1)).toBe(false);
  });
});

describe("the name of a room", () => {
  const room = (width: number, height: number): [number, number][] => Array.from({ length: width * height }, (_, index) => [index % width, Math.floor(index / width)]);

  it("stands in the middle", () => {
    expect(labelPlace(room(4, 4), "Crypt")).toEqual({ x: 2 * UNIT, y: 2 * UNIT });
    expect(labelPlace(room(4, 4), "Crypt", [[9, 9]])).toEqual({ x: 2 * UNIT, y: 2 * UNIT });
  });

  it("keeps clear of a portal and of a chest", () => {
    const things: [number, number][] = [
      [0, 1],
      [3, 3],
    ];
    const { x, y } = labelPlace(room(4, 4), "Treasure Room", things);
    expect(x).toBe(2 * UNIT);
    for (const thing of things) expect(Math.abs((thing[1] + 0.5) * UNIT - y)).toBeGreaterThan(UNIT / 2);
  });

  it("stays in the middle where there is no free line, and out of the rock", () => {
    expect(labelPlace(room(3, 1), "Hall", [[1, 0]])).toEqual({ x: 1.5 * UNIT, y: 0.5 * UNIT });
  });
});
