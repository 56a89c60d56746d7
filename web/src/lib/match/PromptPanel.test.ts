import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../settings.svelte";
import type { PromptKind } from "../wire";
import { card, option, piece, position, prompt } from "./fixtures";
import PromptPanel from "./PromptPanel.svelte";
import { MatchStore } from "./store.svelte";

function storeWith(kind: PromptKind, options: ReturnType<typeof option>[], more: Parameters<typeof prompt>[2] = {}): MatchStore {
  const store = new MatchStore("m", "t");
  store.playback.shown = position([piece(0, 4), piece(1, null)]);
  store.told.setup = { sides: [], players: [card(0, "A1 Ann"), card(1, "A2 Bo")], board: { squares: [] } } as never;
  store.told.mine = [0];
  store.told.prompt = prompt(kind, options, more);
  store.playback.busy = false;
  return store;
}

describe("the panel of a decision", () => {
  beforeEach(() => {
    settings.helper = true;
  });

  it("names a skill with what it does, and takes always or never for an answer", async () => {
    const options = [option("1", { label: "Use Dodge", group: "Use", key: "y" }), option("2", { label: "Do not", group: "Do not", key: "n" })];
    const store = storeWith("skill", options, { title: "Use Dodge?", help: "Rolls again.", skill: { name: "Dodge", text: "Rolls again." } });
    const choose = vi.spyOn(store.decision, "choose").mockImplementation(() => undefined);
    const auto = vi.spyOn(store.room, "setAuto").mockImplementation(() => undefined);
    render(PromptPanel, { store, wide: true });
    expect(document.body.textContent).toContain("Rolls again.");
    await fireEvent.click(screen.getByRole("button", { name: /Use Dodge/ }));
    expect(choose).toHaveBeenCalledWith(options[0]);
    await fireEvent.click(screen.getByRole("button", { name: "never" }));
    expect(auto).toHaveBeenCalledWith("Dodge", "never");
  });

  it("explains decisions until it is told not to", async () => {
    render(PromptPanel, { store: storeWith("choose", [option("1")], { help: "Words for a newcomer." }), wide: true });
    expect(screen.getByText("Words for a newcomer.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: /Do not explain/ }));
    expect(screen.queryByText("Words for a newcomer.")).toBeNull();
  });

  it("keeps those who can come on behind one button, so that a turn has room for its guide", () => {
    const coming = (count: number) => Array.from({ length: count }, (_, at) => option(String(at), { kind: "enter", label: `Bring on #${at + 7}`, group: "Bring on", key: "n", piece: at }));
    const { unmount } = render(PromptPanel, { store: storeWith("turn", coming(3)), wide: true });
    expect(screen.getAllByRole("button", { name: /Bring on/ })).toHaveLength(1);
    unmount();
    render(PromptPanel, { store: storeWith("turn", coming(2)), wide: true });
    expect(screen.getAllByRole("button", { name: /Bring on/ })).toHaveLength(2);
  });

  it("asks for a player first where options are pairs of a player and a square", async () => {
    const store = storeWith("deploy", [option("1", { piece: 0, square: 3 }), option("2", { piece: 1, square: 3 })]);
    render(PromptPanel, { store, wide: true });
    await fireEvent.click(screen.getByRole("button", { name: /A2 Bo/ }));
    expect(store.hand.selected).toBe(1);
    expect(store.hand.active.map((entry) => entry.id)).toEqual(["2"]);
  });

  it("can play a decision that has no kind of its own", async () => {
    const options = [option("1", { label: "Pull the lever" }), option("2", { label: "Leave it" })];
    const store = storeWith("choose", options);
    const choose = vi.spyOn(store.decision, "choose").mockImplementation(() => undefined);
    render(PromptPanel, { store, wide: true });
    await fireEvent.click(screen.getByRole("button", { name: /Leave it/ }));
    expect(choose).toHaveBeenCalledWith(options[1]);
  });

  it("shows a spectator who is asked, and nothing to click", () => {
    const store = storeWith("turn", [], { mine: false, title: "Howling Antlers takes its turn" });
    render(PromptPanel, { store, wide: true });
    expect(screen.getByText("Howling Antlers takes its turn")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Choose for me/ })).toBeNull();
  });
});
