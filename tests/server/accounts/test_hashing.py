"""The costs of a password's hash: tests of signing in take cheap ones, a server never does."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("argon2")

from dungeonbowl.server.accounts.passwords import Hashing
from support.direct import quick_hasher

PASSWORD = "four words and a number 7"


def test_a_server_takes_the_costs_that_are_recommended() -> None:
    hashing = Hashing()
    try:
        kept = asyncio.run(hashing.hash(PASSWORD))
        assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
        assert asyncio.run(hashing.fits(kept, PASSWORD))
        assert not asyncio.run(hashing.fits(kept, PASSWORD + "!"))
        assert hashing.is_old(quick_hasher().hash(PASSWORD))
        assert not hashing.is_old(kept)
    finally:
        hashing.close()
