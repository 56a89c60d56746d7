"""The pseudo-language: English that can still be read, but in which every letter that can have an accent has one. A
text is in brackets and 40 % longer, so a page shows what is clipped, and a word without an accent is one that has got
past the catalogue."""

from __future__ import annotations

import re
from typing import Final

PLAIN: Final = "aceinosuyzACEINOSUYZ"
ACCENTS: Final = str.maketrans(PLAIN, "áçéíñóšúýžÁÇÉÍÑÓŠÚÝŽ")
LONGER: Final = 0.4
HOLES: Final = re.compile(r"(\{[^{}]*\})")  # placeholders, which stay as they are


def pseudo(text: str) -> str:
    """An English text in the pseudo-language."""
    if not text:
        return text
    parts = HOLES.split(text)
    letters = sum(len(part) for part in parts[::2])
    told = "".join(part if number % 2 else part.translate(ACCENTS) for number, part in enumerate(parts))
    return f"⟦{told}{'·' * round(letters * LONGER)}⟧"
