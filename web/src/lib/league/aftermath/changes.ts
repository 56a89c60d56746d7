/** What has become of the players of a sheet, in words. */

import { t } from "../../languages";
import type { PlayerLine } from "../wire";
import { signed, thousands } from "../words";

export interface PlayerChange {
  player: PlayerLine;
  words: string[];
}

const key = (player: PlayerLine): string => player.id || String(player.number);

export function changesOf(before: readonly PlayerLine[], now: readonly PlayerLine[]): PlayerChange[] {
  const old = new Map(before.map((player) => [key(player), player]));
  const here = new Set(now.map(key));
  const found: PlayerChange[] = [];
  for (const player of now) {
    const was = old.get(key(player));
    const words = was ? wordsOf(was, player) : [player.journeyman ? t("a journeyman for one match") : t("new in the team, {{value}}", { value: thousands(player.value) })];
    if (words.length > 0) found.push({ player, words });
  }
  for (const player of before) if (!here.has(key(player))) found.push({ player, words: [t("no longer in the team")] });
  return found;
}

function wordsOf(was: PlayerLine, is: PlayerLine): string[] {
  const words: string[] = [];
  const learned = minus(is.gained, was.gained);
  if (learned.length > 0) words.push(t("gained {{what}}", { what: learned.join(", ") }));
  const lost = minus(was.gained, is.gained);
  if (lost.length > 0) words.push(t("lost {{what}}", { what: lost.join(", ") }));
  for (const each of is.characteristics) {
    const other = was.characteristics.find((one) => one.label === each.label);
    if (other && other.value !== each.value) words.push(`${each.label} ${other.value} → ${each.value}`);
  }
  if (is.unspent !== was.unspent) words.push(t("points {{before}} → {{after}}", { before: was.unspent, after: is.unspent }));
  else if (is.earned !== was.earned) words.push(t("{{difference}} experience", { difference: signed(is.earned - was.earned) }));
  if (is.mvps !== was.mvps) words.push(t("most valuable player"));
  if (is.injuries !== was.injuries) words.push(is.injuries || t("well again"));
  else if (is.state !== was.state) words.push(is.state || t("can play again"));
  if (is.journeyman !== was.journeyman) words.push(is.journeyman ? t("a journeyman") : t("hired for good"));
  if (is.value !== was.value) words.push(t("value {{before}} → {{after}}", { before: thousands(was.value), after: thousands(is.value) }));
  return words;
}

/** What is in one list more often than in the other. */
function minus(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return list.filter((each) => {
    const at = left.indexOf(each);
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
}
