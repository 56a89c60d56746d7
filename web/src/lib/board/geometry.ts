/** The shape of a dungeon as the board draws it: squares, wall edges and regions, from the JSON form. */

/** The JSON form of a dungeon, as far as it is drawn. */
export interface DungeonJson {
  id: string;
  name: string;
  edition: string;
  size: [number, number];
  rows: string[];
  levels: string[] | null;
  below: string[] | null;
  borders: [number, number, string][];
  teams: string[];
  zones: Record<string, [number, number][]>;
  setup: Record<string, [number, number][]>;
  chests: [number, number][];
  teleporters: { n: number; at: [number, number] }[];
  tiles: { id: string; kind: string; room: string | null; squares: [number, number][] }[];
  doorways: { between: string[]; borders: [number, number, string][] }[];
  doors: { at?: [number, number]; border?: [number, number, string]; kind: string; state: string; size: number | string }[];
  passages: { id: string; ends: [number, number][] }[];
  ladders: { foot: [number, number]; top: [number, number]; rungs: number }[];
  inscriptions: { at: [number, number]; college: string; circle: number }[];
  rooms: { room: string; squares: [number, number][] }[];
}

/** Board units per square. */
export const UNIT = 40;

export type Cell = readonly [number, number];
export interface Segment {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export const ROCK = "#";

export function isOpen(dungeon: DungeonJson, x: number, y: number): boolean {
  const row = dungeon.rows[y];
  return row !== undefined && x >= 0 && x < row.length && row[x] !== ROCK;
}

export function openCells(dungeon: DungeonJson): Cell[] {
  const found: Cell[] = [];
  dungeon.rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) if (row[x] !== ROCK) found.push([x, y]);
  });
  return found;
}

/** Where walls stand, as long straight segments in squares: round the floor, and on closed borders within it. */
export function wallSegments(dungeon: DungeonJson): Segment[] {
  const [width, height] = dungeon.size;
  const closedEast = new Set<string>();
  const closedSouth = new Set<string>();
  for (const [x, y, side] of dungeon.borders) (side === "E" ? closedEast : closedSouth).add(`${x},${y}`);
  const segments: Segment[] = [];
  for (let y = -1; y < height; y += 1) {
    let start: number | null = null;
    for (let x = 0; x <= width; x += 1) {
      const here = x < width && isOpen(dungeon, x, y);
      const below = x < width && isOpen(dungeon, x, y + 1);
      const wall = x < width && (here !== below || (here && closedSouth.has(`${x},${y}`)));
      if (wall && start === null) start = x;
      if (!wall && start !== null) {
        segments.push({ x1: start, y1: y + 1, x2: x, y2: y + 1 });
        start = null;
      }
    }
  }
  for (let x = -1; x < width; x += 1) {
    let start: number | null = null;
    for (let y = 0; y <= height; y += 1) {
      const here = y < height && isOpen(dungeon, x, y);
      const beside = y < height && isOpen(dungeon, x + 1, y);
      const wall = y < height && (here !== beside || (here && closedEast.has(`${x},${y}`)));
      if (wall && start === null) start = y;
      if (!wall && start !== null) {
        segments.push({ x1: x + 1, y1: start, x2: x + 1, y2: y });
        start = null;
      }
    }
  }
  return segments;
}

export function segmentsPath(segments: Segment[], unit = UNIT): string {
  return segments.map((s) => `M${s.x1 * unit} ${s.y1 * unit}L${s.x2 * unit} ${s.y2 * unit}`).join("");
}

/** A path that covers squares, joined along rows. */
export function cellsPath(cells: Iterable<Cell>, unit = UNIT): string {
  const rows = new Map<number, number[]>();
  for (const [x, y] of cells) rows.set(y, [...(rows.get(y) ?? []), x]);
  let path = "";
  for (const [y, columns] of [...rows].sort((a, b) => a[0] - b[0])) {
    columns.sort((a, b) => a - b);
    let start = columns[0]!;
    let last = start;
    for (const x of [...columns.slice(1), Number.NaN]) {
      if (x === last + 1) {
        last = x;
        continue;
      }
      path += `M${start * unit} ${y * unit}h${(last - start + 1) * unit}v${unit}h${-(last - start + 1) * unit}z`;
      start = last = x;
    }
  }
  return path;
}

