"""Growing waits after failures to sign in, by account and by address.

The first ten failures of an hour cost nothing. Each further one doubles the time until the next attempt. An attempt is
counted before it is tried, so that a thousand at once do not all come before the first failure. A passkey cannot be
guessed: attempts with one are counted by address only, so nobody can keep a coach out by guessing at the name.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from dungeonbowl.server.failures import TooMuch

FREE: Final = 10
HOUR: Final = 3600.0
FIRST_WAIT: Final = 30.0  # seconds
LONGEST_WAIT: Final = HOUR
MOST_KEYS: Final = 10_000


class Failures:
    """How often something went wrong lately."""

    __slots__ = ("count", "last")

    def __init__(self, now: float) -> None:
        self.count = 0
        self.last = now

    def wait(self, now: float) -> float:
        """Seconds until the next attempt."""
        if self.count < FREE:
            return 0.0
        grown = FIRST_WAIT * 2.0 ** min(self.count - FREE, 20)
        return max(0.0, self.last + min(LONGEST_WAIT, grown) - now)


class Waits:
    """The failures of accounts and addresses; those that failed longest ago are forgotten first."""

    def __init__(self) -> None:
        self.by_key: OrderedDict[str, Failures] = OrderedDict()

    def attempt(self, keys: Sequence[str], now: float) -> None:
        """Count an attempt as a failure, until it succeeds. `TooMuch` if it comes too early, which counts nothing."""
        wait = max(self.known(key, now).wait(now) for key in keys)
        if wait > 0:
            raise TooMuch(f"too many attempts have failed: try again in {told(wait)}")
        for key in keys:
            found = self.known(key, now)
            found.count += 1
            found.last = now
            self.by_key[key] = found
            self.by_key.move_to_end(key)
        while len(self.by_key) > MOST_KEYS:
            self.by_key.popitem(last=False)

    def succeeded(self, own: Sequence[str], shared: Sequence[str]) -> None:
        """An attempt was no failure. For what only its owner can do (`own`) all is well again; an address (`shared`)
        only gets this one attempt back, or whoever guesses would sign in to an own account in between."""
        for key in own:
            self.by_key.pop(key, None)
        for key in shared:
            found = self.by_key.get(key)
            if found is not None:
                found.count -= 1

    def known(self, key: str, now: float) -> Failures:
        found = self.by_key.get(key)
        return found if found is not None and now - found.last < HOUR else Failures(now)


def told(seconds: float) -> str:
    minutes = int(-(-seconds // 60))
    return f"{int(-(-seconds // 1))} seconds" if seconds < 90 else f"{minutes} minutes"
