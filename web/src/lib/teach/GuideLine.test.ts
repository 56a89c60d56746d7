import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { option, piece, position, prompt } from "../match/fixtures";
import { MatchStore } from "../match/store.svelte";
import { settings } from "../settings.svelte";
import type { Prompt, Subject } from "../wire";
import GuideLine from "./GuideLine.svelte";
import { forgetShown, learnt } from "./memory.svelte";

const CHEST: Subject = { id: "chest", title: "Chests", text: "One holds the ball." };
const BLOCK: Subject = { id: "block", title: "A block", text: "Strike." };

function storeWith(more: Partial<Prompt>): MatchStore {
  const store = new MatchStore("m", "t");
  store.playback.shown = position([piece(0, 4)]);
  store.told.mine = [0];
  store.told.prompt = prompt("turn", [option("1")], { goal: { text: "Find the ball.", squares: [3] }, ...more });
  store.playback.busy = false;
  return store;
}

describe("the guide", () => {
  beforeEach(() => {
    settings.guide = true;
    forgetShown();
  });

  it("says the goal and one thing at a time, each once", async () => {
    const store = storeWith({ number: 1, teaches: [CHEST, BLOCK] });
    render(GuideLine, { store });
    expect(screen.getByText("Find the ball.")).toBeTruthy();
    expect(screen.getByText("Chests.")).toBeTruthy();
    expect(screen.queryByText("A block.")).toBeNull();
    store.told.prompt = { ...store.told.prompt!, number: 2 };
    await tick();
    await tick();
    expect(screen.queryByText("Chests.")).toBeNull();
    expect(screen.getByText("A block.")).toBeTruthy();
    expect(learnt.shown).toEqual(["chest"]);
    await fireEvent.click(screen.getByRole("button", { name: "Got it" }));
    expect(learnt.shown).toEqual(["chest", "block"]);
  });

  it("leaves the room to a question in the midst of a deed", async () => {
    const store = storeWith({ kind: "push" });
    render(GuideLine, { store });
    expect(screen.queryByText("Find the ball.")).toBeNull();
  });

  it("is switched off, and stays off", async () => {
    const store = storeWith({ teaches: [CHEST] });
    render(GuideLine, { store });
    await fireEvent.click(screen.getByRole("button", { name: "Switch the guide off" }));
    expect(screen.queryByText("Find the ball.")).toBeNull();
    expect(settings.guide).toBe(false);
  });

  it("shows a task in place of the goal, with its verdict", async () => {
    const store = storeWith({ teaches: [] });
    store.told.task = { exercise: "daily:x", title: "Hand it on", goal: "Score.", within: "activation", next: "" };
    store.told.verdict = { state: "open", text: "" };
    render(GuideLine, { store });
    expect(screen.getByText("Hand it on.")).toBeTruthy();
    expect(screen.queryByText("Find the ball.")).toBeNull();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    store.told.verdict = { state: "failed", text: "Too slow." };
    await tick();
    expect(screen.getByText(/Too slow/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
    store.told.verdict = { state: "done", text: "Well." };
    await tick();
    expect(learnt.done).toContain("daily:x");
    await fireEvent.click(screen.getByRole("button", { name: /Share/ }));
    expect((screen.getByLabelText("The link of this puzzle") as HTMLInputElement).value).toContain("/puzzle/x");
  });
});
