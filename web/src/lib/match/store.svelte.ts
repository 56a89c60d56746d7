/** One match as this browser sees it: what the server told, what the board shows of it, and what the coach is about. */

import { lessMotion, settings } from "../settings.svelte";
import { type SoundName, caption, play } from "../sound";
import type {
  Advice,
  Auto,
  BlockPreview,
  ChatLine,
  ClientMessage,
  Clocks,
  Event,
  Hint,
  Menu,
  Option,
  Over,
  Overlay,
  PlayerCard,
  Position,
  Presence,
  Prompt,
  Reach,
  ReachSquare,
  ServerMessage,
  Setup,
  Update,
  Welcome,
} from "../wire";
import { withHidden } from "../board/geometry";
import { adviceWords } from "./advice";
import { Connection, type ConnectionState, socketAddress } from "./connection";
import { type Entry, boardTargets, menuEntries, optionSquare, piecesOf, squareOf } from "./menu";
import { type DiceShow, type Notice, beatOf, hurry } from "./script";

type Item = { event: Event } | { settle: Update };
export type OverlayKind = "zones" | "passes" | "sight" | "reach";

const LOG_KEPT = 2000;
/** How many options the server takes after the first. */
const MOST_THEN = 20;
/** How long an answer of the computer on our behalf is waited for before we are asked ourselves. */
const DELEGATED_WAIT = 4000;
/** After these the dice of before are put away. */
const DICE_CLEARED = new Set(["activated", "declared", "turn began", "moved", "activation ended"]);
/** Prompts whose piece is the one that the coach moves. */
const MOVING = new Set(["declare", "act"]);

export interface Float {
  id: number;
  piece: number;
  text: string;
  good: boolean;
}

export class MatchStore {
  connection: ConnectionState = $state("connecting");
  trouble = $state({ attempt: 0, wait: 0, reason: "" });

  stage: Welcome["stage"] = $state("waiting");
  setup: Setup | null = $state.raw(null);
  mine: number[] = $state.raw([]);
  commitment = $state("");
  number = $state(0);
  shown: Position | null = $state.raw(null);
  prompt: Prompt | null = $state.raw(null);
  log: Event[] = $state.raw([]);
  logStart = $state(0);
  clocks: Clocks | null = $state.raw(null);
  clocksAt = $state(0);
  presence: Presence | null = $state.raw(null);
  chat: ChatLine[] = $state.raw([]);
  auto: Auto[] = $state.raw([]);
  pace = $state(0.4);
  over: Over | null = $state.raw(null);
  seed = $state("");

  busy = $state(false);
  sent = $state(false); // an order is on its way
  dice: DiceShow | null = $state.raw(null);
  floats: Float[] = $state.raw([]);
  notice: Notice | null = $state.raw(null);
  refusal = $state("");
  told = $state(""); // for the live region
  captionLine = $state("");
  hint: Hint | null = $state.raw(null); // the advice that was asked for
  hinting = $state(false); // it is being thought of
  advised: number | null = $state(null); // which of it is shown on the board
  wasting: Option | null = $state.raw(null); // a choice that would waste an action, to be confirmed

  selected: number | null = $state(null);
  menu: Menu | null = $state.raw(null);
  reach: Reach | null = $state.raw(null);
  aim: Entry | null = $state.raw(null);
  popup: { square: number; options: Option[] } | null = $state.raw(null);
  hover: number | null = $state(null);
  cursor: number | null = $state(null);
  looked: number | null = $state(null); // the piece whose card is open
  preview: BlockPreview | null = $state.raw(null);
  overlay: Overlay | null = $state.raw(null);
  overlayKind: OverlayKind | null = $state(null);
  private rival = 0; // which opponent an overlay is about
  /** After a take-back that made room for another player: whom to select. */
  private wanted: number | null = null;

  /** What the computer was asked to answer for us: more than one decision. */
  private delegated: { scope: "kind" | "turn"; side: number; kind: string; turn: string } | null = null;
  private delegatedTimer: ReturnType<typeof setTimeout> | undefined;

  private queue: Item[] = [];
  private running = false;
  private wake: (() => void) | null = null;
  private fast = false;
  private ending: Over | null = null;
  private floatNumber = 0;
  private calledTurn = "";
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;
  private captionTimer: ReturnType<typeof setTimeout> | undefined;
  private line: Connection;

