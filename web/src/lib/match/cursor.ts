/** The cursor of the keyboard: from square to square, and what a screen reader says of the square. */

import { t } from "../languages";
import { nameOfId } from "../names";
import { OFFSETS } from "./keys";
import { squareOf } from "./menu";
import type { MatchStore } from "./store.svelte";

/** A step that is not possible: the server says why. */
export function bump(store: MatchStore, direction: number): void {
  const { hand, playback, told } = store;
  const from = playback.shown && squareOf(playback.shown, hand.selected);
  if (from === null || !told.setup) return;
  const [x, y, layer] = told.setup.board.squares[from] ?? [0, 0, 0];
  const [dx, dy] = OFFSETS[direction]!;
  const there = told.setup.board.squares.findIndex((square) => square[0] === x! + dx && square[1] === y! + dy && square[2] === layer);
  if (there < 0) hand.askWhy(null, from);
  else hand.askWhy(there, there);
}

/** Move the cursor a square. `look` opens the card of a player there. */
export function moveCursor(store: MatchStore, direction: number, look: (piece: number) => void): void {
  const { hand, playback, told } = store;
  if (!playback.shown || !told.setup) return;
  const { squares } = told.setup.board;
  const [x, y, layer] = squares[hand.cursor ?? startOf(store)] ?? [0, 0, 0];
  const [dx, dy] = OFFSETS[direction]!;
  let found = squares.findIndex((square) => square[0] === x + dx && square[1] === y + dy && square[2] === layer);
  if (found < 0) found = squares.findIndex((square) => square[0] === x + dx && square[1] === y + dy);
  if (found < 0) return;
  hand.cursor = found;
  hand.point(found);
  const piece = playback.pieceAt.get(found);
  if (piece !== undefined) look(piece);
  store.voice.say(describe(store, found));
}

/** Where a cursor begins: at the player in hand, at a target, at any player. */
function startOf({ hand, playback }: MatchStore): number {
  const position = playback.shown!;
  return squareOf(position, hand.selected) ?? [...hand.targets.keys()][0] ?? position.pieces.find((piece) => piece.square !== null)?.square ?? 0;
}

/** A square in words: its name, who and what is there, and what can be done there. */
export function describe({ hand, playback, told }: MatchStore, square: number): string {
  const board = told.setup?.board;
  const position = playback.shown;
  const parts = [board?.labels[square] ?? ""];
  const piece = playback.pieceAt.get(square);
  if (piece !== undefined) {
    const card = told.players[piece]!;
    parts.push(`${card.label}, ${card.position}, ${nameOfId(position?.pieces[piece]?.status ?? "")}`);
  }
  const portal = position?.portals.find((entry) => entry.square === square);
  if (portal) parts.push(t("portal {{number}}", { number: portal.number }));
  if (position?.chests.includes(square)) parts.push(t("closed chest"));
  const room = board?.rooms.find((entry) => entry.squares.includes(square));
  if (room) parts.push(nameOfId(room.name));
  const features = board?.features.filter((entry) => entry.squares.includes(square)) ?? [];
  const terrain = board?.terrain[square];
  if (features.length > 0) parts.push(...features.map((entry) => entry.name));
  else if (terrain && terrain !== "floor") parts.push(nameOfId(terrain));
  for (const [what, list] of Object.entries(position?.tokens ?? {})) if (list.includes(square)) parts.push(what);
  const reach = hand.reachBySquare.get(square) ?? hand.chestWays.get(square);
  if (reach) parts.push(t("reach {{percent}} percent", { percent: Math.round(reach.odds * 100) }));
  for (const option of hand.targets.get(square) ?? []) parts.push(option.label);
  return parts.filter(Boolean).join(", ");
}
