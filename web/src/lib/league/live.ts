/** Follows a league: `changed` is called after everything that is written in it, and after a connection came back. */

import { API } from "../api";

const SOON = 120; // milliseconds: several writes in a row are one change
const PAUSE = 5000; // before a lost connection is tried again

export function follow(league: string, changed: () => void): () => void {
  let socket: WebSocket | null = null;
  let over = false;
  let soon: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    clearTimeout(soon);
    soon = setTimeout(changed, SOON);
  }
  function connect(came: boolean): void {
    if (over || typeof WebSocket === "undefined") return;
    const address = `${location.origin.replace(/^http/, "ws")}${API}/leagues/${encodeURIComponent(league)}/live`;
    socket = new WebSocket(address);
    socket.onopen = () => came && tell();
    socket.onmessage = tell;
    socket.onclose = () => {
      if (!over) again = setTimeout(() => connect(true), PAUSE);
    };
  }
  connect(false);
  return () => {
    over = true;
    clearTimeout(soon);
    clearTimeout(again);
    socket?.close();
  };
}
