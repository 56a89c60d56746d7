"""Over HTTP, for whoever keeps the server running: whether it is there, whether it is ready, and its figures."""

from __future__ import annotations

from ipaddress import ip_address, ip_network
from typing import Any, Final

from litestar import Request, Response, get

from dungeonbowl.errors import Unavailable
from dungeonbowl.languages import mark
from dungeonbowl.server import wire
from dungeonbowl.server.budgets import BUDGET, REQUESTS
from dungeonbowl.server.engine_report import EngineReport
from dungeonbowl.server.failures import NO_DATABASE, Forbidden
from dungeonbowl.server.guard import LOCAL_NAMES, is_loopback, parts_of
from dungeonbowl.server.metrics import CONTENT_TYPE
from dungeonbowl.server.options import options
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.server.settings import Settings

AnyRequest = Request[Any, Any, Any]

NOT_TOLD: Final = mark(
    "the figures of this server are told at its own computer; its owner can tell them to other addresses"
    " with --metrics-for"
)
FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")


@get("/health", tags=["server"])
async def health(request: AnyRequest) -> wire.Health:
    """Whether the server and its database are there, and how busy it is."""
    sessions: Sessions = request.app.state.sessions
    if not await sessions.database_answers():
        raise Unavailable(NO_DATABASE)
    return wire.Health(wire.VERSION, options().program, len(sessions.by_id), sessions.sockets)


@get("/ready", tags=["server"], opt={BUDGET: REQUESTS})
async def ready(request: AnyRequest) -> wire.Readiness:
    """Whether requests should be sent here: the database answers, its tables are those of this version, and the server
    is not shutting down."""
    sessions: Sessions = request.app.state.sessions
    if reason := await sessions.why_not_ready():
        raise Unavailable(reason)
    return wire.Readiness(True)


@get("/engine", tags=["server"], opt={BUDGET: REQUESTS})
async def engine(request: AnyRequest) -> wire.EngineStatus:
    """Whether the engine is compiled, or how far its compiling is."""
    status: EngineReport = request.app.state.engine
    return status.shown()


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest) -> Response[bytes]:
    """Figures for Prometheus. They are for whoever runs the server, so strangers are not told."""
    if not may_read_figures(request):
        raise Forbidden(NOT_TOLD)
    sessions: Sessions = request.app.state.sessions
    return Response(sessions.metrics.text(), headers={"content-type": CONTENT_TYPE, "cache-control": "no-store"})


def may_read_figures(request: AnyRequest) -> bool:
    """Whether somebody asks from this computer, by a name of this computer, or from an address that was named with
    `--metrics-for`. What has come through a proxy is a stranger's, even if the proxy runs here."""
    settings: Settings = request.app.state.settings
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    asking = request.client.host
    if is_loopback(asking):
        called = parts_of(f"//{request.headers.get('host', '')}").hostname or ""
        return called in LOCAL_NAMES
    return any(is_in(asking, network) for network in settings.metrics_for)


def is_in(address: str, network: str) -> bool:
    """Whether an address is one of a network such as 10.1.0.0/16, or is the one that is named."""
    try:
        return ip_address(address) in ip_network(network, strict=False)
    except ValueError:
        return False
