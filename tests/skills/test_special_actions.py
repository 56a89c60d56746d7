"""Special actions of their own: Hypnotic Gaze and bombs."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ROLL
from dungeonbowl.engine.loop import choose_trusted, give_dice, settle
from dungeonbowl.engine.statuses import NO_ZONE
from dungeonbowl.records.save import load, save
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.words.notation import parse


def has_zone(scene: Scene, letter: str) -> bool:
    return not scene.game.conditions[scene.piece(letter)] & int(NO_ZONE)


def needed(scene: Scene, clause: int) -> int:
    """The face that the last test of this kind asked for."""
    return [int(event.c) for event in scene.events("tested") if event.clause == clause][-1]


# --- Hypnotic Gaze --------------------------------------------------------------------------------------------------


def gazer(picture: str, **facts: object) -> Scene:
    legend = {
        "A": home(agility=3, skills=["Hypnotic Gaze"]),
        "D": home(),
        "b": away(**facts),
        "c": away(),
    }
    return Scene(picture, {key: value for key, value in legend.items() if key in picture})


@pytest.mark.skill("Hypnotic Gaze")
@pytest.mark.rule("O-ACT-08")
def test_a_gaze_takes_the_zone_of_an_opponent_until_it_is_activated() -> None:
    scene = gazer("A..b..D")
    scene.play("activate A", "declare hypnotic gaze b", "step e", "step e", "use GAZES b", dice=["D6 3"])
    assert not has_zone(scene, "b")
    assert not scene.offered("activate A")
    scene.play("end turn", "activate b")
    assert has_zone(scene, "b")


@pytest.mark.skill("Hypnotic Gaze")
def test_a_failed_gaze_ends_the_activation_and_nothing_else() -> None:
    scene = gazer("Ab..D")
    scene.play("activate A", "declare hypnotic gaze b", "use GAZES b", dice=["D6 2"])
    assert has_zone(scene, "b")
    assert (scene.turnover, scene.active) == ("", "home")
    assert not scene.offered("activate A")


@pytest.mark.skill("Hypnotic Gaze")
def test_other_opponents_beside_it_make_a_gaze_harder() -> None:
    scene = gazer("cAb..D")
    scene.play("activate A", "declare hypnotic gaze b", "use GAZES b", dice=["D6 4"])
    assert needed(scene, clauses.SPECIAL_ROLL) == 4
    assert not has_zone(scene, "b")


@pytest.mark.skill("Hypnotic Gaze")
@pytest.mark.rule("O-TURN-05")
def test_a_gaze_needs_its_target_beside_it_with_a_zone() -> None:
    scene = gazer("A.b..D")
    scene.play("activate A", "declare hypnotic gaze b")
    assert not scene.offered("use GAZES b")
    scene = gazer("Ab..D", zone=False)
    scene.play("activate A", "declare hypnotic gaze b")
    assert not scene.offered("use GAZES b")
    scene = gazer("Ab..D", status="prone")
    scene.play("activate A")
    assert not scene.offered("declare hypnotic gaze b")


@pytest.mark.skill("Hypnotic Gaze")
def test_who_gets_up_may_gaze_and_there_is_no_limit_a_turn() -> None:
    legend = {
        "A": home(status="prone", skills=["Hypnotic Gaze"]),
        "E": home(skills=["Hypnotic Gaze"]),
        "b": away(),
        "D": home(),
    }
    scene = Scene("AbE..D", legend)
    scene.play("activate E", "declare hypnotic gaze b", "use GAZES b", dice=["D6 1"])
    scene.play("activate A", "declare hypnotic gaze b", "stand up", "use GAZES b", dice=["D6 6"])
    assert not has_zone(scene, "b")


@pytest.mark.skill("Hypnotic Gaze", "Foul Appearance")
def test_it_has_to_bear_the_sight_of_its_target() -> None:
    scene = gazer("Ab..D", skills=["Foul Appearance"])
    scene.play("activate A", "declare hypnotic gaze b", "use GAZES b", dice=["D6 1"])
    assert has_zone(scene, "b")
    assert not scene.offered("activate A")


# --- Bombardier -----------------------------------------------------------------------------------------------------

FIELD = """
    .......
    A..b.c.
    .......
    ......D
