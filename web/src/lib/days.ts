/** Matches over days: how long is left, in words, and which of them is most urgent. */

import type { MyMatch } from "./wire";

const HOUR = 3600;
const DAY = 24 * HOUR;

/** "2 d 5 h", "5 h 10 m" or "9 m". */
export function daysLeft(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const [days, hours, minutes] = [Math.floor(left / DAY), Math.floor((left % DAY) / HOUR), Math.floor((left % HOUR) / 60)];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} m` : `${minutes} m`;
}

/** "2 d 5 h left", of a moment to come. */
export function timeLeft(until: string, now: number = Date.now()): string {
  const moment = Date.parse(until);
  return Number.isNaN(moment) ? "" : `${daysLeft((moment - now) / 1000)} left`;
}

/** Whether a decision of the own side is open. */
export const yours = (match: MyMatch): boolean => match.stage === "playing" && match.asked !== null && match.sides.includes(match.asked);

/** One's own decisions first, the one with the least time before the others; then what others decide, then the rest as it was. */
export function byUrgency(matches: readonly MyMatch[]): MyMatch[] {
  const rank = (match: MyMatch): number => (yours(match) ? 0 : match.stage === "playing" ? 1 : match.stage === "waiting" ? 2 : 3);
  const until = (match: MyMatch): number => (match.until ? Date.parse(match.until) : Number.MAX_SAFE_INTEGER);
  return matches.map((match, at) => ({ match, at })).sort((a, b) => rank(a.match) - rank(b.match) || until(a.match) - until(b.match) || a.at - b.at).map(({ match }) => match);
}
