"""How games, matches and dice are copied and pickled. The functions that write them belong to the package `records`,
which is above this one. So they are looked up by name."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

RECORDS: Final = "dungeonbowl.records.pickling"


def pickled(what: str, thing: object) -> tuple[Any, ...]:
    """What the function `what` of that module returns for a thing. `__reduce__` needs a function and its arguments."""
    found: tuple[Any, ...] = getattr(import_module(RECORDS), what)(thing)
    return found
