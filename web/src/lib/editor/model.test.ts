import { describe, expect, it } from "vitest";
import type { DungeonChecked, TileShape } from "../wire";
import {
  type Model,
  counterpart,
  emptyModel,
  idOf,
  keysOf,
  modelOf,
  opposite,
  originOf,
  paint,
  placeTile,
  removeTile,
  resized,
  setToken,
  shiftTile,
  squaresOf,
  textOf,
  tileAt,
  turnTile,
  turned,
} from "./model";
import { gathered, onCanvas, sketch } from "./view";

const shapes = new Map<string, TileShape>([
  ["B1", { id: "B1", kind: "corridor", room: "", rows: ["....", "....", "..##", "..##"] }],
  ["S1", { id: "S1", kind: "small", room: "Armoury", rows: ["....", "....", "....", "...."] }],
  ["E1", { id: "E1", kind: "endzone", room: "", rows: ["AA", "AA"] }],
]);
const tiles: Model = { form: "tiles", edition: "official", name: "Trial", header: {}, size: [20, 12], tiles: [], tokens: [], rows: [], rooms: [] };
const map: Model = { ...tiles, form: "map", size: [4, 3], rows: ["####", "#.1#", "####"] };

describe("tiles", () => {
  it("turn clockwise", () => {
    expect(turned(["ab", "cd", "ef"], 90)).toEqual(["eca", "fdb"]);
    expect(turned(["ab"], 270)).toEqual(["b", "a"]);
    expect(turned(["ab", "cd"], 0)).toEqual(["ab", "cd"]);
  });
  it("cover their squares and no rock", () => {
    expect(squaresOf({ id: "B1", at: [5, 5], rot: 0 }, shapes)).toHaveLength(12);
    expect(tileAt(placeTile(tiles, "B1", [5, 5], 0), shapes, [8, 8])).toBeUndefined();
    expect(tileAt(placeTile(tiles, "B1", [5, 5], 0), shapes, [6, 8])?.id).toBe("B1");
  });
  it("take what lies on them along", () => {
    const laid = setToken(placeTile(tiles, "B1", [5, 5], 0), [5, 8], "$");
    expect(shiftTile(laid, shapes, "B1", [2, 1]).tokens).toEqual([{ at: [7, 9], character: "$" }]);
    const round = [1, 2, 3, 4].reduce((model) => turnTile(model, shapes, "B1"), laid);
    expect(turnTile(laid, shapes, "B1").tokens).toEqual([{ at: [5, 5], character: "$" }]);
    expect(round.tokens).toEqual(laid.tokens);
    expect(removeTile(laid, shapes, "B1")).toMatchObject({ tiles: [], tokens: [] });
  });
  it("are written from the first square on, without the doorways of tiles that are gone", () => {
    const model = { ...placeTile(tiles, "S1", [6, 4], 90), header: { symmetry: '"none"', doorway: '[\n  { between = ["S1", "B1"], offset = 1 },\n]' } };
    expect(originOf(model, shapes)).toEqual([6, 4]);
    const text = textOf(model, shapes);
    expect(text).toContain('  { id = "S1", at = [0, 0], rot = 90 },');
    expect(text).toContain('symmetry = "none"');
    expect(text).not.toContain("doorway");
    expect(text).not.toContain("plan");
  });
});

describe("tokens", () => {
  it("go when they are put where they are, and there is one portal of a number", () => {
    const one = setToken(setToken(tiles, [1, 1], "$"), [2, 2], "$");
    expect(one.tokens).toHaveLength(2);
    expect(setToken(one, [1, 1], "$").tokens).toHaveLength(1);
    const portal = setToken(setToken(tiles, [1, 1], "3"), [4, 4], "3");
    expect(portal.tokens).toEqual([{ at: [4, 4], character: "3" }]);
    expect(setToken(portal, [4, 4], null).tokens).toEqual([]);
  });
});

describe("maps", () => {
  it("are painted, with one portal of a number", () => {
    expect(paint(map, [[1, 1]], "1").rows).toEqual(["####", "#1.#", "####"]);
    expect(paint(map, [[9, 9]], "~")).toEqual(map);
  });
  it("forget what was said of a square that is painted over", () => {
    const trapped = { ...map, header: { notes: '"x"', trap: '[\n  { at = [1, 1], kind = "pit" },\n  { at = [2, 1], kind = "pit" },\n]' } };
    expect(paint(trapped, [[1, 1]], "~").header.trap).toBe('[\n  { at = [2, 1], kind = "pit" },\n]');
    expect(paint(trapped, [[1, 1], [2, 1]], "~").header).toEqual({ notes: '"x"' });
    expect(paint(trapped, [[1, 1]], ".").header).toEqual(trapped.header);
  });
  it("have another side", () => {
    expect(opposite(map, [1, 1])).toEqual([2, 1]);
    expect([..."AB12.~"].map(counterpart).join("")).toBe("BA21.~");
  });
  it("grow with rock and can be emptied", () => {
    expect(resized(map, 5, 4).rows).toEqual(["#####", "#.1##", "#####", "#####"]);
    expect(emptyModel(map).rows).toEqual(["####", "#..#", "####"]);
  });
  it("writes whose rune it is, a circle for each stroke, and forgets it with the square", () => {
    const one = paint(map, [[1, 1]], "*", "Light");
    expect(one.header.inscription).toBe('[\n  { at = [1, 1], college = "Light", circle = 1 },\n]');
    const two = paint(one, [[2, 1]], "*", "Grey");
    expect(two.header.inscription).toContain('{ at = [2, 1], college = "Grey", circle = 2 }');
    expect(paint(two, [[1, 1], [2, 1]], ".").header.inscription).toBeUndefined();
  });
});

