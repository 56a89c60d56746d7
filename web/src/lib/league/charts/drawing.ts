/** Where the points of a chart lie, and what tells its lines apart besides colour. */

import type { Chart } from "../wire";

/** Pixels. The width is that of the place where a chart stands. */
export const SIZE = { width: 640, height: 240, left: 56, right: 16, top: 14, bottom: 26 };
export const COLOURS = ["var(--gold)", "var(--advice)", "var(--good)", "var(--ember)", "var(--arcane)", "var(--bad)", "var(--text)", "var(--text-soft)"];
export const DASHES = ["", "8 4", "2 4", "12 3 2 3", "5 2", "1 3", "14 6", "6 2 2 2"];

export interface Scale {
  least: number;
  most: number;
  /** The room of each label. */
  band: number;
  x: (at: number) => number;
  y: (value: number) => number;
}

/** Round numbers that hold all values, with room around them. Columns stand on 0, in the middle of their room; lines go from edge to edge. */
export function scaleOf(chart: Chart, width: number, height: number): Scale {
  const isColumns = chart.kind === "columns";
  const values = chart.lines.flatMap((line) => line.values.filter((value): value is number => value !== null));
  if (isColumns) values.push(0);
  let least = Math.min(...values, Number.POSITIVE_INFINITY);
  let most = Math.max(...values, Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(least)) [least, most] = [0, 1];
  const step = stepOf(most - least || Math.abs(most) * 0.1 || 1);
  least = Math.floor(least / step) * step;
  most = Math.ceil(most / step) * step;
  if (least === most) most = least + step;
  const wide = width - SIZE.left - SIZE.right;
  const high = height - SIZE.top - SIZE.bottom;
  const last = Math.max(1, chart.labels.length - 1);
  const band = wide / Math.max(1, chart.labels.length);
  return {
    least,
    most,
    band,
    x: (at) => SIZE.left + (isColumns ? band * (at + 0.5) : chart.labels.length === 1 ? wide / 2 : (wide * at) / last),
    y: (value) => SIZE.top + high * (1 - (value - least) / (most - least)),
  };
}

/** 1, 2 or 5 and zeros, so that there are about four steps. */
export function stepOf(range: number): number {
  const rough = range / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const digit = rough / power;
  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

export function ticksOf(scale: Scale): number[] {
  const step = stepOf(scale.most - scale.least);
  const found: number[] = [];
  for (let value = scale.least; value <= scale.most + step / 1000; value += step) found.push(Math.round(value * 1000) / 1000);
  return found;
}

/** The line through the values; where one is missing it is broken. */
export function pathOf(values: readonly (number | null)[], scale: Scale): string {
  let path = "";
  let drawn = false;
  values.forEach((value, at) => {
    if (value === null) drawn = false;
    else {
      path += `${drawn ? "L" : "M"}${scale.x(at).toFixed(1)} ${scale.y(value).toFixed(1)}`;
      drawn = true;
    }
  });
  return path;
}

/** A column from 0 to the value. */
export function columnPath(value: number, at: number, scale: Scale): string {
  const wide = Math.min(36, scale.band * 0.7);
  const [top, bottom] = [scale.y(Math.max(0, value)), scale.y(Math.min(0, value))];
  return `M${(scale.x(at) - wide / 2).toFixed(1)} ${top.toFixed(1)}h${wide.toFixed(1)}V${bottom.toFixed(1)}h${(-wide).toFixed(1)}z`;
}

/** A small mark: circle, square, triangle, diamond. */
export function markPath(kind: number, x: number, y: number): string {
  if (kind === 1) return `M${x - 4} ${y - 4}h8v8h-8z`;
  if (kind === 2) return `M${x} ${y - 5}l5 9h-10z`;
  if (kind === 3) return `M${x} ${y - 6}l6 6-6 6-6-6z`;
  return `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z`;
}
