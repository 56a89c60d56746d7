/** Decisions that the coach has left to the computer: all of one kind, or the rest of a team turn. */

import type { Prompt, PromptKind } from "../../wire";

/** Milliseconds to wait for the computer's answer before the coach is asked. */
const WAIT = 4000;

interface Order {
  scope: "kind" | "turn";
  side: number;
  kind: PromptKind;
  turn: string;
}

export class Delegation {
  private order: Order | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Leave this decision and those like it to the computer. `turn` names the team turn. */
  begin(scope: "kind" | "turn", prompt: Prompt, turn: string): void {
    this.order = { scope, side: prompt.side, kind: prompt.kind, turn };
  }

  end(): void {
    this.order = null;
  }

  covers(prompt: Prompt, turn: string): boolean {
    return this.scope(prompt, turn) !== null;
  }

  /** How far this decision was left to the computer; null if it was not. */
  scope(prompt: Prompt, turn: string): Order["scope"] | null {
    const order = this.order;
    if (!order || order.side !== prompt.side) return null;
    const covered = order.scope === "kind" ? order.kind === prompt.kind : order.turn === turn;
    return covered ? order.scope : null;
  }

  /** The computer is about to answer. If it does not, the coach is asked. */
  wait(ask: () => void): void {
    this.timer = setTimeout(() => {
      this.order = null;
      ask();
    }, WAIT);
  }

  stopWaiting(): void {
    clearTimeout(this.timer);
  }
}
