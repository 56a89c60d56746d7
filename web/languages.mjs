// What the catalogues lack and which words bypass them, for whoever translates:
//   node languages.mjs                 everything that is wrong, a line each
//   node languages.mjs keys            every key that the pages use, as JSON
//   node languages.mjs missing de      the keys that German lacks, as JSON to be filled in
//   ... src/lib/league src/pages/Home  only what these files use
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { bypassesOf, usesOf } from "./src/lib/languages/checking/collect.ts";
import { englishFaults, faults, wanted } from "./src/lib/languages/checking/compare.ts";
import { excepted } from "./src/lib/languages/checking/exceptions.ts";

const here = import.meta.dirname;
const CATALOGUES = join(here, "src/lib/languages");
const args = process.argv.slice(2);
const scopes = args.filter((arg) => arg.startsWith("src/"));
const words = args.filter((arg) => !arg.startsWith("src/"));

const files = readdirSync(join(here, "src"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(svelte|ts)$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
  .map((entry) => relative(here, join(entry.parentPath, entry.name)))
  .filter((path) => !path.startsWith("src/lib/languages/checking") && !path.endsWith("/wire.ts") && (!scopes.length || scopes.some((scope) => path.startsWith(scope))));
const sources = files.map((path) => [path, readFileSync(join(here, path), "utf8")]);
const uses = sources.flatMap(([path, source]) => usesOf(path, source));

function catalogues(language) {
  const folder = join(CATALOGUES, language);
  return Object.fromEntries(readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(join(folder, name), "utf8"))]));
}

if (words[0] === "keys") {
  console.log(JSON.stringify([...wanted(uses).keys()], null, 2));
} else if (words[0] === "missing") {
  const all = Object.assign({}, ...Object.values(catalogues(words[1])));
  const missing = words[1] === "en" ? [...wanted(uses)].filter(([key, use]) => use.counted && key.endsWith("_one")).map(([key]) => key) : [...wanted(uses).keys()];
  console.log(JSON.stringify(Object.fromEntries(missing.filter((key) => !all[key]).map((key) => [key, ""])), null, 2));
} else {
  const languages = readdirSync(CATALOGUES, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== "checking").map((entry) => entry.name);
  const scoped = (line) => !scopes.length || !line.includes("no page uses");
  for (const language of languages) {
    const found = language === "en" ? englishFaults(catalogues("en"), uses) : faults(language, catalogues(language), uses);
    for (const line of found.filter(scoped)) console.log(line);
  }
  for (const [path, source] of sources) {
    for (const found of bypassesOf(path, source)) {
      if (!excepted(path, found.words)) console.log(`${path}:${found.line}: bypasses the catalogues: ${JSON.stringify(found.words)}`);
    }
  }
}
