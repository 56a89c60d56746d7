"""Touchdowns, drives and halves, and what happens between them (S-OBJ, S-HALF, S-BASE-18 to S-BASE-25, S-SPP)."""

from __future__ import annotations

import pytest

import dungeonbowl
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import HIDDEN
from dungeonbowl.engine.sides import REROLLS, SCORE, TURNS
from dungeonbowl.engine.statuses import ACTIVATED, LEFT_BY_DOOR, NO_ZONE, ROOTED
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Scene, away, home

# home's own doors are above, it scores below; C is before its scoring zone, z before that of away
MAP = """
    ##AA###
    #.z...#
    #.....#
    #.$..1#
    #.....#
    #.C...#
    ##BB###
"""
PIECES = {"C": home(agility=4), "z": away(agility=4)}


def field(ball: str | None = "C", edition: str = "stockbowl", **facts: object) -> Scene:
    """C or z has the ball and one step to go."""
    return Scene(MAP, dict(PIECES), ball=ball, edition=edition, **facts)  # type: ignore[arg-type]


def score(scene: Scene, dice: list[str] | None = None) -> Scene:
    """Home scores, and the set-up of the next drive begins unless the match is over."""
    return scene.play("activate C", "declare move", "step s", dice=["2D6 6+1"] if dice is None else dice)


def place(scene: Scene) -> Scene:
    """Everybody is set up where that is first offered."""
    while scene.asked and scene.options()[0].startswith("deploy"):
        scene.act(scene.options()[0])
    return scene


def scores(scene: Scene) -> list[int]:
    return [int(scene.game.side_value(side, SCORE)) for side in range(2)]


def turns(scene: Scene) -> list[int]:
    return [int(scene.game.side_value(side, TURNS)) for side in range(2)]


def earned(scene: Scene, letter: str) -> list[tuple[int, int]]:
    """Points and what for."""
    told = [event for event in scene.game.events if event.kind == events.POINTS_EARNED]
    return [(event["points"], int(event.clause)) for event in told if event["piece"] == scene.piece(letter)]


# --- the objective ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-OBJ-01", "S-OBJ-03", "S-BASE-19", "S-BASE-23")
def test_a_standing_carrier_in_an_opposing_door_square_scores_and_both_teams_set_up_again() -> None:
    scene = score(field())
    assert scores(scene) == [1, 0]
    assert scene.winner is None
    assert earned(scene, "C") == [(3, clauses.TOUCHDOWN)]
    assert scene.turnover == "TOUCHDOWN"
    assert (scene.square("C"), scene.square("z")) == (None, None)
    place(scene)
    assert (scene.status("C"), scene.status("z")) == ("standing", "standing")
    assert scene.active == "away"


@pytest.mark.rule("S-OBJ-01")
def test_only_doors_of_the_other_side_are_scoring_zones() -> None:
    scene = field()
    piece = scene.piece("C")
    counts = []
    for spot in ((2, 6), (2, 0), (2, 4)):
        scene.game.place(piece, scene.node(spot))
        counts.append(scene.game.rules.policies.scoring.counts(scene.game, piece))
    assert counts == [True, False, False]


@pytest.mark.rule("S-OBJ-01")
def test_without_the_ball_nobody_scores() -> None:
    scene = field(ball=None).play("activate C", "declare move")
    assert not scene.offered("step s")


PUSHED_HOME = """
    ##AA###
    #.....#
    #.z...#
    #.C...#
    ##BB###
"""


def push_home(turns: tuple[int, int]) -> Scene:
    """Away pushes home's carrier into its scoring zone."""
    scene = Scene(PUSHED_HOME, dict(PIECES), ball="C", edition="stockbowl", to_move="away", turns=turns)
    return scene.play("activate z", "declare block C", "push (2,4)", "stay", dice=["block PUSH", "2D6 6+1"])


@pytest.mark.rule("S-OBJ-02", "S-HALF-06", "S-HALF-07")
def test_a_carrier_pushed_home_scores_in_the_others_turn_and_loses_a_turn_of_its_own() -> None:
    scene = push_home((4, 4))
    assert (scores(scene), turns(scene)) == ([1, 0], [5, 5])
    assert place(scene).active == "away"  # who did not score starts, whosever turn it was


@pytest.mark.rule("S-HALF-07")
def test_no_turn_is_lost_beyond_the_last_of_the_half() -> None:
    assert turns(push_home((12, 10))) == [12, 11]


