/** The open decision and its answer: choosing an option, walking, taking back, leaving it to the computer. */

import { settings } from "../../settings.svelte";
import { play } from "../../sound";
import type { ClientMessage, Menu, Option, Prompt } from "../../wire";
import { piecesOf } from "../menu";
import { Delegation } from "./delegation";
import type { Playback } from "./playback.svelte";
import type { Told } from "./told.svelte";
import type { Voice } from "./voice.svelte";

export class Decision {
  /** Whether an order is on its way. Until the server answers, no other one is sent. */
  sent = $state(false);
  /** What the player in hand could do if it were activated: the server's answer to `menu`. */
  menu: Menu | null = $state.raw(null);
  /** A choice that would waste a declared action. The coach is asked about it first. */
  wasting: Option | null = $state.raw(null);
  readonly delegation = new Delegation();

  constructor(
    private readonly told: Told,
    private readonly playback: Playback,
    private readonly voice: Voice,
    private readonly send: (message: ClientMessage) => boolean,
  ) {}

  /** The open decision, if it is ours and nothing is being shown any more. */
  readonly mineNow: Prompt | null = $derived.by(() => (this.told.prompt?.mine && !this.playback.busy ? this.told.prompt : null));
  /** Our players that could still be activated. */
  readonly fresh: number[] = $derived.by(() => {
    const prompt = this.mineNow;
    if (prompt?.kind !== "turn") return [];
    return piecesOf(prompt.options.filter((option) => option.kind === "activate"));
  });
  /** Whether options are pairs of a player and a square: choose the player first. */
  readonly needsPiece: boolean = $derived.by(() => {
    const options = this.mineNow?.options ?? [];
    return this.mineNow?.kind !== "turn" && options.some((option) => option.square !== null) && piecesOf(options).length > 1;
  });

  /** Send an order about the open decision. The server answers with the next one, or refuses. */
  order(message: ClientMessage): void {
    if (this.sent) return;
    this.playback.skip();
    if (this.send(message)) this.sent = true;
    else this.voice.refuse("There is no connection at the moment. It is being made again.");
  }

  choose(option: Option, sure = false): void {
    if (!sure && settings.confirm && this.wastes(option)) {
      this.wasting = option;
      return;
    }
    play("click");
    const { number } = this.told;
    const menu = this.told.prompt?.kind === "turn" ? this.menu : null;
    const [first, ...rest] = menu && menu.options.some((entry) => entry.id === option.id) ? menu.first : [];
    if (first) this.order({ type: "act", number, option: first, then: [...rest, option.id] });
    else this.order({ type: "act", number, option: option.id });
  }

  walk(piece: number, square: number): void {
    this.order({ type: "walk", number: this.told.number, piece, square });
  }

  takeBack(): void {
    const { prompt } = this.told;
    const back = prompt?.take_back;
    if (prompt?.mine && back && !back.possible) {
      this.voice.refuse(back.reason || "Nothing can be taken back.");
      return;
    }
    this.order({ type: "take_back", number: this.told.number });
  }

  chooseForMe(scope: "one" | "kind" | "turn" = "one"): void {
    const { prompt } = this.told;
    if (prompt && scope !== "one") this.delegation.begin(scope, prompt, this.turnOf(prompt.side));
    this.order({ type: "choose_for_me", number: this.told.number, scope });
  }

  concede(): void {
    this.order({ type: "say", number: this.told.number, word: "concede" });
  }

  /** A name for the team turn, different for each. */
  turnOf(side: number): string {
    const { shown } = this.playback;
    return `${shown?.active} ${shown?.sides[side]?.turn}`;
  }

  /** Whether a choice ends an activation whose declared target has not been dealt with. */
  private wastes(option: Option): boolean {
    const acting = this.playback.shown?.acting;
    if (option.kind !== "stop" || !acting || acting.target === null || acting.target === undefined) return false;
    const { log } = this.told;
    const since = log.findLastIndex((event) => event.kind === "declared" && event.piece === acting.piece);
    return since >= 0 && !log.slice(since + 1).some((event) => event.piece === acting.piece && event.other === acting.target);
  }

  wasteWords(): string {
    const acting = this.playback.shown?.acting;
    if (!acting || acting.target === null || acting.target === undefined) return "";
    return `${this.told.playerName(acting.piece)} has declared ${acting.declared} against ${this.told.playerName(acting.target)} and has not done it yet.`;
  }
}
