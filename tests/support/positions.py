"""Matches that stand where a test wants them: the computer plays them in this process, then the server gets them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from dungeonbowl.bots.levels import make_bot
from dungeonbowl.engine import actions
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import ProvableDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Match
from dungeonbowl.records.setup import Setup, build_game
from dungeonbowl.server import wire
from dungeonbowl.server.creating import new_match
from dungeonbowl.server.resuming import PLAYING, plain, result_of
from dungeonbowl.storage.database import make_engine
from dungeonbowl.storage.match_records import Change, StoredMatch
from dungeonbowl.storage.matches import Matches
from support.asynchronous import run_alone

WORDS = ["north", "south"]
MOST_MATCHES = 60
MOST_DECISIONS = 600

Found = dict[str, Any]
Wanted = Callable[[Game], Found | None]


def match_where(database: str, wanted: Wanted, edition: str = "official") -> tuple[str, Found]:
    """The link of a match with both sides at one screen, in a team turn of which `wanted` tells something."""
    order = wire.NewMatch(edition=edition, seats=["person", "person"], shared=True, quick=True, pace=0)
    for number in range(MOST_MATCHES):
        stored, created = new_match(order)
        stored.seed = hashlib.sha256(f"{edition} {number}".encode()).digest()
        stored.commitment = ProvableDice(stored.seed, []).commitment()
        stored.sides = [
            msgspec.structs.replace(side, ready=True, word=word) for side, word in zip(stored.sides, WORDS, strict=True)
        ]
        game = build_game(msgspec.json.decode(stored.setup, type=Setup))
        match = begun(game, ProvableDice(stored.seed, WORDS))
        if (found := played_until(match, wanted, number)) is not None:
            run_alone(keep(database, stored, match))
            return created.seats[0].link, found
    raise AssertionError(f"{edition}: no such position in {MOST_MATCHES} matches")


def played_until(match: Match, wanted: Wanted, seed: int) -> Found | None:
    bots = [make_bot("easy", seed + side) for side in range(len(WORDS))]
    for _ in range(MOST_DECISIONS):
        if match.is_over():
            return None
        options = match.options()
        if int(actions.END_TURN) in options and (found := wanted(match.game)) is not None:
            return found
        match.choose(int(bots[match.asked()].choose(match.game, options)))
    return None


async def keep(database: str, stored: StoredMatch, match: Match) -> None:
    """Write the match down as the server would have done."""
    store = Matches(make_engine(database))
    try:
        await store.create(stored)
        inputs = [plain(each) for each in match.inputs]
        result = msgspec.structs.replace(result_of(match), order_starts=[])
        change = Change(stored.id, 0, 1, 0, inputs, PLAYING, sides=stored.sides, clock=stored.clock, result=result)
        await store.record(change)
    finally:
        store.close()
