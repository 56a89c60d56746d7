/** Words of a club day. What is a win and by what rule is the server's; here are names and states. */

import { t, word } from "../languages";
import type { ClubSide, ClubTable } from "../league/wire";

export const who = (side: ClubSide): string => side.coach || side.name;

const WAITS: Record<ClubTable["state"], string> = {
  open: word("playing"),
  reported: word("waits for the other coach"),
  disputed: word("the two disagree"),
  over: word("done"),
};
export const waits = (state: ClubTable["state"]): string => t(WAITS[state]);

/** The result of a table that is over: 1–0, or what it was instead. */
export function resultText(table: ClubTable): string {
  if (table.state !== "over") return "";
  const score = table.sides.map((side) => side.score ?? 0).join("–");
  if (table.how === "distance") return t("{{name}} by distance", { name: who(table.sides.find((side) => side.result === "won") ?? table.sides[0]!) });
  if (table.how === "walkover") return t("{{score}}, walkover", { score });
  return table.how === "unplayed" ? t("{{score}}, unplayed", { score }) : score;
}

/** Parts of a list, each of at most so many: what a wall shows one after the other. */
export function pages<T>(list: readonly T[], most: number): T[][] {
  const count = Math.max(1, Math.ceil(list.length / most));
  const size = Math.ceil(list.length / count) || 1;
  return Array.from({ length: count }, (_, at) => list.slice(at * size, (at + 1) * size));
}
