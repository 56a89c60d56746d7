/** What the page says to the coach in passing: the line for screen readers, a refusal, the caption of a sound. */

import { settings } from "../../settings.svelte";
import { type SoundName, caption, play } from "../../sound";

/** Milliseconds that a line stays. */
const REFUSAL_STAYS = 5000;
const CAPTION_STAYS = 1800;

export class Voice {
  /** The line of the live region, which screen readers read out. */
  line = $state("");
  refusal = $state("");
  caption = $state("");
  private captionTimer: ReturnType<typeof setTimeout> | undefined;

  say(line: string): void {
    this.line = line;
  }

  /** Say why something does not happen. */
  refuse(reason: string): void {
    this.refusal = reason;
    this.line = reason;
    setTimeout(() => {
      if (this.refusal === reason) this.refusal = "";
    }, REFUSAL_STAYS);
  }

  /** Play a sound, and show its caption if the coach wants captions. */
  sound(name: SoundName): void {
    play(name);
    if (!settings.captions || name === "step") return;
    this.caption = caption(name);
    clearTimeout(this.captionTimer);
    this.captionTimer = setTimeout(() => (this.caption = ""), CAPTION_STAYS);
  }

  close(): void {
    clearTimeout(this.captionTimer);
  }
}