"""


def bomber(picture: str = FIELD, edition: str = "official", **others: dict[str, object]) -> Scene:
    """A throws bombs; `others` are facts about the players by their letters."""
    legend = {
        "A": home(passing=3, armour=9, skills=["Bombardier"]),
        "D": home(),
        "b": away(**others.get("b", {})),
        "c": away(**others.get("c", {})),
    }
    return Scene(picture, {key: value for key, value in legend.items() if key in picture}, edition=edition)


@pytest.mark.skill("Bombardier")
@pytest.mark.rule("O-ACT-08")
def test_a_bomb_explodes_on_an_empty_square_and_hits_its_neighbours_on_a_four() -> None:
    scene = bomber()
    dice = ["D6 4", "D6 3", "D6 4", "2D6 6+6", "2D6 1+1"]  # the throw; b stands west, c east; the armour of c
    scene.play("activate A", "declare throw bomb", "throw (4,1)", "decline", dice=dice)
    assert (scene.status("b"), scene.status("c")) == ("standing", "stunned")
    assert (scene.turnover, scene.active) == ("", "home")
    assert scene.told("bomb exploded")
    assert not scene.offered("activate A")


@pytest.mark.skill("Bombardier")
def test_one_bomb_a_turn_by_a_standing_player_that_has_not_moved() -> None:
    legend = {"A": home(skills=["Bombardier"]), "E": home(skills=["Bombardier"]), "b": away(), "D": home()}
    scene = Scene("A...E......b.D", legend)
    scene.play("activate A", "declare throw bomb", "throw (2,0)", "activate E", dice=["D6 6"])
    assert not scene.offered("declare throw bomb")
    assert scene.offered("declare pass")
    scene = Scene("A...b", {"A": home(status="prone", skills=["Bombardier"]), "b": away()})
    scene.play("activate A")
    assert not scene.offered("declare throw bomb")


@pytest.mark.skill("Bombardier")
def test_whoever_is_down_under_a_bomb_is_hit_where_it_lies() -> None:
    scene = bomber("A..b...D", b={"status": "prone", "armour": 8})
    scene.play("activate A", "declare throw bomb", "throw (3,0)", dice=["D6 3", "2D6 4+4", "2D6 4+4"])
    assert scene.status("b") == "knocked-out"


@pytest.mark.skill("Bombardier")
def test_a_bomb_that_is_not_caught_explodes_on_the_catcher() -> None:
    scene = bomber("A..b...D")
    scene.play("activate A", "declare throw bomb", "throw (3,0)", dice=["D6 3", "D6 1", "2D6 1+1"])
    assert scene.status("b") == "prone"


@pytest.mark.skill("Bombardier")
@pytest.mark.parametrize("fuse", [4, 6])
def test_a_caught_bomb_may_explode_in_the_hands(fuse: int) -> None:
    scene = bomber("A..b...D")
    dice = ["D6 3", "D6 3", f"D6 {fuse}", "2D6 1+1"]
    scene.play("activate A", "declare throw bomb", "throw (3,0)", dice=dice)
    assert scene.told("bomb caught", "b")
    assert scene.status("b") == "prone"


@pytest.mark.skill("Bombardier")
def test_a_caught_bomb_may_be_thrown_back_and_is_the_throwers_own_turnover() -> None:
    scene = bomber("A..b...D")
    scene.play("activate A", "declare throw bomb", "throw (3,0)", dice=["D6 3", "D6 3", "D6 1"])
    assert scene.asked == "away"
    scene.play("throw (0,0)", dice=["D6 6", "D6 2", "2D6 1+1"])  # A does not catch it
    assert scene.status("A") == "prone"
    assert scene.active == "away"
    assert scene.told("turnover")


@pytest.mark.skill("Bombardier")
def test_a_fumbled_bomb_explodes_where_the_thrower_stands() -> None:
    scene = bomber("A......b.D")
    scene.play("activate A", "declare throw bomb", "throw (2,0)", dice=["D6 1", "2D6 1+1"])
    assert scene.status("A") == "prone"
    assert scene.active == "away"


@pytest.mark.skill("Bombardier")
def test_a_bad_throw_scatters_and_does_not_bounce() -> None:
    scene = bomber("A......b.D")
    dice = ["D6 2", "D8 5", "D8 5", "D8 5", "D6 4", "2D6 1+1"]  # three squares east, beside b
    scene.play("activate A", "declare throw bomb", "throw (3,0)", dice=dice)
    assert scene.status("b") == "prone"
    assert len(scene.game.balls) == 1


@pytest.mark.skill("Bombardier")
@pytest.mark.rule("O-INT-04")
def test_a_bomb_can_be_interfered_with() -> None:
    scene = bomber("A.b...D.", b={"agility": 2})
    scene.play("activate A", "declare throw bomb", "throw (5,0)", dice=["D6 5"])
    assert scene.options() == ["interfere b", "decline"]
    scene.play("interfere b", dice=["D6 5", "D6 1", "2D6 1+1"])  # touched, not caught
    assert scene.status("b") == "prone"


@pytest.mark.skill("Bombardier")
def test_a_failed_interference_lets_the_bomb_pass() -> None:
    scene = bomber("A.b.....D")
    scene.play("activate A", "declare throw bomb", "throw (5,0)", "interfere b", dice=["D6 5", "D6 2"])
    assert scene.status("b") == "standing"
    assert scene.told("bomb exploded")


@pytest.mark.skill("Bombardier")
@pytest.mark.rule("O-TO-03", "O-DOWN-05")
def test_a_carrier_may_catch_a_bomb_and_drops_the_ball_when_it_goes_off() -> None:
    legend = {"A": home(passing=3, skills=["Bombardier"]), "C": home(), "b": away()}
    scene = Scene("A..C......b", legend, ball="C")
    scene.play("activate A", "declare throw bomb", "throw (3,0)", dice=["D6 3", "D6 3", "D6 4", "2D6 1+1", "D8 5"])
    assert scene.ball == (4, 0)
    assert scene.active == "away"
    assert scene.told("turnover")


@pytest.mark.skill("Bombardier")
def test_a_team_mate_without_the_ball_is_no_turnover() -> None:
    legend = {"A": home(passing=3, skills=["Bombardier"]), "C": home(), "b": away()}
    scene = Scene("A..C......b", legend)
    scene.play("activate A", "declare throw bomb", "throw (3,0)", dice=["D6 3", "D6 1", "2D6 1+1"])
    assert scene.status("C") == "prone"
    assert (scene.active, scene.turnover) == ("home", "")


@pytest.mark.skill("Bombardier")
def test_a_wall_shelters_from_the_blast() -> None:
    plan = """
        +-+-+-+-+-+-+
        |A . . .|b|D|
        +-+-+-+-+-+-+
    """
    scene = bomber(plan)
    scene.play("activate A", "declare throw bomb", "throw (3,0)", dice=["D6 6"])
    assert scene.status("b") == "standing"


@pytest.mark.skill("Bombardier", "Disturbing Presence")
def test_a_disturbing_presence_spoils_the_throw() -> None:
    scene = bomber("A..b...D", b={"skills": ["Disturbing Presence"], "status": "prone"})
    scene.play("activate A", "declare throw bomb", "throw (6,0)", dice=["D6 5", "D6 1"])
    assert needed(scene, clauses.THROW_BOMB) == 5  # a short throw at 3+, and disturbed


@pytest.mark.skill("Bombardier", "Pass", "Pro")
@pytest.mark.rule("O-RR-02", "O-RR-11")
def test_a_bomb_is_no_pass_action_for_skills_but_a_test_like_others() -> None:
    legend = {"A": home(skills=["Bombardier", "Pass", "Pro"]), "b": away(), "D": home()}
    scene = Scene("A......b.D", legend, rerolls=(1, 0))
    scene.play("activate A", "declare throw bomb", "throw (2,0)", dice=["D6 1"])
    assert scene.options() == ["accept", "reroll pro", "reroll team"]


@pytest.mark.skill("Bombardier", "On the Ball")
def test_nobody_runs_for_a_bomb() -> None:
    scene = bomber("A......b.D", b={"skills": ["On the Ball"]})
    scene.play("activate A", "declare throw bomb", "throw (2,0)", dice=["D6 6"])
    assert scene.square("b") == (7, 0)


@pytest.mark.skill("Bombardier", "Stunty")
def test_a_load_of_bombs_makes_a_small_dodger_mind_its_markers() -> None:
    for skills, face in ((["Stunty"], 3), (["Stunty", "Bombardier"], 4)):
        scene = Scene("bA.c.D", {"A": home(skills=skills), "b": away(), "c": away(), "D": home()})
        scene.play("activate A", "step e", dice=["D6 6"])
        assert needed(scene, clauses.DODGE) == face


@pytest.mark.skill("Bombardier")
def test_bombs_as_first_printed_knock_down_and_hurt_more() -> None:
    scene = bomber("A..b...D", "official(bombardier_2021=1)", b={"armour": 9})
    dice = ["D6 3", "D6 1", "2D6 4+4", "2D6 3+3"]  # 8 + 1 breaks; nothing is left for the injury
    scene.play("activate A", "declare throw bomb", "throw (3,0)", dice=dice)
    assert scene.status("b") == "stunned"
    scene = bomber("A......b.D", "official(bombardier_2021=1)")
    scene.play("activate A", "declare throw bomb", "throw (2,0)", dice=["D6 1", "2D6 1+1"])
    assert (scene.status("A"), scene.active) == ("prone", "home")


@pytest.mark.skill("Bombardier")
def test_a_bomb_can_be_saved_at_every_die() -> None:
    for seed in range(30):
        scene = bomber(FIELD, b={"agility": 2})
        game = scene.game
        for text in ("activate A", "declare throw bomb"):
            scene.play(text)
        choose_trusted(game, parse(game, scene.names, "throw (4,1)"))
        dice = SeededDice(seed)
        for _ in range(40):
            signal = settle(game)
            again = load(save(game))
            assert save(again) == save(game)
            if signal != ROLL:
                break
            give_dice(game, dice.roll(game.dice_count, game.dice_kind))
