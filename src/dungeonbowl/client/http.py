"""HTTP requests to a server, with the standard library alone."""

from __future__ import annotations

from typing import Any, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.server import wire

Found = TypeVar("Found")


class ServerRefused(UserError):
    """The server refused a request; the message says why."""


class Server:
    """A server by its address."""

    def __init__(self, address: str, seconds: float = 30.0) -> None:
        self.address = address.rstrip("/")
        self.seconds = seconds
        self.opener = build_opener(ProxyHandler({}))

    def options(self) -> wire.Options:
        return self.get("/options", wire.Options)

    def new_match(self, **order: Any) -> wire.Created:
        """Create a match; the keywords are the fields of `wire.NewMatch`, all with a default."""
        return self.post("/matches", order, wire.Created)

    def summary(self, match: str, token: str) -> wire.Summary:
        return self.get(f"/matches/{quote(match)}?{urlencode({'token': token})}", wire.Summary)

    def report(self, match: str, token: str = "") -> wire.Report:
        return self.get(f"/matches/{quote(match)}/report?{urlencode({'token': token})}", wire.Report)

    def replay(self, match: str, token: str = "") -> bytes:
        """The replay file of a match."""
        return self.request("GET", f"/matches/{quote(match)}/replay?{urlencode({'token': token})}")

    def socket_address(self, match: str, token: str) -> str:
        parts = urlsplit(self.address)
        scheme = "wss" if parts.scheme == "https" else "ws"
        return f"{scheme}://{parts.netloc}/api/v1/matches/{quote(match)}/socket?{urlencode({'token': token})}"

    def get(self, path: str, kind: type[Found]) -> Found:
        return msgspec.json.decode(self.request("GET", path), type=kind)

    def post(self, path: str, body: Any, kind: type[Found]) -> Found:
        return msgspec.json.decode(self.request("POST", path, msgspec.json.encode(body)), type=kind)

    def request(self, method: str, path: str, body: bytes | None = None) -> bytes:
        """Send a request and return the answer. `ServerRefused` with the server's own message if it fails."""
        request = Request(f"{self.address}/api/v1{path}", body, {"content-type": "application/json"}, method=method)
        try:
            with self.opener.open(request, timeout=self.seconds) as answer:
                data: bytes = answer.read()
                return data
        except HTTPError as error:
            try:
                reply = msgspec.json.decode(error.read(), type=wire.ErrorReply)
            except msgspec.DecodeError:
                raise ServerRefused(f"{self.address}: HTTP status {error.code}") from None
            where = f"{reply.error.where}: " if reply.error.where else ""
            raise ServerRefused(f"{where}{reply.error.what}") from None
        except (URLError, OSError) as error:
            raise ServerRefused(f"{self.address}: no server answers there: {error}") from None
