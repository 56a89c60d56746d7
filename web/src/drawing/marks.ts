/** The marks of what a player does: something it holds, in a box of 24 by 24, and what it wears on its shoulders. */

import type { RoleKind } from "../lib/wire";
import { both, disc, type Paint } from "./parts";

export type Pads = "plain" | "spiked" | "massive" | "sash" | "straps";

export interface Mark {
  path: string; // empty: it holds nothing
  paint: Paint;
  pads: Pads;
}

const CREAM = "#fff3d6";
const STEEL = "#dfe7ee";
const WOOD = "#d9a766";
const FIRE = "#ff9d3c";

export const MARKS: Record<RoleKind, Mark> = {
  lineman: { path: "", paint: CREAM, pads: "plain" },
  // a jagged bolt
  blitzer: { path: "M15 0L3 14L10 14L7 24L21 9L13.500 9Z", paint: "#ffd83d", pads: "spiked" },
  // a ball that flies, and its trail
  thrower: { path: "M9 10C11 3 19 0 24 1C24 7 20 14 13 15C10 15 8 13 9 10ZM8 15L1 22L3 24L10 17ZM5 11L0 16L2 18L7 13ZM12 18L8 23L10 24L14 19Z", paint: WOOD, pads: "straps" },
  // an open hand
  catcher: { path: "M5 12L3 6C3 4 5 3.500 6 5L8 9L8 3C8 1 11 1 11 3L11.500 8L13 2C13.500 0 16.500 0.500 16 3L15.500 9L18 5C19 3.500 21.500 4.500 21 6.500L18 17C17 21 15 23 11.500 23C7 23 5.500 20 2 15C1 13 3.500 11 5 12Z", paint: "#ffe0b0", pads: "plain" },
  // two chevrons in a hurry
  runner: { path: "M1 3L8 3L14 12L8 21L1 21L7 12ZM11 3L17 3L23 12L17 21L11 21L17 12Z", paint: "#9fe8ff", pads: "sash" },
  // a shield with a boss
  blocker: { path: `M2 3C6 3 9 2 12 0C15 2 18 3 22 3C22 13 19 20 12 24C5 20 2 13 2 3Z ${disc(12, 11, 4)}`, paint: STEEL, pads: "massive" },
  special: { path: "M12 0L15 8L24 8.500L17 14L19.500 23L12 18L4.500 23L7 14L0 8.500L9 8Z", paint: "#ffd83d", pads: "plain" },
  big: { path: "", paint: CREAM, pads: "massive" },
  // an axe with two blades
  axe: { path: "M10.500 1L13.500 1L13.500 24L10.500 24ZM14.500 3C20 2 24 6 24 12C21 10 18 10 14.500 11ZM9.500 3C4 2 0 6 0 12C3 10 6 10 9.500 11Z", paint: STEEL, pads: "plain" },
  dagger: { path: "M12 0L15.500 5L15 14L21 14L21 17L14.500 17L14.500 20L16.500 24L7.500 24L9.500 20L9.500 17L3 17L3 14L9 14L8.500 5Z", paint: STEEL, pads: "straps" },
  whip: { path: "M2 22L8 13L11 15L5 24ZM9 12C6 4 13-1 18 2C23 5 20 12 15 11C12 10 13 6 16 7C18 5 14 4 13 7C11 11 16 15 20 12C26 7 22-2 15-1C8 0 5 7 8 13Z", paint: "#ff9fc0", pads: "straps" },
  flame: { path: "M12 0C19 7 22 11 21 16C20 21 16 24 12 24C7 24 3 21 3 16C3 12 5 10 7 7C8 11 11 11 11 7C11 4 11 2 12 0ZM12 22C15 22 16 19 15 17C14 15 13 14 12 12C11 15 9 16 9 18C9 20 10 22 12 22Z", paint: FIRE, pads: "massive" },
  bomb: { path: `${disc(10, 15, 8.5)} M14 8L16 3L20 4L21 0L24 1L22 7L18 6L17 9Z`, paint: "#8f97a3", pads: "plain" },
  // a stick with a spring
  pogo: { path: "M4 3L20 3L20 6L13.500 6L13.500 11L10.500 11L10.500 6L4 6ZM7 12L17 12L17 14L10 15L17 16L17 18L10 19L14 20L14 24L10 24L10 21L7 20L7 18L14 17L7 16L7 14Z", paint: STEEL, pads: "plain" },
  chainsaw: { path: "M1 9L9 9L9 6L12 6L12 9L24 10L22 12L24 13L22 15L24 16L12 18L12 20L1 20ZM4 12L4 17L8 17L8 12Z", paint: "#ff8f6b", pads: "plain" },
  "ball and chain": { path: `${disc(15, 15, 8)} M1 1L4 1L4 4L1 4ZM4 5L7 5L7 8L4 8ZM15 4L16 8L14 8ZM24 9L22 13L20 11ZM2 15L7 14L7 16ZM7 23L9 19L11 21Z`, paint: "#aab2bd", pads: "plain" },
  // a drum that flattens
  roller: { path: `${disc(12, 13, 11)} ${disc(12, 13, 4)} M3 11L9 11L9 15L3 15ZM15 11L21 11L21 15L15 15ZM10 3L14 3L14 8L10 8ZM10 18L14 18L14 23L10 23Z`, paint: "#c2b8a3", pads: "massive" },
  wand: { path: "M2 24L0 22L13 9L15 11ZM17 0L18.500 5.500L24 7L18.500 8.500L17 14L15.500 8.500L10 7L15.500 5.500ZM7 2L8 5L11 6L8 7L7 10L6 7L3 6L6 5Z", paint: "#d9b3ff", pads: "sash" },
  // a horn to call animals
  horn: { path: "M23 2C24 8 22 18 13 22C8 24 2 22 1 18L5 16C7 18 11 17 13 13C15 9 15 7 14 4Z", paint: WOOD, pads: "sash" },
  // a leap over a low arc
  dancer: { path: "M12 0L14.500 5.500L20 6L16 10L17 16L12 13L7 16L8 10L4 6L9.500 5.500ZM1 24C3 17 7 16 12 16C17 16 21 17 23 24L19 24C17 20 15 20 12 20C9 20 7 20 5 24Z", paint: "#b6ff9a", pads: "sash" },
  // an eye that watches
  sneak: { path: `M0 12C6 3 18 3 24 12C18 21 6 21 0 12Z ${disc(12, 12, 5)} ${disc(12, 12, 2.2)}`, paint: "#fff08a", pads: "straps" },
  spear: { path: "M19 0L23 1L24 5L20 10L17 7L4 24L1 22L14 5L14 4Z", paint: STEEL, pads: "spiked" },
  boot: { path: "M6 0L16 0L15 12C18 14 24 14 24 20L24 23L4 23L5 12ZM4 24L24 24L24 25L4 25Z", paint: WOOD, pads: "massive" },
  referee: { path: "", paint: CREAM, pads: "plain" },
  monster: { path: "", paint: CREAM, pads: "plain" },
};

