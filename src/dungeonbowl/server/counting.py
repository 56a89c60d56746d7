"""Limits that count over all servers of a database: for each account and address, how often it may do what others have
to bear. What only costs the process that does it (requests, questions, sockets) is limited there, see `limits.py`.

    counting = counting_of(engine, timekeeper)
    if not await counting.take(Limit("challenges", rate=0.1, room=20), f"account {account}"):
        raise TooMuch(...)

A server alone counts in memory, several on one PostgreSQL count there. Both keep a number and its moment under a key;
`change` is all that they have to offer.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, Protocol

import msgspec
from sqlalchemy import Engine

from dungeonbowl.server.clocks import Timekeeper
from dungeonbowl.server.limits import MOST_ADDRESSES
from dungeonbowl.storage.limits import Found, Level, Levels, SharedLevels, Work

SHARED: Final = "postgresql"


class Limit(msgspec.Struct, frozen=True):
    """So many drops a second flow into a bucket, which holds at most `room`. It is full again within an hour."""

    name: str
    rate: float
    room: float


class Store(Protocol):
    """Where numbers are kept. `change` lets `work` change what is known under some keys of a name, all at once."""

    async def change(self, name: str, keys: Sequence[str], work: Work[Found]) -> Found: ...


class Counting:
    """The limits of a server."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def take(self, limit: Limit, *keys: str) -> bool:
        """Take a drop from the bucket of each key; False, and nothing is taken, if one has none."""

        def work(levels: Levels, now: float) -> bool:
            left = [filled(limit, levels.get(key), now) for key in keys]
            if min(left) < 1:
                return False
            for key, drops in zip(keys, left, strict=True):
                levels[key] = Level(drops - 1, now)
            return True

        return await self.store.change(limit.name, keys, work)


def filled(limit: Limit, level: Level | None, now: float) -> float:
    """What a bucket holds now."""
    if level is None:
        return limit.room
    return min(limit.room, level.number + max(0.0, now - level.at) * limit.rate)


class InMemory:
    """The numbers of a server that is alone. Those that were not used for longest are forgotten."""

    def __init__(self, timekeeper: Timekeeper) -> None:
        self.timekeeper = timekeeper
        self.by_name: dict[str, OrderedDict[str, Level]] = {}

    async def change(self, name: str, keys: Sequence[str], work: Work[Found]) -> Found:
        kept = self.by_name.setdefault(name, OrderedDict())
        levels = {key: kept[key] for key in keys if key in kept}
        found = work(levels, self.timekeeper.now())
        for key in keys:
            kept.pop(key, None)
            if key in levels:
                kept[key] = levels[key]
        while len(kept) > MOST_ADDRESSES:
            kept.popitem(last=False)
        return found


class InDatabase:
    """The numbers of all servers of a PostgreSQL."""

    def __init__(self, levels: SharedLevels) -> None:
        self.levels = levels

    async def change(self, name: str, keys: Sequence[str], work: Work[Found]) -> Found:
        return await asyncio.to_thread(self.levels.change, name, keys, work)


def counting_of(engine: Engine, timekeeper: Timekeeper) -> Counting:
    """SQLite is for one server; servers on a PostgreSQL may have others beside them."""
    if engine.dialect.name == SHARED:
        return Counting(InDatabase(SharedLevels(engine)))
    return Counting(InMemory(timekeeper))
