"""Where phones of the same network find this server. Nothing is sent to find it out: the system is asked from which of
its addresses it would send."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Final

from dungeonbowl.server.guard import is_loopback
from dungeonbowl.server.settings import Settings

# One address of each kind of private network, and one outside: each may have a way of its own.
FAR: Final = ("10.255.255.255", "172.31.255.255", "192.168.255.255", "169.254.255.255", "192.0.2.1")
DISCARD: Final = 9  # a port that means nothing
EVERYWHERE: Final = ("0.0.0.0", "::", "")


def own_addresses() -> list[str]:
    """The addresses of this computer in its networks, without loopback."""
    found: list[str] = []
    for target in FAR:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            asked.connect((target, DISCARD))
            found.append(str(asked.getsockname()[0]))
    with suppress(OSError):
        named = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_DGRAM)
        found += [str(each[4][0]) for each in named]
    return [address for address in dict.fromkeys(found) if not is_loopback(address)]


def page_addresses(settings: Settings) -> list[str]:
    """The addresses that phones can open, the likeliest first; none if the server listens to this computer only."""
    if settings.public_url:
        return [settings.public_url]
    if is_loopback(settings.host):
        return []
    named = [host for host in settings.hosts if host != "*"]
    here = own_addresses() if settings.host in EVERYWHERE else [settings.host]
    return [f"http://{f'[{host}]' if ':' in host else host}:{settings.port}" for host in (*named, *here)]