@pytest.mark.rule("S-OBJ-04", "S-HALF-01", "S-HALF-02")
def test_after_both_halves_the_team_with_more_touchdowns_wins() -> None:
    scene = score(field(half=2, turns=(11, 12)), [])
    assert scene.winner == "home"


@pytest.mark.rule("S-OBJ-04")
def test_equal_scores_are_a_draw() -> None:
    scene = field(half=2, turns=(11, 12), scores=(2, 2)).play("end turn")
    assert scene.winner == "draw"


# --- halves and turns -------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-HALF-01", "S-HALF-02", "S-HALF-05")
def test_a_half_is_over_after_twelve_rounds_and_the_other_coach_starts_the_second() -> None:
    scene = field(first="home", turns=(11, 11))
    scene.play("end turn")
    assert (scene.active, turns(scene), scene.game.half) == ("away", [12, 12], 1)
    scene.play("end turn", dice=["2D6 6+1"])
    assert (scene.game.half, turns(scene), scene.ball) == (2, [0, 0], None)
    assert place(scene).active == "away"  # home went first in the first half
    assert turns(scene) == [0, 1]


@pytest.mark.rule("S-HALF-03", "S-HALF-05")
def test_a_touchdown_in_the_last_turn_of_a_half_does_not_decide_who_starts_the_second() -> None:
    scene = score(field(first="home", turns=(11, 12)))
    assert scene.game.half == 2
    assert place(scene).active == "away"
    scene = score(field(first="away", turns=(11, 12)))
    assert place(scene).active == "home"  # though home has scored


@pytest.mark.rule("S-HALF-06")
def test_who_did_not_score_starts_the_next_drive() -> None:
    scene = field(ball="z", to_move="away", turns=(3, 2))
    scene.play("activate z", "declare move", "step n", dice=["2D6 6+1"])
    assert scores(scene) == [0, 1]
    assert place(scene).active == "home"


@pytest.mark.rule("S-HALF-08")
def test_a_coach_without_a_turn_left_takes_none_and_the_other_starts_the_drive() -> None:
    scene = score(field(turns=(9, 12)))  # away would start
    assert place(scene).active == "home"
    scene.play("end turn")
    assert (scene.active, turns(scene)) == ("home", [12, 12])


@pytest.mark.rule("S-HALF-09")
def test_a_turn_may_be_ended_at_any_time() -> None:
    scene = field()
    assert scene.offered("end turn")
    scene.play("end turn")
    assert scene.active == "away"


@pytest.mark.rule("S-HALF-03")
def test_touchdown_after_touchdown_until_the_half_is_over() -> None:
    scene = field(edition="stockbowl(turn_limit=3)", turns=(1, 1))
    for number in (1, 2):
        score(scene)
        place(scene)
        assert (scores(scene), scene.game.half) == ([number, 0], 1)
        if number == 1:
            scene.play("end turn")  # of away
            carrier = scene.piece("C")
            scene.game.place(carrier, scene.node((2, 5)))
            scene.game.hold(carrier, 0)
            scene.game.balls_hidden = 0
    assert turns(scene) == [3, 3]


@pytest.mark.rule("S-RES-01")
def test_the_first_turn_of_a_later_drive_brings_no_reserve_on_either() -> None:
    pieces = {**PIECES, **{letter: away(status="reserves") for letter in "abcdefg"}}
    scene = place(score(Scene(MAP, pieces, ball="C", edition="stockbowl", turns=(5, 5))))
    assert (scene.active, turns(scene)) == ("away", [6, 6])
    assert not [text for text in scene.options() if text.startswith("enter")]
    scene.play("end turn", "end turn")
    assert [text for text in scene.options() if text.startswith("enter")]


# --- between drives -------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-SET-03", "S-OBJ-03")
def test_nothing_of_a_drive_is_left_when_the_next_begins() -> None:
    scene = field()
    piece = scene.piece("z")
    scene.game.conditions[piece] = ROOTED | LEFT_BY_DOOR | NO_ZONE | ACTIVATED
    score(scene)
    assert scene.game.conditions[piece] == 0
    assert int(scene.game.balls[0]) == HIDDEN
    assert scene.game.balls_hidden == 1
    assert scene.game.acting == -1


@pytest.mark.rule("S-BASE-22", "S-SET-03")
@pytest.mark.parametrize(("dice", "status"), [("D6 3", "knocked-out"), ("D6 4", "reserves")])
def test_who_is_knocked_out_comes_to_on_four_or_more_after_every_drive(dice: str, status: str) -> None:
    pieces = {**PIECES, "y": away(status="knocked-out"), "x": away(status="casualty")}
    scene = Scene(MAP, pieces, ball="C", edition="stockbowl")
    score(scene, [dice, "2D6 6+1"])
    assert (scene.status("y"), scene.status("x")) == (status, "casualty")
    assert scene.cited() >= {"S-BASE-22"}


