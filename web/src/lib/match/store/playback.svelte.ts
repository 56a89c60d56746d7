/** Shows what happened: the events of an update one beat after the other, then the position that they led to. */

import { lessMotion, settings } from "../../settings.svelte";
import type { Event, EventKind, Position, Update } from "../../wire";
import { type DiceShow, type Notice, beatOf, hurry } from "../script";
import type { Told } from "./told.svelte";
import type { Voice } from "./voice.svelte";

type Item = { event: Event } | { settle: Update };

/** After these the dice of before are put away. */
const DICE_CLEARED: ReadonlySet<EventKind> = new Set<EventKind>(["activated", "declared", "turn began", "moved", "activation ended"]);
/** Milliseconds that a notice stays. */
const NOTICE_STAYS = 4200;
const LAST_NOTICE_STAYS = 60_000;

/** Milliseconds that a floating word stays. */
const FLOAT_STAYS = 1400;

/** A word that floats up from a piece. */
export interface Float {
  id: number;
  piece: number;
  text: string;
  good: boolean;
}

export class Playback {
  /** The position on the board, which is behind the told one while events are shown. */
  shown: Position | null = $state.raw(null);
  busy = $state(false);
  dice: DiceShow | null = $state.raw(null);
  notice: Notice | null = $state.raw(null);
  floats: Float[] = $state.raw([]);

  readonly pieceAt: Map<number, number> = $derived.by(() => {
    const found = new Map<number, number>();
    for (const piece of this.shown?.pieces ?? []) if (piece.square !== null) found.set(piece.square, piece.piece);
    return found;
  });

  private queue: Item[] = [];
  private running = false;
  private fast = false;
  private wake: (() => void) | null = null;
  private last: (() => void) | null = null;
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;
  private floatNumber = 0;

  /** `settled` is called with the last update when everything before it has been shown. */
  constructor(
    private readonly told: Told,
    private readonly voice: Voice,
    private readonly settled: (update: Update) => void,
  ) {}

  /** Begin with a position. What was still to be shown is dropped. */
  start(position: Position | null): void {
    this.queue = [];
    this.fast = false;
    this.shown = position;
    this.dice = null;
    this.wake?.();
  }

  close(): void {
    clearTimeout(this.noticeTimer);
    this.queue = [];
    this.wake?.();
  }

  add(update: Update): void {
    for (const event of update.events) this.queue.push({ event });
    this.queue.push({ settle: update });
    void this.run();
  }

  /** Do something when the last beat has been shown. */
  afterwards(action: () => void): void {
    if (this.running) this.last = action;
    else action();
  }

  /** Do not wait for what is being shown. */
  skip(): void {
    if (!this.running) return;
    this.fast = true;
    this.wake?.();
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.busy = true;
    while (this.queue.length > 0) {
      const item = this.queue.shift()!;
      if ("settle" in item) {
        this.shown = item.settle.position;
        if (item.settle.board) this.told.rebuild(item.settle.board);
        if (this.queue.length === 0) {
          this.busy = false;
          this.settled(item.settle);
        }
        continue;
      }
      await this.show(item.event);
    }
    this.running = false;
    this.busy = false;
    this.fast = false;
    this.last?.();
    this.last = null;
  }

  private async show(event: Event): Promise<void> {
    if (!this.shown) return;
    const beat = beatOf(this.shown, event);
    this.shown = beat.position;
    this.told.write(event);
    if (event.minor) return;
    const instant = this.fast || settings.speed === 0 || document.hidden;
    if (beat.dice) this.dice = beat.dice;
    else if (DICE_CLEARED.has(event.kind)) this.dice = null;
    if (beat.notice) this.setNotice(beat.notice);
    if (beat.sound && !instant) this.voice.sound(beat.sound);
    if (beat.notice || beat.dice || event.kind === "turn began") this.voice.say(event.text);
    if (beat.float && !instant) this.float(beat.float);
    if (instant) return;
    const time = beat.time / settings.speed / hurry(this.queue.length);
    if (time > 4) await this.pause(lessMotion() ? time * 0.8 : time);
  }

  private pause(time: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
      const timer = setTimeout(done, time);
      this.wake = done;
    });
  }

  private setNotice(notice: Notice): void {
    this.notice = notice;
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => (this.notice = null), notice.kind === "over" ? LAST_NOTICE_STAYS : NOTICE_STAYS);
  }

  private float(float: Omit<Float, "id">): void {
    const id = (this.floatNumber += 1);
    this.floats = [...this.floats, { id, ...float }];
    setTimeout(() => {
      this.floats = this.floats.filter((entry) => entry.id !== id);
    }, FLOAT_STAYS);
  }
}
