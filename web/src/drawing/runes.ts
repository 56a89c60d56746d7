/** The runes of the colleges: a colour and a sign each, in a box of 24 by 24. Original line work. */

import { wordNoise } from "../lib/board/geometry";

export interface RuneLook {
  colour: string;
  sign: string;
}

const LOOKS: Record<string, RuneLook> = {
  // rays about a point
  light: { colour: "#fff3c4", sign: "M12 8a4 4 0 1 0 .1 0M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M5 19l2-2" },
  // a veil
  grey: { colour: "#c3c9d1", sign: "M3 8c4-5 14-5 18 0M3 13c4-5 14-5 18 0M3 18c4-5 14-5 18 0" },
  // a flame
  bright: { colour: "#ff8d4a", sign: "M12 2c5 6 7 9 7 13a7 7 0 0 1-14 0c0-3 2-5 3-7 1 3 3 3 3 0s0-4 1-6z" },
  // a closed eye
  dark: { colour: "#8e7bb8", sign: "M2 12c5 7 15 7 20 0M5 15l-2 3M12 17v4M19 15l2 3M8 16l-1 4M16 16l1 4" },
  // a claw
  amber: { colour: "#e0a04a", sign: "M5 3c3 6 3 12-1 18M12 2c3 6 3 13-1 20M19 3c3 6 3 12-1 18" },
  // a stone of eight sides
  amethyst: { colour: "#c68cf0", sign: "M8 3h8l5 5v8l-5 5H8l-5-5V8zM8 3l4 9 4-9M3 16l9-4 9 4" },
  // a star over an arc
  celestial: { colour: "#7cc4ff", sign: "M12 2l2 6h6l-5 4 2 6-5-4-5 4 2-6-5-4h6zM4 21c5-2 11-2 16 0" },
  // scales
  gold: { colour: "#ffd65c", sign: "M12 3v17M5 20h14M4 7h16M4 7l-2 7h6zM20 7l-2 7h6zM12 3l-8 4M12 3l8 4" },
  // a leaf
  jade: { colour: "#7fd68a", sign: "M4 20C4 9 10 3 20 4c1 10-5 16-16 16zM4 20L15 9" },
  // an arc of seven colours, in one line
  rainbow: { colour: "#ffb3e6", sign: "M2 19a10 10 0 0 1 20 0M6 19a6 6 0 0 1 12 0M10 19a2 2 0 0 1 4 0M4 6l2 2M12 3v3M20 6l-2 2" },
};

export function runeLook(college: string): RuneLook {
  const plain = college.toLowerCase().replace(/^the /, "").replace(/ college$/, "");
  return LOOKS[plain] ?? { colour: `hsl(${Math.floor(360 * wordNoise(plain))} 70% 75%)`, sign: "M12 3l9 16H3zM12 21L3 5h18z" };
}
