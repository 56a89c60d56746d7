"""The Great Wheel: what colleges do to each other's re-rolls before a game."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.generator import generate
from dungeonbowl.editions import build
from dungeonbowl.editions.astrogranite.modules.great_wheel import COLLEGES, WHEEL, is_superior, turned
from dungeonbowl.engine.abilities import LEADS
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.setup import PlayerSheet, Squads, TeamSheet
from dungeonbowl.engine.sides import REROLLS

PLAIN = generate("astrogranite", 1, "quick")
ON = "astrogranite(classic, colleges=on, great_wheel=on, quick=on)"
SUPERIOR_TO = {
    "light": "gold",
    "gold": "jade",
    "jade": "celestial",
    "celestial": "grey",
    "grey": "amethyst",
    "amethyst": "bright",
    "bright": "amber",
    "amber": "light",
}


def squads(*colleges: str, rerolls: int = 2, leaders: bool = False) -> Squads:
    leads = [int(LEADS)] if leaders else []
    sheets = [PlayerSheet(side, 1, f"Player {side}", abilities=leads) for side in range(len(colleges))]
    teams = [TeamSheet(college=COLLEGES.index(college)) for college in colleges]
    return Squads(len(colleges), sheets, [rerolls] * len(colleges), list(colleges), teams)


def rerolls_of(*colleges: str, edition: str = ON, rerolls: int = 2, leaders: bool = False) -> list[int]:
    """The re-rolls of each team at the first decision of a match between them."""
    game = Game(build(edition), PLAIN, squads(*colleges, rerolls=rerolls, leaders=leaders))
    match = begun(game, SeededDice(1))
    return [int(match.game.side_value(side, REROLLS)) for side in range(len(colleges))]


def changes(*colleges: str) -> list[int]:
    game = Game(build(ON), PLAIN, squads(*colleges))
    return [int(turned(game.squads, side)) for side in range(len(colleges))]


@pytest.mark.rule("A-WHEEL-01")
def test_each_college_of_the_wheel_beats_one_and_is_beaten_by_one() -> None:
    for college in COLLEGES:
        beaten = [other for other in COLLEGES if is_superior(COLLEGES.index(college), COLLEGES.index(other))]
        assert beaten == ([SUPERIOR_TO[college]] if college in SUPERIOR_TO else [])
    assert set(SUPERIOR_TO) == set(SUPERIOR_TO.values()) == set(WHEEL)


@pytest.mark.rule("A-WHEEL-02")
@pytest.mark.parametrize(("better", "worse"), SUPERIOR_TO.items())
def test_the_superior_college_has_one_more(better: str, worse: str) -> None:
    assert changes(better, worse) == [1, 0]
    assert changes(worse, better) == [0, 1]


@pytest.mark.rule("A-WHEEL-02", "A-WHEEL-03", "A-WHEEL-04")
def test_it_is_done_once_before_the_first_turn() -> None:
    assert rerolls_of("bright", "amber") == [3, 2]
    assert rerolls_of("dark", "rainbow") == [4, 4]
    assert rerolls_of("jade", "jade") == [1, 1]
    assert rerolls_of("bright", "amber", edition="astrogranite(classic, colleges=on, quick=on)") == [2, 2]


@pytest.mark.rule("A-WHEEL-04")
def test_nobody_has_fewer_than_none() -> None:
    assert rerolls_of("gold", "gold", rerolls=0) == [0, 0]


@pytest.mark.rule("A-WHEEL-04", "A-SKREF-06")
def test_what_a_leader_brings_is_not_lost_to_the_wheel() -> None:
    assert rerolls_of("gold", "gold", rerolls=0, leaders=True) == [1, 1]
    assert rerolls_of("gold", "gold", rerolls=1, leaders=True) == [1, 1]
    assert rerolls_of("gold", "gold", rerolls=2, leaders=True) == [2, 2]


@pytest.mark.rule("A-WHEEL-02", "A-WHEEL-05")
def test_the_wheel_turns_among_three_and_four_teams() -> None:
    assert changes("light", "gold", "jade", "celestial") == [1, 1, 1, 0]
    assert changes("amber", "light", "gold") == [1, 1, 0]


@pytest.mark.rule("A-WHEEL-05")
def test_each_kind_of_change_counts_once_and_kinds_add_up() -> None:
    assert changes("bright", "amber", "amber") == [1, -1, -1]
    assert changes("bright", "amber", "bright") == [0, 0, 0]
    assert changes("dark", "rainbow", "rainbow", "dark") == [1, 1, 1, 1]


@pytest.mark.rule("A-WHEEL-06")
def test_other_pairings_change_nothing() -> None:
    assert changes("light", "jade") == [0, 0]
    assert changes("dark", "light") == [0, 0]
    assert changes("", "") == [0, 0]
    assert changes("", "light") == [0, 0]
