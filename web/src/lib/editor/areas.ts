/** A painted map by areas and layers: heights, ladders, barriers; things moved; areas copied; one half mirrored. */

import { type Model, type Point, ROCK, type RoomArea, area, counterpart, opposite } from "./model";

/** Keys of the file that speak of single squares, one entry a line. */
export const LISTED = ["door", "barrier", "inscription", "ladder", "trap"] as const;
type Listed = (typeof LISTED)[number];
const LAYERS = ["levels", "below"] as const;
const PLACE = /\[(\d+), (\d+)\]/g;

export const linesOf = (header: Readonly<Record<string, string>>, name: string): string[] => header[name]?.split("\n").slice(1, -1) ?? [];
export const placesOf = (line: string): Point[] => [...line.matchAll(PLACE)].map((found): Point => [Number(found[1]), Number(found[2])]);
const same = (a: Point, b: Point): boolean => a[0] === b[0] && a[1] === b[1];
const withPlaces = (line: string, to: (at: Point) => Point): string =>
  line.replace(PLACE, (_, x: string, y: string) => {
    const at = to([Number(x), Number(y)]);
    return `[${at[0]}, ${at[1]}]`;
  });

/** The header with other lines under a key; without the key where none is left. */
export function withLines(header: Readonly<Record<string, string>>, name: string, lines: readonly string[]): Record<string, string> {
  const { [name]: _before, ...rest } = header;
  return lines.length > 0 ? { ...rest, [name]: `[\n${lines.join("\n")}\n]` } : rest;
}

// --- layers ----------------------------------------------------------------------------------------------------------

function layer(model: Model, name: (typeof LAYERS)[number]): string[][] | null {
  const written = model.header[name];
  if (written === undefined) return null;
  const rows = written.split("\n").slice(1, -1);
  return Array.from({ length: model.size[1] }, (_, y) => (rows[y] ?? "").slice(0, model.size[0]).padEnd(model.size[0], ROCK).split(""));
}

function withLayer(header: Readonly<Record<string, string>>, name: (typeof LAYERS)[number], rows: readonly (readonly string[])[]): Record<string, string> {
  const { [name]: _before, ...rest } = header;
  const empty = name === "levels" ? /^[.#]*$/ : /^#*$/;
  return rows.every((row) => empty.test(row.join(""))) ? rest : { ...rest, [name]: `'''\n${rows.map((row) => row.join("")).join("\n")}\n'''` };
}

/** The heights of all squares, as the file writes them; null if everything is on the ground. */
export function heights(model: Model): string[] | null {
  return layer(model, "levels")?.map((row) => row.join("")) ?? null;
}

export function heightAt(model: Model, at: Point): number {
  return Number(heights(model)?.[at[1]]?.[at[0]]) || 0;
}

/** Layers of the size of the map, with heights where there is floor and nowhere else. */
export function fitted(model: Model): Model {
  let { header } = model;
  for (const name of LAYERS) {
    const rows = layer(model, name);
    if (!rows) continue;
    rows.forEach((row, y) =>
      row.forEach((found, x) => {
        const rock = (model.rows[y]?.[x] ?? ROCK) === ROCK;
        if (rock && name === "levels") row[x] = ROCK;
        else if (!rock && name === "levels" && found === ROCK) row[x] = ".";
        else if (rock) row[x] = ROCK;
      }),
    );
    header = withLayer(header, name, rows);
  }
  return { ...model, header };
}

export function setHeight(model: Model, cells: readonly Point[], level: number): Model {
  const rows = layer(model, "levels") ?? model.rows.map((row) => [...row].map((character) => (character === ROCK ? ROCK : ".")));
  for (const [x, y] of cells) {
    if ((model.rows[y]?.[x] ?? ROCK) !== ROCK) rows[y]![x] = level > 0 ? String(level) : ".";
  }
  return { ...model, header: withLayer(model.header, "levels", rows) };
}

// --- ladders and barriers --------------------------------------------------------------------------------------------

/** A ladder from a square to another one. The foot is a sign of the map, the rest stands in the list. */
export function addLadder(model: Model, foot: Point, top: Point): Model {
  const before = model.rows[foot[1]]?.[foot[0]];
  if (before === undefined || before === ROCK) return model;
  const lines = linesOf(model.header, "ladder").filter((line) => !placesOf(line).slice(0, 1).some((at) => same(at, foot)));
  const rows = model.rows.map((row, y) => (y === foot[1] ? `${row.slice(0, foot[0])}H${row.slice(foot[0] + 1)}` : row));
  return { ...model, rows, header: withLines(model.header, "ladder", [...lines, `  { foot = [${foot[0]}, ${foot[1]}], top = [${top[0]}, ${top[1]}] },`]) };
}

export type BarrierSort = "wall" | "door" | "gate";

/** A barrier on the border of two squares; one of the same kind that is there already goes away. */
export function toggleBarrier(model: Model, one: Point, other: Point, sort: BarrierSort): Model {
  const [near, far] = one[0] + one[1] <= other[0] + other[1] ? [one, other] : [other, one];
  const lines = linesOf(model.header, "barrier");
  const here = (line: string): boolean => placesOf(line).every((at) => same(at, near) || same(at, far));
  const found = lines.find(here);
  const rest = lines.filter((line) => line !== found);
  if (found?.includes(`"${sort}"`)) return { ...model, header: withLines(model.header, "barrier", rest) };
  const added = `  { between = [[${near[0]}, ${near[1]}], [${far[0]}, ${far[1]}]], kind = "${sort}" },`;
  return { ...model, header: withLines(model.header, "barrier", [...rest, added]) };
}

export function besides(one: Point, other: Point): boolean {
  return Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) === 1;
}

