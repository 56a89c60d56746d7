/** Matches over days: how long is left, in words, and which of them is most urgent. */

import { t } from "./languages";
import type { MyMatch } from "./wire";

const HOUR = 3600;
const DAY = 24 * HOUR;
const MANY_DAYS = 3;

/** "8 d", "2 d 5 h", "5 h 10 m" or "9 m": as exact as it matters, and short enough for a phone. */
export function daysLeft(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const [days, hours, minutes] = [Math.floor(left / DAY), Math.floor((left % DAY) / HOUR), Math.floor((left % HOUR) / 60)];
  if (days >= MANY_DAYS) return t("{{days}} d", { days });
  if (days > 0) return t("{{days}} d {{hours}} h", { days, hours });
  return hours > 0 ? t("{{hours}} h {{minutes}} m", { hours, minutes }) : t("{{minutes}} m", { minutes });
}

/** "2 d 5 h left", of a moment to come. */
export function timeLeft(until: string, now: number = Date.now()): string {
  const moment = Date.parse(until);
  return Number.isNaN(moment) ? "" : t("{{time}} left", { time: daysLeft((moment - now) / 1000) });
}

/** Whether a decision of the own side is open. */
export const yours = (match: MyMatch): boolean => match.stage === "playing" && match.asked !== null && match.sides.includes(match.asked);

/** One's own decisions first, the one with the least time before the others; then what others decide, then the rest as it was. */
export function byUrgency(matches: readonly MyMatch[]): MyMatch[] {
  const rank = (match: MyMatch): number => (yours(match) ? 0 : match.stage === "playing" ? 1 : match.stage === "waiting" ? 2 : 3);
  const until = (match: MyMatch): number => (match.until ? Date.parse(match.until) : Number.MAX_SAFE_INTEGER);
  return matches.map((match, at) => ({ match, at })).sort((a, b) => rank(a.match) - rank(b.match) || until(a.match) - until(b.match) || a.at - b.at).map(({ match }) => match);
}
