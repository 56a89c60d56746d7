"""Ctrl-C in a long series of matches: the results so far are reported."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sized
from contextlib import contextmanager


@contextmanager
def stopped_by_hand(done: Sized, wanted: int) -> Iterator[None]:
    """A context that ends at Ctrl-C and prints how many matches were played. If none was, the command ends."""
    try:
        yield
    except KeyboardInterrupt:
        if not len(done):
            raise
        print(f"dungeonbowl: stopped after {len(done)} of {wanted} matches", file=sys.stderr)  # noqa: T201
