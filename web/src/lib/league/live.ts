/** Pages that go on by themselves: what they show is asked for until it is there, and anew when it has changed. */

import { listen, persistent, soon } from "../live";

/** Something that is asked for, and whether it failed for a reason that passes. */
export interface Asked {
  passing: boolean;
}

export function looking(page: Asked, reload: () => Promise<void>): { call: () => void; stop: () => void } {
  return persistent(async () => (await reload(), !page.passing));
}

const ELSEWHERE = 10_000; // milliseconds: what happens at other tables is looked at so much later at most

/** Follows a league: `reload` is called after everything that is written in it, and after a connection came back. With
 * `teams`, what is only about the matches of others has time: a room full of phones need not ask at every result. */
export function follow(league: string, page: Asked, reload: () => Promise<void>, teams?: () => string[]): () => void {
  const look = looking(page, reload);
  let elsewhere: ReturnType<typeof setTimeout> | undefined;
  function go(): void {
    clearTimeout(elsewhere);
    elsewhere = undefined;
    look.call();
  }
  const later = soon(go);
  const end = listen(`/leagues/${encodeURIComponent(league)}/live`, (message) => {
    const about = message?.teams ?? [];
    const own = teams?.() ?? about;
    if (about.length === 0 || about.some((team) => own.includes(team))) later.call();
    else elsewhere ??= setTimeout(go, ELSEWHERE * (0.5 + Math.random() / 2));
  });
  return () => {
    later.stop();
    clearTimeout(elsewhere);
    look.stop();
    end();
  };
}
