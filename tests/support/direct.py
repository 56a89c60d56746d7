"""The whole server without a network: requests are given to the application as a web server does, odd ones too."""

from __future__ import annotations

import asyncio
import json
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import msgspec

from dungeonbowl.server.app import create_app
from dungeonbowl.server.guard import Guard
from dungeonbowl.server.settings import Settings
from support.asynchronous import run_alone
from support.databases import database_in

MUCH = 1_000_000
PATIENCE = 240.0  # seconds after which a test gives up; no test measures time


def generous(folder: Path, **changes: Any) -> Settings:
    """Settings with limits that a test never reaches, except those that it names."""
    settings = Settings(
        database_in(folder),
        requests_a_second=MUCH,
        requests_at_once=MUCH,
        checks_a_second=MUCH,
        checks_at_once=MUCH,
        uploads_a_minute=MUCH,
        uploads_at_once=MUCH,
        uploaded_a_second=1000 * MUCH,
        uploaded_at_once=1000 * MUCH,
        matches_a_minute=MUCH,
        matches_at_once=MUCH,
    )
    return msgspec.structs.replace(settings, **changes)


class Answer:
    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def what(self) -> str:
        return str(self.json()["error"]["what"])


class Socket:
    """A socket without a network."""

    def __init__(self, app: Any, scope: dict[str, Any]) -> None:
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.incoming.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(app(scope, self.incoming.get, self.outgoing.put))

    async def next(self) -> dict[str, Any]:
        """The next event that the server sends, in the form of ASGI."""
        return await asyncio.wait_for(self.outgoing.get(), PATIENCE)

    async def message(self, kind: str) -> Any:
        """The next message of a kind."""
        while True:
            event = await self.next()
            assert event["type"] != "websocket.close", event
            if event["type"] == "websocket.send" and (found := json.loads(event["text"]))["type"] == kind:
                return found

    async def closed(self) -> int:
        """Wait until the server closes the socket; returns the code."""
        while (event := await self.next())["type"] != "websocket.close":
            pass
        return int(event["code"])

    def send(self, text: str) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": text})

    def say(self, kind: str, **fields: Any) -> None:
        self.send(json.dumps({"type": kind, **fields}))

    async def leave(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self.task, PATIENCE)


class Direct:
    """One running application."""

    def __init__(self, app: Guard) -> None:
        self.app: Any = app
        self.state: Any = app.app.state  # type: ignore[attr-defined]

    async def __call__(
        self,
        method: str,
        target: str,
        body: bytes = b"",
        headers: list[tuple[bytes, bytes]] | None = None,
        client: str = "127.0.0.1",
    ) -> Answer:
        """Send one request. The target is written as in the request line, with its percent signs."""
        path, _, query = target.partition("?")
        given = [(b"host", b"127.0.0.1:8000")] if headers is None or b"host" not in dict(headers) else []
        given += headers or []
        if body and b"content-length" not in dict(given):
            given.append((b"content-length", str(len(body)).encode()))
        if body and b"content-type" not in dict(given):
            given.append((b"content-type", b"application/json"))
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote_to_bytes(path).decode("utf-8", "replace"),
            "raw_path": path.encode("latin-1", "replace"),
            "query_string": query.encode("latin-1", "replace"),
            "root_path": "",
            "headers": given,
            "client": (client, 50_000),
            "server": ("127.0.0.1", 8000),
            "state": {},
        }
        sent: list[dict[str, Any]] = []
        messages = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            return messages.pop(0) if messages else {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        start = sent[0]
        content = b"".join(each.get("body", b"") for each in sent[1:])
        told = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        return Answer(start["status"], told, content)

    async def socket(
        self, target: str, client: str = "127.0.0.1", protocols: list[str] | None = None, cookie: str = ""
    ) -> Socket:
        """Open a socket to an address."""
        path, _, query = target.partition("?")
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": unquote_to_bytes(path).decode("utf-8", "replace"),
            "raw_path": path.encode("latin-1", "replace"),
            "query_string": query.encode("latin-1", "replace"),
            "root_path": "",
            "headers": [(b"host", b"127.0.0.1:8000"), *([(b"cookie", cookie.encode())] if cookie else [])],
            "client": (client, 50_000),
            "server": ("127.0.0.1", 8000),
            "subprotocols": protocols or [],
            "state": {},
        }
        return Socket(self.app, scope)

    async def post(self, path: str, record: Any, **more: Any) -> Answer:
        return await self("POST", path, json.dumps(record).encode(), **more)


def quick_hasher() -> Any:
    """Hashes of the same kind as those of a server, for a thousandth of the work: tests sign in hundreds of times."""
    from argon2 import PasswordHasher  # of an extra

    return PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Direct]:
    """A server that is started before and stopped after what is done with it."""
    with warnings.catch_warnings():
        # of the framework, whose older versions are allowed too
        warnings.simplefilter("ignore", DeprecationWarning)
        app = create_app(settings)
    incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    lifespan = asyncio.create_task(
        app({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, incoming.get, outgoing.put)  # type: ignore[arg-type]
    )
    await incoming.put({"type": "lifespan.startup"})
    answer = await outgoing.get()
    assert answer["type"] == "lifespan.startup.complete", answer
    direct = Direct(app)
    if (desk := direct.state.accounts) is not None:
        desk.hashing.hasher = quick_hasher()
    try:
        yield direct
    finally:
        await incoming.put({"type": "lifespan.shutdown"})
        await outgoing.get()
        await lifespan


def with_server(settings: Settings, scene: Callable[[Direct], Awaitable[None]]) -> None:
    """Run `scene` on a server that is started before and stopped after it."""

    async def whole() -> None:
        async with running(settings) as ask:
            await scene(ask)

    run_alone(whole())
