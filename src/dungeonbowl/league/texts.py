"""Names and reasons that events speak of. An event holds only a reference, the salted hash of the text, so that a name
can be hidden, or an account deleted, without touching a chain."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

MARK: Final = "text:"
HIDDEN: Final = "(hidden)"
SALT_BYTES: Final = 12


class Text(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One text by its reference. A hidden one has lost its salt and its words."""

    ref: str
    salt: str = ""
    text: str = ""


def ref_of(salt: str, text: str) -> str:
    return MARK + hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()[:40]


def refs_in(values: Any) -> Iterator[str]:
    """Every reference to a text in plain values, wherever it stands."""
    if isinstance(values, str):
        if values.startswith(MARK):
            yield values
    elif isinstance(values, dict):
        for value in values.values():
            yield from refs_in(value)
    elif isinstance(values, list | tuple):
        for value in values:
            yield from refs_in(value)


class Texts:
    """The texts that are known, by reference. `salts` makes salts; a test or a season of bots hands in its own, so
    that the same seed gives the same bytes."""

    def __init__(self, known: Iterable[Text] = (), salts: Iterable[str] | None = None) -> None:
        self.known = {text.ref: text for text in known}
        self.refs = {text.text: text.ref for text in self.known.values() if text.salt}
        self.salts = iter(salts) if salts is not None else None
        self.new: list[Text] = []  # kept since the last time somebody took them

    def keep(self, text: str) -> str:
        """The reference of a text. The same text has the same one while it is known here; a reference is its own."""
        if text in self.known:
            return text
        if text in self.refs:
            return self.refs[text]
        salt = next(self.salts) if self.salts is not None else secrets.token_hex(SALT_BYTES)
        kept = Text(ref_of(salt, text), salt, text)
        self.known[kept.ref] = kept
        self.refs[text] = kept.ref
        self.new.append(kept)
        return kept.ref

    def read(self, ref: str) -> str:
        """The text of a reference; what is no reference stands for itself."""
        if not ref.startswith(MARK):
            return ref
        text = self.known.get(ref)
        return text.text if text is not None and text.salt else HIDDEN

    def hide(self, ref: str) -> None:
        text = self.known.get(ref)
        if text is not None:
            self.refs.pop(text.text, None)
            self.known[ref] = Text(ref)

    def is_true(self, text: Text) -> bool:
        """Whether a text is the one that its reference was made of."""
        return not text.salt or ref_of(text.salt, text.text) == text.ref

    def take_new(self) -> list[Text]:
        found, self.new = self.new, []
        return found
