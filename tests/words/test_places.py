"""What squares are called in words for people."""

from __future__ import annotations

import re

import pytest

from dungeonbowl.dungeon.text import load_dungeon
from dungeonbowl.editions import build
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.setup import standard_squads
from dungeonbowl.engine.tokens import STATUE_TOKEN
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.words.places import Places

HALL = """
    A....$....B
    A.........B
    A.X.1...b.B
    A.........B
    A....$....B
"""
PIECES = {"X": home(), "b": away()}


def spot(column: int, row: int, scene: Scene) -> int:
    return int(scene.game.dungeon.node_at(column, row, 0))


def test_chests_portals_and_end_zones_are_named_and_the_compass_tells_those_alike_apart() -> None:
    scene = Scene(HALL, PIECES)
    places = Places(scene.game)
    assert places.noun(spot(5, 0, scene)) == "the northern chest"
    assert places.noun(spot(5, 4, scene)) == "the southern chest"
    assert places.at(spot(4, 2, scene)) == "on portal 1"
    assert places.to(spot(4, 1, scene)) == "to the northern chest"
    assert places.at(spot(1, 2, scene), 0) == "next to its own end zone"
    assert places.at(spot(1, 2, scene), 1) == "next to the end zone of home"
    assert places.to(spot(10, 3, scene), 0) == "into the end zone of away"
    assert places.at(spot(7, 3, scene)) == "in the south-east"


def test_a_chest_keeps_its_name_when_it_is_open() -> None:
    scene = Scene(HALL, PIECES)
    places = Places(scene.game)
    north = spot(5, 0, scene)
    before = places.noun(north)
    scene.play("activate X", "declare move", "step ne", "step e", "open (5,0)", dice=["coin 2", "2D6 1+1"])
    assert not scene.game.is_chest(north)
    assert places.noun(north) == before
    assert Places(scene.game).noun(north) == before, "told again later, by somebody who was not there"


def test_a_portal_keeps_its_number_under_a_statue() -> None:
    scene = Scene(HALL, PIECES)
    game, square = scene.game, spot(4, 2, scene)
    game.record()
    game.tell(events.PORTAL_PLACED, clauses.NOTHING, 0, square, 1)
    beside = spot(4, 3, scene)
    before = [Places(game).at(square), Places(game).at(beside), Places(game).through(square)]
    game.portals = type(game.portals)([-1] * len(game.portals))
    game.put_token(square, STATUE_TOKEN)
    assert int(game.portal_number(square)) == 0
    assert [Places(game).at(square), Places(game).at(beside), Places(game).through(square)] == before
    assert before[0] == "on portal 1"


@pytest.mark.parametrize("identity", ["ag-sampler", "ag-gallery"])
def test_a_door_is_called_the_same_whether_it_is_open_or_not(identity: str) -> None:
    """And so are the squares beside it: otherwise a line of the log would read differently after it was shut."""
    dungeon = load_dungeon(identity)
    assert len(dungeon.doors) > 0
    game = Game(build("astrogranite(full)"), dungeon, standard_squads(1, sides=int(dungeon.teams)))
    nodes = range(int(dungeon.count))
    said = [(places.to(node), places.through(node)) for places in (Places(game),) for node in nodes]
    for states in ("/" * len(dungeon.doors), "=" * len(dungeon.doors)):
        game.dungeon = dungeon.with_states(states)
        assert [(places.to(node), places.through(node)) for places in (Places(game),) for node in nodes] == said


def test_rooms_and_corridors_are_named() -> None:
    dungeon = load_dungeon("of-4")
    places = Places(Game(build("official"), dungeon, standard_squads(1)))
    said = {places.at(node) for node in range(int(dungeon.count))}
    assert {"in the Treasure Room", "next to the Sewer chest", "on portal 4"} & said
    assert any(re.fullmatch(r"in the [a-z-]+ corridor", each) for each in said)


@pytest.mark.parametrize("identity", ["of-1", "book-2", "sb-04", "ag-sampler", "ag-gallery", "ag-four-winds"])
def test_every_square_of_every_kind_of_dungeon_has_a_name_without_coordinates(identity: str) -> None:
    dungeon = load_dungeon(identity)
    game = Game(build(dungeon.edition), dungeon, standard_squads(1, sides=int(dungeon.teams)))
    places = Places(game)
    for node in range(int(dungeon.count)):
        for words in (places.noun(node), places.at(node), places.to(node), places.through(node)):
            assert not re.search(r"\d+,|\{|_", words), words
    assert len({places.noun(int(each)) for each in dungeon.map_chests}) == len(dungeon.map_chests)


def test_what_is_to_be_reached_is_a_door_where_the_edition_has_doors() -> None:
    assert Places(Game(build("stockbowl"), load_dungeon("sb-04"), standard_squads(1))).zone_word == "door"
    assert Places(Game(build("official"), load_dungeon("of-1"), standard_squads(1))).zone_word == "end zone"


def test_where_a_square_lies_is_told_from_where_the_player_stands() -> None:
    scene = Scene(HALL, PIECES)
    places = Places(scene.game)
    here = spot(2, 2, scene)
    assert places.towards(here, spot(3, 1, scene)) == "north-east"
    assert places.towards(here, spot(2, 4, scene)) == "2 squares south"
    assert places.towards(here, spot(5, 1, scene)) == "1 north, 3 east"
    assert places.remarkable(spot(4, 2, scene)) == "onto portal 1"
    assert places.remarkable(spot(6, 2, scene)) == ""
