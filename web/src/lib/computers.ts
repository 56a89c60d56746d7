/** What a seat of the computer is called: its level in the language of the page. A bot that is no level of the ladder stays as it is. */

import { t, word } from "./languages";

const LEVELS: ReadonlySet<string> = new Set([word("random", "level"), word("easy", "level"), word("normal", "level"), word("hard", "level"), word("expert", "level")]);
const PREFIX = "bot:";

export const isComputer = (seat: string): boolean => seat.startsWith(PREFIX);

/** A level inside a sentence: "easy". A bot that is no level keeps its name. */
export const levelName = (level: string): string => (LEVELS.has(level) ? t(level, { context: "level" }) : level);

/** "Computer, easy", for a seat such as `bot:easy`. */
export function computerWords(seat: string): string {
  const level = seat.slice(PREFIX.length);
  return t("Computer, {{level}}", { level: levelName(level) });
}