// --- moving ----------------------------------------------------------------------------------------------------------

/** What stands on two squares of a map changes places, with what the file says of it. */
export function swapSquares(model: Model, from: Point, to: Point): Model {
  const [here, there] = [model.rows[from[1]]?.[from[0]], model.rows[to[1]]?.[to[0]]];
  if (here === undefined || there === undefined || same(from, to)) return model;
  const rows = model.rows.map((row, y) => [...row].map((found, x) => (same([x, y], from) ? there : same([x, y], to) ? here : found)).join(""));
  let { header } = model;
  const moved = (at: Point): Point => (same(at, from) ? to : same(at, to) ? from : at);
  for (const name of LISTED) {
    if (name === "barrier") continue;
    const lines = linesOf(header, name);
    // of a ladder only the foot is on the square that moves
    const first = (line: string): boolean => placesOf(line).slice(0, 1).some((at) => same(at, from) || same(at, to));
    if (lines.some(first)) header = withLines(header, name, lines.map((line) => (first(line) ? withPlaces(line, moved) : line)));
  }
  return fitted({ ...model, rows, header });
}

export function shiftRoom(model: Model, index: number, by: Point): Model {
  return { ...model, rooms: model.rooms.map((room, at) => (at === index ? { ...room, area: [room.area[0] + by[0], room.area[1] + by[1], room.area[2], room.area[3]] } : room)) };
}

export function roomAt(model: Model, at: Point): number {
  const inside = ({ area: [x, y, w, h] }: RoomArea): boolean => at[0] >= x && at[0] < x + w && at[1] >= y && at[1] < y + h;
  return model.rooms.findLastIndex(inside);
}

// --- copying ---------------------------------------------------------------------------------------------------------

/** A piece of a map to be laid down elsewhere; places count from its upper left corner. */
export interface Stamp {
  rows: string[];
  levels: string[] | null;
  lists: Partial<Record<Listed, string[]>>;
}

export function stampOf(model: Model, from: Point, to: Point): Stamp {
  const cells = area(from, to);
  const [x, y] = cells[0]!;
  const [right, bottom] = cells.at(-1)!;
  const cut = (rows: readonly string[]): string[] => rows.slice(y, bottom + 1).map((row) => row.slice(x, right + 1));
  const lists: Stamp["lists"] = {};
  for (const name of LISTED) {
    const inside = linesOf(model.header, name).filter((line) => placesOf(line).every((at) => at[0] >= x && at[0] <= right && at[1] >= y && at[1] <= bottom));
    if (inside.length > 0) lists[name] = inside.map((line) => withPlaces(line, (at) => [at[0] - x, at[1] - y]));
  }
  const levels = heights(model);
  return { rows: cut(model.rows), levels: levels ? cut(levels) : null, lists };
}

export function stampCells(stamp: Stamp, at: Point): Point[] {
  return area(at, [at[0] + (stamp.rows[0]?.length ?? 1) - 1, at[1] + stamp.rows.length - 1]);
}

const PORTALS = [..."123456"];

