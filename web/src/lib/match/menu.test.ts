import { describe, expect, it } from "vitest";
import { option, piece, position, prompt } from "./fixtures";
import { boardTargets, menuEntries, namedTargets, needsTarget, optionSquare, panelOptions, percent, piecesOf, showsTargets, stepOption } from "./menu";

describe("menu entries", () => {
  it("puts options of one group under one entry, which then asks for a target", () => {
    const [blitz, move] = menuEntries([
      option("1", { group: "Blitz", label: "Blitz B1", key: "z", target: 5 }),
      option("2", { group: "Blitz", label: "Blitz B2", key: "z", target: 6 }),
      option("3", { group: "Move", label: "Move", key: "m" }),
    ]);
    expect(blitz).toMatchObject({ label: "Blitz", key: "z" });
    expect(needsTarget(blitz!)).toBe(true);
    expect(move).toMatchObject({ label: "Move" });
    expect(needsTarget(move!)).toBe(false);
  });

  it("names the only option of a group in full", () => {
    expect(menuEntries([option("1", { group: "Foul", label: "Foul B6 Sylneth" })])[0]!.label).toBe("Foul B6 Sylneth");
  });

  it("greys what is refused, with the reason, unless the same is on offer", () => {
    const refused = [
      { group: "Block", label: "Block", reason: "nobody is near", rule: "", key: "b", piece: null },
      { group: "Move", label: "Move", reason: "never shown", rule: "", key: "m", piece: null },
    ];
    const entries = menuEntries([option("3", { group: "Move" })], refused);
    expect(entries.map((entry) => [entry.group, entry.options.length, entry.reason])).toEqual([
      ["Move", 1, ""],
      ["Block", 0, "nobody is near"],
    ]);
  });
});

describe("squares of options", () => {
  const board = position([piece(0, 10), piece(1, 20, { side: 1 }), piece(2, null)]);

  it("is the square itself, else that of the target, else that of the player", () => {
    expect(optionSquare(option("a", { square: 3, target: 1, piece: 0 }), board)).toBe(3);
    expect(optionSquare(option("b", { target: 1, piece: 0 }), board)).toBe(20);
    expect(optionSquare(option("c", { piece: 0 }), board)).toBe(10);
    expect(optionSquare(option("d", { piece: 2 }), board)).toBeNull();
  });

  it("gathers several options on one square", () => {
    const targets = boardTargets([option("block", { target: 1 }), option("foul", { target: 1 }), option("stop")], board);
    expect([...targets.keys()]).toEqual([20]);
    expect(targets.get(20)!.map((entry) => entry.id)).toEqual(["block", "foul"]);
  });

  it("names few choices in the panel, and of many only those without a place on the board", () => {
    const squares = Array.from({ length: 9 }, (_, square) => option(String(square), { square }));
    expect(panelOptions(prompt("push", squares.slice(0, 3)), board, 6)).toHaveLength(3);
    expect(panelOptions(prompt("place", [...squares, option("pass")]), board, 6).map((entry) => entry.id)).toEqual(["pass"]);
  });
});

it("names every target that cannot be clicked on the board, however many there are", () => {
  const board = position([piece(0, 10), piece(1, null)]);
  const absent = Array.from({ length: 14 }, (_, at) => option(`absent ${at}`, { target: 1 }));
  const present = Array.from({ length: 14 }, (_, at) => option(`present ${at}`, { target: 0 }));
  expect(namedTargets(absent, board, 12)).toHaveLength(14);
  expect(namedTargets(present, board, 12)).toHaveLength(12);
});

it("lists players once, in the order they are offered", () => {
  expect(piecesOf([option("a", { piece: 4 }), option("b", { piece: 2 }), option("c", { piece: 4 })])).toEqual([4, 2]);
});

it("finds the step in a direction, north being 0", () => {
  const options = [option("n", { kind: "step", direction: 0 }), option("e", { kind: "step", direction: 2 }), option("x", { kind: "jump", direction: 4 })];
  expect(stepOption(options, 2)?.id).toBe("e");
  expect(stepOption(options, 4)).toBeUndefined();
});

it("lets push squares glow at once, and blitz targets only once Blitz is chosen", () => {
  expect(showsTargets(prompt("push", []))).toBe(true);
  expect(showsTargets(prompt("turn", []))).toBe(false);
});

it("prints chances as people read them", () => {
  expect([1, 0.9999, 0.995, 0.8333, 0.004, 0].map(percent)).toEqual(["100%", "100%", ">99%", "83%", "<1%", "0%"]);
});
