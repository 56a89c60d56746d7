"""The clock of a match: none, so many seconds for each team turn, or a bank of seconds for the whole match. (UX: a
clock that fits) The clock of days is in `days.py`.

Only the clock of the coach who is asked runs, and a bot's clock never does. Time while the server is not running does
not count: the seconds left are written to the database with every decision.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from dungeonbowl.engine.game import Game
from dungeonbowl.engine.sides import TURNS
from dungeonbowl.server.wire import Clocks, SideClock
from dungeonbowl.storage.match_records import ClockRecord


class Alarm(Protocol):
    """Something that will happen later, unless it is cancelled."""

    def cancel(self) -> None: ...


class Timekeeper(Protocol):
    """The source of the time: the real one, or the clock of a test."""

    def now(self) -> float: ...

    def utc(self) -> float:
        """Seconds since 1970, by the time of the world."""
        ...

    def call_later(self, seconds: float, action: Callable[[], None]) -> Alarm: ...


class RealTime:
    """The time of this computer."""

    def now(self) -> float:
        return time.monotonic()

    def utc(self) -> float:
        return time.time()

    def call_later(self, seconds: float, action: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(seconds, action)


class MatchClock:
    """The seconds left to each side. A decision in the other coach's turn has `answer` seconds of its own."""

    def __init__(self, record: ClockRecord, sides: int, bots: set[int]) -> None:
        self.record = record
        self.bots = bots
        if not record.left:
            record.left = [float(record.seconds)] * sides
            record.turns = [0] * sides
        self.side: int | None = None  # whose clock runs
        self.since = 0.0
        self.is_answer = False
        self.answer_left = float(record.answer)

    def charge(self, now: float) -> None:
        """Take the time that has passed from the clock that runs."""
        if self.side is not None:
            passed = max(0.0, now - self.since)
            if self.is_answer:
                self.answer_left = max(0.0, self.answer_left - passed)
            else:
                self.record.left[self.side] = max(0.0, self.record.left[self.side] - passed)
        self.since = now

    def resume(self, game: Game, asked: int | None, now: float) -> None:
        """The match was loaded, and goes on where it was."""
        self.turn_to(game, asked, now)

    def turn_to(self, game: Game, asked: int | None, now: float, undone: bool = False) -> None:
        """Another coach is asked, or the same coach is asked something else; or what was `undone` is asked again."""
        self.charge(now)
        record = self.record
        if record.mode == "none" or asked is None or asked in self.bots:
            self.side = None
            return
        turn = int(game.side_value(asked, TURNS))
        if turn != record.turns[asked] and asked == game.active:
            record.turns[asked] = turn
            if record.mode == "turn":
                record.left[asked] = float(record.seconds)
            else:
                record.left[asked] += record.gain
        self.side = asked
        self.is_answer = self.is_answer_to(game, asked)
        self.answer_left = float(record.answer)

    def is_answer_to(self, game: Game, asked: int) -> bool:
        """Whether a coach is asked in the turn of another coach, where each answer has seconds of its own."""
        return self.record.mode == "turn" and game.active >= 0 and asked != game.active

    def run_out(self, side: int) -> None:
        """The time of a coach is up in the own turn."""

    def stop(self, now: float) -> None:
        self.charge(now)
        self.side = None

    def alarm(self, now: float) -> float | None:
        """Seconds until the match itself has to look at the clock; None for never."""
        return self.left(now)

    def left(self, now: float) -> float | None:
        """Seconds until the time of the coach who is asked is up; None when no clock runs."""
        if self.side is None:
            return None
        left = self.answer_left if self.is_answer else self.record.left[self.side]
        return max(0.0, left - (now - self.since))

    def shown(self, now: float) -> Clocks:
        if self.record.mode == "none":
            return Clocks("none", [SideClock(side, None, False) for side in range(len(self.record.left))])
        shown = []
        for side, left in enumerate(self.record.left):
            running = side == self.side
            current = self.left(now) if running else left
            shown.append(SideClock(side, round(current or 0.0, 1), running))
        return Clocks("turn" if self.record.mode == "turn" else "bank", shown)
