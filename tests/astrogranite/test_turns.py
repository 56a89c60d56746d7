"""Whose turn it is, and when a game is over (A-TURN)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.sides import SPONGES_USED
from dungeonbowl.scenes.scene import Piece, Scene, SceneError, away, home, third

CLASSIC = "astrogranite(classic)"
LIMITED = "astrogranite(classic, turn_limit=3)"


@pytest.mark.rule("A-TURN-01")
def test_teams_take_turns_without_a_limit() -> None:
    scene = Scene("A...b", {"A": home(), "b": away()}, edition=CLASSIC, turns=(400, 400))
    turns = []
    for _ in range(6):
        turns.append(scene.active)
        scene.play("end turn")
    assert turns == ["home", "away"] * 3
    assert scene.winner is None


@pytest.mark.rule("A-TURN-01")
def test_a_limit_of_rounds_makes_a_draw() -> None:
    scene = Scene("A...b", {"A": home(), "b": away()}, edition=LIMITED, turns=(2, 2))
    scene.play("end turn")
    assert scene.winner is None
    scene.play("end turn")
    assert scene.winner == "draw"


@pytest.mark.rule("A-TURN-01")
def test_when_time_is_called_all_have_had_equally_many_turns() -> None:
    scene = Scene("A...b", {"A": home(), "b": away()}, edition=CLASSIC, turns=(5, 5))
    scene.play("call time", "end turn")
    assert scene.active == "away"
    assert scene.winner is None
    scene.play("end turn")
    assert scene.winner == "draw"


@pytest.mark.rule("A-TURN-06", "A-TURN-07")
def test_a_standing_carrier_scores_in_the_end_zone_of_the_others_and_has_won() -> None:
    scene = Scene("....PB\nx.....", {"P": home(), "x": away()}, ball="P", edition=CLASSIC)
    scene.play("activate P", "declare move", "step e")
    assert scene.winner == "home"
    assert scene.told("scored", "P")


@pytest.mark.rule("A-TURN-06")
def test_the_own_end_zone_never_scores() -> None:
    scene = Scene("A.P..B\n.....x", {"P": home(), "x": away()}, ball="P", edition=CLASSIC)
    scene.play("activate P", "declare move", "step w", "step w", "stop")
    assert scene.square("P") == (0, 0)
    assert scene.winner is None


@pytest.mark.rule("A-TURN-06")
def test_it_scores_in_the_turn_of_the_others_too() -> None:
    picture = """
        #####
        .xPB.
        #####
    """
    scene = Scene(picture, {"P": home(), "x": away()}, ball="P", edition=CLASSIC, to_move="away")
    scene.play("activate x", "declare block P", "stay", dice=["block PUSH"])
    assert scene.winner == "home"


@pytest.mark.rule("A-TURN-06")
def test_a_ball_caught_in_the_zone_scores_at_once() -> None:
    legend = {"P": home(agility=2), "Q": home(agility=2, under="B"), "x": away()}
    scene = Scene("P..Q\n....\nx...", legend, ball="P", edition=CLASSIC)
    scene.play("activate P", "declare pass", "aim", "throw (3,0)", dice=["D6 5", "D6 5"])
    assert scene.winner == "home"


@pytest.mark.rule("A-TURN-06")
def test_a_player_who_lies_there_does_not_score_until_it_has_stood_up() -> None:
    legend = {"P": home(status="prone", under="B"), "x": away(), "Q": home()}
    scene = Scene("P...\n....\nQ..x", legend, ball="Q", edition=CLASSIC)
    assert scene.winner is None


def knock_out(legend: dict[str, Piece], injury: str) -> Scene:
    """The only away player in the dungeon is knocked down and hurt; then the turn ends."""
    picture = "..Px..123\n......456"
    scene = Scene(picture, {"P": home(strength=4), "x": away(armour=2), **legend}, edition=CLASSIC)
    dice = ["block POW POW", "2D6 5+5", injury]
    if injury == "2D6 6+6":
        dice += ["D6 1", "D8 1"]
    scene.play("activate P", "declare block x", "push (4,0)", "stay", dice=dice)
    return scene  # nobody is left to act: the turn is over


@pytest.mark.rule("A-TURN-08")
def test_the_last_team_that_is_not_out_has_won() -> None:
    scene = knock_out({}, "2D6 6+6")
    assert scene.status("x") == "casualty"
    assert scene.winner == "home"


@pytest.mark.rule("A-TURN-08")
def test_reserves_or_a_sponge_for_somebody_knocked_out_keep_a_team_in_the_game() -> None:
    scene = knock_out({"y": away(status="reserves")}, "2D6 6+6")
    assert scene.winner is None
    scene = knock_out({}, "2D6 4+4")
    assert scene.status("x") == "knocked-out"
    assert scene.winner is None
    assert scene.offered("sponge x")


@pytest.mark.rule("A-TURN-08")
def test_a_used_sponge_saves_nobody_and_everybody_out_is_a_draw() -> None:
    legend = {"P": home(), "x": away(status="knocked-out")}
    scene = Scene("P.1\n.23\n456", legend, edition=CLASSIC)
    scene.game.set_side(1, SPONGES_USED, 1)
    scene.play("end turn")
    assert scene.winner == "home"
    scene = Scene("1...", {"P": home(status="casualty"), "x": away(status="lost")}, edition=CLASSIC)
    assert scene.winner == "draw"


@pytest.mark.rule("A-TURN-09")
def test_a_coach_may_concede_between_activations_and_the_other_has_won() -> None:
    scene = Scene("A.C.b", {"A": home(), "C": home(), "b": away()}, edition=CLASSIC)
    scene.play("activate A", "declare move")
    with pytest.raises(SceneError):
        scene.play("concede")  # not in the middle of one
    scene.play("step w" if scene.offered("step w") else "step e", "stop")
    scene.play("concede")
    assert scene.winner == "away"


@pytest.mark.rule("A-TURN-10", "A-TURN-11")
@pytest.mark.parametrize(("ball", "turnover"), [((4, 2), ""), ("A", "TURNOVER_PLACED_PRONE")])
def test_being_placed_prone_is_a_turnover_only_with_the_ball(ball: str | tuple[int, int], turnover: str) -> None:
    legend = {"A": home(skills=["Piling On"]), "b": away(armour=9), "C": home(at=(0, 2))}
    scene = Scene(".....\n.Ab..\n.....", legend, ball=ball, edition=CLASSIC)
    scene.play("activate A", "declare block b", "push (3,1)", "follow", dice=["block POW", "2D6 1+1"])
    scene.play("use Piling On A", dice=["2D6 1+1", *(["D8 2"] if turnover else [])])
    assert scene.status("A") == "prone"
    assert scene.turnover == turnover


@pytest.mark.rule("A-TURN-11")
def test_being_lost_in_space_is_no_turnover() -> None:
    legend = {"A": home(), "b": away(at=(0, 2)), "C": home(at=(5, 2))}
    picture = ".A1.2.\n3.4.5.\n.....6"
    scene = Scene(picture.replace("6", "."), legend, edition=CLASSIC)
    scene.play("activate A", "declare move", "step e", dice=["D6 1"])
    assert scene.status("A") == "lost"
    assert scene.turnover == ""
    assert scene.active == "home"


@pytest.mark.rule("A-TURN-11")
def test_a_failed_trait_roll_is_no_turnover() -> None:
    scene = Scene("A.C.b", {"A": home(skills=["Bone-head"]), "C": home(), "b": away()}, edition=CLASSIC)
    scene.play("activate A", "declare move", dice=["D6 1"])
    assert scene.turnover == ""
    assert scene.offered("activate C")


@pytest.mark.rule("A-TURN-11")
def test_a_gaze_that_fails_is_no_turnover() -> None:
    legend = {"A": home(skills=["Hypnotic Gaze"], agility=4), "b": away(), "C": home(at=(0, 2))}
    scene = Scene(".....\n.Ab..\n.....", legend, edition=CLASSIC)
    scene.play("activate A", "declare move", "use Hypnotic Gaze b", dice=["D6 1"])
    assert scene.turnover == ""
    assert scene.offered("activate C")


@pytest.mark.rule("A-TURN-10")
def test_a_hand_off_that_ends_with_an_opponent_or_nobody_is_a_turnover_and_with_a_team_mate_is_none() -> None:
    picture = ".....\n.AB..\n.....\nC...z"
    legend = {"A": home(), "B": home(agility=4), "C": home(), "z": away(zone=False)}
    for face, turnover in ((3, ""), (2, "TURNOVER_LOOSE_BALL")):
        scene = Scene(picture, legend, ball="A", edition=CLASSIC)
        scene.play(
            "activate A", "declare hand-off", "hand off B", dice=[f"D6 {face}", *([] if face == 3 else ["D8 2"])]
        )
        assert scene.turnover == turnover
    legend["D"] = home(agility=4, at=(2, 0))
    scene = Scene(picture, legend, ball="A", edition=CLASSIC)
    scene.play("activate A", "declare hand-off", "hand off B", dice=["D6 2", "D8 2", "D6 4"])
    assert scene.ball == "D"
    assert scene.turnover == ""


@pytest.mark.rule("A-TURN-08")
def test_of_three_teams_the_last_one_wins_when_the_other_two_are_out() -> None:
    legend = {"P": home(strength=4), "x": away(armour=2), "T": third(status="casualty")}
    scene = Scene("..Px..\n......", legend, edition="astrogranite(classic, extra_teams=on)", sides=3)
    dice = ["block POW POW", "2D6 5+5", "2D6 6+6", "D6 1", "D8 1"]
    scene.play("activate P", "declare block x", "push (4,0)", "stay", dice=dice)
    assert scene.winner == "home"


@pytest.mark.rule("A-TURN-08")
def test_a_team_that_is_out_has_no_more_turns() -> None:
    legend = {"P": home(), "x": away(status="casualty"), "T": third()}
    scene = Scene("P..T", legend, edition="astrogranite(classic, extra_teams=on)", sides=3)
    scene.play("end turn", "end turn")
    assert scene.active == "home"
    assert [event["side"] for event in scene.events("turn began")] == [0, 2, 0]
