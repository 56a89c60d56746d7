/** What there is to learn from a replay: the adviser's judgement, its advice at a step, the heat map, the report. */

import { t } from "../languages";
import { replays } from "../requests";
import { words } from "../trouble";
import type { Judgement, Moment, ReplayHint, Report } from "../wire";
import type { ReplayStore } from "./store.svelte";

/** Milliseconds between two looks at how far the adviser has come. */
const LOOK = 1000;

export interface Warmth {
  square: number;
  side: number;
  count: number;
  share: number;
}

export class Study {
  judgement: Judgement | null = $state.raw(null);
  moments: Moment[] = $state.raw([]);
  trouble = $state("");
  hint: ReplayHint | null = $state.raw(null);
  hinting = $state(false);
  report: Report | null = $state.raw(null);
  /** The side whose ways are shown on the board; null for none. */
  heat: number | null = $state(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private alive = true;

  constructor(private readonly replay: ReplayStore) {}

  close(): void {
    this.alive = false;
    clearTimeout(this.timer);
  }

  /** Ask the adviser to judge the match, and look how far it is until it is done. */
  async judge(): Promise<void> {
    clearTimeout(this.timer);
    this.trouble = "";
    try {
      const found = await replays.judgement(this.replay.id, this.moments.length);
      if (!this.alive) return;
      this.judgement = found;
      this.moments = found.state === "done" ? found.moments : [...this.moments, ...found.moments];
      if (found.state === "working") this.timer = setTimeout(() => void this.judge(), LOOK);
    } catch (error) {
      this.trouble = words(error, t("The adviser does not answer."));
    }
  }

  /** What the adviser would do at the step that is shown. */
  async ask(): Promise<void> {
    const step = this.replay.at;
    this.replay.pause();
    this.hinting = true;
    this.trouble = "";
    try {
      const found = await replays.hint(this.replay.id, step);
      if (this.alive) this.hint = found;
    } catch (error) {
      this.trouble = words(error, t("The adviser does not answer."));
    } finally {
      this.hinting = false;
    }
  }

  async readReport(): Promise<void> {
    if (this.report) return;
    try {
      this.report = await replays.report(this.replay.id);
    } catch (error) {
      this.trouble = words(error, t("The report could not be read."));
    }
  }

  /** The advice, while its step is shown. */
  readonly advice: ReplayHint | null = $derived.by(() => (this.hint?.step === this.replay.at ? this.hint : null));
  readonly worst: Moment[] = $derived(this.moments.filter((moment) => moment.worst));
  readonly warmth: Warmth[] = $derived.by(() => {
    const side = this.heat;
    const counts = side === null ? [] : (this.replay.view?.heat[side] ?? []);
    const most = Math.max(1, ...counts);
    return counts.flatMap((count, square) => (count > 0 ? [{ square, side: side!, count, share: count / most }] : []));
  });
}
