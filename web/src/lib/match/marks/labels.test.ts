import { describe, expect, it } from "vitest";
import { labelLines } from "./labels";

describe("the label of a square", () => {
  it("has one number, or two in two lines", () => {
    expect(labelLines("")).toEqual([]);
    expect(labelLines("3+")).toEqual(["3+"]);
    expect(labelLines("2+, 3+")).toEqual(["2+", "3+"]);
  });

  it("has the chance of all where there are more than two", () => {
    expect(labelLines("2+, 3+, 4+", 0.28)).toEqual(["28%"]);
    expect(labelLines("2+, 3+, 4+")).toEqual(["2+", "…"]);
  });
});
