import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../settings.svelte";
import type { ServerMessage } from "../wire";
import { card, event, option, piece, position, prompt } from "./fixtures";
import { MatchStore } from "./store.svelte";

/** A socket that remembers what was sent and says what it is told to. */
class Line {
  static last: Line;
  static readonly OPEN = 1;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Line.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const clocks = { mode: "none", sides: [] };
const start = position([piece(0, 4), piece(1, 5, { side: 1 }), piece(2, 6)]);
const activate = (number: number) => option(`a${number}`, { kind: "activate", group: "Activate", piece: number });
const end = option("end", { kind: "end turn", group: "End turn", key: "e" });

function welcome(asked: ReturnType<typeof prompt>, more: Record<string, unknown> = {}): unknown {
  return {
    type: "welcome",
    version: 1,
    match: "m",
    sides: [0],
    stage: "playing",
    setup: { sides: [{ side: 0, name: "Home" }, { side: 1, name: "Away" }], players: [card(0, "A1"), card(1, "B1", { side: 1 }), card(2, "A2")], board: { squares: [], rooms: [] } },
    commitment: "",
    number: 1,
    position: start,
    prompt: asked,
    log: [],
    log_start: 0,
    clocks,
    presence: { connected: [true, true], ready: [true, true], spectators: 0 },
    chat: [],
    auto: [],
    pace: 0,
    seed: "",
    report: "",
    ...more,
  };
}

describe("a match in the browser", () => {
  let store: MatchStore;

  beforeEach(() => {
    vi.stubGlobal("WebSocket", Line);
    settings.speed = 0;
    store = new MatchStore("m", "t");
    store.open();
    Line.last.say(welcome(prompt("turn", [activate(0), activate(2), end])));
  });
  afterEach(() => {
    store.close();
    vi.unstubAllGlobals();
  });
  const sent = (type: string) => Line.last.sent.filter((message) => message.type === type);
  const hear = (message: unknown) => Line.last.say(message as ServerMessage);

  it("asks for menu and reach when a player is taken in hand, and decides nothing yet", () => {
    store.hand.pick(4);
    expect(store.hand.selected).toBe(0);
    expect(sent("menu")).toEqual([{ type: "menu", piece: 0 }]);
    expect(sent("reach")).toEqual([{ type: "reach", piece: 0 }]);
    expect(sent("act")).toEqual([]);
  });

  it("activates and declares in one go", () => {
    store.hand.pick(4);
    const blitz = option("blitz", { kind: "declare", group: "Blitz", target: 1 });
    hear({ type: "menu", number: 1, piece: 0, first: ["a0"], options: [blitz], refused: [], reason: "" });
    store.hand.pickEntry(store.hand.menuList[0]!);
    expect(sent("act")).toEqual([{ type: "act", number: 1, option: "a0", then: ["blitz"] }]);
  });

  it("walks where a click says, and sends one order at a time", () => {
    store.hand.pick(4);
    hear({ type: "reach", number: 1, piece: 0, squares: [{ square: 9, odds: 0.5, cost: 2, path: [8, 9], rolls: [], needed: "3+", rush: false, portal: 0, outcomes: [] }] });
    store.hand.pick(9);
    store.hand.pick(9);
    expect(sent("walk")).toEqual([{ type: "walk", number: 1, piece: 0, square: 9 }]);
  });

  it("shows events in order, then the position, then the question", async () => {
    const after = position([piece(0, 8), piece(1, 5, { side: 1 }), piece(2, 6)]);
    hear({
      type: "update",
      number: 2,
      events: [event("moved", { number: 0, piece: 0, origin: 4, square: 8, text: "A1 moves" }), event("dice rolled", { number: 1, minor: true })],
      position: after,
      prompt: prompt("act", [option("stop", { kind: "stop", group: "Stop", key: "s" })], { piece: 0, number: 2 }),
      clocks,
      undone: null,
      by: "coach",
    });
    await vi.waitFor(() => expect(store.decision.mineNow?.kind).toBe("act"));
    expect(store.playback.shown?.pieces[0]?.square).toBe(8);
    expect(store.told.log.map((line) => line.text)).toEqual(["A1 moves"]);
    expect(store.hand.selected).toBe(0);
  });

  it("forgets what was taken back", async () => {
    const told = { type: "update", number: 2, position: start, prompt: prompt("turn", [activate(0)]), clocks, by: "coach" };
    hear({ ...told, events: [event("activated", { number: 7, text: "A1 is activated" })], undone: null });
    await vi.waitFor(() => expect(store.told.log).toHaveLength(1));
    hear({ ...told, number: 3, events: [], undone: 7 });
    await vi.waitFor(() => expect(store.told.log).toEqual([]));
  });

  it("says why something was refused, and goes on", () => {
    store.hand.pick(4);
    store.decision.choose(activate(0));
    expect(store.decision.sent).toBe(true);
    hear({ type: "refused", number: 1, reason: "the player is stunned", rule: "", stale: false, re: "act" });
    expect(store.decision.sent).toBe(false);
    expect(store.voice.refusal).toBe("the player is stunned");
  });

  it("cancels one thing at a time", () => {
    store.hand.pick(4);
    const options = [option("x", { group: "Blitz", target: 1 }), option("y", { group: "Blitz", target: 2 })];
    hear({ type: "menu", number: 1, piece: 0, first: ["a0"], options, refused: [], reason: "" });
    store.hand.pickEntry(store.hand.menuList[0]!);
    expect(store.hand.aim?.label).toBe("Blitz");
    expect(store.hand.cancel()).toBe(true);
    expect(store.hand.aim).toBeNull();
    expect(store.hand.selected).toBe(0);
    expect(store.hand.cancel()).toBe(true);
    expect(store.hand.selected).toBeNull();
    expect(store.hand.cancel()).toBe(false);
  });

  it("says why nothing can be taken back", () => {
    store.decision.takeBack();
    expect(store.voice.refusal).toBe("a die has fallen");
    expect(sent("take_back")).toEqual([]);
  });

  it("asks before a declared action is wasted", async () => {
    const stop = option("stop", { kind: "stop", group: "Stop", key: "s" });
    const acting = { piece: 0, declared: "blitz", target: 1, moves_left: 3, rushes_left: 2 };
    hear({
      type: "update",
      number: 2,
      events: [event("declared", { number: 0, piece: 0, other: 1, text: "A1 declares blitz" })],
      position: { ...start, acting },
      prompt: prompt("act", [stop], { piece: 0, number: 2 }),
      clocks,
      undone: null,
      by: "coach",
    });
    await vi.waitFor(() => expect(store.decision.mineNow?.kind).toBe("act"));
    store.decision.choose(stop);
    expect(store.decision.wasting).toEqual(stop);
    expect(sent("act")).toEqual([]);
    store.decision.choose(stop, true);
    expect(sent("act")).toHaveLength(1);
  });

  it("comes back to the same decision after a new welcome", () => {
    store.hand.pick(4);
    hear(welcome(prompt("reroll", [option("r"), option("a")], { number: 5 }), { number: 5 }));
    expect(store.decision.mineNow?.kind).toBe("reroll");
    expect(store.told.number).toBe(5);
    expect(store.hand.selected).toBeNull();
  });

  it("takes the next player and comes round again", () => {
    store.hand.selectNext(1);
    expect(store.hand.selected).toBe(0);
    store.hand.selectNext(1);
    expect(store.hand.selected).toBe(2);
    store.hand.selectNext(1);
    expect(store.hand.selected).toBe(0);
  });
});
