"""One chapter of the rulebook per file. Chapters refer to each other as modules, as chapters do."""
