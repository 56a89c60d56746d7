"""What one server passes on to another, without a network."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from litestar import Litestar, post
from litestar.config.compression import CompressionConfig
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_sockets

from dungeonbowl.server import relaying
from dungeonbowl.server.close_codes import CLOSING, MOVED
from dungeonbowl.server.guard import App
from dungeonbowl.server.leading import Elsewhere
from dungeonbowl.server.relaying import HELD, Relay, elsewhere, relay_socket
from dungeonbowl.storage.leases import Elsewhere as Other
from support.asynchronous import run_alone
from support.servers import PATIENCE

PART = b"x" * 1000
FROZEN = Other("http://192.0.2.1", "secret")
ANOTHER = "another server leads this match: try again"


class Sender:
    """A client whose body does not end."""

    def __init__(self) -> None:
        self.parts = 0

    async def receive(self) -> dict[str, Any]:
        self.parts += 1
        assert self.parts < 100, "the whole body is read"
        return {"type": "http.request", "body": PART, "more_body": True}


def passed_on(wanted: int, headers: list[tuple[bytes, bytes]]) -> tuple[Sender, httpx.Request]:
    """What is read of a body, and passed on, if the application reads so many parts of it."""
    asked: list[httpx.Request] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        for _ in range(wanted):
            await receive()
        scope[HELD] = Elsewhere(Other("http://192.0.2.1", "secret"))

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(200, stream=httpx.ByteStream(b"done"))

    async def send(message: Any) -> None:
        pass

    sender = Sender()

    async def scene() -> None:
        relay = Relay(app)
        relay.client = httpx.AsyncClient(transport=httpx.MockTransport(answer))
        scope = {"type": "http", "method": "POST", "path": "/x", "query_string": b"", "headers": headers}
        await relay(scope, sender.receive, send)
        await relay.close()

    run_alone(scene())
    return sender, asked[0]


def test_a_body_that_nobody_wants_is_not_read_however_large_it_is() -> None:
    headers = [(b"content-length", b"1000000000"), (b"accept-language", b"de")]
    for wanted in (0, 2):  # it was refused before its end
        sender, request = passed_on(wanted, headers)
        assert sender.parts == wanted
        assert request.content == b""
        assert request.headers.get("content-length", "0") == "0"
        assert request.headers["accept-language"] == "de"


class Asked:
    """An application whose match is led by another server at first, and here when it is asked for so many times."""

    def __init__(self, led_here_after: int, leader: Other | None = None) -> None:
        self.tries = 0

        @post("/match", status_code=200)
        async def match() -> list[str]:
            self.tries += 1
            if self.tries <= led_here_after:
                raise Elsewhere(leader)
            return ["here"]

        handlers: Any = {Elsewhere: elsewhere}
        app = Litestar(
            [match],
            exception_handlers=handlers,
            compression_config=CompressionConfig(backend="gzip"),  # a layer more around the handler, as in the server
            logging_config=None,
            openapi_config=None,
        )
        self.relay = Relay(cast(App, app))

    def ask(self, method: str = "POST") -> tuple[int, Any]:
        """The status and the body of the answer, as a web server gets them that keeps a state for each request."""
        told: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            told.append(message)

        async def scene() -> None:
            headers = [(b"host", b"bowl")]
            scope = {"type": "http", "path": "/match", "query_string": b"", "headers": headers, "state": {}}
            async with asyncio.timeout(PATIENCE):
                await self.relay({**scope, "method": method, "client": ("127.0.0.1", 1)}, receive, send)
            await self.relay.close()

        run_alone(scene())
        (status,) = [each["status"] for each in told if each["type"] == "http.response.start"]
        return status, json.loads(b"".join(each.get("body", b"") for each in told))


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relaying, "PAUSE", 0.01)


@pytest.mark.usefixtures("at_once")
def test_a_match_that_has_lost_its_leader_is_asked_for_until_it_has_another() -> None:
    """The framework remembers in the state of a request that it has answered, and fails at a second answer."""
    for tries in (0, 1, 3):
        asked = Asked(tries)
        assert asked.ask() == (200, ["here"])
        assert asked.tries == tries + 1


def test_a_match_that_nobody_leads_for_long_is_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relaying, "PATIENCE", -1.0)
    for leader, words in (
        (None, "the server is shutting down"),
        (FROZEN, "another server leads this match: try again"),
    ):
        status, told = Asked(1, leader).ask()
        assert (status, told["error"]["what"]) == (503, words)


def silent(relay: Relay) -> list[httpx.Request]:
    """The leader takes every request and answers none, and the others find that out. What it was asked."""
    found: list[httpx.Request] = []
    taken = asyncio.Event()

    async def answer(request: httpx.Request) -> httpx.Response:
        found.append(request)
        taken.set()
        await asyncio.Event().wait()
        raise AssertionError

    async def died(other: Other) -> None:
        assert other == FROZEN
        await taken.wait()

    relay.client = httpx.AsyncClient(transport=httpx.MockTransport(answer))
    relay.died = died
    return found


@pytest.mark.usefixtures("at_once")
def test_a_request_to_a_leader_that_is_frozen_waits_only_until_that_is_known() -> None:
    asked = Asked(1, FROZEN)
    sent = silent(asked.relay)
    status, told = asked.ask()
    assert (status, told["error"]["what"]) == (503, ANOTHER)
    assert len(sent) == 1, "nobody knows whether it was done, so it is not done again"


def test_a_viewer_is_not_left_with_a_leader_that_is_frozen() -> None:
    """Its connection stays as it is, and says nothing: that the server has died is known by its lease alone."""

    async def scene() -> None:
        arrived, end = asyncio.Event(), asyncio.Event()

        async def leader(connection: ServerConnection) -> None:
            arrived.set()
            await end.wait()

        async def died(other: Other) -> None:
            await arrived.wait()

        socket = SimpleNamespace(scope={"client": ("127.0.0.1", 1)}, receive_data=lambda mode: asyncio.Event().wait())
        async with serve_sockets(leader, "127.0.0.1", 0) as server:
            other = Other(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", "secret")
            async with asyncio.timeout(PATIENCE):
                told = await relay_socket(cast(Any, socket), other, "M1", "token", "en", died)
            end.set()
        assert told == (CLOSING, MOVED)

    run_alone(scene())
