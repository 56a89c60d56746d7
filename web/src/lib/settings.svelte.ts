/** What a coach has set for this browser. Kept in local storage; everything has a default. */

import { MediaQuery } from "svelte/reactivity";
import { word } from "./languages/word";

export interface Palette {
  id: string;
  name: string;
  colours: [string, string, string, string];
}

/** Colours of the sides. Each side has a shape of its own besides. */
export const PALETTES: Palette[] = [
  { id: "classic", name: word("Red and blue"), colours: ["#cc3a30", "#2f6dd3", "#2f7f45", "#9049c4"] },
  { id: "swapped", name: word("Blue and red"), colours: ["#2f6dd3", "#cc3a30", "#2f7f45", "#9049c4"] },
  { id: "clear", name: word("Orange and sky (for colour-blind eyes)"), colours: ["#e08a1e", "#1f6fb0", "#b9bf45", "#c05a9e"] },
  { id: "stark", name: word("White and black"), colours: ["#efe9dc", "#33353d", "#8c6a3a", "#4f6f7b"] },
];

const DEFAULTS = {
  language: "", // none chosen: the browser's
  palette: "classic",
  volume: 0.5,
  muted: false,
  captions: false,
  motion: "auto" as "auto" | "full" | "less",
  speed: 1,
  helper: true,
  guide: true,
  confirmEnd: true,
  confirmWaste: true,
  follow: true,
  names: true,
  theme: "auto" as "auto" | "light" | "dark",
  side: true, // panels that are not folded away
  foot: true,
};
export type SettingValues = typeof DEFAULTS;
const STORE = "dungeonbowl.settings";

function load(): SettingValues {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "{}") as Partial<SettingValues>;
    return { ...DEFAULTS, ...kept };
  } catch {
    return { ...DEFAULTS };
  }
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Light or dark ink, whichever reads better on a colour. */
export function inkOn(colour: string): string {
  const ground = luminance(colour);
  const onWhite = 1.05 / (ground + 0.05);
  const onDark = (ground + 0.05) / (luminance("#16110c") + 0.05);
  return onWhite >= onDark ? "#ffffff" : "#16110c";
}

export const settings: SettingValues = $state(load());

export function keepSettings(): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(settings));
  } catch {
    // Private windows may refuse; the settings then last as long as the page.
  }
}

/** Whether things should jump instead of glide. */
export function lessMotion(): boolean {
  if (settings.motion !== "auto") return settings.motion === "less";
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export type Theme = "light" | "dark";
/** What lines and marks of a side lie on: the panels of a theme, and the rock of every board. */
export const GROUNDS: Record<Theme, string> = { light: "#ece1cc", dark: "#2b2520" };
export const ROCK = "#221d19";
/** Contrast that a line needs to be seen. */
const SEEN = 3;

export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** A colour that can be seen on a ground: itself, or as much lighter or darker as it takes. */
export function seenOn(ground: string, colour: string): string {
  const towards = luminance(ground) < 0.2 ? 255 : 0;
  for (let share = 0; share <= 1; share += 0.05) {
    const parts = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16);
      return Math.round(part + (towards - part) * share).toString(16).padStart(2, "0");
    });
    const found = `#${parts.join("")}`;
    if (contrast(found, ground) >= SEEN) return found;
  }
  return towards ? "#ffffff" : "#000000";
}

/** The system's choice, followed while it changes. */
let lightSystem: MediaQuery | undefined;
export function themeNow(): Theme {
  if (settings.theme !== "auto") return settings.theme;
  if (typeof matchMedia !== "function") return "dark";
  lightSystem ??= new MediaQuery("(prefers-color-scheme: light)");
  return lightSystem.current ? "light" : "dark";
}

/** Put theme, colours and motion onto the page. Call inside an effect. */
export function applySettings(): void {
  const palette = PALETTES.find((entry) => entry.id === settings.palette) ?? PALETTES[0]!;
  const theme = themeNow();
  const style = document.documentElement.style;
  palette.colours.forEach((colour, side) => {
    style.setProperty(`--side-${side}`, colour);
    style.setProperty(`--ink-${side}`, inkOn(colour));
    style.setProperty(`--line-${side}`, seenOn(GROUNDS[theme], colour));
    style.setProperty(`--mark-${side}`, seenOn(ROCK, colour));
  });
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.motion = lessMotion() ? "less" : "full";
  keepSettings();
}
