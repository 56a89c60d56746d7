/** A dungeon in the editor: tiles with tokens on them, or a map painted square by square, and its file. */

import type { DungeonJson } from "../board/geometry";
import { t } from "../languages";
import type { DungeonChecked, TileShape, Token } from "../wire";

export type Point = readonly [number, number];
export type Rotation = 0 | 90 | 180 | 270;

export interface PlacedTile {
  id: string;
  at: Point; // top left of its box after turning
  rot: Rotation;
}

export interface RoomArea {
  rule: string;
  area: [number, number, number, number];
}

export interface Model {
  form: "tiles" | "map";
  edition: string;
  name: string;
  /** Keys of the file that the editor leaves as they are, with their values as written. */
  header: Record<string, string>;
  size: Point; // of the canvas; of the map itself where it is painted
  tiles: PlacedTile[];
  tokens: Token[];
  rows: string[];
  rooms: RoomArea[];
}

export const ROCK = "#";
const MARGIN = 5;
const LEAST: Point = [30, 18];
const OWN_KEYS = new Set(["format", "id", "name", "edition", "tile", "room", "map", "plan"]);
const key = (at: Point): string => `${at[0]},${at[1]}`;

// --- tiles -----------------------------------------------------------------------------------------------------------

/** Rows turned clockwise. */
export function turned(rows: readonly string[], rotation: Rotation): string[] {
  let found = [...rows];
  for (let quarter = 0; quarter < rotation / 90; quarter += 1) {
    const before = found;
    found = Array.from({ length: before[0]?.length ?? 0 }, (_, column) =>
      Array.from({ length: before.length }, (_, row) => before[before.length - 1 - row]![column]!).join(""),
    );
  }
  return found;
}

export type Shapes = ReadonlyMap<string, TileShape>;

export function squaresOf(tile: PlacedTile, shapes: Shapes): { at: Point; character: string }[] {
  const shape = shapes.get(tile.id);
  if (!shape) return [];
  return turned(shape.rows, tile.rot).flatMap((row, y) =>
    [...row].map((character, x) => ({ at: [tile.at[0] + x, tile.at[1] + y] as const, character })).filter((square) => square.character !== ROCK),
  );
}

export function tileAt(model: Model, shapes: Shapes, at: Point): PlacedTile | undefined {
  return model.tiles.findLast((tile) => squaresOf(tile, shapes).some((square) => square.at[0] === at[0] && square.at[1] === at[1]));
}

export function placeTile(model: Model, id: string, at: Point, rot: Rotation): Model {
  return { ...model, tiles: [...model.tiles.filter((tile) => tile.id !== id), { id, at, rot }] };
}

export function removeTile(model: Model, shapes: Shapes, id: string): Model {
  const tile = model.tiles.find((entry) => entry.id === id);
  if (!tile) return model;
  const covered = new Set(squaresOf(tile, shapes).map((square) => key(square.at)));
  return {
    ...model,
    tiles: model.tiles.filter((entry) => entry.id !== id),
    tokens: model.tokens.filter((token) => !covered.has(key(token.at))),
  };
}

/** Move or turn a tile; what lies on it goes along. */
export function shiftTile(model: Model, shapes: Shapes, id: string, by: Point): Model {
  const tile = model.tiles.find((entry) => entry.id === id);
  if (!tile) return model;
  const covered = new Set(squaresOf(tile, shapes).map((square) => key(square.at)));
  const moved = (at: Point): [number, number] => [at[0] + by[0], at[1] + by[1]];
  return {
    ...model,
    tiles: model.tiles.map((entry) => (entry.id === id ? { ...entry, at: moved(entry.at) } : entry)),
    tokens: model.tokens.map((token) => (covered.has(key(token.at)) ? { ...token, at: moved(token.at) } : token)),
  };
}

export function turnTile(model: Model, shapes: Shapes, id: string): Model {
  const tile = model.tiles.find((entry) => entry.id === id);
  const shape = shapes.get(id);
  if (!tile || !shape) return model;
  const height = turned(shape.rows, tile.rot).length;
  const covered = new Set(squaresOf(tile, shapes).map((square) => key(square.at)));
  return {
    ...model,
    tiles: model.tiles.map((entry) => (entry.id === id ? { ...entry, rot: ((entry.rot + 90) % 360) as Rotation } : entry)),
    tokens: model.tokens.map((token) => {
      if (!covered.has(key(token.at))) return token;
      const [x, y] = [token.at[0] - tile.at[0], token.at[1] - tile.at[1]];
      return { ...token, at: [tile.at[0] + height - 1 - y, tile.at[1] + x] };
    }),
  };
}

