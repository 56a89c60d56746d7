/** From a match that was created to its page: the seat is kept, the links to the others too. */

import { keepMatch } from "./kept";
import { href, router } from "./router.svelte";
import type { Created } from "./wire";

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
  router.go(href("match", created.id, { token }));
}
