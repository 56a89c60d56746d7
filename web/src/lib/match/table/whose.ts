/** Whose turn it is at a real table, in a few words: both coaches look at one screen. */

import type { Prompt } from "../../wire";

export function whose(prompt: Prompt | null, active: number, name: (side: number) => string): { side: number | null; text: string } {
  if (!prompt) return { side: active >= 0 ? active : null, text: active >= 0 ? `${name(active)}: turn` : "" };
  const coin = prompt.roll?.die === "coin";
  if (prompt.kind === "roll" && prompt.roll?.side == null) return { side: null, text: coin ? "Toss the coin" : "Roll the dice" };
  const verb = prompt.kind === "roll" ? (coin ? "tosses" : "rolls") : prompt.side === active ? "to play" : "decides";
  return { side: prompt.side, text: `${name(prompt.side)} ${verb}` };
}
