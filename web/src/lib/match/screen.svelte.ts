/** What the match screen shows besides the match itself: its layout, open tabs and dialogs, the cards of players. */

import type { DungeonJson } from "../board/geometry";
import { Places } from "../board/places";
import { turnedBoard } from "../board/turning";
import { settings } from "../settings.svelte";
import type { Board, Option } from "../wire";
import { Frame } from "./layout/frame.svelte";
import { menuEntries, piecesOf } from "./menu";
import type { MatchStore } from "./store.svelte";

export type DialogName = "" | "settings" | "keys" | "share" | "end" | "concede" | "claim" | "card" | "waste" | "legend";
export type Tab = "log" | "teams" | "chat";
export type PhoneTab = "decision" | "teams" | "log" | "chat" | "view";

export class Screen {
  readonly frame = new Frame();
  tab: Tab = $state("log");
  phoneTab: PhoneTab = $state("decision");
  /** A phone's decision with all its words, over more of the board. */
  opened = $state(false);
  dialog: DialogName = $state("");
  /** The player whose card a phone shows. */
  phoneCard: number | null = $state(null);
  private chatSeen = $state(0);
  /** The last decision that was shown. */
  private broughtTo = -1;

  constructor(private readonly store: MatchStore) {}

  get wide(): boolean {
    return this.frame.wide;
  }
  /** How the board is looked at. */
  get view(): Frame["view"] {
    return this.frame.view;
  }

  readonly dungeon: DungeonJson | null = $derived.by(() => (this.store.told.setup?.board.dungeon as unknown as DungeonJson | undefined) ?? null);
  /** Whether the dungeon is shown turned by a quarter. */
  readonly turned: boolean = $derived.by(() => this.dungeon !== null && this.frame.turns(this.dungeon.size));
  /** The board as it is shown, and where its squares are. */
  readonly facts: Board | null = $derived.by(() => {
    const board = this.store.told.setup?.board ?? null;
    return board && this.turned ? turnedBoard(board) : board;
  });
  readonly places: Places = $derived.by(() => new Places(this.facts?.squares ?? [], this.store.told.players, this.turned));
  private readonly teams: number = $derived.by(() => this.store.playback.shown?.sides.length ?? 2);
  /** Whether we are the game master, who has a seat and no team. */
  readonly leads: boolean = $derived.by(() => this.store.told.mine.length > 0 && this.store.told.mine.every((side) => side >= this.teams));
  /** Our side. A spectator sits with the first one. */
  readonly own: number = $derived.by(() => (this.leads ? this.teams : (this.store.told.mine.find((side) => side < this.teams) ?? 0)));
  /** The other sides in the order of their turns after ours. */
  readonly others: number[] = $derived.by(() => {
    if (this.leads) return Array.from({ length: this.teams }, (_, at) => at);
    return Array.from({ length: this.teams - 1 }, (_, at) => (this.own + at + 1) % this.teams);
  });
  /** The players outside the dungeon that can be chosen now. */
  readonly outside: number[] = $derived.by(() => {
    const prompt = this.store.decision.mineNow;
    return piecesOf([...(prompt?.options ?? []), ...(prompt?.further ?? [])]).filter((piece) => this.store.playback.shown?.pieces[piece]?.square === null);
  });
  get endTurn(): Option | undefined {
    return this.store.decision.endTurn;
  }
  /** How many lines of chat have not been seen. */
  readonly chatNews: number = $derived.by(() => this.store.room.chat.length - this.chatSeen);

  /** Follow the match. To be called while a component is made. */
  watch(): void {
    const { store } = this;
    $effect(() => {
      if ((this.wide && this.tab === "chat") || (!this.wide && this.phoneTab === "chat")) this.chatSeen = store.room.chat.length;
    });
    // A new decision brings a phone back to it, once: what the coach opens while it waits stays open.
    $effect(() => {
      const number = store.decision.mineNow?.number;
      if (number === undefined || number === this.broughtTo) return;
      this.broughtTo = number;
      if (!this.wide) this.phoneTab = "decision";
    });
    // An action that was declared and not carried out is asked about before it is lost.
    $effect(() => {
      if (store.decision.wasting) this.dialog = "waste";
      else if (this.dialog === "waste") this.dialog = "";
    });
  }

  // --- cards of players ----------------------------------------------------------------------------------------------

  /** Show the card of a player in its place beside the board. */
  readonly look = (piece: number | null): void => {
    if (piece !== null) this.store.hand.looked = piece;
  };

  /** Open the card of a player named in the log. Without a place beside the board it is a dialog. */
  readonly openCard = (piece: number): void => {
    this.look(piece);
    if (this.wide && !this.frame.sideOpen) this.dialog = "card";
  };

  /** Open the card of a player on a phone. */
  readonly longLook = (piece: number): void => {
    this.look(piece);
    this.phoneCard = piece;
  };

  /** Right click, Esc and a long press, wherever they are made: one step back, or else the card of the player there. Answers
   * whether anything came of it. */
  readonly back = (square: number | null): boolean => {
    if (this.phoneCard !== null) {
      this.phoneCard = null;
      return true;
    }
    if (this.store.hand.cancel()) return true;
    const piece = square === null ? undefined : this.store.playback.pieceAt.get(square);
    if (piece === undefined) return false;
    if (this.wide) this.look(piece);
    else this.longLook(piece);
    return true;
  };

  // --- decisions that the screen asks about first --------------------------------------------------------------------

  /** End the turn, after a question if players could still act. */
  readonly askEnd = (): void => {
    if (!this.endTurn) return;
    const left = this.store.decision.mineNow?.unfinished ?? 0;
    if (settings.confirmEnd && left > 0) this.dialog = "end";
    else this.store.decision.choose(this.endTurn);
  };

  /** Choose a player outside the dungeon: to set up, to bring on, to wake. */
  readonly pickOutside = (piece: number): void => {
    const { decision, hand, told } = this.store;
    const prompt = decision.mineNow;
    if (!prompt) return;
    if (decision.needsPiece) {
      hand.select(piece);
      return;
    }
    const options = [...prompt.options, ...prompt.further].filter((option) => option.piece === piece);
    if (options.length === 1) decision.choose(options[0]!);
    else if (options.length > 1) hand.pickEntry({ ...menuEntries(options)[0]!, label: told.playerName(piece), options });
  };
}