/** Shoulders by how broad a body is, and what lies on them. */
export const SHOULDERS = {
  slim: "M-10 15C-10 7-6 3 0 3C6 3 10 7 10 15Z",
  usual: "M-12 15C-12 7-8 3 0 3C8 3 12 7 12 15Z",
  broad: "M-14 15C-14 5-10 2 0 2C10 2 14 5 14 15Z",
} as const;

export const PADS: Record<Pads, { d: string; paint: Paint; line?: number }[]> = {
  plain: [{ d: "M-5 4C-3 8 3 8 5 4", paint: "trim", line: 1.8 }],
  spiked: [{ d: both("M-6 7L-9-1L-11 3.500L-17 1L-14.500 7L-15.500 13L-7 13Z"), paint: "#c9ced3" }, { d: both("M-9 8L-13 8"), paint: "jersey", line: 1.8 }],
  massive: [{ d: both("M-5 13C-5 6-8 2-11 2C-15 3-17 8-15.500 14Z"), paint: "#c9ced3" }, { d: both("M-9 6C-11 8-11.500 10-11.500 13"), paint: "jersey", line: 1.8 }],
  sash: [{ d: "M-7.500 6.500L4 14", paint: "trim", line: 2.6 }],
  straps: [{ d: "M-5.500 5.500L4 13.500M5.500 5.500L-4 13.500", paint: "trim", line: 1.9 }],
};
