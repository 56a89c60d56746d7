/** A picture of a moment of a replay, and a short clip of an activation: both are made from the board that is shown. */

import { tick } from "svelte";
import { type Frame, gif } from "./gif";
import { type Area, type Caption, frameOf, pageStyles, photograph } from "./picture";
import type { ReplayStore } from "./store.svelte";

const WIDEST_PICTURE = 1600;
const WIDEST_CLIP = 640;
const BEAT = 45; // hundredths of a second for a step
const LAST_LOOK = 250;

export function captionOf(store: ReplayStore): Caption {
  const sides = store.view?.setup.sides ?? [];
  const score = store.shown?.sides.map((side) => `${sides[side.side]?.name ?? ""} ${side.score}`).join("  :  ") ?? "";
  return { title: score, text: [store.shown?.turn_text, store.step?.label].filter(Boolean).join("  ·  ") };
}

/** The board as it is now, with nothing moving on it any more. */
async function settled(board: () => SVGSVGElement | null): Promise<SVGSVGElement> {
  await tick();
  const drawing = board();
  if (!drawing) throw new Error("There is no board to take a picture of.");
  for (const animation of drawing.getAnimations?.({ subtree: true }) ?? []) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
  return drawing;
}

export async function pictureOf(store: ReplayStore, board: () => SVGSVGElement | null): Promise<Blob> {
  const canvas = await photograph(await settled(board), captionOf(store), WIDEST_PICTURE);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("The picture could not be made."))), "image/png"));
}

/** A clip of these steps. The replay goes through them while it is filmed, and returns to where it was. */
export async function clipOf(
  store: ReplayStore,
  steps: readonly number[],
  board: () => SVGSVGElement | null,
  onframe: (done: number) => void,
): Promise<Blob> {
  const before = store.at;
  const styles = pageStyles();
  const frames: Frame[] = [];
  let area: Area | undefined;
  try {
    for (const [index, step] of steps.entries()) {
      await store.go(step);
      const drawing = await settled(board);
      area ??= frameOf(drawing);
      const canvas = await photograph(drawing, captionOf(store), WIDEST_CLIP, area, styles);
      const pen = canvas.getContext("2d")!;
      const { data, width, height } = pen.getImageData(0, 0, canvas.width, canvas.height);
      frames.push({ data, width, height, delay: index === steps.length - 1 ? LAST_LOOK : BEAT });
      onframe(index + 1);
      await new Promise((done) => setTimeout(done)); // the page stays alive
    }
  } finally {
    await store.go(before);
  }
  return new Blob([gif(frames)], { type: "image/gif" });
}
