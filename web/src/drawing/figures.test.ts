import { describe, expect, it } from "vitest";
import { BODIES, STRANGERS } from "./bodies";
import { drawn } from "./figures";
import { strangerPath } from "./glyphs";
import { MARKS } from "./marks";
import { both } from "./parts";
import type { BodyKind, Figure, RoleKind } from "../lib/wire";

const bodies = Object.keys(BODIES) as BodyKind[];
const roles = (Object.keys(MARKS) as RoleKind[]).filter((role) => role !== "monster" && role !== "referee");
const look = (figure: Figure): string => JSON.stringify(drawn(figure));

describe("figures", () => {
  it("draws every race in another way", () => {
    expect(new Set(bodies.map((body) => look({ body, role: "lineman" }))).size).toBe(bodies.length);
  });

  it("draws every role in another way, not only in another colour", () => {
    const shapes = roles.map((role) => JSON.stringify([MARKS[role].path, MARKS[role].pads]));
    expect(new Set(shapes).size).toBe(roles.length);
  });

  it("tells races apart by their outlines, not only by colours", () => {
    const outlines = bodies.map((body) => drawn({ body, role: "lineman" })!.strokes.map((stroke) => stroke.d).join());
    expect(new Set(outlines).size).toBe(bodies.length);
  });

  it("draws every piece of no side as a shape of its own", () => {
    expect(new Set(STRANGERS.map((body) => strangerPath({ body, role: "monster" }))).size).toBe(STRANGERS.length);
    expect(STRANGERS.every((body) => drawn({ body, role: "monster" }) === null)).toBe(true);
  });

  it("writes no path that a browser cannot read", () => {
    for (const body of bodies) {
      for (const stroke of drawn({ body, role: "blitzer" })!.strokes) {
        expect(stroke.d, body).toMatch(/^M[-\d\s.MLCQZaz]+$/);
        expect(stroke.colour, body).toMatch(/^(#[0-9a-f]{3,6}|var\(--(jersey|trim)\))$/);
      }
    }
  });

  it("mirrors a path across", () => {
    expect(both("M-1 2L3-4Z").replaceAll(/\s+/g, " ")).toBe("M-1 2L3-4Z M 1 2L -3 -4Z");
  });
});
