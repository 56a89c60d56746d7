/**
 * Parts of which the figures are put together, in a box of 40 by 40 about the origin. The head is about (0, -5), the
 * number hangs below 5. Original line work.
 */

/** What a part is painted with: a colour of the figure that wears it, or a colour of its own. */
export type Paint = "skin" | "shade" | "hair" | "gear" | "jersey" | "trim" | `#${string}`;

export interface Part {
  d: string;
  paint: Paint;
  line?: number; // drawn as a line of this width, without an outline
}

export const fill = (d: string, paint: Paint): Part => ({ d, paint });
export const line = (d: string, paint: Paint, width = 1.6): Part => ({ d, paint, line: width });

/** A path and its mirror image. It is written with absolute M, L, C, Q and Z only. */
export function both(d: string): string {
  let across = true;
  const mirrored = d.replace(/-?\d+(\.\d+)?/g, (number) => {
    const written = across ? String(-Number(number)) : number;
    across = !across;
    return ` ${written}`;
  });
  return `${d} ${mirrored}`;
}

export function disc(x: number, y: number, rx: number, ry = rx): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}

export const INK = "#1a110b";
export const BONE = "#f2e8cf";
export const STEEL = "#b9c2c9";
export const IRON = "#5b6068";
export const GOLD = "#e7b93f";
export const BLOOD = "#b3261e";
export const LEAF = "#6fae3f";

export const HEADS = {
  round: disc(0, -5, 8, 8.6),
  long: "M-6.8-8C-6.8-14.500 6.800-14.500 6.800-8C6.800-2 3.500 4.500 0 4.500C-3.500 4.500-6.800-2-6.800-8Z",
  square: "M-8.500-10C-7.500-14.500 7.500-14.500 8.500-10L8.500-1C8.500 3.500 4.500 5 0 5C-4.500 5-8.500 3.500-8.500-1Z",
  wide: "M-9.500-6C-9.500-13 9.500-13 9.500-6C9.500 0 4.500 4.500 0 4.500C-4.500 4.500-9.500 0-9.500-6Z",
  snout: "M-7.500-9C-6.500-14.500 6.500-14.500 7.500-9C8.500-4 3.500 3 0 7C-3.500 3-8.500-4-7.500-9Z",
  skull: "M-8.500-6C-8.500-15 8.500-15 8.500-6C8.500-3 6.500-1 5.500 0L5 4.500L-5 4.500L-5.500 0C-6.500-1-8.500-3-8.500-6Z",
  muzzle: "M-7-11C-4-13.500 4-13.500 7-11L6-3C6 1.500 4.500 6 0 6C-4.500 6-6 1.500-6-3Z",
  lizard: "M-8-9C-6.500-14.500 6.500-14.500 8-9C9-4 7 5.500 0 5.500C-7 5.500-9-4-8-9Z",
} as const;

export const EARS = {
  small: both("M-7-7C-11-8-11-1-7-2Z"),
  elf: both("M-6-7L-16-13C-15-7-11-2-6-2Z"),
  goblin: both("M-7-8C-12-12-17-12-20-10C-17-9-15-1-7-2Z"),
  rat: `${disc(-8, -12.5, 4.8)} ${disc(8, -12.5, 4.8)}`,
  beast: both("M-6-9C-10-12-14-11-16-8C-13-4-9-4-6-5Z"),
  wolf: both("M-8-8L-9-19L-1-12Z"),
  fox: both("M-9-7L-10-19L-1-12Z"),
  droop: both("M-7-7C-13-9-17-4-15 3C-12 0-10-1-7-1Z"),
  bat: both("M-7-6L-15-20L-10-17L-7-20L-3-12Z"),
} as const;

export const EYES = {
  plain: fill(`${disc(-3.2, -5.5, 1.3)} ${disc(3.2, -5.5, 1.3)}`, INK),
  stern: line("M-6-8L-1.500-6.500M6-8L1.500-6.500M-3.500-4.800L-2.500-4.800M3.500-4.800L2.500-4.800", INK, 1.7),
  big: fill(`${disc(-3.6, -6, 2.8)} ${disc(3.6, -6, 2.8)}`, "#fffbe6"),
  pupils: fill(`${disc(-3.2, -5.6, 1.2)} ${disc(3.2, -5.6, 1.2)}`, INK),
  red: fill(`${disc(-3.2, -6, 1.5)} ${disc(3.2, -6, 1.5)}`, "#ff3b2e"),
  glow: fill(both("M-5.500-7L-1-5L-5-3.800Z"), "#ffd24a"),
  holes: fill(`${disc(-3.6, -6, 2.7)} ${disc(3.6, -6, 2.7)} M0-2.500L-1.200 0L1.200 0Z`, INK),
  one: fill(disc(0, -6.5, 4.2), "#fffbe6"),
  slit: fill("M-6-7.500L6-7.500L5-4L1.200-5L0-1L-1.200-5L-5-4Z", INK),
} as const;

