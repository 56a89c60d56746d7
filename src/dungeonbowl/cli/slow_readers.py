"""Sockets whose clients do not read are cut.

What is sent to a client waits in the buffer of its connection until the client reads. A connection that is closed stays
open until that buffer is empty: for a client that never reads, forever. So there is a limit to both: a connection whose
buffer is full, or that is to be closed, has a while to get rid of what waits; then it is cut, and the rest is dropped.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

PATIENCE = 30.0  # seconds

Base: Any = AutoWebSocketsProtocol


class ImpatientTransport:
    """A connection that is cut some time after it was closed, if it is still there."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        self.closing = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)

    def close(self) -> None:
        self.transport.close()
        if not self.closing:
            self.closing = True
            asyncio.get_running_loop().call_later(PATIENCE, self.transport.abort)


class ImpatientSocket(Base):  # type: ignore[misc]
    """The sockets of Uvicorn, with a limit to how long a client may read nothing."""

    full: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, ImpatientTransport(cast(asyncio.Transport, transport))))

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.full is None:
            self.full = asyncio.get_running_loop().call_later(PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        self.forget()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self.forget()
        super().connection_lost(exc)

    def forget(self) -> None:
        if self.full is not None:
            self.full.cancel()
            self.full = None
