"""A coach who does not want to wait for the pauses of bots, and what is told of a bot that takes long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

import msgspec
import pytest

from dungeonbowl.engine.beginning import begun as begin_match
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.match import Match
from dungeonbowl.records.setup import Setup, build_game
from dungeonbowl.server import bot_worker, wire
from dungeonbowl.server.bot_pool import BotPool, Progress
from dungeonbowl.server.creating import new_match
from dungeonbowl.server.thinking import LONG
from dungeonbowl.storage.match_records import StoredMatch
from support.lines import Evening, House, Line, in_a_house
from support.matches import PromptBots
from support.witnesses import Witness

PACED = wire.NewMatch(seats=["person", "bot:normal"], quick=True, pace=3, turn_limit=3)


async def at_rest(evening: Evening) -> None:
    """Wait until a coach is asked, or a bot has chosen and waits for the time of its pause."""
    thinking = evening.session.thinking
    for _ in range(100_000):
        task = thinking.task
        rests = task is None or task.done() or (thinking.rung is not None and not thinking.rung.is_set())
        if rests and evening.session.orders.empty():
            done = asyncio.Event()

            async def reached(done: asyncio.Event = done) -> None:
                done.set()

            evening.session.put(reached)
            await done.wait()
            if thinking.task is task and evening.session.orders.empty():
                return
        await asyncio.sleep(0)
    raise AssertionError("the match never comes to rest")


async def begun(house: House, order: wire.NewMatch = PACED) -> Evening:
    """A match under way, at the first decision of a bot."""
    evening = Evening(house, *await house.create(order, bytes(range(32))))
    evening.seats = [await house.connect(evening.id, seat.token) for seat in evening.created.seats]
    evening.spectator = await house.connect(evening.id, evening.created.watch_token)
    evening.sides = {line: seat.sides for line, seat in zip(evening.seats, evening.created.seats, strict=True)}
    evening.sides[evening.spectator] = []
    for line in evening.seats:
        await line.say(wire.Ready("word"))
    await at_rest(evening)
    await to_the_bot(evening)
    return evening


async def to_the_bot(evening: Evening) -> None:
    """The coach does as little as possible until a bot has to decide."""
    session = evening.session
    for _ in range(200):
        asked = session.asked()
        if asked in session.bot_sides:
            return
        line = next(line for line in evening.seats if asked in evening.sides[line])
        await line.say(wire.Act(session.number, str(session.deciding.default_answer())))
        await at_rest(evening)
    raise AssertionError("no bot is ever asked")


async def told(evening: Evening, line: Line, order: wire.Order) -> list[wire.Message]:
    line.heard()
    await line.say(order)
    await at_rest(evening)
    while any(viewer.outbox.qsize() for viewer in evening.session.viewers):
        await asyncio.sleep(0)
    return line.heard()


def at_a_paced_match(folder: Path, scene: Callable[[Evening], Awaitable[None]]) -> None:
    async def whole(house: House) -> None:
        await scene(await begun(house))

    in_a_house(folder, whole)


def test_without_hurry_a_bot_waits_for_its_pause(tmp_path: Path) -> None:
    async def scene(evening: Evening) -> None:
        number = evening.session.number
        await at_rest(evening)
        assert evening.session.number == number
        evening.house.time.pass_by(3.0)
        await at_rest(evening)
        assert evening.session.number == number + 2, "who acts, and at once what that player does"

    at_a_paced_match(tmp_path, scene)


def test_however_much_a_bot_does_in_its_turn_the_coach_waits_for_a_few_pauses_only(tmp_path: Path) -> None:
    async def scene(evening: Evening) -> None:
        thinking = evening.session.thinking
        pauses = [thinking.pause() for _ in range(200)]
        assert pauses == sorted(pauses, reverse=True)
        assert 6 * 3.0 < sum(pauses) < 8 * 3.0
        thinking.turn = (-1, 0)  # another turn begins: the pauses are as long as ever
        assert thinking.pause() == 3.0

    at_a_paced_match(tmp_path, scene)


def test_hurry_brings_the_next_decision_of_the_coach_without_any_time(tmp_path: Path) -> None:
    async def scene(evening: Evening) -> None:
        coach = evening.seats[0]
        witness = Witness(evening)
        witness.look()
        number = evening.session.number
        answers = await told(evening, coach, wire.Hurry())
        assert isinstance(answers[0], wire.Thinking)
        updates = [each for each in answers if isinstance(each, wire.Update)]
        assert [each.number for each in updates] == list(range(number + 1, evening.session.number + 1)), "none is lost"
        assert evening.session.asked() == 0
        assert updates[-1].prompt is not None
        assert updates[-1].prompt.mine
        assert witness.look()
        witness.compare_all()
        await to_the_bot(evening)  # the pause of the next turn is there again
        later = evening.session.number
        await at_rest(evening)
        assert evening.session.number == later
        assert not evening.session.thinking.hurried

    at_a_paced_match(tmp_path, scene)


def test_a_spectator_cannot_hurry_the_bots(tmp_path: Path) -> None:
    async def scene(evening: Evening) -> None:
        number = evening.session.number
        refused = (await told(evening, evening.spectator, wire.Hurry()))[0]
        assert isinstance(refused, wire.Refused)
        assert refused.re == "hurry"
        assert evening.session.number == number
        assert not evening.session.thinking.hurried

    at_a_paced_match(tmp_path, scene)


def test_nobody_hurries_a_coach(tmp_path: Path) -> None:
    """Neither the coach of another seat nor the coach who is asked changes anything while a person decides."""

    async def scene(house: House) -> None:
        evening = await Evening.begin(house, wire.NewMatch(seats=["person", "person"], quick=True, pace=0))
        asked, other = evening.asked()
        for line in (other, asked):
            refused = await evening.refused(line, wire.Hurry())
            assert refused.stale, "the page says nothing of an order that only came too late"
            assert not evening.session.thinking.hurried

    in_a_house(tmp_path, scene)


def test_before_and_after_the_match_there_is_nothing_to_hurry(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, wire.NewMatch(seats=["person", "person"], quick=True), playing=False)
        assert "not begun" in (await evening.refused(evening.seats[0], wire.Hurry())).reason
        for line in evening.seats:
            await evening.order(line, wire.Ready("word"))
        line, _ = evening.asked()
        await evening.order(line, wire.Say(evening.session.number, "concede"))
        assert evening.session.stage == "over"
        assert "over" in (await evening.refused(line, wire.Hurry())).reason

    in_a_house(tmp_path, scene)


def begun_match(stored: StoredMatch) -> Match:
    return begin_match(build_game(msgspec.json.decode(stored.setup, type=Setup)), SeededDice(1))


class SlowBots(PromptBots):
    """Bots that answer when the test says so, and tell how far they are."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = asyncio.Event()
        self.progress: Progress | None = None

    async def choose(
        self,
        match: str,
        who: str,
        level: str,
        seed: int,
        setup: bytes,
        inputs: list[tuple[int, ...]],
        progress: Progress | None = None,
        awaited: bool = True,
        hurried: bool = False,
        less: Callable[[float], None] | None = None,
        owner: str = "",
    ) -> int:
        self.progress = progress
        await self.may_answer.wait()
        return await super().choose(match, who, level, seed, setup, inputs)


