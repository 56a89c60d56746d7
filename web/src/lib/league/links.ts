/** The page of a thing by its id: ids begin with a letter that says what they are. */

import { href } from "../router.svelte";

const PAGES: Record<string, string> = { l: "league", t: "team", p: "player" };

export function linkOf(id: string): string {
  if (/^c_[^.]+\../.test(id)) return href("fixture", id); // a competition, and a fixture of it
  const page = /^[a-z]_/.test(id) ? PAGES[id.charAt(0)] : undefined;
  return page ? href(page, id) : "";
}

export const aftermathLink = (match: string, team: string): string => href("aftermath", match, team);
