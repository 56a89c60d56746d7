/** Links to matches, whole, to be given to other people. */

import { href } from "./router.svelte";

export function matchLink(match: string, token: string): string {
  return location.origin + href("match", match, { token });
}

/** The fixture of a match that belongs to a league; empty for any other match. */
export function fixtureLink(match: string): string {
  return match.startsWith("g_") ? href("fixture", match) : "";
}
