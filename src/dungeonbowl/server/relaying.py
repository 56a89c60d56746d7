"""Handing clients on to the server that leads their match.

A client may come to any of the servers that share a database. One that does not lead the match passes the request, or
the messages of the socket, on to the one that does, and the answers back; the client need not know. Servers reach each
other at an address of their own, which lets in nobody without the secret in its row of the database.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlsplit

import httpx
from litestar import Request, Response, WebSocket
from litestar.exceptions import WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from dungeonbowl.errors import Unavailable
from dungeonbowl.server.close_codes import CLOSING, GONE, MOVED
from dungeonbowl.server.failures import STATUS, user_error
from dungeonbowl.server.leading import Elsewhere
from dungeonbowl.server.wire import ErrorReply

if TYPE_CHECKING:
    from dungeonbowl.server.guard import App, Message, Receive, Scope, Send
    from dungeonbowl.storage.leases import Elsewhere as Other
    from dungeonbowl.storage.leases import Leases

SECRET: Final = "x-dungeonbowl-secret"  # proves that a server asks
CLIENT: Final = "x-dungeonbowl-client"  # for whom it asks
AGAIN: Final = "x-dungeonbowl-again"  # in an answer: this server does not lead that match, look again
HELD: Final = "dungeonbowl_elsewhere"  # in a scope: who leads the match, if it turns out that another server does
RELAYED: Final = "dungeonbowl_relayed"  # in a scope: whether another server has passed the request on
PATIENCE: Final = 20.0  # seconds in which a match that has lost its leader gets another one
PAUSE: Final = 0.2
ANSWER: Final = 25.0  # seconds that the leader has for an answer, a little more than a match may take for it
GREETING: Final = 3.0  # seconds that the leader has to accept a socket; one that is frozen never does
GONE_CODES: Final = (1005, 1006)  # codes that say that none was sent: they cannot be passed on
# Headers about one connection only, and those that we write ourselves.
OWN: Final = frozenset({"connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer", SECRET, CLIENT})
LENGTH: Final = "content-length"  # of the body that is passed on, which is not always the one that was announced

Died = Callable[["Other"], Awaitable[None]]  # waits until a server has died

log = logging.getLogger(__name__)


class Unanswered(Exception):
    """The other server has taken a request and not answered it: nobody knows whether it was done."""


class Door:
    """Where other servers come in."""

    def __init__(self) -> None:
        self.secret = ""  # known once the server has joined the others
        self.port = 0  # the port that is for servers only

    def open(self, leases: Leases) -> None:
        self.secret = leases.secret
        self.port = urlsplit(leases.address).port or 0

    def reason_against(self, scope: Scope) -> str:
        """Why a request is refused; empty if it is not. One that another server passes on is that of its client."""
        headers = {name.lower(): value for name, value in scope["headers"]}
        shown = headers.get(SECRET.encode(), b"")
        if self.secret and hmac.compare_digest(shown, self.secret.encode()):
            scope[RELAYED] = True
            scope["client"] = (headers.get(CLIENT.encode(), b"").decode("latin-1"), 0)
            return ""
        server = scope.get("server")
        if self.port and server is not None and server[1] == self.port:
            return "this address is for the other servers of the same database"
        return ""


def elsewhere(request: Request[Any, Any, Any], error: Elsewhere) -> Response[ErrorReply]:
    """The answer when another server leads the match, or none does at the moment. `Relay` replaces it by that server's
    answer if it can."""
    request.scope[HELD] = error  # type: ignore[typeddict-unknown-key]
    told = user_error(request, error)
    told.status_code = STATUS[Unavailable]
    return told


async def never(other: Other) -> None:
    """Nobody says whether another server has died."""
    await asyncio.Event().wait()


class Relay:
    """The application; requests about matches that another server leads are passed on to it."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.client: httpx.AsyncClient | None = None
        self.died: Died = never

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = Body(receive)
        end = time.monotonic() + PATIENCE
        while True:
            # With a state of its own: the framework notes there that it has answered, and must not find that again.
            answer = Answer({**scope, "state": dict(scope.get("state", {}))}, send)
            await self.app(answer.scope, body.receive, answer.send)
            scope["path_template"] = answer.scope.get("path_template")  # for the figures
            if answer.elsewhere is None:
                return
            last = time.monotonic() > end
            other = answer.elsewhere.other
            if scope.get(RELAYED) or last:
                await answer.let_out([(AGAIN.encode(), b"1")] if scope.get(RELAYED) else [])
                return
            try:
                if other is not None and await self.passed_on(other, scope, body.read, send):
                    return
            except Unanswered:
                await answer.let_out([])
                return
            await asyncio.sleep(PAUSE)
            body.again()

    async def passed_on(self, other: Other, scope: Scope, body: bytes, send: Send) -> bool:
        """Whether the other server has answered. If it has not even taken the request, or is only asked for something,
        it may be asked again; otherwise `Unanswered`."""
        if self.client is None:
            self.client = httpx.AsyncClient(trust_env=False, follow_redirects=False)
        query = scope["query_string"].decode("latin-1")
        target = scope.get("raw_path") or quote(scope["path"]).encode()
        url = f"{other.address}{target.decode('latin-1').partition('?')[0]}{'?' if query else ''}{query}"
        left_out = OWN | {LENGTH}
        headers = [(name, value) for name, value in scope["headers"] if name.lower().decode("latin-1") not in left_out]
        headers += credentials(other, scope)
        # made by itself: one that the client makes has headers of its own, and the answer would be packed by those
        seconds = httpx.Timeout(ANSWER, connect=PAUSE * 5).as_dict()
        request = httpx.Request(
            scope["method"], url, headers=headers, content=body or None, extensions={"timeout": seconds}
        )
        try:
            response = await self.unless_it_dies(other, self.client.send(request, stream=True))
        except httpx.ConnectError:
            return False
        except httpx.HTTPError as error:
            log.warning("the server at %s did not answer: %s", other.address, error or type(error).__name__)
            if scope["method"] in ("GET", "HEAD"):
                return False
            raise Unanswered from error
        try:
            if AGAIN in response.headers:
                return False
            told = [(name, value) for name, value in response.headers.raw if name.lower().decode("latin-1") not in OWN]
            await send({"type": "http.response.start", "status": response.status_code, "headers": told})
            async for part in response.aiter_raw():
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            await response.aclose()
        return True

    async def unless_it_dies(self, other: Other, sending: Awaitable[httpx.Response]) -> httpx.Response:
        """The answer of another server. One that is frozen gives none, and others lead its matches soon."""
        asked, died = asyncio.ensure_future(sending), asyncio.ensure_future(self.died(other))
        try:
            await asyncio.wait({asked, died}, return_when=asyncio.FIRST_COMPLETED)
            if not asked.done():
                raise httpx.ReadTimeout("it has died")
            return asked.result()
        finally:
            asked.cancel()
            died.cancel()

    async def close(self) -> None:
        if self.client is not None:
            await self.client.aclose()


