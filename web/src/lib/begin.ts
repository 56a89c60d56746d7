/** From a wish to a match and its page: the order, the seat that is kept, the links to the others. */

import { api } from "./api";
import { editionText, withModules } from "./custom/order";
import { keepMatch } from "./kept";
import { word } from "./languages";
import { href, router } from "./router.svelte";
import type { Created, NewMatch, Options } from "./wire";

export function enter(created: Created, what: string): void {
  const [mine, ...guests] = created.seats;
  const token = mine?.token ?? created.watch_token;
  keepMatch({
    id: created.id,
    token,
    what,
    when: Date.now(),
    watch: created.watch_token,
    host: created.host_token,
    guests: guests.map((seat) => ({ sides: seat.sides, token: seat.token })),
  });
  router.go(href("match", created.id));
}

/** What a short match is made of. What is left out is the edition's usual one. */
export interface QuickPick {
  edition: string;
  level: string;
  dungeon?: string;
  teams?: string[];
}

/** The order for a match with these teams, in the edition with everything on that the dungeon needs. */
export function quickOrder(options: Options, pick: QuickPick): NewMatch {
  const quick = options.quick.find((entry) => entry.edition === pick.edition) ?? options.quick[0]!;
  const dungeon = pick.dungeon || quick.dungeon;
  const edition = options.editions.find((entry) => entry.id === quick.edition);
  const needed = options.dungeons.find((entry) => entry.id === dungeon)?.modules ?? [];
  return {
    edition: edition ? editionText(edition, withModules(edition, {}, needed)) : quick.edition,
    dungeon: { id: dungeon },
    teams: (pick.teams ?? quick.teams).map((ready) => ({ ready })),
    seats: ["person", `bot:${pick.level}`],
    quick: true,
    turn_limit: quick.turn_limit,
  };
}

/** A short match against the computer. */
export async function beginQuick(options: Options, pick: QuickPick): Promise<void> {
  enter(await api.newMatch(quickOrder(options, pick)), word("Quick match"));
}

/** A lesson or a puzzle. It is no match to come back to, so it is not kept among them. */
export async function beginExercise(exercise: string): Promise<void> {
  const created = await api.newMatch({ exercise });
  router.go(href("match", created.id, { token: created.seats[0]!.token }));
}
