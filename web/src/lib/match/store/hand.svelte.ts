/**
 * The coach's hand: the player taken up, the squares that can be clicked, and what a click or a key on one does.
 *
 * What a click would do is shown first: under a mouse by hovering, under the keyboard's cursor by moving it, under a finger
 * by a first tap. A click that does nothing gets its reason from the server.
 */

import { t } from "../../languages";
import type { ClientMessage, Menu, Option, Prompt, PromptKind, Preview, Reach, ReachSquare, Why } from "../../wire";
import { type Entry, boardTargets, menuEntries, piecesOf, squareOf } from "../menu";
import type { Advising } from "./advising.svelte";
import type { Decision } from "./decision.svelte";
import type { Overlays } from "./overlays.svelte";
import type { Playback } from "./playback.svelte";
import type { Told } from "./told.svelte";
import type { Voice } from "./voice.svelte";

/** Prompts whose piece is the one that the coach moves. */
const MOVING: ReadonlySet<PromptKind> = new Set<PromptKind>(["declare", "act"]);
/** Milliseconds that the reason of a click that did nothing stays. */
const EXCUSE_STAYS = 4000;

/** Milliseconds that the pointer rests on a square before the server is asked about the way there. */
const RESTS = 120;

type Question = Extract<ClientMessage, { type: "preview" }>;

/** The parts of the store that the hand works with. */
interface Table {
  readonly told: Told;
  readonly voice: Voice;
  readonly playback: Playback;
  readonly decision: Decision;
  readonly advising: Advising;
  readonly overlays: Overlays;
}

/** What a click on a square means. */
type Deed = { select: number } | { choose: Option } | { which: Option[] } | { walk: number } | { follow: Preview };

/** A place of the board as it is drawn, in columns and rows. */
export interface Cell {
  x: number;
  y: number;
}

