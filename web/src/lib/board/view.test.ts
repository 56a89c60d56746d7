import { describe, expect, it } from "vitest";
import { type DungeonJson, UNIT } from "./geometry";
import { View } from "./view.svelte";

function looking(columns: number, rows: number, width: number, height: number): View {
  const view = new View(true);
  view.follows = true;
  view.show({ size: [columns, rows], rows: Array.from({ length: rows }, () => ".".repeat(columns)), passages: [] } as unknown as DungeonJson);
  view.width = width;
  view.height = height;
  view.keep();
  return view;
}
/** Whether a square lies within the window. */
function isSeen(view: View, x: number, y: number): boolean {
  return x >= view.seen.x && y >= view.seen.y && x + 1 <= view.seen.x + view.seen.width && y + 1 <= view.seen.y + view.seen.height;
}

describe("how a board is looked at", () => {
  it("shows a dungeon of few squares as a whole, in nearly all the room there is", () => {
    const view = looking(12, 8, 1000, 600);
    expect(view.small).toBe(false);
    expect((view.pixelsASquare * 8) / 600).toBeGreaterThan(0.92);
  });

  it("wastes no room on rock that nobody can enter", () => {
    const view = looking(12, 8, 1000, 600);
    view.show({ size: [12, 30], rows: [...Array.from({ length: 22 }, () => "#".repeat(12)), ...Array.from({ length: 8 }, () => ".".repeat(12))], passages: [] } as unknown as DungeonJson);
    view.keep();
    expect((view.pixelsASquare * 8) / 600).toBeGreaterThan(0.92);
    expect(isSeen(view, 0, 22)).toBe(true);
  });

  it("comes closer where the squares of the whole would be too small, and follows what happens", () => {
    const view = looking(40, 19, 1086, 572);
    expect(view.small).toBe(true);
    expect(view.pixelsASquare).toBeGreaterThanOrEqual(44);
    view.follow(38, 2);
    view.keep();
    expect(isSeen(view, 38, 2)).toBe(true);
    const before = view.camera;
    view.follow(37, 2); // a step aside: nothing moves under the pointer
    view.keep();
    expect(view.camera).toEqual(before);
    view.follow(1, 17);
    view.keep();
    expect(isSeen(view, 1, 17)).toBe(true);
  });

  it("goes to the squares that are to be chosen from when fewer than half of them are in view", () => {
    const view = looking(26, 26, 1086, 572);
    const zone = [0, 1, 2].flatMap((x) => [0, 1, 2, 3, 4, 5].map((y) => [x, y] as const));
    const seen = (): number => zone.filter(([x, y]) => view.sees(x, y)).length;
    view.follow(2, 10); // a referee has come in
    view.keep();
    expect(seen()).toBeGreaterThan(0);
    expect(seen()).toBeLessThan(9);
    view.gather(zone, 1);
    view.keep();
    expect(seen()).toBeLessThan(9);
    view.gather(zone, 9);
    view.keep();
    expect(seen()).toBe(18);
  });

  it("shows the whole while both ends of it are asked about, until the coach or the question goes on", () => {
    const view = looking(40, 19, 390, 600);
    view.overview = true;
    view.keep();
    expect(isSeen(view, 0, 9) && isSeen(view, 39, 9)).toBe(true);
    view.closer(0, 9); // a finger cannot hit a square this small
    view.keep();
    expect(view.overview).toBe(false);
    expect(view.pixelsASquare).toBeGreaterThanOrEqual(44);
    view.overview = true;
    view.keep();
    view.overview = false;
    view.keep();
    expect(view.pixelsASquare).toBeGreaterThanOrEqual(44);
  });

  it("keeps to what happened last when the window or the dungeon changes its shape", () => {
    const view = looking(40, 19, 1086, 572);
    view.follow(20, 9);
    view.keep();
    view.follow(24, 11); // well inside: nothing moved
    view.keep();
    view.width = 390;
    view.height = 300;
    view.keep();
    expect(isSeen(view, 24, 11)).toBe(true);
    view.show({ size: [19, 40], rows: Array.from({ length: 40 }, () => ".".repeat(19)), passages: [] } as unknown as DungeonJson);
    view.follow(7, 24);
    view.keep();
    expect(isSeen(view, 7, 24)).toBe(true);
  });

  it("goes to the whole and back by one key", () => {
    const view = looking(40, 19, 1086, 572);
    view.follow(38, 2);
    view.toggle();
    view.keep();
    expect(view.camera).toEqual(view.whole);
    view.follow(20, 9); // the coach looks at the whole: it stays
    view.keep();
    expect(view.camera).toEqual(view.whole);
    view.toggle();
    view.keep();
    expect(view.pixelsASquare).toBeGreaterThanOrEqual(44);
  });

  it("goes to the whole and back by one pinch", () => {
    const view = looking(40, 19, 390, 560);
    view.zoomAbout(0.6, { x: 100, y: 100 });
    view.pinched(0.6, { x: 100, y: 100 });
    view.keep();
    expect(view.camera).toEqual(view.whole);
    view.zoomAbout(1.4, { x: 200, y: 280 });
    view.pinched(1.4, { x: 200, y: 280 });
    view.keep();
    expect(view.pixelsASquare).toBeGreaterThanOrEqual(44);
  });

  it("looks where the small map was clicked", () => {
    const view = looking(40, 19, 390, 560);
    view.closer(30, 15);
    view.keep();
    expect(isSeen(view, 30, 15)).toBe(true);
  });

  it("leaves a view of the coach's own alone until something happens outside it", () => {
    const view = looking(40, 19, 1086, 572);
    view.zoom(2);
    const own = view.camera;
    view.keep();
    expect(view.camera).toEqual(own);
    view.follow(39, 18);
    expect(isSeen(view, 39, 18)).toBe(true);
    expect(view.camera.scale).toBe(own.scale);
    expect(view.camera.scale * UNIT).toBeGreaterThan(80);
  });
});
