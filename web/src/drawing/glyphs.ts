/** Small drawings of what a position does, in a box of 24 by 24. Original line work. */

export interface Glyph {
  name: string;
  path: string;
}

const GLYPHS: Record<string, string> = {
  // an open-faced helmet with a crest
  helmet: "M4 15c0-7 3-11 8-11s8 4 8 11l-3 1v4h-4v-6h-2v6H7v-4zM11 4V1h2v3z",
  // a jagged bolt
  bolt: "M14 1 4 14h6l-2 9 12-14h-7z",
  // a tower shield with a boss
  shield: "M3 4c4 0 7-1 9-3 2 2 5 3 9 3 0 9-3 15-9 19C6 19 3 13 3 4zm9 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  // a throw: the arc and the ball
  throw: "M2 20c1-9 6-14 13-15l-2-3 9 3-6 7-1-4C10 9 6 13 5 20zm15-3a3.5 3.5 0 1 0 .1 0z",
  // an open hand
  hand: "M6 12V6a1.6 1.6 0 0 1 3 0v4h.6V3a1.6 1.6 0 0 1 3.1 0v7h.6V4a1.6 1.6 0 0 1 3.1 0v7h.6V7.500a1.600 1.600 0 0 1 3 0V15c0 5-3 8-7 8-5 0-6-3-9-8-.8-1.500 1-2.600 2-1.500z",
  // two chevrons in a hurry
  run: "M2 3h6l6 9-6 9H2l6-9zm9 0h5l6 9-6 9h-5l6-9z",
  // horns over a broad brow
  horns: "M1 3c1 6 3 8 6 8 1-2 3-3 5-3s4 1 5 3c3 0 5-2 6-8 2 7 0 12-4 13 0 4-3 7-7 7s-7-3-7-7C1 15-1 10 1 3zm8 11a1.600 1.600 0 1 0 0 3.200A1.600 1.600 0 0 0 9 14zm6 0a1.600 1.600 0 1 0 0 3.200 1.600 1.600 0 0 0 0-3.200z",
  // a narrow blade
  dagger: "M12 0l3 4v10h5v3h-5.500v2l1.500 1v3H8v-3l1.500-1v-2H4v-3h5V4z",
  // an axe
  axe: "M11 1h3v22h-3zM15 3c5 0 8 3 8 8-3-2-5-2-8-1zM10 3C5 3 2 6 2 11c3-2 5-2 8-1z",
  // three claw marks
  claw: "M5 2c3 6 3 13-1 20 6-6 6-14 1-20zm7-1c3 7 3 15-1 22 6-6 6-15 1-22zm7 1c3 6 3 13-1 20 6-6 6-14 1-20z",
  // a skull
  skull: "M12 1c6 0 9 4 9 9 0 3-1 5-3 6v4h-3v-2h-2v3h-2v-3H9v2H6v-4c-2-1-3-3-3-6 0-5 3-9 9-9zM8 8a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zm8 0a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  // a bat's wings
  bat: "M12 7l2-3v3c3-3 7-3 9-1-2 1-3 3-2 6-3-2-5-1-5 2-2-2-3-1-4 3-1-4-2-5-4-3 0-3-2-4-5-2 1-3 0-5-2-6 2-2 6-2 9 1V4z",
  // a tree
  tree: "M12 1l6 7h-3l5 6h-4l4 5h-6v4h-4v-4H4l4-5H4l5-6H6z",
  // a leaping star
  leap: "M12 1l3 7 8 1-6 5 2 8-7-4-7 4 2-8-6-5 8-1z",
  // a bomb with its fuse
  bomb: "M10 8a7.500 7.500 0 1 0 .1 0zM13 8l2-4 3 1 1-3 2 1-2 5-3-1-1 2z",
  // a hound's head with ears back
  hound: "M2 4l6 3h6l5-4-1 6 4 5-3 3-5-1-3 3H7l1-4-4-3zm11 6a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3zM5 22c2-3 8-3 10 0z",
  // arms of a thing from the deep
  tentacles: "M12 2c4 0 6 3 6 6 0 2-1 3-1 5 0 3 3 3 3 6 0 2-2 3-3 2 1-3-3-4-3-7h-1c0 4 1 5-1 8-2-3-1-4-1-8h-1c0 3-4 4-3 7-1 1-3 0-3-2 0-3 3-3 3-6 0-2-1-3-1-5 0-3 2-6 6-6zM9.500 7a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 0 0 0-2.600zm5 0a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 0 0 0-2.600z",
  // a head with snakes for hair
  snakes: "M12 8c4 0 6 3 6 7s-3 8-6 8-6-4-6-8 2-7 6-7zM9 13v2h2v-2zm4 0v2h2v-2zM7 8C3 8 2 5 4 2c0 3 2 4 5 5zM10 7C7 5 8 2 11 1c-1 3 0 4 2 6zM14 7c2-2 1-4 0-6 3 1 4 3 3 6zM17 9c4-1 4-3 3-6 3 3 2 7-2 8z",
  // a wing
  wing: "M2 20C3 9 9 3 22 2c-1 3-3 4-5 5 2 0 3 0 4-1-1 4-4 5-6 6 1 0 2 0 3-1-2 4-5 5-7 5 1 1 2 1 3 1-4 3-9 3-12 3z",
  // a body of boulders
  golem: "M8 2h8l1 5-2 2H9L7 7zM3 9h5l1 2h6l1-2h5l1 7-3 1-1-4-1 3H7l-1-3-1 4-3-1zM8 17h3v5H6l1-4zm5 0h3l1 1 1 4h-5zM10 4v1.500h1.500V4zm2.500 0v1.500H14V4z",
  // a comb, a beak and a tail
  cockatrice: "M9 2l2 3 2-3 1 3 3-2-1 5c2 1 3 3 3 6 2 0 3-1 4-3 1 6-2 9-6 9l-1 2h-3l1-2c-4 0-7-2-8-6L1 13l5-3c0-3 1-5 3-5zM10.500 7.500a1.400 1.400 0 1 0 0 2.800 1.400 1.400 0 0 0 0-2.800z",
  // three heads
  hydra: "M4 2l4 1 1 3-3 1 2 6h2V7l-2-3 4-3 4 3-2 3v6h2l2-6-3-1 1-3 4-1 1 4-2 1-1 8c0 5-3 7-6 7s-6-2-6-7L5 7 3 6z",
  // a tail with a sting
  sting: "M3 14c0-5 4-8 9-8 4 0 7 2 7 5 0 2-1 3-3 3 1-1 1-4-3-4-3 0-4 3-3 5h8c3 0 5-2 4-6 3 5 1 10-4 10l1 3h-3l-1-3H9l-1 3H5l1-3c-2-1-3-3-3-5zM4 2l4 3-5 2z",
  // a dragon's head and wing
  dragon: "M1 9c5 0 7-3 8-7 3 3 4 5 3 8 3-4 7-6 11-6-2 2-2 4-2 6-2 0-3 1-4 3 2 0 3 1 4 3-3-1-5 0-6 2 1 0 2 1 2 3-3-1-6 0-8 2 0-4-2-5-5-5l-3 1 2-3-3-1 4-2zM8 10a1.300 1.300 0 1 0 0 2.600A1.300 1.300 0 0 0 8 10z",
  // a whistle on its cord
  whistle: "M3 8h12l6-3v5l-4 1a6.500 6.500 0 1 1-11 1H3zm7 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM6 1h2v5H6zM10 2h2v4h-2z",
  // a mushroom-small fellow: round head, big ears
  small: "M12 5c4 0 6 2 6 6 2-1 4-3 5-6 0 5-2 9-5 10-1 5-3 7-6 7s-5-2-6-7C3 14 1 10 1 5c1 3 3 5 5 6 0-4 2-6 6-6z",
};