describe("files", () => {
  const board = {
    dungeon: { edition: "official", name: "Trial", size: [2, 2], chests: [[0, 1]], teleporters: [{ n: 4, at: [1, 1] }] },
    squares: [],
    terrain: [],
    zone: [],
    labels: [],
    rooms: [],
    features: [],
  };
  const checked = (text: string): DungeonChecked => ({ legal: true, problems: [], text, board, fairness: [], unfair: [] });
  const header = 'format = 1\nid = "trial"\nname = "Trial"\nedition = "official"\n';

  it("keep the keys that the editor does not know", () => {
    const keys = keysOf(`${header}symmetry = "none"\ntile = [\n  { id = "E1", at = [0, 0], rot = 0 },\n]\nplan = '''\n+-+\n'''\n`);
    expect(Object.keys(keys)).toEqual(["format", "id", "name", "edition", "symmetry", "tile", "plan"]);
    expect(keys.plan).toBe("'''\n+-+\n'''");
  });
  it("come back as they were written", () => {
    const model = modelOf(checked(`${header}symmetry = "none"\ntile = [\n  { id = "E1", at = [0, 0], rot = 0 },\n]\nplan = '''\n'''\n`))!;
    expect(model.form).toBe("tiles");
    const [x, y] = originOf(model, shapes);
    expect(model.tokens.map((token) => [token.character, token.at[0] - x, token.at[1] - y])).toEqual([
      ["$", 0, 1],
      ["4", 1, 1],
    ]);
    expect(textOf(model, shapes)).toBe(`${header}symmetry = "none"\ntile = [\n  { id = "E1", at = [0, 0], rot = 0 },\n]\n`);
    const text = `${header}room = [\n  { rule = "Sewer", area = [1, 1, 2, 1] },\n]\nmap = '''\n####\n#..#\n####\n'''\n`;
    expect(textOf(modelOf(checked(text))!, shapes)).toBe(text);
  });
  it("without a board have no drawing", () => {
    expect(modelOf({ ...checked(header), board: null })).toBeNull();
  });
  it("have an id that a file can have", () => {
    expect(idOf("Ümlaut's Höhle!")).toBe("umlaut-s-hohle");
    expect(idOf("???")).toBe("my-dungeon");
  });
});

describe("the drawing", () => {
  it("shows tiles, zones, rooms and tokens before the server has answered", () => {
    const model = setToken(placeTile(placeTile(tiles, "S1", [3, 3], 0), "E1", [7, 3], 0), [4, 4], "$");
    const json = sketch(model, shapes);
    expect(json.rows[3]).toBe("###....AA###########");
    expect(json.zones).toEqual({ A: [[7, 3], [8, 3], [7, 4], [8, 4]] });
    expect(json.rooms[0]).toMatchObject({ room: "Armoury" });
    expect(json.chests).toEqual([[4, 4]]);
    expect(sketch(map, shapes)).toMatchObject({ rows: ["####", "#..#", "####"], teleporters: [{ n: 1, at: [2, 1] }] });
  });
  it("moves the server's dungeon to its place on the canvas", () => {
    const json = { ...sketch(map, shapes), borders: [[1, 1, "E"] as [number, number, string]] };
    const moved = onCanvas(json, [2, 1], [8, 5]);
    expect(moved.rows).toEqual(["########", "########", "###..###", "########", "########"]);
    expect(moved.borders).toEqual([[3, 2, "E"]]);
    expect(moved.teleporters).toEqual([{ n: 1, at: [4, 2] }]);
  });
  it("tells the same fault on several squares once", () => {
    const fault = (x: number): { rule: string; severity: string; text: string; squares: [number, number][] } => ({ rule: "D", severity: "error", text: `both cover (${x}, 4)`, squares: [[x, 4]] });
    const found = gathered([fault(1), fault(2), { ...fault(3), severity: "warning" }]);
    expect(found.map((entry) => [entry.count, entry.squares.length])).toEqual([[2, 2], [1, 1]]);
  });
});
