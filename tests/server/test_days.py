"""The clock of days: hours for each question, a bank, vacations, hours without a server, and the third time-out. The
time is the test's own."""

from __future__ import annotations

import os
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import cast

import msgspec
import pytest

from dungeonbowl.engine.events import TIME_RAN_OUT
from dungeonbowl.engine.game import Game
from dungeonbowl.errors import UserError
from dungeonbowl.server import wire
from dungeonbowl.server.clocks import RealTime
from dungeonbowl.server.days import DaysClock
from dungeonbowl.storage.accounts import new_id
from dungeonbowl.storage.match_records import ClockRecord
from dungeonbowl.storage.moments import at_second
from dungeonbowl.storage.pauses import Pause, add_vacation, end_vacation, vacations_of
from support.asynchronous import run_alone
from support.correspondence import DAY, HOUR, House, by_days


def in_house(tmp_path: Path, scene: Callable[[House], Awaitable[None]]) -> None:
    async def whole() -> None:
        house = House(tmp_path)
        await house.sleeper.look()
        try:
            await scene(house)
        finally:
            await house.close()

    run_alone(whole())


def vacation(house: House, account: str, days: float, in_days: float = 0.0) -> None:
    now = at_second(house.time.utc())
    starts = now + timedelta(days=in_days)
    house.accounts.write(
        lambda connection: add_vacation(connection, account, starts, starts + timedelta(days=days), now, new_id())
    )


def name_of(side: int) -> str:
    return ("ada", "bo")[side]


