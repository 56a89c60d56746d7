/** Takes the own seat of a match that belongs to the account, and opens it. */

import { account } from "../account/requests";
import { keepMatch } from "../kept";
import { href, router } from "../router.svelte";
import { newKey } from "../seat";

export async function sitAt(match: string, what: string): Promise<void> {
  const { token } = await account.takeSeat(match, newKey());
  keepMatch({ id: match, token, what, when: Date.now() });
  router.go(href("match", match, { token }));
}
