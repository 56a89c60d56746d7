"""Before the first team turn (A-SETUP)."""

from __future__ import annotations

import pytest

from dungeonbowl.editions.astrogranite.core.chests import is_loaded
from dungeonbowl.engine.sides import NEXT
from dungeonbowl.scenes.scene import Scene, away, fourth, home, third

CLASSIC = "astrogranite(classic)"
# Six chests and six teleporters between two end zones.
READY = "AAAA..$$$123..BBBB\nAAA...$$$456...BBB"
BARE = "AAA.........BBB\nAAA.........BBB"


def team(make, names: str, **facts):  # type: ignore[no-untyped-def]
    return {name: make(status="reserves", **facts) for name in names}


def opening(picture: str, home_names: str = "PQ", away_names: str = "xy", **facts):  # type: ignore[no-untyped-def]
    legend = {**team(home, home_names), **team(away, away_names)}
    return Scene(picture, legend, edition=facts.pop("edition", CLASSIC), opening=True, **facts)


@pytest.mark.rule("A-SETUP-08")
def test_the_highest_die_chooses_who_plays_first_and_the_last_sets_up_first() -> None:
    scene = opening(READY, dice=["D6 2", "D6 5"])
    assert scene.asked == "away"
    assert scene.options() == ["start home", "start away"]
    scene.play("start home")
    assert int(scene.game.first_side) == 0
    assert scene.asked == "away"  # who plays last sets up first
    scene.play("deploy x (14,0)", "set-up done")
    assert scene.asked == "home"
    scene.play("deploy P (0,0)", "set-up done")
    assert scene.active == "home"


@pytest.mark.rule("A-SETUP-08")
def test_equal_dice_are_rolled_again_by_those_who_tied() -> None:
    scene = opening(READY, dice=["D6 4", "D6 4", "D6 3", "D6 3", "D6 6", "D6 1"])
    assert scene.asked == "home"
    legend = {**team(home, "P"), **team(away, "x"), **team(third, "T")}
    picture = "AA..$$$123..BB\nAA..$$$456..CC"
    details = {"teams": ["A", "B", "C"]}
    scene = Scene(
        picture,
        legend,
        edition="astrogranite(classic, extra_teams=on)",
        opening=True,
        sides=3,
        details=details,
        dice=["D6 5", "D6 2", "D6 5", "D6 1", "D6 3"],  # the second side is out of it
    )
    assert scene.asked == "third"


@pytest.mark.rule("A-SETUP-08", "A-DUN-03")
def test_with_more_teams_the_whole_order_of_play_is_chosen() -> None:
    legend = {**team(home, "P"), **team(away, "x"), **team(third, "T"), **team(fourth, "q")}
    scene = Scene(
        "AA..$$$123..BB\nCC..$$$456..DD",
        legend,
        edition="astrogranite(classic, extra_teams=on)",
        opening=True,
        sides=4,
        details={"teams": ["A", "B", "C", "D"]},
        dice=["D6 1", "D6 2", "D6 6", "D6 3"],
    )
    scene.play("start third", "start home")
    assert scene.options() == ["start away", "start fourth"]
    scene.play("start fourth")  # and so away is the last
    assert [int(scene.game.side_value(side, NEXT)) for side in range(4)] == [3, 2, 0, 1]
    scene.play("deploy x (13,0)", "deploy q (13,1)", "deploy P (1,0)", "deploy T (1,1)")
    order = []
    for _ in range(5):
        order.append(scene.active)
        scene.play("end turn")
    assert order == ["third", "home", "fourth", "away", "third"]


@pytest.mark.rule("A-SETUP-06")
def test_at_most_six_players_are_set_up_in_the_own_end_zone() -> None:
    scene = opening(READY, "PQRSTUVW", "x", dice=["D6 6", "D6 1"])
    scene.play("start home", "deploy x (14,0)")
    assert not scene.offered("set-up done")  # one at least
    assert not scene.offered("deploy P (4,0)")  # outside
    assert not scene.offered("deploy P (15,0)")  # in the zone of the others
    scene.play("deploy P (0,0)")
    assert not scene.offered("deploy Q (0,0)")  # one a square
    for name, x in zip("QRS", (1, 2, 3), strict=True):
        scene.play(f"deploy {name} ({x},0)")
    scene.play("deploy T (0,1)")
    assert scene.offered("set-up done")
    scene.play("deploy U (1,1)")
    assert scene.active == "home"  # six are enough
    assert scene.status("V") == "reserves"
    assert scene.status("W") == "reserves"


@pytest.mark.rule("A-SETUP-06")
def test_a_small_end_zone_holds_as_many_as_it_has_squares() -> None:
    scene = opening("AA..$$$123..BB\n....$$$456....", "PQR", "x", dice=["D6 6", "D6 1"])
    scene.play("start home", "deploy x (12,0)", "deploy P (0,0)", "deploy Q (1,0)")
    assert scene.active == "home"
    assert scene.status("R") == "reserves"


