"""What one server passes on to another, without a network."""

from __future__ import annotations

from typing import Any

import httpx

from dungeonbowl.server.leading import Elsewhere
from dungeonbowl.server.relaying import HELD, Relay
from dungeonbowl.storage.leases import Elsewhere as Other
from support.asynchronous import run_alone

PART = b"x" * 1000


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
