"""Handlers of accounts: who asks, and the cookie of a browser that is signed in.

Pages of other origins are refused by the guard of the whole server, whatever cookie their requests bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.handlers.base import BaseRouteHandler

from dungeonbowl.languages import mark
from dungeonbowl.server.failures import Forbidden, NotFound, NotSignedIn
from dungeonbowl.server.tokens import token_of
from dungeonbowl.storage.accounts import SESSION_DAYS
from dungeonbowl.storage.sign_ins import SECONDS as BEGUN

if TYPE_CHECKING:
    from dungeonbowl.server.accounts.desk import Desk, Visitor

AnyRequest = Request[Any, Any, Any]
AnyConnection = ASGIConnection[Any, Any, Any, Any]

TAG: Final = "accounts"
SECONDS: Final = SESSION_DAYS * 24 * 3600
NO_ACCOUNTS: Final = mark("this server has no accounts; its owner can start it with --accounts")
NO_PROVIDERS: Final = mark("nobody else signs people in here; the owner of the server can name one with --sign-in-with")
SIGN_IN: Final = mark("sign in first")
NO_PROGRAMS: Final = mark("a token of a program may not do that: sign in with a browser")
NOT_FRESH: Final = mark("sign in again first: changes of an account need a sign-in that is less than an hour old")
# Answers about accounts are for whoever asked and for nobody after that.
PRIVATE: Final = {"cache-control": "no-store"}


def with_accounts(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """A guard of handlers that a server without accounts does not have."""
    if not has_accounts(connection):
        raise NotFound(NO_ACCOUNTS)


def with_providers(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """A guard of handlers that are there only where the owner of the server has named a provider to sign in with."""
    with_accounts(connection, handler)
    if desk_of(connection).linking is None:
        raise NotFound(NO_PROVIDERS)


def desk_of(connection: AnyConnection) -> Desk:
    """The desk, for handlers behind `with_accounts`."""
    desk: Desk = connection.app.state.accounts
    return desk


def has_accounts(connection: AnyConnection) -> bool:
    return connection.app.state.accounts is not None


async def visitor_of(connection: AnyConnection) -> Visitor | None:
    """Who asks; None for somebody who is not signed in, and for everybody on a server without accounts."""
    if not has_accounts(connection):
        return None
    return await desk_of(connection).visitor(session_cookie(connection), token_of(connection))


async def signed_in(connection: AnyConnection, scope: str = "") -> Visitor:
    """Who asks. Programs may ask only where a scope is named, and need it. `NotSignedIn` for anybody else."""
    visitor = await visitor_of(connection)
    if visitor is None:
        raise NotSignedIn(SIGN_IN)
    if visitor.session is None and scope not in visitor.scopes:
        raise Forbidden(f"the token lacks the scope {scope}" if scope else NO_PROGRAMS)
    return visitor


async def freshly_signed_in(connection: AnyConnection) -> Visitor:
    """Who asks for a change of the account itself: a session that was stolen long after the sign-in changes nothing."""
    visitor = await signed_in(connection)
    if not visitor.is_fresh:
        raise Forbidden(NOT_FRESH)
    return visitor


def session_cookie(connection: AnyConnection) -> str:
    return str(connection.cookies.get(cookie_name(desk_of(connection).is_secure), ""))


def cookie_name(is_secure: bool) -> str:
    """With `__Host-` a browser takes the cookie from this very address only, not from a neighbour of its domain."""
    return "__Host-dungeonbowl" if is_secure else "dungeonbowl"


def begun_name(is_secure: bool) -> str:
    """The cookie of a sign-in that was begun with a provider."""
    return "__Host-dungeonbowl-sign-in" if is_secure else "dungeonbowl-sign-in"


def begun_cookie(connection: AnyConnection, token: str) -> Cookie:
    """Lax: it has to be there when the browser comes back from elsewhere."""
    secure = desk_of(connection).is_secure
    name = begun_name(secure)
    return Cookie(name, path="/", value=token, max_age=BEGUN, secure=secure, httponly=True, samesite="lax")


def cookie(connection: AnyConnection, token: str) -> Cookie:
    """The cookie of a session; with no token, the one that removes it."""
    secure = desk_of(connection).is_secure
    return Cookie(
        cookie_name(secure),
        path="/",
        value=token,
        max_age=SECONDS if token else 0,
        secure=secure,
        httponly=True,
        samesite="lax",
    )
