/** Keys of the match screen. Letters of actions come from the server; everything else is here, once, with its words. */

import { word } from "../languages";
import type { OverlayKind } from "../wire";

export type Command =
  | { kind: "direction"; direction: number }
  | { kind: "next"; step: 1 | -1 }
  | { kind: "moment"; step: 1 | -1 }
  | { kind: "letter"; letter: string }
  | { kind: "digit"; digit: number }
  | { kind: "overlay"; overlay: OverlayKind }
  | { kind: "zoom"; factor: number }
  | { kind: "confirm" | "cancel" | "undo" | "fit" | "forMe" | "hint" | "help" | "skip" | "mute" | "why" | "card" };

export interface Pressed {
  key: string;
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/** 0 is north, clockwise. */
const DIRECTIONS: Record<string, number> = {
  ArrowUp: 0,
  PageUp: 1,
  ArrowRight: 2,
  PageDown: 3,
  ArrowDown: 4,
  End: 5,
  ArrowLeft: 6,
  Home: 7,
  Numpad8: 0,
  Numpad9: 1,
  Numpad6: 2,
  Numpad3: 3,
  Numpad2: 4,
  Numpad1: 5,
  Numpad4: 6,
  Numpad7: 7,
};

export const OFFSETS: readonly (readonly [number, number])[] = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
];

const OVERLAYS: Record<string, OverlayKind> = { z: "zones", p: "passes", l: "sight", r: "reach" };

export function commandOf(event: Pressed): Command | null {
  if (event.altKey || event.metaKey) return null;
  if (event.ctrlKey) return event.key.toLowerCase() === "z" ? { kind: "undo" } : null;
  const direction = DIRECTIONS[event.code];
  if (direction !== undefined) return { kind: "direction", direction };
  if (event.shiftKey) {
    const overlay = OVERLAYS[event.key.toLowerCase()];
    if (overlay) return { kind: "overlay", overlay };
    if (event.key.toLowerCase() === "i") return { kind: "card" };
    if (event.key.toLowerCase() === "m") return { kind: "mute" }; // letters alone are actions
  }
  switch (event.key) {
    case ".":
      return { kind: "next", step: 1 };
    case ",":
      return { kind: "next", step: -1 };
    case "[":
      return { kind: "moment", step: -1 };
    case "]":
      return { kind: "moment", step: 1 };
    case "Enter":
      return { kind: "confirm" };
    case " ":
      return { kind: "skip" };
    case "Escape":
      return { kind: "cancel" };
    case "Backspace":
      return { kind: "undo" };
    case "+":
    case "=":
      return { kind: "zoom", factor: 1.25 };
    case "-":
      return { kind: "zoom", factor: 0.8 };
    case "0":
      return { kind: "fit" };
    case "?":
      return { kind: "help" };
    case "x":
      return { kind: "forMe" };
    case "v":
      return { kind: "hint" };
    case "q":
      return { kind: "why" };
  }
  if (/^[1-9]$/.test(event.key)) return { kind: "digit", digit: Number(event.key) };
  if (/^[a-z]$/.test(event.key)) return { kind: "letter", letter: event.key };
  return null;
}

/** What the help page says. */
export const KEY_HELP: [string, string][] = [
  [word(". and ,"), word("next and previous player that can act")],
  [word("arrows, Home, Page up, End, Page down, number pad"), word("a step in one of eight directions, or move the cursor")],
  [word("Enter"), word("choose the square under the cursor")],
  [word("letters"), word("the action with this letter, below the board or in the panel")],
  [word("1 to 9"), word("the choice with this number, below the board or in the panel; at a real table the face of a die")],
  [word("Esc, right click, a finger that rests"), word("a step back: put down the target, the player; then the card of the player there")],
  ["S", word("done with this player; another player, Bring on and End turn do it too")],
  ["E", word("end the turn")],
  [word("Backspace, Ctrl Z"), word("undo the last click, until a die has fallen; at a real table the last dice too")],
  ["X", word("choose for me")],
  ["V", word("advice: the best few things to do, and why")],
  ["Q", word("why? (the rule of this decision)")],
  [word("Shift Z, P, L, R"), word("show tackle zones, pass range, line of sight, the opponent's reach")],
  [word("+ and -"), word("zoom")],
  ["0", word("the whole dungeon, and back to the closer view")],
  [word("Space"), word("do not wait for the animation; in another coach's turn: on to my turn")],
  [word("P, [ and ]"), word("in another coach's turn: stop and go on, a step back, a step forward")],
  [word("Shift I"), word("the card of the player last looked at")],
  [word("Shift M"), word("sound on or off")],
  ["?", word("these keys")],
];
