import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { request } from "../api";
import SettingsForm from "../components/SettingsForm.svelte";
import { settings } from "../settings.svelte";
import { withAllForms } from "./catalogues";
import { choose, dateWords, firstLanguage, language, listWords, numberWords, onLanguage, speak, t } from ".";
import { spoken } from "./known";
import { pseudo } from "./pseudo";
import { partsOf } from "./Rich.svelte";

afterEach(async () => {
  vi.unstubAllGlobals();
  settings.language = "";
  await speak("en");
});

describe("the language", () => {
  it("is what the address asks for, else what was chosen, else what the browser prefers", () => {
    expect(firstLanguage("?language=fr", ["de-AT"])).toBe("fr");
    expect(firstLanguage("?language=klingon", ["pl", "de-AT", "es"])).toBe("de");
    expect(firstLanguage("", ["pl"])).toBe("en");
    settings.language = "es";
    expect(firstLanguage("", ["de"])).toBe("es");
    expect(spoken(["", null, undefined])).toBe("en");
  });
  it("is kept, written onto the page, and told to whoever listens", async () => {
    const told: string[] = [];
    const deaf = onLanguage((code) => told.push(code));
    await choose("de");
    deaf();
    expect([language.code, settings.language, document.documentElement.lang, told]).toEqual(["de", "de", "de", ["de"]]);
  });
  it("goes with every request", async () => {
    await speak("fr");
    const asked = vi.fn(async (_address: string, _how: RequestInit) => new Response("null"));
    vi.stubGlobal("fetch", asked);
    await request("GET", "/options");
    expect(asked.mock.calls[0]![1].headers).toMatchObject({ "accept-language": "fr" });
  });
  it("changes a page that is open", async () => {
    vi.stubGlobal("fetch", async () => new Response("null"));
    render(SettingsForm);
    expect(screen.getByText("Language")).toBeTruthy();
    await speak("de");
    await tick();
    expect(screen.getByText("Sprache")).toBeTruthy();
    expect(screen.queryByText("Language")).toBeNull();
  });
});

describe("words", () => {
  it("are the key where a language has none", async () => {
    await speak("de");
    expect(t("No catalogue has this: {{name}}.", { name: "<b>" })).toBe("No catalogue has this: <b>.");
  });
  it("have every form of the plural that a language counts with", () => {
    expect(withAllForms({ "{{count}} dice_one": "dé", "{{count}} dice_other": "dés" }, "fr")["{{count}} dice_many"]).toBe("dés");
  });
  it("are numbers, days and lists too", async () => {
    const day = new Date(2026, 10, 18);
    expect([numberWords(1234.5), dateWords(day, { day: "numeric", month: "long" }), listWords(["a", "b", "c"])]).toEqual(["1,234.5", "18 November", "a, b and c"]);
    await speak("de");
    expect([numberWords(1234.5), dateWords(day, { day: "numeric", month: "long" }), listWords(["a", "b", "c"])]).toEqual(["1.234,5", "18. November", "a, b und c"]);
  });
  it("are longer, marked and in brackets in the pseudo-language; what is filled in stays", async () => {
    expect(pseudo("Play <b>now</b>, {{name}}")).toMatch(/^\[Þļåý <b>ñöŵ<\/b>, \{\{name\}\}~+\]$/);
    await speak("xx");
    expect(t("Play now, {{name}}", { name: "Ada" })).toMatch(/^\[Þļåý ñöŵ, Ada~+\]$/);
    expect(language.locale).toBe("en");
  });
  it("can hold marks", () => {
    expect(partsOf("Press <kbd>M</kbd>.")).toEqual([{ tag: "", words: "Press " }, { tag: "kbd", words: "M" }, { tag: "", words: "." }]);
  });
  it("hold no marks that somebody has typed", () => {
    const typed = "A</league> <b>big</b> {{name}} $t(x)";
    const text = t("You are invited to <league>{{league}}</league> as {{role}}.", { league: typed, role: "coach" });
    expect(partsOf(text)).toEqual([
      { tag: "", words: "You are invited to " },
      { tag: "league", words: typed },
      { tag: "", words: " as coach." },
    ]);
  });
});
