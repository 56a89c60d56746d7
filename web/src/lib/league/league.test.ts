/** What the pages of leagues compute themselves: words, groups, sheets, brackets, charts. No rule is among it. */

import { describe, expect, it } from "vitest";
import { changesOf } from "./aftermath/changes";
import { isOpen, sorted } from "./aftermath/groups";
import { SIZE, columnPath, markPath, pathOf, scaleOf, stepOf, ticksOf } from "./charts/drawing";
import { bodyOf, valuesOf } from "./desk/forms";
import { caused, deedNamed, emptySheet, named, sheetText } from "./fixture/sheet";
import { aftermathLink, linkOf } from "./links";
import { entryOrder, namesIn, newRow, readyOrder, rowsFor } from "./new/entries";
import { grouped, optionText, valueOf, withOption } from "./new/options";
import { keepProblems, takeProblems } from "./problems";
import { query } from "./requests";
import { bracketOf, elbow } from "./season/bracket";
import type { Options, TeamChoice } from "../wire";
import type { Ask, Chart, CorrectionForm, FixtureLine, LeagueFacts, LeagueOption, PlayerLine, SheetFacts, SideLine } from "./wire";
import { byRound, competitionTitle, formatTitle, isPast, moment, ordinal, percent, resultLine, roundTitle, signed, thousands } from "./words";

const side = (team: string, more: Partial<SideLine> = {}): SideLine => ({ team, name: team.toUpperCase(), ...more });
const fixture = (id: string, sides: SideLine[], more: Partial<FixtureLine> = {}): FixtureLine => ({ id, competition: "c_1", stage: 1, round: 1, state: "open", sides, ...more });
const player = (number: number, more: Partial<PlayerLine> = {}): PlayerLine => ({
  id: `p_${number}`, number, name: `Name ${number}`, position: "Lineman", characteristics: [{ label: "MA", value: "6", meaning: "" }], changed: [], skills: [], gained: [], injuries: "", state: "",
  earned: 0, unspent: 0, mvps: 0, games: 0, seasons: 0, value: 50_000, figure: { body: "human", role: "lineman" }, carries: "", journeyman: false, ...more,
});

describe("words", () => {
  it("writes numbers as a table has room for them", () => {
    expect([thousands(1_150_000), thousands(5_500), signed(3), signed(-2), signed(0)]).toEqual(["1,150k", "5,500", "+3", "−2", "0"]);
    expect([percent(0.5), percent(0.001), percent(0.999), percent(0), percent(1)]).toEqual(["50 %", "<1 %", ">99 %", "0 %", "100 %"]);
    expect([1, 2, 3, 4, 11, 12, 13, 21].map(ordinal)).toEqual(["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st"]);
  });
  it("tells times in the reader's zone, and nothing of none", () => {
    const now = new Date("2026-03-01T20:00:00Z");
    expect(moment("", now)).toBe("");
    expect(moment("nonsense", now)).toBe("");
    expect(moment("2026-03-01T20:00:00Z", now)).toContain("today");
    expect(isPast("2026-03-01T19:00:00Z", now)).toBe(true);
    expect(isPast("", now)).toBe(false);
  });
  it("names fixtures and rounds", () => {
    const played = fixture("f", [side("a", { score: 2 }), side("b", { score: 1 })], { state: "over" });
    expect(resultLine(played)).toBe("A 2\u00a0:\u00a01 B");
    expect(resultLine(fixture("f", [side("a"), side("b")]))).toBe("A – B");
    expect(["Season 2", "Season of the frog"].map(competitionTitle)).toEqual(["Season 2", "Season of the frog"]);
    expect(roundTitle(fixture("f", [], { title: "semi-final" }))).toBe("Semi-final");
    expect([formatTitle("round_robin(meetings=2)"), formatTitle("knock_out(qualify=4)")]).toEqual(["Round robin", "Knock-out"]);
    const rounds = byRound([fixture("1", []), fixture("2", [], { friendly: true }), fixture("3", [], { round: 2 }), fixture("4", [], { round: 2 })]);
    expect(rounds.map((round) => [round.title, round.fixtures.length])).toEqual([["Round 1", 1], ["Round 2", 2], ["Friendlies", 1]]);
  });
  it("knows the page of an id", () => {
    expect([linkOf("t_1"), linkOf("l_1"), linkOf("p_1"), linkOf("c_1.1-1-1"), linkOf("c_1"), linkOf("")]).toEqual(["/team/t_1", "/league/l_1", "/player/p_1", "/fixture/c_1.1-1-1", "", ""]);
    expect(aftermathLink("g_1", "t_1")).toBe("/aftermath/g_1/t_1");
    expect(query({ a: "", b: 0, c: "x y" })).toBe("?c=x+y");
  });
});