def credentials(other: Other, scope: Any) -> list[tuple[bytes, bytes]]:
    """The headers that tell another server that a server asks, and for whom."""
    client = scope.get("client")
    address = str(client[0] if client else "").encode("latin-1", "replace")
    return [(SECRET.encode(), other.secret.encode()), (CLIENT.encode(), address)]


class Body:
    """The body of a request, which can be read again."""

    def __init__(self, receive: Receive) -> None:
        self.source = receive
        self.kept: list[Message] = []
        self.place = 0

    async def receive(self) -> Message:
        if self.place == len(self.kept):
            message = await self.source()
            if message["type"] != "http.request":
                return message
            self.kept.append(message)
        self.place += 1
        return self.kept[self.place - 1]

    @property
    def read(self) -> bytes:
        """The body, if the application has read it. One that it does not want is of any size, and not passed on."""
        if not self.kept or self.kept[-1].get("more_body", False):
            return b""
        return b"".join(message.get("body", b"") for message in self.kept)

    def again(self) -> None:
        self.place = 0


class Answer:
    """The answer of the application. It is held back if another server has to give it."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope = scope
        self.sending = send
        self.held: list[Message] = []

    @property
    def elsewhere(self) -> Elsewhere | None:
        found: Elsewhere | None = self.scope.get(HELD)
        return found

    async def send(self, message: Message) -> None:
        if self.elsewhere is None:
            await self.sending(message)
        else:
            self.held.append(message)

    async def let_out(self, headers: Iterable[tuple[bytes, bytes]]) -> None:
        for message in self.held:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *headers]
            await self.sending(message)


async def relay_socket(
    socket: WebSocket[Any, Any, Any], other: Other, match: str, token: str, language: str, died: Died = never
) -> tuple[int, str]:
    """Pass the messages of a socket on to the server that leads the match, and its messages back, until one of both
    ends or that server has `died`; returns the code and the reason for the client. OSError if that server is not
    there."""
    parts = urlsplit(other.address)
    url = f"ws://{parts.netloc}/api/v1/matches/{quote(match, safe='')}/socket?language={language}"
    headers = [(name.decode(), value.decode("latin-1")) for name, value in credentials(other, socket.scope)]
    headers.append(("authorization", f"Bearer {quote(token)}"))
    try:
        leader = await connect(
            url, additional_headers=headers, max_size=None, compression=None, proxy=None, open_timeout=GREETING
        )
    except WebSocketException as error:
        raise OSError(str(error)) from None
    there = asyncio.create_task(orders_on(socket, leader))
    back = asyncio.create_task(news_on(leader, socket))
    end = asyncio.ensure_future(died(other))
    try:
        await asyncio.wait({there, back, end}, return_when=asyncio.FIRST_COMPLETED)
        if end.done() and not back.done():  # frozen, perhaps: nobody waits for its farewell
            leader.transport.abort()
            return CLOSING, MOVED
        if not back.done():
            return GONE, ""
        failure = back.exception()
        if failure is not None and not isinstance(failure, ConnectionClosed):
            return GONE, ""  # the client has gone while something was sent to it
        code = leader.close_code or CLOSING
        return (CLOSING, MOVED) if code in GONE_CODES else (code, leader.close_reason or "")
    finally:
        for task in (there, back, end):
            task.cancel()
        with suppress(Exception):
            await leader.close()
        await asyncio.gather(there, back, end, return_exceptions=True)


async def orders_on(socket: WebSocket[Any, Any, Any], leader: ClientConnection) -> None:
    with suppress(WebSocketDisconnect, ConnectionClosed):
        while True:
            await leader.send(await socket.receive_data(mode="text"))


async def news_on(leader: ClientConnection, socket: WebSocket[Any, Any, Any]) -> None:
    """What the leader says. A client that does not read is not read for either, until the leader cuts it off."""
    async for message in leader:
        await socket.send_data(message, mode="text", encoding="utf-8")
