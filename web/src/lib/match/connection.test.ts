import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, FIRST_WAIT, LONGEST_WAIT, PATIENCE, QUIET, socketAddress, socketProtocols, waitBefore } from "./connection";

class FakeSocket {
  static made: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  constructor(
    readonly address: string,
    readonly protocols: string[] = [],
  ) {
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
  says(message: object = { type: "pong" }): void {
    this.onmessage?.({ data: JSON.stringify(message) });
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
    line = new Connection(() => "ws://here/", { message: () => undefined, state: (state) => states.push(state) });
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

  it("connects again at once when the server is replaced, and waits if nobody answers then", () => {
    FakeSocket.made[0]!.opens();
    FakeSocket.made[0]!.breaks(1012);
    expect(states).toEqual(["connecting", "open", "connecting"]);
    expect(FakeSocket.made).toHaveLength(2);
    FakeSocket.made[1]!.breaks(1012);
    expect(states.at(-1)).toBe("waiting");
    expect(FakeSocket.made).toHaveLength(2);
  });

  it("gives up where no seat is", () => {
    FakeSocket.made[0]!.breaks(4401);
    vi.advanceTimersByTime(LONGEST_WAIT * 2);
    expect(states.at(-1)).toBe("closed");
    expect(FakeSocket.made).toHaveLength(1);
  });

  it("asks whether the server is there, and is content with any answer", () => {
    const socket = FakeSocket.made[0]!;
    socket.opens();
    socket.says({ type: "welcome" });
    for (let round = 0; round < 10; round += 1) {
      vi.advanceTimersByTime(QUIET);
      expect(socket.sent).toHaveLength(round + 1);
      vi.advanceTimersByTime(PATIENCE - 1);
      socket.says(round % 2 ? { type: "pong" } : { type: "update" });
    }
    expect(states).toEqual(["connecting", "open"]);
  });

  it("does not ask while the server speaks", () => {
    const socket = FakeSocket.made[0]!;
    socket.opens();
    for (let round = 0; round < 10; round += 1) {
      vi.advanceTimersByTime(QUIET - 1);
      socket.says({ type: "update" });
    }
    expect(socket.sent).toEqual([]);
  });

  it("is lost when nothing is heard, as if it had been closed, and comes back", () => {
    const socket = FakeSocket.made[0]!;
    socket.opens();
    socket.says({ type: "welcome" });
    vi.advanceTimersByTime(QUIET + PATIENCE);
    expect(states).toEqual(["connecting", "open", "waiting"]);
    expect(socket.readyState).toBe(3);
    expect(line.send({ type: "ping" })).toBe(false);
    vi.advanceTimersByTime(FIRST_WAIT);
    expect(FakeSocket.made).toHaveLength(2);
    FakeSocket.made[1]!.opens();
    FakeSocket.made[1]!.says({ type: "welcome" });
    expect(states.slice(3)).toEqual(["connecting", "open"]);
    socket.breaks(); // the network has noticed at last
    socket.says({ type: "update" });
    expect(states).toHaveLength(5);
    expect(FakeSocket.made).toHaveLength(2);
  });

  it("comes back as soon as the network does", () => {
    FakeSocket.made[0]!.opens();
    FakeSocket.made[0]!.breaks();
    dispatchEvent(new Event("online"));
    expect(FakeSocket.made).toHaveLength(2);
    dispatchEvent(new Event("online")); // it is on its way already
    FakeSocket.made[1]!.opens();
    dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(FIRST_WAIT);
    expect(FakeSocket.made).toHaveLength(2);
  });

  it("waits to be opened, whatever the network does", () => {
    const another = new Connection(() => "ws://there/", { message: () => undefined, state: () => undefined });
    FakeSocket.made[0]!.opens();
    dispatchEvent(new Event("online"));
    expect(FakeSocket.made).toHaveLength(1);
    another.close();
  });

  it("listens to one socket only, however often somebody wants to try", () => {
    line.retry();
    line.retry();
    FakeSocket.made[0]!.breaks();
    FakeSocket.made[1]!.breaks();
    expect(states).toEqual(["connecting", "connecting", "connecting"]);
    FakeSocket.made[2]!.opens();
    expect(states.at(-1)).toBe("open");
  });

  it("is lost when the server lets it in and says nothing, or does not even open", () => {
    FakeSocket.made[0]!.opens();
    vi.advanceTimersByTime(PATIENCE);
    expect(states).toEqual(["connecting", "open", "waiting"]);
    vi.advanceTimersByTime(FIRST_WAIT);
    expect(FakeSocket.made).toHaveLength(2);
    vi.advanceTimersByTime(PATIENCE);
    expect(states.slice(3)).toEqual(["connecting", "waiting"]);
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
  expect(socketAddress("a b", "de", at)).toBe("wss://table.example/api/v1/matches/a%20b/socket?language=de");
});

it("offers its token instead of writing it into the address", () => {
  expect(socketProtocols("t-1_X")).toEqual(["dungeonbowl", "token.t-1_X"]);
  expect(socketProtocols("no token, at all")).toEqual(["dungeonbowl"]);
  expect(socketProtocols("")).toEqual(["dungeonbowl"]);
});
