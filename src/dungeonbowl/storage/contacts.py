"""Where news of an account goes, what it wants to hear of, the links that are sent by mail, and its calendars.

Reading and writing happen in the thread of the caller; whoever calls from a coroutine goes through a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from dungeonbowl.errors import UserError, stale
from dungeonbowl.storage.account_tables import AccountRow
from dungeonbowl.storage.accounts import OPEN as OPEN_ACCOUNT
from dungeonbowl.storage.accounts import Accounts, is_locked, new_id
from dungeonbowl.storage.failing import Failing, failing_of, switch_on
from dungeonbowl.storage.matches import token_hash
from dungeonbowl.storage.moments import aware, now
from dungeonbowl.storage.news import MAIL, OPEN, Choices, News, choices_of, met, write_news
from dungeonbowl.storage.pauses import Vacation, add_vacation, end_vacation, vacations_of
from dungeonbowl.storage.post_tables import ChannelRow, FeedRow, MailTokenRow, NewsChoiceRow, NewsRow

UNCONFIRMED: Final = "unconfirmed"
MOST_CHANNELS: Final = 20  # of one account
MOST_FEEDS: Final = 20
TOKEN_LIFE: Final = timedelta(minutes=15)
MOST_TOKENS: Final = 3  # of one account and one purpose that are good at the same time
MOST_SHOWN: Final = 50
Found = TypeVar("Found")


class Channel(msgspec.Struct, frozen=True):
    id: str
    kind: str
    address: str
    label: str
    state: str
    created: datetime


class ReadNews(msgspec.Struct, frozen=True):
    """A piece of news in the list of the page."""

    id: str
    kind: str
    at: datetime
    title: str
    lines: list[str]
    link: str
    read: bool
    match: str = ""
    against: list[str] = []  # the other coaches of the match, as they are called now


class MailToken(msgspec.Struct, frozen=True):
    account: str
    purpose: str
    mail: str


class Feed(msgspec.Struct, frozen=True):
    id: str
    account: str
    kind: str
    subject: str
    created: datetime


class Contacts:
    """What accounts have said about news. It shares the writer of the accounts."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts

    def write_for(self, account: str, work: Callable[[Connection], Found]) -> Found:
        """Write what counts or replaces what an account has already: one after the other, on whichever server, or two
        at once would both find room. `Stale` if the account was deleted or closed meanwhile."""

        def in_turn(connection: Connection) -> Found:
            if not is_locked(connection, account, AccountRow.state == OPEN_ACCOUNT):
                raise stale("the account")
            return work(connection)

        return self.accounts.write(in_turn)

    def notify(self, account: str, news: News, moment: datetime) -> bool:
        """Tell an account something; False if it was told that before."""
        return self.accounts.write(lambda connection: write_news(connection, account, news, moment))

    # --- the list on the page ----------------------------------------------------------------------------------------

    def news(self, account: str, most: int | None = MOST_SHOWN) -> tuple[list[ReadNews], int]:
        """The last news of an account, and how much of all of it was not read. With `most` None all that is kept."""

        row = NewsRow
        query = select(row.id, row.kind, row.at, row.title, row.lines, row.link, row.read, row.about)
        query = query.where(row.account_id == account).order_by(row.at.desc(), row.id).limit(most)

        def looked_up(connection: Connection) -> tuple[Sequence[Any], dict[str, list[str]]]:
            rows = connection.execute(query).all()
            return rows, met(connection, account, {each.about for each in rows if each.about})

        found, others = self.accounts.read(looked_up)
        news = [
            ReadNews(
                identity,
                kind,
                aware(at),
                title,
                msgspec.json.decode(lines),
                link,
                read is not None,
                about,
                others.get(about, []),
            )
            for identity, kind, at, title, lines, link, read, about in found
        ]
        return news, self.unread(account)

    def unread(self, account: str) -> int:
        """How much news an account has not read."""
        where = (NewsRow.account_id == account, NewsRow.read.is_(None))
        query = select(func.count()).select_from(NewsRow).where(*where)
        return self.accounts.read(lambda connection: connection.execute(query).scalar() or 0)

    def mark_read(self, account: str, identity: str = "") -> None:
        """Mark one piece of news as read, or all of it."""
        where = [NewsRow.account_id == account, NewsRow.read.is_(None)]
        if identity:
            where.append(NewsRow.id == identity)
        self.accounts.write(lambda connection: connection.execute(update(NewsRow).where(*where).values(read=now())))

    # --- channels ----------------------------------------------------------------------------------------------------

    def channels(self, account: str) -> list[Channel]:
        row = ChannelRow
        query = (
            select(row.id, row.kind, row.address, row.label, row.state, row.created)
            .where(row.account_id == account)
            .order_by(row.created, row.id)
        )
        found = self.accounts.read(lambda connection: connection.execute(query).all())
        return [Channel(*each[:5], aware(each[5])) for each in found]

    def add_channel(self, account: str, kind: str, address: str, label: str, state: str = OPEN) -> str:
        """Another channel. An account has one mail address: a new one takes the place of the last."""
        handle, identity = token_hash(f"{kind} {address}"), new_id()

        def work(connection: Connection) -> str:
            mine = ChannelRow.account_id == account
            known = connection.execute(select(ChannelRow.id).where(mine, ChannelRow.handle == handle)).scalar()
            if known is not None:
                switch_on(connection, account, str(known))  # if it was switched off, somebody has mended it
                return str(known)
            if kind == MAIL:
                connection.execute(delete(ChannelRow).where(mine, ChannelRow.kind == MAIL, ChannelRow.state == state))
            count = connection.execute(select(func.count()).select_from(ChannelRow).where(mine)).scalar() or 0
            if count >= MOST_CHANNELS:
                raise UserError(f"an account has at most {MOST_CHANNELS} ways to be told: remove one first")
            values: dict[str, Any] = {"id": identity, "account_id": account, "kind": kind, "handle": handle}
            values |= {"address": address, "label": label, "state": state, "created": now()}
            connection.execute(insert(ChannelRow).values(**values))
            return identity

        return self.write_for(account, work)

    def remove_channel(self, account: str, identity: str) -> bool:
        where = (ChannelRow.account_id == account, ChannelRow.id == identity)
        return self.accounts.write(lambda connection: connection.execute(delete(ChannelRow).where(*where)).rowcount > 0)

    def failing(self, channels: Sequence[str]) -> dict[str, Failing]:
        """What has failed at which of these channels since something last came through."""
        return self.accounts.read(lambda connection: failing_of(connection, channels))

    def switch_on(self, account: str, identity: str) -> bool:
        """Use a channel again that was switched off. False if the account has no such channel."""
        return self.accounts.write(lambda connection: switch_on(connection, account, identity))

    def accounts_of_mail(self, mail: str) -> list[str]:
        """The accounts that have confirmed a mail address: those of one person, or of a household."""
        handle = token_hash(f"{MAIL} {mail}")
        query = select(ChannelRow.account_id).where(ChannelRow.handle == handle, ChannelRow.state == OPEN)
        return list(self.accounts.read(lambda connection: connection.execute(query).scalars().all()))

    # --- wishes ------------------------------------------------------------------------------------------------------

    def choices(self, account: str) -> tuple[Choices, int]:
        return self.accounts.read(lambda connection: choices_of(connection, account))

    def choose(self, account: str, choices: Choices, hour: int) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(NewsChoiceRow).where(NewsChoiceRow.account_id == account))
            written = msgspec.json.encode(choices).decode()
            connection.execute(insert(NewsChoiceRow).values(account_id=account, choices=written, hour=hour))

        self.write_for(account, work)

    # --- links by mail -----------------------------------------------------------------------------------------------

    def add_mail_token(self, account: str, purpose: str, mail: str, hashed: str) -> bool:
        """A link that is about to be sent. False if the account has too many good ones for this purpose already: links
        to sign in, which strangers can ask for, take no place of those that the account asks for itself."""

        def work(connection: Connection) -> bool:
            late = now() - TOKEN_LIFE
            connection.execute(delete(MailTokenRow).where(MailTokenRow.created < late))
            mine = (MailTokenRow.account_id == account, MailTokenRow.purpose == purpose)
            query = select(func.count()).select_from(MailTokenRow).where(*mine)
            if (connection.execute(query).scalar() or 0) >= MOST_TOKENS:
                return False
            values = {"token_hash": hashed, "account_id": account, "purpose": purpose, "mail": mail, "created": now()}
            connection.execute(insert(MailTokenRow).values(**values))
            return True

        return self.write_for(account, work)

    def take_mail_token(self, hashed: str, purpose: str) -> MailToken | None:
        """What a link is for, once."""

        def work(connection: Connection) -> MailToken | None:
            row = MailTokenRow
            where = (row.token_hash == hashed, row.purpose == purpose, row.created >= now() - TOKEN_LIFE)
            found = connection.execute(select(row.account_id, row.purpose, row.mail).where(*where)).first()
            gone = connection.execute(delete(row).where(*where)).rowcount
            return MailToken(*found) if found is not None and gone == 1 else None

        return self.accounts.write(work)

    def confirm_mail(self, account: str, mail: str) -> bool:
        """The address is the account's. False if the account has asked for another one meanwhile."""
        handle = token_hash(f"{MAIL} {mail}")

        def work(connection: Connection) -> bool:
            mine = (ChannelRow.account_id == account, ChannelRow.kind == MAIL)
            if connection.execute(select(ChannelRow.id).where(*mine, ChannelRow.handle == handle)).first() is None:
                return False
            connection.execute(delete(ChannelRow).where(*mine, ChannelRow.handle != handle))
            connection.execute(update(ChannelRow).where(*mine, ChannelRow.handle == handle).values(state=OPEN))
            return True

        return self.write_for(account, work)

    # --- vacations ---------------------------------------------------------------------------------------------------

    def vacations(self, account: str) -> list[Vacation]:
        return self.accounts.read(lambda connection: vacations_of(connection, account))

    def add_vacation(self, account: str, starts: datetime, ends: datetime, moment: datetime) -> None:
        identity = new_id()
        self.write_for(account, lambda connection: add_vacation(connection, account, starts, ends, moment, identity))

    def end_vacation(self, account: str, identity: str, moment: datetime) -> bool:
        return self.accounts.write(lambda connection: end_vacation(connection, account, identity, moment))

    # --- calendars ---------------------------------------------------------------------------------------------------

    def add_feed(self, account: str, kind: str, subject: str, hashed: str) -> None:
        def work(connection: Connection) -> None:
            mine = FeedRow.account_id == account
            same = (mine, FeedRow.kind == kind, FeedRow.subject == subject)
            connection.execute(delete(FeedRow).where(*same))  # its link is known to nobody any more
            if (connection.execute(select(func.count()).select_from(FeedRow).where(mine)).scalar() or 0) >= MOST_FEEDS:
                raise UserError(f"an account has at most {MOST_FEEDS} calendars: remove one first")
            values = {"id": new_id(), "token_hash": hashed, "account_id": account, "kind": kind, "subject": subject}
            connection.execute(insert(FeedRow).values(**values, created=now()))

        self.write_for(account, work)

    def feeds(self, account: str) -> list[Feed]:
        return self.found_feeds(FeedRow.account_id == account)

    def feed(self, hashed: str) -> Feed | None:
        found = self.found_feeds(FeedRow.token_hash == hashed)
        return found[0] if found else None

    def found_feeds(self, where: Any) -> list[Feed]:
        columns = (FeedRow.id, FeedRow.account_id, FeedRow.kind, FeedRow.subject, FeedRow.created)
        query = select(*columns).where(where).order_by(FeedRow.created, FeedRow.id)
        found = self.accounts.read(lambda connection: connection.execute(query).all())
        return [Feed(*each[:4], aware(each[4])) for each in found]

    def remove_feed(self, account: str, identity: str) -> bool:
        where = (FeedRow.account_id == account, FeedRow.id == identity)
        return self.accounts.write(lambda connection: connection.execute(delete(FeedRow).where(*where)).rowcount > 0)