def test_the_match_waits_for_a_slow_bot_and_says_so(tmp_path: Path) -> None:
    """However long it takes, nothing is decided in its place."""

    async def scene(house: House) -> None:
        bots = SlowBots()
        house.sessions.bots = cast(BotPool, bots)
        order = wire.NewMatch(seats=["person", "bot:hard"], quick=True, pace=0)
        evening = Evening(house, *await house.create(order, bytes(range(32))))
        coach = await house.connect(evening.id, evening.created.seats[0].token)
        evening.seats, evening.sides = [coach], {coach: [0]}
        await coach.say(wire.Ready("word"))
        session = evening.session
        while session.match is None:
            await asyncio.sleep(0)
        while session.asked() == 0:
            await coach.say(wire.Act(session.number, str(session.deciding.default_answer())))
            number = session.number
            while session.number == number:
                await asyncio.sleep(0)
        while bots.progress is None:
            await asyncio.sleep(0)
        number = session.number
        coach.heard()
        house.time.pass_by(100 * LONG + 0.5)
        bots.progress(30, 120)
        while not coach.sent or (session.viewers and next(iter(session.viewers)).outbox.qsize()):
            await asyncio.sleep(0)
        news = [each for each in coach.heard() if isinstance(each, wire.Thinking)]
        assert {(each.number, each.side) for each in news} == {(number, 1)}
        assert [each.seconds for each in news[:3]] == [LONG, 2 * LONG, 3 * LONG]
        assert (news[-1].done, news[-1].planned) == (30, 120)
        assert session.number == number
        bots.may_answer.set()
        while session.number == number:
            await asyncio.sleep(0)

    in_a_house(tmp_path, scene)


def test_the_process_of_a_searching_bot_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_worker, "SELDOM", 0.0)
    stored, _ = new_match(wire.NewMatch(seats=["bot:hard", "bot:hard"], quick=True))
    said: list[bot_worker.Answer] = []
    worker = bot_worker.Worker(said.append)
    inputs = [(int(each.kind), *map(int, each.numbers)) for each in begun_match(stored).inputs]
    answer = worker.answer(bot_worker.Question(7, "m", "seat 0", "hard", 1, 0, inputs, stored.setup))
    assert answer.action is not None
    assert answer.tried is None
    assert said
    assert {each.id for each in said} == {7}
    assert all(each.tried is not None and each.tried[0] > 0 for each in said)
