import { describe, expect, it } from "vitest";
import type { EditionChoice } from "../wire";
import { clockOrder, dungeonOrder, editionText, taken, teamOrder, whatItIs, withModules, withSides } from "./order";

const plain = { needs: [], conflicts: [], module: "", is_built: true, choice_texts: [], parts: [] };
const edition: EditionChoice = {
  id: "official",
  name: "Official",
  text: "",
  roster_word: "college",
  rosters: [],
  presets: {},
  options: [
    { key: "turn_limit", name: "Turn limit", default: "16", kind: "number", text: "", group: "", choices: [], ...plain },
    { key: "quick", name: "Quick", default: "off", kind: "switch", text: "", group: "", choices: [], ...plain },
  ],
};

describe("the order for a match", () => {
  it("names only what differs from the defaults", () => {
    expect(editionText(edition, {})).toBe("official");
    expect(editionText(edition, { turn_limit: "16", quick: "on" })).toBe("official(quick=on)");
    expect(editionText(edition, { turn_limit: "8", quick: "on" })).toBe("official(turn_limit=8, quick=on)");
  });
  it("names what differs from the preset that is chosen", () => {
    const modular: EditionChoice = {
      ...edition,
      id: "modular",
      presets: { usual: { quick: "off" }, fast: { quick: "on" } },
      options: [
        { key: "preset", name: "Preset", default: "usual", kind: "choice", text: "", group: "", choices: ["usual", "fast"], ...plain },
        ...edition.options,
      ],
    };
    expect(editionText(modular, { quick: "off" })).toBe("modular");
    expect(editionText(modular, { preset: "fast", quick: "on" })).toBe("modular(preset=fast)");
    expect(editionText(modular, { preset: "fast", quick: "off" })).toBe("modular(preset=fast, quick=off)");
  });
  it("switches on what a dungeon needs, unless the coach has switched it off", () => {
    expect(withModules(edition, {}, ["quick", "lava"])).toEqual({ quick: "on" });
    expect(withModules(edition, { quick: "off" }, ["quick"])).toEqual({ quick: "off" });
  });
  it("switches off what a preset brings and the dungeon's own modules do not bear", () => {
    const trio: EditionChoice = {
      ...edition,
      presets: { full: { deals: "on", trio: "off" } },
      options: [
        { key: "preset", name: "Preset", default: "full", kind: "choice", text: "", group: "", choices: ["full"], ...plain },
        { key: "deals", name: "Deals", default: "off", kind: "switch", text: "", group: "", choices: [], ...plain, conflicts: ["trio"] },
        { key: "trio", name: "Three teams", default: "off", kind: "switch", text: "", group: "", choices: [], ...plain, conflicts: ["deals"] },
      ],
    };
    expect(editionText(trio, withModules(trio, {}, ["trio"]))).toBe("official(deals=off, trio=on)");
    expect(editionText(trio, withModules(trio, { trio: "on" }, ["trio"]))).toBe("official(deals=off, trio=on)");
    expect(withModules(trio, { trio: "on", deals: "on" }, ["trio"])).toEqual({ trio: "on", deals: "on" });
  });
  it("gives every new side a team of its own", () => {
    const two = [
      { team: "ready:a", seat: "person" },
      { team: "ready:c", seat: "bot:easy" },
    ];
    const four = withSides(two, 4, ["ready:a", "ready:b", "ready:c", "ready:d"], "bot:easy");
    expect(four.map((side) => side.team)).toEqual(["ready:a", "ready:c", "ready:b", "ready:d"]);
    expect(withSides(four, 2, [], "")).toEqual(two);
  });
  it("takes a choice apart at its first colon", () => {
    expect(taken("mine:a:b")).toEqual({ kind: "mine", id: "a:b" });
  });
  it("knows dungeons of the library, of the shelf and of the generator", () => {
    const pick = { from: "shelf" as const, id: "library:of-1", generate: { seed: 3 } };
    expect(dungeonOrder(pick, () => undefined)).toEqual({ id: "of-1" });
    expect(dungeonOrder({ ...pick, id: "mine:x" }, () => "text")).toEqual({ text: "text" });
    expect(dungeonOrder({ ...pick, from: "generator" }, () => undefined)).toEqual({ generate: { seed: 3 } });
    expect(() => dungeonOrder({ ...pick, id: "mine:gone" }, () => undefined)).toThrow("Choose a dungeon");
  });
  it("knows ready teams, own teams and random ones", async () => {
    const random = (roster: string): Promise<string> => Promise.resolve(`random ${roster}`);
    expect(await teamOrder({ team: "ready:fire", seat: "person" }, () => undefined, random)).toEqual({ ready: "fire" });
    expect(await teamOrder({ team: "mine:x", seat: "person" }, () => "text", random)).toEqual({ text: "text" });
    expect(await teamOrder({ team: "random:life", seat: "person" }, () => undefined, random)).toEqual({ text: "random life" });
    await expect(teamOrder({ team: "mine:gone", seat: "person" }, () => undefined, random)).rejects.toThrow("Choose a team");
  });
  it("sends of a clock what belongs to its kind", () => {
    const clock = { seconds: 240, answer: 30, gain: 15, move: 48, bank: 168, react: 12 };
    expect(clockOrder({ mode: "none", ...clock })).toEqual({ mode: "none" });
    expect(clockOrder({ mode: "turn", ...clock })).toEqual({ mode: "turn", seconds: 240, answer: 30 });
    expect(clockOrder({ mode: "bank", ...clock })).toEqual({ mode: "bank", seconds: 240, gain: 15 });
  expect(clockOrder({ mode: "days", ...clock })).toEqual({ mode: "days", move: 48, bank: 168, react: 12 });
  });
  it("calls a match by who plays it", () => {
    expect(whatItIs(["person", "person"], true)).toBe("Coaches at one screen");
    expect(whatItIs(["person", "person"], false)).toBe("Match by link");
    expect(whatItIs(["bot:a", "bot:b"], false)).toBe("Computers among themselves");
  });
});
