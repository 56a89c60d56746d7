"""Abandoned matches. After some days without a decision (`abandoned_days`) a match is closed without a winner. Its seed
is told, so that its dice can be checked. A match with a clock of days goes on by itself, however long a vacation is."""

from __future__ import annotations

from datetime import timedelta

import msgspec

from dungeonbowl.server.days import DAYS
from dungeonbowl.server.resuming import OVER, PLAYING
from dungeonbowl.server.session import Session
from dungeonbowl.storage.match_records import ABANDONED, Change, StoredMatch
from dungeonbowl.storage.matches import now


def is_forgotten(match: StoredMatch, stage: str, days: float) -> bool:
    """Whether the last change of a match was more than so many days ago, and nothing will change it any more."""
    if stage == OVER or (stage == PLAYING and match.clock.mode == DAYS):
        return False
    return now() - match.changed > timedelta(days=days)


def abandonment(stored: StoredMatch, number: int) -> Change:
    """The change that closes a match without a winner. Its inputs stay as they are."""
    result = msgspec.structs.replace(stored.result, asked=None, winner=None, text=ABANDONED)
    return Change(stored.id, number, number + 1, 0, [], OVER, result=result)


async def abandon(session: Session, days: float) -> None:
    """Close a match in memory, if nothing was decided in it for so many days. Its viewers are told."""
    if not is_forgotten(session.stored, session.stage, days):
        return
    change = abandonment(session.stored, session.number)
    await session.store.record(change)
    session.stage = OVER
    session.number = change.number
    session.clock.stop(session.timekeeper.now())
    assert change.result is not None
    session.stored.result = change.result
    session.arm()
    for viewer in session.viewers:
        session.telling.send_welcome(viewer)
    session.telling.tell_over()
