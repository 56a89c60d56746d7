"""How much one address may ask for over HTTP in a given time. A handler names the budget that pays for it. A client
whose budget is used up is told so, and may ask again later.

What others have to bear (new matches, replays that are kept, orders about accounts) is counted over all servers of the
database. What only costs the process that does it is counted there: a look into the database for each request would
cost more than most requests."""

from __future__ import annotations

from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler

from dungeonbowl.languages import mark
from dungeonbowl.server.clocks import RealTime, Timekeeper
from dungeonbowl.server.counting import Counting, InMemory, Limit
from dungeonbowl.server.failures import TooMuch
from dungeonbowl.server.limits import Buckets, neighbourhood
from dungeonbowl.server.settings import Settings

AnyConnection = ASGIConnection[Any, Any, Any, Any]

BUDGET: Final = "budget"  # the key of a handler's `opt`
LARGEST: Final = "largest"  # the key where a handler names how many bytes its body may have, if not as many as others
MATCHES: Final = "matches"
REQUESTS: Final = "requests"
CHECKS: Final = "checks"
UPLOADS: Final = "uploads"
ACCOUNTS: Final = "accounts"
# The answer to a client whose budget is used up.
WORDS: Final = mark(
    {
        MATCHES: "too many new matches from your address: wait a little",
        REQUESTS: "too many requests from your address: wait a little",
        CHECKS: "too many dungeons and teams to check from your address: wait a little",
        UPLOADS: "too many replays from your address: wait a little",
        ACCOUNTS: "too many requests about accounts from your address: wait a little",
    }
)
TOO_MANY_BYTES: Final = mark("too much was uploaded from your address: wait a little")


class Budgets:
    """The buckets of all addresses, one set for each budget."""

    def __init__(self, settings: Settings, timekeeper: Timekeeper | None = None) -> None:
        self.timekeeper = timekeeper or RealTime()
        self.largest = settings.largest_upload
        self.counting = Counting(InMemory(self.timekeeper))  # until the database is open
        self.shared = {
            MATCHES: Limit(MATCHES, settings.matches_a_minute / 60, settings.matches_at_once),
            UPLOADS: Limit(UPLOADS, settings.uploads_a_minute / 60, settings.uploads_at_once),
            ACCOUNTS: Limit(ACCOUNTS, settings.account_orders_a_second, settings.account_orders_at_once),
        }
        self.counts = {
            REQUESTS: Buckets(settings.requests_a_second, settings.requests_at_once),
            CHECKS: Buckets(settings.checks_a_second, settings.checks_at_once),
        }
        self.bytes = Buckets(settings.uploaded_a_second, settings.uploaded_at_once)
        self.arrivals = Buckets(settings.arrivals_a_second, settings.arrivals_at_once)
        self.chat = Buckets(settings.chat_a_second, settings.chat_at_once)  # in one match, of a seat or an address
        self.questions = Buckets(settings.questions_a_second, settings.questions_at_once)

    async def pay(self, name: str, address: str, size: int) -> None:
        """`TooMuch` if the address cannot pay for a request with a body of so many bytes."""
        now = self.timekeeper.now()
        if size and not self.bytes.take(address, now, size):
            raise TooMuch(TOO_MANY_BYTES)
        shared = self.shared.get(name)
        if shared is None:
            allowed = self.counts[name].take(address, now)
        else:
            allowed = await self.counting.take(shared, address)
        if not allowed:
            raise TooMuch(WORDS[name])


async def pays(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """A guard of the handlers, called before the body is read: pay from the budget of the handler, if it has one."""
    name = handler.opt.get(BUDGET)
    if name is None:
        return
    budgets: Budgets = connection.app.state.budgets
    largest = int(handler.opt.get(LARGEST, budgets.largest))
    await budgets.pay(str(name), address_of(connection), min(body_size(connection, largest), largest))


def body_size(connection: AnyConnection, unknown: int) -> int:
    """How many bytes the body of a request has; `unknown` if the request does not say."""
    if connection.scope.get("method") not in ("POST", "PUT", "PATCH"):
        return 0
    written = connection.headers.get("content-length", "")
    return int(written) if written.isascii() and written.isdigit() and len(written) < 16 else unknown


def address_of(connection: AnyConnection) -> str:
    """The address that a client connects from. A forwarding header counts only if the proxy is trusted, see `serve`."""
    return neighbourhood(connection.client.host) if connection.client is not None else ""
