import { afterEach, describe, expect, it } from "vitest";
import { shapeOf, shapePath } from "../drawing/glyphs";
import { forgetMatch, keepMatch, keptMatches } from "./kept";
import { nameFinder, walksInOneLine } from "./logwords";
import { card, event } from "./match/fixtures";
import { blocks, runs } from "./prose";
import { href, readPlace } from "./router.svelte";
import { GROUNDS, PALETTES, ROCK, contrast, inkOn, seenOn } from "./settings.svelte";
import { SOUNDS } from "./sound";

describe("addresses", () => {
  it("reads a page, its query and what stands behind the hash", () => {
    const place = readPlace("/match/a%20b", "?step=3", "#token=x");
    expect(place.path).toEqual(["match", "a b"]);
    expect([place.query.get("step"), place.query.get("token")]).toEqual(["3", "x"]);
  });

  it("writes tokens behind the hash, where no server sees them", () => {
    expect(href("match", "a b", { token: "x y" })).toBe("/match/a%20b#token=x+y");
    expect(readPlace("/match/a%20b", "", "#token=x+y").query.get("token")).toBe("x y");
  });
});

describe("the log", () => {
  const find = nameFinder([card(0, "A1 Ann"), card(1, "A1 Anna"), card(2, "B2 O'Grak (old)")]);

  it("finds names, the longer one first", () => {
    expect(find("A1 Anna blocks B2 O'Grak (old): pow")).toEqual([
      { text: "A1 Anna", piece: 1 },
      { text: " blocks ", piece: null },
      { text: "B2 O'Grak (old)", piece: 2 },
      { text: ": pow", piece: null },
    ]);
  });

  it("tells a walk in one line", () => {
    const walk = [
      event("moved", { number: 1, piece: 0, origin: 7, square: 8, text: "#1 Ann moves in the north", walk: "#1 Ann moves in the north" }),
      event("moved", { number: 2, piece: 0, origin: 8, square: 9, text: "#1 Ann moves into the Kitchen", walk: "#1 Ann runs into the Kitchen" }),
      event("moved", { number: 3, piece: 1, origin: 4, square: 5, text: "#2 Bo moves in the Sewer", walk: "#2 Bo moves in the Sewer" }),
    ];
    const lines = walksInOneLine(walk);
    expect(lines.map((line) => line.event.text)).toEqual(["#1 Ann runs into the Kitchen", "#2 Bo moves in the Sewer"]);
    expect(lines.map((line) => line.event.number)).toEqual([1, 3]);
    expect(lines.map((line) => line.from)).toEqual([7, 4]);
  });

  it("tells what was declared and the walk in one line", () => {
    const walk = [
      event("declared", { number: 1, piece: 0, text: "#1 Ann blitzes #7 Cy" }),
      event("moved", { number: 2, piece: 0, origin: 7, square: 8, text: "#1 Ann moves into the Kitchen", walk: "#1 Ann blitzes #7 Cy: moves into the Kitchen" }),
      event("declared", { number: 3, piece: 1, text: "#2 Bo is going to pass" }),
    ];
    const lines = walksInOneLine(walk);
    expect(lines.map((line) => line.event.text)).toEqual(["#1 Ann blitzes #7 Cy: moves into the Kitchen", "#2 Bo is going to pass"]);
    expect(lines[0]!.from).toBe(7);
  });
});

describe("text of the rulebook", () => {
  it("is taken apart and never becomes HTML", () => {
    expect(runs("A **bold** word, see O-PUSH-09 and `code` <b>x</b>")).toEqual([
      { kind: "plain", text: "A " },
      { kind: "strong", text: "bold" },
      { kind: "plain", text: " word, see " },
      { kind: "rule", text: "O-PUSH-09" },
      { kind: "plain", text: " and " },
      { kind: "code", text: "code" },
      { kind: "plain", text: " <b>x</b>" },
    ]);
  });

  it("has paragraphs, items and tables", () => {
    const found = blocks("One\ntwo\n\n- item\n| a | b |\n| --- | --- |\n| 1 | 2 |");
    expect(found.map((block) => block.kind)).toEqual(["paragraph", "item", "table"]);
    expect(found[2]!.kind === "table" && found[2]!.rows).toHaveLength(2);
  });
});

describe("colours of the sides", () => {
  it("can be seen on the panels of both themes and on the rock of the board, whatever a coach chooses", () => {
    for (const { colours } of PALETTES) {
      for (const colour of colours) {
        for (const ground of [...Object.values(GROUNDS), ROCK]) expect(contrast(seenOn(ground, colour), ground)).toBeGreaterThanOrEqual(3);
        expect(contrast(inkOn(colour), colour)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
  it("stay as they are where they can be seen", () => {
    expect(seenOn("#000000", "#ffffff")).toBe("#ffffff");
  });
});

describe("drawings", () => {
  it("gives each side a shape of its own", () => {
    const shapes = [0, 1, 2, 3].map((side) => shapePath(shapeOf(side), 10));
    expect(new Set(shapes).size).toBe(4);
  });

  it("writes on every colour with readable ink", () => {
    const light = (colour: string): number => {
      const parts = [1, 3, 5].map((at) => {
        const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
        return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * parts[0]! + 0.7152 * parts[1]! + 0.0722 * parts[2]!;
    };
    for (const palette of PALETTES) {
      for (const colour of palette.colours) {
        const [a, b] = [light(colour), light(inkOn(colour))].sort((x, y) => x - y) as [number, number];
        expect((b + 0.05) / (a + 0.05), `${palette.id} ${colour}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it("has a caption for every sound", () => {
    expect(Object.values(SOUNDS).every((sound) => sound.caption.length > 2)).toBe(true);
  });
});

describe("kept matches", () => {
  afterEach(() => localStorage.clear());

  it("come back newest first, each once", () => {
    keepMatch({ id: "a", token: "1", what: "A", when: 1 });
    keepMatch({ id: "b", token: "2", what: "B", when: 2 });
    keepMatch({ id: "a", token: "1", what: "A again", when: 3 });
    expect(keptMatches().map((match) => match.what)).toEqual(["A again", "B"]);
    forgetMatch("a");
    expect(keptMatches().map((match) => match.id)).toEqual(["b"]);
  });

  it("survive rubbish in the storage", () => {
    localStorage.setItem("dungeonbowl.matches", "{nonsense");
    expect(keptMatches()).toEqual([]);
  });
});
