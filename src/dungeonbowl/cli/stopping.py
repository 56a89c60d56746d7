"""Ctrl-C in a long series of matches: the results so far are reported."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sized
from contextlib import contextmanager
from typing import Final

from dungeonbowl.languages import mark, t

MATCHES: Final = mark("matches")
TASKS: Final = mark("tasks")
PUZZLES: Final = mark("puzzles")


@contextmanager
def stopped_by_hand(done: Sized, wanted: int, what: str = MATCHES, least: int = 1) -> Iterator[None]:
    """A context that ends at Ctrl-C and prints how much was done. If that is less than can be reported, the command
    ends."""
    try:
        yield
    except KeyboardInterrupt:
        if len(done) < least:
            raise
        tell_stopped(len(done), wanted, what)


def tell_stopped(done: int, wanted: int, what: str = MATCHES) -> None:
    told = t("stopped after {done} of {wanted} {things}", done=done, wanted=wanted, things=t(what))
    print(f"dungeonbowl: {told}", file=sys.stderr)  # noqa: T201
