/** The drawing of floor and rock: slabs, cracks, pebbles and hatching, each kind as one long path. */

import { type Cell, type DungeonJson, UNIT, isOpen, noise, openCells } from "./geometry";

export interface Stone {
  slabs: string[]; // one path for each shade
  light: string; // upper edges that catch the light
  cracks: string;
  pebbles: string;
  moss: string;
  hatch: string; // strokes in the rock along the walls
  rock: string; // the rock squares that are drawn at all
}

export const SHADES = 5;

function slab(x: number, y: number, width: number, height: number): string {
  const r = Math.min(4, width / 4, height / 4);
  return (
    `M${x + r} ${y}h${width - 2 * r}q${r} 0 ${r} ${r}v${height - 2 * r}q0 ${r} ${-r} ${r}h${-(width - 2 * r)}` +
    `q${-r} 0 ${-r} ${-r}v${-(height - 2 * r)}q0 ${-r} ${r} ${-r}z`
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** How a square is paved: whole, halved or in four, with stones of different shades. */
function paving(x: number, y: number): { x: number; y: number; width: number; height: number }[] {
  const kind = noise(x, y, 1);
  const gap = 1.4;
  const size = UNIT - 2 * gap;
  const left = x * UNIT + gap;
  const top = y * UNIT + gap;
  const cut = round(size * (0.35 + 0.3 * noise(x, y, 2)));
  if (kind < 0.66) return [{ x: left, y: top, width: size, height: size }];
  if (kind < 0.79) {
    return [
      { x: left, y: top, width: cut - 0.5, height: size },
      { x: left + cut + 0.5, y: top, width: size - cut - 0.5, height: size },
    ];
  }
  if (kind < 0.92) {
    return [
      { x: left, y: top, width: size, height: cut - 0.5 },
      { x: left, y: top + cut + 0.5, width: size, height: size - cut - 0.5 },
    ];
  }
  const rest = size - cut - 0.5;
  return [
    { x: left, y: top, width: cut - 0.5, height: cut - 0.5 },
    { x: left + cut + 0.5, y: top, width: rest, height: cut - 0.5 },
    { x: left, y: top + cut + 0.5, width: cut - 0.5, height: rest },
    { x: left + cut + 0.5, y: top + cut + 0.5, width: rest, height: rest },
  ];
}

function crack(x: number, y: number): string {
  let px = (x + 0.15 + 0.3 * noise(x, y, 5)) * UNIT;
  let py = (y + 0.1 + 0.2 * noise(x, y, 6)) * UNIT;
  let path = `M${round(px)} ${round(py)}`;
  for (let step = 0; step < 4; step += 1) {
    px += (noise(x, y, 10 + step) - 0.35) * 13;
    py += noise(x, y, 20 + step) * 9 + 1;
    path += `L${round(px)} ${round(py)}`;
  }
  return path;
}

function pebble(x: number, y: number, salt: number): string {
  const r = 1 + 1.6 * noise(x, y, salt);
  const px = round((x + 0.12 + 0.76 * noise(x, y, salt + 1)) * UNIT);
  const py = round((y + 0.12 + 0.76 * noise(x, y, salt + 2)) * UNIT);
  return `M${round(px - r)} ${py}a${round(r)} ${round(r * 0.8)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r * 0.8)} 0 1 0 ${round(-2 * r)} 0z`;
}

function tuft(x: number, y: number): string {
  const px = (x + (noise(x, y, 41) < 0.5 ? 0.06 : 0.78)) * UNIT;
  const py = (y + (noise(x, y, 42) < 0.5 ? 0.08 : 0.8)) * UNIT;
  let path = "";
  for (let blob = 0; blob < 4; blob += 1) {
    const r = 1.6 + 2.4 * noise(x, y, 43 + blob);
    const bx = round(px + 8 * noise(x, y, 50 + blob));
    const by = round(py + 6 * noise(x, y, 60 + blob));
    path += `M${round(bx - r)} ${by}a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-2 * r)} 0z`;
  }
  return path;
}

function nearFloor(dungeon: DungeonJson, x: number, y: number, distance: number): boolean {
  for (let dy = -distance; dy <= distance; dy += 1) {
    for (let dx = -distance; dx <= distance; dx += 1) if (isOpen(dungeon, x + dx, y + dy)) return true;
  }
  return false;
}

/** A lump of rock about a cell, rough at the edges. */
function boulder(x: number, y: number): string {
  const corners: string[] = [];
  for (let corner = 0; corner < 9; corner += 1) {
    const angle = (corner / 9) * 2 * Math.PI + noise(x, y, 95);
    const reach = UNIT * (0.66 + 0.22 * noise(x, y, 100 + corner));
    corners.push(`${round((x + 0.5) * UNIT + Math.cos(angle) * reach)} ${round((y + 0.5) * UNIT + Math.sin(angle) * reach)}`);
  }
  return `M${corners.join("L")}z`;
}

/** Three or four short strokes that turn from cell to cell, as on old maps. */
function strokes(x: number, y: number): string {
  let path = "";
  for (let cluster = 0; cluster < 2; cluster += 1) {
    const angle = noise(x, y, 70 + cluster) * Math.PI;
    const cx = (x + 0.25 + 0.5 * noise(x, y, 72 + cluster)) * UNIT;
    const cy = (y + 0.25 + 0.5 * cluster + 0.1 * noise(x, y, 74 + cluster)) * UNIT;
    const dx = Math.cos(angle);
    const dy = Math.sin(angle);
    for (let line = -1; line <= 1; line += 1) {
      const length = 6 + 5 * noise(x, y, 80 + 3 * cluster + line);
      const ox = cx - dy * line * 4.5;
      const oy = cy + dx * line * 4.5;
      path += `M${round(ox - dx * length)} ${round(oy - dy * length)}L${round(ox + dx * length)} ${round(oy + dy * length)}`;
    }
  }
  return path;
}

export function drawStone(dungeon: DungeonJson): Stone {
  const slabs = Array.from({ length: SHADES }, () => "");
  let light = "";
  let cracks = "";
  let pebbles = "";
  let moss = "";
  for (const [x, y] of openCells(dungeon)) {
    paving(x, y).forEach((stone, index) => {
      const shade = Math.floor(noise(x, y, 3 + index) * SHADES);
      slabs[shade] += slab(round(stone.x), round(stone.y), round(stone.width), round(stone.height));
      light += `M${round(stone.x + 3)} ${round(stone.y + 0.8)}h${round(stone.width - 6)}`;
    });
    if (noise(x, y, 4) < 0.13) cracks += crack(x, y);
    if (noise(x, y, 30) < 0.2) pebbles += pebble(x, y, 31) + pebble(x, y, 35);
    if (noise(x, y, 40) < 0.09) moss += tuft(x, y);
  }
  let hatch = "";
  const rockCells: Cell[] = [];
  const [width, height] = dungeon.size;
  for (let y = -2; y < height + 2; y += 1) {
    for (let x = -2; x < width + 2; x += 1) {
      if (isOpen(dungeon, x, y)) continue;
      if (nearFloor(dungeon, x, y, 1)) {
        hatch += strokes(x, y);
        rockCells.push([x, y]);
      }
    }
  }
  const rock = rockCells
    .map(([x, y]) => boulder(x, y))
    .join("");
  return { slabs, light, cracks, pebbles, moss, hatch, rock };
}
