import { render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { card, event, piece } from "../match/fixtures";
import Die from "./Die.svelte";
import Log from "./Log.svelte";
import PlayerCard from "./PlayerCard.svelte";

// jsdom lays nothing out: nothing changes its size.
vi.stubGlobal("ResizeObserver", class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
});

describe("components", () => {
  it("a die says what it shows", () => {
    render(Die, { value: "pow", die: "block" });
    expect(screen.getByRole("img", { name: "Pow" })).toBeTruthy();
  });

  it("a card tells characteristics, skills and state", () => {
    render(PlayerCard, {
      card: card(0, "A1 Ann", { name: "Ann", characteristics: [{ label: "MA", value: "6", meaning: "" }, { label: "AG", value: "4", meaning: "" }], skills: [{ name: "Dodge", text: "Rolls a dodge again." }] }),
      piece: piece(0, 4, { status: "prone", holds: [0] }),
    });
    const text = document.body.textContent ?? "";
    for (const words of ["Ann", "MA", "6", "AG", "4", "Dodge", "Rolls a dodge again.", "prone", "has the ball"]) expect(text).toContain(words);
    expect(text, "as the edition prints them").not.toContain("4+");
  });

  it("the log says that lines are missing when some are, not when a walk has become one line", () => {
    const walk = [1, 2, 3].map((number) => event("moved", { number, piece: 0, what: "move", text: `A1 Ann moves ${number}` }));
    const missing = "Earlier lines are in the replay.";
    const { unmount } = render(Log, { props: { events: walk, players: [card(0, "A1 Ann")] } });
    expect(document.querySelectorAll(".log li")).toHaveLength(1);
    expect(screen.queryByText(missing)).toBeNull();
    unmount();
    render(Log, { props: { events: walk, players: [card(0, "A1 Ann")], most: 2 } });
    expect(screen.getByText(missing)).toBeTruthy();
  });

  it("the log shows text as text, and opens cards by name", () => {
    const onname = vi.fn();
    const events = [event("moved", { number: 1, text: "A1 Ann says <img src=x onerror=alert(1)>", rule: "O-MOVE-01" })];
    render(Log, { props: { events, players: [card(0, "A1 Ann")], onname } });
    expect(document.querySelector("img")).toBeNull();
    screen.getByRole("button", { name: "A1 Ann" }).click();
    expect(onname).toHaveBeenCalledWith(0);
    expect(screen.getByRole("button", { name: /Why\? Rule O-MOVE-01/ })).toBeTruthy();
  });
});
