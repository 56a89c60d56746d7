"""News: what somebody should hear of. It is written in the transaction of the decision that it tells, once: its id says
what it is about, and the same id is never written twice."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, exists, select, update
from sqlalchemy.dialects import postgresql, sqlite

from dungeonbowl.languages import speaking, translated
from dungeonbowl.storage.account_tables import AccountMatchRow, AccountRow
from dungeonbowl.storage.moments import at_second, now
from dungeonbowl.storage.pauses import holders
from dungeonbowl.storage.post_tables import (
    LONGEST_LINK,
    LONGEST_NEWS,
    LONGEST_TITLE,
    ChannelRow,
    NewsChoiceRow,
    NewsRow,
    OutboxRow,
)
from dungeonbowl.storage.tables import SeatRow

TURN: Final = "turn"
BEGUN: Final = "begun"
OVER: Final = "over"
HURRY: Final = "hurry"
ASSISTED: Final = "assisted"
CHALLENGE: Final = "challenge"
OFFER: Final = "offer"  # a team that changes hands
DEADLINE: Final = "deadline"
RECOVERY: Final = "recovery"  # somebody vouches for the recovery of the account
WAY: Final = "way"  # a way to be told has failed
KINDS: Final = (TURN, HURRY, ASSISTED, BEGUN, OVER, CHALLENGE, OFFER, DEADLINE, RECOVERY, WAY)

MAIL: Final = "mail"
PUSH: Final = "push"
WEBHOOK: Final = "webhook"
CHANNELS: Final = (MAIL, PUSH, WEBHOOK)

NOW: Final = "now"
DAILY: Final = "daily"
NEVER: Final = "never"
# At once only what runs out otherwise, or what may be a theft; everything else waits for the one message of the day.
AT_ONCE: Final = (TURN, HURRY, RECOVERY)

OPEN: Final = "open"  # the state of a channel that may be used
WAITING: Final = "waiting"  # the states of what is in the outbox
CLAIMED: Final = "claimed"
SENT: Final = "sent"
STALE: Final = "stale"  # nobody needs it any more: the coach has answered
FAILED: Final = "failed"
USUAL_HOUR: Final = 17  # of the daily message, UTC
# A coach who takes the end of the turn back, or an answer that comes at once, should cost nobody a message.
PATIENCE: Final = timedelta(seconds=60)

Choices = dict[str, dict[str, str]]  # kind, channel, when


class News(msgspec.Struct, frozen=True):
    """A piece of news. `id` is made of what it is about: the same news again is no news."""

    id: str
    kind: str
    title: str
    lines: list[str] = []
    link: str = "/"  # a path of this server
    match: str = ""
    number: int = 0


class MatchNews(msgspec.Struct, frozen=True):
    """News for the coach of a side; which account that is, if any, is known in the database."""

    match: str
    number: int  # of the decision
    side: int
    kind: str
    title: str
    lines: list[str] = []
    at: float = 0.0  # when, in seconds since 1970
    words: dict[str, tuple[str, list[str]]] = {}  # title and lines in other languages

    def news(self, language: str) -> News:
        identity = f"{self.match}.{self.number}.{self.side}.{self.kind}"
        link = f"/match/{self.match}?at={self.number}"
        title, lines = self.words.get(language, (self.title, self.lines))
        return News(identity, self.kind, title, lines, link, self.match, self.number)


def wish(choices: Mapping[str, Mapping[str, str]], kind: str, channel: str) -> str:
    """When an account wants to hear of a kind of news through a channel."""
    return choices.get(kind, {}).get(channel, NOW if kind in AT_ONCE else DAILY)


def next_hour(moment: datetime, hour: int) -> datetime:
    """The next moment at which the daily message of an account goes out."""
    found = moment.replace(hour=hour, minute=0, second=0, microsecond=0)
    return found if found > moment else found + timedelta(days=1)


def insert_once(connection: Connection, table: Any, values: dict[str, Any]) -> bool:
    """Add a row, unless there is one with its key; says whether it was added."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement = dialect.insert(table).values(**values).on_conflict_do_nothing().returning(table.id)
    return connection.execute(statement).first() is not None


