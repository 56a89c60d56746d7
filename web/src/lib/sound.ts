/** Sounds made on the spot with WebAudio: no files. Every sound has a caption. */

import { word } from "./languages";
import { settings } from "./settings.svelte";

type Maker = (context: AudioContext, out: AudioNode, at: number) => void;

/** A short tone that slides from one pitch to another. */
function tone(type: OscillatorType, from: number, to: number, length: number, level: number, delay = 0): Maker {
  return (context, out, at) => {
    const start = at + delay;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.type = type;
    oscillator.frequency.setValueAtTime(from, start);
    oscillator.frequency.exponentialRampToValueAtTime(Math.max(20, to), start + length);
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(level, start + Math.min(0.02, length / 4));
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    oscillator.connect(gain).connect(out);
    oscillator.start(start);
    oscillator.stop(start + length + 0.05);
  };
}

let noiseBuffer: AudioBuffer | null = null;

/** Filtered noise: footsteps, rattling, crowds. */
function hiss(filter: BiquadFilterType, frequency: number, length: number, level: number, delay = 0, rise = 0.005): Maker {
  return (context, out, at) => {
    if (!noiseBuffer) {
      noiseBuffer = context.createBuffer(1, context.sampleRate * 2, context.sampleRate);
      const data = noiseBuffer.getChannelData(0);
      for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
    }
    const start = at + delay;
    const source = context.createBufferSource();
    source.buffer = noiseBuffer;
    const band = context.createBiquadFilter();
    band.type = filter;
    band.frequency.value = frequency;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(level, start + rise);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    source.connect(band).connect(gain).connect(out);
    source.start(start, Math.random());
    source.stop(start + length + 0.05);
  };
}

const RATTLE = [0, 0.05, 0.11, 0.16, 0.24].map((delay, i) => hiss("bandpass", 2400 + 500 * (i % 3), 0.05, 0.5, delay));

interface Sound {
  caption: string;
  parts: Maker[];
}

