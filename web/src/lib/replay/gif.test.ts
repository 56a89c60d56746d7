import { describe, expect, it } from "vitest";
import { type Frame, gif, palette } from "./gif";

/** Reads a GIF of the kind that is written here: the colours of each frame, pixel by pixel. */
function read(file: Uint8Array): { width: number; height: number; frames: { delay: number; pixels: string[] }[] } {
  let at = 0;
  const byte = (): number => file[at++]!;
  const short = (): number => byte() + byte() * 256;
  expect(String.fromCharCode(...file.slice(0, 6))).toBe("GIF89a");
  at = 6;
  const [width, height] = [short(), short()];
  at += 3;
  const colours = file.slice(at, at + 768);
  at += 768;
  const frames: { delay: number; pixels: string[] }[] = [];
  let delay = 0;
  while (at < file.length) {
    const kind = byte();
    if (kind === 0x3b) break;
    if (kind === 0x21) {
      const label = byte();
      if (label === 0xf9) {
        at += 2;
        delay = short();
        at += 2;
      } else for (let size = byte(); size > 0; size = byte()) at += size;
      continue;
    }
    expect(kind).toBe(0x2c);
    at += 9;
    const bits = byte();
    const data: number[] = [];
    for (let size = byte(); size > 0; size = byte()) {
      data.push(...file.slice(at, at + size));
      at += size;
    }
    frames.push({ delay, pixels: unpacked(data, bits).map((index) => [...colours.slice(index * 3, index * 3 + 3)].join()) });
  }
  expect(at).toBe(file.length);
  return { width, height, frames };
}

function unpacked(data: number[], bits: number): number[] {
  const clear = 1 << bits;
  let size = bits + 1;
  let table: number[][] = [];
  let held = 0;
  let holding = 0;
  let before: number[] | null = null;
  const found: number[] = [];
  const reset = (): void => {
    table = Array.from({ length: clear + 2 }, (_, index) => (index < clear ? [index] : []));
    size = bits + 1;
    before = null;
  };
  reset();
  for (const byte of data) {
    held |= byte << holding;
    holding += 8;
    while (holding >= size) {
      const code = held & ((1 << size) - 1);
      held >>>= size;
      holding -= size;
      if (code === clear) {
        reset();
        continue;
      }
      if (code === clear + 1) return found;
      const last: number[] | null = before;
      const entry: number[] = table[code] ?? [...last!, last![0]!];
      for (const index of entry) found.push(index);
      if (last && table.length < 4096) table.push([...last, entry[0]!]);
      if (table.length === 1 << size && size < 12) size += 1;
      before = entry;
    }
  }
  throw new Error("no end");
}

/** A picture whose pixel at x, y has a colour that depends on both. */
function painted(width: number, height: number, colour: (x: number, y: number) => [number, number, number], delay = 10): Frame {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let index = 0; index < width * height; index += 1) data.set([...colour(index % width, Math.floor(index / width)), 255], index * 4);
  return { width, height, data, delay };
}

describe("a GIF", () => {
  it("shows the frames that went in", () => {
    const colours: [number, number, number][] = [[200, 16, 32], [0, 128, 255], [250, 250, 240]];
    const frames = [0, 1].map((turn) => painted(37, 23, (x, y) => colours[(x * 7 + y * 3 + turn) % 3]!, 40 + turn));
    const found = read(gif(frames));
    expect([found.width, found.height, found.frames.map((frame) => frame.delay)]).toEqual([37, 23, [40, 41]]);
    found.frames.forEach((frame, turn) => {
      expect(frame.pixels).toEqual(Array.from({ length: 37 * 23 }, (_, index) => colours[((index % 37) * 7 + Math.floor(index / 37) * 3 + turn) % 3]!.join()));
    });
  });

  it("holds large pictures, where the codes run out and begin anew", () => {
    let chance = 7;
    const next = (): number => (chance = (chance * 1103515245 + 12345) % 2147483648) >> 16;
    const wild = painted(160, 120, () => [(next() % 8) * 32, (next() % 8) * 32, 128]);
    const found = read(gif([wild])).frames[0]!.pixels;
    expect(found).toHaveLength(160 * 120);
    expect(found).toEqual(Array.from({ length: 160 * 120 }, (_, index) => [...wild.data.slice(index * 4, index * 4 + 3)].join()));
  });

  it("takes the nearest of 256 colours where there are more", () => {
    const rainbow = painted(64, 64, (x, y) => [x * 4, y * 4, (x + y) * 2]);
    const { colours } = palette([rainbow]);
    expect(colours.length).toBe(256 * 3);
    const found = read(gif([rainbow])).frames[0]!.pixels;
    const worst = Math.max(...found.map((pixel, index) => Math.max(...pixel.split(",").map((part, place) => Math.abs(Number(part) - rainbow.data[index * 4 + place]!)))));
    expect(worst).toBeLessThan(80);
  });
});