@pytest.mark.rule("S-BASE-22")
def test_they_also_recover_at_half_time() -> None:
    pieces = {**PIECES, "D": home(status="knocked-out")}
    scene = Scene(MAP, pieces, edition="stockbowl", turns=(12, 11), to_move="away")
    scene.play("end turn", dice=["D6 6", "2D6 1+6"])
    assert (scene.game.half, scene.status("D")) == (2, "reserves")


@pytest.mark.rule("S-BASE-25")
def test_with_nobody_to_set_up_two_turns_pass_and_the_others_are_awarded_a_touchdown() -> None:
    pieces = {"C": home(agility=4), "z": away(status="knocked-out")}
    scene = Scene(MAP.replace("z", "."), pieces, ball="C", edition="stockbowl", turns=(4, 4))
    score(scene, ["D6 1", "D6 1", "D6 5", "2D6 6+1"])  # only the third time z is there again
    assert (scores(scene), turns(scene)) == ([3, 0], [9, 8])
    assert earned(scene, "C") == [(3, clauses.TOUCHDOWN)]
    assert scene.told("awarded")
    assert place(scene).active == "away"


@pytest.mark.rule("S-BASE-25")
def test_with_nobody_on_either_side_the_turns_pass_without_a_touchdown() -> None:
    pieces = {"C": home(status="knocked-out"), "z": away(status="knocked-out")}
    picture = MAP.replace("z", ".").replace("C", ".")
    scene = Scene(
        picture, pieces, edition="stockbowl(turn_limit=2)", turns=(2, 2), dice=["D6 1", "D6 1"] + ["D6 1"] * 2
    )
    assert (scene.winner, scores(scene)) == ("draw", [0, 0])


@pytest.mark.rule("S-BASE-24")
def test_a_stunned_player_turns_over_at_the_end_of_the_turn_it_began_stunned() -> None:
    pieces = {**PIECES, "D": home(status="stunned", at=(4, 4))}
    scene = Scene(MAP, pieces, edition="stockbowl")
    assert not scene.offered("activate D")
    scene.play("end turn")
    assert scene.status("D") == "prone"


# --- the team turn ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-BASE-18")
def test_one_action_a_player_and_one_blitz_pass_hand_off_and_foul_a_turn() -> None:
    picture = """
        ##AA####
        #.CD.y.#
        #.EF.z.#
        #.G....#
        ##BB####
    """
    pieces = {letter: home(agility=4) for letter in "CDEFG"}
    pieces |= {"z": away(agility=4, status="prone"), "y": away(agility=4)}
    scene = Scene(picture, pieces, edition="stockbowl")
    for letter, action in (("C", "blitz"), ("D", "pass"), ("E", "hand-off"), ("F", "foul")):
        scene.play(f"activate {letter}")
        assert scene.offered(f"declare {action}")
        scene.play(f"declare {action}", "stop")
        assert not scene.offered(f"activate {letter}")
    scene.play("activate G")
    assert {text for text in scene.options() if text.startswith("declare")} == {"declare move"}


@pytest.mark.rule("S-BASE-18")
def test_a_thrown_team_mate_uses_the_pass() -> None:
    pieces = {
        "C": home(agility=4, strength=5, skills=["Throw Team-Mate"]),
        "D": home(agility=4, skills=["Right Stuff"], at=(3, 5)),
        "E": home(agility=4, at=(4, 5)),
        "z": away(agility=4),
    }
    scene = Scene(MAP, pieces, edition="stockbowl").play("activate C", "declare throw team-mate", "stop", "activate E")
    assert not scene.offered("declare pass")


@pytest.mark.rule("S-BASE-18")
def test_a_blitz_is_declared_against_nobody_and_strikes_whoever_is_beside() -> None:
    picture = """
        ##AA###
        #.C.zy#
        ##BB###
    """
    pieces = {"C": home(agility=4), "z": away(agility=4), "y": away(agility=4)}
    scene = Scene(picture, pieces, edition="stockbowl").play("activate C", "declare blitz", "step e")
    assert scene.offered("block z")
    assert not scene.offered("block y")