/** The border of a set of squares: every edge between one inside and one outside. */
export function outline(cells: Iterable<Cell>): Segment[] {
  const inside = new Set<string>();
  const list: Cell[] = [];
  for (const cell of cells) {
    inside.add(`${cell[0]},${cell[1]}`);
    list.push(cell);
  }
  const found: Segment[] = [];
  for (const [x, y] of list) {
    if (!inside.has(`${x},${y - 1}`)) found.push({ x1: x, y1: y, x2: x + 1, y2: y });
    if (!inside.has(`${x},${y + 1}`)) found.push({ x1: x, y1: y + 1, x2: x + 1, y2: y + 1 });
    if (!inside.has(`${x - 1},${y}`)) found.push({ x1: x, y1: y, x2: x, y2: y + 1 });
    if (!inside.has(`${x + 1},${y}`)) found.push({ x1: x + 1, y1: y, x2: x + 1, y2: y + 1 });
  }
  return found;
}

/** Squares with one character, as connected groups: an idol or a lair that covers four squares is one drawing. */
export function groups(dungeon: DungeonJson, character: string): Cell[][] {
  const left = new Set<string>();
  dungeon.rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) if (row[x] === character) left.add(`${x},${y}`);
  });
  const found: Cell[][] = [];
  for (const first of [...left]) {
    if (!left.has(first)) continue;
    const group: Cell[] = [];
    const waiting = [first];
    left.delete(first);
    while (waiting.length > 0) {
      const [x, y] = waiting.pop()!.split(",").map(Number) as [number, number];
      group.push([x, y]);
      for (const key of [`${x + 1},${y}`, `${x - 1},${y}`, `${x},${y + 1}`, `${x},${y - 1}`]) {
        if (left.delete(key)) waiting.push(key);
      }
    }
    found.push(group);
  }
  return found;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The smallest box around squares, in board units. */
export function boxOf(cells: readonly Cell[], unit = UNIT): Box {
  const xs = cells.map((cell) => cell[0]);
  const ys = cells.map((cell) => cell[1]);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return {
    x: x * unit,
    y: y * unit,
    width: (Math.max(...xs) - x + 1) * unit,
    height: (Math.max(...ys) - y + 1) * unit,
  };
}

/** The width of a letter of a label in squares, and how far above and below its line it needs room. */
const LETTER = 0.25;
const LINE = 0.8;

/**
 * Where a label of a region sits: in its middle, or as near to it as a line is on which the label runs into none of the
 * things that stand there, portals and chests.
 */
export function labelPlace(cells: readonly Cell[], label = "", things: readonly Cell[] = []): { x: number; y: number } {
  const box = boxOf(cells, 1);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const reach = (label.length * LETTER) / 2 + 0.4;
  const inside = new Set(cells.map(([x, y]) => `${x} ${y}`));
  const isFree = (line: number): boolean => {
    if (!inside.has(`${Math.floor(middle.x)} ${Math.floor(line)}`)) return false;
    return things.every(([x, y]) => Math.abs(x + 0.5 - middle.x) >= reach || Math.abs(y + 0.5 - line) >= LINE);
  };
  const lines = Array.from({ length: Math.max(0, Math.ceil(box.height) * 2 - 1) }, (_, index) => box.y + (index + 1) / 2);
  lines.sort((one, other) => Math.abs(one - middle.y) - Math.abs(other - middle.y));
  return { x: middle.x * UNIT, y: (lines.find(isFree) ?? middle.y) * UNIT };
}

/** A repeatable number from 0 to 1 for a square: the same stone has the same crack every time. */
export function noise(x: number, y: number, salt = 0): number {
  let h = (x * 374761393 + y * 668265263 + salt * 2147483647) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  h ^= h >>> 16;
  return (h >>> 0) / 4294967296;
}

