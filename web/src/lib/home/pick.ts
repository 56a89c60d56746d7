/** What the one-click match is made of, as far as a coach may change it on the home page. */

import type { Options } from "../wire";

export interface Picked {
  edition: string;
  team: string;
  opponent: string;
  dungeon: string;
  level: string;
}

export const NOTHING: Picked = { edition: "", team: "", opponent: "", dungeon: "", level: "" };

/** The usual match of an edition; of the first one, where the name is not known. The level stays if one was chosen. */
export function usualPick(options: Options, edition: string, level = ""): Picked {
  const quick = options.quick.find((entry) => entry.edition === edition) ?? options.quick[0];
  if (!quick) return NOTHING;
  const [team = "", opponent = ""] = quick.teams;
  return { edition: quick.edition, team, opponent, dungeon: quick.dungeon, level: level || quick.level };
}
