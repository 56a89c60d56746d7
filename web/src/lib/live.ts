/** A socket that says when to look again: `heard` is called with every message, and with null after a connection came back. */

import { API } from "./api";

const PAUSE = 5000; // milliseconds before a lost connection is tried again
export const SOON = 120; // milliseconds: several changes in a row are one
const FIRST_PAUSE = 1000; // milliseconds before a look that failed is taken again; each further pause is twice as long
const LONGEST_PAUSE = 15_000;

export interface Heard {
  type: string;
  id?: string;
  teams?: string[];
}

export function listen(path: string, heard: (message: Heard | null) => void): () => void {
  let socket: WebSocket | null = null;
  let over = false;
  let again: ReturnType<typeof setTimeout> | undefined;

  function connect(came: boolean): void {
    if (over || typeof WebSocket === "undefined") return;
    socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${API}${path}`);
    socket.onopen = () => came && heard(null);
    socket.onmessage = (event: MessageEvent<string>) => heard(JSON.parse(event.data) as Heard);
    socket.onclose = () => {
      if (!over) again = setTimeout(() => connect(true), PAUSE);
    };
  }
  connect(false);
  return () => {
    over = true;
    clearTimeout(again);
    socket?.close();
  };
}

/** Calls `work` once, shortly after the last of several calls. */
export function soon(work: () => void): { call: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    call: () => {
      clearTimeout(timer);
      timer = setTimeout(work, SOON);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Calls `work` again, after growing pauses, until it says that it has come through: a phone is without a network for a
 * moment, or a busy server tells a whole room to wait. Pauses differ from page to page, so that they do not come all at once. */
export function persistent(work: () => Promise<boolean>): { call: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;

  async function look(own: number, failures: number): Promise<void> {
    const through = await work();
    if (through || own !== round) return;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures) * (0.5 + Math.random() / 2);
    timer = setTimeout(() => void look(own, failures + 1), pause);
  }
  return {
    call: () => {
      clearTimeout(timer);
      void look(++round, 0);
    },
    stop: () => {
      clearTimeout(timer);
      round++;
    },
  };
}
