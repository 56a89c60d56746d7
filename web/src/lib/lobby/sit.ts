/** Takes the own seat of a match that belongs to the account, and opens it. */

import { account } from "../account/requests";
import { keepMatch, keptMatch } from "../kept";
import { href, router } from "../router.svelte";
import { newKey } from "../seat";

type Ask = (match: string, key: string) => Promise<{ token: string }>;

const under = new Map<string, Promise<string>>();

/**
 * The token of the own seat, for this browser. Whoever accepts a challenge hears of the match twice, by the answer and by the
 * lobby's socket, and every tab in the lobby hears of it: the seat is taken once all the same.
 */
export function ownSeat(match: string, what: string, ask: Ask = account.takeSeat): Promise<string> {
  const taken = async (): Promise<string> => {
    const known = keptMatch(match)?.token;
    if (known) return known;
    const { token } = await ask(match, newKey());
    keepMatch({ id: match, token, what, when: Date.now() });
    return token;
  };
  const locks = (navigator as { locks?: LockManager }).locks; // between tabs; only where the address is safe
  const name = `dungeonbowl seat ${match}`;
  const seat = under.get(match) ?? (locks ? locks.request(name, taken) : taken()).finally(() => under.delete(match));
  under.set(match, seat);
  return seat;
}

export async function sitAt(match: string, what: string): Promise<void> {
  router.go(href("match", match, { token: await ownSeat(match, what) }));
}