/** Words of position names, first that fits. Only the drawing depends on it. */
const WORDS: [RegExp, string][] = [
  [/referee/i, "whistle"],
  [/hellhound|hound/i, "hound"],
  [/tentacle/i, "tentacles"],
  [/gorgon/i, "snakes"],
  [/hippogriff/i, "wing"],
  [/earth golem/i, "golem"],
  [/cockatrice/i, "cockatrice"],
  [/hydra/i, "hydra"],
  [/manticore/i, "sting"],
  [/dragon/i, "dragon"],
  [/bomb|fanatic|loon|chain|swoopa|hooligan/i, "bomb"],
  [/tree|ent\b/i, "tree"],
  [/mummy|skeleton|zombie|wight|wraith|ghoul|golem|revenant/i, "skull"],
  [/vamp|varg|bat/i, "bat"],
  [/werewolf|wolf|clanrat|rat ogre|fox|beast of|claw/i, "claw"],
  [/thrower|passer|quarterback|punter/i, "throw"],
  [/blitz/i, "bolt"],
  [/runner|gutter|runna|chameleon/i, "run"],
  [/catcher|receiver/i, "hand"],
  [/slayer|berserker|ulfwerener|seeker|valkyrie|axe|maraud/i, "axe"],
  [/assassin|stabba|stabber|witch|dagger/i, "dagger"],
  [/wardancer|dancer|jump|leap/i, "leap"],
  [/ogre|troll|minotaur|giant|krox|yhetee|spawn|bull|horn|gor\b|beast/i, "horns"],
  [/goblin|snot|gnob|halfling|skink|gnome|hopeful/i, "small"],
  [/block|guard|bodyguard|bloat|chosen|un\b|warrior|saurus/i, "shield"],
];

export function glyphFor(position: string): Glyph {
  const name = WORDS.find(([words]) => words.test(position))?.[1] ?? "helmet";
  return { name, path: GLYPHS[name]! };
}

/** Two letters for a position, for where a drawing is too small to read. */
export function initials(position: string): string {
  const words = position.split(/[\s-]+/).filter((word) => /^[A-Z]/.test(word));
  return (words.length > 1 ? words[0]![0]! + words[1]![0]! : position.slice(0, 2)).toUpperCase();
}

/** The outline of a piece of no side, with radius r: a monster's is jagged, a referee's has eight corners. */
export function neutralPath(position: string, r: number): string {
  const jagged = !/referee/i.test(position);
  const count = jagged ? 22 : 8;
  const points = Array.from({ length: count }, (_, i) => {
    const angle = (i * 2 * Math.PI) / count + Math.PI / 8;
    const reach = r * (jagged ? (i % 2 === 0 ? 1.14 : 0.97) : 1.06);
    return `${(reach * Math.cos(angle)).toFixed(2)} ${(reach * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join("L")}z`;
}

/** The colours of a piece of no side: referees in black and white, monsters in bronze. */
export function neutralColours(position: string): { fill: string; ink: string; striped: boolean } {
  const striped = /referee/i.test(position);
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
