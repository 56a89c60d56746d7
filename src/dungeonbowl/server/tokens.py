"""Where a client says which token it has. An address may be written down on its way, by a proxy, so a token has better
places: the header `Authorization: Bearer TOKEN`; and for the socket of a browser, which sends no header of its own, a
protocol `token.TOKEN` beside `dungeonbowl` among those that it offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from litestar.connection import ASGIConnection

PROTOCOL: Final = "dungeonbowl"
OFFERED: Final = "token."
BEARER: Final = "bearer "

AnyConnection = ASGIConnection[Any, Any, Any, Any]


def token_of(connection: AnyConnection) -> str:
    """The token that a request brings besides its address; empty if it brings none."""
    for protocol in offered(connection):
        if protocol.startswith(OFFERED):
            return protocol[len(OFFERED) :]
    header: str = connection.headers.get("authorization", "")
    return header[len(BEARER) :].strip() if header.lower().startswith(BEARER) else ""


def offered(connection: AnyConnection) -> list[str]:
    """The protocols that a client of a socket offers."""
    scope: Mapping[str, Any] = connection.scope
    return list(scope.get("subprotocols") or [])
