/** The keys of the dice pad: which faces can be tapped, and what stands on each. */

import type { DiceWanted, DieFace } from "../../wire";

/** More faces than this have no key each: the number is typed. */
export const MOST_KEYS = 24;
/** Arrows by direction on the screen, from north, clockwise. */
const ARROWS = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];
const COIN = ["Heads", "Tails"];

export interface PadKey {
  face: DieFace;
  /** What stands on the key besides the drawing of the face. */
  sign: string;
  /** The numbers of the keyboard that press it. */
  digits: number[];
}

/** The keys for one die. A face that is on the die twice has one key, and half a D6 says which numbers of it are meant. */
export function keysOf(wanted: DiceWanted, turned: boolean): PadKey[] {
  if (wanted.faces.length > MOST_KEYS) return [];
  const keys: PadKey[] = [];
  for (const face of wanted.faces) {
    const twin = face.face ? keys.find((key) => key.face.face === face.face) : undefined;
    if (twin) twin.digits.push(face.value);
    else keys.push({ face, sign: signOf(wanted.die, face, turned), digits: [face.value] });
  }
  return keys;
}

function signOf(die: string, face: DieFace, turned: boolean): string {
  if (face.direction !== null) return ARROWS[(face.direction + (turned ? 2 : 0)) % 8]!;
  if (die === "D3") return `D6: ${face.value * 2 - 1} or ${face.value * 2}`;
  return die === "coin" ? (COIN[face.value - 1] ?? "") : "";
}

/** How many keys stand side by side on a screen of so many pixels, so that each can be hit with a thumb. */
export function columns(keys: number, narrow: boolean): number {
  if (!narrow) return keys;
  return keys <= 6 ? keys : Math.ceil(keys / (keys > 16 ? 3 : 2));
}
