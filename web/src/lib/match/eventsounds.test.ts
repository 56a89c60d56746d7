import { describe, expect, it } from "vitest";
import wire from "../wire.ts?raw";
import { SOUNDS, caption } from "../sound";
import { EVENT_SOUNDS, soundOf } from "./eventsounds";
import type { EventKind } from "../wire";

/** The kinds of events as the server has written them down. */
const kinds = [...wire.slice(wire.indexOf("export interface EventParts {"), wire.indexOf("export type EventKind")).matchAll(/^ {2}"([^"]+)":/gm)].map((found) => found[1] as EventKind);

describe("the sounds of events", () => {
  it("has a row for every kind that the server sends, and for no other", () => {
    expect(kinds.length).toBeGreaterThan(90);
    expect(Object.keys(EVENT_SOUNDS).sort()).toEqual([...kinds].sort());
  });

  it("makes a sound with a caption, or says why it is silent", () => {
    for (const kind of kinds) {
      const found = EVENT_SOUNDS[kind];
      if (typeof found === "string") {
        expect(SOUNDS[found].parts.length, kind).toBeGreaterThan(0);
        expect(caption(found), kind).toMatch(/^[a-z][a-z' ]{2,40}$/);
      } else expect(found.silent.length, kind).toBeGreaterThan(5);
    }
  });

  it("plays every sound for something, and tells all of them apart in words", () => {
    const used = new Set<string>([...kinds.map(soundOf), "call", "click"]);
    expect(Object.keys(SOUNDS).filter((name) => !used.has(name))).toEqual([]);
    const captions = Object.values(SOUNDS).map((sound) => sound.caption);
    expect(new Set(captions).size).toBe(captions.length);
  });
});
