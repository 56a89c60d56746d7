"""`dungeonbowl` with little patience: sockets that do not read are cut after a moment. There are no pings, which would
find some of them out sooner, and little room in the buffers of the system, which would take in megabytes that nobody
reads."""

from __future__ import annotations

import socket
from typing import Any

import uvicorn

from dungeonbowl import cli
from dungeonbowl.cli import slow_readers

slow_readers.PATIENCE = 1.0
begin = uvicorn.Config.__init__
ROOM = 8192  # bytes


def hurried(self: uvicorn.Config, *given: Any, **more: Any) -> None:
    begin(self, *given, **{**more, "ws_ping_interval": None})


class Narrow(socket.socket):
    """A connection, to a client or to another server."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        if self.type == socket.SOCK_STREAM:
            for buffer in (socket.SO_SNDBUF, socket.SO_RCVBUF):
                self.setsockopt(socket.SOL_SOCKET, buffer, ROOM)


uvicorn.Config.__init__ = hurried  # type: ignore[method-assign]
socket.socket = Narrow  # type: ignore[misc]

if __name__ == "__main__":
    cli.main()
