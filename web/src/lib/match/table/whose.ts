/** Whose turn it is at a real table, in a few words: both coaches look at one screen. */

import { t, word } from "../../languages";
import type { Prompt } from "../../wire";

export function whose(prompt: Prompt | null, active: number, name: (side: number) => string): { side: number | null; text: string } {
  if (!prompt) return { side: active >= 0 ? active : null, text: active >= 0 ? t("{{side}}: turn", { side: name(active) }) : "" };
  const coin = prompt.roll?.die === "coin";
  if (prompt.kind === "roll" && prompt.roll?.side == null) return { side: null, text: coin ? t("Toss the coin") : t("Roll the dice") };
  const sentence = prompt.kind === "roll" ? (coin ? word("{{side}} tosses") : word("{{side}} rolls")) : prompt.side === active ? word("{{side}} to play") : word("{{side}} decides");
  return { side: prompt.side, text: t(sentence, { side: name(prompt.side) }) };
}
