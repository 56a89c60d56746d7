"""Ctrl-C in a long series of matches: the results so far are reported."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sized
from contextlib import contextmanager


@contextmanager
def stopped_by_hand(done: Sized, wanted: int, what: str = "matches", least: int = 1) -> Iterator[None]:
    """A context that ends at Ctrl-C and prints how much was done. If that is less than can be reported, the command
    ends."""
    try:
        yield
    except KeyboardInterrupt:
        if len(done) < least:
            raise
        print(f"dungeonbowl: stopped after {len(done)} of {wanted} {what}", file=sys.stderr)  # noqa: T201
