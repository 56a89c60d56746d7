/** The coach's hand: the player taken up, the squares that can be clicked, and what a click or a key on one does. */

import type { BlockPreview, ClientMessage, Menu, Option, Prompt, PromptKind, Reach, ReachSquare } from "../../wire";
import { type Entry, boardTargets, menuEntries, piecesOf, squareOf } from "../menu";
import type { Advising } from "./advising.svelte";
import type { Decision } from "./decision.svelte";
import type { Overlays } from "./overlays.svelte";
import type { Playback } from "./playback.svelte";
import type { Told } from "./told.svelte";
import type { Voice } from "./voice.svelte";

/** Prompts whose piece is the one that the coach moves. */
const MOVING: ReadonlySet<PromptKind> = new Set<PromptKind>(["declare", "act"]);

/** The parts of the store that the hand works with. */
interface Table {
  readonly told: Told;
  readonly voice: Voice;
  readonly playback: Playback;
  readonly decision: Decision;
  readonly advising: Advising;
  readonly overlays: Overlays;
}

export class Hand {
  selected: number | null = $state(null);
  reach: Reach | null = $state.raw(null);
  /** An entry of a menu whose target is being looked for on the board. */
  aim: Entry | null = $state.raw(null);
  /** Several options on one square, to choose from. */
  popup: { square: number; options: Option[] } | null = $state.raw(null);
  hover: number | null = $state(null);
  cursor: number | null = $state(null);
  /** The piece whose card is open. */
  looked: number | null = $state(null);
  preview: BlockPreview | null = $state.raw(null);
  /** The player to select after a take-back that makes room for it. */
  private wanted: number | null = null;

  constructor(
    private readonly table: Table,
    private readonly send: (message: ClientMessage) => boolean,
  ) {}

  // --- what can be clicked -------------------------------------------------------------------------------------------

  readonly reachBySquare: Map<number, ReachSquare> = $derived(
    new Map((this.reach?.squares ?? []).filter((entry) => entry.path.length > 0).map((entry) => [entry.square, entry])),
  );
  /** The options that stand in the menu at a player. */
  readonly menuList: Entry[] = $derived.by(() => {
    const prompt = this.table.decision.mineNow;
    if (!prompt) return [];
    if (prompt.kind === "turn") {
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
    if (prompt.kind === "turn") return this.menu?.options.filter((option) => option.square !== null || option.target !== null) ?? prompt.options;
    if (decision.needsPiece) return prompt.options.filter((option) => option.piece === this.selected);
    return prompt.options;
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

  // --- what the server says ------------------------------------------------------------------------------------------

  hearMenu(message: Menu): void {
    if (message.piece !== this.selected) return;
    this.table.decision.menu = message;
    if (message.reason) this.table.voice.refuse(message.reason);
  }

  hearReach(message: Reach): void {
    if (message.piece === this.selected) this.reach = message;
  }

  hearPreview(message: BlockPreview): void {
    this.preview = message;
  }

  hearRefused(): void {
    this.wanted = null;
  }

  /** Put everything down. */
  clear(): void {
    this.aim = null;
    this.popup = null;
    this.reach = null;
    this.preview = null;
    this.selected = null;
    this.table.decision.menu = null;
    this.table.advising.clear();
  }

  /** A new decision of ours: the player that it is about is taken up at once. */
  settle(prompt: Prompt): void {
    const { shown } = this.table.playback;
    if (MOVING.has(prompt.kind)) {
      const piece = prompt.piece ?? shown?.acting?.piece ?? null;
      if (piece !== null) {
        this.selected = piece;
        this.cursor = squareOf(shown!, piece);
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
    if (prompt.kind === "turn" || decision.needsPiece) {
      this.aim = null;
      this.popup = null;
      decision.menu = null;
      this.reach = null;
      this.selected = piece;
      if (playback.shown) this.cursor = squareOf(playback.shown, piece) ?? this.cursor;
      if (prompt.kind === "turn" && playback.shown?.pieces[piece]?.square != null) {
        this.send({ type: "menu", piece });
        this.send({ type: "reach", piece });
      }
      const card = told.players[piece];
      if (card) voice.say(`${card.label}, ${card.position}`);
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

  /** A click or Enter on a square. */
  pick(square: number): void {
    const { told, playback, decision } = this.table;
    const prompt = decision.mineNow;
    if (!prompt || !playback.shown || decision.sent) {
      if (playback.busy) playback.skip();
      return;
    }
    const here = this.targets.get(square) ?? [];
    const piece = playback.pieceAt.get(square);
    if (prompt.kind === "turn" && !this.aim) {
      const own = piece !== undefined && decision.fresh.includes(piece);
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
    else if (steps.length > 0) decision.choose(steps[0]!);
    else if (piece !== undefined && piece !== this.selected && told.mine.includes(playback.shown.pieces[piece]?.side ?? -1)) this.select(piece);
    else if (this.aim || this.popup) this.cancel();
  }

  /** An entry of a menu: choose it, or look for its target on the board. */
  pickEntry(entry: Entry): void {
    const { voice, decision } = this.table;
    if (entry.options.length === 0) {
      voice.refuse(entry.reason);
      return;
    }
    this.popup = null;
    if (entry.options.length === 1) decision.choose(entry.options[0]!);
    else {
      this.aim = entry;
      voice.say(`${entry.label}: choose one of ${entry.options.length} targets.`);
    }
  }

  private offer(square: number, options: Option[]): void {
    if (options.length === 1) this.table.decision.choose(options[0]!);
    else this.popup = { square, options };
  }

  private walk(square: number): void {
    if (this.selected !== null) this.table.decision.walk(this.selected, square);
  }

  /** Esc or right click: one step back. Answers whether there was anything to cancel. */
  cancel(): boolean {
    const { playback, decision, overlays } = this.table;
    const noticed = playback.notice !== null;
    playback.notice = null;
    if (this.popup) {
      this.popup = null;
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

  /** Hovering: the path is drawn from the reach. For an opponent the dice of the block are asked for. */
  point(square: number | null): void {
    const { playback, decision } = this.table;
    if (square === this.hover) return;
    this.hover = square;
    this.preview = null;
    if (square === null || !decision.mineNow || this.selected === null) return;
    const target = playback.pieceAt.get(square);
    if (target === undefined || target === this.selected) return;
    const attacks = (this.targets.get(square) ?? []).some((option) => option.target === target || option.dice !== null);
    const pieces = playback.shown?.pieces;
    if (attacks && pieces?.[target]?.side !== pieces?.[this.selected]?.side) {
      this.send({ type: "preview", attacker: this.selected, target });
    }
  }
}
