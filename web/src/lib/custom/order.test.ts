import { describe, expect, it } from "vitest";
import type { EditionChoice } from "../wire";
import { clockOrder, dungeonOrder, editionText, taken, teamOrder, whatItIs } from "./order";

const edition: EditionChoice = {
  id: "official",
  name: "Official",
  text: "",
  roster_word: "college",
  rosters: [],
  options: [
    { key: "turn_limit", name: "Turn limit", default: 16, switch: false, text: "" },
    { key: "quick", name: "Quick", default: 0, switch: true, text: "" },
  ],
};

describe("the order for a match", () => {
  it("names only what differs from the defaults", () => {
    expect(editionText(edition, {})).toBe("official");
    expect(editionText(edition, { turn_limit: 16, quick: 1 })).toBe("official(quick=1)");
    expect(editionText(edition, { turn_limit: 8, quick: 1 })).toBe("official(turn_limit=8, quick=1)");
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
    const clock = { seconds: 240, answer: 30, gain: 15 };
    expect(clockOrder({ mode: "none", ...clock })).toEqual({ mode: "none" });
    expect(clockOrder({ mode: "turn", ...clock })).toEqual({ mode: "turn", seconds: 240, answer: 30 });
    expect(clockOrder({ mode: "bank", ...clock })).toEqual({ mode: "bank", seconds: 240, gain: 15 });
  });
  it("calls a match by who plays it", () => {
    expect(whatItIs(["person", "person"], true)).toBe("Coaches at one screen");
    expect(whatItIs(["person", "person"], false)).toBe("Match by link");
    expect(whatItIs(["bot:a", "bot:b"], false)).toBe("Computers among themselves");
  });
});