/** A tile of the box that has the same form as another one and is not laid yet. */
export function twinOf(model: Model, shapes: Shapes, id: string): string {
  const form = (rows: readonly string[]): string => rows.join("/").replace(/[AB]/g, "Z");
  const wanted = shapes.get(id);
  if (!wanted) return "";
  const laid = new Set(model.tiles.map((tile) => tile.id));
  return [...shapes.values()].find((shape) => !laid.has(shape.id) && shape.kind === wanted.kind && !shape.room && form(shape.rows) === form(wanted.rows))?.id ?? "";
}

/** Where a half turn of everything that is laid leads a tile. */
export function turnedAbout(model: Model, shapes: Shapes, id: string): PlacedTile | null {
  const tile = model.tiles.find((entry) => entry.id === id);
  const shape = shapes.get(id);
  if (!tile || !shape) return null;
  const squares = model.tiles.flatMap((entry) => squaresOf(entry, shapes)).map((square) => square.at);
  const across = (axis: 0 | 1): number => Math.min(...squares.map((at) => at[axis])) + Math.max(...squares.map((at) => at[axis]));
  const box = turned(shape.rows, tile.rot);
  return { id, at: [across(0) - tile.at[0] - (box[0]?.length ?? 1) + 1, across(1) - tile.at[1] - box.length + 1], rot: ((tile.rot + 180) % 360) as Rotation };
}

/** A chest or portal goes to another square; not where something lies or there is no floor. */
export function moveToken(model: Model, shapes: Shapes, from: Point, to: Point): Model {
  if (!tileAt(model, shapes, to) || model.tokens.some((token) => key(token.at) === key(to))) return model;
  return { ...model, tokens: model.tokens.map((token) => (key(token.at) === key(from) ? { ...token, at: [to[0], to[1]] } : token)) };
}

/** Put a chest or a portal on a square, or take away what is there (null). There is one portal of each number. */
export function setToken(model: Model, at: Point, character: string | null): Model {
  const here = model.tokens.find((token) => key(token.at) === key(at));
  let tokens = model.tokens.filter((token) => token !== here);
  if (character !== null && here?.character !== character) {
    if (character !== "$") tokens = tokens.filter((token) => token.character !== character);
    tokens = [...tokens, { at: [at[0], at[1]], character }];
  }
  return { ...model, tokens };
}

// --- maps ------------------------------------------------------------------------------------------------------------

/** Squares of a map become something else. A rune says of which `college` it is. */
export function paint(model: Model, cells: readonly Point[], character: string, college = ""): Model {
  const rows = model.rows.map((row) => [...row]);
  if (/[0-9]/.test(character)) {
    for (const row of rows) row.forEach((found, x) => found === character && (row[x] = "."));
  }
  const changed = new Set<string>();
  for (const [x, y] of cells) {
    if (rows[y]?.[x] === undefined || rows[y]![x] === character) continue;
    rows[y]![x] = character;
    changed.add(`[${x}, ${y}]`);
  }
  const header = withoutPlaces(model.header, changed, character === ROCK ? [...PLACED, "barrier"] : PLACED);
  if (character === "*" && college) Object.assign(header, withRunes(header, changed, college));
  return { ...model, header, rows: rows.map((row) => row.join("")) };
}

/** Runes that were written now form one circle of their college. */
function withRunes(header: Record<string, string>, places: ReadonlySet<string>, college: string): Record<string, string> {
  if (places.size === 0) return {};
  const lines = header.inscription?.split("\n").slice(1, -1) ?? [];
  const circle = 1 + Math.max(0, ...lines.map((line) => Number(/circle = (\d+)/.exec(line)?.[1] ?? 0)));
  const added = [...places].map((place) => `  { at = ${place}, college = ${quoted(college)}, circle = ${circle} },`);
  return { inscription: `[\n${[...lines, ...added].join("\n")}\n]` };
}

const PLACED = ["door", "inscription", "ladder", "trap"];

