import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../settings.svelte";
import type { Event, Position, Update } from "../../wire";
import { event, piece, position, prompt } from "../fixtures";
import { Playback } from "./playback.svelte";
import type { Told } from "./told.svelte";
import type { Voice } from "./voice.svelte";

/** Side 0 is ours: piece 0. Side 1 is another coach's: piece 1. */
const start = position([piece(0, 4), piece(1, 10, { side: 1 })], { active: 0 });

function at(square: number, active: number): Position {
  return position([piece(0, 4), piece(1, square, { side: 1 })], { active });
}

function update(number: number, events: Event[], after: Position, mine = false): Update {
  return { type: "update", number, events, position: after, prompt: prompt("turn", [], { mine, side: mine ? 0 : 1 }), clocks: { mode: "none", sides: [] }, undone: null, board: null, by: "bot", summary: [] } as unknown as Update;
}

const step = (number: number, origin: number, square: number) => event("moved", { number, piece: 1, origin, square, text: `to ${square}` });
const theirTurn = (number: number) => event("turn began", { number, side: 1, text: "their turn" });
const ourTurn = (number: number) => event("turn began", { number, side: 0, text: "our turn" });

describe("the turn of another coach", () => {
  let playback: Playback;
  let settled: number[];
  const told = { mine: [0], watching: false, clocks: { mode: "none", sides: [] }, write: () => undefined, rebuild: () => undefined };
  const seen = () => playback.shown?.pieces[1]?.square;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("document", { hidden: false });
    settings.speed = 1;
    settings.motion = "full";
    settled = [];
    const voice = { say: () => undefined, sound: () => undefined };
    playback = new Playback(told as unknown as Told, voice as unknown as Voice, (last) => settled.push(last.number));
    playback.start(start);
  });
  afterEach(() => {
    playback.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    settings.speed = 1;
  });

  /** Turn 1 of the others: three steps. */
  const walk = () => playback.add(update(1, [theirTurn(1), step(2, 10, 11), step(3, 11, 12), step(4, 12, 13)], at(13, 1)));
  const whole = () => vi.advanceTimersByTimeAsync(60_000);

  it("is shown beat by beat, with the way of the player", async () => {
    walk();
    await vi.advanceTimersByTimeAsync(700);
    expect(seen()).toBe(11);
    expect(playback.trail).toEqual({ piece: 1, squares: [10, 11] });
    expect(playback.focus).toBe(1);
    expect(settled).toEqual([]);
    await whole();
    expect(seen()).toBe(13);
    expect(playback.trail?.squares).toEqual([10, 11, 12, 13]);
    expect(settled).toEqual([1]);
  });

  it("stops and goes on where it was", async () => {
    walk();
    await vi.advanceTimersByTimeAsync(700);
    playback.pause();
    await whole();
    expect(seen()).toBe(11);
    playback.add(update(2, [step(5, 13, 14)], at(14, 1)));
    await whole();
    expect(seen()).toBe(11);
    playback.resume();
    await whole();
    expect(seen()).toBe(14);
    expect(settled).toEqual([2]);
  });

  it("goes a step back and forward again, and shows nothing new meanwhile", async () => {
    walk();
    await whole();
    playback.stepBack();
    expect([playback.at, seen(), playback.busy]).toEqual([2, 12, true]);
    playback.stepBack();
    expect(seen()).toBe(11);
    expect(playback.trail?.squares).toEqual([10, 11]);
    playback.add(update(2, [step(5, 13, 14)], at(14, 1)));
    await whole();
    expect(seen()).toBe(11);
    playback.stepForward();
    expect(seen()).toBe(12);
    playback.stepForward();
    expect([playback.at, seen()]).toEqual([null, 13]);
    playback.stepForward();
    await whole();
    expect(seen()).toBe(14);
  });

  it("plays from an earlier moment to the present one", async () => {
    walk();
    await whole();
    playback.lookAt(2);
    expect(seen()).toBe(11);
    playback.resume();
    await whole();
    expect([playback.at, seen(), playback.busy]).toEqual([null, 13, false]);
    expect(settled).toEqual([1]);
  });

  it("is remembered in our own turn, and forgotten when they play again", async () => {
    walk();
    playback.add(update(2, [event("turn ended", { number: 5, side: 1, minor: true }), ourTurn(6)], at(13, 0), true));
    await whole();
    playback.arrived();
    expect(playback.others).toBe(false);
    expect([playback.remembers(3), playback.remembers(0)]).toEqual([true, false]);
    playback.lookAt(3);
    expect([seen(), playback.busy, playback.shown?.active]).toEqual([12, true, 1]);
    playback.toNow();
    expect([seen(), playback.busy, playback.paused, playback.shown?.active]).toEqual([13, false, false, 0]);
    playback.add(update(3, [theirTurn(20)], at(13, 1)));
    await whole();
    expect(playback.remembers(3)).toBe(false);
  });

  it("is over at once when we do not want to wait, whatever comes, until we are asked", async () => {
    walk();
    await vi.advanceTimersByTimeAsync(300);
    expect(playback.rush()).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(seen()).toBe(13);
    playback.add(update(2, [step(5, 13, 14)], at(14, 1)));
    await vi.advanceTimersByTimeAsync(0);
    expect([seen(), playback.rushing]).toEqual([14, true]);
    playback.add(update(3, [ourTurn(6)], at(14, 0), true));
    await vi.advanceTimersByTimeAsync(0);
    expect(settled.at(-1)).toBe(3);
    playback.arrived();
    expect(playback.rushing).toBe(false);
    expect(playback.remembers(4)).toBe(true);
    expect(playback.rush()).toBe(false);
  });

  it("is caught up with by a spectator, who goes on watching", async () => {
    playback = new Playback({ ...told, mine: [], watching: true } as unknown as Told, { say: () => undefined, sound: () => undefined } as unknown as Voice, (last) => settled.push(last.number));
    playback.start(start);
    walk();
    await vi.advanceTimersByTimeAsync(300);
    expect(playback.rush()).toBe(false);
    await vi.advanceTimersByTimeAsync(0);
    expect([seen(), playback.rushing]).toEqual([13, false]);
    playback.add(update(2, [step(5, 13, 14), step(6, 14, 15)], at(15, 1)));
    await vi.advanceTimersByTimeAsync(20);
    expect(seen()).toBe(14);
  });

  it("is shown slower and faster, within bounds", () => {
    playback.slower();
    expect(settings.speed).toBe(0.5);
    for (let count = 0; count < 5; count += 1) playback.slower();
    expect(settings.speed).toBe(0.25);
    for (let count = 0; count < 9; count += 1) playback.faster();
    expect(settings.speed).toBe(4);
    settings.speed = 0;
    playback.faster();
    expect(settings.speed).toBe(0);
    playback.slower();
    expect(settings.speed).toBe(4);
  });

  it("forgets what was taken back", async () => {
    walk();
    await whole();
    playback.add({ ...update(2, [], at(11, 1)), undone: 3 });
    await whole();
    expect(playback.past.map((moment) => moment.event.number)).toEqual([1, 2]);
    expect(seen()).toBe(11);
  });

  describe("a notice", () => {
    const turnover = event("turnover", { number: 2, side: 1, text: "failed dodge", notice: "turnover", headline: "Turnover" });

    it("stays until the next turn begins", async () => {
      playback.add(update(1, [theirTurn(1), turnover], at(10, 1)));
      await whole();
      expect(playback.notice?.title).toBe("Turnover");
      playback.add(update(2, [ourTurn(3)], at(10, 0), true));
      await whole();
      expect(playback.notice).toBeNull();
    });

    it("goes with the next click", async () => {
      playback.add(update(1, [theirTurn(1), turnover], at(10, 1)));
      await whole();
      playback.dismiss();
      expect(playback.notice).toBeNull();
    });

    it("that nobody had time to read stays for one turn more", async () => {
      settings.speed = 0;
      playback.add(update(1, [theirTurn(1), turnover, ourTurn(3)], at(10, 0), true));
      await whole();
      expect(playback.notice).toBeNull(); // the summary tells it
      const found = event("chest opened", { number: 2, piece: 1, text: "the ball", notice: "ball", headline: "The ball is found" });
      playback.add(update(1, [theirTurn(1), found, ourTurn(3)], at(10, 0), true));
      await whole();
      expect(playback.notice?.title).toBe("The ball is found");
      playback.add(update(2, [theirTurn(4)], at(10, 1)));
      await whole();
      expect(playback.notice).toBeNull();
    });
  });
});
