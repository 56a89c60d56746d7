"""The socket of a match: which clients are let in, how often they may send, and what is sent to them."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from dungeonbowl.errors import Unavailable
from dungeonbowl.languages import chosen, preferred, speak, spoken, t, translated
from dungeonbowl.server import wire
from dungeonbowl.server.budgets import Budgets, address_of
from dungeonbowl.server.close_codes import CLOSING, FAILED, GONE, MOVED, NO_MATCH, NO_SEAT, NOT_RESUMED, TOO_MUCH
from dungeonbowl.server.leading import Elsewhere
from dungeonbowl.server.limits import Bucket
from dungeonbowl.server.metrics import Metrics
from dungeonbowl.server.orders import follow
from dungeonbowl.server.questions import QUESTIONS
from dungeonbowl.server.relaying import PATIENCE, PAUSE, RELAYED, relay_socket
from dungeonbowl.server.resuming import CannotResume
from dungeonbowl.server.seats import LONGEST_TOKEN, SEAT_TAKEN, in_queue
from dungeonbowl.server.seats import NO_SEAT as NO_SEAT_WORDS
from dungeonbowl.server.session import Session
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.server.tokens import PROTOCOL, offered, token_of
from dungeonbowl.server.viewers import Viewer
from dungeonbowl.storage.matches import token_hash
from dungeonbowl.words.reading import unreadable

LONGEST_REASON: Final = 120  # bytes
MOST_ORDERED: Final = 100  # orders of one connection that may wait for the match; above that it is not read
BREATH: Final = 0.02  # seconds
FAREWELL: Final = 2.0  # seconds in which the last messages and the reason of the end are sent

AnySocket = WebSocket[Any, Any, Any]

log = logging.getLogger(__name__)
DECODER: Final = msgspec.json.Decoder(wire.ClientMessage)


@websocket("/api/v1/matches/{identity:str}/socket", include_in_schema=False)
async def match_socket(socket: AnySocket, identity: str, token: str = "", language: str = "") -> None:
    """A coach or a spectator of a match, who is told everything in a language: that of the address, or else the one
    that the browser prefers."""
    language = chosen(language) if language else preferred(socket.headers.get("accept-language", ""))
    speak(language)
    sessions: Sessions = socket.app.state.sessions
    budgets: Budgets = socket.app.state.budgets
    address = address_of(socket)
    token = token or token_of(socket)
    await socket.accept(subprotocols=PROTOCOL if PROTOCOL in offered(socket) else None)
    if not budgets.arrivals.take(address, sessions.timekeeper.now()):
        await socket.close(TOO_MUCH, t("too many connections from your address: wait a little"))
        return
    try:
        session = await led_here(socket, sessions, identity, token, address)
    except CannotResume as error:
        await socket.close(NOT_RESUMED, shortened(translated(str(error))))
        return
    except Exception:  # for example, the database is down
        log.exception("match %s could not be loaded", identity[:60])
        await socket.close(FAILED, t("the server failed"))
        return
    if isinstance(session, tuple):  # another server has told the client everything
        with suppress(Exception):
            await socket.close(*session)
        return
    if session is None:
        await socket.close(NO_MATCH, t("there is no such match"))
        return
    hashed = token_hash(token[:LONGEST_TOKEN])
    if session.seats.sides_of(hashed) is None:  # perhaps it is known to the database by now
        with suppress(Unavailable):
            await in_queue(session, session.seats.read)
    sides = session.seats.sides_of(hashed)
    if sides is None:
        code, words = SEAT_TAKEN if session.seats.is_spent(hashed) else (NO_SEAT, NO_SEAT_WORDS)
        await socket.close(code, shortened(translated(words)))
        return
    if sessions.addresses[address] >= sessions.settings.sockets_an_address:
        await socket.close(TOO_MUCH, t("too many connections from your address"))
        return
    viewer = Viewer(list(sides), address, hashed, language)
    with sessions.counted(address):
        await attend(socket, viewer, session, sessions, budgets)


async def attend(socket: AnySocket, viewer: Viewer, session: Session, sessions: Sessions, budgets: Budgets) -> None:
    """Take orders and send news until the connection ends."""
    session.arrive(viewer)
    log.info("socket opened", extra={"facts": {"match": session.id, "sides": len(viewer.sides)}})
    sending = asyncio.create_task(send_all(socket, viewer))
    listening = asyncio.create_task(listen(socket, viewer, session, sessions, budgets))
    overrun = asyncio.create_task(viewer.overrun.wait())
    try:
        await asyncio.wait({listening, overrun}, return_when=asyncio.FIRST_COMPLETED)
        if listening.done():
            listening.result()
    finally:
        listening.cancel()
        overrun.cancel()
        session.depart(viewer)
        viewer.close(GONE, "")
        with suppress(Exception, asyncio.CancelledError):
            await asyncio.wait_for(sending, FAREWELL)
        log.info("socket closed", extra={"facts": {"match": session.id, "code": viewer.close_code}})
        sessions.metrics.sockets_closed.labels(str(viewer.close_code)).inc()


async def led_here(
    socket: AnySocket, sessions: Sessions, identity: str, token: str, address: str
) -> Session | tuple[int, str] | None:
    """The match, if this server leads it; None if there is none. If another server does, the client is handed on to it
    until the end, and the code and the reason of the end are returned."""
    end = time.monotonic() + PATIENCE
    relayed = bool(socket.scope.get(RELAYED))
    while True:
        try:
            return await sessions.get(identity)
        except Elsewhere as error:
            other = error.other
        if relayed or time.monotonic() > end:  # a server that was asked for a match that has just moved on
            return CLOSING, MOVED
        if other is not None and sessions.addresses[address] >= sessions.settings.sockets_an_address:
            return TOO_MUCH, t("too many connections from your address")
        if other is not None:
            with suppress(OSError, TimeoutError), sessions.counted(address, relayed=True):
                assert sessions.leading is not None
                died = sessions.leading.died
                end_of_it = await relay_socket(socket, other, identity, token, spoken(), died)
                if end_of_it[0] == CLOSING:
                    sessions.look_for_unled()
                return end_of_it
            sessions.look_for_unled()
        await asyncio.sleep(PAUSE)


async def listen(socket: AnySocket, viewer: Viewer, session: Session, sessions: Sessions, budgets: Budgets) -> None:
    """Take orders until the client leaves or is disconnected."""
    settings = sessions.settings
    now = sessions.timekeeper.now
    messages = Bucket(settings.messages_a_second, settings.messages_at_once, now())
    # However many sockets a seat has open: whoever leads the match counts for all of them.
    speaker = f"{session.id} {' '.join(map(str, viewer.sides)) or viewer.address}"
    while not viewer.closed:
        speak(viewer.language)
        try:
            data = await socket.receive_data(mode="text")
        except WebSocketDisconnect:
            return
        seconds = messages.wait(now())
        if seconds > 0:  # a client that sends too much is read more slowly; its messages wait on its own side
            await asyncio.sleep(seconds)
        if len(data) > settings.largest_message:
            viewer.send(wire.Refused(session.number, t("that message is too long")))
            continue
        try:
            order = DECODER.decode(data)
        except (msgspec.DecodeError, RecursionError) as error:
            reason = t("that message cannot be read: {reason}", reason=translated(unreadable(error)))
            viewer.send(wire.Refused(session.number, reason[:300]))
            continue
        if isinstance(order, wire.Ping):  # at once: a match that is busy with something is no dead connection
            viewer.send(wire.Pong())
            continue
        if isinstance(order, wire.SendChat) and not budgets.chat.take(speaker, now()):
            viewer.send(wire.Refused(session.number, t("too many lines: wait a little"), re="chat"))
            continue
        if isinstance(order, QUESTIONS) and not budgets.questions.take(viewer.address, now()):
            kind = str(order.__struct_config__.tag)
            reason = t("too many questions from your address: wait a little")
            viewer.send(wire.Refused(session.number, reason, re=kind))
            continue
        while viewer.ordered >= MOST_ORDERED and not viewer.closed:
            await asyncio.sleep(BREATH)
        viewer.ordered += 1
        session.put(following(session, viewer, order, sessions.metrics))


def shortened(reason: str) -> str:
    """The part of a reason that fits into the closing message of a socket: 123 bytes."""
    return reason.encode()[:LONGEST_REASON].decode(errors="ignore")


def following(session: Session, viewer: Viewer, order: wire.Order, metrics: Metrics) -> Any:
    arrived = time.perf_counter()

    async def follow_it() -> None:
        viewer.ordered -= 1
        await follow(session, viewer, order)
        metrics.order_seconds.observe(time.perf_counter() - arrived)

    return follow_it


async def send_all(socket: AnySocket, viewer: Viewer) -> None:
    """Send what waits in the outbox, then close the connection."""
    with suppress(Exception):
        while (data := await viewer.next_out()) is not None:
            await socket.send_data(data, mode="text", encoding="utf-8")
    with suppress(Exception):
        await socket.close(viewer.close_code, viewer.close_reason)
