"""Limits of rate. A bucket fills at a steady rate, and every message takes one drop out of it."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import IPv6Address, ip_address
from typing import Final

MOST_ADDRESSES: Final = 10_000


class Bucket:
    """A bucket that gains `rate` drops a second and holds at most `room`."""

    def __init__(self, rate: float, room: float, now: float) -> None:
        self.rate = rate
        self.room = room
        self.level = room
        self.at = now

    def take(self, now: float, drops: float = 1) -> bool:
        """Take drops out of the bucket; False, and nothing is taken, if it has not enough."""
        self.fill(now)
        if self.level < drops:
            return False
        self.level -= drops
        return True

    def wait(self, now: float) -> float:
        """Take a drop in any case; returns how many seconds the caller has to wait for it."""
        self.fill(now)
        self.level -= 1
        return -self.level / self.rate if self.level < 0 else 0.0

    def fill(self, now: float) -> None:
        self.level = min(self.room, self.level + (now - self.at) * self.rate)
        self.at = now


class Buckets:
    """One bucket for each address, or for each other key. Buckets that were not used for longest are forgotten."""

    def __init__(self, rate: float, room: float) -> None:
        self.rate = rate
        self.room = room
        self.by_address: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float, drops: float = 1) -> bool:
        bucket = self.by_address.get(address)
        if bucket is None:
            bucket = self.by_address[address] = Bucket(self.rate, self.room, now)
            while len(self.by_address) > MOST_ADDRESSES:
                self.by_address.popitem(last=False)
        self.by_address.move_to_end(address)
        return bucket.take(now, drops)


def neighbourhood(address: str) -> str:
    """What counts as one address. With IPv6 that is the network of 64 bits: its owner can use a new address for every
    request."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:60]
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return f"{IPv6Address(int(found) >> 64 << 64)}/64"
    return str(found)
