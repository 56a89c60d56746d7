"""Nobody is told what is not in the database: not over the socket, not over HTTP, and not when writing fails."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from dungeonbowl.engine import actions
from dungeonbowl.engine.match import DICE_INPUT
from dungeonbowl.server import wire
from dungeonbowl.server.api.matches import match_log, match_replay, match_report, match_summary
from dungeonbowl.server.api.replays import replay_named
from dungeonbowl.server.failures import Forbidden, NotFound
from dungeonbowl.storage.match_records import Change
from support.lines import END_TURN, QUICK, SEED, Evening, House, in_a_house, whole_state
from support.witnesses import Witness


@asynccontextmanager
async def writing_waits(house: House) -> AsyncIterator[asyncio.Event]:
    """Whatever is to be written down waits until the event is set; it is at the latest when the block ends."""
    writes = house.store.record
    go = asyncio.Event()

    async def slowly(change: Change) -> None:
        await go.wait()
        await writes(change)

    house.store.record = slowly  # type: ignore[method-assign]
    try:
        yield go
    finally:
        go.set()
        house.store.record = writes  # type: ignore[method-assign]


async def over_http(house: House, evening: Evening, token: str) -> dict[str, Any]:
    """Everything that HTTP tells of a match, as plain records."""
    request = cast(Any, SimpleNamespace(app=SimpleNamespace(state=house.state), scope={}, headers={}))
    told: dict[str, Any] = {}
    for name, handler in (("summary", match_summary), ("log", match_log), ("report", match_report)):
        try:
            told[name] = msgspec.to_builtins(await handler.fn(request, evening.id, token))
        except (Forbidden, NotFound) as error:
            told[name] = str(error)
    try:
        told["replay"] = (await match_replay.fn(request, evening.id, token)).content
    except (Forbidden, NotFound) as error:
        told["replay"] = str(error)
    try:
        await replay_named(request, evening.id)
        told["viewing"] = True
    except NotFound:
        told["viewing"] = False
    return told


def tokens(evening: Evening) -> list[str]:
    return [*(seat.token for seat in evening.created.seats), evening.created.watch_token, ""]


async def a_roll(evening: Evening) -> str:
    """Play at random until an option rolls dice; the option, not chosen yet. It is found in a match beside it."""
    other = await Evening.begin(evening.house, QUICK, SEED)
    chance = random.Random(5)
    while True:
        option = str(chance.choice([each for each in evening.options if str(each) != END_TURN] or evening.options))
        match = other.session.match
        assert match is not None
        before = len(match.inputs)
        await other.order(other.asked()[0], wire.Act(other.session.number, option))
        match = other.session.match
        assert match is not None
        if any(each.kind == DICE_INPUT for each in match.inputs[before:]):
            return option
        await evening.order(evening.asked()[0], wire.Act(evening.session.number, option))


def test_http_tells_only_what_is_written_down(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, QUICK, SEED)
        option = await a_roll(evening)
        decider, _ = evening.asked()
        before = {token: await over_http(house, evening, token) for token in tokens(evening)}
        state = whole_state(evening)
        async with writing_waits(house) as go:
            for line in evening.sides:
                line.heard()
            await decider.say(wire.Act(evening.session.number, option))
            for _ in range(20):
                await asyncio.sleep(0)
            assert {token: await over_http(house, evening, token) for token in tokens(evening)} == before
            assert all(line.heard() == [] for line in evening.sides), "nor over the socket"
            assert whole_state(evening) == state
            go.set()
            await house.settled(evening.id)
        after = {token: await over_http(house, evening, token) for token in tokens(evening)}
        for token in tokens(evening)[:-1]:
            assert after[token]["log"]["total"] > before[token]["log"]["total"]
            assert after[token]["summary"]["number"] == before[token]["summary"]["number"] + 1

    in_a_house(tmp_path, scene)


def test_the_seed_is_told_when_the_end_is_written_down_and_not_before(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, QUICK, SEED)
        decider, _ = evening.asked()
        async with writing_waits(house) as go:
            await decider.say(wire.Say(evening.session.number, "concede"))
            for _ in range(20):
                await asyncio.sleep(0)
            for token in tokens(evening):
                told = await over_http(house, evening, token)
                assert SEED.hex() not in repr(told)
                assert not told["viewing"]
            assert (await over_http(house, evening, ""))["summary"] == "the token fits no seat of this match"
            go.set()
            await house.settled(evening.id)
        told = await over_http(house, evening, "")
        assert told["viewing"]
        assert told["report"]["seed"] == SEED.hex()
        assert SEED.hex() in told["replay"].decode()

    in_a_house(tmp_path, scene)


def test_a_word_and_a_coach_are_told_when_they_are_written_down(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, QUICK, SEED, playing=False)
        home, away = evening.seats
        await evening.order(home, wire.Ready("north", "Ann"))
        async with writing_waits(house) as go:
            await away.say(wire.Ready("south", "Bob"))
            for _ in range(20):
                await asyncio.sleep(0)
            for token in tokens(evening):
                told = repr(await over_http(house, evening, token))
                assert "Bob" not in told
                assert "north" not in told, "the other coach could still answer it"
            go.set()
            await house.settled(evening.id)
        assert evening.session.stage == "playing"
        Witness(evening).look()

    in_a_house(tmp_path, scene)


@pytest.mark.parametrize("kind", ["act", "walk", "take_back", "ready", "auto", "concede"])
def test_when_writing_fails_the_match_is_that_of_the_database_again(tmp_path: Path, kind: str) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, QUICK, SEED, playing=kind != "ready")
        line = evening.seats[0]
        if kind != "ready":
            line, _ = evening.asked()
            option = next(each for each in evening.options if each & 0xFF == actions.ACTIVATE)
            if kind == "take_back":
                await evening.order(line, wire.Act(evening.session.number, str(option)))
        number = evening.session.number
        order: wire.Order = {
            "act": lambda: wire.Act(number, str(option)),
            "walk": lambda: wire.Walk(number, option >> 8 & 0xFFFF, walkable(evening, option)),
            "take_back": lambda: wire.TakeBackOrder(number),
            "ready": lambda: wire.Ready("word"),
            "auto": lambda: wire.SetAuto("Dodge", "always"),
            "concede": lambda: wire.Say(number, "concede"),
        }[kind]()
        Witness(evening).compare_all()
        broken = evening.session
        writes = house.store.record

        async def fails(change: Change) -> None:
            raise OSError("the disk is full")

        house.store.record = fails  # type: ignore[method-assign]
        for each in evening.sides:
            each.heard()
        await line.say(order)
        for _ in range(50):
            await asyncio.sleep(0.001)
        house.store.record = writes  # type: ignore[method-assign]
        assert broken.is_ended
        for each in evening.sides:
            assert not [told for told in each.heard() if isinstance(told, wire.Update | wire.Over | wire.AutoSet)]
            assert each.closed == (1011, "the server failed"), "everybody is told to come back"
        await house.leave()
        await evening.arrive()
        assert evening.session is not broken
        assert evening.session.number == number
        if kind != "ready":
            assert evening.session.auto == []
            assert [message.stage for message in evening.seats[0].heard() if isinstance(message, wire.Welcome)] == [
                "playing"
            ]
        Witness(evening).compare_all()
        line = evening.seats[0] if kind == "ready" else evening.asked()[0]
        told = await evening.order(line, order)
        assert not any(isinstance(each, wire.Refused) for each in told), "the same order is followed now"

    in_a_house(tmp_path, scene)


def walkable(evening: Evening, option: int) -> int:
    """A square that a player at rest can walk to."""
    assert evening.session.match is not None
    game = evening.session.match.game
    start = int(game.square[option >> 8 & 0xFFFF])
    steps = [int(game.steps[start * 8 + way]) for way in range(8)]
    return next(square for square in steps if square >= 0 and game.occupant[square] == -1)
