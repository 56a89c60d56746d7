import { describe, expect, it } from "vitest";
import { bypassesOf, usesOf } from "./collect";
import { englishFaults, faults } from "./compare";

const keys = (source: string, file = "A.svelte"): string[] => usesOf(file, source).map((use) => use.key);
const bypasses = (source: string, file = "A.svelte"): string[] => bypassesOf(file, source).map((found) => found.words);

describe("keys", () => {
  it("are found in templates, attributes, scripts and constants", () => {
    const page = `<script lang="ts">const name = word("Red"); const said = $derived(t("Blue {{n}}", { n: 1 }));</script>
      <p title={t("Title")}>{t("Body")} {#if odd}{t(odd ? "Odd" : "Even")}{/if}</p>`;
    expect(keys(page).sort()).toEqual(["Blue {{n}}", "Body", "Even", "Odd", "Red", "Title"]);
    expect(keys(`export const say = (): string => t("Said");`, "a.ts")).toEqual(["Said"]);
  });
  it("know whether they count, and their context", () => {
    expect(usesOf("a.ts", `t("{{count}} players", { count: 2 })`)[0]).toMatchObject({ key: "{{count}} players", counted: true });
    expect(keys(`t("Block", { context: "verb" })`, "a.ts")).toEqual(["Block_verb"]);
  });
});

describe("words that bypass the catalogues", () => {
  it("are found as text, in attributes that people read, and in both ends of a choice", () => {
    expect(bypasses(`<p class="soft" title="Hello">Plain {yes ? "Yes" : "No"} {count > 1 && \`\${count} times\`}</p>`)).toEqual(["Hello", "Plain", "Yes", "No", "times"]);
    expect(bypasses(`<script lang="ts">let said = "Two words";</script>`)).toEqual(["Two words"]);
    expect(bypasses("const said = `${name} wins the match`;", "a.ts")).toEqual(["$ wins the match"]);
  });
  it("are found in lists, constants, calls and what components and snippets are given", () => {
    expect(bypasses(`{#each ["One thing", "Two things"] as each}{each}{/each}`)).toEqual(["One thing", "Two things"]);
    expect(bypasses(`<script lang="ts"></script>{#each ["yes", "no"] as const as answer}<button title={t(answer)}>{answer}</button>{/each}`)).toEqual(["yes", "no"]);
    expect(bypasses(`{#each ["yes", "no"] as answer}<i data-of={answer}>{t(answer)}</i>{/each}`)).toEqual([]);
    expect(bypasses(`{#if a}{@const said = "Three little words"}{said}{/if}`)).toEqual(["Three little words"]);
    expect(bypasses(`<p>{format("Four more words here")}</p>`)).toEqual(["Four more words here"]);
    expect(bypasses(`<Panel note="Nobody has seen this" extra={["Nor this one"]} />`)).toEqual(["Nobody has seen this", "Nor this one"]);
    expect(bypasses(`{@render row("Some more words")}`)).toEqual(["Some more words"]);
  });
  it("are none where words are translated, or where nobody reads them", () => {
    expect(bypasses(`<script lang="ts">let id = "two-words"; import a from "some where";</script><p class="two words">{t("Plain")} 3 &times; {name}</p>`)).toEqual([]);
  });
});

describe("a catalogue", () => {
  const uses = usesOf("a.ts", `t("Go, {{name}}"); t("{{count}} dice", { count })`);
  const good = { "Go, {{name}}": "Los, {{name}}", "{{count}} dice_one": "ein Würfel", "{{count}} dice_other": "{{count}} Würfel" };
  it("is right when it says all of it", () => {
    expect(faults("de", { "play.json": good }, uses)).toEqual([]);
    expect(englishFaults({ "play.json": { "{{count}} dice_one": "{{count}} die" } }, uses)).toEqual([]);
  });
  it("is wrong when something is missing, left over, or lost its placeholder", () => {
    expect(faults("de", { "play.json": { ...good, "{{count}} dice_one": "" } }, uses)).toHaveLength(1);
    expect(faults("de", { "play.json": { ...good, Stop: "Halt" } }, uses)).toHaveLength(1);
    expect(faults("de", { "play.json": { ...good, "Go, {{name}}": "Los, {{nam}}" } }, uses)).toHaveLength(1);
    expect(faults("de", { "play.json": { ...good, "{{count}} dice_other": "viele Würfel" } }, uses)).toHaveLength(1);
    expect(faults("de", { "play.json": good, "club.json": { "Go, {{name}}": "Auf, {{name}}" } }, uses)).toHaveLength(1);
    expect(englishFaults({ "play.json": {} }, uses)).toHaveLength(1);
  });
});