export class Hand {
  selected: number | null = $state(null);
  reach: Reach | null = $state.raw(null);
  /** An entry of a menu whose target is being looked for on the board. */
  aim: Entry | null = $state.raw(null);
  /** Several options on one square, to choose from. */
  which: { square: number; options: Option[] } | null = $state.raw(null);
  hover: number | null = $state(null);
  cursor: number | null = $state(null);
  /** The square that a finger has tapped once: what a second tap would do is shown. */
  tapped: number | null = $state(null);
  /** Why the last click did nothing, and where it was: on a square, or somewhere else on the board. */
  excuse: { at: number | Cell; reason: string } | null = $state.raw(null);
  /** The piece whose card is open. */
  looked: number | null = $state(null);
  /** What a click on the square under the hand would be: the server's answer to `preview`. */
  preview: Preview | null = $state.raw(null);
  private previewWanted: Question | null = null;
  /** The square under the hand, if the server says that nothing can be done to what stands there. */
  private impossible: number | null = null;
  /** Whether the last click was a tap. */
  private byFinger = false;
  private previewTimer: ReturnType<typeof setTimeout> | undefined;
  /** The player to select once the present activation is over or taken back. */
  private wanted: number | null = null;
  /** The click whose reason has been asked for. */
  private asked: { square: number | null; at: number | Cell } | null = null;
  private excuseTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: Table,
    private readonly send: (message: ClientMessage) => boolean,
  ) {}

  // --- what can be clicked -------------------------------------------------------------------------------------------

  readonly reachBySquare: Map<number, ReachSquare> = $derived(
    new Map((this.reach?.squares ?? []).filter((entry) => entry.path.length > 0).map((entry) => [entry.square, entry])),
  );
  /** The chests that the player in hand can walk up to and open. */
  readonly chestWays: Map<number, ReachSquare> = $derived(new Map((this.reach?.chests ?? []).map((entry) => [entry.square, entry])));
  /** Whether the player in hand is another one than the player who acts: the next order ends that activation first. */
  readonly elsewhere: boolean = $derived.by(() => {
    const prompt = this.table.decision.mineNow;
    return prompt?.kind === "act" && this.selected !== null && this.selected !== prompt.piece;
  });
  /** The options that stand in the strip of actions. */
  readonly menuList: Entry[] = $derived.by(() => {
    const prompt = this.table.decision.mineNow;
    if (!prompt) return [];
    if (prompt.kind === "turn" || this.elsewhere) {
      const menu = this.menu;
      return menu ? menuEntries(menu.options.filter((option) => option.kind !== "step"), menu.refused) : [];
    }
    if (MOVING.has(prompt.kind)) return menuEntries(prompt.options.filter((option) => option.kind !== "step"), prompt.refused);
    return menuEntries(prompt.options, prompt.refused);
  });
  /** The options that a click on the board can choose now. */
  readonly active: Option[] = $derived.by(() => {
    const { decision, playback } = this.table;
    const prompt = decision.mineNow;
    if (!prompt || !playback.shown) return [];
    if (this.aim) return this.aim.options;
    if (this.elsewhere || (prompt.kind === "turn" && this.menu)) return this.menu?.options.filter((option) => option.square !== null || option.target !== null) ?? [];
    if (decision.needsPiece) return prompt.options.filter((option) => option.piece === this.selected);
    return [...prompt.options, ...prompt.further.filter((option) => option.square !== null && !decision.ends(option))];
  });
  readonly targets: Map<number, Option[]> = $derived.by(() => {
    const { shown } = this.table.playback;
    return shown ? boardTargets(this.active, shown) : new Map();
  });

  /** The menu of the player in hand, if the server has answered. */
  private get menu(): Menu | null {
    const { menu } = this.table.decision;
    return menu !== null && menu.piece === this.selected ? menu : null;
  }

  /** What a click on a square means; null if nothing comes of it. */
  private deedAt(square: number): Deed | null {
    const { decision, playback, told } = this.table;
    const prompt = decision.mineNow;
    const here = this.targets.get(square) ?? [];
    const piece = playback.pieceAt.get(square);
    const other = piece !== undefined && piece !== this.selected ? piece : null;
    if (prompt?.kind === "turn" && !this.aim && other !== null && decision.fresh.includes(other)) return { select: other };
    const deeds = here.filter((option) => option.kind !== "step" && option.kind !== "activate");
    if (deeds.length > 0) {
      const leading = deeds.filter((option) => option.leads);
      const only = deeds.length === 1 ? deeds[0] : leading.length === 1 ? leading[0] : undefined;
      if (!only) return { which: deeds };
      if (this.isFar(only) && this.impossible === square && !this.aim) return null;
      return this.carriedOut(only) ?? { choose: only };
    }
    if (this.aim) return null;
    if (other === null && this.selected !== null && this.reachBySquare.has(square)) return { walk: square };
    if (this.selected !== null && this.chestWays.has(square)) return { walk: square };
    if (this.isSought(square)) return this.preview?.target === other && this.preview.steps.length > 0 ? { follow: this.preview } : null;
    const step = here.find((option) => option.kind === "step");
    if (step) return { choose: step };
    if (other === null || !prompt || !told.mine.includes(playback.shown?.pieces[other]?.side ?? -1)) return null;
    const takesUp = decision.fresh.includes(other) || other === prompt.piece || decision.needsPiece || (prompt.kind === "act" && decision.endsUnseen) || (prompt.kind === "declare" && prompt.take_back.possible);
    return takesUp ? { select: other } : null;
  }

  /** All that has been shown of an option, where it is the beginning of more: walk up to whom a blitz is declared against,
   * and block. */
  private carriedOut(option: Option): Deed | null {
    const { preview } = this;
    const begins = preview !== null && preview.option === option.id && preview.target === option.target && preview.steps.length > option.first.length + 1;
    return begins ? { follow: preview } : null;
  }

  /** Whether an option is about a player who is out of the hands of the one who would act. */
  private isFar(option: Option): boolean {
    return option.kind === "declare" && option.target !== null && option.dice === null;
  }

  // --- what the server says ------------------------------------------------------------------------------------------

  hearMenu(message: Menu): void {
    if (message.piece !== this.selected) return;
    this.table.decision.menu = message;
    if (message.reason) this.table.voice.refuse(message.reason);
    this.lookAgain();
  }

  hearReach(message: Reach): void {
    if (message.piece !== this.selected) return;
    this.reach = message;
    if (this.previewWanted === null) this.lookAgain();
  }

  /** A click on the square under the hand may mean something else now. */
  private lookAgain(): void {
    const { hover } = this;
    this.hover = null;
    this.point(hover);
  }

  /** Only the answer about the square under the hand counts: the hand may have moved on. */
  hearPreview(message: Preview): void {
    const wanted = this.previewWanted;
    const same = wanted && wanted.piece === message.piece && (wanted.target ?? null) === message.target && (wanted.square ?? null) === message.square && (wanted.option ?? "") === message.option;
    if (!same) return;
    this.preview = message;
    this.impossible = null;
  }

  /** Nothing can be done to what is under the hand. If it has been clicked already, the reason is asked for. */
  hearNoPreview(): void {
    const { hover, tapped } = this;
    if (hover === null || this.previewWanted === null || this.preview !== null) return;
    this.impossible = hover;
    if (tapped !== hover || this.aim) return;
    this.tapped = null;
    this.askWhy(hover, hover);
  }

  hearWhy(message: Why): void {
    const asked = this.asked;
    if (!asked || asked.square !== message.square || !message.reason) return;
    this.asked = null;
    this.excuseAt(asked.at, message.reason);
  }

  /** Say at a place of the board why a click there did nothing. */
  private excuseAt(at: number | Cell, reason: string): void {
    this.excuse = { at, reason };
    this.table.voice.say(reason);
    clearTimeout(this.excuseTimer);
    this.excuseTimer = setTimeout(() => (this.excuse = null), EXCUSE_STAYS);
  }

  hearRefused(): void {
    this.wanted = null;
  }

  /** Put everything down. A finger has left the board with its tap; a mouse still rests where it is. */
  clear(): void {
    this.take(null);
    if (this.byFinger) this.point(null);
    this.excuse = null;
    this.table.advising.clear();
  }

  private take(piece: number | null): void {
    this.aim = null;
    this.which = null;
    this.reach = null;
    this.preview = null;
    this.tapped = null;
    this.table.decision.menu = null;
    this.selected = piece;
  }

  /** A new decision of ours: the player that it is about is taken up at once. */
  settle(prompt: Prompt): void {
    const { shown } = this.table.playback;
    if (MOVING.has(prompt.kind)) {
      const piece = prompt.piece ?? shown?.acting?.piece ?? null;
      if (piece !== null) {
        this.selected = piece;
        this.cursor = squareOf(shown!, piece);
        this.previewWanted = null; // what the hand rests on may mean something else now
        this.send({ type: "reach", piece });
      }
    } else if (prompt.kind === "turn") {
      if (this.wanted !== null) {
        const wanted = this.wanted;
        this.wanted = null;
        this.select(wanted);
      }
    } else if (this.table.decision.needsPiece) {
      this.selected = piecesOf(prompt.options)[0] ?? null;
    }
  }

  // --- what the coach does -------------------------------------------------------------------------------------------

  /** Take a player in hand: its menu and its reach are asked for. Nothing is decided yet. */
  select(piece: number): void {
    const { told, voice, playback, decision } = this.table;
    const prompt = decision.mineNow;
    if (!prompt || decision.sent) return;
    if (prompt.kind === "turn" || decision.needsPiece || (prompt.kind === "act" && (piece === prompt.piece || decision.fresh.includes(piece)))) {
      this.take(piece);
      this.looked = piece;
      if (playback.shown) this.cursor = squareOf(playback.shown, piece) ?? this.cursor;
      if (!decision.needsPiece && playback.shown?.pieces[piece]?.square != null) {
        if (piece !== prompt.piece) this.send({ type: "menu", piece });
        this.send({ type: "reach", piece });
      }
      const card = told.players[piece];
      if (card) voice.say(`${card.label}, ${card.position}`);
    } else if (prompt.kind === "act") {
      this.wanted = piece;
      const stop = prompt.options.find((option) => option.kind === "stop");
      if (stop) decision.choose(stop);
    } else if (prompt.kind === "declare" && prompt.take_back.possible) {
      this.wanted = piece;
      decision.takeBack();
    }
  }

  /** The next player that can still do something. */
  selectNext(step: 1 | -1): void {
    const { decision } = this.table;
    const pieces = decision.needsPiece ? piecesOf(decision.mineNow?.options ?? []) : decision.fresh;
    if (pieces.length === 0) return;
    const at = this.selected === null ? (step > 0 ? -1 : 0) : pieces.indexOf(this.selected);
    this.select(pieces[(at + step + pieces.length) % pieces.length]!);
  }

  /** A click, a tap or Enter on a square, or on no square at all, but at a `cell` of the board. */
  pick(square: number | null, cell: Cell = { x: 0, y: 0 }, finger = false): void {
    const { told, playback, decision } = this.table;
    this.excuse = null;
    this.byFinger = finger;
    if (playback.busy) {
      playback.skip();
      return;
    }
    if (decision.sent) return;
    if (told.watching || told.stage === "over") {
      this.excuseAt(square ?? cell, told.watching ? t("You are watching: the coaches decide.") : t("The match is over."));
      return;
    }
    const deed = square === null || !decision.mineNow ? null : this.deedAt(square);
    if (!deed && square !== null && this.isSought(square) && this.impossible !== square) {
      this.tapped = square; // what can be done there is not known yet
      this.point(square);
      return;
    }
    if (!deed) {
      const shown = this.tapped !== null || this.which !== null;
      this.tapped = null;
      this.which = null;
      if (finger) this.point(square);
      if (!finger || !shown) this.askWhy(square, square ?? cell);
      return;
    }
    if ("select" in deed) {
      this.select(deed.select);
      return;
    }
    if ("which" in deed) {
      this.which = { square: square!, options: deed.which };
      this.tapped = null;
      this.point(square);
      return;
    }
    const far = "follow" in deed && deed.follow.path.length > 0;
    if (this.tapped !== square && (finger || far || !this.hasSeen(square!))) {
      this.which = null;
      this.tapped = square;
      this.point(square);
      this.table.voice.say(t("Once more to do it."));
      return;
    }
    if ("choose" in deed) decision.choose(deed.choose);
    else if ("follow" in deed) decision.follow(deed.follow.steps);
    else if (this.selected !== null) decision.walk(this.selected, deed.walk);
  }

  /** Ask the server why nothing comes of a click. The answer is shown at a square or a place of the board. */
  askWhy(square: number | null, at: number | Cell): void {
    if (this.table.told.stage !== "playing") return;
    this.asked = { square, at };
    this.send({ type: "why", piece: this.selected, square });
  }

  /** An entry of a menu: choose it, or look for its target on the board. */
  pickEntry(entry: Entry): void {
    const { voice, decision } = this.table;
    this.excuse = null;
    if (entry.options.length === 0) {
      voice.refuse(entry.reason);
      return;
    }
    this.which = null;
    this.tapped = null;
    if (entry.options.length === 1) decision.choose(entry.options[0]!);
    else {
      this.aim = entry;
      voice.say(t("{{action}}: choose one of {{count}} targets.", { action: entry.label, count: entry.options.length }));
    }
  }

  /** One step back. Answers whether there was anything to take a step back from. */
  cancel(): boolean {
    const { playback, decision, overlays } = this.table;
    const noticed = playback.notice !== null || this.excuse !== null;
    playback.dismiss();
    this.excuse = null;
    if (this.which) {
      this.which = null;
      return true;
    }
    if (this.tapped !== null) {
      this.tapped = null;
      this.point(null);
      return true;
    }
    if (this.aim) {
      this.aim = null;
      return true;
    }
    if (overlays.kind) {
      overlays.set(null);
      return true;
    }
    const prompt = decision.mineNow;
    if (this.elsewhere && prompt?.piece != null) {
      this.select(prompt.piece);
      return true;
    }
    if (prompt?.kind === "turn" && this.selected !== null) {
      this.clear();
      return true;
    }
    if (prompt?.kind === "declare" && prompt.take_back.possible) {
      decision.takeBack();
      return true;
    }
    return noticed;
  }

  /** Hovering: the path is drawn from the reach, and what a click would be is asked for. A hand that only passes over
   * squares to walk to asks nothing. */
  point(square: number | null): void {
    if (square === this.hover) return;
    this.hover = square;
    this.preview = null;
    this.impossible = null;
    clearTimeout(this.previewTimer);
    const question = square === null ? null : this.questionAt(square);
    this.previewWanted = question;
    if (!question) return;
    if (question.option === undefined && question.target === undefined) this.previewTimer = setTimeout(() => this.send(question), RESTS);
    else this.send(question);
  }

  /** What to ask about a click on a square: the option that it would choose, or the way that it would take. */
  private questionAt(square: number): Question | null {
    if (!this.table.decision.mineNow || this.selected === null) return null;
    const piece = this.selected;
    const deed = this.deedAt(square);
    const option = deed && "choose" in deed ? deed.choose : deed && "which" in deed ? (deed.which.find((each) => each.dice) ?? deed.which[0]) : undefined;
    if (this.isSought(square)) return { type: "preview", piece, target: this.table.playback.pieceAt.get(square)! };
    if (option) return { type: "preview", piece, option: option.id, first: option.first, ...(option.target === null ? {} : { target: option.target }) };
    return deed && "walk" in deed ? { type: "preview", piece, square } : null;
  }

  /** Whether an opponent stands on a square to whom no single option does anything: the server knows whether walking up to it
   * does. */
  private isSought(square: number): boolean {
    const { playback, decision } = this.table;
    const prompt = decision.mineNow;
    const pieces = playback.shown?.pieces;
    if (!prompt || !(prompt.kind === "turn" || prompt.kind === "act") || this.aim || this.selected === null) return false;
    const other = playback.pieceAt.get(square);
    if (other === undefined || pieces?.[other]?.side === pieces?.[this.selected]?.side) return false;
    return (this.targets.get(square) ?? []).every((option) => option.kind === "step" || option.kind === "activate");
  }

  /** The opponent on a square whom the player in hand can attack. */
  private attackedAt(square: number): number | null {
    const { playback, decision } = this.table;
    if (!decision.mineNow || this.selected === null) return null;
    const target = playback.pieceAt.get(square);
    if (target === undefined || target === this.selected) return null;
    const attacks = (this.targets.get(square) ?? []).some((option) => option.target === target || option.dice !== null);
    const pieces = playback.shown?.pieces;
    return attacks && pieces?.[target]?.side !== pieces?.[this.selected]?.side ? target : null;
  }

  /** Whether the coach has seen what an attack on a square would come to; anything else is seen by hovering. */
  private hasSeen(square: number): boolean {
    const target = this.attackedAt(square);
    return target === null || this.preview?.target === target;
  }
}
