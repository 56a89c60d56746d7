/**
 * One match as this browser sees it. The folder `store/` has a file for each part, in the order of a message's way:
 * what the server told (`told`), how it is shown (`playback`), what is asked (`decision`), what the coach is about (`hand`).
 */

import { language, onLanguage, t } from "../languages";
import type { ClientMessage, Prompt, ServerMessage, Update, Welcome } from "../wire";
import { Connection, type ConnectionState, RESTARTING, socketAddress, socketProtocols } from "./connection";
import { Advising } from "./store/advising.svelte";
import { Decision } from "./store/decision.svelte";
import { Hand } from "./store/hand.svelte";
import { Overlays } from "./store/overlays.svelte";
import { Playback } from "./store/playback.svelte";
import { Room } from "./store/room.svelte";
import { Told } from "./store/told.svelte";
import { Voice } from "./store/voice.svelte";

export class MatchStore {
  connection: ConnectionState = $state("connecting");
  trouble = $state({ attempt: 0, wait: 0, reason: "" });

  private readonly line: Connection;
  private readonly send = (message: ClientMessage): boolean => this.line.send(message);
  /** Stops listening for another language. */
  private readonly deaf: () => void;
  /** The server was told a language. One that speaks only English refuses what it cannot read: no fault of the coach. */
  private asked = false;
  /** The team turn that a sound has called the coach to. */
  private calledTurn = "";

  readonly voice = new Voice();
  readonly told = new Told();
  readonly room = new Room(this.send);
  readonly playback = new Playback(this.told, this.voice, (update) => {
    this.told.verdict = update.verdict;
    this.settle(update.prompt);
  });
  readonly decision = new Decision(this.told, this.playback, this.voice, this.send);
  readonly advising = new Advising(this.told, this.decision, this.voice, this.send);
  readonly overlays = new Overlays(this.told, this.playback, this.voice, this.send, () => this.hand.selected ?? this.hand.looked ?? this.playback.shown?.acting?.piece ?? null);
  readonly hand: Hand = new Hand(this, this.send);

  constructor(
    readonly match: string,
    readonly token: string,
  ) {
    this.line = new Connection(
      () => socketAddress(match, language.now),
      {
        message: (message) => this.hear(message),
        state: (state, detail) => {
          this.connection = state;
          this.trouble = detail;
          if (state !== "open") this.decision.sent = false;
        },
      },
      socketProtocols(token),
    );
    this.deaf = onLanguage((code) => {
      this.asked = this.send({ type: "language", language: code });
    });
  }

  /** Whether the coach should know that there is no connection. A server that is replaced is back in a moment. */
  get lost(): boolean {
    return this.connection !== "open" && this.trouble.reason !== RESTARTING;
  }

  open(): void {
    this.line.open();
  }

  retry(): void {
    this.line.retry();
  }

  close(): void {
    this.deaf();
    this.line.close();
    this.voice.close();
    this.decision.delegation.stopWaiting();
    this.playback.close();
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.welcome(message);
        break;
      case "update":
        this.updated(message);
        break;
      case "refused":
        if (message.re === "preview") {
          this.hand.hearNoPreview(); // a question of the pointer: what cannot be done has no odds
          break;
        }
        if (this.asked && message.re === "") {
          this.asked = false;
          break;
        }
        this.decision.answered();
        this.decision.delegation.end();
        this.hand.hearRefused();
        if (message.re === "hint") this.advising.hinting = false;
        if (message.re === "hurry") this.playback.arrived();
        if (!message.stale) this.voice.refuse(message.reason);
        break;
      case "over":
        this.playback.afterwards(() => {
          this.playback.arrived();
          this.told.finish(message);
        });
        break;
      case "reach":
        this.hand.hearReach(message);
        break;
      case "menu":
        this.hand.hearMenu(message);
        break;
      case "preview":
        this.hand.hearPreview(message);
        break;
      case "why":
        this.hand.hearWhy(message);
        break;
      case "overlay":
        this.overlays.hear(message);
        break;
      case "hint":
        this.advising.hear(message);
        break;
      case "chat":
        this.room.chat = [...this.room.chat, message.line];
        break;
      case "presence":
        this.room.presence = message.presence;
        if (this.told.setup) this.told.setup = { ...this.told.setup, sides: message.sides };
        break;
      case "auto":
        this.room.auto = message.auto;
        break;
      case "pace":
        this.room.pace = message.seconds;
        break;
      case "clocks":
        this.told.setClocks(message.clocks);
        break;
      case "thinking":
        if (message.number === this.told.number) this.told.thinking = message;
        break;
      case "moves": // for bots
      case "pong":
        break;
    }
  }

  private welcome(message: Welcome): void {
    this.decision.sent = false;
    this.asked = false;
    this.told.welcome(message);
    this.room.welcome(message);
    this.playback.start(message.position);
    this.settle(message.prompt);
    this.decision.resume(message.prompt);
  }

  private updated(message: Update): void {
    this.decision.answered();
    this.hand.clear();
    if (message.undone !== null) this.voice.say(t("Taken back."));
    this.told.update(message);
    this.playback.add(message);
  }

  /** Everything that happened has been shown: now comes the decision. */
  private settle(prompt: Prompt | null): void {
    const { told, playback, decision, hand } = this;
    decision.delegation.stopWaiting();
    if (prompt?.mine && !prompt.kept && decision.delegation.covers(prompt, decision.turnOf(prompt.side))) {
      told.prompt = null;
      decision.delegation.wait(() => this.settle(prompt));
      return;
    }
    if (prompt?.mine && !prompt.kept) decision.delegation.end();
    told.prompt = prompt;
    hand.clear();
    if (!prompt) return;
    if (prompt.mine) playback.arrived();
    if (prompt.kind !== "reroll" && prompt.kind !== "face") playback.putDiceAway();
    this.announce(prompt);
    if (!prompt.mine) return;
    hand.settle(prompt);
    this.overlays.renew();
  }

  /** Do not wait for the others: show at once what they do until we are asked. Bots decide without their pauses. */
  toMyTurn(): void {
    if (this.playback.rush()) this.send({ type: "hurry" });
  }

  /** Say what is asked, and call the coach at the beginning of a team turn. */
  private announce(prompt: Prompt): void {
    if (!prompt.mine) {
      this.voice.say(`${this.told.sideName(prompt.side)}: ${prompt.title}`);
      return;
    }
    this.voice.say(prompt.kind === "roll" ? `${prompt.title}. ${prompt.help}` : `${prompt.title}. ${t("{{count}} choices.", { count: prompt.options.length })}`);
    const turn = this.decision.turnOf(prompt.side);
    if (prompt.kind === "turn" && this.calledTurn !== turn) {
      this.calledTurn = turn;
      this.voice.sound("call");
    }
  }
}
