import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { prompt } from "../fixtures";
import { Delegation } from "./delegation";

describe("decisions that are left to the computer", () => {
  let delegation: Delegation;
  beforeEach(() => {
    vi.useFakeTimers();
    delegation = new Delegation();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("are all of one kind, for one side", () => {
    delegation.begin("kind", prompt("deploy", []), "0 1");
    expect(delegation.covers(prompt("deploy", []), "0 2")).toBe(true);
    expect(delegation.covers(prompt("zone", []), "0 1")).toBe(false);
    expect(delegation.covers(prompt("deploy", [], { side: 1 }), "0 1")).toBe(false);
  });

  it("are of any kind for the rest of a team turn", () => {
    delegation.begin("turn", prompt("turn", []), "0 1");
    expect(delegation.covers(prompt("face", []), "0 1")).toBe(true);
    expect(delegation.covers(prompt("face", []), "0 2")).toBe(false);
  });

  it("come back to the coach if the computer does not answer", () => {
    const ask = vi.fn();
    delegation.begin("turn", prompt("turn", []), "0 1");
    delegation.wait(ask);
    vi.advanceTimersByTime(3900);
    expect(ask).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(ask).toHaveBeenCalledOnce();
    expect(delegation.covers(prompt("face", []), "0 1")).toBe(false);
  });

  it("do not come back once the answer is there", () => {
    const ask = vi.fn();
    delegation.wait(ask);
    delegation.stopWaiting();
    vi.advanceTimersByTime(9000);
    expect(ask).not.toHaveBeenCalled();
  });
});
