"""The outbox: news that waits to be sent. (LEAGUE: notifications)

Whoever sends writes a claim first, in a transaction of its own: of two servers only one gets it. Then it sends, then it
writes that it was sent. A server that dies in between leaves a claim; after a while another one takes it over and sends
again, with the same id, by which the receiver's program knows it. So everything is sent at least once, and twice only
after a crash between sending and writing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, and_, delete, func, or_, select, update

from dungeonbowl.storage.account_tables import AccountRow
from dungeonbowl.storage.failing import switch_off
from dungeonbowl.storage.moments import aware
from dungeonbowl.storage.news import CLAIMED, FAILED, OPEN, SENT, STALE, TURN, WAITING, met
from dungeonbowl.storage.post_tables import LONGEST_ERROR, ChannelRow, NewsRow, OutboxRow
from dungeonbowl.storage.tables import MatchRow

LOST: Final = timedelta(minutes=10)  # a claim that is older is of a server that died
MOST_TRIES: Final = 8
FIRST_WAIT: Final = timedelta(minutes=1)  # after a failure; each further one waits four times as long
KEPT: Final = timedelta(days=90)  # news is kept so long


class Parcel(msgspec.Struct, frozen=True):
    """Something to be sent, with all that is needed for it."""

    id: str
    account: str
    channel: str  # the id of the channel
    kind: str  # mail, push, webhook
    address: str
    digest: bool
    tries: int
    news: str
    about: str  # the kind of the news
    match: str
    number: int
    at: datetime
    title: str
    lines: list[str]
    link: str
    language: str = ""  # of the account
    against: list[str] = []  # the other coaches of the match, as they are called now


def claim(connection: Connection, claimer: str, moment: datetime, most: int) -> list[Parcel]:
    """Claim what is due, and return it. Each row is claimed by its own condition, so of two claimers one gets it."""
    free = and_(OutboxRow.state == WAITING, OutboxRow.due <= moment)
    lost = and_(OutboxRow.state == CLAIMED, OutboxRow.claimed < moment - LOST)
    query = select(OutboxRow.id).where(or_(free, lost)).order_by(OutboxRow.due, OutboxRow.id).limit(most)
    mine = []
    for identity in connection.execute(query.with_for_update(skip_locked=True)).scalars().all():
        taken = update(OutboxRow).where(OutboxRow.id == identity, or_(free, lost))
        values = {"state": CLAIMED, "claim": claimer, "claimed": moment, "tries": OutboxRow.tries + 1}
        if connection.execute(taken.values(**values)).rowcount == 1:
            mine.append(identity)
    drop_stale(connection, mine)
    found = parcels(connection, mine, claimer)
    lost_ones = set(mine) - {each.id for each in found}  # played meanwhile, or to nobody who may still be told
    if lost_ones:
        gone = update(OutboxRow).where(OutboxRow.id.in_(lost_ones), OutboxRow.state == CLAIMED)
        connection.execute(gone.values(state=STALE))
    return found


def drop_stale(connection: Connection, ids: Sequence[str]) -> None:
    """A turn that was played meanwhile is no news, nor one that was taken back, in a message of the day neither."""
    query = (
        select(OutboxRow.id)
        .join(NewsRow, NewsRow.id == OutboxRow.news_id)
        .join(MatchRow, MatchRow.id == NewsRow.about)
        .where(OutboxRow.id.in_(ids), NewsRow.kind == TURN, MatchRow.number != NewsRow.number)
    )
    old = connection.execute(query).scalars().all() if ids else []
    if old:
        connection.execute(update(OutboxRow).where(OutboxRow.id.in_(old)).values(state=STALE))


def parcels(connection: Connection, ids: Sequence[str], claimer: str) -> list[Parcel]:
    if not ids:
        return []
    query = (
        select(
            OutboxRow.id,
            OutboxRow.account_id,
            OutboxRow.channel_id,
            ChannelRow.kind,
            ChannelRow.address,
            OutboxRow.digest,
            OutboxRow.tries,
            NewsRow.id,
            NewsRow.kind,
            NewsRow.about,
            NewsRow.number,
            NewsRow.at,
            NewsRow.title,
            NewsRow.lines,
            NewsRow.link,
            AccountRow.language,
        )
        .join(NewsRow, NewsRow.id == OutboxRow.news_id)
        .join(ChannelRow, ChannelRow.id == OutboxRow.channel_id)
        .join(AccountRow, AccountRow.id == OutboxRow.account_id)
        .where(OutboxRow.id.in_(ids), OutboxRow.state == CLAIMED, OutboxRow.claim == claimer)
        .where(ChannelRow.state == OPEN, AccountRow.state == "open")
        .order_by(NewsRow.at, OutboxRow.id)
    )
    found: list[Any] = [list(row) for row in connection.execute(query).all()]
    for row in found:
        row[11], row[13] = aware(row[11]), msgspec.json.decode(row[13], type=list[str])
    whom = {account: met(connection, account, matches) for account, matches in matches_told(found).items()}
    for row in found:
        row.append(whom.get(row[1], {}).get(row[9], []))
    return [Parcel(*row) for row in found]


def matches_told(rows: Sequence[Any]) -> dict[str, set[str]]:
    """The matches that each account is told of."""
    found: dict[str, set[str]] = {}
    for row in rows:
        if row[9]:
            found.setdefault(row[1], set()).add(row[9])
    return found


def sent(connection: Connection, ids: Sequence[str], claimer: str) -> None:
    """What was claimed is sent."""
    mine = (OutboxRow.id.in_(ids), OutboxRow.claim == claimer)
    connection.execute(update(OutboxRow).where(*mine).values(state=SENT, error=""))


def failed(
    connection: Connection, ids: Sequence[str], claimer: str, tries: int, error: str, moment: datetime, gone: bool
) -> None:
    """It was not sent. It is tried again later, unless the address is `gone` or it was tried often enough. A webhook
    through which nothing comes any more is switched off."""
    mine = (OutboxRow.id.in_(ids), OutboxRow.claim == claimer)
    state = FAILED if gone or tries >= MOST_TRIES else WAITING
    later = moment + FIRST_WAIT * 4 ** min(tries - 1, 6)
    values = {"state": state, "due": later, "error": error[:LONGEST_ERROR]}
    connection.execute(update(OutboxRow).where(*mine).values(**values))
    if state == FAILED:
        channels = connection.execute(select(OutboxRow.channel_id).where(*mine).distinct()).scalars().all()
        for channel in channels:
            switch_off(connection, channel, moment)


def figures(connection: Connection) -> dict[str, int]:
    """How much is in the outbox, by its state."""
    found = connection.execute(select(OutboxRow.state, func.count()).group_by(OutboxRow.state)).all()
    return {str(state): int(count) for state, count in found}


def last_errors(connection: Connection, most: int = 10) -> list[str]:
    """Why something was not sent, the last reasons."""
    query = select(OutboxRow.error).where(OutboxRow.error != "").order_by(OutboxRow.due.desc()).limit(most)
    return list(connection.execute(query).scalars())


def tidy(connection: Connection, moment: datetime) -> int:
    """Delete old news, with what was sent of it. Returns how many there were."""
    return connection.execute(delete(NewsRow).where(NewsRow.at < moment - KEPT)).rowcount