/** What the file says of single squares, without the squares that are something else now. */
function withoutPlaces(header: Record<string, string>, changed: ReadonlySet<string>, names: readonly string[]): Record<string, string> {
  const kept = { ...header };
  for (const name of names) {
    const lines = kept[name]?.split("\n").slice(1, -1);
    if (!lines) continue;
    const left = lines.filter((line) => !(line.match(/\[\d+, \d+\]/g) ?? []).some((place) => changed.has(place)));
    if (left.length === 0) delete kept[name];
    else kept[name] = `[\n${left.join("\n")}\n]`;
  }
  return kept;
}

export function area(from: Point, to: Point): Point[] {
  const found: Point[] = [];
  for (let y = Math.min(from[1], to[1]); y <= Math.max(from[1], to[1]); y += 1) {
    for (let x = Math.min(from[0], to[0]); x <= Math.max(from[0], to[0]); x += 1) found.push([x, y]);
  }
  return found;
}

/** The square that a half turn of the whole map leads to. */
export function opposite(model: Model, at: Point): Point {
  return [model.size[0] - 1 - at[0], model.size[1] - 1 - at[1]];
}

/** What stands on the other side for a sign: the other end zone, the next portal of a pair, else the same. */
export function counterpart(character: string): string {
  const pairs: Record<string, string> = { A: "B", B: "A", "1": "2", "2": "1", "3": "4", "4": "3", "5": "6", "6": "5" };
  return pairs[character] ?? character;
}

export function resized(model: Model, width: number, height: number): Model {
  const rows = Array.from({ length: height }, (_, y) => (model.rows[y] ?? "").slice(0, width).padEnd(width, ROCK));
  return { ...model, rows, size: [width, height] };
}

export function addRoom(model: Model, rule: string, from: Point, to: Point): Model {
  const x = Math.min(from[0], to[0]);
  const y = Math.min(from[1], to[1]);
  const box: RoomArea["area"] = [x, y, Math.abs(from[0] - to[0]) + 1, Math.abs(from[1] - to[1]) + 1];
  return { ...model, rooms: [...model.rooms, { rule, area: box }] };
}

export function removeRoomAt(model: Model, at: Point): Model {
  const inside = ({ area: [x, y, w, h] }: RoomArea): boolean => at[0] >= x && at[0] < x + w && at[1] >= y && at[1] < y + h;
  const last = model.rooms.findLastIndex(inside);
  return last < 0 ? model : { ...model, rooms: model.rooms.filter((_, index) => index !== last) };
}

// --- files -----------------------------------------------------------------------------------------------------------

/** The keys of a canonical file with their values as written. */
export function keysOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  let open = "";
  let until = "";
  for (const line of text.split("\n")) {
    if (until) {
      found[open] += `\n${line}`;
      if (line.startsWith(until)) until = "";
      continue;
    }
    const begins = /^([a-z_]+) = (.*)$/.exec(line);
    if (!begins) continue;
    open = begins[1]!;
    found[open] = begins[2]!;
    if (begins[2] === "[") until = "]";
    else if (begins[2] === "'''") until = "'''";
  }
  return found;
}

