import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { speak } from "./languages";
import { complaint, speakOfFields } from "./validity";

let deaf = (): void => undefined;

beforeEach(() => (deaf = speakOfFields(document)));
afterEach(async () => {
  deaf();
  document.body.innerHTML = "";
  await speak("en");
});

function form(html: string): HTMLInputElement[] {
  document.body.innerHTML = `<form>${html}</form>`;
  return [...document.querySelectorAll("input")];
}

describe("what is wrong with a field", () => {
  it("is said in the language of the page", async () => {
    const [name, mail, day] = form('<input required><input type="email" value="ada"><input type="date" min="2026-11-19" value="2026-11-01">');
    expect(name!.checkValidity()).toBe(false);
    expect(name!.validationMessage).toBe("Fill this in, please.");
    await speak("de");
    for (const field of [name, mail, day]) expect(field!.checkValidity()).toBe(false);
    expect(name!.validationMessage).toBe("Bitte fülle das aus.");
    expect(mail!.validationMessage).toContain("ganze Mailadresse");
    expect(day!.validationMessage).toBe("Wähle den 19.11.2026 oder einen späteren Tag.");
  });
  it("names the limits of a number", () => {
    const [few, many] = form('<input type="number" min="10" value="3"><input type="number" max="1440" value="2000">');
    expect([few, many].map((field) => complaint(field!))).toEqual(["10 or more is expected.", "1,440 or less is expected."]);
  });
  it("is forgotten as soon as anything in its form changes", () => {
    const [first, last] = form('<input type="date" value="2026-11-20"><input type="date" min="2026-11-20" value="2026-11-19">');
    expect(last!.checkValidity()).toBe(false);
    last!.min = "2026-11-18"; // which a page takes from the first day
    first!.dispatchEvent(new Event("input", { bubbles: true }));
    expect(last!.checkValidity()).toBe(true);
    expect(last!.validationMessage).toBe("");
  });
});
