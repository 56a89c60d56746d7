import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import ActionStrip from "./ActionStrip.svelte";
import { card, option, piece, position, prompt } from "./fixtures";
import { MatchStore } from "./store.svelte";

const stop = option("stop", { kind: "stop", group: "Stop", label: "Done with #1", key: "s" });
const chest = option("open", { kind: "open", group: "Open chest", label: "Open chest", key: "o", square: 5, outcomes: [{ text: "the ball", odds: 1 / 6, square: null }] });

function storeWith(options: ReturnType<typeof option>[], more: Parameters<typeof prompt>[2] = {}): MatchStore {
  const store = new MatchStore("m", "t");
  store.playback.shown = position([piece(0, 4), piece(1, 6)]);
  store.told.setup = { sides: [], players: [card(0, "A1 Ann"), card(1, "A2 Bo")], board: { squares: [] } } as never;
  store.told.mine = [0];
  store.told.prompt = prompt("act", options, { piece: 0, ...more });
  store.hand.selected = 0;
  return store;
}

describe("the strip of actions", () => {
  it("has the deeds first, each with its key and its chances, and the end of the activation last", async () => {
    const store = storeWith([stop, chest]);
    const choose = vi.spyOn(store.decision, "choose").mockImplementation(() => undefined);
    render(ActionStrip, { store, wide: true });
    const [first, last] = screen.getAllByRole("button");
    expect(first!.textContent).toMatch(/o\s*Open chest\s*the ball 17%/);
    expect(last!.textContent).toContain("Done with #1");
    await fireEvent.click(first!);
    expect(choose).toHaveBeenCalledWith(chest);
  });

  it("greys what is not possible, and says why", async () => {
    const store = storeWith([stop], { refused: [{ group: "Blitz", label: "Blitz", reason: "that action has been used", rule: "", key: "b", piece: null }] });
    render(ActionStrip, { store, wide: true });
    await fireEvent.click(screen.getByRole("button", { name: "Blitz, not now: that action has been used" }));
    expect(store.voice.refusal).toBe("that action has been used");
  });

  it("asks which of several things is meant", async () => {
    const store = storeWith([stop, chest]);
    const shove = option("shove", { kind: "shove", group: "Shove", label: "Shove the chest", square: 5 } as never);
    store.hand.which = { square: 5, options: [chest, shove] };
    const choose = vi.spyOn(store.decision, "choose").mockImplementation(() => undefined);
    render(ActionStrip, { store, wide: true });
    await fireEvent.click(screen.getByRole("button", { name: /Shove the chest/ }));
    expect(choose).toHaveBeenCalledWith(shove);
    expect(store.hand.which).toBeNull();
  });
});
