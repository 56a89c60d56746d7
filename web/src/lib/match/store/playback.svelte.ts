/**
 * Shows what happened: the events of an update one beat after the other, then the position that they led to.
 *
 * What the others do is kept moment by moment until their next turn after ours: it can be stopped, gone through backwards and
 * forwards, and come back to from the summary. While an earlier moment is looked at, nothing new is shown.
 */

import { lessMotion, settings } from "../../settings.svelte";
import type { Event, EventKind, Position, Update } from "../../wire";
import { type DiceShow, type Notice, beatOf, hurry, isWalk } from "../script";
import type { Told } from "./told.svelte";
import type { Voice } from "./voice.svelte";

type Item = { event: Event } | { settle: Update };

/** Something that was shown, to come back to. */
export interface Moment {
  event: Event;
  position: Position;
  dice: DiceShow | null;
  trail: Trail | null;
  time: number;
}

/** The way of the player who is being moved: the squares in their order. */
export interface Trail {
  piece: number;
  squares: number[];
}

/** After these the dice of before are put away. */
const DICE_CLEARED: ReadonlySet<EventKind> = new Set<EventKind>(["activated", "declared", "turn began", "moved", "activation ended"]);
/** After these the way of before is wiped out. */
const TRAIL_CLEARED: ReadonlySet<EventKind> = new Set<EventKind>(["activated", "declared", "turn began", "entered"]);
/** Milliseconds besides, for the eye to find the next player of another coach. */
const FINDING = 420;
/** Milliseconds that a floating word stays. */
const FLOAT_STAYS = 1400;
const MOST_MOMENTS = 3000;
/** How fast events are shown, from slow to fast; usual is 1. */
export const SPEEDS: readonly number[] = [0.25, 0.5, 1, 2, 4];

/** A word that floats up from a piece. */
export interface Float {
  id: number;
  piece: number;
  text: string;
  good: boolean;
}

export class Playback {
  /** The position on the board, which is behind the told one while events are shown or an earlier moment is looked at. */
  shown: Position | null = $state.raw(null);
  busy = $state(false);
  dice: DiceShow | null = $state.raw(null);
  notice: Notice | null = $state.raw(null);
  floats: Float[] = $state.raw([]);
  trail: Trail | null = $state.raw(null);
  /** The player that the last event is about: the view follows it. */
  focus: number | null = $state(null);
  paused = $state(false);
  /** Whether everything is shown at once until we are asked. */
  rushing = $state(false);
  /** Whether what is shown is the turn of another coach. */
  others = $state(false);
  /** What the others have done since our last turn. */
  past: Moment[] = $state.raw([]);
  /** Which of these moments is looked at; null for now. */
  at: number | null = $state(null);

  readonly pieceAt: Map<number, number> = $derived.by(() => {
    const found = new Map<number, number>();
    for (const piece of this.shown?.pieces ?? []) if (piece.square !== null) found.set(piece.square, piece.piece);
    return found;
  });
  readonly moment: Moment | null = $derived.by(() => (this.at === null ? null : (this.past[this.at] ?? null)));

  private now: { position: Position | null; dice: DiceShow | null; trail: Trail | null; focus: number | null } = { position: null, dice: null, trail: null, focus: null };
  private queue: Item[] = [];
  private running = false;
  private fast = false;
  private steps = 0;
  private noticeWasRead = false;
  private wake: (() => void) | null = null;
  private last: (() => void) | null = null;
  private floatNumber = 0;
  /** The last update that was told, shown or not. */
  private newest: Update | null = null;

  /** `settled` is called with the last update when everything before it has been shown. */
  constructor(
    private readonly told: Told,
    private readonly voice: Voice,
    private readonly settled: (update: Update) => void,
  ) {}

  /** Begin with a position. What was still to be shown is dropped. */
  start(position: Position | null): void {
    this.queue = [];
    this.newest = null;
    this.fast = false;
    this.rushing = false;
    this.paused = false;
    this.past = [];
    this.at = null;
    this.others = position !== null && !this.told.mine.includes(position.active);
    this.now = { position, dice: null, trail: null, focus: null };
    this.present();
    this.wake?.();
  }

  close(): void {
    this.queue = [];
    this.paused = false;
    this.at = null;
    this.wake?.();
  }

