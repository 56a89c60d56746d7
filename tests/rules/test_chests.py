"""Chests: who may open them, and what is inside. (O-CHEST)"""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Scene, away, home


def closed(scene: Scene) -> set[tuple[int, int]]:
    return {scene.spot(node) for node in range(int(scene.game.dungeon.count)) if scene.game.is_chest(node)}


ROOM = """
    .....
    O$..M
    .....
    ....z
"""


@pytest.mark.rule("O-CHEST-01", "O-TERM-07")
def test_a_chest_holds_its_square_against_players() -> None:
    scene = Scene(ROOM, {"O": home(), "M": home(), "z": away()})
    scene.play("activate O", "declare move")
    assert scene.refused("step e") == "the square is impassable"


@pytest.mark.rule("O-CHEST-01", "O-LOS-03")
def test_a_pass_may_go_over_a_chest() -> None:
    scene = Scene("O$..M\n....z", {"O": home(), "M": home(), "z": away()}, ball="O")
    scene.play("activate O", "declare pass", "aim")
    assert scene.offered("throw (4,0)")
    assert not scene.offered("throw (1,0)")  # but not at one


@pytest.mark.rule("O-CHEST-02")
@pytest.mark.parametrize("steps", [["step ne"], []])
def test_a_standing_unmarked_player_may_end_its_move_by_opening_a_chest_beside_it(steps: list[str]) -> None:
    scene = Scene(ROOM, {"O": home(), "M": home(), "z": away()})
    scene.play("activate O", "declare move", *steps)
    assert scene.offered("open (1,1)")
    assert scene.offered("stop")  # nobody has to


@pytest.mark.rule("O-CHEST-02")
def test_a_move_that_only_stood_up_counts_but_a_prone_player_opens_nothing() -> None:
    scene = Scene(ROOM, {"O": home(status="prone"), "M": home(), "z": away()})
    scene.play("activate O", "declare move")
    assert scene.refused("open (1,1)") == "the player is not standing"
    scene.play("stand up")
    assert scene.offered("open (1,1)")


@pytest.mark.rule("O-CHEST-02", "O-MAP-08")
def test_a_chest_out_of_reach_or_behind_a_wall_is_not_beside_the_player() -> None:
    scene = Scene("O.$.M\n....z", {"O": home(), "M": home(), "z": away()})
    scene.play("activate O", "declare move")
    assert scene.refused("open (2,0)") == "the chest is not in an adjacent square"
    scene = Scene("+-+-+-+\n|O|$ z|\n+-+-+-+", {"O": home(), "z": away()})
    scene.play("activate O", "declare move")
    assert scene.refused("open (1,0)") == "the chest is not in an adjacent square"


@pytest.mark.rule("O-CHEST-02", "O-MARK-01")
def test_a_player_marked_at_that_moment_may_not_and_one_no_longer_marked_may() -> None:
    scene = Scene("y....\nO$..M\n.....\n....z", {"O": home(), "M": home(), "y": away(), "z": away()})
    scene.play("activate O", "declare move")
    assert scene.refused("open (1,1)") == "a marked player cannot open a chest"
    scene.play("step s", dice=["D6 3"])
    assert scene.offered("open (1,1)")


@pytest.mark.rule("O-CHEST-03")
@pytest.mark.parametrize(
    "declared", ["blitz z", "pass", "hand-off", "foul p", "throw team-mate", "gather funds", "throw food z"]
)
def test_no_action_but_a_move_opens_a_chest(declared: str) -> None:
    room = "Kitchen" if "food" in declared else "Treasure Room"
    scene = Scene(
        "O$p.z\nC....",
        {
            "O": home(strength=5, skills=["Throw Team-mate"]),
            "C": home(skills=["Right Stuff"]),
            "p": away(status="prone"),
            "z": away(),
        },
        rooms=[(room, [0, 0, 5, 2])],
    )
    scene.play("activate O")
    assert not scene.offered("open (1,0)")
    special = declared.startswith(("gather", "throw food"))
    scene.play(f"declare {declared}", dice=["D6 1"] if "food" in declared else [])
    assert not scene.offered("open (1,0)")
    assert special or "only a Move action" in scene.refused("open (1,0)")
    assert closed(scene) == {(1, 0)}


@pytest.mark.rule("O-CHEST-04", "O-CHEST-06")
def test_opening_ends_the_activation_with_movement_left() -> None:
    scene = Scene("O$$.M\n....z", {"O": home(), "M": home(), "z": away()})
    scene.play("activate O", "declare move", "open (1,0)", dice=["D2 1"])
    assert scene.ball == "O"
    assert scene.refused("activate O") == "the player has been activated this turn"
    assert closed(scene) == {(2, 0)}  # one chest per Move


@pytest.mark.rule("O-CHEST-04")
def test_an_explosion_leaves_other_chests_closed() -> None:
    scene = Scene("O$$M\n...z", {"O": home(), "M": home(), "z": away()})
    scene.play("activate O", "declare move", "open (1,0)", dice=["D2 2", "2D6 1+2"])
    assert closed(scene) == {(2, 0)}
    assert scene.status("M") == "standing"


@pytest.mark.rule("O-CHEST-04", "O-PUSH-14", "O-PUSH-02")
def test_a_player_pushed_at_a_chest_with_nowhere_else_to_go_hits_it_like_a_wall() -> None:
    scene = Scene("Ob$M", {"O": home(), "M": home(), "b": away()})
    scene.play("activate O", "declare block b", dice=["block PUSH", "D6 4", "2D6 1+2"])
    assert scene.square("b") == (1, 0)
    assert scene.status("b") == "prone"
    assert closed(scene) == {(2, 0)}


