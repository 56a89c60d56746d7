import { describe, expect, it } from "vitest";
import type { DraftFacts, PositionLine, RosterSheet } from "../wire";
import { Names, countOf, draftOf, emptyDraft, freeNumber, gold, isNewTeam, priceOf, sectionCount, sectionsOf, weaponsOf } from "./sheet";

const line = (name: string, section: string): PositionLine => ({ name, section, cost: 50_000, race: "", limit: null, movement: "6", strength: "3", agility: "3+", passing: "4+", armour: "9+", skills: [], figure: { body: "human", role: "lineman" }, weapons: section === "linemen" ? [{ name: "Chainsaw", cost: 20_000, effect: "" }] : [] });
const roster: RosterSheet = { id: "fire", name: "Fire", reroll_cost: 50_000, limits: { linemen: 16, big_guys: 1 }, positions: [line("Lineman", "linemen"), line("Ogre", "big_guys")], wizard: "", stars: [], atlas: [] };
const facts = { edition: "official", sections: ["linemen", "runners", "big_guys"], budgets: { league: { usual: 1, least: 1, most: 1 } }, rosters: [roster] } as unknown as DraftFacts;
const players = [
  { number: 1, name: "Ada", position: "Lineman" },
  { number: 3, name: "Bo", position: "Ogre" },
];

describe("the team sheet", () => {
  it("gives the first free number", () => {
    expect(freeNumber([])).toBe(1);
    expect(freeNumber(players)).toBe(2);
  });
  it("counts positions and sections", () => {
    expect(countOf(players, "Ogre")).toBe(1);
    expect(sectionCount(players, roster, "linemen")).toBe(1);
    expect(sectionsOf(facts, roster).map((section) => [section.title, section.most])).toEqual([
      ["Linemen", 16],
      ["Big guys", 1],
    ]);
  });
  it("offers the weapons of a position and adds what they cost", () => {
    expect(weaponsOf(roster, players[0]!).map((weapon) => weapon.name)).toEqual(["Chainsaw"]);
    expect(weaponsOf(roster, { ...players[0]!, position: "Ogre" })).toEqual([]);
    expect(priceOf(roster, players[0]!)).toBe(50_000);
    expect(priceOf(roster, { ...players[0]!, weapon: "Chainsaw" })).toBe(70_000);
  });
  it("writes gold with separators", () => {
    expect(gold(1_150_000)).toBe("1,150,000");
  });
  it("reads a team of a file and knows whether it has played", () => {
    const team = { edition: "official", roster: "fire", name: "Ash", rerolls: 2, players: [{ number: 1, name: "Ada", position: "Lineman", cost: 50_000 }] };
    expect(draftOf(team)).toMatchObject({ ...emptyDraft(facts, "fire"), name: "Ash", rerolls: 2, players: [players[0]] });
    expect(isNewTeam(team)).toBe(true);
    expect(isNewTeam({ ...team, games: 1 })).toBe(false);
    expect(isNewTeam({ ...team, players: [{ gained: [{ skill: "Pro" }] }] })).toBe(false);
  });
  it("lends names of the same position first, and never one twice", () => {
    const names = new Names();
    expect(names.pick("Lineman", 4, [])).toBe("Lineman 4");
    names.add(players);
    expect(names.pick("Ogre", 4, [])).toBe("Bo");
    expect(names.pick("Ogre", 4, players)).toBe("Ogre 4");
    expect(names.pick("Runner", 4, [])).toBe("Ada");
  });
});
