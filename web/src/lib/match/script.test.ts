import { describe, expect, it } from "vitest";
import { event, piece, position } from "./fixtures";
import { afterEvent, beatOf, hurry } from "./script";

const start = position([piece(0, 10), piece(1, 11, { side: 1 })]);

describe("events change what the board shows", () => {
  it("moves a player along", () => {
    expect(afterEvent(start, event("moved", { piece: 0, origin: 10, square: 12 })).pieces[0]!.square).toBe(12);
    expect(start.pieces[0]!.square).toBe(10);
  });

  it("moves nobody when a player only deals with a square", () => {
    expect(afterEvent(start, event("door opened", { piece: 1, square: 15 })).pieces[1]!.square).toBe(11);
  });

  it("moves the chest, not the player who pushes it", () => {
    const after = afterEvent({ ...start, chests: [12, 30] }, event("chest moved", { piece: 1, origin: 12, square: 13 }));
    expect(after.chests).toEqual([13, 30]);
    expect(after.pieces[1]!.square).toBe(11);
  });

  it("puts monsters and referees on the board when they come", () => {
    const before = position([piece(0, null, { status: "absent" })]);
    expect(afterEvent(before, event("monster appeared", { piece: 0, square: 7 })).pieces[0]!.square).toBe(7);
    expect(afterEvent(before, event("referee came", { piece: 0, square: 8 })).pieces[0]!.square).toBe(8);
  });

  it("lays down, stuns, stands up and carries off", () => {
    const down = afterEvent(start, event("went down", { piece: 0, square: 10 }));
    expect(down.pieces[0]!.status).toBe("prone");
    expect(afterEvent(down, event("injured", { piece: 0, status: "stunned" })).pieces[0]!.status).toBe("stunned");
    expect(afterEvent(down, event("stood up", { piece: 0 })).pieces[0]!.status).toBe("standing");
    expect(afterEvent(down, event("left play", { piece: 0, status: "casualty", origin: 10 })).pieces[0]).toMatchObject({
      square: null,
      status: "casualty",
    });
  });

  it("gives the ball to one player and takes it from another", () => {
    const held = afterEvent(start, event("ball picked up", { piece: 0, ball: 0 }));
    expect(held.balls[0]).toMatchObject({ where: "held", piece: 0 });
    expect(held.pieces[0]!.holds).toEqual([0]);
    const caught = afterEvent(held, event("ball caught", { piece: 1, ball: 0 }));
    expect(caught.pieces.map((entry) => entry.holds)).toEqual([[], [0]]);
    const loose = afterEvent(caught, event("ball dropped", { piece: 1, ball: 0, square: 30 }));
    expect(loose.balls[0]).toMatchObject({ where: "square", square: 30 });
    expect(loose.pieces[1]!.holds).toEqual([]);
    expect(loose.pieces[1]!.square).toBe(11);
  });
});

describe("beats", () => {
  it("shows the dice of a test with what was needed", () => {
    const beat = beatOf(start, event("tested", { piece: 0, dice: [2], needed: 4, passed: false, what: "dodge" }));
    expect(beat.dice).toMatchObject({ dice: [2], needed: 4, passed: false, die: "D6" });
    expect(beat.float).toMatchObject({ piece: 0, good: false });
    expect(beat.sound).toBe("dice");
  });

  it("gives no time to events that the next one tells", () => {
    expect(beatOf(start, event("dice rolled", { dice: [3], minor: true }))).toMatchObject({ time: 0, dice: null, sound: "" });
  });

  it("announces a turnover with its cause", () => {
    const beat = beatOf(start, event("turnover", { side: 1, text: "TURNOVER of B: knocked down", rule: "O-TURN-09", notice: "turnover", headline: "Turnover" }));
    expect(beat.notice).toMatchObject({ kind: "turnover", title: "Turnover", text: "TURNOVER of B: knocked down", rule: "O-TURN-09", side: 1 });
  });

  it("announces only what the server gives a headline", () => {
    expect(beatOf(start, event("turnover", { side: 1, text: "touchdown" })).notice).toBeNull();
    expect(beatOf(start, event("chest opened", { piece: 0, square: 3, value: 1, notice: "ball", headline: "The ball is found" })).notice).toMatchObject({ kind: "ball", title: "The ball is found" });
  });

  it("hurries when many wait", () => {
    expect([3, 40, 80, 400].map(hurry)).toEqual([1, 2, 4, 20]);
  });
});