@pytest.mark.rule("S-BASE-18")
def test_a_foul_is_declared_against_nobody_and_strikes_whoever_lies_beside() -> None:
    picture = """
        ##AA###
        #zC.y.#
        #.x...#
        ##BB###
    """
    pieces = {"C": home(agility=4), "z": away(agility=4, status="prone"), "y": away(agility=4, status="stunned")}
    pieces["x"] = away(agility=4, zone=False)
    scene = Scene(picture, pieces, edition="stockbowl").play("activate C", "declare foul")
    assert [text for text in scene.options() if text.startswith("foul")] == ["foul z"]
    scene.play("step e")
    assert [text for text in scene.options() if text.startswith("foul")] == ["foul y"]


@pytest.mark.rule("S-BASE-20")
def test_one_team_re_roll_a_turn() -> None:
    pieces = {"C": home(agility=4), "D": home(agility=4, movement=2, at=(4, 4)), "z": away(agility=4, at=(1, 4))}
    scene = Scene(MAP.replace("z", "."), pieces, edition="stockbowl", rerolls=(3, 3))
    scene.play("activate D", "declare move", "step n", "step n", "step e", dice=["D6 1"])
    assert scene.offered("reroll team")
    scene.play("reroll team", "step w", dice=["D6 2", "D6 1", "2D6 1+1"])
    assert (scene.status("D"), int(scene.game.side_value(0, REROLLS))) == ("prone", 2)


@pytest.mark.rule("S-BASE-20")
def test_no_die_is_rolled_a_third_time() -> None:
    pieces = {"C": home(agility=4, movement=1), "z": away(agility=4)}
    scene = Scene(MAP, pieces, edition="stockbowl", rerolls=(3, 3))
    scene.play("activate C", "declare move", "step n", "step e", "reroll team", dice=["D6 1", "D6 1", "2D6 1+2"])
    assert scene.status("C") == "prone"


@pytest.mark.rule("S-BASE-20")
def test_team_re_rolls_are_restored_at_half_time_a_leaders_too() -> None:
    pieces = {"C": home(agility=4, skills=["Leader"]), "z": away(agility=4)}
    scene = Scene(MAP, pieces, edition="stockbowl", rerolls=(2, 1), turns=(11, 12))
    assert int(scene.game.side_value(0, REROLLS)) == 3
    scene.game.set_side(0, REROLLS, 0)
    scene.game.set_side(1, REROLLS, 0)
    scene.play("end turn", dice=["2D6 6+1"])
    assert [int(scene.game.side_value(side, REROLLS)) for side in range(2)] == [3, 1]


@pytest.mark.rule("S-BASE-20")
def test_a_drive_restores_no_re_roll() -> None:
    scene = field(rerolls=(2, 2))
    scene.game.set_side(0, REROLLS, 1)
    score(scene)
    assert int(scene.game.side_value(0, REROLLS)) == 1


@pytest.mark.rule("S-BASE-23")
def test_each_side_has_a_most_valuable_player_worth_five_points() -> None:
    pieces = {**PIECES, "D": home(at=(4, 4)), "y": away(status="casualty")}
    scene = Scene(MAP, pieces, edition="stockbowl", half=2, turns=(11, 12))
    scene.play("end turn", dice=["coin 2", "coin 1"])
    assert earned(scene, "D") == [(5, clauses.MOST_VALUABLE)]
    assert earned(scene, "z") == [(5, clauses.MOST_VALUABLE)]
    assert earned(scene, "C") == []


# --- the machine ------------------------------------------------------------------------------------------------------


def test_a_match_can_be_saved_and_cloned_at_any_moment_between_two_drives() -> None:
    pieces = {**PIECES, "y": away(status="knocked-out")}
    scene = score(Scene(MAP, pieces, ball="C", edition="stockbowl"), ["D6 4", "2D6 6+1"])
    assert fingerprint(load(save(scene.match))) == fingerprint(scene.game)
    assert fingerprint(scene.game.clone()) == fingerprint(scene.game)
    assert scene.game.frames()[0].name() == "Contest"
    assert len(scene.game.frames()) == 2


if not dungeonbowl.compiled():  # a compiled class has no interpreted children

    class Witness(Module):
        """Counts who is in the dungeon when a drive ends."""

        def __init__(self) -> None:
            self.seen: list[int] = []

        def drive_ended(self, game: Game) -> None:
            self.seen.append(sum(1 for square in game.square if square >= 0))

    def test_modules_hear_that_a_drive_is_over_while_everybody_is_still_there() -> None:
        scene = field()
        witness = Witness()
        rules = scene.game.rules.whole()
        scene.game.rules = rules.with_modules([*rules.modules, witness])
        score(scene)
        assert witness.seen == [2]
