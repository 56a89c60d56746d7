"""A crowd of the titchy at the set-up."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.generator import generate
from dungeonbowl.editions import build
from dungeonbowl.engine.abilities import TINY
from dungeonbowl.engine.actions import DEPLOY, SET_UP_DONE
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.clauses import TITCHY_SET_UP
from dungeonbowl.engine.dice import DiceSource, SeededDice
from dungeonbowl.engine.events import DICE_ROLLED
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.setup import PlayerSheet, Squads
from dungeonbowl.engine.statuses import STANDING

PLAIN = generate("astrogranite", 1, "quick")
QUICK = "astrogranite(classic, quick=on)"


def match_of(titchy: int, others: int, edition: str, source: DiceSource | None = None) -> Match:
    """So many titchy players and so many others against six plain ones."""
    sheets = [PlayerSheet(0, n, f"T {n}", movement=8, abilities=[int(TINY)]) for n in range(1, titchy + 1)]
    sheets += [PlayerSheet(0, titchy + n, f"O {n}", movement=4) for n in range(1, others + 1)]
    sheets += [PlayerSheet(1, n, f"P {n}") for n in range(1, 7)]
    squads = Squads(2, sheets, [0, 0], ["Home", "Away"])
    game = Game(build(edition), PLAIN, squads)
    return begun(game, source or SeededDice(3))


def standing(match: Match, side: int) -> int:
    game = match.game
    return sum(
        int(game.side_of[piece]) == side and int(game.status[piece]) == int(STANDING)
        for piece in range(int(game.squads.count))
    )


def crowds(match: Match) -> list[int]:
    """The dice rolled for more of them."""
    rolled = [event for event in match.game.events if event.kind == DICE_ROLLED and event.clause == TITCHY_SET_UP]
    return [event["dice"] for event in rolled]


@pytest.mark.rule("A-TRAIT-08")
def test_two_titchy_players_set_up_bring_as_many_more_as_a_die_says() -> None:
    seen = set()
    for seed in range(12):
        match = match_of(9, 4, QUICK, SeededDice(seed))
        (more,) = crowds(match)
        assert standing(match, 0) == 6 + more
        assert standing(match, 1) == 6
        seen.add(more)
    assert seen == {1, 2, 3}


@pytest.mark.rule("A-TRAIT-08")
def test_one_alone_brings_nobody_and_those_who_are_all_there_have_nobody_to_bring() -> None:
    for titchy in (1, 6):
        match = match_of(titchy, 6, QUICK)
        assert crowds(match) == []
        assert standing(match, 0) == 6


@pytest.mark.rule("A-TRAIT-08")
def test_there_may_be_fewer_in_reserves_than_the_die_allows() -> None:
    for seed in range(6):
        match = match_of(7, 4, QUICK, SeededDice(seed))
        assert standing(match, 0) == 7


@pytest.mark.rule("A-TRAIT-08")
def test_the_coach_places_them_in_his_end_zone_or_leaves_them_out() -> None:
    match = match_of(9, 0, "astrogranite(classic)")
    while not crowds(match):
        options = list(match.options())
        match.choose(next((each for each in options if each & 0xFF == DEPLOY), options[0]))
    side = int(match.game.asked)
    assert side == 0
    kinds = {each & 0xFF for each in match.options()}
    assert kinds == {DEPLOY, SET_UP_DONE}
    assert standing(match, 0) == 6
    squares = {each >> 24 & 0xFFFF for each in match.options() if each & 0xFF == DEPLOY}
    assert squares <= {int(square) for square in match.game.dungeon.setup[0]}
    match.choose(next(each for each in match.options() if each & 0xFF == DEPLOY))
    assert standing(match, 0) == 7
    if crowds(match) != [1]:
        match.choose(next(each for each in match.options() if each & 0xFF == SET_UP_DONE))
    assert standing(match, 0) == 7
    assert DEPLOY not in {each & 0xFF for each in match.options()}
