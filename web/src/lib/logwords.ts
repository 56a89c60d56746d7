/** Lines of the log, taken apart so that the names of players can be clicked. */

import type { Event, PlayerCard } from "./wire";

export interface Words {
  text: string;
  piece: number | null;
}

/** A function that splits texts at the labels of these players. Longer labels win: "#12 Grakna" before "#12 Grak". */
export function nameFinder(players: readonly PlayerCard[]): (text: string) => Words[] {
  const byLabel = new Map(players.filter((card) => card.label).map((card) => [card.label, card.piece]));
  if (byLabel.size === 0) return (text) => [{ text, piece: null }];
  const quoted = [...byLabel.keys()]
    .sort((a, b) => b.length - a.length)
    .map((label) => label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(${quoted.join("|")})`);
  return (text) =>
    text
      .split(pattern)
      .filter((part) => part !== "")
      .map((part) => ({ text: part, piece: byLabel.get(part) ?? null }));
}

/** A line of the log: an event, and where a walk began whose last step it is. */
export interface Line {
  event: Event;
  from: number | null;
}

/** A walk is one line: the steps of one player that follow each other, and what was declared for them. The words for the
 *  whole walk come with its last step. */
export function walksInOneLine(events: readonly Event[]): Line[] {
  const found: Line[] = [];
  for (const event of events) {
    const last = found.at(-1);
    const walks = event.kind === "moved";
    if (last && event.kind === "moved" && event.piece === last.event.piece && leadsOn(last.event, event)) {
      const from = last.event.kind === "moved" ? last.from : event.origin;
      found[found.length - 1] = { event: { ...event, number: last.event.number, text: event.walk || event.text }, from };
    } else found.push({ event, from: walks ? event.origin : null });
  }
  return found;
}

function leadsOn(last: Event, step: Event): boolean {
  return last.kind === "declared" || (last.kind === "moved" && last.what === step.what);
}
