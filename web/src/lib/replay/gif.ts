/** Moving pictures as a GIF: at most 256 colours, chosen from the pictures themselves, and the usual LZW. */

export interface Frame {
  width: number;
  height: number;
  /** Red, green, blue, alpha of each pixel, as a canvas gives them. */
  data: Uint8ClampedArray;
  /** Hundredths of a second. */
  delay: number;
}

const MOST_COLOURS = 256;
const SHADES = 32; // of red, green and blue each, when colours are counted

const bucket = (red: number, green: number, blue: number): number => ((red >> 3) * SHADES + (green >> 3)) * SHADES + (blue >> 3);

/**
 * Colours that serve the pictures best, and for every shade the nearest of them. Each next colour is the shade that is worst
 * served so far: often there, and far from those that were taken.
 */
export function palette(frames: readonly Frame[]): { colours: number[]; nearest: Uint8Array } {
  const counts = new Uint32Array(SHADES ** 3);
  const sums = new Float64Array(SHADES ** 3 * 3);
  for (const { data } of frames) {
    for (let at = 0; at < data.length; at += 4) {
      const key = bucket(data[at]!, data[at + 1]!, data[at + 2]!);
      counts[key]! += 1;
      for (let part = 0; part < 3; part += 1) sums[key * 3 + part]! += data[at + part]!;
    }
  }
  const used = [...counts.keys()].filter((key) => counts[key]! > 0);
  const shades = used.map((key) => [0, 1, 2].map((part) => sums[key * 3 + part]! / counts[key]!) as [number, number, number]);
  const weights = used.map((key) => Math.sqrt(counts[key]!));
  const distances = used.map(() => Infinity);
  const chosen = used.map(() => 0);
  const colours: number[] = [];
  let next = weights.indexOf(Math.max(...weights));
  while (next >= 0 && colours.length < MOST_COLOURS * 3) {
    const [red, green, blue] = shades[next]!;
    let worst = 0;
    next = -1;
    for (const [index, shade] of shades.entries()) {
      const distance = (shade[0] - red) ** 2 + (shade[1] - green) ** 2 + (shade[2] - blue) ** 2;
      if (distance < distances[index]!) {
        distances[index] = distance;
        chosen[index] = colours.length / 3;
      }
      if (distances[index]! * weights[index]! > worst) {
        worst = distances[index]! * weights[index]!;
        next = index;
      }
    }
    colours.push(Math.round(red), Math.round(green), Math.round(blue));
  }
  const nearest = new Uint8Array(SHADES ** 3);
  for (const [index, key] of used.entries()) nearest[key] = chosen[index]!;
  return { colours, nearest };
}

class Bytes {
  private parts: Uint8Array[] = [];
  private open = new Uint8Array(4096);
  private count = 0;

  byte(value: number): void {
    if (this.count === this.open.length) {
      this.parts.push(this.open);
      this.open = new Uint8Array(this.open.length);
      this.count = 0;
    }
    this.open[this.count] = value;
    this.count += 1;
  }
  bytes(...values: number[]): void {
    for (const value of values) this.byte(value);
  }
  short(value: number): void {
    this.bytes(value & 255, value >> 8);
  }
  text(words: string): void {
    for (const letter of words) this.byte(letter.charCodeAt(0));
  }
  all(): Uint8Array<ArrayBuffer> {
    const parts = [...this.parts, this.open.subarray(0, this.count)];
    const found = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      found.set(part, at);
      at += part.length;
    }
    return found;
  }
}

const BITS = 8;
const CLEAR = 1 << BITS;
const MOST_CODES = 4096;
const BLOCK = 255;

/** LZW with codes of growing length, in blocks of at most 255 bytes. */
function compress(pixels: Uint8Array, out: Bytes): void {
  out.byte(BITS);
  let block: number[] = [];
  let held = 0;
  let holding = 0;
  let size = BITS + 1;
  const flush = (): void => {
    if (block.length === 0) return;
    out.bytes(block.length, ...block);
    block = [];
  };
  const write = (code: number): void => {
    held |= code << holding;
    holding += size;
    while (holding >= 8) {
      block.push(held & 255);
      if (block.length === BLOCK) flush();
      held >>>= 8;
      holding -= 8;
    }
  };
  let codes = new Map<number, number>();
  let next = CLEAR + 2;
  write(CLEAR);
  let prefix = pixels[0] ?? 0;
  for (let at = 1; at < pixels.length; at += 1) {
    const pixel = pixels[at]!;
    const key = prefix * CLEAR + pixel;
    const known = codes.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    write(prefix);
    if (next === MOST_CODES) {
      write(CLEAR);
      codes = new Map();
      next = CLEAR + 2;
      size = BITS + 1;
    } else {
      if (next === 1 << size) size += 1;
      codes.set(key, next);
      next += 1;
    }
    prefix = pixel;
  }
  write(prefix);
  write(CLEAR + 1);
  if (holding > 0) block.push(held & 255);
  flush();
  out.byte(0);
}

/** The frames as one GIF that goes round and round. All of them have the size of the first. */
export function gif(frames: readonly Frame[]): Uint8Array<ArrayBuffer> {
  const { width, height } = frames[0]!;
  const { colours, nearest } = palette(frames);
  const out = new Bytes();
  out.text("GIF89a");
  out.short(width);
  out.short(height);
  out.bytes(0b1111_0111, 0, 0); // a palette of 256 colours for all frames
  for (let index = 0; index < MOST_COLOURS * 3; index += 1) out.byte(colours[index] ?? 0);
  out.bytes(0x21, 0xff, 11);
  out.text("NETSCAPE2.0");
  out.bytes(3, 1, 0, 0, 0);
  for (const frame of frames) {
    out.bytes(0x21, 0xf9, 4, 0);
    out.short(frame.delay);
    out.bytes(0, 0, 0x2c, 0, 0, 0, 0);
    out.short(width);
    out.short(height);
    out.byte(0);
    const pixels = new Uint8Array(width * height);
    for (let index = 0; index < pixels.length; index += 1) {
      const at = index * 4;
      pixels[index] = nearest[bucket(frame.data[at]!, frame.data[at + 1]!, frame.data[at + 2]!)]!;
    }
    compress(pixels, out);
  }
  out.byte(0x3b);
  return out.all();
}
