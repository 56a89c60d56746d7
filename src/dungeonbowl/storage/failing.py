"""Channels through which nothing comes any more: what their owner is shown, and when a webhook is switched off.

Nothing is counted for it. The outbox keeps every letter with the moment of its last try and why it failed, so how a
channel is doing can be read there: what has failed since something last came through."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec
from sqlalchemy import Connection, func, select, update

from dungeonbowl.languages import mark
from dungeonbowl.storage.moments import aware
from dungeonbowl.storage.news import FAILED, OPEN, SENT, WAY, WEBHOOK, News, write_news
from dungeonbowl.storage.post_tables import ChannelRow, OutboxRow

OFF: Final = "off"  # the state of a channel that was switched off
# A letter is given up after days of tries, or when its address says that there is nobody. So many in a row are no
# accident.
MOST_GIVEN_UP: Final = 3

SWITCHED_OFF: Final = mark("The webhook {name} was switched off")
LAST_ANSWER: Final = mark("The last thing that it said: {error}")
SWITCH_ON: Final = mark("When it works again, switch it on under My account.")


class Failing(msgspec.Struct, frozen=True):
    """What has failed at a channel since something last came through."""

    tries: int  # of all letters together
    given_up: int  # letters that are not tried again
    last: datetime
    error: str


def failing_of(connection: Connection, channels: Sequence[str]) -> dict[str, Failing]:
    """The channels that fail, with what they have failed at."""
    row = OutboxRow
    found = {}
    for channel in channels:
        mine = row.channel_id == channel
        last = connection.execute(select(func.max(row.claimed)).where(mine, row.state == SENT)).scalar()
        query = select(row.tries, row.state, row.claimed, row.error).where(mine, row.error != "")
        if last is not None:
            query = query.where(row.claimed > last)
        rows = connection.execute(query.order_by(row.claimed)).all()
        tried = [(tries, state, aware(claimed), error) for tries, state, claimed, error in rows if claimed is not None]
        if tried:
            # What goes together in one message has been claimed at one moment, and fails once.
            given_up = len({claimed for _, state, claimed, _ in tried if state == FAILED})
            _, _, at, error = tried[-1]
            found[channel] = Failing(sum(tries for tries, *_ in tried), given_up, at, error)
    return found


def switch_off(connection: Connection, channel: str, moment: datetime) -> bool:
    """Switch a webhook off at which too much was given up, and tell its owner; says whether it was."""
    failing = failing_of(connection, [channel]).get(channel)
    if failing is None or failing.given_up < MOST_GIVEN_UP:
        return False
    working = (ChannelRow.id == channel, ChannelRow.kind == WEBHOOK, ChannelRow.state == OPEN)
    query = select(ChannelRow.account_id, ChannelRow.label).where(*working)
    known = connection.execute(query).first()
    if known is None or connection.execute(update(ChannelRow).where(*working).values(state=OFF)).rowcount != 1:
        return False
    account, label = known
    lines = [LAST_ANSWER.format(error=failing.error), SWITCH_ON]
    identity = f"way.{channel}.{moment:%Y%m%d%H%M%S}"
    write_news(
        connection, account, News(identity, WAY, SWITCHED_OFF.format(name=label), lines, "/account#news"), moment
    )
    return True


def switch_on(connection: Connection, account: str, channel: str) -> bool:
    """The owner wants it used again, and what has failed before is forgotten. False if there is no such channel."""
    mine = (ChannelRow.id == channel, ChannelRow.account_id == account, ChannelRow.state.in_((OFF, OPEN)))
    if connection.execute(update(ChannelRow).where(*mine).values(state=OPEN)).rowcount != 1:
        return False
    connection.execute(update(OutboxRow).where(OutboxRow.channel_id == channel, OutboxRow.error != "").values(error=""))
    return True
