"""Requests that the server makes to addresses that people have typed in: webhooks and the push services of browsers.

Such an address could name the server's own network, which only the server can reach. So the name is looked up here,
every address that it has must be one of the public internet, and the connection goes to the very address that was
looked at. Nothing is followed elsewhere, and little is read."""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Timer
from typing import Final
from urllib.parse import SplitResult, urlsplit

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark

TIMEOUT: Final = 10.0  # seconds, for all of it
MOST_READ: Final = 10_000  # bytes of an answer
LONGEST: Final = 1000  # characters of an address
# In some networks such an address leads to the IPv4 address in its last bytes, which may be one of the own network.
TRANSLATED: Final = ip_network("64:ff9b::/96")
# Of IPv6 the public internet has only this part; elsewhere lie networks of old, and translation into the own one.
PUBLIC: Final = ip_network("2000::/3")
PRIVATE: Final = mark("the address is of a private network: the owner of the server would have to allow that")


class NotSent(Exception):
    """Something could not be sent. `gone`: the address takes nothing any more, so that trying again is useless."""

    def __init__(self, reason: str, gone: bool = False) -> None:
        super().__init__(reason)
        self.gone = gone


def checked_address(written: str, anywhere: bool = False) -> str:
    """An address that may be sent to, as far as it can be seen without looking it up. `UserError` for another one."""
    try:
        parts = urlsplit(written.strip())
        _ = parts.port
    except ValueError:
        parts = SplitResult("", "", "", "", "")
    if len(written) > LONGEST or not parts.hostname or parts.username or not written.isprintable():
        raise UserError("address: expected one such as https://discord.com/api/webhooks/...")
    if parts.scheme != "https" and not (anywhere and parts.scheme == "http"):
        raise UserError("address: expected one that begins with https://")
    try:
        literal = ip_address(parts.hostname)
    except ValueError:
        literal = None
    if not anywhere and literal is not None and not is_public(literal):
        raise UserError(f"address: {PRIVATE}")
    return written.strip()


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is one of the public internet, and leads nowhere else."""
    if isinstance(address, IPv6Address):
        if address in TRANSLATED:
            return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address not in PUBLIC or address.sixtofour is not None or address.teredo is not None:
            return False  # the latter two are ways of old into IPv4, which nobody listens at any more
    return address.is_global and not address.is_multicast


def public_address(host: str, port: int, anywhere: bool) -> str:
    """The address to connect to. `NotSent` if the name leads anywhere but into the public internet."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotSent(f"the name {host} was not found: {error}") from None
    addresses = [str(each[4][0]) for each in found]
    for each in addresses:
        if not anywhere and not is_public(ip_address(each.partition("%")[0])):
            raise NotSent(PRIVATE, gone=True)
    if not addresses:
        raise NotSent(f"the name {host} was not found")
    return addresses[0]


class Pinned(http.client.HTTPSConnection):
    """A connection to an address that was looked at, under the name that was asked for."""

    def __init__(self, host: str, port: int, address: str, plain: bool) -> None:
        super().__init__(host, port, timeout=TIMEOUT)
        self.address = address
        self.plain = plain

    def connect(self) -> None:
        self.sock = bare = socket.create_connection((self.address, self.port), TIMEOUT)
        if not self.plain:
            context = ssl.create_default_context()
            self.sock = safe = context.wrap_socket(bare, server_hostname=self.host, do_handshake_on_connect=False)
            safe.do_handshake()

    def hang_up(self) -> None:
        with suppress(OSError, AttributeError):  # nothing is open
            self.sock.shutdown(socket.SHUT_RDWR)


@contextmanager
def limited(connection: Pinned) -> Iterator[None]:
    """Whoever answers byte by byte never lets a single reading wait long: so all of it has an end."""
    end = Timer(TIMEOUT, connection.hang_up)
    end.daemon = True
    end.start()
    try:
        yield
    finally:
        end.cancel()
        connection.close()


def send(url: str, body: bytes, headers: Mapping[str, str], anywhere: bool = False) -> int:
    """Send a request; returns the status. `NotSent` if there was no good answer. It waits, so call it in a thread."""
    try:
        parts = urlsplit(checked_address(url, anywhere))
    except UserError as error:
        raise NotSent(str(error), gone=True) from None
    plain = parts.scheme == "http"
    host, port = parts.hostname or "", parts.port or (80 if plain else 443)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection = Pinned(host, port, public_address(host, port, anywhere), plain)
    try:
        with limited(connection):
            connection.request("POST", target, body, {**headers, "User-Agent": "dungeonbowl"})
            answer = connection.getresponse()
            answer.read(MOST_READ)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NotSent(f"{host} did not answer: {error}") from None
    if 200 <= answer.status < 300:
        return answer.status
    raise NotSent(f"{host} answered {answer.status}", gone=answer.status in (401, 403, 404, 410))
