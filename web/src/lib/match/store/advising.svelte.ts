/** Advice of the computer: asking for it, showing one piece of it on the board, following it. */

import { t } from "../../languages";
import type { Advice, ClientMessage, Hint } from "../../wire";
import { adviceWords } from "../advice";
import type { Decision } from "./decision.svelte";
import type { Told } from "./told.svelte";
import type { Voice } from "./voice.svelte";

export class Advising {
  hint: Hint | null = $state.raw(null);
  /** Whether the computer is thinking about it. */
  hinting = $state(false);
  /** Which of the advice is shown on the board. */
  advised: number | null = $state(null);

  constructor(
    private readonly told: Told,
    private readonly decision: Decision,
    private readonly voice: Voice,
    private readonly send: (message: ClientMessage) => boolean,
  ) {}

  /** The advice that is shown on the board. */
  get shown(): Advice | null {
    return this.advised === null ? null : (this.hint?.advice[this.advised] ?? null);
  }

  hear(message: Hint): void {
    if (message.number !== this.told.number) return;
    this.hinting = false;
    this.hint = message;
    this.advised = null;
    this.voice.say(t("Advice: {{list}}", { list: message.advice.map((entry, index) => `${index + 1}, ${adviceWords(entry)}`).join(". ") }));
  }

  clear(): void {
    this.hint = null;
    this.hinting = false;
    this.advised = null;
  }

  /** Ask for advice. Asked again while it is there, it is put away. */
  ask(): void {
    if (this.hint) {
      this.hint = null;
      this.advised = null;
      return;
    }
    if (this.hinting || !this.decision.mineNow) return;
    if (this.send({ type: "hint", number: this.told.number })) this.hinting = true;
  }

  show(index: number | null): void {
    this.advised = index;
  }

  /** Do what was advised, as far as the dice and the other coach let it happen. */
  follow(advice: Advice): void {
    const only = advice.then.length === 0 ? this.told.prompt?.options.find((option) => option.id === advice.option) : undefined;
    if (only) this.decision.choose(only);
    else this.decision.follow([advice.option, ...advice.then]);
  }
}
