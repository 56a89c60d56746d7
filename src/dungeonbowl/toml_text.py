"""TOML that people hand in. The format has whole numbers of 64 bits; the reader of Python takes any, and one with a few
thousand digits cannot even be named in the sentence that refuses it."""

from __future__ import annotations

import tomllib
from typing import Any, Final

LARGEST: Final = 2**63  # in TOML a whole number is from -2**63 to 2**63 - 1


def tables_of(text: str) -> dict[str, Any]:
    """What a text says. `ValueError`, or `RecursionError` for one that is nested without end, if it is no TOML."""
    found = tomllib.loads(text)
    left: list[Any] = [found]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left += value.values()
        elif isinstance(value, list):
            left += value
        elif isinstance(value, int) and not -LARGEST <= value < LARGEST:
            raise ValueError("a whole number has at most 64 bits")
    return found
