"""Matches that nobody goes on with. After so many days without a decision a match is closed without a winner and its
seed is told, so that its dice can be checked; nothing of it goes on after that."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from dungeonbowl.server.resuming import OVER
from dungeonbowl.server.session import Session
from dungeonbowl.storage.matches import ABANDONED, Change, StoredMatch, now


def is_forgotten(changed: datetime, days: float) -> bool:
    """Whether nothing has happened for so many days."""
    return now() - changed > timedelta(days=days)


def abandonment(stored: StoredMatch, number: int) -> Change:
    """What closes a match without a winner; its inputs stay as they are."""
    result = msgspec.structs.replace(stored.result, asked=None, winner=None, text=ABANDONED)
    return Change(stored.id, number, number + 1, 0, [], OVER, result=result)


async def abandon(session: Session, days: float) -> None:
    """Close a match in memory, if nothing was decided in it for so many days, before the eyes of those who look."""
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
        viewer.send(session.welcome(viewer))
    session.tell_over()
