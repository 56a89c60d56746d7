/**
 * The seats of this browser. A link is an invitation: the browser takes the seat with a key that it makes up and keeps, and
 * from then on the link opens nothing. So no token need stand in the address bar, and nobody else can come with the link.
 */

import { ApiError, api } from "./api";
import { keptMatch } from "./kept";
import type { SeatLink } from "./wire";

interface Seat {
  token: string;
  /** The token of the link that the seat was taken with. */
  from: string;
  /** Whether the server has said so; a browser that was closed too early asks again. */
  sure: boolean;
}

const STORE = "dungeonbowl.seats";
const TAB = "dungeonbowl.seat.";
const MOST = 60; // matches
const KEY_BYTES = 24;

export type Take = (match: string, token: string, key: string) => Promise<SeatLink>;

/** A secret that nobody can guess, of letters that may stand in any header. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

function all(): Record<string, Seat[]> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORE) ?? "{}");
    return found && typeof found === "object" && !Array.isArray(found) ? (found as Record<string, Seat[]>) : {};
  } catch {
    return {};
  }
}

function seatsOf(match: string): Seat[] {
  const found = all()[match];
  return Array.isArray(found) ? found.filter((seat) => seat?.token) : [];
}

/** Whether it could be written down. */
function write(match: string, seats: Seat[]): boolean {
  const { [match]: _before, ...others } = all();
  const rest = Object.entries(others).slice(0, MOST - 1);
  try {
    localStorage.setItem(STORE, JSON.stringify(Object.fromEntries([[match, seats], ...rest])));
    return true;
  } catch {
    return false;
  }
}

function keep(match: string, seat: Seat): boolean {
  return write(match, [seat, ...seatsOf(match).filter((entry) => entry.from !== seat.from)]);
}

/** What this tab came in with: a coach may watch in one tab and play in another. */
function tabToken(match: string): string {
  try {
    return sessionStorage.getItem(TAB + match) ?? "";
  } catch {
    return "";
  }
}

/** Remember the token for this tab, so that the address can do without it. False where nothing can be remembered. */
export function holdInTab(match: string, token: string): boolean {
  try {
    sessionStorage.setItem(TAB + match, token);
    return true;
  } catch {
    return false;
  }
}

/**
 * The token with which this browser enters a match. `given` is that of the link it was opened with, if any. The first time
 * a link is used its seat is taken; a reload or a second tab finds the seat again. Throws where the server does not answer.
 */
export async function sitDown(match: string, given: string, take: Take = api.takeSeat): Promise<string> {
  const link = given || tabToken(match) || keptMatch(match)?.token || seatsOf(match)[0]?.token || "";
  if (!link) return "";
  const known = seatsOf(match).find((seat) => seat.token === link || seat.from === link);
  const token = known?.sure ? known.token : await taken(match, known?.from ?? link, known?.token ?? newKey(), take);
  holdInTab(match, token);
  return token;
}

async function taken(match: string, link: string, key: string, take: Take): Promise<string> {
  // Written down before it is used: if the answer is lost, the same key asks again. Without a memory the link is the only
  // way back, so it is left as it is.
  if (!keep(match, { token: key, from: link, sure: false })) return link;
  try {
    const { token } = await take(match, link, key);
    keep(match, { token, from: link, sure: true });
    return token;
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 401, 403, 404].includes(error.status)) throw error;
    const rival = seatsOf(match).find((seat) => seat.from === link && seat.token !== key);
    if (rival) return rival.token; // another tab of this browser was faster
    write(match, seatsOf(match).filter((seat) => seat.token !== key));
    return link; // the socket says why
  }
}
