import { afterEach, expect, it } from "vitest";
import { computerWords, isComputer } from "./computers";
import { speak } from "./languages";

afterEach(() => speak("en"));

it("a seat of the computer is called by its level, in the language of the page", async () => {
  expect([isComputer("bot:easy"), isComputer("person")]).toEqual([true, false]);
  expect(computerWords("bot:easy")).toBe("Computer, easy");
  await speak("fr");
  expect(computerWords("bot:easy")).toBe("Ordinateur, facile");
  expect(computerWords("bot:my_bot.py")).toBe("Ordinateur, my_bot.py");
});
