"""Tackle Zones and marking (O-MARK)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Scene, away, home
from support.drawings import DOORWAY


def marks(scene: Scene, marker: str, player: str) -> bool:
    return bool(scene.game.marks(scene.piece(marker), scene.piece(player)))


def dodges(scene: Scene, *texts: str) -> bool:
    """Whether these actions of A bring about a Dodge."""
    scene.give(["D6 6"])
    for text in texts:
        scene.act(text)
    return scene.told("tested", "A")


@pytest.mark.rule("O-MARK-01")
@pytest.mark.parametrize("spot", [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)])
def test_a_standing_player_marks_all_eight_squares_around_it(spot: tuple[int, int]) -> None:
    scene = Scene("......\n......\n......", {"A": home(at=(1, 1)), "b": away(at=spot)})
    assert marks(scene, "b", "A")
    assert marks(scene, "A", "b")


@pytest.mark.rule("O-MARK-01")
@pytest.mark.parametrize("status", ["standing", "prone", "stunned"])
def test_players_in_any_status_are_marked(status: str) -> None:
    scene = Scene("Ab", {"A": home(status=status), "b": away()})
    assert marks(scene, "b", "A")


@pytest.mark.rule("O-MARK-01")
def test_several_may_mark_one_player_and_team_mates_never_do() -> None:
    legend = {"A": home(), "C": home(), "E": home(), "b": away(), "c": away(), "d": away()}
    scene = Scene("bcC\n.A.\nE.d", legend)
    assert int(scene.game.marks_on(0, scene.node((1, 1)))) == 3
    assert not marks(scene, "C", "A")


@pytest.mark.rule("O-MARK-02")
def test_whoever_is_marked_by_nobody_is_open() -> None:
    scene = Scene("A.b..", {"A": home(), "b": away()})
    assert not scene.game.is_marked(scene.piece("A"))
    assert not dodges(Scene("A.b..", {"A": home(), "b": away()}), "activate A", "declare move", "step e")
    assert dodges(Scene(".Ab..", {"A": home(), "b": away()}), "activate A", "declare move", "step w")


@pytest.mark.rule("O-MARK-03")
@pytest.mark.parametrize(
    ("marker", "player", "expected"),
    [
        ((1, 2), (2, 1), True),  # diagonally beside the doorway
        ((1, 2), (1, 1), False),  # the wall is between
        ((2, 2), (1, 1), True),
        ((2, 2), (2, 1), True),  # straight through the doorway
        ((5, 2), (4, 1), False),  # both routes are closed
    ],
)
def test_marking_follows_the_steps_round_doorways_and_walls(
    marker: tuple[int, int], player: tuple[int, int], expected: bool
) -> None:
    """EX-05."""
    scene = Scene(DOORWAY, {"A": home(at=player), "b": away(at=marker)})
    assert marks(scene, "b", "A") == expected
    assert scene.game.is_marked(scene.piece("A")) == expected


@pytest.mark.rule("O-MARK-03")
def test_marking_goes_round_the_corner_of_rock() -> None:
    scene = Scene("A.\n#b", {"A": home(), "b": away()})
    assert marks(scene, "b", "A")
    scene = Scene("A#\n#b", {"A": home(), "b": away()})
    assert not marks(scene, "b", "A")


@pytest.mark.rule("O-MARK-04")
@pytest.mark.parametrize("marker", [away(status="prone"), away(status="stunned"), away(zone=False)])
def test_players_who_are_down_or_have_lost_their_zone_mark_nobody(marker: object) -> None:
    scene = Scene(".Ab", {"A": home(), "b": marker})  # type: ignore[dict-item]
    assert not marks(scene, "b", "A")
    assert marks(scene, "A", "b")  # but are marked
    assert not dodges(scene, "activate A", "declare move", "step w")


@pytest.mark.rule("O-MARK-05")
def test_without_its_zone_a_player_does_not_assist() -> None:
    for zone, dice in ((True, ["block PUSH POW"]), (False, ["block PUSH"])):
        scene = Scene("Ab.\n.C.", {"A": home(), "b": away(), "C": home(zone=zone)})
        scene.play("activate A", "declare block b", dice=dice)
        assert scene.told("block dice rolled")


@pytest.mark.rule("O-MARK-05")
def test_without_its_zone_a_player_does_not_catch() -> None:
    scene = Scene("A.C...", {"A": home(), "C": home(zone=False)}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (2,0)", dice=["D6 6", "D8 5"])
    assert not scene.told("tested", "C")
    assert scene.ball == (3, 0)


@pytest.mark.rule("O-MARK-05")
def test_without_its_zone_a_player_does_not_interfere_nor_use_skills() -> None:
    for zone in (True, False):
        scene = Scene("A..b..C", {"A": home(), "b": away(zone=zone), "C": home()}, ball="A")
        scene.give(["D6 6", "D6 6"])
        scene.act("activate A")
        scene.act("declare pass")
        scene.act("aim")
        scene.act("throw (6,0)")
        assert (scene.asked == "away" and scene.offered("interfere b")) == zone
    scene = Scene(".Ab", {"A": home(skills=["Dodge"], zone=False), "b": away(skills=["Tackle"], zone=False)})
    assert not scene.game.able(scene.piece("A"), 1)
