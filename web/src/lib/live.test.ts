/** Pages that follow by themselves come through in the end, whatever fails for a moment. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./api";
import { follow, looking } from "./league/live";
import { Loaded } from "./league/loaded.svelte";
import { SOON, persistent } from "./live";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const HOUR = 3_600_000;

describe("a page that follows", () => {
  it("looks again until it has come through, and then no more", async () => {
    const answers = [false, false, false, true, true];
    const work = vi.fn(async () => answers.shift() ?? true);
    persistent(work).call();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(work).toHaveBeenCalledTimes(4);
  });
  it("looks ever more seldom, at least four times a minute, and not when it was left", async () => {
    const work = vi.fn(async () => false);
    const look = persistent(work);
    look.call();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(work.mock.calls.length).toBeGreaterThan(240);
    expect(work.mock.calls.length).toBeLessThan(500);
    look.stop();
    const before = work.mock.calls.length;
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(work).toHaveBeenCalledTimes(before);
  });
  it("is told to wait and has what is new a moment later; what is there stays meanwhile", async () => {
    const page = new Loaded<string>();
    const answers: (string | ApiError)[] = ["old", new ApiError("wait a little", 429), new ApiError("no network", 0), "new"];
    const seen: string[] = [];
    const ask = async (): Promise<string> => {
      seen.push(`${page.value ?? ""} ${page.trouble}`.trim());
      const answer = answers.shift()!;
      if (answer instanceof ApiError) throw answer;
      return answer;
    };
    const look = looking(page, () => page.load(ask, true));
    look.call();
    await vi.advanceTimersByTimeAsync(0);
    look.call(); // something has changed
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(seen).toEqual(["", "old", "old wait a little", "old no network"]);
    expect([page.value, page.trouble]).toEqual(["new", ""]);
  });
  it("does not ask again for what is not there, or not for this reader", async () => {
    for (const status of [401, 403, 404]) {
      const page = new Loaded<string>();
      const ask = vi.fn(async (): Promise<string> => {
        throw new ApiError("no", status);
      });
      looking(page, () => page.load(ask, true)).call();
      await vi.advanceTimersByTimeAsync(HOUR);
      expect([ask.mock.calls.length, page.trouble]).toEqual([1, "no"]);
    }
  });
});

describe("a page that follows a league", () => {
  const sockets: { onmessage?: (event: { data: string }) => void; onopen?: () => void; onclose?: () => void }[] = [];
  class Line {
    onmessage?: (event: { data: string }) => void;
    constructor() {
      sockets.push(this);
    }
    close(): void {}
  }
  afterEach(() => void vi.unstubAllGlobals());
  const say = (teams: string[]): void => sockets.at(-1)!.onmessage!({ data: JSON.stringify({ type: "changed", league: "l_1", teams }) });

  it("looks at once at what is its own or may be anything, and a little later at the tables of others", async () => {
    vi.stubGlobal("WebSocket", Line);
    const reload = vi.fn(async () => undefined);
    const end = follow("l_1", { passing: false }, reload, () => ["t_1"]);
    for (const teams of [["t_1", "t_2"], []]) {
      reload.mockClear();
      say(teams);
      await vi.advanceTimersByTimeAsync(SOON);
      expect(reload).toHaveBeenCalledTimes(1);
    }
    reload.mockClear();
    for (let table = 0; table < 12; table++) say([`t_${table + 2}`]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reload).toHaveBeenCalledTimes(1);
    say(["t_3"]);
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });
  it("looks at everything at once where it belongs to no team", async () => {
    vi.stubGlobal("WebSocket", Line);
    const reload = vi.fn(async () => undefined);
    const end = follow("l_1", { passing: false }, reload);
    say(["t_9"]);
    await vi.advanceTimersByTimeAsync(SOON);
    expect(reload).toHaveBeenCalledTimes(1);
    end();
  });
});
