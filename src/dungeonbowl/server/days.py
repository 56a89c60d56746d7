"""The clock of days, for matches by correspondence. (LEAGUE: correspondence)

Each time a coach is asked there are `seconds` for it; after them the coach's bank is used, once for the whole match. A
decision in another coach's turn has `answer` seconds and no bank. It is the time of the world, and all of it is in the
database: since when the clock of a side runs, and when it has to be looked at. So a match is in memory only while
somebody looks at it, and neither a restart nor a change of daylight saving changes anything. What is taken off again
are the pauses: the coach's vacations, and hours in which no server was there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from dungeonbowl.engine.game import Game
from dungeonbowl.engine.sides import TURNS
from dungeonbowl.server.clocks import MatchClock
from dungeonbowl.server.wire import Clocks, SideClock
from dungeonbowl.storage.match_records import ClockRecord
from dungeonbowl.storage.moments import at_second
from dungeonbowl.storage.pauses import Pause

DAYS: Final = "days"
HOUR: Final = 3600
WARNING: Final = 12.0 * HOUR  # before the end a coach is told that the time is nearly gone, or at three quarters of it
BOT_PATIENCE: Final = 60.0  # a bot that has not decided by then was forgotten in a restart: the match is looked at
CLAIM_AFTER: Final = 3  # times that a coach's time has run out


class DaysClock(MatchClock):
    """The hours of each side. `left` of its record is what is left of the banks."""

    def __init__(
        self, record: ClockRecord, sides: int, bots: set[int], utc: Callable[[], float], pauses: Sequence[Pause] = ()
    ) -> None:
        if not record.left:
            record.left = [float(record.bank)] * sides
            record.turns = [0] * sides
            record.ran_out = [0] * sides
        super().__init__(record, sides, bots)
        self.utc = utc
        self.pauses = list(pauses)
        self.side = record.side

    # --- reckoning ---------------------------------------------------------------------------------------------------

    def pauses_for(self, side: int) -> list[tuple[float, float]]:
        """When the clock of a side stands still: apart from each other, in their order."""
        merged: list[tuple[float, float]] = []
        for starts, ends in sorted((each.starts, each.ends) for each in self.pauses if each.side in (None, side)):
            if merged and starts <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(merged[-1][1], ends))
            elif ends > starts:
                merged.append((starts, ends))
        return merged

    def used(self, side: int, since: float, until: float) -> float:
        """Seconds between two moments that count on the clock of a side."""
        paused = sum(max(0.0, min(ends, until) - max(starts, since)) for starts, ends in self.pauses_for(side))
        return max(0.0, until - since - paused)

    def after(self, side: int, since: float, seconds: float) -> float:
        """The moment at which so many seconds have counted on the clock of a side."""
        end = since + seconds
        for starts, ends in self.pauses_for(side):
            if starts < end and ends > since:
                end += ends - max(starts, since)
        return end

    def allowed(self) -> float:
        """Seconds that the coach whose clock runs has altogether."""
        record = self.record
        if record.answering:
            return float(record.answer)
        return record.seconds + (record.left[record.side] if record.side is not None else 0.0)

    def deadline(self) -> float:
        """When the time of the coach who is asked is up. Only while a clock runs."""
        assert self.record.side is not None
        return self.after(self.record.side, self.record.since, self.allowed())

    def warning(self) -> float:
        """When that coach is told that the time is nearly gone."""
        assert self.record.side is not None
        allowed = self.allowed()
        return self.after(self.record.side, self.record.since, allowed - min(WARNING, allowed / 4))

    def is_away(self, side: int) -> bool:
        """Whether the coach of a side is on vacation."""
        moment = self.utc()
        return any(each.side == side and each.starts <= moment < each.ends for each in self.pauses)

    # --- running -----------------------------------------------------------------------------------------------------

    def resume(self, game: Game, asked: int | None, now: float) -> None:
        if asked != self.record.side or self.record.side is None:
            self.turn_to(game, asked, now)

    def turn_to(self, game: Game, asked: int | None, now: float, undone: bool = False) -> None:
        record, moment = self.record, self.utc()
        if asked is None or asked in self.bots:
            self.charge(now)
            record.side = self.side = None
            record.wake = moment + BOT_PATIENCE if asked is not None else 0.0
            return
        answering = self.is_answer_to(game, asked)
        turn = int(game.side_value(asked, TURNS))
        same = asked == record.side and not answering and not record.answering and turn == record.turns[asked]
        if undone and record.before and int(record.before[0]) == asked:
            # asked again what was asked before: without this, a turn that is ended and taken back had a new clock
            self.charge(now)
            record.since, record.left[asked] = record.before[1], record.before[2]
            record.before = []
        elif not same:
            ran = [float(record.side), record.since, record.left[record.side]] if record.side is not None else []
            self.charge(now)
            record.before = ran
            record.since, record.warned = moment, False
        record.side = self.side = asked
        record.answering = answering
        record.turns[asked] = turn
        self.wake_later()

    def charge(self, now: float) -> None:
        """Take from the bank of the coach whose clock runs what the time for one question did not suffice for."""
        record, side = self.record, self.record.side
        if side is not None and not record.answering:
            over = self.used(side, record.since, self.utc()) - record.seconds
            record.left[side] = max(0.0, record.left[side] - max(0.0, over))

    def wake_later(self) -> None:
        """Write down when the clock has to be looked at next."""
        record = self.record
        if record.side is not None:
            record.wake = self.deadline() if record.warned else self.warning()

    def stop(self, now: float) -> None:
        self.charge(now)
        self.record.side = self.side = None
        self.record.wake = 0.0

    def run_out(self, side: int) -> None:
        """The time of a coach is up in the own turn. It is counted, and the bank is used up."""
        self.record.ran_out[side] += 1
        self.record.left[side] = 0.0

    def may_be_claimed(self, side: int) -> bool:
        """Whether the other coaches may claim that this one concedes."""
        return self.record.ran_out[side] >= CLAIM_AFTER

    def is_answer_to(self, game: Game, asked: int) -> bool:
        return game.active >= 0 and asked != game.active

    # --- showing -----------------------------------------------------------------------------------------------------

    def alarm(self, now: float) -> float | None:
        """None: the sleeper of the server looks at matches that are due (`sleeper.py`)."""
        return None

    def left(self, now: float) -> float | None:
        record = self.record
        if record.side is None:
            return None
        return max(0.0, self.allowed() - self.used(record.side, record.since, self.utc()))

    def shown(self, now: float) -> Clocks:
        record = self.record
        shown = []
        for side, bank in enumerate(record.left):
            running = side == record.side
            left = self.left(now) if running else record.seconds + bank
            until = at_second(self.deadline()).isoformat(timespec="seconds") if running else ""
            shown.append(
                SideClock(
                    side,
                    round(left or 0.0),
                    running,
                    round(bank),
                    until,
                    record.ran_out[side],
                    self.is_away(side),
                    self.may_be_claimed(side),
                )
            )
        return Clocks(DAYS, shown)


def clock_of(
    record: ClockRecord, sides: int, bots: set[int], utc: Callable[[], float], pauses: Sequence[Pause]
) -> MatchClock:
    """The clock that a match was made with."""
    return DaysClock(record, sides, bots, utc, pauses) if record.mode == DAYS else MatchClock(record, sides, bots)


def deadline_of(record: ClockRecord, sides: int, pauses: Sequence[Pause]) -> float | None:
    """When the time of the coach who is asked is up, for lists that do not load the match; None if no clock runs."""
    if record.mode != DAYS or record.side is None:
        return None
    return DaysClock(record, sides, set(), lambda: 0.0, pauses).deadline()
