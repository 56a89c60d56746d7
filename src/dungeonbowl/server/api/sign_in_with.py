"""Over HTTP: signing in with a provider of OpenID Connect. The browser leaves for the provider and comes back to a page
of ours, which hands in what it was given: so no address of this interface ever sends a browser anywhere."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from litestar import Response, delete, post
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from dungeonbowl.server import wire
from dungeonbowl.server.accounts.doors import (
    TAG,
    AnyRequest,
    begun_cookie,
    begun_name,
    desk_of,
    freshly_signed_in,
    visitor_of,
    with_accounts,
    with_providers,
)
from dungeonbowl.server.api.accounts import answer, entering, own_account, shown
from dungeonbowl.server.budgets import ACCOUNTS, BUDGET, address_of
from dungeonbowl.server.failures import NotFound

if TYPE_CHECKING:
    from dungeonbowl.server.accounts.linking import Linking

ORDER: dict[str, Any] = {"tags": [TAG], "opt": {BUDGET: ACCOUNTS}, "guards": [with_providers]}


def linking_of(request: AnyRequest) -> Linking:
    """For handlers behind `with_providers`."""
    found = desk_of(request).linking
    assert found is not None
    return found


def begun_in(request: AnyRequest) -> str:
    from dungeonbowl.server.accounts.linking import read_cookie

    return read_cookie(str(request.cookies.get(begun_name(desk_of(request).is_secure), "")))


@post("/providers/{key:str}/sign-in", status_code=HTTP_200_OK, **ORDER)
async def leave_to_sign_in(request: AnyRequest, key: str) -> Response[wire.ProviderAddress]:
    """Where to go to sign in with a provider."""
    address, cookie = await linking_of(request).begin(key)
    return answer(wire.ProviderAddress(address), cookies=[begun_cookie(request, cookie)])


@post("/providers/{key:str}/link", status_code=HTTP_200_OK, **ORDER)
async def leave_to_link(request: AnyRequest, key: str) -> Response[wire.ProviderAddress]:
    """Where to go to add a provider to the own account."""
    visitor = await freshly_signed_in(request)
    address, cookie = await linking_of(request).begin(key, visitor.account.id)
    return answer(wire.ProviderAddress(address), cookies=[begun_cookie(request, cookie)])


@post("/providers/finish", status_code=HTTP_200_OK, **ORDER)
async def come_back(request: AnyRequest, data: wire.ProviderAnswer) -> Response[wire.ProviderOutcome]:
    """Hand in what the provider has sent along."""
    told = (data.code, data.state, data.iss)
    visitor = await visitor_of(request)
    where = address_of(request)
    account, again, provider = await linking_of(request).finish(
        begun_in(request), told, bool(data.error), visitor, where
    )
    if account is not None:
        return await entering(request, account, wire.ProviderOutcome(shown(account)), HTTP_200_OK)
    if again:
        outcome = wire.ProviderOutcome(unknown=provider.name)
        return answer(outcome, cookies=[begun_cookie(request, again)])
    return answer(wire.ProviderOutcome(linked=provider.name))


@post("/providers/sign-up", status_code=HTTP_201_CREATED, **ORDER)
async def sign_up_with(request: AnyRequest, data: wire.NameOrder) -> Response[wire.SignedUp]:
    """Make an account for somebody whom a provider has named, and sign in to it."""
    account, codes = await linking_of(request).sign_up(begun_in(request), data.name, address_of(request))
    return await entering(request, account, wire.SignedUp(shown(account), codes), HTTP_201_CREATED)


# There even if the owner has named none: what somebody has added once can always be removed.
@delete("/me/providers/{identity:str}", status_code=HTTP_200_OK, **{**ORDER, "guards": [with_accounts]})
async def remove_provider(request: AnyRequest, identity: str) -> Response[wire.Me]:
    """Remove a provider, unless it is the only way to sign in."""
    visitor = await freshly_signed_in(request)
    desk = desk_of(request)
    if not await asyncio.to_thread(desk.store.remove_credential, visitor.account.id, identity, desk.issuers):
        raise NotFound("you have no such provider")
    return answer(await own_account(request))


HANDLERS = [leave_to_sign_in, leave_to_link, come_back, sign_up_with, remove_provider]