/** A repeatable number for a word: a colour for each room and college that has no drawing of its own. */
export function wordNoise(word: string): number {
  let h = 2166136261;
  for (let i = 0; i < word.length; i += 1) h = Math.imul(h ^ word.charCodeAt(i), 16777619);
  return (h >>> 0) / 4294967296;
}

/**
 * Where the hidden square of each passage is drawn: a cell of rock near the middle of its two ends, by the letter of the
 * passage. Where there is no rock it lies above the map.
 */
export function hiddenCells(dungeon: DungeonJson): Map<string, Cell> {
  const found = new Map<string, Cell>();
  const taken = new Set<string>();
  const [width, height] = dungeon.size;
  for (const { id, ends } of dungeon.passages) {
    const first: Cell = ends[0] ?? [0, 0];
    const second: Cell = ends[1] ?? first;
    const middle = { x: (first[0] + second[0]) / 2, y: (first[1] + second[1]) / 2 };
    let best: Cell = [Math.min(width - 1, 1 + 2 * found.size), -1];
    let least = Number.POSITIVE_INFINITY;
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        if (isOpen(dungeon, x, y) || taken.has(`${x},${y}`)) continue;
        // well inside the rock is better than between two rooms
        const open = [isOpen(dungeon, x + 1, y), isOpen(dungeon, x - 1, y), isOpen(dungeon, x, y + 1), isOpen(dungeon, x, y - 1)].filter(Boolean).length;
        const distance = Math.hypot(x - middle.x, y - middle.y) + 0.6 * open;
        if (distance < least) {
          least = distance;
          best = [x, y];
        }
      }
    }
    taken.add(`${best[0]},${best[1]}`);
    found.set(id, best);
  }
  return found;
}

/** The board with a place for the squares that no map shows: the insides of passages, each in the rock. */
export function withHidden<Board extends { squares: [number, number, number][]; labels: string[]; dungeon: Record<string, unknown> }>(board: Board): Board {
  if (!board.squares.some(([x]) => x < 0)) return board;
  const cells = hiddenCells(board.dungeon as unknown as DungeonJson);
  const squares = board.squares.map((square, node): [number, number, number] => {
    const cell = square[0] < 0 ? cells.get((board.labels[node] ?? "").replace(/^passage /, "")) : undefined;
    return cell ? [cell[0], cell[1], 0] : square;
  });
  return { ...board, squares };
}

/** The edges of raised ground that drop two levels or more, and those that are one step. */
export function ledges(dungeon: DungeonJson): { drops: Segment[]; steps: Segment[] } {
  const drops: Segment[] = [];
  const steps: Segment[] = [];
  const heightAt = (x: number, y: number): number => Number.parseInt(dungeon.levels?.[y]?.[x] ?? "", 36) || 0;
  const compare = (x: number, y: number, ox: number, oy: number, edge: Segment): void => {
    if (!isOpen(dungeon, x, y) || !isOpen(dungeon, ox, oy)) return;
    const difference = Math.abs(heightAt(x, y) - heightAt(ox, oy));
    if (difference >= 2) drops.push(edge);
    else if (difference === 1) steps.push(edge);
  };
  if (!dungeon.levels) return { drops, steps };
  const [width, height] = dungeon.size;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      compare(x, y, x + 1, y, { x1: x + 1, y1: y, x2: x + 1, y2: y + 1 });
      compare(x, y, x, y + 1, { x1: x, y1: y + 1, x2: x + 1, y2: y + 1 });
    }
  }
  return { drops, steps };
}

/** Whether a door that fills its square lies in a wall that runs from north to south. */
export function standsUpright(dungeon: DungeonJson, x: number, y: number): boolean {
  const wallLike = (ox: number, oy: number): boolean => !isOpen(dungeon, ox, oy) || "=G/+".includes(dungeon.rows[oy]?.[ox] ?? "#");
  const vertical = Number(wallLike(x, y - 1)) + Number(wallLike(x, y + 1));
  const horizontal = Number(wallLike(x - 1, y)) + Number(wallLike(x + 1, y));
  return vertical > horizontal;
}
