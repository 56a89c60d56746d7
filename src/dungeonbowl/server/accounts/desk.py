"""Where people sign up, sign in, and look after their accounts. It is there only on servers with accounts."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.server.accounts import keys
from dungeonbowl.server.accounts.names import checked_label, checked_name, chosen_name, folded, read_as
from dungeonbowl.server.accounts.passkeys import NOT_TRUE, Passkeys
from dungeonbowl.server.accounts.passwords import Hashing, checked_password
from dungeonbowl.server.accounts.waits import HOUR, Waits
from dungeonbowl.server.clocks import RealTime, Timekeeper
from dungeonbowl.server.counting import Counting, InMemory, Limit
from dungeonbowl.server.failures import Forbidden, NotSignedIn, TooMuch
from dungeonbowl.server.settings import Settings
from dungeonbowl.server.telling import HOUSE
from dungeonbowl.storage.accounts import (
    OPEN,
    PASSKEY,
    PASSWORD,
    AccountRecord,
    Accounts,
    ChallengeRecord,
    NameTaken,
    SessionRecord,
    new_id,
)
from dungeonbowl.storage.matches import now, token_hash
from dungeonbowl.storage.moments import at_second
from dungeonbowl.storage.vouching import Vouchings

if TYPE_CHECKING:
    from dungeonbowl.server.accounts.linking import Linking

FRESH: Final = timedelta(hours=1)  # how old a sign-in may be for changes of the account itself
WRONG: Final = mark("name and password, or name and code, do not fit together")
CLOSED: Final = mark("this account was closed by the owner of the server")
SIGN_UP: Final = "sign-up"
SIGN_IN: Final = "sign-in"
NEW: Final = "new"
NO_CHALLENGE: Final = mark("this question was answered already, or is older than five minutes: begin again")

log = logging.getLogger(__name__)


class Visitor(msgspec.Struct, frozen=True):
    """Who asks: an account, in a browser or by a program with a token."""

    account: AccountRecord
    session: SessionRecord | None = None
    scopes: frozenset[str] = frozenset()

    @property
    def is_fresh(self) -> bool:
        return self.session is not None and now() - self.session.created < FRESH


class Desk:
    """The accounts of this server."""

    def __init__(
        self,
        store: Accounts,
        settings: Settings,
        timekeeper: Timekeeper | None = None,
        counting: Counting | None = None,
    ) -> None:
        self.store = store
        self.vouchings = Vouchings(store)
        self.public_url = settings.public_url
        self.is_secure = urlsplit(settings.public_url).scheme == "https"
        self.timekeeper = timekeeper or RealTime()
        self.passkeys = Passkeys(settings.public_url)
        self.hashing = Hashing()
        self.counting = counting or Counting(InMemory(self.timekeeper))
        self.waits = Waits(self.counting.store)
        self.linking = self.linked(settings)
        self.sign_ups = an_hour("sign-ups", settings.sign_ups_an_hour)
        self.applications = an_hour("applications", settings.applications_an_hour)
        self.founded = an_hour("leagues", settings.leagues_an_hour)
        self.vouched = an_hour("vouchings", settings.vouchings_an_hour)

    def close(self) -> None:
        self.hashing.close()

    def linked(self, settings: Settings) -> Linking | None:
        """Signing in with providers; None if the owner has named none. Its packages are imported only here."""
        if not settings.sign_in_with:
            return None
        from dungeonbowl.server.accounts.linking import Linking

        return Linking(self, settings.sign_in_with)

    @property
    def issuers(self) -> list[str]:
        """The providers that open accounts now."""
        return self.linking.providers.issuers if self.linking is not None else []

    # --- who asks ----------------------------------------------------------------------------------------------------

    async def visitor(self, cookie: str, bearer: str) -> Visitor | None:
        """Who has this cookie or this token of a program; None for anybody else."""
        if bearer.startswith(keys.API_PREFIX):
            return await asyncio.to_thread(self.program, bearer)
        return await asyncio.to_thread(self.browser, cookie) if cookie else None

    def browser(self, cookie: str) -> Visitor | None:
        session = self.store.session(hashed(cookie))
        account = self.store.by_id(session.account_id) if session is not None else None
        return Visitor(account, session) if account is not None and account.state == OPEN else None

    def program(self, bearer: str) -> Visitor | None:
        token = self.store.token(hashed(bearer))
        account = self.store.by_id(token.account_id) if token is not None else None
        if token is None or account is None or account.state != OPEN:
            return None
        return Visitor(account, None, frozenset(token.scopes.split()))

    # --- signing up --------------------------------------------------------------------------------------------------

    async def sign_up(self, name: str, password: str, address: str) -> tuple[AccountRecord, list[str]]:
        """A new account with a password, and its recovery codes."""
        name = chosen_name(name)
        checked_password(password, name)
        await self.need_free(name)
        await self.pay_sign_up(address)
        identity = new_id()
        secret = await self.hashing.hash(password)
        return await self.open(identity, name, password_row(identity, secret))

    async def open(self, identity: str, name: str, way: dict[str, Any]) -> tuple[AccountRecord, list[str]]:
        codes = keys.new_codes()
        rows = [way, *keys.code_rows(identity, codes)]
        await asyncio.to_thread(self.store.create, identity, name, folded(name), rows)
        account = await asyncio.to_thread(self.store.by_id, identity)
        assert account is not None
        return account, codes

    async def need_free(self, name: str) -> None:
        for each in read_as(name):
            if each == folded(HOUSE) or await asyncio.to_thread(self.store.by_folded, each) is not None:
                raise NameTaken(f"the name {name!r} is taken: choose another one")

    async def pay_sign_up(self, address: str) -> None:
        if not await self.counting.take(self.sign_ups, address):
            raise TooMuch("too many new accounts from your address: try again in an hour")

    async def pay_application(self, account: str) -> None:
        if not await self.counting.take(self.applications, account):
            raise TooMuch("you have asked to be let in too often: try again in an hour")

    async def pay_league(self, account: str) -> None:
        if not await self.counting.take(self.founded, account):
            raise TooMuch("you have founded too many leagues: try again in an hour")

    async def pay_vouching(self, account: str) -> None:
        if not await self.counting.take(self.vouched, account):
            raise TooMuch("you have vouched for many people: try again in an hour")

    # --- signing in --------------------------------------------------------------------------------------------------

    async def sign_in(self, name: str, password: str, code: str, address: str) -> tuple[AccountRecord, str]:
        """The account of a name, if the password or the recovery code is the right one, and the hash that the password
        fits, if it was one. An unknown name takes as long as a known one, and is told the same."""
        own, shared = [f"account {token_hash(printable(folded(name)))}"], [f"address {address}"]
        await self.waits.attempt([*own, *shared])
        try:
            compared = folded(checked_name(name))
        except UserError:
            compared = ""
        account = await asyncio.to_thread(self.store.by_folded, compared)
        identity = account.id if account is not None else ""
        secret = "" if code else await self.secret_of(identity, password)
        fits = await asyncio.to_thread(self.knows_code, account, code) if code else bool(secret)
        if account is None or not fits:
            raise Forbidden(WRONG)
        await self.waits.succeeded(own, shared)
        return open_only(account), secret

    def knows_code(self, account: AccountRecord | None, code: str) -> bool:
        """Whether it is a recovery code of the account, or one of somebody who vouches for its owner. It is used up."""
        identity = account.id if account is not None else ""
        handle = keys.code_handle(identity, code)
        if self.store.use_code(identity, handle):
            return True
        found = self.vouchings.use(identity, handle, at_second(self.timekeeper.utc()))
        if found is not None:
            log.warning("recovery used", extra={"facts": {"account": identity, "vouching": found.id, "by": found.by}})
        return found is not None

    async def secret_of(self, account: str, password: str) -> str:
        """The hash of the account that the password fits; empty if it fits none. One that was made with smaller costs
        is made anew, unless the password is another one by now."""
        found = await asyncio.to_thread(self.store.credentials, account, PASSWORD)
        kept = found[0].secret if found else ""
        if not await self.hashing.fits(kept, password):
            return ""
        if not self.hashing.is_old(kept):
            return kept
        renewed = await self.hashing.hash(password)
        return renewed if await asyncio.to_thread(self.store.renew_secret, account, kept, renewed) else kept

    async def keep_password(self, account: str, password: str) -> None:
        row = password_row(account, await self.hashing.hash(password))
        await asyncio.to_thread(self.store.replace_credentials, account, PASSWORD, [row])

    async def new_session(self, account: AccountRecord, device: str, cookie: str, secret: str = "") -> str:
        """The cookie of a browser that signs in: always a new one, whatever the browser brought along. `secret` is the
        hash that its password fitted: to look at it takes a while, in which the password may have been changed."""
        token = keys.new_session_token()
        instead = hashed(cookie) if cookie else ""
        await asyncio.to_thread(self.vouchings.end, account.id)  # whoever can sign in has lost nothing
        if not await asyncio.to_thread(self.store.add_session, account.id, hashed(token), device, instead, secret):
            raise Forbidden(WRONG)
        return token

    # --- passkeys ----------------------------------------------------------------------------------------------------

    async def ask_new_account(self, name: str, address: str) -> tuple[str, dict[str, Any]]:
        self.need_passkeys()
        name = chosen_name(name)
        await self.need_free(name)
        await self.pay_sign_up(address)
        identity = new_id()
        question, challenge = await self.challenge(SIGN_UP, identity, name)
        return question, self.passkeys.registration(identity, name, challenge, [])

    async def answer_new_account(
        self, question: str, credential: dict[str, Any], label: str
    ) -> tuple[AccountRecord, list[str]]:
        asked = await self.asked(question, SIGN_UP)
        way = self.passkeys.registered(credential, bytes.fromhex(asked.challenge), checked_label(label, "Passkey"))
        return await self.open(asked.account_id, asked.name, way)

    async def ask_passkey(self) -> tuple[str, dict[str, Any]]:
        self.need_passkeys()
        question, challenge = await self.challenge(SIGN_IN)
        return question, self.passkeys.question(challenge)

    async def answer_passkey(self, question: str, credential: dict[str, Any], address: str) -> AccountRecord:
        shared = [f"address {address}"]
        await self.waits.attempt(shared)
        asked = await self.asked(question, SIGN_IN)
        known = await asyncio.to_thread(self.store.credential, PASSKEY, self.passkeys.named(credential))
        account = await asyncio.to_thread(self.store.by_id, known.account_id) if known is not None else None
        if known is None or account is None:
            raise Forbidden("this server does not know that passkey")
        uses = self.passkeys.answered(credential, bytes.fromhex(asked.challenge), known)
        await asyncio.to_thread(self.store.used_passkey, known.id, uses)
        await self.waits.succeeded([], shared)
        return open_only(account)

    async def ask_further(self, visitor: Visitor) -> tuple[str, dict[str, Any]]:
        self.need_passkeys()
        account = visitor.account
        known = await asyncio.to_thread(self.store.credentials, account.id, PASSKEY)
        question, challenge = await self.challenge(NEW, account.id, account.name)
        return question, self.passkeys.registration(account.id, account.name, challenge, known)

    async def answer_further(self, visitor: Visitor, question: str, credential: dict[str, Any], label: str) -> None:
        asked = await self.asked(question, NEW)
        if asked.account_id != visitor.account.id:
            raise Forbidden(NOT_TRUE)
        way = self.passkeys.registered(credential, bytes.fromhex(asked.challenge), checked_label(label, "Passkey"))
        await asyncio.to_thread(self.store.add_credential, visitor.account.id, way)

    async def challenge(self, purpose: str, account: str = "", name: str = "") -> tuple[str, bytes]:
        challenge = bytes.fromhex(token_hash(keys.new_session_token()))
        record = ChallengeRecord(new_id(), purpose, account, name, challenge.hex())
        await asyncio.to_thread(self.store.add_challenge, record)
        return record.id, challenge

    async def asked(self, question: str, purpose: str) -> ChallengeRecord:
        found = await asyncio.to_thread(self.store.take_challenge, question)
        if found is None or found.purpose != purpose:
            raise UserError(NO_CHALLENGE)
        return found

    def need_passkeys(self) -> None:
        if not self.passkeys.possible:
            raise UserError("passkeys need a server with a name and HTTPS: use a password here")

    # --- looking after an account ------------------------------------------------------------------------------------

    async def set_password(self, visitor: Visitor, password: str) -> None:
        """All other browsers have to sign in again: whoever changes a password may have a reason to."""
        checked_password(password, visitor.account.name)
        await self.keep_password(visitor.account.id, password)
        assert visitor.session is not None
        await asyncio.to_thread(self.store.end_other_sessions, visitor.account.id, visitor.session.id)

    async def set_codes(self, visitor: Visitor) -> list[str]:
        codes = keys.new_codes()
        rows = keys.code_rows(visitor.account.id, codes)
        await asyncio.to_thread(self.store.replace_credentials, visitor.account.id, "code", rows)
        return codes


def an_hour(name: str, times: float) -> Limit:
    return Limit(name, times / HOUR, times)


def password_row(account: str, secret: str) -> dict[str, Any]:
    return {"kind": PASSWORD, "handle": token_hash(f"password {account}"), "secret": secret}


def open_only(account: AccountRecord) -> AccountRecord:
    """Told only to somebody who could sign in otherwise."""
    if account.state != OPEN:
        raise NotSignedIn(CLOSED)
    return account


def hashed(token: str) -> str:
    return token_hash(printable(token[: keys.LONGEST_SECRET]))


def printable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
