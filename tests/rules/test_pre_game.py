"""The pre-game sequence as a whole: its order, journeymen, and the quick start that leaves it out (O-PRE-01)."""

from __future__ import annotations

from importlib.resources import files

import pytest
from msgspec.structs import replace

from dungeonbowl.dungeon.text import load_dungeon, read_dungeon
from dungeonbowl.editions import build
from dungeonbowl.editions.official.opening import chest_within_two
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import ScriptedDice
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.setup import standard_squads
from dungeonbowl.engine.sides import ZONE
from dungeonbowl.engine.statuses import RESERVES, STANDING
from dungeonbowl.records.setup import build_game, setup_of
from dungeonbowl.records.squads import squads_of
from dungeonbowl.scenes.scene import Scene, away, home, read_dice
from dungeonbowl.teams.journeymen import with_journeymen
from dungeonbowl.teams.value import current_team_value
from support.teams import players, team

LAYOUT = (files("dungeonbowl.dungeon") / "layouts" / "of-1.dungeon").read_text("utf-8")
BARE = LAYOUT[: LAYOUT.index("plan = '''")]
ORC = "Orc Lineman"


@pytest.mark.rule("O-PRE-01")
def test_the_toss_comes_first_then_inducements_then_deployment() -> None:
    scene = Scene(
        """
        AAA$..1..BBB
        AAA..2...BBB
        """,
        {"H": home(), "V": away()},
        opening=True,
        values=(1_200_000, 1_000_000),
        treasuries=(100_000, 0),
        dice=["coin 2"],
    )
    assert scene.options() == ["zone A", "zone B"]
    scene.play("zone B", dice=["coin 2"])
    assert scene.told("turn began")
    assert scene.asked == "home"  # buys first, although the other side deploys first
    scene.play("buy training", "buy bribe", "buy no more")
    assert scene.asked == "away"
    assert scene.offered("deploy V (9,0)")
    order = [EVENT_NAMES[event.kind] for event in scene.game.events if EVENT_NAMES[event.kind] != "dice rolled"]
    assert order == ["match began", "zone chosen", "turn began", "bought", "bought"]


# --- journeymen ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-DRAFT-10", "O-DRAFT-11", "O-PRE-01")
def test_a_league_team_that_lacks_players_comes_with_journeymen() -> None:
    short = team(*[ORC] * 9, roster="metal", games=1, treasury=0)
    squads = squads_of([short, team(*[ORC] * 11, roster="metal")])
    mine = [sheet for sheet in squads.sheets if sheet.side == 0]
    assert len(mine) == 11
    assert [skill for sheet in mine for skill in sheet.skills].count("Loner (4+)") == 2


@pytest.mark.rule("O-DRAFT-12")
def test_journeymen_count_when_inducements_are_bought() -> None:
    short = team(*[ORC] * 9, roster="metal", games=1, treasury=70_000)
    squads = squads_of([short, team(*[ORC] * 11, roster="metal", games=1, treasury=30_000)])
    assert int(squads.teams[0].value) == current_team_value(with_journeymen(short)) > current_team_value(short)
    assert [int(sheet.treasury) for sheet in squads.teams] == [70_000, 30_000]


@pytest.mark.rule("O-DRAFT-11")
def test_a_coach_may_name_his_journeymen_before() -> None:
    named = with_journeymen(team(*[ORC] * 10, roster="metal", games=1, treasury=0), ["Human Lineman"])
    squads = squads_of([named, team(*[ORC] * 11, roster="metal")])
    assert [sheet.position for sheet in squads.sheets if sheet.side == 0].count("Human Lineman") == 1


@pytest.mark.rule("O-DRAFT-10")
def test_who_misses_the_game_is_replaced() -> None:
    hired = players(*[ORC] * 12, roster="metal")
    gone = tuple(replace(each, misses_next_game=True) for each in hired[:3])
    subject = team(players=(*gone, *hired[3:]), roster="metal", games=2, treasury=0)
    squads = squads_of([subject, subject])
    assert int(squads.count) == 22


def test_worth_gold_and_college_are_part_of_the_setup() -> None:
    squads = squads_of([team(*[ORC] * 11, roster="metal"), team(treasury=0, games=1)])
    game = Game(build("official"), load_dungeon("of-1"), squads)
    again = build_game(setup_of(game)).squads
    for first, second in zip(squads.teams, again.teams, strict=True):
        assert [int(x) for x in (first.value, first.treasury, first.college)] == [
            int(x) for x in (second.value, second.treasury, second.college)
        ]
    assert [int(sheet.college) for sheet in again.teams] == [7, 3]


# --- the quick start -----------------------------------------------------------------------------------------------


def quick(text: str = BARE) -> Match:
    game = Game(build("official(quick=1)"), read_dungeon(text), standard_squads(8))
    dice = ["coin 2"] if text == LAYOUT else ["D100 7", "coin 2"]
    return begun(game, ScriptedDice(read_dice(dice)))


def test_a_quick_start_asks_nobody_before_the_first_team_turn() -> None:
    match = quick()
    game = match.game
    assert (int(game.first_side), match.asked(), int(game.active)) == (1, 1, 1)
    assert [int(game.side_value(side, ZONE)) for side in range(2)] == [0, 1]
    for side in range(2):
        pieces = range(int(game.first_piece(side)), int(game.last_piece(side)))
        standing = [piece for piece in pieces if game.status[piece] == STANDING]
        assert len(standing) == 6
        assert all(int(game.dungeon.zone[int(game.square[piece])]) == side for piece in standing)
        assert sum(game.status[piece] == RESERVES for piece in pieces) == 2


def test_a_quick_start_places_tokens_by_the_rules() -> None:
    game = quick().game
    chests = [node for node in range(int(game.dungeon.count)) if game.is_chest(node)]
    portals = [int(square) for square in game.portals]
    assert (len(chests), len(set(portals)), int(game.chests_closed)) == (6, 6, 6)
    assert len({int(game.dungeon.tile[node]) for node in chests}) == 6
    assert len({int(game.dungeon.tile[node]) for node in portals}) == 6
    assert not any(chest_within_two(game, node) for node in portals)
    assert all(game.dungeon.eligible[int(game.dungeon.tile[node])] for node in [*chests, *portals])


def test_a_quick_start_takes_the_tokens_that_the_map_shows() -> None:
    game = quick(LAYOUT).game
    assert {node for node in range(int(game.dungeon.count)) if game.is_chest(node)} == set(game.dungeon.map_chests)


def test_a_quick_start_puts_the_fast_in_front() -> None:
    squads = standard_squads(8)
    squads.movement[7] = 9
    game = Game(build("official(quick=1)"), read_dungeon(LAYOUT), squads)
    begun(game, ScriptedDice(read_dice(["coin 1"])))
    steps = game.dungeon.zone_distance(1)
    assert steps[int(game.square[7])] == min(int(steps[int(game.square[piece])]) for piece in [7, *range(5)])
