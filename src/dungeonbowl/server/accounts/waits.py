"""Growing waits after failures to sign in, by account and by address.

The first ten failures of an hour cost nothing. Each further one doubles the time until the next attempt. An attempt is
counted before it is tried, so that a thousand at once do not all come before the first failure. A passkey cannot be
guessed: attempts with one are counted by address only, so nobody can keep a coach out by guessing at the name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dungeonbowl.languages import mark
from dungeonbowl.server.counting import Store
from dungeonbowl.server.failures import TooMuch
from dungeonbowl.storage.limits import Level, Levels

FREE: Final = 10
HOUR: Final = 3600.0
FIRST_WAIT: Final = 30.0  # seconds
LONGEST_WAIT: Final = HOUR
NAME: Final = "failures"  # the number that is kept: how often it went wrong lately
IN_SECONDS: Final = mark("too many attempts have failed: try again in {seconds} seconds")
IN_MINUTES: Final = mark("too many attempts have failed: try again in {minutes} minutes")


def wait_of(failures: Level | None, now: float) -> float:
    """Seconds until the next attempt."""
    if failures is None or failures.number < FREE:
        return 0.0
    grown = FIRST_WAIT * float(2 ** min(int(failures.number) - FREE, 20))
    return max(0.0, failures.at + min(LONGEST_WAIT, grown) - now)


def lately(failures: Level | None, now: float) -> Level | None:
    return failures if failures is not None and now - failures.at < HOUR else None


class Waits:
    """The failures of accounts and addresses."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def attempt(self, keys: Sequence[str]) -> None:
        """Count an attempt as a failure, until it succeeds. `TooMuch` if it comes too early, which counts nothing."""

        def work(levels: Levels, now: float) -> float:
            wait = max(wait_of(lately(levels.get(key), now), now) for key in keys)
            if wait <= 0:
                for key in keys:
                    known = lately(levels.get(key), now)
                    levels[key] = Level(known.number + 1 if known is not None else 1, now)
            return wait

        wait = await self.store.change(NAME, keys, work)
        if wait > 0:
            raise TooMuch(waiting(wait))

    async def succeeded(self, own: Sequence[str], shared: Sequence[str]) -> None:
        """An attempt was no failure. For what only its owner can do (`own`) all is well again; an address (`shared`)
        only gets this one attempt back, or whoever guesses would sign in to an own account in between."""

        def work(levels: Levels, now: float) -> None:
            for key in own:
                levels.pop(key, None)
            for key in shared:
                if key in levels:
                    levels[key] = Level(levels[key].number - 1, levels[key].at)

        await self.store.change(NAME, [*own, *shared], work)


def waiting(seconds: float) -> str:
    minutes = int(-(-seconds // 60))
    return IN_SECONDS.format(seconds=int(-(-seconds // 1))) if seconds < 90 else IN_MINUTES.format(minutes=minutes)
