/** Pages that go on by themselves: what they show is asked for until it is there, and anew when it has changed. */

import { listen, persistent, soon } from "../live";

/** Something that is asked for, and whether it failed for a reason that passes. */
export interface Asked {
  passing: boolean;
}

export function looking(page: Asked, reload: () => Promise<void>): { call: () => void; stop: () => void } {
  return persistent(async () => (await reload(), !page.passing));
}

/** Follows a league: `reload` is called after everything that is written in it, and after a connection came back. */
export function follow(league: string, page: Asked, reload: () => Promise<void>): () => void {
  const look = looking(page, reload);
  const later = soon(look.call);
  const end = listen(`/leagues/${encodeURIComponent(league)}/live`, later.call);
  return () => {
    later.stop();
    look.stop();
    end();
  };
}
