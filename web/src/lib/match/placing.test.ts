import { expect, it } from "vitest";
import { bestPlace } from "./placing";

const room = { width: 800, height: 500 };
const menu = { width: 200, height: 80 };

it("hangs above a player where nothing is in the way", () => {
  const place = bestPlace({ left: 400, top: 250, unit: 40 }, menu, room, []);
  expect(place).toEqual({ left: 320, top: 160 });
});

it("goes where it hides fewer squares", () => {
  const above = Array.from({ length: 8 }, (_, i) => ({ left: 340 + 20 * i, top: 200 }));
  const place = bestPlace({ left: 400, top: 250, unit: 40 }, menu, room, above);
  expect(place.top).toBeGreaterThan(250);
});

it("stays inside the board", () => {
  for (const spot of [{ left: 0, top: 0, unit: 20 }, { left: 780, top: 480, unit: 20 }]) {
    const place = bestPlace(spot, menu, room, []);
    expect(place.left).toBeGreaterThanOrEqual(6);
    expect(place.top).toBeGreaterThanOrEqual(6);
    expect(place.left + menu.width).toBeLessThanOrEqual(room.width);
    expect(place.top + menu.height).toBeLessThanOrEqual(room.height);
  }
});
