"""Words that help after a typing mistake."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def did_you_mean(found: str, known: Iterable[str]) -> str:
    """`did you mean 'offered'? `, or nothing if no known word is near."""
    names = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(found.casefold(), names, n=1)
    return f"did you mean {names[near[0]]!r}? " if near else ""


def one_of(known: Iterable[str]) -> str:
    """The allowed words, as a text."""
    names = list(known)
    return names[0] if len(names) == 1 else f"one of {', '.join(names)}"
