"""Spiked, enchanted, living and iron balls (A-BVAR)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Piece, Scene
from dungeonbowl.scenes.scene import away as any_away
from dungeonbowl.scenes.scene import home as any_home

HALL = """
    ..........
    ..........
    ..........
    .123456...
    """


def home(**facts: object) -> Piece:
    """Agility 3, as in the examples of the book."""
    return any_home(**{"agility": 4, **facts})


def away(**facts: object) -> Piece:
    return any_away(**{"agility": 4, **facts})


def edition(kind: str, more: str = "") -> str:
    return f"astrogranite(classic, ball_variants=on, ball_type={kind}{more})"


def hall(kind: str, legend: dict[str, Piece], ball: object, more: str = "", **facts: object) -> Scene:
    return Scene(HALL, legend, ball=ball, edition=edition(kind, more), **facts)  # type: ignore[arg-type]


# --- which kind ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-BVAR-01")
@pytest.mark.parametrize(
    ("face", "kind"), [(1, "normal"), (2, "normal"), (3, "spiked"), (4, "enchanted"), (5, "living"), (6, "iron")]
)
def test_a_die_says_what_a_ball_is_when_it_is_found(face: int, kind: str) -> None:
    scene = Scene("A$.b", {"A": home(), "b": away()}, edition=edition("roll"))
    scene.play("activate A", "declare move", "open (1,0)", dice=[f"D6 {face}"])
    assert scene.module("ball_variants").show_state(scene.game, {}) == {"kinds": [kind]}
    assert "A-BVAR-01" in scene.cited()
    assert fingerprint(load(save(scene.match))) == fingerprint(scene.game)


@pytest.mark.rule("A-BVAR-01")
def test_each_ball_has_a_kind_of_its_own_and_one_that_was_agreed_on_needs_no_die() -> None:
    three = edition("roll", ", multiball=on")
    scene = Scene("$A$.b", {"A": home(), "b": away()}, edition=three, balls=[None, None, "gone"])
    scene.play("activate A", "declare move", "open (0,0)", "open (2,0)", dice=["D6 3", "D6 6"])
    assert scene.module("ball_variants").show_state(scene.game, {}) == {"kinds": ["spiked", "iron", "normal"]}
    scene = Scene("A$.b", {"A": home(), "b": away()}, edition=edition("iron"))
    scene.play("activate A", "declare move", "open (1,0)")
    assert scene.ball == (1, 0)


# --- spiked ----------------------------------------------------------------------------------------------------------


def thrower(**facts: object) -> dict[str, Piece]:
    return {"A": home(at=(1, 1)), "C": home(at=(4, 1), **facts), "b": away(at=(9, 0))}


@pytest.mark.rule("A-BVAR-02")
@pytest.mark.parametrize(("square", "needed"), [((4, 1), 4), ((6, 1), 5)])
def test_a_spiked_ball_is_thrown_as_over_the_next_band(square: tuple[int, int], needed: int) -> None:
    legend = {"A": home(at=(1, 1)), "b": away(at=(9, 0))}
    scene = hall("spiked", legend, "A")
    scene.play("activate A", "declare pass", "aim", f"throw ({square[0]},{square[1]})", dice=["D6 6", "D8 2"])
    assert [int(event.c) for event in scene.events("tested")] == [needed]


@pytest.mark.rule("A-BVAR-03", "A-BVAR-04")
def test_a_catcher_who_is_quick_enough_catches_as_usual() -> None:
    scene = hall("spiked", thrower(), "A")
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=["D6 4", "D6 3", "D6 3"])
    assert scene.ball == "C"
    spikes = scene.events("tested")[1]
    assert int(spikes.c) == 3, "one better from a friend"
    assert "A-BVAR-03" in scene.cited()


@pytest.mark.rule("A-BVAR-03")
def test_zones_do_not_count_and_an_opponents_ball_is_harder_to_avoid() -> None:
    legend = {"A": home(at=(1, 1)), "b": away(at=(4, 1)), "d": away(at=(9, 0)), "C": home(at=(5, 1))}
    scene = hall("spiked", legend, "A")
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=["D6 5", "D6 5", "D6 6"])
    assert int(scene.events("tested")[1].c) == 5, "4, and one more"
    assert scene.ball == "b"


@pytest.mark.rule("A-BVAR-04")
def test_armour_that_holds_lets_the_catcher_try() -> None:
    scene = hall("spiked", thrower(), "A")
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=["D6 4", "D6 2", "2D6 4+4", "D6 4"])
    assert (scene.ball, scene.status("C"), scene.turnover) == ("C", "standing", "")


@pytest.mark.rule("A-BVAR-04")
def test_broken_armour_puts_the_catcher_down_and_the_ball_bounces() -> None:
    scene = hall("spiked", thrower(), "A")
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=["D6 4", "D6 2", "2D6 5+4", "2D6 2+3", "D8 2"])
    assert (scene.status("C"), scene.ball, scene.turnover) == ("stunned", (4, 0), "TURNOVER_KNOCKED_DOWN")


@pytest.mark.rule("A-BVAR-03", "A-BVAR-04")
@pytest.mark.parametrize("status", ["prone", "stunned"])
def test_a_spiked_ball_hurts_a_player_who_lies_where_it_comes_down(status: str) -> None:
    scene = hall("spiked", thrower(status=status), "A")
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=["D6 4", "D6 2", "2D6 5+4", "2D6 4+4", "D8 2"])
    assert (scene.status("C"), scene.ball, scene.turnover) == ("knocked-out", (4, 0), "TURNOVER_KNOCKED_DOWN")
    scene = hall("spiked", thrower(status=status), "A")
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=["D6 4", "D6 2", "2D6 5+4", "2D6 2+3", "D8 2"])
    assert (scene.status("C"), scene.ball) == ("stunned", (4, 0))


@pytest.mark.rule("A-BVAR-03", "A-BVAR-04")
@pytest.mark.parametrize("spikes", [["D6 3"], ["D6 2", "2D6 1+2"]])
def test_who_lies_there_unhurt_catches_nothing_and_the_ball_bounces(spikes: list[str]) -> None:
    scene = hall("spiked", thrower(status="prone"), "A")
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=["D6 4", *spikes, "D8 2"])
    assert (scene.status("C"), scene.ball) == ("prone", (4, 0))


@pytest.mark.rule("A-BVAR-03", "A-BVAR-04", "A-TURN-10")
def test_who_lies_there_and_is_hurt_costs_its_own_turn_only() -> None:
    dice = ["D6 4", "D6 2", "2D6 5+4", "2D6 2+3", "D8 2", "D6 6"]
    for lies, turnover in ((home, "TURNOVER_KNOCKED_DOWN"), (away, "")):
        legend = {
            "A": home(at=(1, 1)),
            "C": lies(at=(4, 1), status="prone"),
            "T": home(at=(4, 0)),
            "b": away(at=(9, 0)),
        }
        scene = hall("spiked", legend, "A")
        scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=dice)
        assert (scene.ball, scene.turnover) == ("T", turnover), "though a team-mate has the ball"


@pytest.mark.rule("A-BVAR-03", "A-BVAR-04")
def test_an_interceptor_has_to_avoid_the_spikes_first() -> None:
    def scene_of() -> Scene:
        legend = {"A": home(at=(1, 1)), "b": away(at=(3, 1)), "C": home(at=(5, 1)), "d": away(at=(9, 0))}
        scene = hall("spiked", legend, "A")
        scene.play("activate A", "declare pass", "aim", "throw (5,1)")
        return scene

    scene = scene_of()
    scene.play("interfere b", dice=["D6 6", "D6 5"])
    assert (scene.ball, scene.turnover) == ("b", "TURNOVER_INTERFERENCE")
    assert int(scene.events("tested")[1].c) == 5
    scene = scene_of()
    scene.play("interfere b", dice=["D6 6", "D6 4", "2D6 1+2"])
    assert (scene.ball, scene.status("b")) == ("b", "standing"), "its armour holds, and it keeps the ball"
    scene = scene_of()
    scene.play("interfere b", dice=["D6 6", "D6 4", "2D6 5+4", "2D6 4+4", "D8 2"])
    assert (scene.status("b"), scene.ball, scene.turnover) == ("knocked-out", (3, 0), "TURNOVER_INTERFERENCE")


@pytest.mark.rule("A-BVAR-03")
def test_the_roll_against_spikes_may_be_rolled_again() -> None:
    scene = hall("spiked", thrower(), "A", rerolls=(1, 0))
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", "reroll team", dice=["D6 4", "D6 2", "D6 3", "D6 4"])
    assert scene.ball == "C"


@pytest.mark.rule("A-BVAR-05")
def test_neither_a_bounce_nor_a_hand_off_pricks() -> None:
    scene = hall("spiked", {"A": home(at=(3, 1)), "C": home(at=(4, 1)), "b": away(at=(9, 0))}, "A")
    scene.play("activate A", "declare hand-off", "hand off C", dice=["D6 3"])
    assert scene.ball == "C"
    scene = hall("spiked", {"A": home(at=(3, 1)), "C": home(at=(5, 1)), "b": away(at=(9, 0))}, (4, 1))
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D8 5", "D6 5"])
    assert scene.ball == "C"


@pytest.mark.rule("A-BVAR-05")
@pytest.mark.parametrize("hurt", [False, True])
def test_a_catch_in_ricochet_flight_does(hurt: bool) -> None:
    scene = hall("spiked", {"A": home(at=(1, 0)), "C": home(at=(4, 1)), "b": away(at=(9, 0))}, "A")
    scene.play("activate A", "declare pass", "aim", "throw at wall (4,0) n", dice=["D6 4", "D6 3", "2D6 3+3"])
    if hurt:
        scene.play("catch", dice=["D6 2", "2D6 6+5", "2D6 4+4", "D8 4"])
        assert (scene.status("C"), scene.ball, scene.turnover) == ("knocked-out", (3, 1), "TURNOVER_KNOCKED_DOWN")
    else:
        scene.play("catch", dice=["D6 3", "D6 4"])
        assert (scene.ball, scene.turnover) == ("C", "")


@pytest.mark.rule("A-BVAR-06")
@pytest.mark.parametrize(("armour", "injury", "status"), [("5+3", "4+3", "stunned"), ("5+4", "4+3", "knocked-out")])
def test_its_carrier_hits_harder_on_armour_or_injury(armour: str, injury: str, status: str) -> None:
    scene = hall("spiked", {"A": home(at=(3, 1)), "b": away(at=(4, 1)), "d": away(at=(9, 0))}, "A")
    scene.play(
        "activate A", "declare block b", "push (5,1)", "stay", dice=["block POW", f"2D6 {armour}", f"2D6 {injury}"]
    )
    assert scene.status("b") == status, "an 8 becomes a 9 of armour, or a 7 an 8 of injury, but not both"


@pytest.mark.rule("A-BVAR-06")
def test_without_the_ball_in_hand_there_is_no_such_help() -> None:
    scene = hall("spiked", {"A": home(at=(3, 1)), "b": away(at=(4, 1)), "d": away(at=(9, 0))}, (9, 2))
    scene.play("activate A", "declare block b", "push (5,1)", "stay", dice=["block POW", "2D6 5+3"])
    assert scene.status("b") == "prone"


@pytest.mark.rule("A-BVAR-06", "A-WALL-02")
@pytest.mark.parametrize(
    ("armour", "injury", "told"),
    [("4+2", "3+3", 6), ("4+3", "3+3", 7), ("4+4", "3+3", 8), ("5+4", "3+3", 9)],
)
def test_mighty_blow_wall_and_spikes_are_each_spent_on_one_roll(armour: str, injury: str, told: int) -> None:
    legend = {"A": home(at=(8, 1), skills=["Mighty Blow"]), "b": away(at=(9, 1)), "d": away(at=(0, 0))}
    scene = hall("spiked", legend, "A", ", wall_smash=on")
    words = ["activate A", "declare block b"]
    if told == 8:  # one is enough, and his coach may keep it for the injury
        words.append("use HITS_HARDER A")
    scene.play(*words, dice=["block POW", f"2D6 {armour}", f"2D6 {injury}"])
    assert scene.told("injured", "b")
    assert int(scene.events("injured")[0].b) == told


# --- enchanted -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-BVAR-07")
def test_an_enchanted_ball_is_easier_to_pick_up_and_to_catch_but_not_to_intercept() -> None:
    scene = hall("enchanted", {"A": home(at=(3, 1)), "b": away(at=(9, 0))}, (4, 1))
    scene.play("activate A", "declare move")
    assert reach(scene.game, 0).odds(scene.node((4, 1))) == pytest.approx(5 / 6), "the pathfinder knows"
    scene.play("step e", dice=["D6 2", "D6 2"])
    assert scene.ball == "A"
    legend = {"A": home(at=(1, 1)), "b": away(at=(3, 1)), "C": home(at=(5, 1)), "d": away(at=(9, 0))}
    scene = hall("enchanted", legend, "A")
    scene.play("activate A", "declare pass", "aim", "throw (5,1)", "interfere b", dice=["D6 5", "D6 4", "D6 2", "D6 6"])
    assert [int(event.c) for event in scene.events("tested")] == [6, 4, 2]
    assert scene.ball == "C"


@pytest.mark.rule("A-BVAR-08")
def test_on_a_one_it_carries_off_whoever_has_picked_it_up() -> None:
    scene = hall("enchanted", {"A": home(at=(3, 1)), "b": away(at=(9, 0))}, (4, 1))
    scene.play("activate A", "declare move", "step e", dice=["D6 3", "D6 1", "D6 6"])
    assert (scene.square("A"), scene.ball, scene.turnover) == ((6, 3), "A", "")
    assert "A-BVAR-08" in scene.cited()
    scene.play("step e")
    assert scene.square("A") == (7, 3), "and goes on"


@pytest.mark.rule("A-BVAR-08")
def test_a_catcher_on_a_teleporter_is_never_lost_and_displaces_whoever_is_where_it_goes() -> None:
    legend = {"A": home(at=(1, 1)), "C": home(at=(1, 3), under="1"), "b": away(at=(9, 0))}
    scene = hall("enchanted", legend, "A")
    scene.play("activate A", "declare pass", "aim", "throw (1,3)", dice=["D6 4", "D6 3", "D6 1", "D6 1"])
    assert (scene.square("C"), scene.status("C"), scene.ball) == ((1, 3), "standing", "C"), "its own number"
    legend = {"A": home(at=(1, 1)), "C": home(at=(4, 1)), "b": away(at=(2, 3), under="2")}
    scene = hall("enchanted", legend, "A")
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=["D6 4", "D6 3", "D6 1", "D6 2", "D6 5"])
    assert (scene.square("C"), scene.square("b"), scene.ball) == ((2, 3), (5, 3), "C")


@pytest.mark.rule("A-BVAR-08")
def test_an_interceptor_rolls_no_such_die_and_a_scorer_scores_first() -> None:
    legend = {"A": home(at=(1, 1)), "b": away(at=(3, 1)), "C": home(at=(5, 1)), "d": away(at=(9, 0))}
    scene = hall("enchanted", legend, "A")
    scene.play("activate A", "declare pass", "aim", "throw (5,1)", "interfere b", dice=["D6 6"])
    assert scene.ball == "b"
    scene = Scene("B..123456b\nBA........", {"A": home(), "b": away()}, ball=(0, 1), edition=edition("enchanted"))
    scene.play("activate A", "declare move", "step w", dice=["D6 3"])
    assert scene.winner == "home"


# --- living ----------------------------------------------------------------------------------------------------------


def run(picture: str, ball: tuple[int, int], dice: list[str], more: str = "", **facts: object) -> Scene:
    legend = {"A": home(at=(0, 0)), "b": away(at=(0, 2))}
    scene = Scene(picture, legend, ball=ball, edition=edition("living", more), **facts)  # type: ignore[arg-type]
    scene.play("end turn", dice=dice)
    return scene


OPEN = "..........\n..........\n.........."


@pytest.mark.rule("A-BVAR-09")
def test_a_living_ball_runs_at_the_end_of_every_team_turn() -> None:
    scene = run(OPEN, (2, 1), ["D8 5", "D6 4"])
    assert scene.ball == (6, 1)
    assert "A-BVAR-09" in scene.cited()
    scene.play("end turn", dice=["D8 4", "D6 1"])
    assert scene.ball == (5, 1)


@pytest.mark.rule("A-BVAR-09")
def test_it_does_not_run_while_somebody_has_it() -> None:
    scene = Scene(OPEN, {"A": home(at=(0, 0)), "b": away(at=(0, 2))}, ball="A", edition=edition("living"))
    scene.play("end turn")
    assert scene.ball == "A"


@pytest.mark.rule("A-BVAR-10")
@pytest.mark.parametrize("thing", ["$", "&", "~", ":", "^", "o", "#"])
def test_it_stops_short_of_whatever_could_hold_it(thing: str) -> None:
    picture = f"..........\n.....{thing}....\n.........."
    more = ", lava=on, water=on, chasms=on, traps=on, obstacles=on"
    details = {"trap": [{"at": [5, 1], "kind": "gas"}]} if thing == "^" else {}
    scene = run(picture, (2, 1), ["D8 5", "D6 6"], more, details=details)
    assert scene.ball == (4, 1)


@pytest.mark.rule("A-BVAR-10")
def test_with_its_first_square_blocked_it_stays_and_both_dice_are_rolled() -> None:
    scene = run(OPEN, (1, 0), ["D8 4", "D6 6"])
    assert scene.ball == (1, 0), "a player is there"
    scene = run(OPEN, (3, 0), ["D8 2", "D6 3"])
    assert scene.ball == (3, 0), "a wall: the die is not rolled again"


@pytest.mark.rule("A-BVAR-10")
def test_it_stops_at_a_drop() -> None:
    details = {"levels": "0000000000\n2222200000\n0000000000"}
    scene = run(OPEN, (2, 1), ["D8 5", "D6 6"], ", platforms=on", details=details)
    assert scene.ball == (4, 1)


@pytest.mark.rule("A-BVAR-11")
def test_it_runs_through_a_free_teleporter_and_no_farther() -> None:
    picture = "..........\n....1.....\n.....23456"
    scene = run(picture, (2, 1), ["D8 5", "D6 6", "D6 3", "D8 2"])
    assert scene.ball == (6, 1), "out of the third, and a bounce"


# --- iron ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-BVAR-12")
def test_an_iron_ball_is_handed_over_but_not_thrown() -> None:
    scene = hall("iron", {"A": home(at=(3, 1)), "C": home(at=(4, 1)), "b": away(at=(9, 0))}, "A")
    scene.play("activate A", "declare pass")
    assert not scene.offered("aim")
    scene = hall("iron", {"A": home(at=(3, 1)), "C": home(at=(4, 1)), "b": away(at=(9, 0))}, "A")
    scene.play("activate A", "declare hand-off", "hand off C", dice=["D6 3"])
    assert scene.ball == "C"


@pytest.mark.rule("A-BVAR-12", "A-MULTI-03")
def test_of_two_balls_only_the_lighter_one_is_thrown() -> None:
    legend = {"A": home(at=(1, 1)), "C": home(at=(4, 1)), "b": away(at=(9, 0))}
    scene = Scene(
        HALL,
        legend,
        balls=["A", "A", (9, 2)],
        edition=edition("roll", ", multiball=on"),
        modules={"ball_variants": {"kinds": ["iron", "normal", "normal"]}},
    )
    # one is iron: a roll of Agility at one less
    scene.play("activate A", "declare pass", "aim", "throw (4,1)", dice=["D6 4", "D6 3"])
    assert [scene.ball_number(ball) for ball in (0, 1)] == ["A", "C"]
    assert int(scene.events("tested")[0].c) == 4


@pytest.mark.rule("A-BVAR-13")
def test_its_carrier_is_slower_to_dodge_and_never_rushes() -> None:
    scene = hall("iron", {"A": home(at=(3, 1), movement=1), "b": away(at=(4, 1))}, "A")
    scene.play("activate A", "declare move", "step w", dice=["D6 4"])
    assert int(scene.events("tested")[0].c) == 4, "3 without the ball"
    assert (scene.square("A"), scene.status("A")) == ((2, 1), "standing")
    assert scene.active == "away", "no movement left, and no Rush"


@pytest.mark.rule("A-BVAR-13")
def test_whoever_picks_it_up_has_no_rush_left() -> None:
    scene = hall("iron", {"A": home(at=(3, 1), movement=1), "b": away(at=(9, 0))}, (4, 1))
    scene.play("activate A", "declare move", "step e", dice=["D6 3"])
    assert (scene.ball, scene.active) == ("A", "away")


@pytest.mark.rule("A-BVAR-14")
def test_the_weak_neither_pick_it_up_nor_catch_it() -> None:
    scene = hall("iron", {"A": home(at=(3, 1), strength=1), "b": away(at=(9, 0))}, (4, 1))
    scene.play("activate A", "declare move", "step e", dice=["D8 2"])
    assert (scene.ball, scene.turnover) == ((4, 0), "TURNOVER_PICK_UP")
    legend = {"A": home(at=(3, 1)), "C": home(at=(4, 1), strength=1), "b": away(at=(9, 0))}
    scene = hall("iron", legend, "A")
    scene.play("activate A", "declare hand-off", "hand off C", dice=["D8 2"])
    assert (scene.ball, scene.turnover) == ((4, 0), "TURNOVER_LOOSE_BALL")


@pytest.mark.rule("A-BVAR-13", "A-BVAR-14")
def test_where_one_ball_is_iron_the_others_weigh_nothing() -> None:
    scene = Scene(
        HALL,
        {"A": home(at=(3, 1), strength=1, movement=1), "b": away(at=(9, 0))},
        balls=[(4, 1), (9, 2), None],
        edition=edition("roll", ", multiball=on"),
        modules={"ball_variants": {"kinds": ["normal", "iron", "normal"]}},
    )
    scene.play("activate A", "declare move", "step e", dice=["D6 3"])
    assert scene.ball_number(0) == "A"
    scene.play("step e", dice=["D6 2"])
    assert scene.square("A") == (5, 1)


LEDGE = {"levels": "2222000000\n2222000000\n2222000000\n0000000000"}


@pytest.mark.rule("A-BVAR-15")
@pytest.mark.parametrize("kind", ["iron", "living", "spiked"])
def test_a_model_on_which_it_falls_is_knocked_down(kind: str) -> None:
    legend = {"A": home(at=(2, 1)), "C": home(at=(4, 1)), "b": away(at=(9, 3))}
    scene = Scene(
        HALL.replace("123456", "......"),
        legend,
        ball=(3, 1),
        edition=edition(kind, ", platforms=on"),
        details=LEDGE,
    )
    if kind == "iron":
        scene.play("activate A", "declare move", "step e", dice=["D6 1", "D8 5", "2D6 1+2", "D8 2"])
        assert (scene.status("C"), scene.ball) == ("prone", (4, 0))
        assert "A-BVAR-15" in scene.cited()
    else:
        scene.play("activate A", "declare move", "step e", dice=["D6 1", "D8 5", "D6 6"])
        assert (scene.status("C"), scene.ball) == ("standing", "C"), "any other ball is caught"


@pytest.mark.rule("A-BVAR-15")
def test_one_who_lies_there_already_is_not_hurt_by_an_iron_ball() -> None:
    legend = {"A": home(at=(2, 1)), "C": home(at=(4, 1), status="prone"), "b": away(at=(9, 3))}
    picture = HALL.replace("123456", "......")
    scene = Scene(picture, legend, ball=(3, 1), edition=edition("iron", ", platforms=on"), details=LEDGE)
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D8 5", "D8 2"])
    assert (scene.status("C"), scene.ball) == ("prone", (4, 0))
