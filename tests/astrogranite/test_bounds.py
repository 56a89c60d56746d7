"""How high characteristics go in play: the bounds are an edition's own, and the older rules have none."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.pathfinder import reach, reach_from_rest
from dungeonbowl.scenes.scene import Scene, away, home

CORRIDOR = "A............b"
ITEMS = "astrogranite(classic, referees=on, league=on, magic_items=on)"
RUNES = "astrogranite(classic, colleges=on, inscriptions=on)"


def farthest(scene: Scene) -> int:
    """How many squares A gets without a die, walking east from where it stands."""
    found = reach_from_rest(scene.game, scene.piece("A"))
    return max(x for x in range(1, 13) if found.odds(scene.node((x, 0))) > 0.999)


@pytest.mark.rule("A-ITEM-15", "A-BASE-04")
def test_shoes_of_speed_carry_a_player_of_movement_eight_ten_squares() -> None:
    scene = Scene(CORRIDOR, {"A": home(movement=8, skills=["Shoes of Speed"]), "b": away()}, edition=ITEMS)
    scene.play("activate A", "use CARRIES_ITEM A", "declare move")
    assert scene.game.moves_left == 10
    assert reach(scene.game, scene.piece("A")).odds(scene.node((10, 0))) == 1.0
    scene.play(*["step e"] * 10)
    assert scene.square("A") == (10, 0)  # and no die was rolled


@pytest.mark.rule("A-BASE-04")
@pytest.mark.parametrize("edition", ["astrogranite(classic)", "stockbowl"])
def test_movement_ten_is_ten_squares_by_the_older_rules(edition: str) -> None:
    scene = Scene(CORRIDOR, {"A": home(movement=10), "b": away()}, edition=edition)
    assert farthest(scene) == 10
    scene.play("activate A", "declare move", *["step e"] * 10)
    assert scene.square("A") == (10, 0)


@pytest.mark.rule("O-TEST-02")
def test_movement_beyond_nine_is_nine_in_the_official_game() -> None:
    scene = Scene(CORRIDOR, {"A": home(movement=10), "b": away()}, edition="official")
    assert farthest(scene) == 9
    scene.play("activate A", "declare move")
    assert scene.game.moves_left == 9


@pytest.mark.rule("A-BASE-12", "S-BASE-10")
@pytest.mark.parametrize(("edition", "dice"), [("astrogranite(classic)", 3), ("stockbowl", 3), ("official", 2)])
def test_strength_nine_is_more_than_twice_four_where_nothing_bounds_it(edition: str, dice: int) -> None:
    scene = Scene("Ab...", {"A": home(strength=9), "b": away(strength=4)}, edition=edition)
    scene.play("activate A", "declare block b", dice=["block " + " ".join(["PUSH", "POW", "STUMBLE"][:dice])])
    assert scene.offered("face push")


@pytest.mark.rule("A-INSC-02")
def test_a_rune_adds_to_the_strength_of_the_strongest_too() -> None:
    rune = {"at": [0, 0], "college": "Light", "circle": 1}
    scene = Scene(
        "*b...", {"A": home(strength=8, at=(0, 0)), "b": away()}, edition=RUNES, details={"inscription": [rune]}
    )
    colleges = [name.lower() for name in scene.rules.colleges]
    scene.game.squads.teams[0].college = colleges.index("light")
    assert scene.game.strength(scene.piece("A")) == 9
