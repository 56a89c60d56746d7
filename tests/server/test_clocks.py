"""Clocks: whose runs, when it stands still, and what happens when the time is up. The time is the test's own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

import msgspec
import pytest

from dungeonbowl.engine.game import Game
from dungeonbowl.server import wire
from dungeonbowl.server.clocks import MatchClock
from dungeonbowl.server.orders import follow
from dungeonbowl.server.session import Session
from dungeonbowl.storage.match_records import ClockRecord
from support.asynchronous import run_alone
from support.matches import Table, Viewer


def at_a_table(tmp_path: Path, order: wire.NewMatch, scene: Callable[[Table], Awaitable[None]]) -> None:
    """Play a scene at a table where two coaches sit and the match has begun."""

    async def whole() -> None:
        table = Table(tmp_path, order)
        await table.open()
        viewer = await table.join([0, 1])
        await table.order(viewer, wire.Ready("word"))
        try:
            await scene(table)
        finally:
            await table.close()

    run_alone(whole())


def two_persons(clock: wire.ClockOrder, **more: bool) -> wire.NewMatch:
    return wire.NewMatch(seats=["person", "person"], shared=True, quick=True, clock=clock, pace=0, help=True, **more)


def left_of(session: Session, side: int) -> float | None:
    return session.clock.shown(session.timekeeper.now()).sides[side].left


def asked_side(session: Session) -> int:
    side = session.asked()
    assert side is not None
    return side


def test_without_a_clock_nobody_is_hurried(tmp_path: Path) -> None:
    async def scene(table: Table) -> None:
        number = table.session.number
        await table.pass_by(1_000_000)
        assert table.session.number == number
        assert left_of(table.session, 0) is None

    at_a_table(tmp_path, two_persons(wire.ClockOrder()), scene)


def test_only_the_clock_of_the_coach_who_is_asked_runs(tmp_path: Path) -> None:
    async def scene(table: Table) -> None:
        session = table.session
        side = asked_side(session)
        await table.pass_by(20)
        assert left_of(session, side) == 40
        assert left_of(session, 1 - side) == 60
        running = [each.running for each in session.clock.shown(table.time.now()).sides]
        assert running == [side == 0, side == 1]

    at_a_table(tmp_path, two_persons(wire.ClockOrder("turn", 60)), scene)


def test_when_the_time_of_a_turn_is_up_the_turn_ends(tmp_path: Path) -> None:
    async def scene(table: Table) -> None:
        session = table.session
        side = asked_side(session)
        viewer = await table.join([side])
        while viewer.outbox.qsize():
            viewer.outbox.get_nowait()
        await table.pass_by(59)
        assert asked_side(session) == side
        await table.pass_by(1)
        assert asked_side(session) == 1 - side
        update = wire_update(viewer.outbox.get_nowait())
        assert update.by == "clock"
        told = [event for event in update.events if event.kind == "time ran out"]
        assert [event.side for event in told] == [side]
        assert told[0].text.endswith(" is up")
        assert not told[0].minor
        assert left_of(session, 1 - side) == 60
        assert left_of(session, side) == 0

    at_a_table(tmp_path, two_persons(wire.ClockOrder("turn", 60)), scene)


def test_a_new_turn_has_its_whole_time_again(tmp_path: Path) -> None:
    async def scene(table: Table) -> None:
        session = table.session
        side = asked_side(session)
        for _ in range(2):
            await table.pass_by(60)
        assert asked_side(session) == side
        assert left_of(session, side) == 60

    at_a_table(tmp_path, two_persons(wire.ClockOrder("turn", 60)), scene)


def test_time_that_runs_out_in_the_middle_of_an_activation_ends_it(tmp_path: Path) -> None:
    async def scene(table: Table) -> None:
        session = table.session
        side = asked_side(session)
        viewer = await table.join([side])
        assert session.match is not None
        prompt = session.telling.prompt_for([side])
        assert prompt is not None
        await table.order(viewer, wire.Act(prompt.number, prompt.options[0].id))
        assert session.match.game.acting >= 0
        await table.pass_by(60)
        assert asked_side(session) == 1 - side
        assert session.match.game.acting < 0

    at_a_table(tmp_path, two_persons(wire.ClockOrder("turn", 60)), scene)


def test_a_bank_runs_over_turns_and_gains_with_each(tmp_path: Path) -> None:
    async def scene(table: Table) -> None:
        session = table.session
        side = asked_side(session)
        viewer = await table.join([0, 1])
        assert left_of(session, side) == 105, "the first turn has brought its five seconds"
        await table.pass_by(30)
        for _ in range(2):
            prompt = session.telling.prompt_for([0, 1])
            assert prompt is not None
            end = next(each for each in prompt.options if each.kind == "end turn")
            await table.order(viewer, wire.Act(prompt.number, end.id))
        assert asked_side(session) == side
        assert left_of(session, side) == 80

    at_a_table(tmp_path, two_persons(wire.ClockOrder("bank", 100, gain=5)), scene)


async def thought_for_25_seconds(tmp_path: Path) -> tuple[Table, Viewer, int]:
    """A match in which a side has used 25 of its 60 seconds for its first order."""
    table = Table(tmp_path, two_persons(wire.ClockOrder("turn", 60)))
    await table.open()
    viewer = await table.join([0, 1])
    await table.order(viewer, wire.Ready())
    side = asked_side(table.session)
    await table.pass_by(25)
    prompt = table.session.telling.prompt_for([side])
    assert prompt is not None
    await table.order(viewer, wire.Act(prompt.number, prompt.options[0].id))
    return table, viewer, side


def take_up_again(table: Table) -> None:
    """Make the session of the match anew from what is stored, as another server does. It has not begun yet."""
    stored = table.store.load_now(table.stored.id)
    assert stored is not None
    table.stored = stored
    table.session = table.new_session()
    table.session.rebuild()


def test_the_seconds_left_are_stored_and_time_without_a_server_does_not_count(tmp_path: Path) -> None:
    async def whole() -> None:
        table, _, side = await thought_for_25_seconds(tmp_path)
        await table.session.close()
        table.time.pass_by(5000)
        take_up_again(table)
        table.session.begin()
        assert left_of(table.session, side) == 35
        await table.close()

    run_alone(whole())


def test_when_another_server_takes_over_the_thought_with_the_dead_one_counts(tmp_path: Path) -> None:
    async def whole() -> None:
        table, viewer, side = await thought_for_25_seconds(tmp_path)
        await table.pass_by(10)
        table.session.lose()  # as if the server had died: nothing is written any more
        assert (viewer.close_code, viewer.closed) == (1012, True)
        table.time.pass_by(4)  # nobody leads it
        take_up_again(table)
        table.session.thought_before = 10.0
        table.session.begin()
        assert left_of(table.session, side) == 25
        await table.pass_by(25)
        assert asked_side(table.session) != side or left_of(table.session, side) == 60, "its time was up"
        await table.close()

    run_alone(whole())


def test_a_match_whose_lease_has_run_out_takes_no_order(tmp_path: Path) -> None:
    async def scene(table: Table) -> None:
        viewer = await table.join([0, 1])
        number = table.session.number
        prompt = table.session.telling.prompt_for([asked_side(table.session)])
        assert prompt is not None
        table.session.may_lead = lambda: False
        table.session.put(lambda: follow(table.session, viewer, wire.Act(prompt.number, prompt.options[0].id)))
        assert table.session.task is not None
        await table.session.task
        assert table.session.is_ended
        assert (viewer.close_code, viewer.closed) == (1012, True)
        stored = table.store.load_now(table.stored.id)
        assert stored is not None
        assert stored.number == number

    at_a_table(tmp_path, two_persons(wire.ClockOrder("turn", 60)), scene)


def test_before_the_match_the_bot_goes_on_for_a_coach_whose_time_is_up(tmp_path: Path) -> None:
    order = wire.NewMatch(seats=["person", "person"], shared=True, clock=wire.ClockOrder("turn", 60), pace=0, help=True)

    async def scene(table: Table) -> None:
        session = table.session
        assert session.match is not None
        assert session.match.game.active < 0
        before = session.number
        for _ in range(20):
            if session.match.game.active >= 0:
                break
            await table.pass_by(60)
        assert session.number > before
        assert session.match.game.active >= 0

    at_a_table(tmp_path, order, scene)


class TurnOf:
    """As much of a game as a clock asks for: whose team turn it is, and which."""

    def __init__(self, active: int, turn: int = 1) -> None:
        self.active = active
        self.turn = turn

    def side_value(self, side: int, column: int) -> int:
        return self.turn


def test_the_clock_of_a_turn_stands_still_while_the_other_coach_must_choose() -> None:
    clock = MatchClock(ClockRecord("turn", 60, 30, 0), 2, set())
    game = cast(Game, TurnOf(active=0))
    clock.turn_to(game, 0, 100.0)
    clock.turn_to(game, 1, 110.0)  # a question for the other side
    assert clock.left(115.0) == 25, "an answer has seconds of its own"
    assert clock.shown(115.0).sides[0] == wire.SideClock(0, 50.0, False)
    clock.turn_to(game, 0, 120.0)
    assert clock.left(120.0) == 50
    clock.turn_to(game, 1, 121.0)
    assert clock.left(121.0) == 30, "and each answer has them anew"


def test_in_a_bank_every_thought_costs_the_one_who_thinks() -> None:
    clock = MatchClock(ClockRecord("bank", 100, 30, 0), 2, set())
    game = cast(Game, TurnOf(active=0))
    clock.turn_to(game, 0, 0.0)
    clock.turn_to(game, 1, 10.0)
    clock.turn_to(game, 0, 17.0)
    assert [each.left for each in clock.shown(17.0).sides] == [90, 93]


@pytest.mark.parametrize("mode", ["turn", "bank"])
def test_the_clock_of_a_bot_never_runs(mode: str) -> None:
    clock = MatchClock(ClockRecord(mode, 60, 30, 0), 2, {0, 1})
    clock.turn_to(cast(Game, TurnOf(active=0)), 0, 0.0)
    assert clock.left(100.0) is None


def wire_update(data: bytes | None) -> wire.Update:
    assert data is not None
    return msgspec.json.decode(data, type=wire.Update)
