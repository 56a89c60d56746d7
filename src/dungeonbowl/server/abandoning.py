"""Abandoned matches. After some days without a decision (`abandoned_days`) a match is closed without a winner. Its seed
is told, so that its dice can be checked."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from dungeonbowl.server.resuming import OVER
from dungeonbowl.server.session import Session
from dungeonbowl.storage.matches import ABANDONED, Change, StoredMatch, now


def is_forgotten(changed: datetime, days: float) -> bool:
    """Whether the last change was more than so many days ago."""
    return now() - changed > timedelta(days=days)


def abandonment(stored: StoredMatch, number: int) -> Change:
    """The change that closes a match without a winner. Its inputs stay as they are."""
    result = msgspec.structs.replace(stored.result, asked=None, winner=None, text=ABANDONED)
    return Change(stored.id, number, number + 1, 0, [], OVER, result=result)


async def abandon(session: Session, days: float) -> None:
    """Close a match in memory, if nothing was decided in it for so many days. Its viewers are told."""
    if session.stage == OVER or not is_forgotten(session.stored.changed, days):
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
        viewer.send(session.telling.welcome(viewer))
    session.telling.tell_over()
