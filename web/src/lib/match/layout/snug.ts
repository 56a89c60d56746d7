/**
 * Makes what lies in a place of fixed height smaller until nothing of it has to be scrolled to: `data-snug` is 0 where all fits,
 * 1 for small buttons, 2 to leave out what only explains. What each means is said in the styles of the layout.
 * Measured, because how many lines a choice takes depends on names, odds and the fonts of the machine.
 */
import type { Action } from "svelte/action";

const TIGHTEST = 2;
const SLACK = 2; // pixels that rounding may add

function fit(place: HTMLElement): void {
  for (let level = 0; level <= TIGHTEST; level++) {
    place.dataset.snug = String(level);
    if (place.scrollHeight - place.clientHeight <= SLACK) return;
  }
}

export const snug: Action<HTMLElement> = (place) => {
  const again = () => fit(place);
  const words = new MutationObserver(again);
  words.observe(place, { childList: true, characterData: true, subtree: true });
  const size = new ResizeObserver(again);
  size.observe(place);
  again();
  return {
    destroy() {
      words.disconnect();
      size.disconnect();
    },
  };
};
