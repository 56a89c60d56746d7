"""HTTP requests to a server, with the standard library alone."""

from __future__ import annotations

import secrets
from typing import Any, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.server import wire

Found = TypeVar("Found")


def bearer(token: str) -> dict[str, str]:
    """The header that says which token a client has."""
    return {"authorization": f"Bearer {quote(token)}"} if token else {}


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
        return self.get(f"/matches/{quote(match)}", wire.Summary, token)

    def take_seat(self, match: str, token: str) -> str:
        """Take the seat of a link. Returns its token from then on: nobody else has it, and the link opens nothing.

        The token of a spectator, and of a seat that was taken before, comes back as it is."""
        order = wire.TakeOrder(secrets.token_urlsafe(24))
        return self.post(f"/matches/{quote(match)}/seat", order, wire.SeatLink, token).token

    def report(self, match: str, token: str = "") -> wire.Report:
        return self.get(f"/matches/{quote(match)}/report", wire.Report, token)

    def replay(self, match: str, token: str = "") -> bytes:
        """The replay file of a match."""
        return self.request("GET", f"/matches/{quote(match)}/replay", token=token)

    def socket_address(self, match: str, token: str = "") -> str:
        """The address of a match's socket. A token is better sent as a header: addresses are written into logs."""
        parts = urlsplit(self.address)
        scheme = "wss" if parts.scheme == "https" else "ws"
        query = f"?{urlencode({'token': token})}" if token else ""
        return f"{scheme}://{parts.netloc}/api/v1/matches/{quote(match)}/socket{query}"

    def get(self, path: str, kind: type[Found], token: str = "") -> Found:
        return msgspec.json.decode(self.request("GET", path, token=token), type=kind)

    def post(self, path: str, body: Any, kind: type[Found], token: str = "") -> Found:
        return msgspec.json.decode(self.request("POST", path, msgspec.json.encode(body), token), type=kind)

    def request(self, method: str, path: str, body: bytes | None = None, token: str = "") -> bytes:
        """Send a request and return the answer. `ServerRefused` with the server's own message if it fails."""
        headers = {"content-type": "application/json", **bearer(token)}
        request = Request(f"{self.address}/api/v1{path}", body, headers, method=method)
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
