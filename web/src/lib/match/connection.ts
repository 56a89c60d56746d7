/**
 * A socket to one match that comes back by itself: waits a little longer after each failure, and says how it stands. A line
 * on which nothing is heard is as good as closed: a network that is gone, or a server that hangs, closes nothing.
 */

import { t, word } from "../languages";
import type { ClientMessage, ServerMessage } from "../wire";

export type ConnectionState = "connecting" | "open" | "waiting" | "closed";

export interface ConnectionEvents {
  message: (message: ServerMessage) => void;
  state: (state: ConnectionState, detail: { attempt: number; wait: number; reason: string }) => void;
}

/** Closed for good, with words for people. */
const FINAL: Record<number, string> = {
  4401: word("This link fits no seat of the match."),
  4404: word("There is no such match on this server."),
  4410: word("This match cannot be resumed."),
  4411: word("This link was replaced by a new one, or the seat has gone to another browser."),
  4412: word("This seat is taken: another browser has used its link. Whoever made the match can give you a new one."),
};

/** The server is replaced by another one, or has let the match go: connect again at once. */
const RESTART = 1012;
/** Nobody has closed the line, and nothing is heard on it. */
const SILENT = 1006;
export const RESTARTING = "restarting";

export const FIRST_WAIT = 500;
export const LONGEST_WAIT = 15_000;
/** Milliseconds without a word from the server after which it is asked whether it is there. */
export const QUIET = 5_000;
/** Milliseconds that it has for the answer. */
export const PATIENCE = 8_000;

/** Milliseconds to wait before a try: doubling, with a little chance so that many clients do not come at once. */
export function waitBefore(attempt: number, chance = Math.random()): number {
  const full = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1));
  return Math.round(full * (0.7 + 0.3 * chance));
}

export class Connection {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  constructor(
    /** Asked before each try: it names the language, which may have changed. */
    private readonly address: () => string,
    private readonly events: ConnectionEvents,
    /** What the socket offers: the token is among it. */
    private readonly protocols: string[] = [],
  ) {}

  /** The network is back: no need to wait for the next try. */
  private readonly retryOnline = (): void => {
    if (this.socket === null || this.socket.readyState > WebSocket.OPEN) this.retry();
  };

  open(reason = ""): void {
    if (this.ended) return;
    addEventListener("online", this.retryOnline); // again and again is once
    clearTimeout(this.timer);
    this.drop();
    this.events.state("connecting", { attempt: this.attempt, wait: 0, reason });
    const socket = new WebSocket(this.address(), this.protocols);
    this.socket = socket;
    this.expect();
    socket.onmessage = (event) => {
      this.attempt = 0;
      this.listen();
      this.events.message(JSON.parse(event.data as string) as ServerMessage);
    };
    socket.onopen = () => {
      this.events.state("open", { attempt: this.attempt, wait: 0, reason: "" });
      this.expect(); // the welcome
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
    removeEventListener("online", this.retryOnline);
    clearTimeout(this.timer);
    clearTimeout(this.pulse);
    this.socket?.close();
  }

  /** The server has spoken: ask again only after a while. */
  private listen(): void {
    clearTimeout(this.pulse);
    this.pulse = setTimeout(() => {
      this.send({ type: "ping" });
      this.expect();
    }, QUIET);
  }

  /** The server has to say something now, or the line is dead. */
  private expect(): void {
    clearTimeout(this.pulse);
    this.pulse = setTimeout(() => {
      this.drop();
      this.lost(SILENT, "");
    }, PATIENCE);
  }

  /** Leave a socket alone for good: it may say goodbye much later, when another has taken its place. */
  private drop(): void {
    const old = this.socket;
    this.socket = null;
    if (!old) return;
    old.onmessage = old.onopen = old.onclose = null;
    old.close();
  }

  private lost(code: number, reason: string): void {
    clearTimeout(this.pulse);
    if (this.ended) return;
    const words = FINAL[code] && t(FINAL[code]);
    if (words) {
      this.ended = true;
      this.events.state("closed", { attempt: this.attempt, wait: 0, reason: words });
      return;
    }
    this.attempt += 1;
    if (code === RESTART && this.attempt === 1) {
      this.open(RESTARTING);
      return;
    }
    const wait = waitBefore(this.attempt);
    this.events.state("waiting", { attempt: this.attempt, wait, reason });
    this.timer = setTimeout(() => this.open(), wait);
  }
}

export function socketAddress(match: string, language: string, at: Location = location): string {
  const scheme = at.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${at.host}/api/v1/matches/${encodeURIComponent(match)}/socket?language=${encodeURIComponent(language)}`;
}

/** What a socket offers to say who it is: a browser can send no header of its own, and addresses are written into logs. */
export function socketProtocols(token: string): string[] {
  return /^[\w.~-]+$/.test(token) ? ["dungeonbowl", `token.${token}`] : ["dungeonbowl"];
}
