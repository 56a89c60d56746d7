import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { event, piece, position, prompt } from "../fixtures";
import { MatchStore } from "../store.svelte";
import TurnPanel from "./TurnPanel.svelte";

function waiting(): MatchStore {
  const store = new MatchStore("m", "t");
  store.told.setup = { sides: [{ side: 0, name: "Home" }, { side: 1, name: "Away" }], players: [], board: { squares: [] } } as never;
  store.told.mine = [0];
  store.playback.start(position([piece(0, 4)], { active: 1 }));
  store.told.prompt = prompt("turn", [], { mine: false, side: 1, title: "Away takes its turn" });
  return store;
}

describe("the panel of a coach who waits", () => {
  it("shows how many tries of its search the computer has made", () => {
    const store = waiting();
    store.told.thinking = { type: "thinking", number: 1, side: 1, seconds: 0.8, done: 30, planned: 120, share: 1 };
    render(TurnPanel, { store });
    expect(screen.getByRole("status").textContent).toMatch(/Away thinks\s+30 of 120 tries/);
    expect((screen.getByRole("progressbar") as HTMLProgressElement).value).toBe(30);
  });

  it("says of a slow computer how long it is at it", () => {
    const store = waiting();
    store.told.thinking = { type: "thinking", number: 1, side: 1, seconds: 6, done: 0, planned: 0, share: 1 };
    render(TurnPanel, { store });
    expect(screen.getByRole("status").textContent).toMatch(/Away thinks\s*: 6 s/);
  });

  it("says that the computer thinks less while many wait for it", () => {
    const store = waiting();
    store.told.thinking = { type: "thinking", number: 1, side: 1, seconds: 1, done: 5, planned: 50, share: 0.5 };
    render(TurnPanel, { store });
    expect(screen.getByRole("status").textContent).toMatch(/many wait.*less than usual/);
  });

  it("goes on to my turn, and stops", async () => {
    const store = waiting();
    const rush = vi.spyOn(store, "toMyTurn").mockImplementation(() => undefined);
    render(TurnPanel, { store });
    await fireEvent.click(screen.getByRole("button", { name: /To my turn/ }));
    expect(rush).toHaveBeenCalled();
    await fireEvent.click(screen.getByRole("button", { name: /Pause/ }));
    expect(store.playback.paused).toBe(true);
    await fireEvent.click(screen.getByRole("button", { name: /Go on/ }));
    expect(store.playback.paused).toBe(false);
  });

  it("leads from a line of the summary to its moment, and back", async () => {
    const store = waiting();
    store.playback.past = [
      { event: event("turn began", { number: 1, side: 1, text: "their turn" }), position: position([piece(0, 4)]), dice: null, trail: null, time: 0 },
      { event: event("moved", { number: 2, piece: 0, text: "A1 moves" }), position: position([piece(0, 5)]), dice: null, trail: null, time: 0 },
      { event: event("moved", { number: 3, piece: 0, text: "A1 moves on" }), position: position([piece(0, 6)]), dice: null, trail: null, time: 0 },
    ];
    store.told.prompt = prompt("turn", []);
    store.told.summary = [{ event: 2, text: "A1 has moved" }];
    store.playback.lookAt(2);
    render(TurnPanel, { store });
    expect(document.body.textContent).toContain("Looking back");
    expect(store.playback.shown?.pieces[0]?.square).toBe(5);
    expect(store.decision.mineNow).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: /Back to now/ }));
    expect(store.playback.shown?.pieces[0]?.square).toBe(4);
    expect(store.decision.mineNow).not.toBeNull();
  });
});
