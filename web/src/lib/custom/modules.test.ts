import { describe, expect, it } from "vitest";
import type { EditionChoice, EditionOption } from "../wire";
import { knots, parameters, withNeeds } from "./modules";

function option(key: string, more: Partial<EditionOption> = {}): EditionOption {
  return { key, name: key.toUpperCase(), default: "off", kind: "switch", text: "", group: "Things", choices: [], choice_texts: [], parts: [], needs: [], conflicts: [], module: "", is_built: true, ...more };
}

const edition: EditionChoice = {
  id: "large",
  name: "Large",
  text: "",
  roster_word: "college",
  rosters: [],
  presets: {},
  options: [
    option("referees", { default: "on" }),
    option("weapons", { needs: ["referees"] }),
    option("items", { needs: ["referees", "league"] }),
    option("league", { needs: ["colleges"] }),
    option("colleges"),
    option("lurking", { conflicts: ["dragon"] }),
    option("dragon", { conflicts: ["lurking"] }),
    option("gone", { is_built: false }),
    option("pace", { kind: "number", default: "3", group: "", module: "lurking" }),
    option("limit", { kind: "number", default: "16", group: "" }),
  ],
};

describe("the switches of an edition", () => {
  it("switches on what a switch needs, and what that needs", () => {
    const { values, added } = withNeeds(edition, "items", {});
    expect(values).toEqual({ items: "on", league: "on", colleges: "on" });
    expect(added).toEqual(["league", "colleges"]);
  });
  it("tells what a switch needs, and how to mend it", () => {
    const [knot, ...more] = knots(edition, { weapons: "on", referees: "off" }, []);
    expect(more).toEqual([]);
    expect(knot!.text).toContain("needs “REFEREES”");
    expect(knot!.mends.map((mend) => mend.set)).toEqual([{ referees: "on" }, { weapons: "off" }]);
  });
  it("tells of two that cannot be on together once", () => {
    expect(knots(edition, { lurking: "on", dragon: "on" }, []).map((knot) => knot.key)).toEqual(["dragon"]);
  });
  it("tells what the dungeon asks for, and what is not built", () => {
    expect(knots(edition, { gone: "on" }, ["lurking"]).map((knot) => knot.key)).toEqual(["lurking", "gone"]);
  });
  it("has nothing against what is all right", () => {
    expect(knots(edition, { weapons: "on", lurking: "on" }, ["lurking"])).toEqual([]);
  });
  it("puts options under their switch", () => {
    const found = parameters(edition);
    expect(found.get("lurking")!.map((entry) => entry.key)).toEqual(["pace"]);
    expect(found.get("")!.map((entry) => entry.key)).toEqual(["limit"]);
  });
});
