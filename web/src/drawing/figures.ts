/** A figure put together: the body of its race with the mark of its role, as paths with their paints. */

import type { Figure } from "../lib/wire";
import { BODIES, isStranger, type Build } from "./bodies";
import { MARKS, PADS, SHOULDERS } from "./marks";
import { INK, type Paint } from "./parts";

export interface Stroke {
  d: string;
  colour: string; // a colour of CSS; `var(--jersey)` and `var(--trim)` are those of the side
  line: number; // the width of a line; 0 for a shape with an outline
}

export interface Drawn {
  strokes: Stroke[]; // the body, behind the mark
  scale: number;
  shift: number; // how far the body steps aside for the mark
  mark: string;
  markColour: string;
}

const SCALES: Record<Build, number> = { tiny: 0.76, small: 0.84, slim: 0.92, usual: 0.9, stout: 0.92, big: 1.04 };
const BREADTHS: Record<Build, keyof typeof SHOULDERS> = { tiny: "slim", small: "slim", slim: "slim", usual: "usual", stout: "broad", big: "broad" };
/** The outline of every shape. */
export const OUTLINE = INK;

const made = new Map<string, Drawn>();

/** The drawing of a figure; nothing for pieces of no side, which are one shape (see `glyphs.ts`). */
export function drawn(figure: Figure): Drawn | null {
  const key = `${figure.body}/${figure.role}`;
  const known = made.get(key);
  if (known) return known;
  if (isStranger(figure.body)) return null;
  const body = BODIES[figure.body] ?? BODIES.human;
  const mark = MARKS[figure.role] ?? MARKS.lineman;
  const colours: Partial<Record<Paint, string>> = { skin: body.skin, shade: body.shade, hair: body.hair, gear: body.gear, jersey: "var(--jersey)", trim: "var(--trim)" };
  const stroke = (part: { d: string; paint: Paint; line?: number }): Stroke => ({ d: part.d, colour: colours[part.paint] ?? part.paint, line: part.line ?? 0 });
  const shoulders: Stroke = { d: SHOULDERS[BREADTHS[body.build]], colour: "var(--jersey)", line: 0 };
  const found: Drawn = {
    strokes: [...body.back.map(stroke), shoulders, ...PADS[mark.pads].map(stroke), ...body.front.map(stroke)],
    scale: SCALES[body.build],
    shift: mark.path ? -3 : 0,
    mark: mark.path,
    markColour: mark.paint,
  };
  made.set(key, found);
  return found;
}
