"""The client's side of the socket of a match."""

from __future__ import annotations

from types import TracebackType
from typing import Final

import msgspec

from dungeonbowl.client.http import Server, bearer
from dungeonbowl.errors import MissingExtra, UserError
from dungeonbowl.server import wire

try:
    from websockets.exceptions import ConnectionClosed as Closed
    from websockets.exceptions import InvalidHandshake
    from websockets.sync.client import connect
except ModuleNotFoundError:
    raise MissingExtra("dungeonbowl.client needs websockets: pip install 'dungeonbowl[server]'") from None

DECODER: Final = msgspec.json.Decoder(wire.ServerMessage)
LARGEST: Final = 16 * 1024 * 1024


class ConnectionClosed(UserError):
    """The connection has ended. `code` says why: see docs/protocol.md."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"the connection was closed: {reason or code}")
        self.code = code


class Connection:
    """The connection of a coach or of a spectator. The first message is `welcome`."""

    def __init__(self, server: Server, match: str, token: str) -> None:
        try:
            self.opened = connect(
                server.socket_address(match),
                additional_headers=bearer(token),
                max_size=LARGEST,
                compression=None,
                open_timeout=server.seconds,
                proxy=None,
            )
            self.socket = self.opened.__enter__()
        except (InvalidHandshake, OSError, TimeoutError) as error:
            raise ConnectionClosed(1006, str(error)) from None

    def send(self, order: wire.Order) -> None:
        try:
            self.socket.send(msgspec.json.encode(order).decode())
        except Closed as error:
            raise closed(error) from None

    def receive(self, seconds: float | None = None) -> wire.Message:
        """The next message; `TimeoutError` if none comes in time."""
        try:
            message: wire.Message = DECODER.decode(self.socket.recv(timeout=seconds))
            return message
        except Closed as error:
            raise closed(error) from None

    def close(self) -> None:
        self.opened.__exit__(None, None, None)

    def __enter__(self) -> Connection:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def closed(error: Closed) -> ConnectionClosed:
    frame = error.rcvd
    return ConnectionClosed(frame.code if frame is not None else 1006, frame.reason if frame is not None else "")
