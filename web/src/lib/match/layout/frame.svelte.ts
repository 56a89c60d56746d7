/** The frame of a match, a replay or a match that is watched: which places there are, and which of them are folded away. */

import { innerHeight, innerWidth } from "svelte/reactivity/window";
import { isBetterTurned } from "../../board/turning";
import { View } from "../../board/view.svelte";
import { settings } from "../../settings.svelte";

/** Pixels: the bar on top, the panels below the board with the strip of actions, the panels beside it. */
export const BAR = 46;
export const FOOT = 150;
export const SIDE = 280;
const SIDE_OF_A_LOW_WINDOW = 240;
/** A window narrower or lower than this has no room for all panels at once. */
const NARROW = 900;
const LOW = 500;

export class Frame {
  readonly view = new View(true);

  /** A desk has panels below and beside the board; a phone one at a time below it; a low window one at a time beside it. */
  readonly kind: "desk" | "phone" | "low" = $derived.by(() => {
    const width = innerWidth.current ?? 1366;
    const height = innerHeight.current ?? 768;
    if (height < LOW && width > height) return "low";
    return width < NARROW ? "phone" : "desk";
  });

  get wide(): boolean {
    return this.kind === "desk";
  }
  get sideOpen(): boolean {
    return settings.side;
  }
  get footOpen(): boolean {
    return settings.foot;
  }

  /** Whether a dungeon of so many squares is shown turned by a quarter. Folding a panel does not turn it. */
  turns(size: readonly [number, number]): boolean {
    const width = innerWidth.current ?? 1366;
    const height = (innerHeight.current ?? 768) - BAR;
    if (this.kind === "low") return isBetterTurned(size, { width: width - SIDE_OF_A_LOW_WINDOW, height });
    return isBetterTurned(size, { width: this.wide ? width - SIDE : width, height: height - FOOT });
  }
}
