import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { speak } from "../languages";
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
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
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
    presence: { connected: [true, true], ready: [true, true], spectators: 0, taken: [true, true] },
    chat: [],
    auto: [],
    pace: 0,
    seed: "",
    report: "",
    help: true,
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

  it("tells the server another language, and says nothing of it if the server knows none", async () => {
    await speak("de");
    expect(sent("language")).toEqual([{ type: "language", language: "de" }]);
    hear({ type: "refused", number: 1, reason: "that message cannot be read", rule: "", stale: false, re: "" });
    expect(store.voice.refusal).toBe("");
    hear({ type: "refused", number: 1, reason: "too long", rule: "", stale: false, re: "" });
    expect(store.voice.refusal).toBe("too long");
    store.close();
    await speak("en");
    expect(sent("language")).toHaveLength(1); // a match that is left hears of no other language
  });

  it("activates and declares in one go", () => {
    store.hand.pick(4);
    const blitz = option("blitz", { kind: "declare", group: "Blitz", target: 1, first: ["a0"] });
    hear({ type: "menu", number: 1, piece: 0, first: ["a0"], options: [blitz], refused: [], reason: "" });
    store.hand.pickEntry(store.hand.menuList[0]!);
    expect(sent("act")).toEqual([{ type: "act", number: 1, option: "blitz", first: ["a0"] }]);
  });

  it("declares, walks up and blocks with the second click on somebody far off, once what comes of it was shown", () => {
    store.hand.pick(4);
    const blitz = option("blitz", { kind: "declare", group: "Blitz", target: 1, first: ["a0"] });
    hear({ type: "menu", number: 1, piece: 0, first: ["a0"], options: [blitz], refused: [], reason: "" });
    store.hand.point(5);
    expect(sent("preview")).toEqual([{ type: "preview", piece: 0, option: "blitz", first: ["a0"], target: 1 }]);
    hear({ type: "preview", number: 1, piece: 0, title: "Blitz", target: 1, square: null, option: "blitz", steps: ["a0", "blitz", "s8", "b1"], path: [8], odds: 1, rolls: [], weakest: null, block: null, outcomes: [] });
    store.hand.pick(5);
    expect([store.hand.tapped, sent("act")]).toEqual([5, []]);
    store.hand.pick(5);
    expect(sent("act")).toEqual([{ type: "act", number: 1, option: "a0", then: ["blitz", "s8", "b1"] }]);
  });

  it("declares nothing against somebody who is out of reach, and says why", () => {
    store.hand.pick(4);
    const blitz = option("blitz", { kind: "declare", group: "Blitz", target: 1, first: ["a0"] });
    hear({ type: "menu", number: 1, piece: 0, first: ["a0"], options: [blitz], refused: [], reason: "" });
    store.hand.pick(5);
    hear({ type: "refused", number: 1, reason: "that cannot be done now", rule: "", stale: false, re: "preview" });
    expect(sent("why")).toEqual([{ type: "why", piece: 0, square: 5 }]);
    store.hand.pick(5);
    expect([sent("why").length, sent("act")]).toEqual([2, []]);
    expect(store.voice.refusal).toBe("");
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

  describe("after the connection broke", () => {
    const asked = prompt("turn", [activate(0), activate(2), end]);
    const back = (number: number) => {
      Line.last.onclose?.({ code: 1012, reason: "" });
      hear(welcome(asked, { number }));
    };

    it("says nothing of it when the server is only replaced", () => {
      Line.last.onopen?.();
      Line.last.onclose?.({ code: 1012, reason: "" });
      expect([store.connection, store.lost]).toEqual(["connecting", false]);
      Line.last.onclose?.({ code: 1006, reason: "" });
      expect([store.connection, store.lost]).toEqual(["waiting", true]);
    });

    it("sends an order again that had no answer, if the same decision is open", () => {
      store.decision.choose(activate(0));
      back(1);
      expect(sent("act")).toEqual([{ type: "act", number: 1, option: "a0" }]);
      expect(store.decision.sent).toBe(true);
    });

    it("does not send an order twice that was carried out before", () => {
      store.decision.choose(activate(0));
      back(2);
      expect(sent("act")).toEqual([]);
      expect(store.decision.sent).toBe(false);
    });

    it("does not send an order again that was answered", () => {
      store.decision.choose(activate(0));
      hear({ type: "refused", number: 1, reason: "no", rule: "", stale: false, re: "act" });
      back(1);
      expect(sent("act")).toEqual([]);
    });

    it("sends an order then that was given meanwhile", () => {
      Line.last.readyState = 3;
      store.decision.choose(activate(0));
      expect(sent("act")).toEqual([]);
      back(1);
      expect(sent("act")).toEqual([{ type: "act", number: 1, option: "a0" }]);
    });

    it("leaves a turn to the computer again that was left to it", () => {
      store.decision.chooseForMe("turn");
      hear({ type: "update", number: 2, events: [], position: start, prompt: asked, clocks, undone: null, by: "bot" });
      back(2);
      expect(sent("choose_for_me")).toEqual([{ type: "choose_for_me", number: 2, scope: "turn" }]);
    });
  });

  describe("in the turn of another coach", () => {
    const theirs = (number: number, more: Record<string, unknown> = {}) => ({ type: "update", number, events: [], position: { ...start, active: 1 }, prompt: prompt("turn", [], { mine: false, side: 1, number }), clocks, undone: null, by: "bot", ...more });

    it("asks for it without pauses, and not when we are asked already", () => {
      store.toMyTurn();
      expect(sent("hurry")).toHaveLength(1);
      hear({ ...theirs(2), prompt: prompt("turn", [activate(0)], { number: 2 }), position: start });
      store.toMyTurn();
      expect(sent("hurry")).toHaveLength(1);
    });

    it("says nothing of an order to hurry that came too late", () => {
      hear(theirs(2));
      store.toMyTurn();
      expect(store.playback.rushing).toBe(true);
      hear({ type: "refused", number: 2, reason: "a coach is asked", rule: "", stale: true, re: "hurry" });
      expect([store.playback.rushing, store.voice.refusal]).toEqual([false, ""]);
    });

    it("shows how far the computer is until it has decided", () => {
      hear(theirs(2));
      hear({ type: "thinking", number: 2, side: 1, seconds: 1.5, done: 30, planned: 120, share: 1 });
      expect(store.told.thinking).toMatchObject({ done: 30, planned: 120 });
      hear({ type: "thinking", number: 1, side: 1, seconds: 9, done: 1, planned: 120, share: 1 });
      expect(store.told.thinking?.done).toBe(30);
      hear(theirs(3));
      expect(store.told.thinking).toBeNull();
    });

    it("is summed up when our own begins, until we have decided something", async () => {
      const summary = [{ event: 3, text: "B1 opened a chest" }];
      hear({ ...theirs(2), prompt: prompt("turn", [activate(0)], { number: 2 }), position: start, summary });
      await vi.waitFor(() => expect(store.decision.mineNow).not.toBeNull());
      expect(store.told.summary).toEqual(summary);
      hear({ ...theirs(3, { by: "auto", summary: [] }), prompt: prompt("turn", [activate(0)], { number: 3 }), position: start });
      expect(store.told.summary).toEqual(summary);
      hear({ ...theirs(4, { by: "coach", summary: [] }), prompt: prompt("act", [end], { number: 4 }), position: start });
      expect(store.told.summary).toEqual([]);
    });

    it("is summed up again after a reload", () => {
      const summary = [{ event: 3, text: "B1 opened a chest" }];
      hear(welcome(prompt("turn", [activate(0), end]), { summary }));
      expect(store.told.summary).toEqual(summary);
      expect(store.playback.remembers(3)).toBe(false);
    });
  });

  it("is asked what is kept for the coach, and leaves the rest to the computer", async () => {
    const told = { type: "update", events: [], position: start, clocks, undone: null, by: "bot" };
    store.decision.chooseForMe("turn");
    hear({ ...told, number: 2, prompt: prompt("choose", [end], { number: 2, kept: true }) });
    await vi.waitFor(() => expect(store.decision.mineNow?.kept).toBe(true));
    hear({ ...told, number: 3, by: "coach", prompt: prompt("turn", [activate(2), end], { number: 3 }) });
    await vi.waitFor(() => expect(store.told.number).toBe(3));
    expect(store.decision.mineNow).toBeNull();
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

  describe("while a player acts", () => {
    const stop = option("stop", { kind: "stop", group: "Stop", key: "s" });
    const next = option("a2", { kind: "activate", group: "Activate", piece: 2, first: ["stop"] });
    const last = option("end", { kind: "end turn", group: "End turn", key: "e", first: ["stop"] });
    const acting = { piece: 0, declared: "move", target: null, moves_left: 3, rushes_left: 2 };
    const asked = (more: Record<string, unknown> = {}) => prompt("act", [stop], { piece: 0, number: 2, further: [next, last], ...more });
    const begin = async (more: Record<string, unknown> = {}) => {
      hear({ type: "update", number: 2, events: [], position: { ...start, acting }, prompt: asked(more), clocks, undone: null, by: "coach" });
      await vi.waitFor(() => expect(store.decision.mineNow?.kind).toBe("act"));
    };
    const square = { odds: 1, cost: 1, path: [9], rolls: [], needed: "", rush: false, portal: 0, outcomes: [] };

    it("takes another player in hand without deciding anything, and comes back", async () => {
      await begin();
      store.hand.pick(6);
      expect([store.hand.selected, store.hand.elsewhere]).toEqual([2, true]);
      expect(sent("act")).toEqual([]);
      expect(store.hand.cancel()).toBe(true);
      expect([store.hand.selected, store.hand.elsewhere]).toEqual([0, false]);
    });

    it("ends the activation with the order of the next player", async () => {
      await begin();
      store.hand.pick(6);
      hear({ type: "reach", number: 2, piece: 2, squares: [{ ...square, square: 9 }], chests: [] });
      store.hand.pick(9);
      expect(sent("walk")).toEqual([{ type: "walk", number: 2, piece: 2, square: 9, first: ["stop", "a2"] }]);
    });

    it("ends the activation with the turn", async () => {
      await begin();
      store.decision.choose(store.decision.endTurn!);
      expect(sent("act")).toEqual([{ type: "act", number: 2, option: "end", first: ["stop"] }]);
    });

    it("stops first where nobody knows what comes of stopping", async () => {
      await begin({ further: [] });
      expect(store.decision.endTurn).toEqual(stop);
      store.hand.pick(6);
      expect(sent("act")).toEqual([{ type: "act", number: 2, option: "stop" }]);
      hear({ type: "update", number: 3, events: [], position: start, prompt: prompt("turn", [activate(2), end], { number: 3 }), clocks, undone: null, by: "coach" });
      await vi.waitFor(() => expect(store.hand.selected).toBe(2));
    });

    it("ends nothing by a click on another player in the other coach's turn", async () => {
      hear({ type: "update", number: 2, events: [], position: { ...start, acting, active: 1 }, prompt: asked({ further: [] }), clocks, undone: null, by: "coach" });
      await vi.waitFor(() => expect(store.decision.mineNow?.kind).toBe("act"));
      expect(store.decision.endTurn).toBeUndefined();
      store.hand.pick(6);
      expect(sent("act")).toEqual([]);
      expect(sent("why")).toHaveLength(1);
    });

    it("asks before a declared action is lost, whatever would lose it, unless that is switched off", async () => {
      await begin({ wasting: "A1 has declared Blitz and has not done it yet." });
      store.decision.choose(stop);
      expect(store.decision.wasting).toEqual({ type: "act", number: 2, option: "stop" });
      store.decision.wasting = null;
      store.decision.walk(2, 9);
      expect(store.decision.wasting).toEqual({ type: "walk", number: 2, piece: 2, square: 9, first: ["stop", "a2"] });
      expect(Line.last.sent.filter((message) => message.type === "act" || message.type === "walk")).toEqual([]);
      store.decision.waste();
      expect(sent("walk")).toHaveLength(1);
      store.decision.answered();
      settings.confirmWaste = false;
      store.decision.choose(stop);
      settings.confirmWaste = true;
      expect(sent("act")).toHaveLength(1);
    });

    const shown = (more: Record<string, unknown>) => ({ type: "preview", number: 2, piece: 0, title: "Blitz", target: 1, square: null, option: "", steps: [], path: [8, 9], odds: 1, rolls: [], weakest: null, block: null, outcomes: [], ...more });

    it("goes on to the declared target as far as was shown, by a second click, and looks at it anew from there", async () => {
      const blitz = { ...acting, declared: "blitz", target: 1 };
      hear({ type: "update", number: 2, events: [], position: { ...start, acting: blitz }, prompt: asked(), clocks, undone: null, by: "coach" });
      await vi.waitFor(() => expect(store.decision.mineNow?.kind).toBe("act"));
      store.hand.pick(5);
      expect(sent("why")).toEqual([]);
      expect(sent("preview")).toEqual([{ type: "preview", piece: 0, target: 1 }]);
      store.hand.pick(5);
      expect(sent("act"), "nothing is known of it yet").toEqual([]);
      hear(shown({ steps: ["s8", "s9", "b1"] }));
      store.hand.pick(5);
      expect(sent("act")).toEqual([{ type: "act", number: 2, option: "s8", then: ["s9", "b1"] }]);
      const block = option("b1", { kind: "block", group: "Block", target: 1 });
      hear({ type: "update", number: 3, events: [], position: { ...start, acting: blitz }, prompt: asked({ number: 3, options: [stop, block] }), clocks, undone: null, by: "coach" });
      await vi.waitFor(() => expect(store.decision.mineNow?.number).toBe(3));
      hear({ type: "reach", number: 3, piece: 0, squares: [], chests: [] });
      expect(sent("preview").at(-1)).toEqual({ type: "preview", piece: 0, option: "b1", first: [], target: 1 });
    });

    it("asks before the blitz of another player loses a declared action", async () => {
      await begin({ wasting: "A1 has declared Pass and has not done it yet." });
      store.hand.pick(6);
      hear({ type: "menu", number: 2, piece: 2, first: ["stop", "a2"], options: [], refused: [], reason: "" });
      store.hand.pick(5);
      hear(shown({ piece: 2, steps: ["stop", "a2", "blitz", "s9", "b1"] }));
      store.hand.pick(5);
      expect(sent("act")).toEqual([]);
      expect(store.decision.wasting).toEqual({ type: "act", number: 2, option: "stop", then: ["a2", "blitz", "s9", "b1"] });
    });

    it("throws at a team-mate with one click", async () => {
      const pass = option("t6", { kind: "throw", group: "Throw", square: 6, first: ["aim"] });
      await begin({ further: [next, last, pass] });
      store.hand.pick(6);
      expect(sent("act")).toEqual([{ type: "act", number: 2, option: "t6", first: ["aim"] }]);
    });
  });

  it("asks why when nothing comes of a click, and shows the answer where the click was", () => {
    store.hand.pick(4);
    store.hand.pick(7, { x: 3, y: 1 });
    expect(sent("why")).toEqual([{ type: "why", piece: 0, square: 7 }]);
    hear({ type: "why", number: 1, piece: 0, square: 7, reason: "a wall is in the way" });
    expect(store.hand.excuse).toEqual({ at: 7, reason: "a wall is in the way" });
    expect(store.voice.line).toBe("a wall is in the way");
    expect(store.hand.selected).toBe(0);
    store.hand.pick(null, { x: 0, y: 0 });
    expect(store.hand.excuse).toBeNull();
    hear({ type: "why", number: 1, piece: 0, square: null, reason: "a wall is there" });
    expect(store.hand.excuse).toEqual({ at: { x: 0, y: 0 }, reason: "a wall is there" });
    expect(sent("why")).toHaveLength(2);
  });

  it("tells those who watch, and everybody after the end, why a click does nothing", () => {
    store.told.stage = "over";
    store.hand.pick(7);
    expect(store.hand.excuse).toEqual({ at: 7, reason: "The match is over." });
    expect(sent("why")).toEqual([]);
  });

  it("shows at the first tap of a finger, does it at the second, and forgets it when something else is tapped", () => {
    const reach = [8, 9].map((square) => ({ square, odds: 0.5, cost: 2, path: [square], rolls: [], needed: "3+", rush: false, portal: 0, outcomes: [] }));
    store.hand.pick(4, undefined, true);
    expect(store.hand.selected).toBe(0);
    hear({ type: "reach", number: 1, piece: 0, squares: reach, chests: [] });
    store.hand.pick(9, undefined, true);
    expect([store.hand.tapped, store.hand.hover]).toEqual([9, 9]);
    store.hand.pick(null, undefined, true);
    expect([store.hand.tapped, store.hand.hover]).toEqual([null, null]);
    expect(sent("why")).toEqual([]);
    store.hand.pick(9, undefined, true);
    store.hand.pick(8, undefined, true);
    expect(store.hand.tapped).toBe(8);
    expect(sent("walk")).toEqual([]);
    store.hand.pick(8, undefined, true);
    expect(sent("walk")).toEqual([{ type: "walk", number: 1, piece: 0, square: 8 }]);
  });

  it("takes what leads where several things can be done on a square, and asks which where none does", () => {
    store.hand.pick(4);
    const block = option("block", { kind: "declare", group: "Block", target: 1, first: ["a0"], leads: true });
    const blitz = option("blitz", { kind: "declare", group: "Blitz", target: 1, first: ["a0"] });
    const answer = (of: string) => ({ type: "preview" as const, number: 1, piece: 0, title: "Block", target: 1, square: null, option: of, steps: [], path: [], odds: 1, rolls: [], weakest: null, block: null, outcomes: [] });
    const gaze = option("gaze", { kind: "declare", group: "Gaze", target: 1, first: ["a0"] });
    hear({ type: "menu", number: 1, piece: 0, first: ["a0"], options: [blitz, gaze], refused: [], reason: "" });
    store.hand.pick(5);
    expect(store.hand.which?.options.map((entry) => entry.id)).toEqual(["blitz", "gaze"]);
    expect(sent("act")).toEqual([]);
    hear({ type: "menu", number: 1, piece: 0, first: ["a0"], options: [block, blitz, gaze], refused: [], reason: "" });
    expect(sent("preview").map((message) => message.option)).toEqual(["blitz", "block"]);
    expect(sent("preview").at(-1)).toEqual({ type: "preview", piece: 0, option: "block", target: 1, first: ["a0"] });
    hear(answer("blitz"));
    expect(store.hand.preview, "the answer about something else").toBeNull();
    store.hand.pick(5);
    expect(sent("act"), "the outcome has not been shown yet").toEqual([]);
    store.hand.point(null);
    store.hand.point(5);
    hear(answer("block"));
    store.hand.tapped = null;
    store.hand.pick(5);
    expect(sent("act")).toEqual([{ type: "act", number: 1, option: "block", first: ["a0"] }]);
  });

  it("walks beside a chest that can be opened from there", () => {
    store.hand.pick(4);
    hear({ type: "reach", number: 1, piece: 0, squares: [], chests: [{ square: 9, odds: 1, cost: 2, path: [7, 8], rolls: [], needed: "", rush: false, portal: 0, outcomes: [{ text: "the ball", odds: 0.17, square: null }] }] });
    store.hand.pick(9);
    expect(sent("walk")).toEqual([{ type: "walk", number: 1, piece: 0, square: 9 }]);
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
