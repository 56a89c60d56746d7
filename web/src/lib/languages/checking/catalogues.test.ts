import { describe, expect, it } from "vitest";
import { bypassesOf, usesOf } from "./collect";
import { type Catalogues, englishFaults, faults } from "./compare";
import { excepted } from "./exceptions";

const SOURCES = import.meta.glob<string>(["/src/**/*.svelte", "/src/**/*.ts", "!/src/**/*.test.ts", "!/src/lib/languages/checking/**", "!/src/lib/wire.ts", "!/src/lib/league/wire.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const WORDS = import.meta.glob<Record<string, string>>("/src/lib/languages/*/*.json", { import: "default", eager: true });

function catalogues(language: string): Catalogues {
  return Object.fromEntries(Object.entries(WORDS).filter(([path]) => path.includes(`/${language}/`)).map(([path, words]) => [path.split("/").at(-1)!, words]));
}

const uses = Object.entries(SOURCES).flatMap(([file, source]) => usesOf(file, source));

describe("the catalogues", () => {
  it("are read from every page", () => {
    expect(Object.keys(SOURCES).length).toBeGreaterThan(200);
    expect(uses.length).toBeGreaterThan(500);
  });
  it.each(["de", "fr", "es"])("say everything in %s that the pages ask for, and nothing else", (language) => {
    expect(faults(language, catalogues(language), uses)).toEqual([]);
  });
  it("have every singular in English", () => {
    expect(englishFaults(catalogues("en"), uses)).toEqual([]);
  });
  it("are bypassed by no word that people read", () => {
    const found = Object.entries(SOURCES).flatMap(([file, source]) => bypassesOf(file, source));
    expect(found.filter(({ file, words }) => !excepted(file, words)).map(({ file, line, words }) => `${file}:${line}: ${words}`)).toEqual([]);
  }, 120_000); // it reads every page again
});
