"""Over HTTP: signing up, signing in, and the own account."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import TYPE_CHECKING, Any

from litestar import Response, delete, get, post, put
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from dungeonbowl.errors import UserError
from dungeonbowl.server import wire
from dungeonbowl.server.accounts import keys, vouching
from dungeonbowl.server.accounts.doors import (
    PRIVATE,
    TAG,
    AnyRequest,
    cookie,
    desk_of,
    freshly_signed_in,
    has_accounts,
    session_cookie,
    signed_in,
    visitor_of,
    with_accounts,
)
from dungeonbowl.server.accounts.names import checked_label, device_name, device_said
from dungeonbowl.server.budgets import ACCOUNTS, BUDGET, REQUESTS, address_of
from dungeonbowl.server.failures import NotFound
from dungeonbowl.storage.accounts import CODE, PASSKEY, PASSWORD, PROVIDER, AccountRecord, TokenRecord
from dungeonbowl.storage.matches import token_hash
from dungeonbowl.storage.moments import at_second

if TYPE_CHECKING:
    from dungeonbowl.server.post.postman import Post

ORDER: dict[str, Any] = {"tags": [TAG], "opt": {BUDGET: ACCOUNTS}, "guards": [with_accounts]}
LOOK: dict[str, Any] = {"tags": [TAG], "opt": {BUDGET: REQUESTS}, "guards": [with_accounts]}


def moment(at: datetime | None) -> str:
    return at.isoformat(timespec="seconds") if at is not None else ""


def shown(account: AccountRecord) -> wire.Account:
    return wire.Account(account.id, account.name, moment(account.created))


def answer(content: Any, status: int = HTTP_200_OK, **more: Any) -> Response[Any]:
    return Response(content, status_code=status, headers=PRIVATE, **more)


async def entering(
    request: AnyRequest, account: AccountRecord, content: Any, status: int, secret: str = ""
) -> Response[Any]:
    """The answer to somebody who has just signed in; `secret` is the hash that a password fitted."""
    device = device_name(request.headers.get("user-agent", ""))
    token = await desk_of(request).new_session(account, device, session_cookie(request), secret)
    return answer(content, status, cookies=[cookie(request, token)])


# --- signing up, in and out ------------------------------------------------------------------------------------------


@get("/session", tags=[TAG], opt={BUDGET: REQUESTS})
async def get_session(request: AnyRequest) -> Response[wire.SessionState]:
    """Whether this server has accounts, and who is signed in."""
    if not has_accounts(request):
        return Response(wire.SessionState(False))
    visitor = await visitor_of(request)
    possible = desk_of(request).passkeys.possible
    post: Post = request.app.state.post
    unread = await asyncio.to_thread(post.contacts.unread, visitor.account.id) if visitor is not None else 0
    known = shown(visitor.account) if visitor is not None else None
    founds = visitor is not None and await asyncio.to_thread(
        request.app.state.registry.may_found,
        visitor.account.id,
        visitor.account.owner,
        request.app.state.settings.founders,
    )
    linking = desk_of(request).linking
    named = linking.providers.named.values() if linking is not None else ()
    others = [wire.ProviderName(each.key, each.name) for each in named]
    state = wire.SessionState(True, possible, known, post.mail is not None, unread, founds, others)
    if visitor is None or visitor.session is None:
        return answer(state)
    return answer(state, cookies=[cookie(request, session_cookie(request))])  # good for another thirty days


@post("/session", status_code=HTTP_200_OK, **ORDER)
async def sign_in(request: AnyRequest, data: wire.SignInOrder) -> Response[wire.Account]:
    """Sign in with a password or a recovery code."""
    account, secret = await desk_of(request).sign_in(data.name, data.password, data.code, address_of(request))
    return await entering(request, account, shown(account), HTTP_200_OK, secret)


@delete("/session", status_code=HTTP_200_OK, **ORDER)
async def sign_out(request: AnyRequest) -> Response[None]:
    """Sign out. The session ends on the server too."""
    visitor = await visitor_of(request)
    if visitor is not None and visitor.session is not None:
        await asyncio.to_thread(desk_of(request).store.end_session, visitor.account.id, visitor.session.id)
    return answer(None, cookies=[cookie(request, "")])


@post("/accounts", status_code=HTTP_201_CREATED, **ORDER)
async def sign_up(request: AnyRequest, data: wire.SignUpOrder) -> Response[wire.SignedUp]:
    """Make an account with a password, and sign in to it."""
    account, codes = await desk_of(request).sign_up(data.name, data.password, address_of(request))
    return await entering(request, account, wire.SignedUp(shown(account), codes), HTTP_201_CREATED)


# --- passkeys --------------------------------------------------------------------------------------------------------


@post("/passkeys/sign-up", status_code=HTTP_200_OK, **ORDER)
async def ask_new_account(request: AnyRequest, data: wire.PasskeyName) -> Response[wire.PasskeyQuestion]:
    """What to ask of a passkey that is to open a new account."""
    return answer(wire.PasskeyQuestion(*await desk_of(request).ask_new_account(data.name, address_of(request))))


@post("/passkeys/sign-up/finish", status_code=HTTP_201_CREATED, **ORDER)
async def answer_new_account(request: AnyRequest, data: wire.PasskeyAnswer) -> Response[wire.SignedUp]:
    """Make an account with a passkey, and sign in to it."""
    account, codes = await desk_of(request).answer_new_account(data.id, data.credential, data.label)
    return await entering(request, account, wire.SignedUp(shown(account), codes), HTTP_201_CREATED)


@post("/passkeys/sign-in", status_code=HTTP_200_OK, **ORDER)
async def ask_passkey(request: AnyRequest) -> Response[wire.PasskeyQuestion]:
    """What to ask of a passkey that is to sign in."""
    return answer(wire.PasskeyQuestion(*await desk_of(request).ask_passkey()))


@post("/passkeys/sign-in/finish", status_code=HTTP_200_OK, **ORDER)
async def answer_passkey(request: AnyRequest, data: wire.PasskeyAnswer) -> Response[wire.Account]:
    """Sign in with a passkey."""
    account = await desk_of(request).answer_passkey(data.id, data.credential, address_of(request))
    return await entering(request, account, shown(account), HTTP_200_OK)


@post("/passkeys/new", status_code=HTTP_200_OK, **ORDER)
async def ask_further(request: AnyRequest) -> Response[wire.PasskeyQuestion]:
    """What to ask of a further passkey of the own account."""
    visitor = await freshly_signed_in(request)
    return answer(wire.PasskeyQuestion(*await desk_of(request).ask_further(visitor)))


@post("/passkeys/new/finish", status_code=HTTP_201_CREATED, **ORDER)
async def answer_further(request: AnyRequest, data: wire.PasskeyAnswer) -> Response[wire.Me]:
    """Add a passkey to the own account."""
    visitor = await freshly_signed_in(request)
    await desk_of(request).answer_further(visitor, data.id, data.credential, data.label)
    return answer(await own_account(request), HTTP_201_CREATED)


@delete("/passkeys/{identity:str}", status_code=HTTP_200_OK, **ORDER)
async def remove_passkey(request: AnyRequest, identity: str) -> Response[wire.Me]:
    """Remove a passkey, unless it is the only way to sign in."""
    visitor = await freshly_signed_in(request)
    desk = desk_of(request)
    if not await asyncio.to_thread(desk.store.remove_credential, visitor.account.id, identity, desk.issuers):
        raise NotFound("you have no such passkey")
    return answer(await own_account(request))


# --- the own account -------------------------------------------------------------------------------------------------


async def own_account(request: AnyRequest) -> wire.Me:
    visitor = await signed_in(request)
    store, vouchings, account = desk_of(request).store, desk_of(request).vouchings, visitor.account
    known = await asyncio.to_thread(store.credentials, account.id, PASSKEY)
    password = await asyncio.to_thread(store.credentials, account.id, PASSWORD)
    codes = await asyncio.to_thread(store.credentials, account.id, CODE)
    passkeys = [wire.Passkey(each.id, each.label, moment(each.created), moment(each.used)) for each in known]
    others = await asyncio.to_thread(store.credentials, account.id, PROVIDER)
    linked = [wire.LinkedProvider(each.id, each.label, moment(each.created), moment(each.used)) for each in others]
    utc = desk_of(request).timekeeper.utc()
    found = await asyncio.to_thread(vouchings.open_for, account.id, at_second(utc))
    lines = await asyncio.to_thread(vouching.shown, vouchings, found, utc)
    return wire.Me(shown(account), passkeys, bool(password), len(codes), visitor.is_fresh, lines, linked)


@get("/me", **LOOK)
async def get_me(request: AnyRequest) -> Response[wire.Me]:
    """The own account, and how one can sign in to it."""
    return answer(await own_account(request))


@delete("/me/vouchings/{identity:str}", status_code=HTTP_200_OK, **ORDER)
async def refuse_vouching(request: AnyRequest, identity: str) -> Response[wire.Me]:
    """Nothing was lost: the code of whoever vouches for the own account opens nothing any more."""
    visitor = await signed_in(request)
    await asyncio.to_thread(vouching.refuse, desk_of(request).vouchings, visitor.account.id, identity)
    return answer(await own_account(request))


@put("/me/password", status_code=HTTP_200_OK, **ORDER)
async def set_password(request: AnyRequest, data: wire.PasswordOrder) -> Response[wire.Me]:
    """Set the password, or change it. All other browsers have to sign in again."""
    await desk_of(request).set_password(await freshly_signed_in(request), data.password)
    return answer(await own_account(request))


@delete("/me/password", status_code=HTTP_200_OK, **ORDER)
async def remove_password(request: AnyRequest) -> Response[wire.Me]:
    """Do without a password, if there is another way in."""
    visitor = await freshly_signed_in(request)
    desk = desk_of(request)
    store = desk.store
    found = await asyncio.to_thread(store.credentials, visitor.account.id, PASSWORD)
    if not found:
        raise NotFound("this account has no password")
    await asyncio.to_thread(store.remove_credential, visitor.account.id, found[0].id, desk.issuers)
    return answer(await own_account(request))


@post("/me/codes", status_code=HTTP_201_CREATED, **ORDER)
async def set_codes(request: AnyRequest) -> Response[wire.RecoveryCodes]:
    """Ten new recovery codes instead of those that are left."""
    codes = await desk_of(request).set_codes(await freshly_signed_in(request))
    return answer(wire.RecoveryCodes(codes), HTTP_201_CREATED)


@get("/me/sessions", **LOOK)
async def list_sessions(request: AnyRequest) -> Response[list[wire.SignedInBrowser]]:
    """The browsers that are signed in, the last seen first."""
    visitor = await signed_in(request)
    here = visitor.session.id if visitor.session is not None else ""
    found = await asyncio.to_thread(desk_of(request).store.sessions, visitor.account.id)
    lines = [
        wire.SignedInBrowser(
            each.id, device_said(each.device), moment(each.created), moment(each.seen), each.id == here
        )
        for each in found
    ]
    return answer(lines)


@delete("/me/sessions", status_code=HTTP_200_OK, **ORDER)
async def end_other_sessions(request: AnyRequest) -> Response[None]:
    """Sign out everywhere but here."""
    visitor = await signed_in(request)
    assert visitor.session is not None
    await asyncio.to_thread(desk_of(request).store.end_other_sessions, visitor.account.id, visitor.session.id)
    return answer(None)


@delete("/me/sessions/{identity:str}", status_code=HTTP_200_OK, **ORDER)
async def end_session(request: AnyRequest, identity: str) -> Response[None]:
    """Sign a browser out."""
    visitor = await signed_in(request)
    if not await asyncio.to_thread(desk_of(request).store.end_session, visitor.account.id, identity):
        raise NotFound("you have no such session")
    return answer(None)


def token_line(token: TokenRecord) -> wire.ApiToken:
    return wire.ApiToken(token.id, token.name, token.scopes.split(), moment(token.created), moment(token.used))


@get("/me/tokens", **LOOK)
async def list_tokens(request: AnyRequest) -> Response[list[wire.ApiToken]]:
    """The tokens of programs, without their secrets."""
    visitor = await signed_in(request)
    found = await asyncio.to_thread(desk_of(request).store.tokens, visitor.account.id)
    return answer([token_line(each) for each in found])


@post("/me/tokens", status_code=HTTP_201_CREATED, **ORDER)
async def add_token(request: AnyRequest, data: wire.TokenOrder) -> Response[wire.ApiTokenMade]:
    """A token for a program. Its secret is told only in this answer."""
    visitor = await freshly_signed_in(request)
    scopes = keys.checked_scopes(list(data.scopes))
    name = checked_label(data.name, "")
    if not name:
        raise UserError("name: expected a few letters, so that you know later whose token it is")
    secret = keys.new_api_token()
    store = desk_of(request).store
    made = await asyncio.to_thread(store.add_token, visitor.account.id, token_hash(secret), name, scopes)
    return answer(wire.ApiTokenMade(token_line(made), secret), HTTP_201_CREATED)


@delete("/me/tokens/{identity:str}", status_code=HTTP_200_OK, **ORDER)
async def revoke_token(request: AnyRequest, identity: str) -> Response[None]:
    """Revoke a token: it opens nothing from now on."""
    visitor = await signed_in(request)
    if not await asyncio.to_thread(desk_of(request).store.revoke_token, visitor.account.id, identity):
        raise NotFound("you have no such token")
    return answer(None)


HANDLERS = [
    get_session,
    sign_in,
    sign_out,
    sign_up,
    ask_new_account,
    answer_new_account,
    ask_passkey,
    answer_passkey,
    ask_further,
    answer_further,
    remove_passkey,
    get_me,
    refuse_vouching,
    set_password,
    remove_password,
    set_codes,
    list_sessions,
    end_other_sessions,
    end_session,
    list_tokens,
    add_token,
    revoke_token,
]
