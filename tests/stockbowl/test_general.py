"""What holds everywhere: the older rules behind the house rules, directions, turnovers (S-GEN, S-BASE-19, S-SPP-02)."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.directions import scatter_direction
from dungeonbowl.editions import build
from dungeonbowl.rulebook import find
from dungeonbowl.scenes.scene import Piece, Scene, away, home
from dungeonbowl.words.notation import COMPASS

MAP = """
    ##AA####
    #......#
    #......#
    #......#
    #......#
    ##BB####
"""


def field(pieces: dict[str, Piece] | None = None, **facts: object) -> Scene:
    """C and D of home, z of away far off."""
    legend = {"C": home(agility=4), "D": home(agility=4), "z": away(agility=4)}
    legend |= pieces or {}
    for letter, spot in (("C", (2, 2)), ("D", (4, 2)), ("z", (5, 4))):
        legend[letter].at = legend[letter].at or spot
    return Scene(MAP, legend, edition="stockbowl", **facts)  # type: ignore[arg-type]


@pytest.mark.rule("S-GEN-01")
def test_no_clause_of_the_edition_names_a_rule_of_another() -> None:
    cited = [rule for rule in build("stockbowl").citations if rule]
    assert all(rule.startswith("S-") and find(rule) is not None for rule in cited)


@pytest.mark.rule("S-GEN-01")
def test_numbers_of_the_older_rules_stand_where_the_document_is_silent() -> None:
    tables = build("stockbowl").tables
    numbers = (tables.dodge_modifier, tables.pick_up_modifier, tables.catch_modifier, tables.loose_catch_modifier)
    assert numbers == (1, 1, 1, 0)
    assert (tables.rushes, tables.rush_needed, tables.stand_up_cost, tables.stand_up_needed) == (2, 2, 3, 4)
    points = (tables.points_completion, tables.points_casualty, tables.points_interception, tables.points_touchdown)
    assert points == (1, 2, 2, 3)


@pytest.mark.rule("S-GEN-02")
def test_a_direction_die_reads_the_rows_from_the_north_west() -> None:
    assert [COMPASS[int(scatter_direction(face))] for face in range(1, 9)] == [
        "nw", "n", "ne", "w", "e", "sw", "s", "se"
    ]  # fmt: skip


AROUND = [(1, 0), (2, 0), (3, 0), (1, 1), (3, 1), (1, 2), (2, 2), (3, 2)]


@pytest.mark.rule("S-GEN-02")
@pytest.mark.parametrize(("face", "square"), list(enumerate(AROUND, 1)))
def test_north_is_the_top_of_the_map(face: int, square: tuple[int, int]) -> None:
    picture = """
        .....
        .C...
        .....
    """
    pieces = {"C": home(agility=4), "z": away(agility=4, at=(4, 0), zone=False)}
    scene = Scene(picture, pieces, ball=(2, 1), edition="stockbowl")
    scene.play("activate C", "declare move", "step e", dice=["D6 1", f"D8 {face}"])
    assert scene.ball == square


@pytest.mark.rule("S-BASE-19")
def test_a_fall_of_the_active_team_is_a_turnover() -> None:
    scene = field({"C": home(agility=4, movement=1)})
    scene.play("activate C", "declare move", "step e", "step w", dice=["D6 1", "2D6 1+1"])
    assert (scene.turnover, scene.active) == ("TURNOVER_FALL", "away")


@pytest.mark.rule("S-BASE-19")
def test_a_blocker_that_goes_down_is_a_turnover_and_its_victim_is_not() -> None:
    scene = field({"z": away(agility=4, at=(3, 2)), "D": home(agility=4, at=(6, 1))})
    scene.play("activate C", "declare block z", dice=["block PLAYER-DOWN", "2D6 1+1"])
    assert (scene.turnover, scene.active) == ("TURNOVER_KNOCKED_DOWN", "away")
    scene = field({"z": away(agility=4, at=(1, 3)), "D": home(agility=4, at=(5, 1))})
    scene.play("activate C", "declare block z", "stay", dice=["block POW", "2D6 1+1"])
    assert (scene.turnover, scene.active) == ("", "home")


@pytest.mark.rule("S-BASE-19")
def test_a_failed_pick_up_is_a_turnover() -> None:
    scene = field(ball=(3, 3)).play("activate C", "declare move", "step se", dice=["D6 1", "D8 7"])
    assert scene.turnover == "TURNOVER_PICK_UP"


@pytest.mark.rule("S-BASE-19")
def test_a_hand_off_that_nobody_of_the_team_catches_is_a_turnover() -> None:
    scene = field({"D": home(agility=4, at=(3, 2))}, ball="C")
    scene.play("activate C", "declare hand-off", "hand off D", dice=["D6 1", "D8 2"])
    assert scene.turnover == "TURNOVER_LOOSE_BALL"
    scene = field({"D": home(agility=4, at=(3, 2))}, ball="C")
    scene.play("activate C", "declare hand-off", "hand off D", dice=["D6 3"])
    assert (scene.turnover, scene.ball) == ("", "D")


@pytest.mark.rule("S-BASE-19")
def test_a_fumble_is_a_turnover_even_if_the_ball_is_caught() -> None:
    scene = field({"D": home(agility=4, at=(3, 2))}, ball="C")
    scene.play("activate C", "declare pass", "aim", "throw (4,3)", dice=["D6 1", "D8 5", "D6 6"])
    assert (scene.turnover, scene.ball) == ("TURNOVER_FUMBLE", "D")


@pytest.mark.rule("S-BASE-19")
def test_a_sending_off_is_a_turnover() -> None:
    scene = field({"z": away(agility=4, at=(3, 2), status="prone")})
    scene.play("activate C", "declare foul", "foul z", dice=["2D6 2+2"])
    assert (scene.turnover, scene.status("C")) == ("TURNOVER_SENT_OFF", "sent-off")


@pytest.mark.rule("S-BASE-19", "S-SPP-02")
def test_a_casualty_of_a_fall_gives_nobody_points() -> None:
    scene = field({"C": home(agility=4, movement=1), "z": away(agility=4, at=(1, 1))})
    scene.play("activate C", "declare move", "step e", dice=["D6 1", "2D6 6+6", "2D6 6+6", "D6 6", "D8 8"])
    assert scene.status("C") == "casualty"
    assert not scene.told("points earned")
