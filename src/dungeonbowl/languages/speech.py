"""The language that is spoken, and texts in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from typing import Final, TypeVar

from dungeonbowl.languages import figures
from dungeonbowl.languages.catalogue import Catalogue, catalogue_of
from dungeonbowl.languages.offered import ENGLISH, chosen

# None for English, so that nothing but this is looked at there.
SPOKEN: Final[ContextVar[Catalogue | None]] = ContextVar("catalogue", default=None)

Marked = TypeVar("Marked")


def t(text: str, /, **parts: object) -> str:
    """A text in the language that is spoken, with its parts in their places. The text is the key, so it is a constant,
    here or where it was marked; a text without a translation stays English."""
    catalogue = SPOKEN.get()
    if catalogue is not None:
        text = catalogue.text(text)
    return text.format(**parts) if parts else text


def plural(one: str, many: str, count: int, /, **parts: object) -> str:
    """The form of a text that fits the number `count`, which is one of its parts."""
    catalogue = SPOKEN.get()
    text = (one if count == 1 else many) if catalogue is None else catalogue.form(one, many, count)
    return text.format(count=count, **parts)


def number(value: int) -> str:
    """A whole number with marks between the thousands, as the language writes it."""
    return figures.number_in(spoken(), value)


def decimal(value: float, digits: int, sign: bool = False) -> str:
    """A number with decimals, as the language writes it."""
    return figures.decimal_in(spoken(), value, digits, sign)


def percent(share: float, digits: int = 0) -> str:
    """A share as a number of hundredths: `47 %`, with the gap that the language has."""
    return figures.percent_in(spoken(), share, digits)


def day(when: date) -> str:
    """A day, as the language writes it."""
    return figures.day_in(spoken(), when)


def moment(when: datetime) -> str:
    """A day with its time in UTC, as the language writes it."""
    return figures.moment_in(spoken(), when)


def figure(words: str) -> str:
    """A number, a day or a moment that is written down in English, as the language writes it."""
    code = spoken()
    return words if code == ENGLISH else figures.figures_in(code, words)


def listed(names: Sequence[str]) -> str:
    """Names with a word between them: `Ann and Bo`."""
    told = "".join(names[:1])
    for name in names[1:]:
        told = t("{names} and {last}", names=told, last=name)
    return told


def translated(sentence: str) -> str:
    """A finished English sentence in the language that is spoken, for what is put together where no language is known:
    in the engine, in stored records, in errors. It is found by itself or by the pattern it was made from."""
    catalogue = SPOKEN.get()
    return sentence if catalogue is None else catalogue.sentence(sentence)


def mark(texts: Marked) -> Marked:
    """Texts that are translated later, at the moment when they are told: one, or all values of a table."""
    return texts


def spoken() -> str:
    """The code of the language that is spoken."""
    catalogue = SPOKEN.get()
    return ENGLISH if catalogue is None else catalogue.code


def speak(code: str) -> None:
    """From here on speak this language: English if the code is unknown."""
    SPOKEN.set(heard(code))


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak this language inside."""
    before = SPOKEN.set(heard(code))
    try:
        yield
    finally:
        SPOKEN.reset(before)


def heard(code: str) -> Catalogue | None:
    language = chosen(code)
    return None if language == ENGLISH else catalogue_of(language)