  add(update: Update): void {
    if (update.undone !== null) {
      this.past = this.past.filter((moment) => moment.event.number < update.undone!);
      if (this.at !== null && this.at >= this.past.length) this.at = null;
    }
    this.newest = update;
    for (const event of update.events) this.queue.push({ event });
    this.queue.push({ settle: update });
    void this.run();
  }

  /** Do something when the last beat has been shown. */
  afterwards(action: () => void): void {
    if (this.running) this.last = action;
    else action();
  }

  // --- what the coach wants ------------------------------------------------------------------------------------------

  /** Do not wait for what is being shown. The turn of another coach has buttons of its own. */
  skip(): void {
    if (this.at !== null) {
      this.toNow();
      return;
    }
    if (!this.running || this.others) return;
    this.fast = true;
    this.wake?.();
  }

  pause(): void {
    this.paused = true;
    this.rushing = false;
    this.present();
  }

  /** Go on from the moment that is looked at. */
  resume(): void {
    this.paused = false;
    this.present();
    this.wake?.();
    void this.run();
  }

  stepBack(): void {
    this.paused = true;
    this.rushing = false;
    // The last moment is the present one.
    this.at = Math.max(0, (this.at ?? this.past.length - 1) - 1);
    if (this.past.length < 2) this.at = null;
    this.present();
  }

  stepForward(): void {
    this.paused = true;
    if (this.at === null) {
      if (this.queue.length > 0) this.steps += 1;
      this.wake?.();
      return;
    }
    this.at = this.at + 1 < this.past.length - 1 ? this.at + 1 : null;
    this.present();
    if (this.at === null && this.queue.length === 0) this.resume();
  }

  /** Whether the moment of an event can still be looked at. */
  remembers(number: number): boolean {
    return this.past.length > 0 && this.past[0]!.event.number <= number;
  }

  /** Look at the moment of an event. */
  lookAt(number: number): void {
    const found = this.past.findIndex((moment) => moment.event.number >= number);
    if (found < 0) return;
    this.paused = true;
    this.at = found;
    this.present();
    this.voice.say(this.past[found]!.event.text);
  }

  /** Back from an earlier moment to the present one. */
  toNow(): void {
    this.at = null;
    this.resume();
  }

  /** Show at once what there is, and what comes, until we are asked. Answers whether we have not been asked yet. */
  rush(): boolean {
    this.at = null;
    if (this.told.watching) {
      this.fast = this.running;
      this.resume();
      return false;
    }
    const asked = this.newest?.prompt?.mine === true;
    this.rushing = this.running || !asked;
    this.resume();
    return !asked && !this.newest?.position.over;
  }

  /** We are asked, or nobody will be: the next turn is shown at the usual speed again. */
  arrived(): void {
    this.rushing = false;
    this.paused = false;
    this.steps = 0;
  }

  slower(): void {
    const slower = SPEEDS.filter((speed) => speed < (settings.speed || Number.POSITIVE_INFINITY));
    settings.speed = slower.at(-1) ?? SPEEDS[0]!;
  }

  faster(): void {
    if (settings.speed === 0) return;
    settings.speed = SPEEDS.find((speed) => speed > settings.speed) ?? SPEEDS.at(-1)!;
  }

  putDiceAway(): void {
    this.now = { ...this.now, dice: null };
    this.dice = null;
  }

  /** The notice has been read. */
  dismiss(): void {
    this.notice = null;
  }

