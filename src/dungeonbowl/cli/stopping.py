"""Ctrl-C in a long series of matches: what is done is told, not thrown away."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sized
from contextlib import contextmanager


@contextmanager
def stopped_by_hand(done: Sized, wanted: int) -> Iterator[None]:
    """Ends the block at Ctrl-C and says how far it came. If nothing is done yet, the command ends."""
    try:
        yield
    except KeyboardInterrupt:
        if not len(done):
            raise
        print(f"dungeonbowl: stopped after {len(done)} of {wanted} matches", file=sys.stderr)  # noqa: T201
