import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, FIRST_WAIT, LONGEST_WAIT, socketAddress, waitBefore } from "./connection";

class FakeSocket {
  static made: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  constructor(readonly address: string) {
    FakeSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: "" });
  }
}

describe("a connection", () => {
  const states: string[] = [];
  let line: Connection;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    FakeSocket.made = [];
    states.length = 0;
    line = new Connection("ws://here/", { message: () => undefined, state: (state) => states.push(state) });
    line.open();
  });
  afterEach(() => {
    line.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("comes back by itself after it broke", () => {
    FakeSocket.made[0]!.opens();
    FakeSocket.made[0]!.breaks();
    expect(states).toEqual(["connecting", "open", "waiting"]);
    vi.advanceTimersByTime(FIRST_WAIT);
    expect(FakeSocket.made).toHaveLength(2);
  });

  it("gives up where no seat is", () => {
    FakeSocket.made[0]!.breaks(4401);
    vi.advanceTimersByTime(LONGEST_WAIT * 2);
    expect(states.at(-1)).toBe("closed");
    expect(FakeSocket.made).toHaveLength(1);
  });

  it("says whether a message could be sent", () => {
    expect(line.send({ type: "ping" })).toBe(false);
    FakeSocket.made[0]!.opens();
    expect(line.send({ type: "ping" })).toBe(true);
    expect(FakeSocket.made[0]!.sent).toEqual(['{"type":"ping"}']);
  });

  it("waits longer each time, and never too long", () => {
    const waits = [1, 2, 3, 4, 20].map((attempt) => waitBefore(attempt, 1));
    expect(waits).toEqual([500, 1000, 2000, 4000, LONGEST_WAIT]);
    expect(waitBefore(1, 0)).toBeLessThan(waitBefore(1, 1));
  });
});

it("speaks wss where the page is https", () => {
  const at = { protocol: "https:", host: "table.example" } as Location;
  expect(socketAddress("a b", "t/1", at)).toBe("wss://table.example/api/v1/matches/a%20b/socket?token=t%2F1");
});