export function quoted(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, " ");
  return `"${plain.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** The id of a dungeon, from its name: what a file may be called. */
export function idOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  return plain || "my-dungeon";
}

/** The dungeon that the server has read, for the editor; null where only its text can be edited. */
export function modelOf(checked: DungeonChecked): Model | null {
  if (!checked.board) return null;
  const json = checked.board.dungeon as unknown as DungeonJson;
  const keys = keysOf(checked.text);
  const header = Object.fromEntries(Object.entries(keys).filter(([name]) => !OWN_KEYS.has(name)));
  const shared = { edition: json.edition, name: json.name, header };
  if (keys.tile !== undefined) {
    const tiles = [...keys.tile.matchAll(/id = "(\w+)", at = \[(\d+), (\d+)\], rot = (\d+)/g)].map((found): PlacedTile => ({
      id: found[1]!,
      at: [Number(found[2]), Number(found[3])],
      rot: Number(found[4]) as Rotation,
    }));
    const tokens: Token[] = [
      ...json.chests.map((at): Token => ({ at, character: "$" })),
      ...json.teleporters.map((portal): Token => ({ at: portal.at, character: String(portal.n % 10) })),
    ];
    const model: Model = { ...shared, form: "tiles", size: json.size, tiles, tokens, rows: [], rooms: [] };
    return roomy(model, json.size);
  }
  if (keys.map === undefined) return null;
  const drawn = keys.map.split("\n").slice(1, -1);
  const width = Math.max(...drawn.map((row) => row.length));
  const rooms = [...(keys.room ?? "").matchAll(/rule = "([^"]*)", area = \[(\d+), (\d+), (\d+), (\d+)\]/g)].map((found): RoomArea => ({
    rule: found[1]!,
    area: [Number(found[2]), Number(found[3]), Number(found[4]), Number(found[5])],
  }));
  const rows = drawn.map((row) => row.padEnd(width, ROCK));
  return { ...shared, form: "map", size: [width, rows.length], tiles: [], tokens: [], rows, rooms };
}

/** The same with room about the tiles to build on. */
function roomy(model: Model, used: Point): Model {
  const size: Point = [Math.max(LEAST[0], used[0] + 2 * MARGIN), Math.max(LEAST[1], used[1] + 2 * MARGIN)];
  const by: Point = [Math.floor((size[0] - used[0]) / 2), Math.floor((size[1] - used[1]) / 2)];
  return {
    ...model,
    size,
    tiles: model.tiles.map((tile) => ({ ...tile, at: [tile.at[0] + by[0], tile.at[1] + by[1]] as const })),
    tokens: model.tokens.map((token) => ({ ...token, at: [token.at[0] + by[0], token.at[1] + by[1]] })),
  };
}

/** Where the file's square (0, 0) lies on the canvas. */
export function originOf(model: Model, shapes: Shapes): Point {
  if (model.form === "map") return [0, 0];
  const squares = model.tiles.flatMap((tile) => squaresOf(tile, shapes)).map((square) => square.at);
  if (squares.length === 0) return [0, 0];
  return [Math.min(...squares.map((at) => at[0])), Math.min(...squares.map((at) => at[1]))];
}

const ORDER = ["layout", "symmetry", "teams", "setup", "tile", "doorway", "room", "door", "barrier", "inscription", "ladder", "trap", "notes", "levels", "below"];

/** The text of the file: whole for a map, without its picture for tiles. */
export function textOf(model: Model, shapes: Shapes): string {
  const lines = ["format = 1", `id = ${quoted(idOf(model.name))}`, `name = ${quoted(model.name.trim() || t("Untitled"))}`, `edition = ${quoted(model.edition)}`];
  const header = { ...model.header };
  if (model.form === "tiles") {
    const [x, y] = originOf(model, shapes);
    const used = new Set(model.tiles.map((tile) => tile.id));
    if (header.doorway !== undefined) header.doorway = doorwaysOf(header.doorway, used);
    header.tile = `[\n${model.tiles.map((tile) => `  { id = "${tile.id}", at = [${tile.at[0] - x}, ${tile.at[1] - y}], rot = ${tile.rot} },`).join("\n")}\n]`;
  } else if (model.rooms.length > 0) {
    header.room = `[\n${model.rooms.map((room) => `  { rule = ${quoted(room.rule)}, area = [${room.area.join(", ")}] },`).join("\n")}\n]`;
  }
  for (const name of ORDER) if (header[name]) lines.push(`${name} = ${header[name]}`);
  if (model.form === "map") lines.push("map = '''", ...model.rows, "'''");
  return `${lines.join("\n")}\n`;
}

/** The chosen doorways, as far as both of their tiles are still there. */
function doorwaysOf(written: string, used: ReadonlySet<string>): string {
  const kept = written
    .split("\n")
    .slice(1, -1)
    .filter((line) => [...line.matchAll(/"(\w+)"/g)].every((name) => used.has(name[1]!)));
  return kept.length > 0 ? `[\n${kept.join("\n")}\n]` : "";
}

export function emptyModel(model: Model): Model {
  const header = Object.fromEntries(Object.entries(model.header).filter(([name]) => name === "layout" || name === "teams"));
  const rows = model.rows.map((row, y) =>
    [...row].map((_, x) => (x === 0 || y === 0 || x === model.size[0] - 1 || y === model.size[1] - 1 ? ROCK : ".")).join(""),
  );
  return { ...model, name: t("Untitled"), header, tiles: [], tokens: [], rooms: [], rows };
}
