/** The replays that this browser has opened lately. */

export interface RecentReplay {
  id: string;
  name: string;
  when: number;
}

const STORE = "dungeonbowl.replays";
const MOST = 12;

export function recentReplays(): RecentReplay[] {
  try {
    const found = JSON.parse(localStorage.getItem(STORE) ?? "[]") as RecentReplay[];
    return Array.isArray(found) ? found.filter((entry) => entry.id) : [];
  } catch {
    return [];
  }
}

export function rememberReplay(id: string, name: string): void {
  try {
    const others = recentReplays().filter((entry) => entry.id !== id);
    localStorage.setItem(STORE, JSON.stringify([{ id, name, when: Date.now() }, ...others].slice(0, MOST)));
  } catch {
    // Without storage the link is the only way back.
  }
}
