"""Links by mail: to confirm an address, and to sign in. A link is good once, for a quarter of an hour; of its secret
only a hash is kept. Whoever asks for one is told the same whether the address is known or not.

Three counts keep mail from being a weapon, each by itself: of who asks, by network address; of who would get it, by
mail address, however many ask; of the account that names addresses to be confirmed, however often it moves. The second
counts addresses that nobody here has as well, or it would tell which are known."""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, t
from dungeonbowl.server.accounts.desk import an_hour, hashed
from dungeonbowl.server.counting import Counting
from dungeonbowl.server.failures import Forbidden, TooMuch
from dungeonbowl.server.post.letters import Letter
from dungeonbowl.server.post.mail import checked_mail
from dungeonbowl.server.post.postman import Post
from dungeonbowl.server.settings import Settings
from dungeonbowl.storage.accounts import OPEN, AccountRecord, Accounts
from dungeonbowl.storage.contacts import UNCONFIRMED
from dungeonbowl.storage.matches import token_hash
from dungeonbowl.storage.news import MAIL

CONFIRM: Final = "confirm"
SIGN_IN: Final = "sign-in"
CONFIRM_IT: Final = mark("Yes, this is my address")
SIGN_IN_HERE: Final = mark("Sign in")
NO_MAIL: Final = mark("this server sends no mail; its owner can name a mail server with --smtp")
NO_LINK: Final = mark("this link was used already, or is older than a quarter of an hour: ask for a new one")

OPEN_SOON: Final = mark("If that is you, open this link within a quarter of an hour. If not, do nothing.")


class MailLinks:
    """The links that this server sends by mail."""

    def __init__(self, post: Post, accounts: Accounts, counting: Counting, settings: Settings) -> None:
        self.post = post
        self.accounts = accounts
        self.counting = counting
        self.from_one = an_hour("mails", settings.mail_links_an_hour)
        self.to_one = an_hour("mails-to", settings.mail_links_to_one_an_hour)
        self.for_one = an_hour("mails-for", settings.mail_links_to_one_an_hour)
        self.errands: set[asyncio.Task[None]] = set()

    async def pay(self, address: str, mail: str, account: str = "") -> None:
        """Mail costs the owner, and annoys who has not asked for it. `account` names an address to be confirmed."""
        if self.post.mail is None:
            raise UserError(NO_MAIL)
        if not await self.counting.take(self.from_one, address):
            raise TooMuch("too many mails were asked for from your address: try again later")
        if account and not await self.counting.take(self.for_one, account):
            raise TooMuch("you have named many mail addresses lately: try again later")
        if not await self.counting.take(self.to_one, mail):
            raise TooMuch("many links were asked for to this mail address: look into your mail, or try again later")

    async def ask_to_confirm(self, account: AccountRecord, written: str, address: str) -> None:
        """The account wants its news at a mail address. Nothing goes there before its owner has said so."""
        mail = checked_mail(written)
        await self.pay(address, mail, account.id)
        contacts = self.post.contacts
        await asyncio.to_thread(contacts.add_channel, account.id, MAIL, mail, mail, UNCONFIRMED)
        token = secrets.token_urlsafe(32)
        if not await asyncio.to_thread(contacts.add_mail_token, account.id, CONFIRM, mail, token_hash(token)):
            raise TooMuch("a link is on its way to you already: look into your mail, or wait a quarter of an hour")
        link = f"{self.post.url}/account#confirm={token}"
        lines = [
            t("The account {name} of {server} wants to get its mail here.", name=account.name, server=self.post.url),
            t(OPEN_SOON),
        ]
        title = t("Is this your address?")
        self.post.send_later(Letter(f"confirm.{token_hash(token)[:16]}", title, lines, link, invites=CONFIRM_IT), mail)

    async def confirm(self, token: str) -> AccountRecord:
        found = await asyncio.to_thread(self.post.contacts.take_mail_token, hashed(token), CONFIRM)
        account = await asyncio.to_thread(self.accounts.by_id, found.account) if found is not None else None
        if found is None or account is None:
            raise Forbidden(NO_LINK)
        if not await asyncio.to_thread(self.post.contacts.confirm_mail, found.account, found.mail):
            raise Forbidden(NO_LINK)
        return account

    async def ask_to_sign_in(self, written: str, address: str) -> None:
        """Send a link to every open account of an address. The work is done after the answer, so that neither its words
        nor its time tell whether there is one."""
        mail = checked_mail(written)
        await self.pay(address, mail)
        task = asyncio.create_task(self.send_links(mail))
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)

    async def send_links(self, mail: str) -> None:
        contacts = self.post.contacts
        for identity in await asyncio.to_thread(contacts.accounts_of_mail, mail):
            account = await asyncio.to_thread(self.accounts.by_id, identity)
            if account is None or account.state != OPEN:
                continue
            token = secrets.token_urlsafe(32)
            if not await asyncio.to_thread(contacts.add_mail_token, identity, SIGN_IN, mail, token_hash(token)):
                continue
            lines = [
                t("Somebody wants to sign in as {name} at {server}.", name=account.name, server=self.post.url),
                t(OPEN_SOON),
            ]
            link = f"{self.post.url}/sign-in#mail={token}"
            letter = Letter(f"sign-in.{token_hash(token)[:16]}", t("Sign in"), lines, link, invites=SIGN_IN_HERE)
            self.post.send_later(letter, mail)

    async def sign_in(self, token: str) -> AccountRecord:
        """The account of a link. `Forbidden` if it is good no more."""
        found = await asyncio.to_thread(self.post.contacts.take_mail_token, hashed(token), SIGN_IN)
        account = await asyncio.to_thread(self.accounts.by_id, found.account) if found is not None else None
        if account is None or account.state != OPEN:
            raise Forbidden(NO_LINK)
        return account

    async def close(self) -> None:
        await asyncio.gather(*self.errands, return_exceptions=True)