@pytest.mark.rule("O-CHEST-05")
def test_a_player_without_hands_cannot_open_a_chest() -> None:
    scene = Scene(ROOM, {"O": home(skills=["No Hands"]), "M": home(), "z": away()})
    scene.play("activate O", "declare move")
    assert scene.refused("open (1,1)") == "the player has no hands to open it with"


@pytest.mark.rule("O-CHEST-06")
def test_the_last_chest_must_hold_the_ball_and_is_opened_without_a_die() -> None:
    scene = Scene(ROOM, {"O": home(), "M": home(), "z": away()})
    scene.play("activate O", "declare move", "open (1,1)")
    assert scene.ball == "O"
    assert closed(scene) == set()
    assert scene.turnover == ""
    scene.play("activate M", "declare move", "step w", "step w", "step w")
    assert scene.square("M") == (1, 1)  # ordinary floor now


@pytest.mark.rule("O-CHEST-06", "O-SET-06")
@pytest.mark.parametrize(("chests", "face", "found"), [(6, 1, True), (6, 2, False), (3, 1, True), (3, 3, False)])
def test_the_ball_is_in_one_of_the_chests_still_closed(chests: int, face: int, found: bool) -> None:
    scene = Scene("O" + "$" * chests + "M\n.......z", {"O": home(), "M": home(), "z": away()})
    dice = [f"D{chests} {face}"] + ([] if found else ["2D6 1+2"])
    scene.play("activate O", "declare move", "open (1,0)", dice=dice)
    assert (scene.ball == "O") == found
    assert len(closed(scene)) == chests - 1


@pytest.mark.rule("O-CHEST-07", "O-CHEST-08", "O-CHEST-10", "O-DOWN-06")
def test_a_trap_knocks_down_the_opener_and_everybody_beside_the_chest() -> None:
    scene = Scene(
        "O..b\n.$c.\n.sp.\nM..z",
        {
            "O": home(),
            "M": home(),
            "b": away(),  # not beside it
            "c": away(),
            "s": away(status="stunned"),
            "p": away(status="prone"),
            "z": away(),
        },
        ball="M",
    )
    scene.play("activate O", "declare move", "open (1,1)", dice=["2D6 1+2", "2D6 1+3", "2D6 2+2", "2D6 6+3", "2D6 4+4"])
    assert [scene.status(letter) for letter in "Obcspz"] == [
        "prone",
        "standing",
        "prone",
        "stunned",
        "knocked-out",
        "standing",
    ]
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"
    assert scene.active == "away"


@pytest.mark.rule("O-CHEST-07", "O-MAP-08")
def test_an_explosion_does_not_go_through_walls() -> None:
    scene = Scene("+-+-+-+\n|O $|z|\n+-+-+-+", {"O": home(), "z": away()}, ball="z")
    scene.play("activate O", "declare move", "open (1,0)", dice=["2D6 1+2"])
    assert scene.status("z") == "standing"


@pytest.mark.rule("O-CHEST-09", "O-DICE-10", "O-DOWN-05")
def test_all_go_down_then_armour_with_the_opener_first_then_the_ball_which_finds_floor() -> None:
    scene = Scene("b.c\n.$.\nO.d", {"O": home(), "b": away(), "c": away(), "d": away()}, ball="d")
    scene.play(
        "activate O",
        "declare move",
        "open (1,1)",
        dice=["2D6 1+2", "2D6 6+6", "2D6 1+1", "2D6 1+4", "2D6 1+5", "D8 1"],
    )
    told = [line.split()[:3] for line in scene.telling()]
    struck = [words[2] for words in told if words[:2] == ["went", "down"]]
    rolled = [words[2] for words in told if words[0] == "armour"]
    assert struck == rolled == ["O", "b", "c", "d"]
    assert scene.ball == (1, 1)


@pytest.mark.rule("O-CHEST-10")
def test_a_trap_is_a_turnover_even_when_the_opener_stood_alone() -> None:
    scene = Scene("O$..M\n....z", {"O": home(), "M": home(), "z": away()}, ball="M")
    scene.play("activate O", "declare move", "open (1,0)", dice=["2D6 1+2"])
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


@pytest.mark.rule("O-CHEST-11")
@pytest.mark.parametrize("ball", ["M", (3, 1)])
def test_once_the_ball_is_found_every_chest_is_a_trap(ball: str | tuple[int, int]) -> None:
    scene = Scene("O$$.M\n....z", {"O": home(), "M": home(), "z": away()}, ball=ball)
    scene.play("activate O", "declare move", "open (1,0)", dice=["2D6 1+2"])  # no die for what is inside
    assert scene.status("O") == "prone"
    assert scene.ball == ball


@pytest.mark.rule("O-CHEST-12")
def test_casualties_of_a_trap_earn_nothing() -> None:
    scene = Scene("O$b.M\n....z", {"O": home(), "M": home(), "b": away(), "z": away()}, ball="M")
    scene.play("activate O", "declare move", "open (1,0)", dice=["2D6 1+2", "2D6 5+5", "2D6 5+6", "D16 1"])
    assert scene.status("b") == "casualty"
    assert scene.events("points earned") == []