describe("a question of an aftermath", () => {
  const ask: Ask = {
    type: "ask", question: "What?", rule: "", usual: 0,
    options: [{ text: "done", label: "that is all" }, ...Array.from({ length: 9 }, (_, at) => ({ text: `hire ${at}`, label: `hire ${at}`, group: "hire" })), { text: "fire 1", label: "fire", group: "fire" }],
    barred: [{ label: "a re-roll", reason: "too dear", group: "re-rolls" }, { label: "x", reason: "y" }],
  };
  it("is put in order: plain options first, then groups with what is barred", () => {
    const found = sorted(ask);
    expect(found.plain.map((option) => option.text)).toEqual(["done"]);
    expect(found.barred).toHaveLength(1);
    expect(found.groups.map((group) => [group.title, group.options.length, group.barred.length])).toEqual([["hire", 9, 0], ["fire", 1, 0], ["re-rolls", 0, 1]]);
    expect(found.groups.map((group) => isOpen(found, group))).toEqual([false, false, false]);
  });
  it("tells what has become of players", () => {
    const before = [player(1), player(2), player(3, { gained: ["Block"] })];
    const now = [player(1, { unspent: 4, earned: 4, mvps: 1 }), player(3, { gained: ["Block", "Dodge"], value: 70_000, injuries: "1 niggling" }), player(4)];
    const words = Object.fromEntries(changesOf(before, now).map((change) => [change.player.number, change.words]));
    expect(words[1]).toEqual(["points 0 → 4", "most valuable player"]);
    expect(words[2]).toEqual(["no longer in the team"]);
    expect(words[3]).toEqual(["gained Dodge", "1 niggling", "value 50k → 70k"]);
    expect(words[4]).toEqual(["new in the team, 50k"]);
  });
});

describe("a new league", () => {
  const team = (id: string, roster: string, style: string): TeamChoice => ({ id, edition: "official", name: id, roster, style, value: 1 });
  const options = { teams: [team("fire-balanced", "fire", "balanced"), team("fire-fast", "fire", "fast"), team("light-balanced", "light", "balanced")] } as unknown as Options;
  it("reads names, and gives everybody another college first", () => {
    expect(namesIn("Ann\n Bo , Cy\nAnn\n\n")).toEqual(["Ann", "Bo", "Cy"]);
    expect(readyOrder(options.teams, "official").map((entry) => entry.id)).toEqual(["fire-balanced", "light-balanced", "fire-fast"]);
    const rows = rowsFor(["Ann", "Bo"], [], options, "official");
    expect(rows.map((row) => row.pick)).toEqual(["ready:fire-balanced", "ready:light-balanced"]);
    const more = rowsFor(["Bo", "Cy", "Dee", "Eve"], rows, options, "official");
    expect(more.map((row) => row.pick)).toEqual(["ready:light-balanced", "ready:fire-balanced", "ready:fire-fast", "drafted:"]);
  });
  it("orders a team from wherever it comes", () => {
    expect(entryOrder({ ...newRow(" Ann "), pick: "ready:fire-fast" })).toEqual({ coach: "Ann", name: "", ready: "fire-fast" });
    expect(entryOrder(newRow("Bo"))).toEqual({ coach: "Bo", name: "", drafted: "" });
    expect(entryOrder({ ...newRow("Cy"), pick: "file:", text: "x" })).toEqual({ coach: "Cy", name: "", text: "x" });
  });
  it("writes only the options that were changed", () => {
    const option: LeagueOption = { key: "win", kind: "number", meaning: "", value: "3", rule: "", group: "Points", choices: [], expected: "", fixed: "" };
    const preset = { id: "x", title: "", summary: "", teams: 0, values: { win: "2" } };
    expect(valueOf(option, preset, {})).toBe("2");
    const changed = withOption({}, option, preset, "4");
    expect([valueOf(option, preset, changed), optionText(changed)]).toEqual(["4", "win = 4"]);
    expect(withOption(changed, option, preset, "2")).toEqual({});
    expect(grouped({ options: [option, { ...option, key: "draw" }] } as LeagueFacts).map((group) => group.options.length)).toEqual([2]);
  });
});

