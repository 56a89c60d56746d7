/** What the match screen shows besides the match itself: its layout, open tabs and dialogs, the cards of players. */

import { MediaQuery } from "svelte/reactivity";
import { settings } from "../settings.svelte";
import type { Option } from "../wire";
import { menuEntries, piecesOf } from "./menu";
import type { MatchStore } from "./store.svelte";

export type DialogName = "" | "settings" | "keys" | "share" | "end" | "concede" | "card" | "waste" | "legend";
export type PhoneTab = "decision" | "teams" | "log" | "chat";

/** Milliseconds that a card over the board stays after the hand has gone. */
const CARD_STAYS = 250;

export class Screen {
  tab: "log" | "chat" = $state("log");
  phoneTab: PhoneTab = $state("decision");
  dialog: DialogName = $state("");
  /** The player of our side whose card is open, one of another side, and the one of a phone. */
  ownLook: number | null = $state(null);
  otherLook: number | null = $state(null);
  phoneCard: number | null = $state(null);
  /** The board, for the keys that zoom. */
  board: { zoom: (factor: number) => void; fitAll: () => void } | undefined = $state.raw();
  private chatSeen = $state(0);
  private readonly width = new MediaQuery("(min-width: 900px)", true);

  constructor(private readonly store: MatchStore) {}

  get wide(): boolean {
    return this.width.current;
  }

  /** A flat dungeon gets the whole width, a tall one the whole height. */
  readonly layout: "phone" | "flat" | "tall" | "even" = $derived.by(() => {
    if (!this.wide) return "phone";
    const [width, height] = this.size;
    const shape = width / height;
    if (shape > 1.9) return "flat";
    return shape < 0.75 ? "tall" : "even";
  });
  private readonly size: [number, number] = $derived.by(() => (this.store.told.setup?.board.dungeon.size as [number, number] | undefined) ?? [1, 1]);
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
    const options = this.store.decision.mineNow?.options ?? [];
    return piecesOf(options).filter((piece) => this.store.playback.shown?.pieces[piece]?.square === null);
  });
  readonly endTurn: Option | undefined = $derived.by(() => this.store.decision.mineNow?.options.find((option) => option.kind === "end turn"));
  /** How many lines of chat have not been seen. */
  readonly chatNews: number = $derived.by(() => this.store.room.chat.length - this.chatSeen);

  /** Follow the match. To be called while a component is made. */
  watch(): void {
    const { store } = this;
    $effect(() => {
      if ((this.wide && this.tab === "chat") || (!this.wide && this.phoneTab === "chat")) this.chatSeen = store.room.chat.length;
    });
    // In a flat layout cards lie over the board: they go when the hand does.
    $effect(() => {
      if (this.layout !== "flat") return;
      const hovered = store.hand.hover === null ? undefined : store.playback.pieceAt.get(store.hand.hover);
      if (hovered !== undefined && (hovered === this.ownLook || hovered === this.otherLook)) {
        if (hovered === this.ownLook) this.otherLook = null;
        else this.ownLook = null;
        return;
      }
      const timer = setTimeout(() => {
        this.ownLook = null;
        this.otherLook = null;
      }, CARD_STAYS);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      if (store.decision.mineNow && !this.wide) this.phoneTab = "decision";
    });
    // An action that was declared and not carried out is asked about before it is lost.
    $effect(() => {
      if (store.decision.wasting) this.dialog = "waste";
      else if (this.dialog === "waste") this.dialog = "";
    });
  }

  // --- cards of players ----------------------------------------------------------------------------------------------

  /** Open the card of a player in its place beside the board. */
  readonly look = (piece: number | null): void => {
    if (piece === null) return;
    this.store.hand.looked = piece;
    if (this.store.told.players[piece]?.side === this.own) this.ownLook = piece;
    else this.otherLook = piece;
  };

  /** Open the card of a player named in the log. In a flat layout there is no place for it but a dialog. */
  readonly openCard = (piece: number): void => {
    this.look(piece);
    if (this.layout === "flat") this.dialog = "card";
  };

  /** Open the card of a player on a phone. */
  readonly longLook = (piece: number): void => {
    this.look(piece);
    this.phoneCard = piece;
  };

  /** Whether a player stands where its own card would lie over the board. */
  isLow(piece: number): boolean {
    const square = this.store.playback.shown?.pieces[piece]?.square;
    const at = square === null || square === undefined ? undefined : this.store.told.setup?.board.squares[square];
    return at !== undefined && at[1] > this.size[1] * 0.4;
  }

  // --- decisions that the screen asks about first --------------------------------------------------------------------

  /** End the turn, after a question if players could still act. */
  readonly askEnd = (): void => {
    if (!this.endTurn) return;
    const left = this.store.decision.mineNow?.unfinished ?? 0;
    if (settings.confirm && left > 0) this.dialog = "end";
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
    const options = prompt.options.filter((option) => option.piece === piece);
    if (options.length === 1) decision.choose(options[0]!);
    else if (options.length > 1) hand.pickEntry({ ...menuEntries(options)[0]!, label: told.playerName(piece), options });
  };
}
