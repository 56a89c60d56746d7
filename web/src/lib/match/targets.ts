/** The squares that glow on the board: everything that can be clicked, but not steps and not players to activate. Chests that
 * the player in hand can walk up to and open are among them. */

import type { Places } from "../board/places";
import type { Option, Position, Prompt } from "../wire";
import { percent, showsTargets } from "./menu";
import { labelLines } from "./marks/labels";
import type { MatchStore } from "./store.svelte";

export interface Target {
  square: number;
  options: Option[];
  /** What stands in it, in lines: the rolls that are needed, or the dice of a block. */
  lines: string[];
  /** The player who stands there. */
  piece: number | null;
}

export function targetsOf(store: MatchStore, position: Position, places: Places): Target[] {
  const prompt = store.decision.mineNow;
  if (!prompt) return [];
  const direct = store.hand.aim !== null || showsTargets(prompt);
  const found: Target[] = [];
  for (const [square, options] of store.hand.targets) {
    const deeds = direct || store.decision.needsPiece ? options : options.filter((option) => option.kind !== "step" && option.kind !== "activate");
    const shown = deeds.filter((option) => option.square !== null || (option.target !== null && (direct || isNear(store, position, places, square))));
    if (shown.length > 0) found.push({ square, options: shown, lines: linesOf(shown[0]!, prompt), piece: store.playback.pieceAt.get(square) ?? null });
  }
  if (store.hand.aim === null) {
    for (const [square, way] of store.hand.chestWays) {
      if (!store.hand.targets.has(square)) found.push({ square, options: [], lines: way.odds < 1 ? [percent(way.odds)] : [], piece: null });
    }
  }
  return found;
}

function linesOf(option: Option, prompt: Prompt): string[] {
  if (option.needed || !option.dice) return labelLines(option.needed, option.odds);
  return [`${option.dice.count}${option.dice.chooser === prompt.side ? "" : "↓"}`];
}

/** Whether a square is next to the player in hand: targets farther off are shown once their action is chosen. */
function isNear(store: MatchStore, position: Position, places: Places, square: number): boolean {
  const { selected } = store.hand;
  const from = selected === null ? null : position.pieces[selected]?.square;
  if (from === null || from === undefined) return true;
  const [x, y] = places.at(square);
  const [ownX, ownY] = places.at(from);
  const size = places.sizeOf(store.playback.pieceAt.get(square));
  const own = places.sizeOf(selected);
  return Math.max(gap(x, size, ownX, own), gap(y, size, ownY, own)) <= 1;
}

/** How far two stretches of squares lie from each other: 1 if they touch. */
function gap(low: number, length: number, other: number, otherLength: number): number {
  return Math.max(other - (low + length - 1), low - (other + otherLength - 1));
}
