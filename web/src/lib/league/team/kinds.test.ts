import { afterEach, describe, expect, it } from "vitest";
import { speak } from "../../languages";
import { kindsByName } from "./kinds";

afterEach(async () => void (await speak("en")));

describe("kinds of events of a team", () => {
  it("have names in the language of the page, and are sorted by them", async () => {
    expect(kindsByName(["died", "advanced", "fame"]).map((kind) => kind.name)).toEqual(["Advancements", "Deaths", "Fame"]);
    await speak("de");
    expect(kindsByName(["died", "advanced", "fame"])).toEqual([
      { id: "advanced", name: "Aufstiege" },
      { id: "fame", name: "Ruhm" },
      { id: "died", name: "Todesfälle" },
    ]);
  });

  it("that are new are shown as they are", () => {
    expect(kindsByName(["brand_new"])).toEqual([{ id: "brand_new", name: "brand new" }]);
  });
});
