import { describe, expect, it } from "vitest";
import { KEY_HELP, OFFSETS, commandOf } from "./keys";

const press = (key: string, more: Partial<Parameters<typeof commandOf>[0]> = {}) =>
  commandOf({ key, code: key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more });

describe("keys", () => {
  it("has eight directions, by arrows and corner keys and by the number pad", () => {
    const keys = ["ArrowUp", "PageUp", "ArrowRight", "PageDown", "ArrowDown", "End", "ArrowLeft", "Home"];
    expect(keys.map((key) => press(key))).toEqual(keys.map((_, direction) => ({ kind: "direction", direction })));
    const pad = ["Numpad8", "Numpad9", "Numpad6", "Numpad3", "Numpad2", "Numpad1", "Numpad4", "Numpad7"];
    expect(pad.map((code) => press("5", { code }))).toEqual(pad.map((_, direction) => ({ kind: "direction", direction })));
    expect(OFFSETS[3]).toEqual([1, 1]);
  });

  it("leaves letters to the actions and numbers to the choices", () => {
    expect(press("b")).toEqual({ kind: "letter", letter: "b" });
    expect(press("3")).toEqual({ kind: "digit", digit: 3 });
    expect(press("0")).toEqual({ kind: "fit" });
  });

  it("takes the next player, overlays and zoom", () => {
    expect(press(".")).toEqual({ kind: "next", step: 1 });
    expect(press("Z", { shiftKey: true })).toEqual({ kind: "overlay", overlay: "zones" });
    expect(press("+", { shiftKey: true })).toEqual({ kind: "zoom", factor: 1.25 });
  });

  it("leaves the letters of actions to actions", () => {
    for (const letter of "bcdfhlmpwz") expect(press(letter)).toEqual({ kind: "letter", letter });
    expect(press("M", { shiftKey: true })).toEqual({ kind: "mute" });
  });

  it("does not take away what belongs to the browser", () => {
    expect(press("r", { ctrlKey: true })).toBeNull();
    expect(press("Tab")).toBeNull();
    expect(press("F5")).toBeNull();
    expect(press("d", { altKey: true })).toBeNull();
    expect(press("z", { ctrlKey: true })).toEqual({ kind: "undo" });
  });

  it("has words for every key", () => {
    expect(KEY_HELP.every(([keys, words]) => keys && words)).toBe(true);
  });
});
