"""Layout roll, sides of the dungeon, who starts, set-up (S-LAY, S-SET, S-HALF-04, S-OFF)."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.text import load_dungeon
from dungeonbowl.engine.places import HIDDEN
from dungeonbowl.engine.sides import ZONE
from dungeonbowl.engine.statuses import STANDING
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Piece, Scene, away, home

LAYOUTS = [f"sb-{number:02}" for number in range(2, 16)]
MAP = """
    ##AA####
    #......#
    #......#
    #......#
    #.$..1.#
    #......#
    #......#
    #......#
    ##BB####
"""


def crowd(count: int, others: int | None = None) -> dict[str, Piece]:
    """So many players a side, all in reserve: capitals of home, small letters of away."""
    others = count if others is None else others
    mine = {chr(67 + number): home(agility=4) for number in range(count)}
    return {**mine, **{chr(99 + number): away(agility=4) for number in range(others)}}


def opened(count: int = 1, others: int | None = None, dice: list[str] | None = None, **facts: object) -> Scene:
    """A match at its first decision."""
    pieces = crowd(count, others)
    return Scene(MAP, pieces, edition="stockbowl", opening=True, dice=dice or ["2D6 4+2"], **facts)  # type: ignore[arg-type]


def set_up(count: int = 1, others: int | None = None, placing: str = "2D6 4+2") -> Scene:
    """A match at its first set-up: home is above, and away starts."""
    return opened(count, others).play("zone A", "start away", dice=["coin 1", placing])


@pytest.mark.rule("S-LAY-01", "S-LAY-02", "S-LAY-03")
@pytest.mark.parametrize(
    ("dice", "layout"), [("2D8 1+1", "sb-02"), ("2D8 8+8", "sb-02"), ("2D8 3+4", "sb-07"), ("2D8 8+7", "sb-15")]
)
def test_the_sum_of_two_d8_is_the_number_of_the_layout_and_16_is_that_of_2(dice: str, layout: str) -> None:
    scene = Scene("", crowd(2), edition="stockbowl(turn_limit=1)", opening=True, dice=[dice, "2D6 6+1"])
    assert scene.game.dungeon.identity == layout
    scene.play("zone A", "start home", dice=["coin 1", "2D6 6+1"])
    for _ in range(4):
        scene.act(scene.options()[0])
    scene.give(["2D6 6+1"])
    for _ in range(2):
        scene.act("end turn")
    assert (scene.game.half, scene.game.dungeon.identity) == (2, layout)


@pytest.mark.rule("S-LAY-02")
def test_fourteen_sums_find_fourteen_layouts() -> None:
    found = []
    for total in range(2, 17):
        first = min(8, total - 1)
        dice = [f"2D8 {first}+{total - first}", "2D6 6+1"]
        found.append(Scene("", crowd(1), edition="stockbowl", opening=True, dice=dice).game.dungeon.identity)
    assert found == [*LAYOUTS, "sb-02"]


def test_a_match_whose_dungeon_was_found_by_dice_is_saved_with_it() -> None:
    scene = Scene("", crowd(1), edition="stockbowl", opening=True, dice=["2D8 5+4", "2D6 6+1"])
    record = save(scene.match)
    assert (record.setup.dungeon.id, record.state.numbers["layout"]) == ("", 7)
    again = load(record)
    assert (fingerprint(again), again.dungeon.identity) == (fingerprint(scene.game), "sb-09")
    assert fingerprint(scene.game.clone()) == fingerprint(scene.game)


@pytest.mark.rule("S-LAY-04")
def test_the_winner_of_a_roll_off_chooses_the_side_and_keeps_it_for_both_halves() -> None:
    scene = opened(dice=["2D6 3+3", "2D6 2+5"])  # ties are rolled again
    assert (scene.asked, scene.options()) == ("away", ["zone A", "zone B"])
    scene.play("zone A", dice=["coin 1"])
    assert [int(scene.game.side_value(side, ZONE)) for side in range(2)] == [1, 0]
    scene = Scene(MAP, crowd(1), edition="stockbowl(turn_limit=1)", opening=True, dice=["2D6 2+5"])
    scene.play("zone A", "start home", dice=["coin 1", "2D6 6+1"])
    scene.play("deploy C (2,7)", "deploy c (2,1)", "end turn", "end turn", dice=["2D6 6+1"])
    assert scene.game.half == 2
    assert [int(scene.game.side_value(side, ZONE)) for side in range(2)] == [1, 0]
    assert scene.offered("deploy C (2,7)")


@pytest.mark.rule("S-HALF-04")
@pytest.mark.parametrize(("coin", "asked"), [("coin 1", "home"), ("coin 2", "away")])
@pytest.mark.parametrize("starter", ["home", "away"])
def test_the_winner_of_the_toss_decides_who_starts_whoever_places_first(coin: str, asked: str, starter: str) -> None:
    scene = opened().play("zone A", dice=[coin])
    assert (scene.asked, scene.options()) == (asked, ["start home", "start away"])
    scene.play(f"start {starter}", dice=["2D6 1+2"])
    assert scene.asked == "away"
    scene.play("deploy c (2,7)", "deploy C (2,1)")
    assert scene.active == starter


@pytest.mark.rule("S-SET-04")
def test_a_roll_off_decides_who_places_the_first_player_and_then_they_take_turns() -> None:
    scene = opened(3).play("zone A", "start home", dice=["coin 1", "2D6 5+5", "2D6 1+3"])
    order = []
    for _ in range(6):
        order.append(scene.asked)
        scene.act(scene.options()[0])
    assert order == ["away", "home"] * 3


@pytest.mark.rule("S-SET-01", "S-SET-05")
def test_six_players_a_side_are_set_up_and_the_rest_stay_in_reserve() -> None:
    scene = set_up(8, 7)
    for _ in range(12):
        scene.act(scene.options()[0])
    standing = [int(scene.game.side_of[piece]) for piece in range(15) if scene.game.status[piece] == STANDING]
    assert standing == [0] * 6 + [1] * 6
    assert scene.active == "away"


@pytest.mark.rule("S-SET-01")
def test_six_are_set_up_even_where_the_zone_has_room_for_eight() -> None:
    picture = MAP.replace("##AA####", "##AA#AA#").replace("##BB####", "##BB#BB#").replace(".1.", "...")
    scene = Scene(picture, crowd(8), edition="stockbowl", opening=True, dice=["2D6 4+2"])
    scene.play("zone A", "start home", dice=["coin 1", "2D6 6+1"])
    assert len({text.partition(" (")[2] for text in scene.options()}) == 8
    while scene.options()[0].startswith("deploy"):
        scene.act(scene.options()[0])
    assert sum(1 for status in scene.game.status if status == STANDING) == 12


@pytest.mark.rule("S-SET-02", "S-SET-05")
def test_a_side_with_fewer_than_six_sets_up_all_and_the_other_goes_on_alone() -> None:
    scene = set_up(6, 2)
    order = []
    while scene.asked and scene.options()[0].startswith("deploy"):
        order.append(scene.asked)
        scene.act(scene.options()[0])
    # the last player has only one square left for him, and nobody is asked
    assert order == ["home", "away", "home", "away", "home", "home", "home"]
    assert sum(1 for status in scene.game.status if status == STANDING) == 8


@pytest.mark.rule("S-SET-03")
def test_only_players_in_reserve_can_be_set_up() -> None:
    scene = opened(3)
    scene.game.status[scene.piece("D")] = 5  # a casualty
    scene.game.status[scene.piece("E")] = 4  # knocked out
    scene.play("zone A", "start home", dice=["coin 1", "2D6 6+1"])
    assert {text.split()[1] for text in scene.options()} == {"C"}


@pytest.mark.rule("S-SET-06", "S-SET-07")
def test_players_are_set_up_straight_before_their_own_doors_in_empty_squares() -> None:
    scene = set_up(6)
    squares = ["(2,1)", "(3,1)", "(2,2)", "(3,2)", "(2,3)", "(3,3)"]
    assert scene.options() == [f"deploy {letter} {square}" for letter in "CDEFGH" for square in squares]
    scene.play("deploy E (3,2)", "deploy c (2,5)")
    assert scene.status("E") == "standing"
    assert not scene.offered("deploy C (3,2)")
    assert not scene.offered("deploy E (2,2)")
    assert "same" not in scene.refused("deploy C (3,2)")


@pytest.mark.rule("S-SET-06")
@pytest.mark.parametrize("name", LAYOUTS)
def test_a_set_up_zone_has_the_least_depth_that_gives_six_squares(name: str) -> None:
    dungeon = load_dungeon(name)
    for side in range(2):
        doors = [int(dungeon.column[int(node)]) for node in dungeon.zones[side]]
        depth = {2: 3, 4: 2, 6: 1}[len(doors)]
        edge, inward = (0, 1) if side == 0 else (int(dungeon.height) - 1, -1)
        expected = {(column, edge + inward * step) for column in doors for step in range(1, depth + 1)}
        found = {(int(dungeon.column[int(node)]), int(dungeon.row[int(node)])) for node in dungeon.setup[side]}
        assert found == expected


@pytest.mark.rule("S-OFF-01", "S-OFF-02", "S-OFF-03")
def test_after_the_set_up_the_first_turn_begins_and_nobody_has_the_ball() -> None:
    scene = set_up()
    scene.play("deploy C (2,1)", "deploy c (2,7)")  # neither weather nor a kick: no die is rolled
    assert (scene.asked, scene.active, scene.offered("end turn")) == ("away", "away", True)
    assert scene.ball is None
    assert int(scene.game.balls[0]) == HIDDEN
    assert scene.game.is_chest(scene.node((2, 4)))


@pytest.mark.parametrize("drives", [1, 2])
def test_a_quick_start_asks_nobody_before_a_turn(drives: int) -> None:
    edition = "stockbowl(quick=1, turn_limit=1)"
    scene = Scene("", crowd(8), edition=edition, opening=True, dice=["2D8 3+4", "coin 2", "D6 1"])
    assert (scene.active, scene.offered("end turn")) == ("away", True)
    if drives == 2:
        scene.play("end turn", "end turn")
        assert (scene.game.half, scene.active) == (2, "home")
    assert sum(1 for status in scene.game.status if status == STANDING) == 12
    assert scene.game.chests_closed == 6


@pytest.mark.rule("S-OFF-02")
def test_skills_of_the_kick_off_do_nothing() -> None:
    pieces = {"C": home(agility=4, skills=["Kick"]), "c": away(agility=4, skills=["Kick-Off Return"])}
    scene = Scene(MAP, pieces, edition="stockbowl", opening=True, dice=["2D6 4+2"])
    scene.play("zone A", "start home", "deploy C (2,1)", "deploy c (2,7)", dice=["coin 1", "2D6 6+1"])
    assert scene.offered("activate C")
