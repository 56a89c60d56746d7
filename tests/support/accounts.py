"""Servers with accounts, and browsers that sign in to them, without a network."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from sqlalchemy import text

from dungeonbowl.server.settings import Settings
from dungeonbowl.storage.database import make_engine
from support.asynchronous import run_alone
from support.direct import Answer, Direct, generous, running, with_server

URL = "http://localhost:8000"
DOMAIN = "localhost"
PASSWORD = "seven lanterns in the mist"
MUCH = 1_000_000


def hosted(folder: Path, **changes: Any) -> Settings:
    """Settings of a server with accounts."""
    url = str(changes.pop("public_url", URL))
    usual: dict[str, Any] = {"account_orders_a_second": MUCH, "account_orders_at_once": MUCH, "sign_ups_an_hour": MUCH}
    return generous(folder, accounts=True, public_url=url, origins=(url,), **{**usual, **changes})


class Browser:
    """A browser that keeps its cookies. Its page is one of the server's, unless it says otherwise."""

    def __init__(self, ask: Direct, address: str = "192.0.2.1", origin: str = "http://127.0.0.1:8000") -> None:
        self.ask = ask
        self.address = address
        self.origin = origin
        self.cookies: dict[str, str] = {}
        self.set_cookie = ""  # the last one, as the server wrote it

    async def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        if self.cookies and "cookie" not in headers:
            sent.append((b"cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()).encode()))
        if method != "GET" and "origin" not in headers:
            sent.append((b"origin", self.origin.encode()))
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        answer = await self.ask(method, f"/api/v1{path}", data, sent, client=self.address)
        if "set-cookie" in answer.headers:
            self.set_cookie = answer.headers["set-cookie"]
            for name, morsel in SimpleCookie(self.set_cookie).items():
                self.cookies.pop(name, None)
                if morsel.value:
                    self.cookies[name] = morsel.value
        return answer

    async def get(self, path: str, **headers: str) -> Answer:
        return await self("GET", path, **headers)

    async def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return await self("POST", path, {} if body is None else body, **headers)

    async def sign_up(self, name: str, password: str = PASSWORD) -> list[str]:
        """Make an account; returns its recovery codes."""
        answer = await self.post("/accounts", {"name": name, "password": password})
        assert answer.status == 201, answer.body
        codes: list[str] = answer.json()["codes"]
        return codes

    async def sign_in(self, name: str, password: str = PASSWORD) -> Answer:
        return await self.post("/session", {"name": name, "password": password})

    async def who(self) -> str:
        """The name of whoever is signed in; empty if nobody is."""
        account = (await self.get("/session")).json()["account"]
        return str(account["name"]) if account else ""


def with_accounts(folder: Path, scene: Callable[[Direct], Awaitable[None]], **changes: Any) -> None:
    """Run `scene` on a server with accounts."""
    with_server(hosted(folder, **changes), scene)


def with_two(url: str, folder: Path, scene: Callable[[Direct, Direct], Awaitable[None]], **changes: Any) -> None:
    """Run `scene` on two servers of one database."""
    engine = make_engine(url)
    with engine.begin() as connection:
        connection.execute(text("drop schema public cascade"))
        connection.execute(text("create schema public"))
    engine.dispose()

    async def whole() -> None:
        settings = hosted(folder, database=url, **changes)
        async with running(settings) as one, running(settings) as other:
            await scene(one, other)

    run_alone(whole())
