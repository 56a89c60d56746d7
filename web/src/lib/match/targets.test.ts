import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Places } from "../board/places";
import { describe as words } from "./cursor";
import { card, option, piece, position, prompt } from "./fixtures";
import { MatchStore } from "./store.svelte";
import { targetsOf } from "./targets";

// five squares in a row
const squares: [number, number, number][] = [0, 1, 2, 3, 4].map((x) => [x, 0, 0]);
const players = [card(0, "A1"), card(1, "B1", { side: 1 }), card(2, "B2", { side: 1 })];
const places = new Places(squares, players);
const shown = position([piece(0, 0), piece(1, 1, { side: 1 }), piece(2, 4, { side: 1, status: "prone" })]);

describe("what can be clicked on the board", () => {
  let store: MatchStore;
  beforeEach(() => {
    store = new MatchStore("m", "t");
    store.told.setup = { sides: [], players, board: { squares, labels: ["a", "b", "c", "d", "e"], rooms: [], features: [], terrain: ["floor"] } } as never;
    store.told.mine = [0];
    store.playback.shown = shown;
  });
  afterEach(() => {
    store.close();
  });
  const ask = (kind: Parameters<typeof prompt>[0], options: ReturnType<typeof option>[]): void => {
    store.told.prompt = prompt(kind, options, { piece: 0 });
    store.hand.selected = 0;
  };
  const glowing = (): number[] => targetsOf(store, shown, places).map((target) => target.square);

  it("is a target beside the player; one farther off only when its action is chosen", () => {
    const near = option("1", { kind: "block", group: "Block", target: 1, dice: { count: 2, chooser: 0 } });
    const far = option("2", { kind: "block", group: "Block", target: 2 });
    ask("act", [near, far, option("3", { kind: "step", square: 2 })]);
    expect(glowing()).toEqual([1]);
    expect(targetsOf(store, shown, places)[0]).toMatchObject({ piece: 1, lines: ["2"] });
    store.hand.pickEntry(store.hand.menuList[0]!);
    expect(glowing()).toEqual([1, 4]);
  });

  it("is every square at once where the question is about squares", () => {
    ask("push", [option("1", { kind: "push", square: 2 }), option("2", { kind: "push", square: 3 })]);
    expect(glowing()).toEqual([2, 3]);
  });

  it("has an arrow down where the other coach chooses the die", () => {
    ask("act", [option("1", { kind: "block", target: 1, dice: { count: 2, chooser: 1 } })]);
    expect(targetsOf(store, shown, places)[0]!.lines).toEqual(["2↓"]);
  });

  it("is said in words to a screen reader", () => {
    ask("act", [option("1", { kind: "block", label: "Block B1", target: 1 })]);
    expect(words(store, 1)).toBe("b, B1, Human Lineman, standing, Block B1");
  });
});
