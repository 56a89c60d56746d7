"""The languages there are, and which of them somebody gets who asks for some."""

from __future__ import annotations

from typing import Final, NamedTuple


class Language(NamedTuple):
    """A language by its code, and by the name it has in itself."""

    code: str
    name: str


ENGLISH: Final = "en"
PSEUDO: Final = "xx"  # made by `pseudo.py` from English, for tests: understood, but not offered
LANGUAGES: Final = (
    Language(ENGLISH, "English"),
    Language("de", "Deutsch"),
    Language("fr", "Français"),
    Language("es", "Español"),
)
CODES: Final = frozenset((*(each.code for each in LANGUAGES), PSEUDO))
MOST_ASKED: Final = 20  # languages that a header may name; the rest is not read


def chosen(code: str) -> str:
    """The language of a code such as `de` or `de-AT`; English for one that nobody speaks here."""
    return first_part(code) if is_known(code) else ENGLISH


def is_known(code: str) -> bool:
    return first_part(code) in CODES


def first_part(code: str) -> str:
    return code.strip().replace("_", "-").partition("-")[0].lower()


def preferred(header: str) -> str:
    """The language for a header `Accept-Language`, such as `de-AT,de;q=0.9,en;q=0.5`: of those that are spoken here the
    one that is wanted most, the first of those wanted alike; English if it names none of them."""
    best, most = ENGLISH, 0.0
    for part in header.split(",")[:MOST_ASKED]:
        code, _, weight = part.partition(";")
        name = code.strip().partition("-")[0].lower()
        wanted = weight_of(weight)
        if name in CODES and wanted > most:
            best, most = name, wanted
    return best


def weight_of(text: str) -> float:
    """The weight `q=0.8` behind a language: 1 if there is none, 0 if it cannot be read."""
    if not text.strip():
        return 1.0
    name, _, number = text.partition("=")
    try:
        return min(1.0, max(0.0, float(number))) if name.strip() == "q" else 0.0
    except ValueError:
        return 0.0
