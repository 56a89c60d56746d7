/** The matches this browser has a seat in, so that they can be continued. */

export interface KeptMatch {
  id: string;
  token: string;
  what: string; // "Quick match", "Invite by link" ...
  when: number;
  watch?: string; // token for spectators, to be shared
  host?: string; // the maker's token: it replaces links
  guests?: { sides: number[]; token: string }[]; // seats to be given away
}

const STORE = "dungeonbowl.matches";
const MOST = 20;

export function keptMatches(): KeptMatch[] {
  try {
    const found = JSON.parse(localStorage.getItem(STORE) ?? "[]") as KeptMatch[];
    return Array.isArray(found) ? found.filter((entry) => entry.id && entry.token) : [];
  } catch {
    return [];
  }
}

function write(list: KeptMatch[]): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(list.slice(0, MOST)));
  } catch {
    // Without storage the link itself is the only way back.
  }
}

export function keepMatch(match: KeptMatch): void {
  write([match, ...keptMatches().filter((entry) => entry.id !== match.id)]);
}

export function keptMatch(id: string): KeptMatch | undefined {
  return keptMatches().find((entry) => entry.id === id);
}

/** A link was replaced: what this browser remembers of it too. */
export function keepRenewed(id: string, sides: number[], token: string, old: string): void {
  write(
    keptMatches().map((entry) => {
      if (entry.id !== id) return entry;
      const guests = entry.guests?.map((guest) => (guest.sides.join() === sides.join() ? { sides, token } : guest));
      return {
        ...entry,
        guests,
        token: entry.token === old ? token : entry.token,
        watch: sides.length === 0 ? token : entry.watch,
      };
    }),
  );
}

export function forgetMatch(id: string): void {
  write(keptMatches().filter((entry) => entry.id !== id));
}
