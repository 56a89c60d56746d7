/** Shapes of sides and of pieces of no side. Original line work. */

import type { Figure } from "../lib/wire";
import { isStranger, type Stranger } from "./bodies";

/** Pieces of no side, each in one shape in a box of 24 by 24. */
const STRANGER_PATHS: Record<Stranger, string> = {
  // a whistle on its cord
  referee: "M3 8h12l6-3v5l-4 1a6.500 6.500 0 1 1-11 1H3zm7 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM6 1h2v5H6zM10 2h2v4h-2z",
  // a hound's head with ears back
  hound: "M2 4l6 3h6l5-4-1 6 4 5-3 3-5-1-3 3H7l1-4-4-3zm11 6a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3zM5 22c2-3 8-3 10 0z",
  // arms of a thing from the deep
  tentacles: "M12 2c4 0 6 3 6 6 0 2-1 3-1 5 0 3 3 3 3 6 0 2-2 3-3 2 1-3-3-4-3-7h-1c0 4 1 5-1 8-2-3-1-4-1-8h-1c0 3-4 4-3 7-1 1-3 0-3-2 0-3 3-3 3-6 0-2-1-3-1-5 0-3 2-6 6-6zM9.500 7a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 0 0 0-2.600zm5 0a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 0 0 0-2.600z",
  // a head with snakes for hair
  gorgon: "M12 8c4 0 6 3 6 7s-3 8-6 8-6-4-6-8 2-7 6-7zM9 13v2h2v-2zm4 0v2h2v-2zM7 8C3 8 2 5 4 2c0 3 2 4 5 5zM10 7C7 5 8 2 11 1c-1 3 0 4 2 6zM14 7c2-2 1-4 0-6 3 1 4 3 3 6zM17 9c4-1 4-3 3-6 3 3 2 7-2 8z",
  // a wing
  hippogriff: "M2 20C3 9 9 3 22 2c-1 3-3 4-5 5 2 0 3 0 4-1-1 4-4 5-6 6 1 0 2 0 3-1-2 4-5 5-7 5 1 1 2 1 3 1-4 3-9 3-12 3z",
  // a body of boulders
  "earth golem": "M8 2h8l1 5-2 2H9L7 7zM3 9h5l1 2h6l1-2h5l1 7-3 1-1-4-1 3H7l-1-3-1 4-3-1zM8 17h3v5H6l1-4zm5 0h3l1 1 1 4h-5zM10 4v1.500h1.500V4zm2.500 0v1.500H14V4z",
  // a comb, a beak and a tail
  cockatrice: "M9 2l2 3 2-3 1 3 3-2-1 5c2 1 3 3 3 6 2 0 3-1 4-3 1 6-2 9-6 9l-1 2h-3l1-2c-4 0-7-2-8-6L1 13l5-3c0-3 1-5 3-5zM10.500 7.500a1.400 1.400 0 1 0 0 2.800 1.400 1.400 0 0 0 0-2.800z",
  // three heads
  hydra: "M4 2l4 1 1 3-3 1 2 6h2V7l-2-3 4-3 4 3-2 3v6h2l2-6-3-1 1-3 4-1 1 4-2 1-1 8c0 5-3 7-6 7s-6-2-6-7L5 7 3 6z",
  // a tail with a sting
  manticore: "M3 14c0-5 4-8 9-8 4 0 7 2 7 5 0 2-1 3-3 3 1-1 1-4-3-4-3 0-4 3-3 5h8c3 0 5-2 4-6 3 5 1 10-4 10l1 3h-3l-1-3H9l-1 3H5l1-3c-2-1-3-3-3-5zM4 2l4 3-5 2z",
  // a dragon's head and wing
  dragon: "M1 9c5 0 7-3 8-7 3 3 4 5 3 8 3-4 7-6 11-6-2 2-2 4-2 6-2 0-3 1-4 3 2 0 3 1 4 3-3-1-5 0-6 2 1 0 2 1 2 3-3-1-6 0-8 2 0-4-2-5-5-5l-3 1 2-3-3-1 4-2zM8 10a1.300 1.300 0 1 0 0 2.600A1.300 1.300 0 0 0 8 10z",
  // horns over a broad brow
  monster: "M1 3c1 6 3 8 6 8 1-2 3-3 5-3s4 1 5 3c3 0 5-2 6-8 2 7 0 12-4 13 0 4-3 7-7 7s-7-3-7-7C1 15-1 10 1 3zm8 11a1.600 1.600 0 1 0 0 3.200A1.600 1.600 0 0 0 9 14zm6 0a1.600 1.600 0 1 0 0 3.200 1.600 1.600 0 0 0 0-3.200z",
};

export function strangerPath(figure: Figure): string {
  return STRANGER_PATHS[isStranger(figure.body) ? figure.body : "monster"];
}

/** The outline of a piece of no side, with radius r: a monster's is jagged, a referee's has eight corners. */
export function neutralPath(figure: Figure, r: number): string {
  const jagged = figure.body !== "referee";
  const count = jagged ? 22 : 8;
  const points = Array.from({ length: count }, (_, i) => {
    const angle = (i * 2 * Math.PI) / count + Math.PI / 8;
    const reach = r * (jagged ? (i % 2 === 0 ? 1.14 : 0.97) : 1.06);
    return `${(reach * Math.cos(angle)).toFixed(2)} ${(reach * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join("L")}z`;
}

/** The colours of a piece of no side: referees in black and white, monsters in bronze. */
export function neutralColours(figure: Figure): { fill: string; ink: string; striped: boolean } {
  const striped = figure.body === "referee";
  return striped ? { fill: "#e9e6dd", ink: "#16130f", striped } : { fill: "#4a3524", ink: "#ffcf8a", striped };
}

/** The outline of a token: each side has a shape of its own, so that colour is never the only signal. */
export const SIDE_SHAPES = ["circle", "hexagon", "square", "diamond"] as const;
export type SideShape = (typeof SIDE_SHAPES)[number];

export function shapeOf(side: number): SideShape {
  return SIDE_SHAPES[side] ?? "square";
}

/** The path of a token's base with radius r about the origin. */
export function shapePath(shape: SideShape, r: number): string {
  if (shape === "circle") return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  const points = { hexagon: 6, square: 4, diamond: 4 }[shape];
  const turn = { hexagon: Math.PI / 6, square: Math.PI / 4, diamond: 0 }[shape];
  const reach = { hexagon: r * 1.1, square: r * 1.24, diamond: r * 1.24 }[shape];
  const corner = (i: number): string => {
    const angle = turn + (i * 2 * Math.PI) / points;
    return `${(reach * Math.cos(angle)).toFixed(2)} ${(reach * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${Array.from({ length: points }, (_, i) => corner(i)).join("L")}z`;
}
