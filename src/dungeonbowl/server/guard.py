"""The first check of every request: which host was called, and which page calls. It also adds the headers that say what
a browser may do with the answer. It is a plain ASGI layer, so that no answer of the application gets round it."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import SplitResult, parse_qsl, urlsplit

from dungeonbowl.languages import preferred, speaking, translated
from dungeonbowl.server.close_codes import NO_MATCH, NOT_ALLOWED
from dungeonbowl.server.metrics import OTHER, Metrics
from dungeonbowl.server.relaying import RELAYED, Door, Relay
from dungeonbowl.server.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger(__name__)

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # an SVG board places its pieces with style attributes
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
NOT_INDEXED: Final = (b"x-robots-tag", b"noindex")  # people's names are for people, not for search engines
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
LOCAL_NAMES: Final = ("localhost", "127.0.0.1", "::1")
SOCKETS: Final = re.compile(
    r"/api/v1/(matches/[^/]+/socket|leagues/[^/]+/live|lobby/socket)/?"
)  # the addresses of sockets
NO_PARTS: Final = SplitResult("", "", "", "", "")


class Guard:
    """The application behind its checks: a request that is not allowed gets no further."""

    def __init__(self, app: App, settings: Settings, metrics: Callable[[], Metrics] | None = None) -> None:
        """`metrics` finds where requests are counted, once the application is open."""
        self.app = app
        self.relay = Relay(app)
        self.door = Door()
        self.settings = settings
        self.metrics = metrics
        self.hosts = {*LOCAL_NAMES, settings.host.lower(), *(host.lower() for host in settings.hosts)}
        self.any_host = "*" in settings.hosts
        self.headers = (*HEADERS, NOT_INDEXED) if settings.accounts else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        with speaking(preferred(asked_language(scope))):
            await self.answer(scope, receive, send)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        reason = self.door.reason_against(scope)
        if not reason and not scope.get(RELAYED):  # what another server passes on, that server has looked at
            reason = self.reason_against(scope)
        if reason:
            await refuse(scope, receive, send, reason)
            return
        if scope["type"] == "websocket" and not SOCKETS.fullmatch(scope["path"]):
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": NO_MATCH, "reason": "nobody is there to connect to"})
            return

        began, status = time.perf_counter(), 500

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                present = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((name, value) for name, value in self.headers if name not in present),
                ]
            await send(message)

        try:
            await self.relay(scope, receive, guarded)
        finally:
            if scope["type"] == "http" and self.metrics is not None:
                route = scope.get("path_template") or OTHER
                seconds = time.perf_counter() - began
                self.metrics().request(scope["method"], route, status, seconds)
                # the route and not the address: tokens may be part of an address
                facts = {"method": scope["method"][:10], "route": route, "status": status, "seconds": round(seconds, 4)}
                log.info("request", extra={"facts": facts})

    def reason_against(self, scope: Scope) -> str:
        """Why a request is refused; empty if it is not."""
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if not self.knows_host(host):
            return "this server does not go by that name; its owner can give it more with --name"
        method = scope.get("method", "GET")
        origin = headers.get(b"origin")
        if origin is not None and (scope["type"] == "websocket" or method not in SAFE_METHODS):
            if not self.knows_origin(origin, host):
                return "pages of another origin may not use this server"
        return ""

    def knows_host(self, host: str) -> bool:
        """Whether the server answers to a host name. A server on loopback answers only to loopback names and to those
        of `hosts`; another server also to IP addresses."""
        name = parts_of(f"//{host}").hostname or ""
        if self.any_host:
            return name != ""
        if name in self.hosts:
            return True
        return not is_loopback(self.settings.host) and is_address(name)

    def knows_origin(self, origin: str, host: str) -> bool:
        called = parts_of(origin).netloc.lower()
        return origin in self.settings.origins or (called != "" and called == host.lower())


def asked_language(scope: Scope) -> str:
    """What the header `Accept-Language` of a request says. The address may ask for a language before that: a page to
    print is opened by a link, with the header of the browser, and should speak as the page with the link does."""
    header = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"accept-language"), "")
    query: bytes = scope.get("query_string", b"")
    if b"language=" not in query:
        return header
    asked = [value for name, value in parse_qsl(query.decode("latin-1")) if name == "language"]
    return ",".join([*asked[:1], header])


def parts_of(address: str) -> SplitResult:
    """The parts of an address; `NO_PARTS` for a text that is no address, such as `http://[`."""
    try:
        parts = urlsplit(address)
        _ = parts.port  # raises if the port is not a number
    except ValueError:
        return NO_PARTS
    return parts


def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


async def refuse(scope: Scope, receive: Receive, send: Send, reason: str) -> None:
    reason = translated(reason)
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": NOT_ALLOWED, "reason": reason})
        return
    body = f'{{"error":{{"what":"{reason}","where":"","expected":""}},"problems":[]}}'.encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
