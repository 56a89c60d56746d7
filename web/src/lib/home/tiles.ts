/** What a tile of "Continue a match" says: against whom, when, in which edition, how far it has come. */

import { levelName } from "../computers";
import { dateWords, listWords, t } from "../languages";
import type { Summary } from "../wire";

export interface Tile {
  title: string;
  opponent: string;
  edition: string;
  standing: string;
  date: string;
  yours: boolean; // whether a decision of this browser's coach is open
}

/** A team with its coach, as the one who plays against it reads it. */
function coachOf(summary: Summary, side: number): string {
  const card = summary.sides[side]!;
  if (card.seat === "person") return card.coach ? t("{{team}}, coached by {{coach}}", { team: card.name, coach: card.coach }) : card.name;
  return t("{{team}}, computer: {{level}}", { team: card.name, level: levelName(card.seat.slice("bot:".length)) });
}

function standingOf(summary: Summary): string {
  if (summary.stage === "waiting") return t("not begun");
  const score = summary.score.join(" : ");
  if (summary.stage === "over") {
    const won = summary.winner !== null && summary.mine.includes(summary.winner);
    const ending = summary.winner === null || summary.winner < 0 ? t("a draw") : won ? t("you won") : t("over");
    return `${score}, ${summary.mine.length > 0 ? ending : t("over")}`;
  }
  if (summary.turn < 1) return `${score}, ${t("before the first turn")}`;
  const turn = summary.turn_limit > 0 ? t("turn {{turn}} of {{limit}}", { turn: summary.turn, limit: summary.turn_limit }) : t("turn {{turn}}", { turn: summary.turn });
  return `${score}, ${turn}`;
}

/** "Today, 14:05", or the day. `now` is for tests. */
export function dateOf(changed: string, now: Date = new Date()): string {
  const when = new Date(changed);
  if (Number.isNaN(when.getTime())) return "";
  const clock = dateWords(when, { hour: "2-digit", minute: "2-digit" });
  if (when.toDateString() === now.toDateString()) return t("Today, {{clock}}", { clock });
  const year = when.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return `${dateWords(when, { day: "numeric", month: "short", year })}, ${clock}`;
}

export function tileOf(summary: Summary, now: Date = new Date()): Tile {
  const sides = summary.sides.map((_, side) => side).filter((side) => summary.sides[side]!.letter !== "GM");
  const others = sides.filter((side) => !summary.mine.includes(side));
  const mine = sides.filter((side) => summary.mine.includes(side));
  const alone = mine.length === 0 || others.length === 0; // a spectator, or all coaches at one screen
  return {
    title: (alone ? sides : mine).map((side) => summary.sides[side]!.name).join(" – "),
    opponent: alone ? (mine.length === 0 ? t("You watch") : t("All coaches at this screen")) : t("against {{others}}", { others: listWords(others.map((side) => coachOf(summary, side))) }),
    edition: summary.edition_name || summary.edition.split("(")[0]!,
    standing: standingOf(summary),
    date: dateOf(summary.changed, now),
    yours: summary.stage === "playing" && summary.asked !== null && summary.mine.includes(summary.asked),
  };
}
