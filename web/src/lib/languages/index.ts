export { dateWords, dayWords, listWords, numberWords } from "./format";
export { LANGUAGES, type Language, PSEUDO } from "./known";
export { choose, firstLanguage, language, onLanguage, speak, t, type Values } from "./language.svelte";
export { word } from "./word";
