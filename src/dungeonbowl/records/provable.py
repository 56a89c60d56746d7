"""Words in provable dice that no coach gave. They follow from the seed, which was promised before any coach spoke.

docs/protocol.md describes it completely, so that a stranger can check a match with that page alone."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

MADE_BYTES: Final = 8


def made_word(seed: bytes, side: int) -> str:
    """The word of a side whose coach gave none, or who is a bot.

    No message of the dice stream is without a line break, so this one never coincides with one of them."""
    return hmac.new(seed, f"word of side {side}".encode(), hashlib.sha256).digest()[:MADE_BYTES].hex()