def write_match_news(connection: Connection, found: Sequence[MatchNews]) -> None:
    """Write news for the coaches of a match, as far as they have accounts."""
    for match in {each.match for each in found}:
        held = holders(connection, match)
        number = max(each.number for each in found if each.match == match)
        settle_older(connection, [account for account, _ in held], match, number)
        for each in found:
            for account, sides in held:
                if each.match == match and each.side in sides:
                    news = each.news(language_of(connection, account))
                    write_news(connection, account, news, at_second(each.at) if each.at else now())


def settle_older(connection: Connection, accounts: Sequence[str], match: str, number: int) -> None:
    """A turn that was played meanwhile need not be read any more."""
    if accounts:
        old = (NewsRow.account_id.in_(accounts), NewsRow.about == match, NewsRow.number < number)
        unread = (NewsRow.kind.in_(AT_ONCE), NewsRow.read.is_(None))
        connection.execute(update(NewsRow).where(*old, *unread).values(read=now()))


def write_news(connection: Connection, account: str, news: News, moment: datetime) -> bool:
    """Write a piece of news for an account, and put it into the outbox of every channel that wants it. False if it was
    there already."""
    identity = news.id[:LONGEST_NEWS]
    with speaking(language_of(connection, account)):  # news of a match has been told in it already
        title, lines = translated(news.title), [translated(line) for line in news.lines]
    written = insert_once(
        connection,
        NewsRow,
        {
            "id": identity,
            "account_id": account,
            "kind": news.kind,
            "about": news.match,
            "number": news.number,
            "at": moment,
            "title": one_line(title)[:LONGEST_TITLE],
            "lines": msgspec.json.encode([one_line(line) for line in lines]).decode(),
            "link": news.link[:LONGEST_LINK],
            "read": None,
        },
    )
    if not written:
        return False
    choices, hour = choices_of(connection, account)
    where = (ChannelRow.account_id == account, ChannelRow.state == OPEN)
    for channel, kind in connection.execute(select(ChannelRow.id, ChannelRow.kind).where(*where)).all():
        wanted = wish(choices, news.kind, kind)
        if wanted == NEVER:
            continue
        late = next_hour(moment, hour) if wanted == DAILY else moment + (PATIENCE if news.kind == TURN else timedelta())
        values = {
            "id": f"{identity} {channel}",
            "news_id": identity,
            "channel_id": channel,
            "account_id": account,
            "digest": wanted == DAILY,
            "due": late,
            "state": WAITING,
            "claim": "",
            "claimed": None,
            "tries": 0,
            "error": "",
        }
        insert_once(connection, OutboxRow, values)
    return True


def met(connection: Connection, account: str, matches: Collection[str]) -> dict[str, list[str]]:
    """Whom an account meets in matches, as they are called at this moment: news keeps no name of another coach, so
    nothing has to be found and effaced when that account is deleted."""
    held = exists().where(SeatRow.match_id == AccountMatchRow.match_id, SeatRow.token_hash == AccountMatchRow.seat)
    query = (
        select(AccountMatchRow.match_id, AccountRow.name)
        .join(AccountRow, AccountRow.id == AccountMatchRow.account_id)
        .where(AccountMatchRow.match_id.in_(matches), AccountMatchRow.account_id != account)
        .where(AccountMatchRow.sides != "[]", held)
        .order_by(AccountRow.folded)
    )
    found: dict[str, list[str]] = {}
    for match, name in connection.execute(query).all() if matches else []:
        found.setdefault(match, []).append(name)
    return found


def language_of(connection: Connection, account: str) -> str:
    """The language in which an account was last seen; empty if that is not known."""
    return str(connection.execute(select(AccountRow.language).where(AccountRow.id == account)).scalar() or "")


def choices_of(connection: Connection, account: str) -> tuple[Choices, int]:
    """What an account has chosen, and the hour of its daily message."""
    query = select(NewsChoiceRow.choices, NewsChoiceRow.hour).where(NewsChoiceRow.account_id == account)
    row = connection.execute(query).first()
    return (msgspec.json.decode(row[0], type=Choices), row[1]) if row is not None else ({}, USUAL_HOUR)


def one_line(text: str) -> str:
    """A text without line breaks and other characters that no reader sees: names come from people."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
