/** The open decision and its answer: choosing an option, walking, taking back, leaving it to the computer. */

import { t } from "../../languages";
import { settings } from "../../settings.svelte";
import { play } from "../../sound";
import type { ClientMessage, Menu, Option, Prompt } from "../../wire";
import { piecesOf } from "../menu";
import { Delegation } from "./delegation";
import type { Playback } from "./playback.svelte";
import type { Told } from "./told.svelte";
import type { Voice } from "./voice.svelte";

type Order = Extract<ClientMessage, { number: number }>;

/** Milliseconds after which a coach is told that an order still waits for the connection. */
const PATIENCE = 1000;

/** How many options the server takes after the first. */
const MOST_THEN = 20;

export class Decision {
  /** Whether an order is on its way. Until the server answers, no other one is sent. */
  sent = $state(false);
  /** What the player in hand could do if it were activated: the server's answer to `menu`. */
  menu: Menu | null = $state.raw(null);
  /** An order that would waste a declared action. The coach is asked about it first. */
  wasting: Order | null = $state.raw(null);
  readonly delegation = new Delegation();
  /** The last order, until it is answered: one that got lost with the connection is sent again. */
  private unanswered: Order | null = null;

  constructor(
    private readonly told: Told,
    private readonly playback: Playback,
    private readonly voice: Voice,
    private readonly send: (message: ClientMessage) => boolean,
  ) {}

  /** The open decision, if it is ours and nothing is being shown any more. */
  readonly mineNow: Prompt | null = $derived.by(() => (this.told.prompt?.mine && !this.playback.busy ? this.told.prompt : null));
  /** Our players that could still be activated, at once or by an order that ends the present activation first. */
  readonly fresh: number[] = $derived.by(() => {
    const prompt = this.mineNow;
    if (prompt?.kind !== "turn" && prompt?.kind !== "act") return [];
    return piecesOf([...prompt.options, ...prompt.further].filter((option) => option.kind === "activate"));
  });
  /** The option that ends the present activation. */
  readonly stop: Option | undefined = $derived.by(() => (this.mineNow?.kind === "act" ? this.mineNow.options.find((option) => option.kind === "stop") : undefined));
  /** Whether an activation of our own turn can be ended, and only then it shows what comes: a die, a question, the other turn. */
  readonly endsUnseen: boolean = $derived.by(() => {
    if (this.stop === undefined || this.playback.shown?.active !== this.mineNow?.side) return false;
    return !this.mineNow!.further.some((option) => this.ends(option));
  });
  /** The option that ends the turn. Where nobody else is left, the end of the last activation does. */
  readonly endTurn: Option | undefined = $derived.by(() => {
    const prompt = this.mineNow;
    const found = [...(prompt?.options ?? []), ...(prompt?.further ?? [])].find((option) => option.kind === "end turn");
    return found ?? (this.endsUnseen ? this.stop : undefined);
  });
  /** Whether options are pairs of a player and a square: choose the player first. */
  readonly needsPiece: boolean = $derived.by(() => {
    const options = this.mineNow?.options ?? [];
    return this.mineNow?.kind !== "turn" && options.some((option) => option.square !== null) && piecesOf(options).length > 1;
  });

  /** Send an order about the open decision. The server answers with the next one, or refuses. */
  order(message: Order): void {
    if (this.sent) return;
    this.playback.skip();
    this.unanswered = message;
    if (this.send(message)) {
      this.sent = true;
      return;
    }
    setTimeout(() => {
      if (this.unanswered === message && !this.sent) this.voice.refuse(t("There is no connection at the moment. It is being made again, and your order waits for it."));
    }, PATIENCE);
  }

  /** The server has answered the order. */
  answered(): void {
    this.sent = false;
    this.unanswered = null;
  }

  /** Connected again: an order that got lost is sent again if the same decision is still open, and a turn that was left
   * to the computer is left to it once more, because a server that was restarted does not know. */
  resume(prompt: Prompt | null): void {
    const { number } = this.told;
    const lost = this.unanswered;
    this.answered();
    const scope = prompt?.mine ? this.delegation.scope(prompt, this.turnOf(prompt.side)) : null;
    if (lost && lost.number === number) this.order(lost);
    else if (scope) this.send({ type: "choose_for_me", number, scope });
  }

  choose(option: Option, sure = false): void {
    const { number } = this.told;
    const message: Order = option.first.length > 0 ? { type: "act", number, option: option.id, first: option.first } : { type: "act", number, option: option.id };
    if (!this.asksFirst(option, message, sure)) {
      play("click");
      this.order(message);
    }
  }

  /** Walk a player somewhere. One who does not act yet is activated by the same order. */
  walk(piece: number, square: number, sure = false): void {
    const { number } = this.told;
    const activate = this.mineNow?.further.find((option) => option.kind === "activate" && option.piece === piece);
    const message: Order = activate ? { type: "walk", number, piece, square, first: [...activate.first, activate.id] } : { type: "walk", number, piece, square };
    if (!activate || !this.asksFirst(activate, message, sure)) this.order(message);
  }

  /** Do what a preview or the computer's advice has shown, step after step: the server goes on until something comes between. */
  follow(steps: readonly string[]): void {
    const [option, ...then] = steps;
    if (option === undefined) return;
    const message: Order = { type: "act", number: this.told.number, option, then: then.slice(0, MOST_THEN) };
    if (this.stop?.id === option && this.asksFirst(this.stop, message, false)) return;
    play("click");
    this.order(message);
  }

  /** Whether an option ends the present activation, itself or by what is chosen before it. */
  ends(option: Option): boolean {
    return option.kind === "stop" || (this.stop !== undefined && option.first.includes(this.stop.id));
  }

  /** Whether the coach is asked before an order that loses a declared action. */
  private asksFirst(option: Option, message: Order, sure: boolean): boolean {
    if (sure || !settings.confirmWaste || !this.mineNow?.wasting || !this.ends(option)) return false;
    this.wasting = message;
    return true;
  }

  /** The coach has been asked, and does it all the same. */
  waste(): void {
    const message = this.wasting;
    this.wasting = null;
    if (message) this.order(message);
  }

  /** The dice that were rolled at a real table. */
  roll(dice: number[]): void {
    this.order({ type: "roll", number: this.told.number, dice });
  }

  takeBack(): void {
    const back = this.told.prompt?.take_back;
    if (back && !back.possible) {
      this.voice.refuse(back.reason || t("Nothing can be taken back."));
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

  /** Claim the concession of a coach whose time has run out three times. */
  claim(): void {
    this.order({ type: "say", number: this.told.number, word: "claim" });
  }

  /** A name for the team turn, different for each. */
  turnOf(side: number): string {
    const { shown } = this.playback;
    return `${shown?.active} ${shown?.sides[side]?.turn}`;
  }
}