  constructor(
    readonly match: string,
    readonly token: string,
  ) {
    this.line = new Connection(socketAddress(match, token), {
      message: (message) => this.hear(message),
      state: (state, detail) => {
        this.connection = state;
        this.trouble = detail;
        if (state !== "open") this.sent = false;
      },
    });
  }

  open(): void {
    this.line.open();
  }

  close(): void {
    this.line.close();
    clearTimeout(this.noticeTimer);
    clearTimeout(this.captionTimer);
    clearTimeout(this.delegatedTimer);
    this.queue = [];
    this.wake?.();
  }

  retry(): void {
    this.line.retry();
  }

  // --- what follows from it ------------------------------------------------------------------------------------------

  readonly players: PlayerCard[] = $derived(this.setup?.players ?? []);
  /** The open decision, if it is ours and nothing is being shown any more. */
  readonly mineNow: Prompt | null = $derived(this.prompt?.mine && !this.busy ? this.prompt : null);
  readonly watching: boolean = $derived(this.mine.length === 0);
  readonly reachBySquare: Map<number, ReachSquare> = $derived(
    new Map((this.reach?.squares ?? []).filter((entry) => entry.path.length > 0).map((entry) => [entry.square, entry])),
  );
  /** The options that stand in the menu at a player. */
  readonly menuList: Entry[] = $derived.by(() => {
    const prompt = this.mineNow;
    if (!prompt) return [];
    if (prompt.kind === "turn") {
      if (this.menu === null || this.menu.piece !== this.selected) return [];
      return menuEntries(this.menu.options.filter((option) => option.kind !== "step"), this.menu.refused);
    }
    if (MOVING.has(prompt.kind)) return menuEntries(prompt.options.filter((option) => option.kind !== "step"), prompt.refused);
    return menuEntries(prompt.options, prompt.refused);
  });
  /** The options that a click on the board can choose now. */
  readonly active: Option[] = $derived.by(() => {
    const prompt = this.mineNow;
    if (!prompt || !this.shown) return [];
    if (this.aim) return this.aim.options;
    if (prompt.kind === "turn") {
      if (this.selected !== null && this.menu?.piece === this.selected) return this.menu.options.filter((option) => option.square !== null || option.target !== null);
      return prompt.options;
    }
    if (this.needsPiece) {
      return prompt.options.filter((option) => option.piece === this.selected);
    }
    return prompt.options;
  });
  /** Whether options are pairs of a player and a square: choose the player first. */
  readonly needsPiece: boolean = $derived.by(() => {
    const options = this.mineNow?.options ?? [];
    return this.mineNow?.kind !== "turn" && options.some((option) => option.square !== null) && piecesOf(options).length > 1;
  });
  readonly targets: Map<number, Option[]> = $derived(this.shown ? boardTargets(this.active, this.shown) : new Map());
  readonly pieceAt: Map<number, number> = $derived.by(() => {
    const found = new Map<number, number>();
    for (const piece of this.shown?.pieces ?? []) if (piece.square !== null) found.set(piece.square, piece.piece);
    return found;
  });
  /** Our players that could still be activated. */
  readonly fresh: number[] = $derived.by(() => {
    const prompt = this.mineNow;
    if (prompt?.kind !== "turn") return [];
    return piecesOf(prompt.options.filter((option) => option.kind === "activate"));
  });

