/** What a coach has set for this browser. Kept in local storage; everything has a default. */

export interface Palette {
  id: string;
  name: string;
  colours: [string, string, string, string];
}

/** Colours of the sides. Each side has a shape of its own besides. */
export const PALETTES: Palette[] = [
  { id: "classic", name: "Red and blue", colours: ["#cc3a30", "#2f6dd3", "#2f7f45", "#9049c4"] },
  { id: "swapped", name: "Blue and red", colours: ["#2f6dd3", "#cc3a30", "#2f7f45", "#9049c4"] },
  { id: "clear", name: "Orange and sky (for colour-blind eyes)", colours: ["#e08a1e", "#1f6fb0", "#b9bf45", "#c05a9e"] },
  { id: "stark", name: "White and black", colours: ["#e9e2d4", "#2b2b33", "#8c6a3a", "#4f6f7b"] },
];

const DEFAULTS = {
  palette: "classic",
  volume: 0.5,
  muted: false,
  captions: false,
  motion: "auto" as "auto" | "full" | "less",
  speed: 1,
  helper: true,
  confirm: true,
  follow: true,
  names: true,
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

/** Put colours and motion onto the page. Call inside an effect. */
export function applySettings(): void {
  const palette = PALETTES.find((entry) => entry.id === settings.palette) ?? PALETTES[0]!;
  const style = document.documentElement.style;
  palette.colours.forEach((colour, side) => {
    style.setProperty(`--side-${side}`, colour);
    style.setProperty(`--ink-${side}`, inkOn(colour));
  });
  document.documentElement.dataset.motion = lessMotion() ? "less" : "full";
  keepSettings();
}
