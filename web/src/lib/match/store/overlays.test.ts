import { describe, expect, it } from "vitest";
import type { ClientMessage } from "../../wire";
import { Overlays } from "./overlays.svelte";
import type { Playback } from "./playback.svelte";
import type { Told } from "./told.svelte";
import type { Voice } from "./voice.svelte";

/** Which side's reach is asked for, by somebody who decides for `mine` while `active` has the turn. */
function asked(mine: number[], active: number, sides = 2): number[] {
  const sent: ClientMessage[] = [];
  const told = { mine } as unknown as Told;
  const playback = { shown: { active, sides: Array.from({ length: sides }, (_, side) => ({ side })) } } as unknown as Playback;
  const overlays = new Overlays(told, playback, {} as Voice, (message) => sent.push(message) > 0, () => null);
  for (let opponent = 1; opponent < sides; opponent += 1) overlays.set("reach");
  return sent.map((message) => (message.type === "overlay" ? (message.side ?? -1) : -1));
}

describe("the reach of the opponent", () => {
  it("is that of the other side, whoever has the turn", () => {
    expect([asked([0], 0), asked([0], 1), asked([1], 0), asked([1], 1)]).toEqual([[1], [1], [0], [0]]);
  });
  it("is the other side's for coaches at one screen, too: that of whoever does not have the turn", () => {
    expect([asked([0, 1], 0), asked([0, 1], 1)]).toEqual([[1], [0]]);
    expect(asked([0, 1, 2], 1, 3)).toEqual([0, 2]);
  });
  it("is for spectators the reach of whoever does not have the turn", () => {
    expect([asked([], 0), asked([], 1)]).toEqual([[1], [0]]);
  });
});
