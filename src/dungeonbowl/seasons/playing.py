"""One match of a league between bots.

A match follows from its order (teams as they were locked, edition, dungeon), the bots and a seed, and from nothing
else. So it does not matter in which process it is played, or when.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

import msgspec

from dungeonbowl.bots.arena import MOST_DECISIONS
from dungeonbowl.bots.outside import find_bot
from dungeonbowl.bots.seat import Failure, Seat
from dungeonbowl.bots.tactics.fields import SHELVES
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.dice import ProvableDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Match, taken_up
from dungeonbowl.engine.sides import REROLLS, SCORE
from dungeonbowl.league.aftermath.facts import MatchFacts
from dungeonbowl.league.aftermath.reading import read_match
from dungeonbowl.league.competitions.dungeons import DICE, usual_for
from dungeonbowl.league.office.views import MatchOrder
from dungeonbowl.play.setting_up import new_game
from dungeonbowl.records.provable import made_word
from dungeonbowl.records.replay import encoded, replay_of
from dungeonbowl.seasons.terms import playing

SEED_WORD: Final = "dice of"


class Task(msgspec.Struct, frozen=True):
    """A match to be played: its order, the bot of each side, and the secret that its dice follow from."""

    order: MatchOrder
    bots: tuple[str, ...]
    secret: str


class PlayedMatch(msgspec.Struct, frozen=True):
    """A match that was played. `facts` is None for one that was called off because it did not end."""

    match: str
    replay: bytes
    facts: MatchFacts | None
    score: tuple[int, ...]
    rerolls: tuple[int, ...]  # that were left
    decided: tuple[int, ...]
    failed: tuple[int, ...]
    faults: tuple[tuple[Failure, ...], ...]


def game_of(order: MatchOrder) -> Game:
    """The match before its first die."""
    dungeon = order.dungeon or usual_for(order.edition, len(order.teams))
    dungeon = "" if dungeon == DICE else dungeon
    return new_game(order.edition, dungeon, list(order.teams))


def seed_of(secret: str, match: str) -> bytes:
    """The seed of a match's dice. Nobody can know it before the league begins, because it follows from the secret."""
    return hmac.digest(secret.encode(), f"{SEED_WORD} {match}".encode(), hashlib.sha256)


def bot_seed(seed: bytes, side: int) -> int:
    return int.from_bytes(hashlib.sha256(seed + bytes([side])).digest()[:4], "big") >> 1


def play_match(task: Task) -> PlayedMatch:
    """Play a match to its end, whatever the bots do."""
    SHELVES.forget_ground()
    order = task.order
    seed = seed_of(task.secret, order.match)
    sides = len(order.teams)
    game = game_of(order)
    game.record()
    begin(game)
    dice = ProvableDice(seed, [made_word(seed, side) for side in range(sides)])
    match = taken_up(game, dice, [], [])
    match.run()
    seats = [Seat(find_bot(playing(bot), bot_seed(seed, side)), tells=False) for side, bot in enumerate(task.bots)]
    decide_all(match, seats)
    for seat in seats:
        seat.close()
    facts = None
    if match.is_over():
        facts = read_match(
            match.game,
            order.teams,
            order.match,
            competition=order.competition,
            friendly=order.friendly,
            provenance="proven",
            fame=order.fame,
        )
    replay = b"\n".join(encoded(replay_of(match, made=list(range(sides)), reveal=True))) + b"\n"
    return PlayedMatch(
        order.match,
        replay,
        facts,
        tuple(int(match.game.side_value(side, SCORE)) for side in range(sides)),
        tuple(int(match.game.side_value(side, REROLLS)) for side in range(sides)),
        tuple(seat.decisions for seat in seats),
        tuple(seat.lost for seat in seats),
        tuple(tuple(seat.failures()) for seat in seats),
    )


def decide_all(match: Match, seats: Sequence[Seat]) -> None:
    while not match.is_over() and match.game.decisions < MOST_DECISIONS:
        asked = match.asked()
        if asked >= len(seats):  # a game master's seat
            match.choose(int(match.game.rules.policies.neutral.advice(match.game)))
        else:
            match.choose(seats[asked].choose(match.game, match.options()))