export const SOUNDS = {
  step: { caption: word("footstep"), parts: [hiss("lowpass", 420, 0.09, 0.35)] },
  shove: { caption: word("shove"), parts: [hiss("lowpass", 700, 0.16, 0.6), tone("sine", 160, 70, 0.15, 0.4)] },
  thud: { caption: word("a body hits the stones"), parts: [tone("sine", 130, 38, 0.28, 0.9), hiss("lowpass", 300, 0.2, 0.7)] },
  clang: { caption: word("armour holds"), parts: [tone("triangle", 980, 940, 0.4, 0.28), tone("triangle", 1530, 1490, 0.3, 0.16)] },
  crunch: { caption: word("armour breaks"), parts: [hiss("highpass", 1500, 0.18, 0.5), tone("sawtooth", 210, 60, 0.22, 0.35)] },
  groan: { caption: word("groan"), parts: [tone("sawtooth", 170, 85, 0.5, 0.2), hiss("lowpass", 500, 0.4, 0.2)] },
  rise: { caption: word("gets up"), parts: [hiss("lowpass", 600, 0.12, 0.25), tone("sine", 120, 200, 0.14, 0.2)] },
  dice: { caption: word("dice rattle"), parts: RATTLE },
  portal: { caption: word("a portal hums"), parts: [tone("sine", 180, 880, 0.5, 0.3), tone("sine", 270, 1320, 0.5, 0.18), hiss("bandpass", 1800, 0.45, 0.12)] },
  door: { caption: word("a door opens"), parts: [hiss("bandpass", 500, 0.3, 0.35), tone("sawtooth", 90, 120, 0.25, 0.12)] },
  creak: { caption: word("a chest creaks"), parts: [tone("sawtooth", 240, 420, 0.35, 0.16), tone("sawtooth", 300, 180, 0.3, 0.12, 0.3)] },
  whoosh: { caption: word("the ball flies"), parts: [hiss("bandpass", 900, 0.35, 0.5, 0, 0.12)] },
  bounce: { caption: word("the ball bounces"), parts: [tone("sine", 300, 160, 0.12, 0.5)] },
  catch: { caption: word("hands on the ball"), parts: [hiss("lowpass", 900, 0.07, 0.6), tone("sine", 420, 520, 0.1, 0.3)] },
  boom: { caption: word("explosion"), parts: [tone("sine", 90, 25, 0.8, 1), hiss("lowpass", 250, 0.7, 0.9)] },
  whistle: { caption: word("whistle"), parts: [tone("square", 2300, 2250, 0.16, 0.14), tone("square", 2300, 2200, 0.4, 0.16, 0.22)] },
  drum: { caption: word("drum"), parts: [tone("sine", 110, 60, 0.25, 0.7), tone("sine", 110, 60, 0.3, 0.8, 0.26)] },
  cheer: { caption: word("the crowd cheers"), parts: [hiss("bandpass", 1200, 1.5, 0.5, 0, 0.3), hiss("bandpass", 700, 1.5, 0.4, 0, 0.2), tone("triangle", 440, 660, 0.5, 0.15, 0.1)] },
  jeer: { caption: word("the crowd jeers"), parts: [hiss("bandpass", 500, 0.9, 0.45, 0, 0.2), tone("sawtooth", 180, 120, 0.6, 0.12, 0.1)] },
  coins: { caption: word("coins"), parts: [0, 0.07, 0.15].map((delay, i) => tone("triangle", 1900 + 260 * i, 1850 + 260 * i, 0.14, 0.2, delay)) },
  splash: { caption: word("a wet sponge"), parts: [hiss("bandpass", 1400, 0.25, 0.5, 0, 0.03), hiss("lowpass", 500, 0.2, 0.3, 0.08)] },
  spell: { caption: word("magic crackles"), parts: [tone("sine", 520, 1560, 0.45, 0.2), tone("triangle", 1040, 2080, 0.35, 0.1, 0.08), hiss("highpass", 4000, 0.4, 0.15, 0.05, 0.1)] },
  gulp: { caption: word("something is swallowed"), parts: [tone("sine", 260, 70, 0.22, 0.6), tone("sine", 90, 180, 0.12, 0.4, 0.24)] },
  knock: { caption: word("a knock on wood"), parts: [tone("sine", 210, 120, 0.09, 0.6), hiss("lowpass", 800, 0.06, 0.4)] },
  scrape: { caption: word("stone on stone"), parts: [hiss("bandpass", 350, 0.5, 0.5, 0, 0.08), hiss("bandpass", 900, 0.45, 0.2, 0.05, 0.1)] },
  snap: { caption: word("a trap snaps"), parts: [hiss("highpass", 2500, 0.05, 0.6), tone("square", 700, 180, 0.12, 0.25, 0.03), tone("sine", 120, 40, 0.3, 0.6, 0.06)] },
  roar: { caption: word("a roar"), parts: [tone("sawtooth", 130, 60, 0.9, 0.35), hiss("lowpass", 420, 0.9, 0.5, 0, 0.15)] },
  slash: { caption: word("a blade cuts"), parts: [hiss("highpass", 3200, 0.16, 0.45, 0, 0.03), tone("triangle", 2600, 1900, 0.14, 0.12)] },
  call: { caption: word("your decision"), parts: [tone("sine", 660, 660, 0.12, 0.25), tone("sine", 880, 880, 0.18, 0.25, 0.13)] },
  click: { caption: word("click"), parts: [hiss("highpass", 3000, 0.03, 0.15)] },
} satisfies Record<string, Sound>;

export type SoundName = keyof typeof SOUNDS;

let context: AudioContext | null = null;

export function caption(name: SoundName): string {
  return SOUNDS[name].caption;
}

/** Play a sound, if the coach wants any. Browsers allow it only after the first click or key. */
export function play(name: SoundName): void {
  const sound = SOUNDS[name];
  if (settings.muted || settings.volume <= 0 || typeof AudioContext === "undefined") return;
  if (typeof navigator !== "undefined" && navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    const out = context.createGain();
    out.gain.value = settings.volume * 0.6;
    out.connect(context.destination);
    for (const part of sound.parts) part(context, out, context.currentTime + 0.01);
  } catch {
    // A machine without sound plays silently.
  }
}