def test_each_question_has_its_hours_and_then_the_bank_runs(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        match = await house.match(by_days(move=48, bank=24))
        side = await house.asked(match)
        assert (await house.clock(match, side)).left == 72 * HOUR
        await house.hours(60)
        assert (await house.clock(match, side)).left == 12 * HOUR
        await house.end_turn(match)
        assert (await house.clock(match, side)).bank == 12 * HOUR, "the bank paid for what the hours did not"
        await house.hours(10)
        await house.end_turn(match)
        shown = await house.clock(match, side)
        assert (shown.left, shown.running) == (60 * HOUR, True), "a new question has its hours again, and no new bank"

    in_house(tmp_path, scene)


def test_when_all_is_used_up_the_assistant_ends_the_turn(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        match = await house.match(by_days(move=48, bank=24))
        side = await house.asked(match)
        await house.hours(71)
        assert await house.asked(match) == side
        await house.hours(1)
        assert await house.asked(match) == 1 - side
        assert (await house.clock(match, side)).ran_out == 1
        assert (await house.clock(match, side)).bank == 0
        session = await house.session(match)
        assert session.match is not None
        assert [event["side"] for event in session.match.game.events if event.kind == TIME_RAN_OUT] == [side]

    in_house(tmp_path, scene)


def test_a_match_without_viewers_is_not_kept_in_memory_and_wakes_when_it_is_due(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        match = await house.match(by_days(move=48, bank=0))
        side = await house.asked(match)
        await house.hours(1)
        await house.sessions.sweep()
        assert match not in house.sessions.by_id
        await house.hours(20)
        assert match not in house.sessions.by_id, "nothing was due"
        await house.hours(28)
        assert await house.asked(match) == 1 - side

    in_house(tmp_path, scene)


def test_a_restart_changes_nothing(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        match = await house.match(by_days(move=48, bank=24))
        side = await house.asked(match)
        await house.hours(50)
        until = (await house.clock(match, side)).until
        await house.restart()
        assert (await house.clock(match, side)).until == until
        assert (await house.clock(match, side)).left == 22 * HOUR
        await house.hours(22)
        assert await house.asked(match) == 1 - side

    in_house(tmp_path, scene)


@pytest.mark.parametrize(("hours", "back"), [(0.9, 0.0), (30.0, 30.0)])
def test_hours_without_a_server_are_given_back(tmp_path: Path, hours: float, back: float) -> None:
    async def scene(house: House) -> None:
        match = await house.match(by_days(move=48, bank=0))
        side = await house.asked(match)
        await house.hours(40)
        await house.restart(hours)
        left = (await house.clock(match, side)).left
        assert left == pytest.approx((8 + back - hours) * HOUR, abs=1)
        assert await house.asked(match) == side
        await house.hours(9)
        assert await house.asked(match) == 1 - side

    in_house(tmp_path, scene)


def test_a_vacation_stops_the_own_clock_and_no_other(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        match = await house.match(by_days(move=48, bank=0))
        side = await house.asked(match)
        await house.hours(24)
        vacation(house, name_of(side), 10)
        await house.hours(9 * 24)
        assert await house.asked(match) == side
        shown = await house.clock(match, side)
        assert (shown.left, shown.away) == (24 * HOUR, True)
        await house.hours(24 + 23)
        assert await house.asked(match) == side
        await house.hours(1)
        assert await house.asked(match) == 1 - side
        vacation(house, name_of(side), 5)
        await house.hours(48)
        assert await house.asked(match) == side, "the other coach's vacation is none of one's own"

    in_house(tmp_path, scene)


def test_a_vacation_that_ends_early_lets_the_clock_run_again(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        match = await house.match(by_days(move=48, bank=0))
        side = await house.asked(match)
        vacation(house, name_of(side), 20)
        await house.hours(24)
        now = at_second(house.time.utc())

        def end(connection: object) -> bool:
            (found,) = vacations_of(connection, name_of(side))  # type: ignore[arg-type]
            return end_vacation(connection, name_of(side), found.id, now)  # type: ignore[arg-type]

        assert house.accounts.write(end)
        await house.hours(47)
        assert await house.asked(match) == side
        await house.hours(1)
        assert await house.asked(match) == 1 - side

    in_house(tmp_path, scene)


def test_the_clocks_of_a_deleted_account_stand_still_for_a_week(tmp_path: Path) -> None:
    """In which a commissioner finds somebody who goes on, or gives the match away."""

    async def scene(house: House) -> None:
        match = await house.match(by_days(move=48, bank=0))
        side = await house.asked(match)
        vacation(house, name_of(side), 20)
        await house.hours(24)
        house.accounts.efface(name_of(side), "coach 4f2a", "coach 4f2a", at_second(house.time.utc()))
        await house.hours(7 * 24)
        assert await house.asked(match) == side
        await house.hours(47)
        assert await house.asked(match) == side
        await house.hours(2)
        assert await house.asked(match) == 1 - side

    in_house(tmp_path, scene)


def test_a_year_has_twenty_one_days_of_vacation(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        house.accounts.create("ada", "Ada", "ada")
        vacation(house, "ada", 15)
        with pytest.raises(UserError, match="already"):
            vacation(house, "ada", 2, in_days=10)
        with pytest.raises(UserError, match="and 6 are left"):
            vacation(house, "ada", 7, in_days=30)
        vacation(house, "ada", 6, in_days=30)
        with pytest.raises(UserError, match="and 0 are left"):
            vacation(house, "ada", 1, in_days=300)
        house.time.moment += 380 * DAY
        vacation(house, "ada", 14)

    in_house(tmp_path, scene)


def test_twenty_one_days_are_so_many_when_summer_time_ends_too(tmp_path: Path) -> None:
    """Days of the coach's calendar: one of them has 25 hours, and in spring one has 23."""

    async def scene(house: House) -> None:
        house.accounts.create("ada", "Ada", "ada")
        with pytest.raises(UserError, match="and 21 are left"):
            vacation(house, "ada", 22)
        vacation(house, "ada", 21 + 1 / 24, in_days=3)
        with pytest.raises(UserError, match="and 0 are left"):
            vacation(house, "ada", 1 / 24, in_days=30)
        house.time.moment += 500 * DAY
        vacation(house, "ada", 21 - 1 / 24)

    in_house(tmp_path, scene)


def test_the_third_time_out_lets_the_other_coach_claim_a_concession(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        match = await house.match(by_days(move=24, bank=0))
        late = await house.asked(match)
        other = 1 - late
        for count in range(1, 4):
            session = await house.session(match)
            refused = await house.order(match, [other], wire.Say(session.number, "claim"))
            assert b"time has run out 3 times" in (refused.outbox.get_nowait() or b"")
            await house.hours(24)
            assert (await house.clock(match, late)).ran_out == count
            if count < 3:
                await house.end_turn(match)
        session = await house.session(match)
        assert (await house.clock(match, late)).claimable
        assert not (await house.clock(match, other)).claimable
        refused = await house.order(match, [late], wire.Say(session.number, "claim"))
        assert b"refused" in (refused.outbox.get_nowait() or b""), "nobody claims the own concession"
        await house.order(match, [other], wire.Say(session.number, "claim"))
        assert session.stage == "over"
        assert session.result().winner == other
        await house.restart()
        assert (await house.session(match)).result().winner == other

    in_house(tmp_path, scene)


def test_a_turn_that_is_ended_and_taken_back_has_no_new_clock(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        match = await house.match(by_days(move=48, bank=24))
        side = await house.asked(match)
        await house.hours(60)
        before = (await house.clock(match, side)).left
        await house.end_turn(match)
        session = await house.session(match)
        await house.order(match, [side], wire.TakeBackOrder(session.number))
        assert await house.asked(match) == side
        assert (await house.clock(match, side)).left == before

    in_house(tmp_path, scene)


def test_a_match_over_days_is_not_abandoned_after_thirty(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        match = await house.match(by_days())
        session = await house.session(match)
        session.stored.changed -= timedelta(days=40)
        await house.sessions.sweep()
        await house.hours(0)
        assert (await house.session(match)).stage == "playing"

    in_house(tmp_path, scene)


def test_daylight_saving_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The computer lives in a zone whose clocks are put forward that night; the deadline is the same."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:

        async def scene(house: House) -> None:
            house.time.moment = (
                87 * DAY + 12 * HOUR
            )  # noon of 29 March 2026 less one day; that night an hour is missing
            await house.restart()
            match = await house.match(by_days(move=24, bank=0))
            side = await house.asked(match)
            assert (await house.clock(match, side)).until.endswith("+00:00")
            await house.hours(23)
            await house.restart()
            assert await house.asked(match) == side
            assert (await house.clock(match, side)).left == HOUR
            await house.hours(1)
            assert await house.asked(match) == 1 - side

        in_house(tmp_path, scene)
    finally:
        os.environ.pop("TZ", None)
        monkeypatch.undo()
        time.tzset()


def test_the_real_time_of_the_world_does_not_depend_on_when_the_computer_was_started() -> None:
    assert abs(RealTime().utc() - time.time()) < 60


def test_a_match_of_an_older_version_has_no_clock_of_days() -> None:
    old = msgspec.json.decode(b'{"mode":"turn","seconds":60,"left":[1.0,2.0],"turns":[1,1]}', type=ClockRecord)
    assert (old.wake, old.side, old.bank) == (0.0, None, 0)


class Turn:
    """As much of a game as a clock asks for: whose team turn it is."""

    def __init__(self, active: int) -> None:
        self.active = active

    def side_value(self, side: int, _: int) -> int:
        return 1


def test_an_answer_in_the_others_turn_has_its_own_hours_and_no_bank() -> None:
    moment = [0.0]
    clock = DaysClock(ClockRecord("days", 48 * HOUR, 12 * HOUR, bank=24 * HOUR), 2, set(), lambda: moment[0])
    mine = cast(Game, Turn(0))
    clock.turn_to(mine, 0, 0.0)
    moment[0] = 50.0 * HOUR
    clock.turn_to(mine, 1, 0.0)
    assert (clock.left(0.0), clock.record.left) == (12 * HOUR, [22 * HOUR, 24 * HOUR])
    moment[0] += 5 * HOUR
    assert clock.left(0.0) == 7 * HOUR
    clock.turn_to(mine, 1, 0.0)
    assert clock.left(0.0) == 12 * HOUR, "each answer has its own hours"
    moment[0] += 20 * HOUR
    clock.turn_to(mine, 0, 0.0)
    assert clock.record.left == [22 * HOUR, 24 * HOUR], "an answer takes nothing from the bank"
    assert clock.left(0.0) == 70 * HOUR, "and whoever asked has the hours of a new question"


def test_pauses_that_overlap_count_once() -> None:
    clock = DaysClock(ClockRecord("days", 10 * HOUR, HOUR, bank=0), 2, set(), lambda: 0.0)
    clock.pauses = [Pause(0, 5.0 * HOUR, 8.0 * HOUR), Pause(None, 7.0 * HOUR, 9.0 * HOUR), Pause(1, 0.0, 99.0 * HOUR)]
    assert clock.used(0, 0.0, 10.0 * HOUR) == 6 * HOUR
    assert clock.after(0, 0.0, 10.0 * HOUR) == 14 * HOUR
    assert clock.after(0, 6.0 * HOUR, 1.0 * HOUR) == 10 * HOUR, "it began in a pause"
    assert clock.used(0, 0.0, clock.after(0, 0.0, 7.5 * HOUR)) == 7.5 * HOUR
