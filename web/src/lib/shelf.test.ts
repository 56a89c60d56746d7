import { beforeEach, describe, expect, it } from "vitest";
import { fileName, readText } from "./files";
import { matches, sections, skillsFor, wordsOf } from "./rulesearch";
import { Shelf, keptName } from "./shelf";
import type { RuleText, SkillText } from "./wire";

describe("the shelf", () => {
  beforeEach(() => localStorage.clear());
  it("keeps texts by edition and replaces one of the same id", () => {
    const shelf = new Shelf("test");
    const first = shelf.put({ name: "One", edition: "a", text: "1" })!;
    shelf.put({ name: "Two", edition: "b", text: "2" });
    shelf.put({ id: first.id, name: "One again", edition: "a", text: "3" });
    expect(shelf.list("a").map((entry) => entry.name)).toEqual(["One again"]);
    expect(shelf.list()).toHaveLength(2);
    shelf.remove(first.id);
    expect(shelf.find(first.id)).toBeUndefined();
  });
  it("marks what is not legal, until it is", () => {
    const shelf = new Shelf("test");
    const kept = shelf.put({ name: "Half a Team", edition: "a", text: "1", faults: ["players: expected 11, found 5", "gold"] })!;
    expect(keptName(shelf.find(kept.id)!)).toBe("✗ Half a Team (not legal: 2 faults)");
    shelf.mark(kept.id, []);
    expect(keptName(shelf.find(kept.id)!)).toBe("Half a Team");
  });
  it("is empty where the storage holds something else", () => {
    localStorage.setItem("test", "{broken");
    expect(new Shelf("test").list()).toEqual([]);
  });
});

describe("files", () => {
  it("have names that every system takes", () => {
    expect(fileName("Müller's Eleven", "toml")).toBe("muller-s-eleven.toml");
    expect(fileName("  ", "toml")).toBe("untitled.toml");
  });
  it("are refused when they are no text or too large", async () => {
    expect(await readText(new File(["abc"], "a.txt"))).toBe("abc");
    await expect(readText(new File(["a\u0000b"], "a.bin"))).rejects.toThrow("not a text file");
    await expect(readText(new File(["x".repeat(2_000_001)], "big.txt"))).rejects.toThrow("too large");
  });
});

describe("searching the rules", () => {
  const rule = (id: string, text: string, ruling = ""): RuleText => ({ id, edition: "", section: id.slice(0, -3), section_title: "Portals", text, ruling, source: "" });
  it("wants every word, somewhere", () => {
    const found = rule("O-PORTAL-02", "Roll a D6", "the ball goes along");
    expect(matches(found, wordsOf(" Portal  BALL "))).toBe(true);
    expect(matches(found, wordsOf("portal chest"))).toBe(false);
    expect(matches(found, wordsOf("o-portal-02"))).toBe(true);
  });
  it("finds a skill by its name in any edition, else by what it does", () => {
    const skill = (name: string, effect: string, other = name): SkillText => ({
      name,
      home: "",
      text: "",
      abilities: [],
      editions: [{ edition: "official", name: other, category: "", effect, remarks: [], rules: [], tests: [] }],
    });
    const all = [skill("Guard", "Assists although marked."), skill("Defensive", "Opponents cannot use Guard."), skill("Sidestep", "", "Side Step")];
    const names = (words: string): string[] => skillsFor(all, wordsOf(words)).map((each) => each.name);
    expect(names("guard")).toEqual(["Guard"]);
    expect(names("side step")).toEqual(["Sidestep"]);
    expect(names("opponents guard")).toEqual(["Defensive"]);
    expect(names("")).toEqual([]);
  });
  it("gathers rules by section", () => {
    expect(sections([rule("O-A-01", ""), rule("O-A-02", ""), rule("O-B-01", "")]).map((part) => [part.id, part.rules.length])).toEqual([
      ["O-A", 2],
      ["O-B", 1],
    ]);
  });
});
