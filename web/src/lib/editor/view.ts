/** What the board draws of a dungeon that is being built, before the server has looked at it and after. */

import type { DungeonJson } from "../board/geometry";
import { heights } from "./areas";
import { type Model, type Point, ROCK, type Shapes, area, squaresOf } from "./model";

function blank(model: Model): DungeonJson {
  return {
    id: "draft",
    name: model.name,
    edition: model.edition,
    size: [model.size[0], model.size[1]],
    rows: [],
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
  };
}

/** The canvas as it is, without walls that only the server knows of. */
export function sketch(model: Model, shapes: Shapes): DungeonJson {
  const json = blank(model);
  const cells = Array.from({ length: model.size[1] }, (_, y) => (model.rows[y] ?? "").padEnd(model.size[0], ROCK).split(""));
  const tokens = model.tokens.slice();
  const rooms = new Map<string, [number, number][]>();
  if (model.form === "tiles") {
    for (const tile of model.tiles) {
      const room = shapes.get(tile.id)?.room;
      for (const { at, character } of squaresOf(tile, shapes)) {
        if (cells[at[1]]?.[at[0]] === undefined) continue;
        cells[at[1]]![at[0]] = character;
        if (room) rooms.set(room, [...(rooms.get(room) ?? []), [at[0], at[1]]]);
      }
    }
  } else {
    cells.forEach((row, y) =>
      row.forEach((character, x) => {
        if (character !== "$" && !/[0-9]/.test(character)) return;
        tokens.push({ at: [x, y], character });
        row[x] = ".";
      }),
    );
    for (const room of model.rooms) {
      const [x, y, w, h] = room.area;
      const inside = area([x, y], [x + w - 1, y + h - 1]).filter(([cx, cy]) => (cells[cy]?.[cx] ?? ROCK) !== ROCK);
      rooms.set(room.rule, [...(rooms.get(room.rule) ?? []), ...inside.map(([cx, cy]): [number, number] => [cx, cy])]);
    }
  }
  cells.forEach((row, y) =>
    row.forEach((character, x) => {
      if (/[ABCD]/.test(character)) (json.zones[character] ??= []).push([x, y]);
    }),
  );
  json.zones = Object.fromEntries(Object.entries(json.zones).sort(([a], [b]) => a.localeCompare(b)));
  json.rows = cells.map((row) => row.join(""));
  json.levels = model.form === "map" ? heights(model) : null;
  json.chests = tokens.filter((token) => token.character === "$").map((token) => token.at);
  json.teleporters = tokens.filter((token) => token.character !== "$").map((token) => ({ n: Number(token.character) || 10, at: token.at }));
  json.rooms = [...rooms].filter(([, squares]) => squares.length > 0).map(([room, squares]) => ({ room, squares }));
  return json;
}

/** A dungeon of the server on the canvas of the editor. */
export function onCanvas(json: DungeonJson, origin: Point, size: Point): DungeonJson {
  const [dx, dy] = origin;
  const move = (at: [number, number]): [number, number] => [at[0] + dx, at[1] + dy];
  const border = (at: [number, number, string]): [number, number, string] => [at[0] + dx, at[1] + dy, at[2]];
  const pad = (rows: string[], fill: string): string[] =>
    Array.from({ length: size[1] }, (_, y) => (fill.repeat(dx) + (rows[y - dy] ?? "")).padEnd(size[0], fill).slice(0, size[0]));
  const zones = (list: Record<string, [number, number][]>): Record<string, [number, number][]> =>
    Object.fromEntries(Object.entries(list).map(([letter, squares]) => [letter, squares.map(move)]));
  return {
    ...json,
    size: [size[0], size[1]],
    rows: pad(json.rows, ROCK),
    levels: json.levels ? pad(json.levels, ROCK) : null,
    below: json.below ? pad(json.below, ROCK) : null,
    borders: json.borders.map(border),
    zones: zones(json.zones),
    setup: zones(json.setup),
    chests: json.chests.map(move),
    teleporters: json.teleporters.map((portal) => ({ ...portal, at: move(portal.at) })),
    tiles: json.tiles.map((tile) => ({ ...tile, squares: tile.squares.map(move) })),
    doorways: json.doorways.map((doorway) => ({ ...doorway, borders: doorway.borders.map(border) })),
    doors: json.doors.map((door) => ({ ...door, at: door.at && move(door.at), border: door.border && border(door.border) })),
    passages: json.passages.map((passage) => ({ ...passage, ends: passage.ends.map(move) })),
    ladders: json.ladders.map((ladder) => ({ ...ladder, foot: move(ladder.foot), top: move(ladder.top) })),
    inscriptions: json.inscriptions.map((rune) => ({ ...rune, at: move(rune.at) })),
    rooms: json.rooms.map((room) => ({ ...room, squares: room.squares.map(move) })),
  };
}

export interface Fault<Problem> {
  problem: Problem;
  squares: [number, number][];
  count: number;
}

/** Problems that differ in nothing but the square they are about, as one. */
export function gathered<Problem extends { rule: string; severity: string; text: string; squares: [number, number][] }>(problems: readonly Problem[]): Fault<Problem>[] {
  const found = new Map<string, Fault<Problem>>();
  for (const problem of problems) {
    const same = `${problem.rule} ${problem.severity} ${problem.text.replace(/\(\d+, ?\d+\)/g, "()")}`;
    const before = found.get(same);
    if (before) {
      before.squares = [...before.squares, ...problem.squares];
      before.count += 1;
    } else found.set(same, { problem, squares: [...problem.squares], count: 1 });
  }
  return [...found.values()];
}
