import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { describe, expect, it, vi } from "vitest";
import type { EditionOption } from "../wire";
import Field from "./Field.svelte";
import { joined, keyOf, valuesOf, written } from "./profiles";

const option: EditionOption = {
  key: "own_monsters",
  name: "Monsters of your own",
  default: "none",
  kind: "words",
  text: "Such as wyvern:ma6:slash2:huge.",
  group: "",
  choices: ["none"],
  needs: [],
  conflicts: [],
  module: "",
  is_built: true,
  choice_texts: [],
  parts: [
    { key: "ma", name: "MA", least: 1, most: 10 },
    { key: "slash", name: "Slash", least: 0, most: 9 },
    { key: "huge", name: "Huge", least: 0, most: 0 },
  ],
};

describe("profiles of the coaches' own", () => {
  it("are a name and the parts that were given, in the order of the server", () => {
    expect(keyOf("  Old Wyvern! ")).toBe("old-wyvern");
    expect(written(option.parts, "Wyvern", { huge: "on", ma: "6", slash: "2" })).toBe("wyvern:ma6:slash2:huge");
    expect(written(option.parts, "Roc", { ma: "8", slash: "0", huge: "" })).toBe("roc:ma8");
  });
  it("are joined, and none of them is the default", () => {
    expect(valuesOf(option, "none")).toEqual([]);
    expect(valuesOf(option, "a:ma1+b:ma2")).toEqual(["a:ma1", "b:ma2"]);
    expect(joined(option, [])).toBe("none");
    expect(joined(option, ["a:ma1", "b:ma2"])).toBe("a:ma1+b:ma2");
  });
  it("are put together in a form and taken away again", async () => {
    const onset = vi.fn();
    render(Field, { props: { option, value: "roc:ma8:slash1", onset } });
    const type = (part: string, text: string): void => {
      const field = document.querySelector<HTMLInputElement>(`[data-part=${part}]`)!;
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const add = document.querySelector<HTMLButtonElement>("[data-add=own_monsters]")!;
    expect(add.disabled).toBe(true);
    type("name", "Wyvern");
    type("ma", "6");
    type("slash", "2");
    document.querySelector<HTMLInputElement>("[data-part=huge]")!.click();
    await tick();
    add.click();
    expect(onset).toHaveBeenLastCalledWith("roc:ma8:slash1+wyvern:ma6:slash2:huge");
    screen.getByRole("button", { name: "Remove roc", hidden: true }).click();
    expect(onset).toHaveBeenLastCalledWith("none");
  });
});
