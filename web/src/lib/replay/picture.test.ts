import { expect, it } from "vitest";
import { seen } from "./picture";

const area = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

it("shows the part of the board where something is", () => {
  expect(seen(area(10, 50, 800, 600), area(110, 200, 300, 250))).toEqual(area(100, 150, 300, 250));
  expect(seen(area(10, 50, 800, 600), area(-500, -500, 5000, 5000))).toEqual(area(0, 0, 800, 600));
  expect(seen(area(10, 50, 800, 600), area(900, 900, 30, 30))).toEqual(area(0, 0, 800, 600));
});
