"""Lots from a published seed, so that anybody can draw them again.

A number is the HMAC-SHA256 of a label, keyed by the seed. It depends on nothing else: not on the order of the entries,
not on how many lots were drawn before. The seed is published with the stage, before its first pairing.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from typing import Final

PAIR_BITS: Final = 40
LOT_BITS: Final = 64


def number(seed: str, *label: str | int, bits: int = LOT_BITS) -> int:
    """A number of so many bits that follows from the seed and a label.

    >>> number("a seed", "lot", "reds") == number("a seed", "lot", "reds")
    True
    """
    message = "\n".join(str(part) for part in label).encode()
    return int.from_bytes(hmac.digest(seed.encode(), message, hashlib.sha256), "big") >> (256 - bits)


def of_pair(seed: str, round_number: int, one: str, other: str) -> int:
    """The number of a pair of teams in a round; the order of the two does not matter. It is
    `number(seed, "pair", round_number, first, second, bits=40)`, written out because a large field asks for
    hundreds of thousands."""
    first, second = (one, other) if one < other else (other, one)
    message = f"pair\n{round_number}\n{first}\n{second}".encode()
    return int.from_bytes(hmac.digest(seed.encode(), message, "sha256")[: PAIR_BITS // 8], "big")


def drawn(seed: str, what: str, names: Iterable[str]) -> list[str]:
    """Names in an order by lot."""
    return sorted(names, key=lambda name: (number(seed, what, name), name))


def dice(seed: str, what: str, count: int, faces: int = 6) -> list[int]:
    """Fair dice: a number that would favour low faces is drawn again."""
    found: list[int] = []
    draw = 0
    while len(found) < count:
        value = number(seed, "die", what, draw)
        draw += 1
        if value < (1 << LOT_BITS) // faces * faces:
            found.append(value % faces + 1)
    return found
