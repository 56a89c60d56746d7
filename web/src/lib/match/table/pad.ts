/** The keys of the dice pad: which faces can be tapped, and what stands on each. */

import type { DiceWanted, DieFace } from "../../wire";

/** More faces than this have no key each: the number is typed. */
export const MOST_KEYS = 24;
/** Arrows by direction on the screen, from north, clockwise. */
const ARROWS = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];

export interface PadKey {
  face: DieFace;
  /** What stands on the key besides the drawing of the face: an arrow as the board lies here, or the server's words. */
  sign: string;
  /** The numbers of the keyboard that press it. */
  digits: number[];
}

/** The keys for one die. A face that is on the die twice has one key. */
export function keysOf(wanted: DiceWanted, turned: boolean): PadKey[] {
  if (wanted.faces.length > MOST_KEYS) return [];
  const keys: PadKey[] = [];
  for (const face of wanted.faces) {
    const twin = face.face ? keys.find((key) => key.face.face === face.face) : undefined;
    if (twin) twin.digits.push(face.value);
    else keys.push({ face, sign: signOf(face, turned), digits: [face.value] });
  }
  return keys;
}

function signOf(face: DieFace, turned: boolean): string {
  return face.direction === null ? face.sign : ARROWS[(face.direction + (turned ? 2 : 0)) % 8]!;
}

/** How many keys stand side by side on a screen of so many pixels, so that each can be hit with a thumb. */
export function columns(keys: number, narrow: boolean): number {
  if (!narrow) return keys;
  return keys <= 6 ? keys : Math.ceil(keys / (keys > 16 ? 3 : 2));
}