describe("what could not be done for a new league", () => {
  it("is told once", () => {
    keepProblems("l_1", ["Ann: no", "Bo: no"]);
    expect([takeProblems("l_1"), takeProblems("l_1")]).toEqual(["Ann: no\nBo: no", ""]);
  });
});

describe("a result sheet", () => {
  const facts: SheetFacts = { endings: [], deeds: ["touchdown"], injuries: ["dead"], causes: ["block", "fall"], by_hand: { block: "casualty" }, characteristics: ["ma"] };
  it("says in words what its text says in one", () => {
    const short = ["last", "time", "beaten", "score", "misses", "niggle", "loss"];
    expect(short.filter((word) => named(word).split(" ").length < 2)).toEqual([]);
    expect([deedNamed("chest"), deedNamed("completion"), named("dead")]).toEqual(["ball found in a chest", "completion", "dead"]);
  });
  it("counts a casualty for whoever caused the injury", () => {
    const sheet = emptySheet([side("t_a"), side("t_b")], [[player(3), player(9, { state: "misses the next match" })], [player(4)]]);
    expect(sheet.sides[0]!.players).toHaveLength(1);
    sheet.sides[0]!.score = 1;
    sheet.sides[0]!.players[0]!.deeds.touchdown = 1;
    Object.assign(sheet.sides[1]!.players[0]!, { injury: "dead", how: "block", by: "0 3" });
    expect(caused(sheet, 0, 3, facts)).toEqual({ casualty: 1 });
    expect(sheetText(sheet, facts)).toBe(
      'format = 1\n\n[[side]]\nteam = "t_a"\nscore = 1\n\n[[side.player]]\nnumber = 3\ntouchdown = 1\ncasualty = 1\n\n[[side]]\nteam = "t_b"\nscore = 0\n\n[[side.player]]\nnumber = 4\ninjury = "dead"\nhow = "block"\nby = 3\n',
    );
    sheet.how = "conceded";
    sheet.sides[1]!.conceded = true;
    expect(sheetText(sheet, facts).startsWith('format = 1\nhow = "conceded"\n')).toBe(true);
  });
});

