/** How a team that the program drafts is meant to play. */

import { t, word } from "../languages";

const STYLES: Record<string, string> = { fast: word("fast"), strong: word("strong"), balanced: word("balanced") };
export const styleName = (style: string): string => t(STYLES[style] ?? style);
