/** The clock of the room as it runs here: the server tells the seconds that are left, and this counts on from there. */

import type { ClubClock } from "../league/wire";

const TICK = 500; // milliseconds

export class Ticking {
  seconds = $state(0);
  private told: ClubClock = { minutes: 0, left: 0, running: false };
  private at = 0;

  /** What the server has just said. */
  hear(clock: ClubClock): void {
    this.told = clock;
    this.at = performance.now();
    this.tick();
  }
  /** Count on until the answer is called. */
  run(): () => void {
    const timer = setInterval(() => this.tick(), TICK);
    return () => clearInterval(timer);
  }
  private tick(): void {
    this.seconds = Math.ceil(this.told.left - (this.told.running ? (performance.now() - this.at) / 1000 : 0));
  }
}

/** Seconds as people read a clock: 119:05, and behind the end +1:20. */
export function clockText(seconds: number): string {
  const whole = Math.abs(seconds);
  return `${seconds < 0 ? "+" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
