"""Signing in with a provider of OpenID Connect: what was begun, and the account that it leads to.

Somebody is known by the issuer and by who he is there, never by an address of mail. What was begun is bound to the
browser by a cookie of its own, for ten minutes, and is used once."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Any, Final

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.server.accounts import keys
from dungeonbowl.server.accounts.desk import Desk, Visitor, hashed, open_only, printable
from dungeonbowl.server.accounts.doors import NOT_FRESH
from dungeonbowl.server.accounts.names import chosen_name
from dungeonbowl.server.accounts.providers import NOT_CONFIRMED, Providers, secrets_of
from dungeonbowl.server.failures import Forbidden, TooMuch
from dungeonbowl.server.settings import Provider
from dungeonbowl.storage.accounts import PROVIDER, AccountRecord, NameTaken, new_id
from dungeonbowl.storage.matches import token_hash
from dungeonbowl.storage.sign_ins import SIGN_IN, SignInRecord, SignIns

LINK: Final = "link"
NAME: Final = "name"
NOT_BEGUN: Final = mark(
    "this sign-in was not begun in this browser, was used already, or is older than ten minutes: begin again"
)
OF_ANOTHER: Final = mark("{name} leads to another account already: remove it there first")
KNOWN: Final = mark("{name} leads to this account already")
NOT_THE_SAME: Final = mark("somebody else is signed in now than when this was begun: begin again")


def handle_of(issuer: str, subject: str) -> str:
    return token_hash(f"{PROVIDER} {issuer} {subject}")


def row_of(provider: Provider, subject: str) -> dict[str, Any]:
    return {
        "kind": PROVIDER,
        "handle": handle_of(provider.issuer, subject),
        "label": provider.name,
        "public_id": f"{provider.issuer} {subject}",
    }


class Linking:
    """The sign-ins with providers of one server."""

    def __init__(self, desk: Desk, named: tuple[Provider, ...]) -> None:
        self.desk = desk
        self.providers = Providers(named, desk.public_url, desk.timekeeper)
        self.sign_ins = SignIns(desk.store)

    async def begin(self, key: str, account: str = "") -> tuple[str, str]:
        """The address to which a browser is to go, and the cookie that it is to keep. `account`: to which this way of
        signing in is to be added."""
        provider = self.providers.known(key)
        cookie = keys.new_session_token()
        address = await self.providers.address(provider, secrets_of(cookie))
        await self.keep(cookie, LINK if account else SIGN_IN, provider.issuer, account)
        return address, cookie

    async def keep(self, cookie: str, purpose: str, issuer: str, account: str = "", subject: str = "") -> None:
        record = SignInRecord(hashed(cookie), purpose, issuer, account, subject)
        await asyncio.to_thread(self.sign_ins.add, record)

    async def begun(self, cookie: str, state: str) -> SignInRecord:
        """What this browser has begun; used up by that. A state of somebody else's sign-in uses nothing up."""
        if not cookie or not state.isascii() or not secrets.compare_digest(state, secrets_of(cookie).state):
            raise Forbidden(NOT_BEGUN)
        found = await asyncio.to_thread(self.sign_ins.take, hashed(cookie))
        if found is None or found.purpose not in (SIGN_IN, LINK):
            raise Forbidden(NOT_BEGUN)
        return found

    async def finish(
        self, cookie: str, answer: tuple[str, str, str], refused: bool, visitor: Visitor | None, address: str
    ) -> tuple[AccountRecord | None, str, Provider]:
        """The account that was signed in to; None for one to which this way was added; and for somebody whom nobody
        here knows the cookie with which he may choose a name. `answer`: the code, the state and the issuer."""
        shared = [f"address {address}"]
        await self.desk.waits.attempt(shared)
        code, state, issuer = answer
        found = await self.begun(cookie, state)
        await self.desk.waits.succeeded([], shared)  # nobody's neighbours wait because a provider is slow or wrong
        provider = self.providers.of(found.issuer)
        if refused:  # what a provider writes about it is nobody's sentence
            raise Forbidden(NOT_CONFIRMED.format(name=provider.name))
        if found.purpose == LINK:
            need_same(visitor, found.account_id)
        try:
            subject = await self.providers.subject(provider, secrets_of(cookie), code, issuer)
        except Forbidden as error:
            if str(error) == NOT_CONFIRMED.format(name=provider.name):  # a code that the provider does not know
                with suppress(TooMuch):
                    await self.desk.waits.attempt(shared)
            raise
        if found.purpose == LINK:
            await self.link(found.account_id, provider, subject)
            return None, "", provider
        account = await self.account_of(provider, subject)
        if account is not None:
            return account, "", provider
        again = keys.new_session_token()
        await self.keep(again, NAME, provider.issuer, subject=subject)
        return None, again, provider

    async def account_of(self, provider: Provider, subject: str) -> AccountRecord | None:
        """Whom a provider means. `NotSignedIn` if the account is closed."""
        store = self.desk.store
        known = await asyncio.to_thread(store.credential, PROVIDER, handle_of(provider.issuer, subject))
        account = await asyncio.to_thread(store.by_id, known.account_id) if known is not None else None
        if known is None or account is None:
            return None
        account = open_only(account)
        await asyncio.to_thread(store.used_provider, known.id)
        return account

    async def link(self, account: str, provider: Provider, subject: str) -> None:
        store = self.desk.store
        known = await asyncio.to_thread(store.credential, PROVIDER, handle_of(provider.issuer, subject))
        another = UserError(OF_ANOTHER.format(name=provider.name))
        if known is not None:
            raise another if known.account_id != account else UserError(KNOWN.format(name=provider.name))
        await asyncio.to_thread(store.add_credential, account, row_of(provider, subject), another)

    async def sign_up(self, cookie: str, name: str, address: str) -> tuple[AccountRecord, list[str]]:
        """A new account for somebody whom nobody here knew. A name that nobody may have uses nothing up."""
        name = chosen_name(name)
        found = await asyncio.to_thread(self.sign_ins.look, hashed(cookie))
        if found is None or found.purpose != NAME:
            raise Forbidden(NOT_BEGUN)
        provider = self.providers.of(found.issuer)
        await self.desk.need_free(name)
        await self.desk.pay_sign_up(address)
        found = await asyncio.to_thread(self.sign_ins.take, hashed(cookie))
        if found is None:
            raise Forbidden(NOT_BEGUN)
        known = await asyncio.to_thread(self.desk.store.credential, PROVIDER, handle_of(provider.issuer, found.subject))
        if known is not None:  # by another tab, meanwhile
            raise UserError(OF_ANOTHER.format(name=provider.name))
        try:
            return await self.desk.open(new_id(), name, row_of(provider, found.subject))
        except NameTaken:
            await asyncio.to_thread(self.sign_ins.add, found)  # somebody was faster: another name will do
            raise


def need_same(visitor: Visitor | None, account: str) -> None:
    if visitor is None or visitor.account.id != account:
        raise Forbidden(NOT_THE_SAME)
    if not visitor.is_fresh:
        raise Forbidden(NOT_FRESH)


def read_cookie(written: str) -> str:
    return printable(written[: keys.LONGEST_SECRET])