export const MOUTHS = {
  plain: line("M-2.500 0.500L2.500 0.500", INK, 1.3),
  smile: line("M-3.500 0C-1.500 2.500 1.500 2.500 3.500 0", INK, 1.4),
  grim: line("M-3.500 1.500C-1 0 1 0 3.500 1.500", INK, 1.5),
  wide: line("M-7-1C-4 2.500 4 2.500 7-1", INK, 1.6),
  tusks: fill(both("M-5.500 2.500L-6.500-3.500L-2.500 1.500Z"), BONE),
  fangs: fill(both("M-3.500 0.500L-2.300 4L-1.200 0.500Z"), BONE),
  teeth: fill("M-5 0L5 0L4 3L2.500 1L1.300 3.500L0 1L-1.300 3.500L-2.500 1L-4 3Z", BONE),
  grid: line("M-3 1.500L-3 4M-1 1.500L-1 4M1 1.500L1 4M3 1.500L3 4", INK, 1),
} as const;

export const HAIR = {
  cap: "M-8.500-4C-10-17 10-17 8.500-4C6-9-6-9-8.500-4Z",
  long: "M-9-8C-9-18 9-18 9-8C10-2 11 3 10 9L-10 9C-11 3-10-2-9-8Z",
  crest: "M-2.500-12C-6-16-4-21 0-21C4-21 6-16 2.500-12Z",
  spikes: "M-8.500-5L-11-13L-6.500-11L-6-18L-1.500-13L2-20L4-13L9-16L8.500-5C5-10-5-10-8.500-5Z",
  curls: `${disc(-6.5, -10, 4)} ${disc(0, -13, 4.6)} ${disc(6.5, -10, 4)} ${disc(-8, -5, 2.6)} ${disc(8, -5, 2.6)}`,
  peak: "M-8.500-3C-10-17 10-17 8.500-3L6.500-9L0-5L-6.500-9Z",
  beard: "M-9-4C-9.500 8-5 13 0 15C5 13 9.500 8 9-4C6 0 3-1 0-1C-3-1-6 0-9-4Z",
  shortbeard: "M-8-3C-8 5-3 9 0 9C3 9 8 5 8-3C5 1 3 0 0 0C-3 0-5 1-8-3Z",
  mane: "M-12 6C-15-8-10-18 0-18C10-18 15-8 12 6L9 2L7 8L4 4L0 9L-4 4L-7 8L-9 2Z",
} as const;

export const GEAR = {
  helm: "M-9-5C-10-17 10-17 9-5L6-7.500L-6-7.500Z",
  tallhelm: "M-8-5C-8-11-3-15 0-22C3-15 8-11 8-5L5-8L-5-8Z",
  fullhelm: "M-9-8C-9-16 9-16 9-8L8 2L0 6L-8 2Z",
  hood: "M-10 6C-13-10-6-18 1-18C8-17 12-8 10 6C8-6 6-10 0-10C-6-10-8-6-10 6Z",
  cap: "M-8.500-7C-6-12 0-14 4-21C5-15 8-11 8.500-7C4-9-4-9-8.500-7Z",
  tallhat: "M-8-8L-6-20L6-20L8-8C4-10-4-10-8-8Z",
  horns: both("M-7-9C-13-10-15-15-13-21C-11-17-8-15-4-13Z"),
  widehorns: both("M-6-9C-13-8-19-11-19-19C-16-15-11-14-5-14Z"),
  ramhorns: both("M-4-12C-11-19-19-14-16-6C-15-3-11-3-11-6C-14-8-12-13-6-9Z"),
  smallhorns: both("M-6-10L-9-18L-2-13Z"),
  band: "M-8.500-9C-4-12 4-12 8.500-9L8-6.500C4-9-4-9-8-6.500Z",
  feathers: "M-4-11L-7-21L-1-13L0-22L2-13L8-20L5-11Z",
  leaves: both("M-2-12C-4-18-9-19-12-16C-10-12-6-11-2-12Z M-7-9C-12-12-16-9-16-5C-12-4-9-6-7-9Z"),
  crown: "M-8.500-8L-9.500-16L-5-12L0-18L5-12L9.500-16L8.500-8C4-10-4-10-8.500-8Z",
  collar: both("M-3 6L-14-6C-14 2-12 7-8 11Z"),
  stitches: line("M-7-10L-1-7M-5.500-11L-6-8M-3-10L-3.500-7M3 0L8-2M4.500-2L5 1M6.500-2.500L7 0", INK, 1.1),
} as const;
