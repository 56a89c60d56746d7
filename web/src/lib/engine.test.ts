import { expect, it } from "vitest";
import { engineWords } from "./engine";

it("says how the engine runs", () => {
  expect(engineWords({ state: "compiled", percent: 100, why: "" })).toBe("Engine compiled");
  expect(engineWords({ state: "compiling", percent: 40, why: "" })).toBe("Engine compiling, 40 %");
  expect(engineWords({ state: "interpreted", percent: 0, why: "no working C compiler" })).toBe("Engine interpreted: no working C compiler");
  expect(engineWords({ state: "interpreted", percent: 0, why: "" })).toBe("Engine interpreted");
});
