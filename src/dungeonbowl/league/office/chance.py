"""Where an office takes what nobody can foresee: ids, seeds, salts. A season of bots hands in its own source, so that
the same seed gives the same bytes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Final

SEED_BYTES: Final = 32
ID_BYTES: Final = 16
SALT_BYTES: Final = 12

Chance = Callable[[int], bytes]
Clock = Callable[[], datetime]


def unforeseen(count: int) -> bytes:
    """Random bytes of the system."""
    return secrets.token_bytes(count)


def seeded(seed: str) -> Chance:
    """Bytes that follow from a seed, each time new ones.

    >>> one, other = seeded("7"), seeded("7")
    >>> one(8) == other(8), one(8) == seeded("7")(8)
    (True, False)
    """
    drawn = 0

    def draw(count: int) -> bytes:
        nonlocal drawn
        found = b""
        while len(found) < count:
            found += hmac.digest(seed.encode(), drawn.to_bytes(8, "big"), hashlib.sha256)
            drawn += 1
        return found[:count]

    return draw


def new_id(letter: str, chance: Chance) -> str:
    """An id of 128 random bits: `t_` and 26 letters for a team.

    >>> new_id("t", seeded("7"))[:2], len(new_id("t", seeded("7")))
    ('t_', 28)
    """
    return f"{letter}_{base64.b32encode(chance(ID_BYTES)).decode().rstrip('=').lower()}"


def salts(chance: Chance) -> Iterator[str]:
    while True:
        yield chance(SALT_BYTES).hex()


def utc_now() -> datetime:
    return datetime.now(UTC)


def written(moment: datetime) -> str:
    """A moment as events have it: UTC, to the second.

    >>> written(datetime(2026, 3, 1, 20, 0, tzinfo=UTC))
    '2026-03-01T20:00:00Z'
    """
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment_of(text: str) -> datetime:
    """The moment of such a text."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
