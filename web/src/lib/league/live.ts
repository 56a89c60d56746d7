/** Follows a league: `changed` is called after everything that is written in it, and after a connection came back. */

import { listen, soon } from "../live";

export function follow(league: string, changed: () => void): () => void {
  const later = soon(changed);
  const end = listen(`/leagues/${encodeURIComponent(league)}/live`, later.call);
  return () => {
    later.stop();
    end();
  };
}
