"""What holds of every message over a socket, whatever is in it: the match in memory is the match of the database, and
nobody changes it but the coach who is asked.

Thousands of messages an edition, drawn from a seed; `support/plans.py` says how many.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from dungeonbowl.server import wire
from support.asynchronous import run_alone
from support.lines import Evening, House, Line
from support.mischief import Mischief
from support.plans import how_many, is_covering
from support.witnesses import Witness

AFTER_THE_END = 25  # messages to a match that is over
LONGEST = 1500  # messages to one match
OFTEN = 40  # one change in so many is compared with the match played again from its very beginning

MATCHES = {
    "official": wire.NewMatch(edition="official", seats=["person"] * 2, turn_limit=6, pace=0, help=True),
    "stockbowl": wire.NewMatch(edition="stockbowl", seats=["person"] * 2, turn_limit=6, pace=0, help=True),
    "astrogranite-classic": wire.NewMatch(
        edition="astrogranite(classic)", seats=["person"] * 2, turn_limit=6, pace=0, help=True
    ),
    "astrogranite-standard": wire.NewMatch(
        edition="astrogranite(standard)", seats=["person"] * 2, turn_limit=6, pace=0, help=True
    ),
    "astrogranite-full": wire.NewMatch(
        edition="astrogranite(full)", seats=["person"] * 2, turn_limit=6, pace=0, help=True
    ),
}
OTHERS = {
    "four-teams": wire.NewMatch(
        edition="astrogranite(full, special_arrangements=off, extra_teams=on)",
        seats=["person"] * 4,
        turn_limit=4,
        pace=0,
        help=True,
    ),
    "game-master": wire.NewMatch(
        edition="astrogranite(full, monster_gm=on)", seats=["person"] * 2, turn_limit=6, pace=0, help=True
    ),
    "clock": wire.NewMatch(
        edition="official", seats=["person"] * 2, clock=wire.ClockOrder("turn", 60), turn_limit=6, pace=0, help=True
    ),
    "real-table": wire.NewMatch(
        edition="official", seats=["person"] * 2, shared=True, turn_limit=6, pace=0, help=True, dice="typed"
    ),
    "real-table-stockbowl": wire.NewMatch(
        edition="stockbowl", seats=["person"] * 2, shared=True, turn_limit=6, pace=0, help=True, dice="typed"
    ),
    "one-screen": wire.NewMatch(edition="official", seats=["person"] * 2, shared=True, turn_limit=6, pace=0, help=True),
}


class Referee:
    """Sends messages to one match and looks after each of them."""

    def __init__(self, evening: Evening, chance: random.Random) -> None:
        self.evening = evening
        self.witness = Witness(evening)
        self.mischief = Mischief(evening, chance)
        self.seen: Counter[str] = Counter()
        self.changes = 0

    async def message(self) -> None:
        line, data, kind = self.mischief.draw()
        evening, witness = self.evening, self.witness
        for each in evening.sides:
            each.sent.clear()
        decided = len(witness.deciders)
        deciders = witness.deciders[:]
        standing = {each.side for each in evening.session.auto} | set(evening.session.thinking.pilots)
        await line.say(data)
        await evening.house.settled(evening.id)
        assert not evening.session.is_ended, f"the match has failed because of {data[:300]}"
        changed = witness.look()
        self.check_answer(line, data, changed)
        self.seen[f"{kind} {'accepted' if changed else 'unchanged'}"] += 1
        if not changed:
            return
        self.changes += 1
        mine = evening.sides[line]
        assert mine, f"a spectator has changed the match by {data[:300]}"
        if len(witness.deciders) > decided and witness.deciders[:decided] == deciders:
            for side in witness.deciders[decided:]:  # who has left something to a standing answer or to the bot did so
                assert side in mine or side in standing, f"side {side} did not decide {data[:300]}"
        else:  # taken back
            gone = deciders[len(witness.deciders) :]
            assert all(side in mine for side in gone), f"somebody else's decision was taken back by {data[:300]}"
        if self.changes % OFTEN == 0 or witness.stage == "over":
            witness.compare_all()

    async def time_passes(self, seconds: float) -> None:
        """The clock decides for a coach who is asked for too long."""
        self.evening.house.time.pass_by(seconds)
        await self.evening.house.settled(self.evening.id)
        self.seen["clock"] += self.witness.look()

    def check_answer(self, line: Line, data: str, changed: bool) -> None:
        """Whoever sends something hears of it; who decides hears a refusal or an update, not both."""
        told = line.sent
        assert not any(b"server failed" in each for each in told), f"{data[:300]}: {told[-1][:300]!r}"
        refusals = [each for each in told if each.startswith(b'{"type":"refused"')]
        updates = [each for each in told if each.startswith((b'{"type":"update"', b'{"type":"welcome"'))]
        assert len(refusals) <= 1
        if changed:
            assert updates, data[:300]
            assert not refusals, f"refused, and yet it has changed the match: {data[:300]}: {refusals}"
        else:
            assert not updates or data.startswith('{"type":"language"'), data[:300]  # the same match in other words
            assert told, f"no answer to {data[:300]}"
        if self.evening.session.stage != "over":
            assert self.evening.stored.seed.hex().encode() not in b"".join(told), (
                "the seed of the dice is told too early"
            )


async def play(folder: Path, order: wire.NewMatch, seed: int, messages: int) -> Counter[str]:
    """So many messages, to as many matches as come to an end."""
    chance = random.Random(seed)
    house = House(folder)
    seen: Counter[str] = Counter()
    sent = 0
    try:
        while sent < messages:
            dice = hashlib.sha256(f"{seed} {sent}".encode()).digest()
            evening = await Evening.begin(house, order, dice, playing=False)
            referee = Referee(evening, chance)
            after = 0
            for _ in range(min(LONGEST, messages - sent)):
                await referee.message()
                if order.clock.mode != "none" and chance.random() < 0.1:
                    await referee.time_passes(chance.choice([5, 20, 45]))
                sent += 1
                after += evening.session.stage == "over"
                if after > AFTER_THE_END:
                    break
            referee.witness.compare_all()
            seen += referee.seen
            seen["matches"] += 1
            seen["over"] += evening.session.stage == "over"
            await house.leave()
    finally:
        await house.close()
    return seen


@pytest.mark.parametrize("name", [*MATCHES, *OTHERS])
def test_after_every_message_the_match_in_memory_is_that_of_the_database(tmp_path: Path, name: str) -> None:
    messages = how_many("messages") if name in MATCHES else how_many("other messages")
    found: list[Counter[str]] = []

    async def whole() -> None:
        found.append(await play(tmp_path, {**MATCHES, **OTHERS}[name], 13, messages))

    run_alone(whole())
    seen = found[0]
    assert not seen["stale accepted"], seen
    assert not seen["raw accepted"], seen
    if is_covering("messages" if name in MATCHES else "other messages"):
        assert seen["legal accepted"] > messages // 10, seen
        assert seen["walk accepted"] > messages // 200, seen
        assert seen["foreign unchanged"] > 0, seen
        assert seen["mutated unchanged"] > 0, seen
        assert bool(seen["clock"]) == (name == "clock"), seen


def test_every_order_of_the_protocol_is_among_the_messages() -> None:
    """A new order is drawn too, or stands here with the reason."""
    asked_elsewhere = {wire.AskHint}  # thinks in a process of its own, and changes nothing
    source = Path(__file__).parents[1].joinpath("support", "mischief.py").read_text(encoding="utf-8")
    for order in msgspec.inspect.type_info(wire.ClientMessage).types:  # type: ignore[attr-defined]
        if order.cls not in asked_elsewhere:
            assert f"wire.{order.cls.__name__}(" in source, order.cls
