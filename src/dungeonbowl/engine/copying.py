"""How games, matches and dice are copied and pickled. What is written down belongs to the room of records, which is
above this one: it is looked up by its name."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

RECORDS: Final = "dungeonbowl.records.pickling"


def pickled(what: str, thing: object) -> tuple[Any, ...]:
    """What a function of that module answers about a thing: for `__reduce__` another function, and its arguments."""
    found: tuple[Any, ...] = getattr(import_module(RECORDS), what)(thing)
    return found