/** Lay a stamp down. A portal of a number that is on the map takes the next free one, or is left out. */
export function lay(model: Model, stamp: Stamp, at: Point): Model {
  const cells = stampCells(stamp, at).filter(([x, y]) => model.rows[y]?.[x] !== undefined);
  const covered = (place: Point): boolean => cells.some((cell) => same(cell, place));
  const outside = new Set(model.rows.flatMap((row, y) => [...row].filter((found, x) => /[0-9]/.test(found) && !covered([x, y]))));
  const signs = stamp.rows.map((row) =>
    [...row]
      .map((sign) => {
        if (!/[0-9]/.test(sign)) return sign;
        const free = outside.has(sign) ? PORTALS.find((number) => !outside.has(number)) : sign;
        if (free) outside.add(free);
        return free ?? ".";
      })
      .join(""),
  );
  const signAt = ([x, y]: Point): string => signs[y - at[1]]![x - at[0]]!;
  const rows = model.rows.map((row, y) => [...row].map((found, x) => (covered([x, y]) ? signAt([x, y]) : found)).join(""));
  let next: Model = { ...model, rows, header: without(model.header, covered) };
  for (const name of LISTED) {
    const added = (stamp.lists[name] ?? []).map((line) => withPlaces(line, (place) => [place[0] + at[0], place[1] + at[1]])).filter((line) => placesOf(line).every(covered));
    if (added.length > 0) next = { ...next, header: withLines(next.header, name, [...linesOf(next.header, name), ...renumbered(name, added, next.header)]) };
  }
  const { levels } = stamp;
  if (levels || heights(next)) {
    for (const cell of cells) next = setHeight(next, [cell], Number(levels?.[cell[1] - at[1]]?.[cell[0] - at[0]]) || 0);
  }
  return fitted(next);
}

/** The header without lines about these squares. */
function without(header: Readonly<Record<string, string>>, covered: (at: Point) => boolean): Record<string, string> {
  let found: Record<string, string> = { ...header };
  for (const name of LISTED) {
    const lines = linesOf(found, name);
    const left = lines.filter((line) => !placesOf(line).some(covered));
    if (left.length < lines.length) found = withLines(found, name, left);
  }
  return found;
}

/** Copied runes form circles of their own. */
function renumbered(name: Listed, lines: readonly string[], header: Readonly<Record<string, string>>): string[] {
  if (name !== "inscription") return [...lines];
  const highest = Math.max(0, ...linesOf(header, "inscription").map((line) => Number(/circle = (\d+)/.exec(line)?.[1] ?? 0)));
  return lines.map((line) => line.replace(/circle = (\d+)/, (_, circle: string) => `circle = ${Number(circle) + highest}`));
}

/** One half of a map, turned by half, becomes the other: the upper one of a tall map, the left one of a wide one. */
export function mirrored(model: Model): Model {
  const [width, height] = model.size;
  const first = ([x, y]: Point): boolean => (width >= height ? x < width / 2 - 0.5 || (x === (width - 1) / 2 && y < height / 2) : y < height / 2 - 0.5 || (y === (height - 1) / 2 && x < width / 2));
  const own = new Set(model.rows.flatMap((row, y) => [...row].filter((sign, x) => /[0-9]/.test(sign) && first([x, y]))));
  const given = new Map<string, string>();
  const turned = (sign: string): string => {
    if (!/[0-9]/.test(sign)) return counterpart(sign);
    const known = given.get(sign);
    if (known !== undefined) return known;
    const free = [counterpart(sign), ...PORTALS].find((number) => !own.has(number)) ?? ".";
    own.add(free);
    given.set(sign, free);
    return free;
  };
  const other = (at: Point): Point => opposite(model, at);
  const source = (at: Point): Point => (first(at) ? at : other(at));
  const rows = model.rows.map((row, y) => [...row].map((sign, x) => (first([x, y]) ? sign : same(other([x, y]), [x, y]) ? sign : turned(signOf(model, other([x, y]))))).join(""));
  let header = without(model.header, (at) => !first(at) && !same(other(at), at));
  for (const name of LISTED) {
    const lines = linesOf(header, name);
    const copies = lines.filter((line) => placesOf(line).every(first)).map((line) => withPlaces(line, other));
    if (copies.length > 0) header = withLines(header, name, [...lines, ...renumbered(name, copies, header)]);
  }
  for (const name of LAYERS) {
    const drawn = layer(model, name);
    if (drawn) header = withLayer(header, name, drawn.map((row, y) => row.map((_, x) => drawn[source([x, y])[1]]![source([x, y])[0]]!)));
  }
  const rooms = model.rooms.filter(({ area: [x, y, w, h] }) => first([x, y]) && first([x + w - 1, y + h - 1]));
  const copies = rooms.map(({ rule, area: [x, y, w, h] }): RoomArea => ({ rule, area: [width - x - w, height - y - h, w, h] }));
  return fitted({ ...model, rows, header, rooms: [...rooms, ...copies] });
}

const signOf = (model: Model, at: Point): string => model.rows[at[1]]?.[at[0]] ?? ROCK;
