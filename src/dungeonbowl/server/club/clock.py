"""The clock of the room: one for all tables, which the organiser starts and stops. It is stored, so that a restart of
the server costs nobody a minute, and it is told as seconds that are left: no phone need know what time it is."""

from __future__ import annotations

from typing import Final

from dungeonbowl.server.wire.club import ClockKind, ClubClock
from dungeonbowl.storage.club_days import ClubDays, DayRecord

MINUTE: Final = 60
LONGEST: Final = 600 * MINUTE


def shown(day: DayRecord, round_number: int, minutes: int, now: float) -> ClubClock:
    """The clock of a round. A round whose clock was never started has all its minutes."""
    if day.round != round_number:
        return ClubClock(minutes, float(minutes * MINUTE), False)
    passed = now - day.since if day.since is not None else 0.0
    return ClubClock(minutes, day.seconds - passed, day.since is not None)


def turn(days: ClubDays, day: DayRecord, round_number: int, minutes: int, now: float, kind: ClockKind, by: int) -> None:
    """Start or stop the clock, or give the round `by` more minutes (fewer below 0), or all of them again."""
    before = shown(day, round_number, minutes, now)
    seconds, running = before.left, before.running
    if kind == "start":
        running = True
    elif kind == "pause":
        running = False
    elif kind == "reset":
        seconds, running = float(minutes * MINUTE), False
    else:
        seconds = min(max(seconds + by * MINUTE, 0.0), float(LONGEST))
    days.set_clock(day.competition, round_number, seconds, now if running else None)
