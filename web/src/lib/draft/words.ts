/** How a team that the program drafts is meant to play. */

import { t, word } from "../languages";

const STYLES: Record<string, string> = { fast: word("fast"), strong: word("strong"), balanced: word("balanced") };
/** What teams of an edition come from. */
const ORIGINS: Record<string, string> = { college: word("College"), race: word("Race") };
export const originName = (word: string): string => t(ORIGINS[word] ?? word);
export const styleName = (style: string): string => t(STYLES[style] ?? style);
