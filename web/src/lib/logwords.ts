/** Lines of the log, taken apart so that the names of players can be clicked. */

import type { Event, PlayerCard } from "./wire";

export interface Words {
  text: string;
  piece: number | null;
}

/** A function that splits texts at the labels of these players. Longer labels win: "A12 Grak" before "A1 Gr". */
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

const STEP = /^(.*?)(\([^()]*\)\S*) to (\([^()]*\)\S*)(.*)$/;

/** Steps of one player that follow each other become one line, from where it set out to where it came. */
export function walksInOneLine(events: readonly Event[]): Event[] {
  const found: Event[] = [];
  for (const event of events) {
    const last = found.at(-1);
    if (last && event.kind === "moved" && last.kind === "moved" && event.piece === last.piece && event.what === last.what) {
      const before = STEP.exec(last.text);
      const now = STEP.exec(event.text);
      if (before && now) {
        found[found.length - 1] = { ...event, number: last.number, text: `${before[1]}${before[2]} to ${now[3]}${now[4]}` };
        continue;
      }
    }
    found.push(event);
  }
  return found;
}
