/** Views over the board: tackle zones, pass range, line of sight, the reach of an opponent. */

import { t } from "../../languages";
import type { ClientMessage, Overlay, OverlayKind } from "../../wire";
import type { Playback } from "./playback.svelte";
import type { Told } from "./told.svelte";
import type { Voice } from "./voice.svelte";

export class Overlays {
  kind: OverlayKind | null = $state(null);
  shown: Overlay | null = $state.raw(null);
  /** Which of several opponents the view is about. */
  private rival = 0;

  /** `from` is the player that a view starts from. */
  constructor(
    private readonly told: Told,
    private readonly playback: Playback,
    private readonly voice: Voice,
    private readonly send: (message: ClientMessage) => boolean,
    private readonly from: () => number | null,
  ) {}

  hear(message: Overlay): void {
    if (message.kind === this.kind) this.shown = message;
  }

  /** Show a view. Asked again it shows the next opponent, and after the last one nothing. */
  set(kind: OverlayKind | null): void {
    if (kind !== null && kind === this.kind && (kind === "zones" || kind === "reach") && this.rival < this.rivals().length - 1) {
      this.rival += 1;
    } else {
      if (kind === this.kind) kind = null;
      this.rival = 0;
    }
    this.kind = kind;
    this.shown = null;
    if (kind) this.ask(kind);
  }

  /** Ask again, because the position has changed. */
  renew(): void {
    if (this.kind) this.ask(this.kind);
  }

  private rivals(): number[] {
    // Coaches at one screen: it is the opponent of whoever has the turn.
    const active = this.playback.shown?.active ?? 0;
    const own = this.told.mine.includes(active) ? active : (this.told.mine[0] ?? active);
    return (this.playback.shown?.sides ?? []).map((side) => side.side).filter((side) => side !== own);
  }

  private ask(kind: OverlayKind): void {
    const piece = this.from();
    if (kind === "zones" || kind === "reach") this.send({ type: "overlay", kind, side: this.rivals()[this.rival] ?? 1 });
    else if (piece !== null) this.send({ type: "overlay", kind, piece });
    else {
      this.kind = null;
      this.voice.refuse(t("Choose a player first: this view starts from a player."));
    }
  }
}
