"""The socket of a match: who comes in, what may be said how often, and what goes out."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from dungeonbowl.server import wire
from dungeonbowl.server.limits import Bucket
from dungeonbowl.server.orders import follow
from dungeonbowl.server.resuming import CannotResume
from dungeonbowl.server.session import Session
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.server.viewers import Viewer
from dungeonbowl.storage.matches import token_hash

NO_SEAT: Final = 4401
NO_MATCH: Final = 4404
NOT_RESUMED: Final = 4410
LONGEST_REASON: Final = 120  # bytes

AnySocket = WebSocket[Any, Any, Any]

log = logging.getLogger(__name__)
DECODER: Final = msgspec.json.Decoder(wire.ClientMessage)


@websocket("/api/v1/matches/{identity:str}/socket", include_in_schema=False)
async def match_socket(socket: AnySocket, identity: str, token: str = "") -> None:
    """A coach or a spectator of a match."""
    sessions: Sessions = socket.app.state.sessions
    await socket.accept()
    try:
        session = await sessions.get(identity)
    except CannotResume as error:
        await socket.close(NOT_RESUMED, shortened(str(error)))
        return
    if session is None:
        await socket.close(NO_MATCH, "there is no such match")
        return
    sides = session.sides_of(token_hash(token[:200]))
    if sides is None:
        await socket.close(NO_SEAT, "the token fits no seat of this match")
        return
    address = socket.client.host if socket.client is not None else ""
    if sessions.addresses[address] >= sessions.settings.sockets_an_address:
        await socket.close(1013, "too many connections from your address")
        return
    viewer = Viewer(list(sides))
    sessions.sockets += 1
    sessions.addresses[address] += 1
    session.arrive(viewer)
    sending = asyncio.create_task(send_all(socket, viewer))
    try:
        await listen(socket, viewer, session, sessions)
    finally:
        sessions.sockets -= 1
        sessions.addresses[address] -= 1
        if not sessions.addresses[address]:
            del sessions.addresses[address]
        session.depart(viewer)
        viewer.close(1000, "")
        with suppress(Exception, asyncio.CancelledError):
            await asyncio.wait_for(sending, 2)


async def listen(socket: AnySocket, viewer: Viewer, session: Session, sessions: Sessions) -> None:
    """Take orders until the client goes or has to go."""
    settings = sessions.settings
    now = sessions.timekeeper.now
    messages = Bucket(settings.messages_a_second, settings.messages_at_once, now())
    chat = Bucket(settings.chat_a_second, settings.chat_at_once, now())
    while not viewer.closed:
        try:
            data = await socket.receive_data(mode="text")
        except WebSocketDisconnect:
            return
        seconds = messages.wait(now())
        if seconds > 0:  # who says too much is not read any faster; what it sends waits on its own side
            await asyncio.sleep(seconds)
        if len(data) > settings.largest_message:
            viewer.send(wire.Refused(session.number, "that message is too long"))
            continue
        try:
            order = DECODER.decode(data)
        except (msgspec.DecodeError, RecursionError) as error:
            viewer.send(wire.Refused(session.number, f"that is no message of the protocol: {error}"[:300]))
            continue
        if isinstance(order, wire.SendChat) and not chat.take(now()):
            viewer.send(wire.Refused(session.number, "too many lines: wait a little", re="chat"))
            continue
        session.put(following(session, viewer, order))


def shortened(reason: str) -> str:
    """As much of a reason as fits into the closing of a socket: 123 bytes."""
    return reason.encode()[:LONGEST_REASON].decode(errors="ignore")


def following(session: Session, viewer: Viewer, order: wire.Order) -> Any:
    return lambda: follow(session, viewer, order)


async def send_all(socket: AnySocket, viewer: Viewer) -> None:
    """Send what waits in the outbox, then close the connection."""
    with suppress(Exception):
        while (data := await viewer.outbox.get()) is not None:
            await socket.send_data(data, mode="text", encoding="utf-8")
    with suppress(Exception):
        await socket.close(viewer.close_code, viewer.close_reason)
