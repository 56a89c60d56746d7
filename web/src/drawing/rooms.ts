/** Colours and motifs of special rooms. A room without a drawing of its own gets a colour from its name. */

import { wordNoise } from "../lib/board/geometry";

export interface RoomLook {
  hue: number;
  saturation: number;
  motif: string; // drawn small, once for every few squares, in a box of 24 by 24
}

const LOOKS: Record<string, RoomLook> = {
  Armoury: { hue: 205, saturation: 18, motif: "M5 3l14 16m0-16L5 19M3 17l4 4M17 21l4-4" },
  "Bone Pit": { hue: 45, saturation: 30, motif: "M6 8a2 2 0 1 1 2-2l8 8a2 2 0 1 1 2 2 2 2 0 1 1-2 2l-8-8a2 2 0 1 1-2-2z" },
  "Cursed Room": { hue: 285, saturation: 45, motif: "M12 3a9 9 0 1 0 9 9M12 7a5 5 0 1 0 5 5M12 11a1 1 0 1 0 1 1" },
  "Flooded Room": { hue: 200, saturation: 60, motif: "M2 9c3-3 6-3 9 0s6 3 9 0M2 16c3-3 6-3 9 0s6 3 9 0" },
  "Forgotten Jail": { hue: 220, saturation: 12, motif: "M5 3v18M12 3v18M19 3v18M3 7h18M3 17h18" },
  Kitchen: { hue: 24, saturation: 55, motif: "M7 3v7a2.500 2.500 0 0 1-5 0V3M4.500 12v9M17 3c-3 2-3 7 0 9v9" },
  Sewer: { hue: 95, saturation: 45, motif: "M12 3c4 6 6 8 6 11a6 6 0 0 1-12 0c0-3 2-5 6-11z" },
  "Treasure Room": { hue: 48, saturation: 75, motif: "M4 16c0-2 16-2 16 0s-16 2-16 0zm0 0v3c0 2 16 2 16 0v-3M6 9c0-2 12-2 12 0s-12 2-12 0zm0 0v3" },
  "Chaotic Idol": { hue: 350, saturation: 45, motif: "M12 2v20M2 12h20M5 5l14 14M19 5L5 19" },
  Crypt: { hue: 160, saturation: 20, motif: "M10 3h4v5h5v4h-5v9h-4v-9H5V8h5z" },
  "Dragon Youngling's Lair": { hue: 12, saturation: 55, motif: "M12 3c3 4 5 6 5 10a5 5 0 0 1-10 0c0-2 1-3 2-4 1 2 2 2 2 0s0-4 1-6z" },
  "Fiery Chasm": { hue: 18, saturation: 70, motif: "M12 3c3 4 5 6 5 10a5 5 0 0 1-10 0c0-2 1-3 2-4 1 2 2 2 2 0s0-4 1-6z" },
};

export function roomLook(name: string): RoomLook {
  const known = LOOKS[name];
  if (known) return known;
  return { hue: Math.floor(360 * wordNoise(name)), saturation: 45, motif: "M12 4l8 8-8 8-8-8z" };
}
