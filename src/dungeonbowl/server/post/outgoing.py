"""Requests that the server makes to addresses that people have typed in: webhooks and the push services of browsers.

Such an address could name the server's own network, which only the server can reach. So the name is looked up here,
every address that it has must be one of the public internet, and the connection goes to the very address that was
looked at. Nothing is followed elsewhere, and little is read."""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from dungeonbowl.errors import UserError

TIMEOUT: Final = 10.0  # seconds
MOST_READ: Final = 10_000  # bytes of an answer
LONGEST: Final = 1000  # characters of an address
PRIVATE: Final = "the address is of a private network: the owner of the server would have to allow that"


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
    if not anywhere and literal is not None and not literal.is_global:
        raise UserError(f"address: {PRIVATE}")
    return written.strip()


def public_address(host: str, port: int, anywhere: bool) -> str:
    """The address to connect to. `NotSent` if the name leads anywhere but into the public internet."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotSent(f"the name {host} was not found: {error}") from None
    addresses = [str(each[4][0]) for each in found]
    for each in addresses:
        address = ip_address(each.partition("%")[0])
        inner = getattr(address, "ipv4_mapped", None) or address
        if not anywhere and (not inner.is_global or inner.is_multicast):
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
        bare = socket.create_connection((self.address, self.port), TIMEOUT)
        self.sock = bare if self.plain else ssl.create_default_context().wrap_socket(bare, server_hostname=self.host)


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
        connection.request("POST", target, body, {**headers, "User-Agent": "dungeonbowl"})
        answer = connection.getresponse()
        answer.read(MOST_READ)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NotSent(f"{host} did not answer: {error}") from None
    finally:
        connection.close()
    if 200 <= answer.status < 300:
        return answer.status
    raise NotSent(f"{host} answered {answer.status}", gone=answer.status in (401, 403, 404, 410))
