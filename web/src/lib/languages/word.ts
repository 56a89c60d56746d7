/**
 * Marks words that are translated where they are shown: `const NAMES = { a: word("Red and blue") }`, later `t(NAMES.a)`.
 * `word("Delete", "key")` is shown by `t(NAME, { context: "key" })`. A constant is made once, so it cannot hold words of a language that may change.
 */
export const word = <Key extends string>(key: Key, _context = ""): Key => key;
