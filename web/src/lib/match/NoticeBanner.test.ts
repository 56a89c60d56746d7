import { render } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import { Places } from "../board/places";
import { View } from "../board/view.svelte";
import { card, piece, position } from "./fixtures";
import NoticeBanner from "./NoticeBanner.svelte";
import { MatchStore } from "./store.svelte";

const ROWS = 10;

/** A board of ten squares below each other, of which all are seen. */
function screenOf(): { places: Places; view: View } {
  const view = new View();
  view.width = 40;
  view.height = 40 * ROWS;
  view.camera = { scale: 1, x: 0, y: 0 };
  const squares = Array.from({ length: ROWS }, (_, row): [number, number, number] => [0, row, 0]);
  return { places: new Places(squares as never, [card(0, "A1 Ann")]), view };
}

function shownAt(square: number | null): Element {
  const store = new MatchStore("m", "t");
  store.playback.shown = position([piece(0, square)]);
  store.playback.focus = 0;
  store.playback.notice = { kind: "ball", title: "The ball is found", text: "Ann has it", side: null, rule: "" } as never;
  return render(NoticeBanner, { store, screen: screenOf() as never }).container.querySelector("[data-notice]")!;
}

describe("a notice", () => {
  it("lies on the half of the board where it did not happen", () => {
    expect(shownAt(1).classList).toContain("low");
    expect(shownAt(8).classList).not.toContain("low");
    expect(shownAt(null).classList).not.toContain("low");
  });
});