  // --- hearing -------------------------------------------------------------------------------------------------------

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.welcome(message);
        break;
      case "update":
        this.updated(message);
        break;
      case "refused":
        this.sent = false;
        this.wanted = null;
        this.delegated = null;
        if (message.re === "hint") this.hinting = false;
        if (!message.stale) this.refuse(message.reason);
        break;
      case "chat":
        this.chat = [...this.chat, message.line];
        break;
      case "presence":
        this.presence = message.presence;
        if (this.setup) this.setup = { ...this.setup, sides: message.sides };
        break;
      case "over":
        // Not before the last beat has been shown.
        if (this.running) this.ending = message;
        else this.finish(message);
        break;
      case "reach":
        if (message.piece === this.selected) this.reach = message;
        break;
      case "menu":
        if (message.piece === this.selected) {
          this.menu = message;
          if (message.reason) this.refuse(message.reason);
        }
        break;
      case "preview":
        this.preview = message;
        break;
      case "overlay":
        if (message.kind === this.overlayKind) this.overlay = message;
        break;
      case "hint":
        if (message.number !== this.number) break;
        this.hinting = false;
        this.hint = message;
        this.advised = null;
        this.told = `Advice: ${message.advice.map((entry, index) => `${index + 1}, ${adviceWords(entry)}`).join(". ")}`;
        break;
      case "auto":
        this.auto = message.auto;
        break;
      case "pace":
        this.pace = message.seconds;
        break;
      case "moves":
      case "pong":
        break;
    }
  }

  private welcome(message: Welcome): void {
    this.queue = [];
    this.fast = false;
    this.sent = false;
    this.stage = message.stage;
    this.setup = { ...message.setup, board: withHidden(message.setup.board) };
    this.mine = message.sides;
    this.commitment = message.commitment;
    this.number = message.number;
    this.shown = message.position;
    this.log = message.log.filter((event) => !event.minor);
    this.logStart = message.log_start;
    this.setClocks(message.clocks);
    this.presence = message.presence;
    this.chat = message.chat;
    this.auto = message.auto;
    this.pace = message.pace;
    this.seed = message.seed;
    this.dice = null;
    this.settle(message.prompt);
    this.wake?.();
  }

  private updated(message: Update): void {
    this.sent = false;
    this.number = message.number;
    this.setClocks(message.clocks);
    this.clearIntent();
    if (message.undone !== null) {
      const undone = message.undone;
      this.log = this.log.filter((event) => event.number < undone);
      this.told = "Taken back.";
    }
    this.prompt = null;
    for (const event of message.events) this.queue.push({ event });
    this.queue.push({ settle: message });
    void this.run();
  }

  private setClocks(clocks: Clocks): void {
    this.clocks = clocks;
    this.clocksAt = Date.now();
  }

  /** Show what happened, one beat after the other; then what is asked. */
  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.busy = true;
    while (this.queue.length > 0) {
      const item = this.queue.shift()!;
      if ("settle" in item) {
        this.shown = item.settle.position;
        // a door that was opened, another layout: the dungeon itself has changed
        if (item.settle.board && this.setup) this.setup = { ...this.setup, board: withHidden(item.settle.board) };
        if (this.queue.length === 0) {
          this.busy = false;
          this.settle(item.settle.prompt);
        }
        continue;
      }
      await this.show(item.event);
    }
    this.running = false;
    this.busy = false;
    this.fast = false;
    if (this.ending) this.finish(this.ending);
  }

  private finish(message: Over): void {
    this.ending = null;
    this.over = message;
    this.seed = message.seed;
    this.stage = "over";
  }

  private async show(event: Event): Promise<void> {
    if (!this.shown) return;
    const beat = beatOf(this.shown, event);
    this.shown = beat.position;
    if (!event.minor && event.text) this.log = [...this.log.slice(-LOG_KEPT), event];
    if (event.minor) return;
    const instant = this.fast || settings.speed === 0 || document.hidden;
    if (beat.dice) this.dice = beat.dice;
    else if (DICE_CLEARED.has(event.kind)) this.dice = null;
    if (beat.notice) this.setNotice(beat.notice);
    if (beat.sound && !instant) this.sound(beat.sound);
    if (beat.notice || beat.dice || event.kind === "turn began") this.told = event.text;
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

  /** Do not wait for what is being shown. */
  skip(): void {
    if (!this.running) return;
    this.fast = true;
    this.wake?.();
  }

  private settle(prompt: Prompt | null): void {
    clearTimeout(this.delegatedTimer);
    if (prompt?.mine && this.isDelegated(prompt)) {
      // The computer is about to answer this one too. Should it not, the coach is asked after all.
      this.prompt = null;
      this.delegatedTimer = setTimeout(() => {
        this.delegated = null;
        this.settle(prompt);
      }, DELEGATED_WAIT);
      return;
    }
    if (prompt?.mine) this.delegated = null;
    this.prompt = prompt;
    this.clearIntent();
    if (!prompt) return;
    if (prompt.kind !== "reroll" && prompt.kind !== "face") this.dice = null;
    if (!prompt.mine) {
      this.told = `${this.sideName(prompt.side)}: ${prompt.title}`;
      return;
    }
    this.told = `${prompt.title}. ${prompt.options.length} choices.`;
    if (prompt.kind === "turn" && this.calledTurn !== this.turnOf(prompt.side)) {
      this.calledTurn = this.turnOf(prompt.side);
      this.sound("call");
    }
    if (MOVING.has(prompt.kind)) {
      const piece = prompt.piece ?? this.shown?.acting?.piece ?? null;
      if (piece !== null) {
        this.selected = piece;
        this.cursor = squareOf(this.shown!, piece);
        this.send({ type: "reach", piece });
      }
    } else if (prompt.kind === "turn") {
      if (this.wanted !== null) {
        const wanted = this.wanted;
        this.wanted = null;
        this.select(wanted);
      }
    } else if (this.needsPiece) {
      this.selected = piecesOf(prompt.options)[0] ?? null;
    }
    if (this.overlayKind) this.askOverlay(this.overlayKind);
  }

  private isDelegated(prompt: Prompt): boolean {
    const order = this.delegated;
    if (!order || order.side !== prompt.side) return false;
    return order.scope === "kind" ? order.kind === prompt.kind : order.turn === this.turnOf(prompt.side);
  }

  private turnOf(side: number): string {
    return `${this.shown?.active} ${this.shown?.sides[side]?.turn}`;
  }

  private clearIntent(): void {
    this.aim = null;
    this.popup = null;
    this.menu = null;
    this.reach = null;
    this.preview = null;
    this.selected = null;
    this.hint = null;
    this.hinting = false;
    this.advised = null;
  }

  // --- telling -------------------------------------------------------------------------------------------------------

  private send(message: ClientMessage): boolean {
    return this.line.send(message);
  }

  /** Send an order about the open decision; the next word is the server's. */
  private order(message: ClientMessage): void {
    if (this.sent) return;
    this.skip();
    if (this.send(message)) this.sent = true;
    else this.refuse("There is no connection at the moment. It is being made again.");
  }

  choose(option: Option, sure = false): void {
    if (!sure && settings.confirm && this.wastes(option)) {
      this.wasting = option;
      return;
    }
    play("click");
    const menu = this.prompt?.kind === "turn" && this.menu?.piece === this.selected ? this.menu : null;
    const [first, ...rest] = menu && menu.options.some((entry) => entry.id === option.id) ? menu.first : [];
    if (first) this.order({ type: "act", number: this.number, option: first, then: [...rest, option.id] });
    else this.order({ type: "act", number: this.number, option: option.id });
  }

  /** Whether a choice ends an activation whose declared target has not been dealt with. */
  private wastes(option: Option): boolean {
    const acting = this.shown?.acting;
    if (option.kind !== "stop" || !acting || acting.target === null || acting.target === undefined) return false;
    const since = this.log.findLastIndex((event) => event.kind === "declared" && event.piece === acting.piece);
    return since >= 0 && !this.log.slice(since + 1).some((event) => event.piece === acting.piece && event.other === acting.target);
  }

  wasteWords(): string {
    const acting = this.shown?.acting;
    if (!acting || acting.target === null || acting.target === undefined) return "";
    return `${this.playerName(acting.piece)} has declared ${acting.declared} against ${this.playerName(acting.target)} and has not done it yet.`;
  }

  /** An entry of a menu: choose it, or look for its target on the board. */
  pickEntry(entry: Entry): void {
    if (entry.options.length === 0) {
      this.refuse(entry.reason);
      return;
    }
    this.popup = null;
    if (entry.options.length === 1) this.choose(entry.options[0]!);
    else {
      this.aim = entry;
      this.told = `${entry.label}: choose one of ${entry.options.length} targets.`;
    }
  }

  walk(square: number): void {
    if (this.selected === null) return;
    this.order({ type: "walk", number: this.number, piece: this.selected, square });
  }

  takeBack(): void {
    const back = this.prompt?.take_back;
    if (this.prompt?.mine && back && !back.possible) {
      this.refuse(back.reason || "Nothing can be taken back.");
      return;
    }
    this.order({ type: "take_back", number: this.number });
  }

  chooseForMe(scope: "one" | "kind" | "turn" = "one"): void {
    const prompt = this.prompt;
    if (prompt && scope !== "one") this.delegated = { scope, side: prompt.side, kind: prompt.kind, turn: this.turnOf(prompt.side) };
    this.order({ type: "choose_for_me", number: this.number, scope });
  }

  ready(word: string, name: string): void {
    this.send({ type: "ready", word, name });
  }

  concede(): void {
    this.order({ type: "say", number: this.number, word: "concede" });
  }

  /** Ask for advice; asked again while it is there, it is put away. */
  askHint(): void {
    if (this.hint) {
      this.hint = null;
      this.advised = null;
      return;
    }
    if (this.hinting || !this.mineNow) return;
    if (this.send({ type: "hint", number: this.number })) this.hinting = true;
  }

  /** The advice that is shown on the board. */
  get adviceShown(): Advice | null {
    return this.advised === null ? null : (this.hint?.advice[this.advised] ?? null);
  }

  showAdvice(index: number | null): void {
    this.advised = index;
  }

  /** Do what was advised, as far as the dice and the other coach let it happen. */
  followAdvice(advice: Advice): void {
    const only = advice.then.length === 0 ? this.prompt?.options.find((option) => option.id === advice.option) : undefined;
    if (only) this.choose(only);
    else this.order({ type: "act", number: this.number, option: advice.option, then: advice.then.slice(0, MOST_THEN) });
  }

  setAuto(skill: string, answer: Auto["answer"]): void {
    this.send({ type: "auto", skill, answer });
  }

  sendChat(text: string, name = ""): void {
    if (text.trim()) this.send({ type: "chat", text: text.trim().slice(0, 500), name });
  }

  setPace(seconds: number): void {
    this.pace = seconds;
    this.send({ type: "pace", seconds });
  }

  // --- the coach's hand ----------------------------------------------------------------------------------------------

  /** Take a player in hand: its menu and its reach are asked for; nothing happens yet. */
  select(piece: number): void {
    const prompt = this.mineNow;
    if (!prompt || this.sent) return;
    if (prompt.kind === "turn" || this.needsPiece) {
      this.aim = null;
      this.popup = null;
      this.menu = null;
      this.reach = null;
      this.selected = piece;
      if (this.shown) this.cursor = squareOf(this.shown, piece) ?? this.cursor;
      if (prompt.kind === "turn" && this.shown?.pieces[piece]?.square != null) {
        this.send({ type: "menu", piece });
        this.send({ type: "reach", piece });
      }
      const card = this.players[piece];
      if (card) this.told = `${card.label}, ${card.position}`;
    } else if (MOVING.has(prompt.kind) && prompt.take_back.possible && prompt.kind === "declare") {
      this.wanted = piece;
      this.takeBack();
    }
  }

  /** The next player that can still do something. */
  selectNext(step: 1 | -1): void {
    const pieces = this.needsPiece ? piecesOf(this.mineNow?.options ?? []) : this.fresh;
    if (pieces.length === 0) return;
    const at = this.selected === null ? (step > 0 ? -1 : 0) : pieces.indexOf(this.selected);
    this.select(pieces[(at + step + pieces.length) % pieces.length]!);
  }

  /** A click or Enter on a square. */
  pick(square: number): void {
    const prompt = this.mineNow;
    if (!prompt || !this.shown || this.sent) {
      if (this.busy) this.skip();
      return;
    }
    const here = this.targets.get(square) ?? [];
    const piece = this.pieceAt.get(square);
    if (prompt.kind === "turn" && !this.aim) {
      const own = piece !== undefined && this.fresh.includes(piece);
      if (own && piece !== this.selected) {
        this.select(piece);
        return;
      }
      if (own) return;
      if (this.selected !== null) {
        if (here.length > 0) this.offer(square, here);
        else if (this.reachBySquare.has(square)) this.walk(square);
        else this.cancel();
        return;
      }
    }
    const steps = here.filter((option) => option.kind === "step");
    const deeds = here.filter((option) => option.kind !== "step");
    if (deeds.length > 0) this.offer(square, deeds);
    else if (this.reachBySquare.has(square) && !this.aim && piece !== this.selected) this.walk(square);
    else if (steps.length > 0) this.choose(steps[0]!);
    else if (piece !== undefined && piece !== this.selected && this.mine.includes(this.shown.pieces[piece]?.side ?? -1)) this.select(piece);
    else if (this.aim || this.popup) this.cancel();
  }

  private offer(square: number, options: Option[]): void {
    if (options.length === 1) this.choose(options[0]!);
    else this.popup = { square, options };
  }

  /** Esc or right click: one step back. Answers whether there was anything to cancel. */
  cancel(): boolean {
    const noticed = this.notice !== null;
    this.notice = null;
    if (this.popup) {
      this.popup = null;
      return true;
    }
    if (this.aim) {
      this.aim = null;
      return true;
    }
    if (this.overlayKind) {
      this.setOverlay(null);
      return true;
    }
    const prompt = this.mineNow;
    if (prompt?.kind === "turn" && this.selected !== null) {
      this.clearIntent();
      return true;
    }
    if (prompt?.kind === "declare" && prompt.take_back.possible) {
      this.takeBack();
      return true;
    }
    return noticed;
  }

  /** Hovering: the path is drawn from the reach; for an opponent the block is asked for. */
  point(square: number | null): void {
    if (square === this.hover) return;
    this.hover = square;
    this.preview = null;
    if (square === null || !this.mineNow || this.selected === null) return;
    const target = this.pieceAt.get(square);
    if (target === undefined || target === this.selected) return;
    const attacks = (this.targets.get(square) ?? []).some((option) => option.target === target || option.dice !== null);
    if (attacks && this.shown?.pieces[target]?.side !== this.shown?.pieces[this.selected]?.side) {
      this.send({ type: "preview", attacker: this.selected, target });
    }
  }

  setOverlay(kind: OverlayKind | null): void {
    const rivals = this.rivals();
    // asked again where there are several opponents: the next of them, and after the last one none
    if (kind !== null && kind === this.overlayKind && (kind === "zones" || kind === "reach") && this.rival < rivals.length - 1) {
      this.rival += 1;
    } else {
      if (kind === this.overlayKind) kind = null;
      this.rival = 0;
    }
    this.overlayKind = kind;
    this.overlay = null;
    if (kind) this.askOverlay(kind);
  }

  private rivals(): number[] {
    const own = this.mine[0] ?? this.shown?.active ?? 0;
    return (this.shown?.sides ?? []).map((side) => side.side).filter((side) => side !== own);
  }

  private askOverlay(kind: OverlayKind): void {
    const opponent = this.rivals()[this.rival] ?? 1;
    const piece = this.selected ?? this.looked ?? this.shown?.acting?.piece ?? null;
    if (kind === "zones" || (kind === "reach" && piece === null)) this.send({ type: "overlay", kind, side: opponent });
    else if (kind === "reach") this.send({ type: "overlay", kind, side: opponent });
    else if (piece !== null) this.send({ type: "overlay", kind, piece });
    else {
      this.overlayKind = null;
      this.refuse("Choose a player first: this view starts from a player.");
    }
  }

  // --- words ---------------------------------------------------------------------------------------------------------

  sideName(side: number): string {
    return this.setup?.sides[side]?.name ?? `Side ${side + 1}`;
  }

  /** Who sits where a link leads to. */
  seatName(sides: readonly number[]): string {
    const teams = sides.filter((side) => this.setup?.sides[side]?.letter !== "GM");
    const names = teams.length > 0 ? [`the coach of ${teams.map((side) => this.sideName(side)).join(" and ")}`] : [];
    if (teams.length < sides.length) names.push("the game master");
    return names.join(" and ");
  }

  playerName(piece: number): string {
    return this.players[piece]?.name ?? `player ${piece}`;
  }

  refuse(reason: string): void {
    this.refusal = reason;
    this.told = reason;
    setTimeout(() => {
      if (this.refusal === reason) this.refusal = "";
    }, 5000);
  }

  private setNotice(notice: Notice): void {
    this.notice = notice;
    clearTimeout(this.noticeTimer);
    const time = notice.kind === "over" ? 60_000 : 4200;
    this.noticeTimer = setTimeout(() => (this.notice = null), time);
  }

  private sound(name: SoundName): void {
    play(name);
    if (!settings.captions || name === "step") return;
    this.captionLine = caption(name);
    clearTimeout(this.captionTimer);
    this.captionTimer = setTimeout(() => (this.captionLine = ""), 1800);
  }

  private float(float: Omit<Float, "id">): void {
    const id = (this.floatNumber += 1);
    this.floats = [...this.floats, { id, ...float }];
    setTimeout(() => {
      this.floats = this.floats.filter((entry) => entry.id !== id);
    }, 1400);
  }

  /** The square of an option on the board, for drawing. */
  placeOf(option: Option): number | null {
    return this.shown ? optionSquare(option, this.shown) : null;
  }
}
