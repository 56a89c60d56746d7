/** A replay on the screen: where on the time line it is, and how it gets from one step to the next. */

import { chestsWithBall } from "../board/chests";
import { withHidden } from "../board/geometry";
import { t, word } from "../languages";
import type { DiceShow } from "../match/script";
import { beatOf, hurry } from "../match/script";
import { replays } from "../requests";
import { settings } from "../settings.svelte";
import { play as sound } from "../sound";
import { words } from "../trouble";
import type { Board, Event, LogNote, Position, ReplayStep, ReplayView } from "../wire";
import { chapterAfter, chapterBefore, pauseAfter, pauseBefore } from "./timeline";

const PORTION = 100;
/** A pause after each step at usual speed, so that one can follow. */
const BREATH = 260;

export const SPEEDS = [
  [0.5, word("Slow")],
  [1, word("Usual")],
  [2, word("Fast")],
  [4, word("Very fast")],
  [16, word("At once")],
] as const;

export class ReplayStore {
  view: ReplayView | null = $state.raw(null);
  trouble = $state("");
  at = $state(0);
  shown: Position | null = $state.raw(null);
  dice: DiceShow | null = $state.raw(null);
  playing = $state(false);
  speed = $state(1);
  loaded = $state(0); // how many steps have come, from the first
  steps: (ReplayStep | undefined)[] = $state.raw([]);
  private alive = true;
  private wanted = 0;
  private run = 0; // a newer run ends an older one
  private wake: (() => void) | null = null;

  constructor(readonly id: string) {}

  async open(step: number): Promise<void> {
    try {
      this.view = await replays.view(this.id);
      this.steps = Array.from({ length: this.view.steps });
      this.wanted = Math.max(0, Math.min(step, this.view.steps - 1));
      await this.load(this.wanted - (this.wanted % PORTION));
      await this.go(this.wanted);
      await this.rest();
    } catch (error) {
      this.trouble = words(error, t("The replay could not be read."));
    }
  }

  close(): void {
    this.alive = false;
    this.pause();
  }

  get last(): number {
    return Math.max(0, (this.view?.steps ?? 1) - 1);
  }

  private async load(start: number): Promise<void> {
    if (this.steps[start]) return;
    const portion = await replays.steps(this.id, start, PORTION);
    const steps = this.steps.slice();
    for (const step of portion.steps) steps[step.step] = step;
    this.steps = steps;
    let loaded = this.loaded;
    while (loaded < steps.length && steps[loaded]) loaded += 1;
    this.loaded = loaded;
  }

  /** Everything else, in the background. */
  private async rest(): Promise<void> {
    for (let start = 0; this.alive && start <= this.last; start += PORTION) await this.load(start);
  }

  /** Jump to a step, without showing what lies between. */
  async go(step: number): Promise<void> {
    this.run += 1;
    this.wake?.();
    await this.show(step);
  }

  private async show(step: number): Promise<void> {
    const target = Math.max(0, Math.min(step, this.last));
    this.wanted = target;
    if (!this.steps[target]) {
      try {
        await this.load(target - (target % PORTION));
      } catch (error) {
        this.trouble = words(error, t("This part of the replay could not be read."));
        return;
      }
    }
    if (this.wanted !== target) return; // the hand was quicker
    const found = this.steps[target];
    if (!found) return;
    this.at = target;
    this.shown = found.position;
    const rolled = found.events.filter((event) => !event.minor && (event.dice.length > 0 || event.faces.length > 0)).at(-1);
    this.dice = rolled ? beatOf(found.position, rolled).dice : null;
  }

  forward(): void {
    this.pause();
    void this.go(this.at + 1);
  }

  back(): void {
    this.pause();
    void this.go(this.at - 1);
  }

  nextActivation(): void {
    this.pause();
    void this.go(pauseAfter(this.view?.pauses ?? [], this.at, this.last));
  }

  lastActivation(): void {
    this.pause();
    void this.go(pauseBefore(this.view?.pauses ?? [], this.at));
  }

  nextTurn(): void {
    this.pause();
    void this.go(chapterAfter(this.view?.marks ?? [], this.at) ?? this.last);
  }

  lastTurn(): void {
    this.pause();
    void this.go(chapterBefore(this.view?.marks ?? [], this.at) ?? 0);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else void this.play();
  }

  pause(): void {
    this.playing = false;
    this.run += 1;
    this.wake?.();
  }

  async play(): Promise<void> {
    if (this.at >= this.last) await this.go(0);
    const run = (this.run += 1);
    this.playing = true;
    while (this.alive && run === this.run && this.at < this.last) {
      const next = this.at + 1;
      if (!this.steps[next]) await this.load(next - (next % PORTION)).catch(() => undefined);
      const step = this.steps[next];
      if (!step || run !== this.run) break;
      await this.perform(step, run);
      if (run !== this.run) return;
      await this.show(next);
      await this.wait(BREATH / this.speed, run);
    }
    if (run === this.run) this.playing = false;
  }

  /** Show a step as it happened, beat by beat. */
  private async perform(step: ReplayStep, run: number): Promise<void> {
    let left = step.events.length;
    for (const event of step.events) {
      left -= 1;
      if (!this.shown || run !== this.run) return;
      const beat = beatOf(this.shown, event);
      this.shown = beat.position;
      if (event.minor) continue;
      if (beat.dice) this.dice = beat.dice;
      if (beat.sound && this.speed <= 2) sound(beat.sound);
      const time = (beat.time * 0.8) / this.speed / hurry(left);
      if (time > 12 && settings.motion !== "less") await this.wait(time, run);
      else if (time > 12) await this.wait(time * 0.6, run);
    }
  }

  private wait(time: number, run: number): Promise<void> {
    if (run !== this.run) return Promise.resolve();
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

  // --- what follows from it ------------------------------------------------------------------------------------------

  /** The dungeon as it is at this step: an edition may rebuild it on the way. */
  readonly board: Board | null = $derived.by(() => {
    for (let step = this.at; step > 0; step -= 1) {
      const board = this.steps[step]?.board;
      if (board) return withHidden(board);
    }
    return this.view ? withHidden(this.view.setup.board) : null;
  });
  readonly log: Event[] = $derived.by(() => {
    const found: Event[][] = [];
    let count = 0;
    for (let step = this.at; step >= 0 && count < 300; step -= 1) {
      const events = (this.steps[step]?.events ?? []).filter((event) => !event.minor && event.text);
      found.push(events);
      count += events.length;
    }
    return found.reverse().flat();
  });
  /** The number of the first event behind a step. */
  private after(step: number): number {
    for (let at = step; at >= 0; at -= 1) {
      const last = this.steps[at]?.events.at(-1);
      if (last) return last.number + 1;
    }
    return 0;
  }
  /** What was taken back at a real table up to here, each before the first event that came after it. */
  readonly notes: LogNote[] = $derived.by(() => {
    const told = (this.view?.notes ?? []).filter((note) => note.step <= this.at);
    return told.map((note) => ({ event: this.after(note.step), text: note.text }));
  });
  readonly step: ReplayStep | undefined = $derived(this.steps[this.at]);
  /** The chests that held a ball; every other one that is open has burnt out. */
  readonly withBall: Set<number> = $derived(
    chestsWithBall(this.steps.slice(0, this.at + 1).flatMap((step) => step?.events ?? [])),
  );
}
