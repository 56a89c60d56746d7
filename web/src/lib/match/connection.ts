/** A socket to one match that comes back by itself: waits a little longer after each failure, and says how it stands. */

import type { ClientMessage, ServerMessage } from "../wire";

export type ConnectionState = "connecting" | "open" | "waiting" | "closed";

export interface ConnectionEvents {
  message: (message: ServerMessage) => void;
  state: (state: ConnectionState, detail: { attempt: number; wait: number; reason: string }) => void;
}

/** Closed for good, with words for people. */
const FINAL: Record<number, string> = {
  4401: "This link fits no seat of the match.",
  4404: "There is no such match on this server.",
  4410: "This match cannot be resumed.",
  4411: "This link was replaced by a new one.",
};

export const FIRST_WAIT = 500;
export const LONGEST_WAIT = 15_000;
const PING_EVERY = 25_000;

/** Milliseconds to wait before a try: doubling, with a little chance so that many clients do not come at once. */
export function waitBefore(attempt: number, chance = Math.random()): number {
  const full = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1));
  return Math.round(full * (0.7 + 0.3 * chance));
}

export class Connection {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ping: ReturnType<typeof setInterval> | undefined;
  private ended = false;

  constructor(
    private readonly address: string,
    private readonly events: ConnectionEvents,
  ) {}

  open(): void {
    if (this.ended) return;
    clearTimeout(this.timer);
    this.events.state("connecting", { attempt: this.attempt, wait: 0, reason: "" });
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onmessage = (event) => {
      this.attempt = 0;
      this.events.message(JSON.parse(event.data as string) as ServerMessage);
    };
    socket.onopen = () => {
      this.events.state("open", { attempt: this.attempt, wait: 0, reason: "" });
      clearInterval(this.ping);
      this.ping = setInterval(() => this.send({ type: "ping" }), PING_EVERY);
    };
    socket.onclose = (event) => this.lost(event.code, event.reason);
  }

  /** Try at once, for a coach who does not want to wait. */
  retry(): void {
    if (this.socket?.readyState === WebSocket.OPEN) return;
    this.attempt = 0;
    this.open();
  }

  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearInterval(this.ping);
    this.socket?.close();
  }

  private lost(code: number, reason: string): void {
    clearInterval(this.ping);
    if (this.ended) return;
    const words = FINAL[code];
    if (words) {
      this.ended = true;
      this.events.state("closed", { attempt: this.attempt, wait: 0, reason: words });
      return;
    }
    this.attempt += 1;
    const wait = waitBefore(this.attempt);
    this.events.state("waiting", { attempt: this.attempt, wait, reason });
    this.timer = setTimeout(() => this.open(), wait);
  }
}

export function socketAddress(match: string, token: string, at: Location = location): string {
  const scheme = at.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${at.host}/api/v1/matches/${encodeURIComponent(match)}/socket?token=${encodeURIComponent(token)}`;
}
