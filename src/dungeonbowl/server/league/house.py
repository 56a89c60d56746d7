"""Who may run a league on a server without accounts: whoever sits at its computer is the owner and commissioner, and
coaches are names. Others may read everything. With `--house` everybody who reaches the server may write too, for
friends in one network. With accounts roles decide instead, wherever somebody sits (`permits.py`).
"""

from __future__ import annotations

from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler

from dungeonbowl.languages import mark
from dungeonbowl.league.chain import Actor
from dungeonbowl.server.failures import Forbidden
from dungeonbowl.server.guard import LOCAL_NAMES, is_loopback, parts_of
from dungeonbowl.server.settings import Settings

AnyConnection = ASGIConnection[Any, Any, Any, Any]

COMMISSIONER: Final = Actor("commissioner")
COACH: Final = Actor("coach")
NOT_HERE: Final = mark(
    "leagues of this server are run at its own computer; its owner can open them to everybody who reaches it"
    " with --house"
)


def in_house(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """A guard of handlers that write. `Forbidden` for somebody who may only read."""
    if not may_write(connection):
        raise Forbidden(NOT_HERE)


def may_write(connection: AnyConnection) -> bool:
    settings: Settings = connection.app.state.settings
    if settings.accounts or settings.house:
        return True
    if settings.proxies or connection.client is None or not is_loopback(connection.client.host):
        return False
    called = parts_of(f"//{connection.headers.get('host', '')}").hostname or ""
    return called in LOCAL_NAMES
