/** Chests that have been opened: which of them held a ball. */

import type { Event } from "../wire";

/** The squares of the chests that these events opened and that held a ball. */
export function chestsWithBall(events: Iterable<Event>): Set<number> {
  const found = new Set<number>();
  for (const event of events) {
    if (event.kind === "chest opened" && event.square !== null && event.value === 1) found.add(event.square);
  }
  return found;
}
