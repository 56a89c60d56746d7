"""Which files a run depends on: bots, teams and dungeons may be files, and one that has changed plays other matches
under the same name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final

import msgspec

from dungeonbowl.bots.outside import source_of
from dungeonbowl.play.setting_up import content_of

LETTERS: Final = 16  # of a hash


def files_in(terms: object) -> dict[str, str]:
    """The texts of terms that name a file, each with a hash of what is in it."""
    found = {text: content_of(text) or source_of(text) for text in texts_in(msgspec.to_builtins(terms))}
    return {text: hashlib.sha256(content).hexdigest()[:LETTERS] for text, content in sorted(found.items()) if content}


def texts_in(terms: object) -> Iterator[str]:
    """All texts, however deep they lie."""
    if isinstance(terms, str):
        yield terms
    elif isinstance(terms, dict):
        yield from texts_in(list(terms.values()))
    elif isinstance(terms, list | tuple):
        for each in terms:
            yield from texts_in(each)
