import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import type { Advice, Hint } from "../wire";
import AdviceList from "./AdviceList.svelte";
import { adviceWords, estimate, risk } from "./advice";
import { option, prompt } from "./fixtures";
import { MatchStore } from "./store.svelte";

function advice(more: Partial<Advice> = {}): Advice {
  return { option: "1", then: [], kind: "walk", label: "A1 Ann moves", reason: "", odds: null, gain: null, chance: null, tries: 0, piece: null, target: null, square: null, path: [], ...more };
}

function storeWith(entries: Advice[], more: Partial<Hint> = {}): MatchStore {
  const store = new MatchStore("m", "t");
  store.told.mine = [0];
  store.told.number = 7;
  store.told.prompt = prompt("turn", [option("1"), option("2")], { number: 7 });
  store.advising.hint = { type: "hint", number: 7, option: entries[0]!.option, label: entries[0]!.label, advice: entries, searched: false, ...more };
  return store;
}

describe("words of advice", () => {
  it("tells the chance to win where things were tried out, else what is gained", () => {
    expect(estimate(advice({ chance: 0.613, gain: 0.2 }))).toBe("61% to win");
    expect(estimate(advice({ gain: 0.054 }))).toBe("+5% to win");
    expect(estimate(advice({ gain: -0.054 }))).toBe("−5% to win");
    expect(estimate(advice({ gain: 0.001 }))).toBe("about even");
    expect(estimate(advice())).toBe("");
  });
  it("tells a risk only where there is one", () => {
    expect(risk(advice({ odds: 1 }))).toBe("");
    expect(risk(advice({ odds: 0.83 }))).toBe("83% safe");
    expect(adviceWords(advice({ chance: 0.5, reason: "falls 11 %" }))).toBe("A1 Ann moves, 50% to win, falls 11%");
  });
});

describe("the list of advice", () => {
  const blitz = advice({ option: "1", then: ["5", "6"], kind: "blitz", label: "A1 Ann blitzes B2 Bo", reason: "2 dice of your choice", chance: 0.61, odds: 0.89 });
  const end = advice({ option: "2", label: "End turn" });

  it("shows what is pointed at on the board, and puts it away again", async () => {
    const store = storeWith([blitz, end]);
    render(AdviceList, { store });
    const first = screen.getByRole("button", { name: /^A1 Ann blitzes/ });
    expect(first.textContent).toContain("61% to win");
    await fireEvent.click(first);
    expect(store.advising.shown).toEqual(blitz);
    expect(first.getAttribute("aria-pressed")).toBe("true");
    await fireEvent.click(first);
    expect(store.advising.shown).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Put the advice away" }));
    expect(store.advising.hint).toBeNull();
  });

  it("does a whole plan with one order, and a single option as if it were clicked", async () => {
    const store = storeWith([blitz, end]);
    const order = vi.spyOn(store.decision, "order").mockImplementation(() => undefined);
    const choose = vi.spyOn(store.decision, "choose").mockImplementation(() => undefined);
    render(AdviceList, { store });
    await fireEvent.click(screen.getByRole("button", { name: /Do it: A1 Ann blitzes/ }));
    expect(order).toHaveBeenCalledWith({ type: "act", number: 7, option: "1", then: ["5", "6"] });
    await fireEvent.click(screen.getByRole("button", { name: /Do it: End turn/ }));
    expect(choose).toHaveBeenCalledWith(store.told.prompt!.options[1]);
  });

  it("says that it thinks", () => {
    const store = storeWith([end]);
    store.advising.hint = null;
    store.advising.hinting = true;
    render(AdviceList, { store });
    expect(screen.getByRole("status").textContent).toContain("thinks");
  });
});