  // --- showing -------------------------------------------------------------------------------------------------------

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.present();
    while (this.queue.length > 0 || this.at !== null) {
      if (this.paused && this.steps === 0) {
        await this.wait();
        continue;
      }
      if (this.at !== null) {
        await this.replay(this.at);
        continue;
      }
      const item = this.queue.shift()!;
      if ("settle" in item) this.settle(item.settle);
      else await this.show(item.event);
    }
    this.running = false;
    this.fast = false;
    this.present();
    this.last?.();
    this.last = null;
  }

  /** Put the moment that is looked at on the board, or the present one. */
  private present(): void {
    const { position, dice, trail, focus } = this.now;
    const moment = this.moment;
    this.shown = moment?.position ?? position;
    this.dice = moment ? moment.dice : dice;
    this.trail = moment ? moment.trail : trail;
    this.focus = moment ? moment.event.piece : focus;
    this.busy = this.running || this.at !== null;
  }

  private settle(update: Update): void {
    this.now = { ...this.now, position: update.position };
    const latest = this.past.at(-1);
    if (latest && this.others) this.past = [...this.past.slice(0, -1), { ...latest, position: update.position }];
    this.present();
    if (update.board) this.told.rebuild(update.board);
    if (this.queue.length > 0) return;
    this.busy = false;
    this.settled(update);
  }

  private async show(event: Event): Promise<void> {
    if (!this.now.position) return;
    const beat = beatOf(this.now.position, event);
    this.passTurn(event);
    this.told.write(event);
    this.now = {
      position: beat.position,
      dice: beat.dice ?? (DICE_CLEARED.has(event.kind) ? null : this.now.dice),
      trail: this.trailAfter(event),
      focus: event.piece ?? this.now.focus,
    };
    if (event.minor) {
      this.present();
      return;
    }
    const time = beat.time + (this.others && event.kind === "declared" ? FINDING : 0);
    if (this.others) this.past = [...this.past.slice(-MOST_MOMENTS), { event, position: beat.position, dice: this.now.dice, trail: this.now.trail, time }];
    this.present();
    const instant = this.fast || this.rushing || settings.speed === 0 || document.hidden;
    if (beat.notice) {
      this.notice = beat.notice;
      this.noticeWasRead = !instant;
    }
    if (beat.sound && !instant) this.voice.sound(beat.sound);
    if (beat.notice || beat.dice || event.kind === "turn began") this.voice.say(event.text);
    if (beat.float && !instant) this.float(beat.float);
    if (this.steps > 0) this.steps -= 1;
    else if (!instant) await this.beat(time / settings.speed / this.haste());
  }

  /** A team turn begins: what is kept to look back at, and the notice of the turn before. */
  private passTurn(event: Event): void {
    if (event.kind !== "turn began") return;
    const others = event.side === null || !this.told.mine.includes(event.side);
    if (others && (!this.others || this.told.watching)) this.past = [];
    this.others = others;
    // A notice that flew by is read after the turn has begun. Why the turn of another coach ended is in the summary.
    if (this.noticeWasRead || (!others && this.notice?.kind === "turnover")) this.notice = null;
    this.noticeWasRead = true;
  }

  private trailAfter(event: Event): Trail | null {
    if (TRAIL_CLEARED.has(event.kind)) return null;
    if (event.kind !== "moved" || !isWalk(event) || event.piece === null || event.origin === null || event.square === null) return this.now.trail;
    const trail = this.now.trail;
    if (trail?.piece === event.piece && trail.squares.at(-1) === event.origin) return { piece: event.piece, squares: [...trail.squares, event.square] };
    return { piece: event.piece, squares: [event.origin, event.square] };
  }

  /** Show the moment after the one that is looked at. */
  private async replay(at: number): Promise<void> {
    const moment = this.past[at];
    await this.beat(settings.speed === 0 ? 0 : (moment?.time ?? 0) / settings.speed);
    if (this.at !== at || this.paused) return;
    this.at = at + 1 < this.past.length - 1 ? at + 1 : null;
    this.present();
  }

  /** How much faster beats go when many wait. Nobody is hurried but a coach whose clock runs, and whoever watches. */
  private haste(): number {
    const timed = this.told.clocks !== null && this.told.clocks.mode !== "none";
    return timed || this.told.watching || !this.others ? hurry(this.queue.length) : 1;
  }

  private async beat(time: number): Promise<void> {
    if (time > 4) await this.wait(lessMotion() ? time * 0.8 : time);
  }

  /** Wait so many milliseconds, or until something is wanted. */
  private wait(time?: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
      const timer = time === undefined ? undefined : setTimeout(done, time);
      this.wake = done;
    });
  }

  private float(float: Omit<Float, "id">): void {
    const id = (this.floatNumber += 1);
    this.floats = [...this.floats, { id, ...float }];
    setTimeout(() => {
      this.floats = this.floats.filter((entry) => entry.id !== id);
    }, FLOAT_STAYS);
  }
}
