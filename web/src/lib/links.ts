/** Links to matches, whole, to be given to other people. */

import { href } from "./router.svelte";

export function matchLink(match: string, token: string): string {
  return location.origin + href("match", match, { token });
}
