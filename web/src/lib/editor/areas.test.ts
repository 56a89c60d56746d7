import { beforeEach, describe, expect, it } from "vitest";
import { addLadder, fitted, heightAt, heights, lay, linesOf, mirrored, setHeight, stampOf, swapSquares, toggleBarrier } from "./areas";
import { type Model, paint, resized, textOf } from "./model";
import { rememberModel, rememberedModel } from "./unsaved";

const map: Model = {
  form: "map",
  edition: "astrogranite",
  name: "Trial",
  header: {},
  size: [8, 4],
  tiles: [],
  tokens: [],
  rows: ["########", "#A.1...#", "#.$....#", "########"],
  rooms: [],
};

describe("heights", () => {
  it("are digits over floor, and go with the last of them", () => {
    const raised = setHeight(map, [[2, 1], [2, 2], [0, 0]], 2);
    expect(heights(raised)).toEqual(["########", "#.2....#", "#.2....#", "########"]);
    expect(heightAt(raised, [2, 2])).toBe(2);
    expect(textOf(raised, new Map())).toContain("levels = '''\n########\n#.2....#\n");
    expect(setHeight(raised, [[2, 1], [2, 2]], 0).header).toEqual({});
  });
  it("follow the rock and the size of the map", () => {
    const raised = setHeight(map, [[2, 1], [2, 2]], 2);
    expect(heights(fitted(paint(raised, [[2, 1]], "#")))![1]).toBe("#.#....#");
    expect(heights(fitted(resized(raised, 4, 4)))).toEqual(["####", "#.2.", "#.2.", "####"]);
  });
});

describe("ladders and barriers", () => {
  it("are drawn from foot to top", () => {
    const built = addLadder(map, [3, 2], [2, 2]);
    expect(built.rows[2]).toBe("#.$H...#");
    expect(linesOf(built.header, "ladder")).toEqual(["  { foot = [3, 2], top = [2, 2] },"]);
    expect(linesOf(paint(built, [[3, 2]], ".").header, "ladder")).toEqual([]);
    expect(addLadder(map, [0, 0], [1, 1])).toBe(map);
  });
  it("come and go on the border of two squares", () => {
    const wall = toggleBarrier(map, [5, 1], [4, 1], "wall");
    expect(linesOf(wall.header, "barrier")).toEqual(['  { between = [[4, 1], [5, 1]], kind = "wall" },']);
    expect(linesOf(toggleBarrier(wall, [4, 1], [5, 1], "door").header, "barrier")[0]).toContain('"door"');
    expect(toggleBarrier(wall, [4, 1], [5, 1], "wall").header).toEqual({});
    expect(linesOf(paint(wall, [[4, 1]], "#").header, "barrier")).toEqual([]);
    expect(linesOf(paint(wall, [[4, 1]], "^").header, "barrier")).toHaveLength(1);
  });
});

describe("moving and copying", () => {
  it("a thing changes places with what is there, and takes its entry along", () => {
    const runed: Model = { ...map, rows: ["########", "#A.1..*#", "#.$....#", "########"], header: { inscription: '[\n  { at = [6, 1], college = "Light", circle = 1 },\n]' } };
    const moved = swapSquares(runed, [6, 1], [5, 2]);
    expect(moved.rows).toEqual(["########", "#A.1...#", "#.$..*.#", "########"]);
    expect(linesOf(moved.header, "inscription")[0]).toContain("at = [5, 2]");
    expect(swapSquares(map, [2, 2], [0, 2]).rows[2]).toBe("$.#....#");
  });
  it("a copy has portals of its own", () => {
    const copied = lay(map, stampOf(map, [2, 1], [3, 2]), [5, 1]);
    expect(copied.rows).toEqual(["########", "#A.1..2#", "#.$..$.#", "########"]);
  });
  it("a copy takes heights and entries along", () => {
    const raised = addLadder(setHeight(map, [[2, 2]], 2), [3, 2], [2, 2]);
    const copied = lay(raised, stampOf(raised, [2, 2], [3, 2]), [5, 2]);
    expect(linesOf(copied.header, "ladder")).toEqual(["  { foot = [3, 2], top = [2, 2] },", "  { foot = [6, 2], top = [5, 2] },"]);
    expect(heightAt(copied, [5, 2])).toBe(2);
  });
  it("a mirrored map is the same from both ends", () => {
    const raised = toggleBarrier(setHeight(map, [[2, 2]], 2), [1, 1], [1, 2], "wall");
    const whole = mirrored({ ...raised, rooms: [{ rule: "Crypt", area: [1, 1, 2, 1] }] });
    expect(whole.rows).toEqual(["########", "#A.1.$.#", "#.$.2.B#", "########"]);
    expect(heights(whole)).toEqual(["########", "#....2.#", "#.2....#", "########"]);
    expect(linesOf(whole.header, "barrier")).toHaveLength(2);
    expect(whole.rooms.map((room) => room.area)).toEqual([[1, 1, 2, 1], [5, 2, 2, 1]]);
    expect(mirrored(whole).rows).toEqual(whole.rows);
  });
});

describe("unsaved work", () => {
  beforeEach(() => localStorage.clear());
  it("is there again, for its edition", () => {
    rememberModel(map, "shelf-id");
    expect(rememberedModel("astrogranite")).toEqual({ model: map, kept: "shelf-id" });
    expect(rememberedModel("official")).toBeNull();
  });
  it("is nothing where the storage holds something else", () => {
    localStorage.setItem("dungeonbowl.editor", '{"official": {"model": {"edition": "official"}}}');
    expect(rememberedModel("official")).toBeNull();
    localStorage.setItem("dungeonbowl.editor", "{broken");
    expect(rememberedModel("official")).toBeNull();
  });
});