describe("a bracket", () => {
  const semis = [fixture("1", [side("a", { result: "won" }), side("d")], { state: "over", title: "semi-final" }), fixture("2", [side("b"), side("c")], { title: "semi-final" })];
  it("shows the final before its teams are known", () => {
    const found = bracketOf(semis);
    expect(found.boxes.map((box) => [box.title, box.fixture?.id ?? ""])).toEqual([["semi-final", "1"], ["semi-final", "2"], ["Final", ""]]);
    expect(found.lines).toHaveLength(2);
    expect(found.boxes[2]!.y).toBe((found.boxes[0]!.y + found.boxes[1]!.y) / 2);
    expect(elbow(found.lines[0]!)).toMatch(/^M190 \d+H/);
  });
  it("connects by winners, and puts the third place below the final", () => {
    const done = semis.map((each) => ({ ...each, state: "over" as const, sides: each.sides.map((one, at) => ({ ...one, result: at === 0 ? "won" : "lost" })) }));
    const found = bracketOf([...done, fixture("3", [side("a"), side("b")], { round: 2, title: "final" }), fixture("4", [side("d"), side("c")], { round: 2, title: "third place" })]);
    expect(found.boxes.map((box) => box.fixture?.id)).toEqual(["1", "2", "3", "4"]);
    expect(found.boxes[3]!.y).toBeGreaterThan(found.boxes[2]!.y);
    expect(bracketOf([]).boxes).toEqual([]);
  });
});

describe("a chart", () => {
  const chart: Chart = { id: "x", title: "", unit: "", labels: ["1", "2", "3"], lines: [{ team: "a", name: "A", values: [1000, null, 1100], low: [], high: [] }], kind: "lines", note: "" };
  it("has round steps, and a gap where a number is missing", () => {
    const scale = scaleOf(chart, 640, 240);
    expect([scale.least, scale.most]).toEqual([1000, 1100]);
    expect(ticksOf(scale)).toEqual([1000, 1050, 1100]);
    expect(pathOf(chart.lines[0]!.values, scale).match(/M/g)).toHaveLength(2);
    expect([stepOf(4), stepOf(90), stepOf(0.3)]).toEqual([1, 50, 0.1]);
    expect(new Set([0, 1, 2, 3].map((kind) => markPath(kind, 0, 0))).size).toBe(4);
  });
  it("stands columns on nothing, those that came above and those that went below", () => {
    const gold: Chart = { ...chart, kind: "columns", lines: [{ ...chart.lines[0]!, values: [80, 0, 20] }, { ...chart.lines[0]!, values: [-30, -50, 0] }] };
    const scale = scaleOf(gold, 640, 240);
    expect([scale.least, scale.most]).toEqual([-50, 100]);
    expect(scale.x(0) - scale.band / 2).toBeCloseTo(SIZE.left);
    expect(columnPath(80, 0, scale)).toContain(`V${scale.y(0).toFixed(1)}`);
    expect(columnPath(-30, 0, scale)).toMatch(new RegExp(`^M[\\d.]+ ${scale.y(0).toFixed(1)}h`));
  });
});

describe("a correction", () => {
  const form: CorrectionForm = { kind: "hurt", title: "", grant: false, fields: [{ key: "player", kind: "player", label: "", choices: [] }, { key: "niggle", kind: "switch", label: "", choices: [] }, { key: "loss", kind: "characteristic", label: "", choices: [] }] };
  it("changes only what the form changes", () => {
    const body = { kind: "hurt", player: "p_1", niggle: true, how: "block" };
    const values = valuesOf(form, body);
    expect(values).toEqual({ player: "p_1", niggle: "yes", loss: "" });
    expect(bodyOf(form, { ...values, niggle: "no", loss: "ma" }, body, "why")).toEqual({ kind: "hurt", player: "p_1", niggle: false, how: "block", loss: "ma" });
    const grant: CorrectionForm = { ...form, kind: "granted", grant: true, fields: [{ key: "gold", kind: "number", label: "", choices: [] }, { key: "gain", kind: "skill", label: "", choices: ["ma"] }] };
    expect(bodyOf(grant, { gold: "50000", gain: "Block" }, {}, "why")).toEqual({ kind: "granted", gold: 50000, gain: { skill: "Block" }, reason: "why" });
    expect(bodyOf(grant, { gold: "", gain: "ma" }, {}, "why")).toEqual({ kind: "granted", gain: { raised: "ma" }, reason: "why" });
  });
});