@pytest.mark.rule("A-SETUP-07")
def test_nothing_is_kicked_and_no_table_rolled_before_the_first_turn() -> None:
    scene = opening(READY, dice=["D6 6", "D6 1"])
    scene.play("start home", "deploy x (14,0)", "set-up done", "deploy P (0,0)", "set-up done")
    assert scene.active == "home"  # no die but those of the order of play
    assert scene.ball is None


@pytest.mark.rule("A-SETUP-09")
def test_coaches_place_chests_and_then_teleporters_in_turn() -> None:
    scene = opening(BARE, dice=["D6 6", "D6 1"])
    scene.play("start home")
    assert scene.asked == "home"
    assert not scene.offered("place chest (0,0)")  # in an end zone
    placers = []
    for x in range(3, 9):
        placers.append(scene.asked)
        scene.play(f"place chest ({x},0)")
        assert not scene.offered(f"place chest ({x},0)")
    assert placers == ["home", "away"] * 3
    assert not scene.offered("place portal (3,0)")
    for number, x in enumerate(range(3, 9), 1):
        scene.play(f"place portal ({x},1)")
        assert int(scene.game.portal_number(scene.node((x, 1)))) == number
    assert scene.asked == "away"
    assert scene.offered("deploy x (12,0)")


@pytest.mark.rule("A-SETUP-09")
def test_tokens_of_the_map_are_taken_and_nobody_places_any() -> None:
    scene = opening(READY, dice=["D6 6", "D6 1"]).play("start home")
    assert scene.offered("deploy x (14,0)")
    assert scene.game.is_chest(scene.node((6, 0)))
    assert int(scene.game.portal_number(scene.node((9, 0)))) == 1


@pytest.mark.rule("A-SETUP-02")
def test_a_random_teleporter_is_one_die_of_as_many_faces() -> None:
    legend = {"P": home(status="reserves"), "a": home(), "x": away()}
    scene = Scene("a12345678x", legend, edition="astrogranite(classic, teleporters=8)")
    scene.play("enter P", dice=["D8 7"])
    assert scene.square("P") == (7, 0)


def test_a_quick_start_asks_nobody() -> None:
    scene = opening(READY, edition="astrogranite(classic, quick=on)", dice=["D6 2", "D6 5"])
    assert scene.active == "away"
    assert scene.square("P") == (3, 0)
    scene = opening(BARE, edition="astrogranite(classic, quick=on)", dice=["D6 5", "D6 2", "D100 7"])
    assert scene.active == "home"
    assert int(scene.game.chests_closed) == 6
    assert all(square >= 0 for square in scene.game.portals)


@pytest.mark.rule("A-SETUP-09")
def test_what_the_map_lacks_of_the_two_kinds_the_coaches_place() -> None:
    scene = opening(READY.translate(str.maketrans("123456", "......")), dice=["D6 6", "D6 1"])
    scene.play("start home")
    assert scene.offered("place portal (9,0)")
    assert not scene.offered("place portal (6,0)")  # a chest of the map
    assert not scene.offered("place chest (9,0)")
    scene = opening(READY.replace("$", "."), dice=["D6 6", "D6 1"])
    scene.play("start home")
    for x in range(4, 9):
        scene.play(f"place chest ({x},0)")
    scene.play("place chest (8,1)")
    assert scene.offered("deploy x (14,0)")
    assert int(scene.game.portal_number(scene.node((9, 0)))) == 1


def test_a_quick_start_places_what_the_map_lacks() -> None:
    bare = READY.translate(str.maketrans("123456", "......"))
    scene = opening(bare, edition="astrogranite(classic, quick=on, teleporters=7)", dice=["D6 5", "D6 2", "D100 7"])
    assert int(scene.game.chests_closed) == 6
    assert len(set(scene.game.portals)) == 7
    assert all(square >= 0 and not scene.game.is_chest(square) for square in scene.game.portals)


@pytest.mark.rule("A-SETUP-02")
def test_the_die_has_as_many_faces_as_the_map_has_teleporters_whatever_coaches_would_place() -> None:
    scene = opening(READY, "PQ", "x", edition="astrogranite(classic, teleporters=8)", dice=["D6 6", "D6 1"])
    scene.play("start home", "deploy x (14,0)", "deploy P (0,0)", "set-up done", "enter Q", dice=["D6 2"])
    assert scene.square("Q") == (10, 0)


@pytest.mark.rule("A-SETUP-04")
def test_in_the_hidden_mode_the_loaded_chest_is_drawn_before_the_first_turn() -> None:
    scene = opening(READY, edition="astrogranite(classic, chest_mode=hidden)", dice=["D6 6", "D6 1"])
    scene.play("start home", "deploy x (14,0)", "set-up done", "deploy P (0,0)", "set-up done", dice=["D6 4"])
    chest = scene.node((6, 1))  # the fourth in reading order
    loads = next(module for module in scene.game.rules.modules if module.name() == "loads")
    assert is_loaded(scene.game, loads.slot, chest)
    assert not any(is_loaded(scene.game, loads.slot, scene.node((x, 0))) for x in (6, 7, 8))
