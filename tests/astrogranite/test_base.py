"""The base rules that the dungeon relies on (A-BASE)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Piece, Scene, away, home
from dungeonbowl.scenes.setup import third

CLASSIC = "astrogranite(classic)"
FIELD = """
    .........
    .........
    ..A......
    .........
    ........z
"""


def scene_of(picture: str = FIELD, **facts: object) -> Scene:
    legend: dict[str, Piece] = {"A": home(agility=4, armour=9), "z": away(zone=False)}
    legend.update(facts.pop("others", {}))  # type: ignore[call-overload]
    return Scene(picture, legend, edition=facts.pop("edition", CLASSIC), **facts)  # type: ignore[arg-type]


def rolls(scene: Scene, kind: str) -> list[int]:
    return [int(event.b) for event in scene.events(kind)]


@pytest.mark.rule("A-BASE-01", "A-BASE-08")
@pytest.mark.parametrize(("agility", "needed"), [(6, 6), (5, 5), (4, 4), (3, 3), (2, 2)])
def test_an_agility_roll_needs_seven_minus_agility(agility: int, needed: int) -> None:
    # dodging from b into the zone of c: +1 -1
    others = {"A": home(agility=agility, armour=9), "b": away(at=(1, 2)), "c": away(at=(4, 2))}
    scene = scene_of(others=others).play("activate A", "declare move", "step e", dice=[f"D6 {needed}"])
    assert scene.status("A") == "standing"
    if needed > 2:
        scene = scene_of(others=others).play(
            "activate A", "declare move", "step e", dice=[f"D6 {needed - 1}", "2D6 1+1"]
        )
        assert scene.status("A") == "prone"
        assert scene.square("A") == (3, 2)
        assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("A-BASE-01")
def test_a_one_always_fails_and_a_six_always_succeeds() -> None:
    scene = scene_of(others={"A": home(agility=1, armour=9), "b": away(at=(1, 2))})
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "2D6 1+1"])
    assert scene.status("A") == "prone"
    crowd = {
        "A": home(agility=6),
        "b": away(at=(1, 2)),
        "c": away(at=(4, 1)),
        "d": away(at=(4, 2)),
        "e": away(at=(4, 3)),
    }
    scene = scene_of(others=crowd).play("activate A", "declare move", "step e", dice=["D6 6"])
    assert scene.status("A") == "standing"


@pytest.mark.rule("A-BASE-02")
def test_one_action_each_and_one_blitz_pass_hand_off_and_foul_a_turn() -> None:
    others = {"B": home(at=(5, 2)), "p": away(at=(8, 3), status="prone"), "q": away(at=(0, 4))}
    for what in ("blitz", "pass", "hand-off", "foul"):
        scene = scene_of(others=others)
        scene.play("activate A", f"declare {what}", "stop", "activate B")
        assert not scene.offered(f"declare {what}")
        assert scene.offered("declare move")
        scene.play("declare move", "stop")
        assert scene.active == "away"


@pytest.mark.rule("A-BASE-03", "A-BASE-11")
def test_a_blitz_goes_on_moving_after_its_block_which_costs_one() -> None:
    scene = scene_of(others={"b": away(at=(4, 2))})
    scene.play("activate A", "declare blitz", "step e", "block b", "push (5,2)", "stay", dice=["block push"])
    assert int(scene.game.moves_left) == 4
    scene.play("step w", dice=[])
    assert scene.square("A") == (2, 2)
    scene = scene_of(others={"B": home(at=(3, 2), agility=4)}, ball="A")
    scene.play("activate A", "declare hand-off", "hand off B", dice=["D6 3"])
    assert scene.offered("activate B")
    assert not scene.offered("step w")


@pytest.mark.rule("A-BASE-04")
def test_a_step_costs_one_and_leads_to_a_free_connecting_square() -> None:
    scene = scene_of(others={"B": home(at=(3, 2))})
    scene.play("activate A", "declare move")
    assert not scene.offered("step e")
    scene.play("step ne")
    assert int(scene.game.moves_left) == 5


@pytest.mark.rule("A-BASE-05")
def test_standing_up_costs_three_or_a_roll_and_the_stunned_do_nothing() -> None:
    scene = scene_of(others={"A": home(status="prone")})
    scene.play("activate A", "declare move", "stand up")
    assert int(scene.game.moves_left) == 3
    slow = {"A": home(status="prone", movement=2)}
    scene = scene_of(others=slow).play("activate A", "declare move", "stand up", dice=["D6 4"])
    assert scene.status("A") == "standing"
    assert int(scene.game.moves_left) == 0
    scene.play("step e", dice=["D6 2"])  # by Rushes only
    scene = scene_of(others={**slow, "B": home(at=(0, 0))})
    scene.play("activate A", "declare move", "stand up", dice=["D6 3"])
    assert scene.status("A") == "prone"
    assert scene.turnover == ""
    scene = scene_of(others={"A": home(status="stunned"), "B": home(at=(0, 0))})
    assert not scene.offered("activate A")


@pytest.mark.rule("A-BASE-06")
def test_two_more_squares_on_a_two_and_a_one_falls_in_the_square_entered() -> None:
    quick = {"A": home(movement=1, armour=9), "B": home(at=(0, 0))}
    scene = scene_of(others=quick).play(
        "activate A", "declare move", "step e", "step e", "step e", dice=["D6 2", "D6 2"]
    )
    assert scene.square("A") == (5, 2)
    assert scene.offered("activate B")  # there is no third
    scene = scene_of(others=quick).play("activate A", "declare move", "step e", "step e", dice=["D6 1", "2D6 1+1"])
    assert scene.square("A") == (4, 2)
    assert scene.status("A") == "prone"


@pytest.mark.rule("A-BASE-06")
def test_a_rush_for_a_block_that_fails_buys_nothing() -> None:
    scene = scene_of(others={"A": home(movement=1, armour=9), "b": away(at=(4, 2))})
    scene.play("activate A", "declare blitz", "step e", "block b", dice=["D6 1", "2D6 1+1"])
    assert scene.square("A") == (3, 2)
    assert scene.status("A") == "prone"
    assert scene.square("b") == (4, 2)


@pytest.mark.rule("A-BASE-07", "A-BASE-08")
def test_only_the_standing_with_their_zone_mark() -> None:
    for other in (away(at=(1, 2), status="prone"), away(at=(1, 2), zone=False)):
        scene = scene_of(others={"b": other}).play("activate A", "declare move", "step e")
        assert scene.square("A") == (3, 2)
    scene = scene_of(others={"b": away(at=(1, 1))})
    scene.play("activate A", "declare move", "step e", dice=["D6 3"])  # AG 3: 4, +1
    assert scene.square("A") == (3, 2)


@pytest.mark.rule("A-BASE-09")
def test_rush_then_dodge_then_pick_up() -> None:
    scene = scene_of(others={"A": home(movement=1, agility=4, armour=9), "b": away(at=(4, 1))}, ball=(4, 2))
    scene.play("activate A", "declare move", "step e", "step e", dice=["D6 2", "D6 4", "D6 4"])
    assert [int(event.clause) for event in scene.events("tested")] == [1, 2, 3]
    assert scene.ball == "A"


@pytest.mark.rule("A-BASE-10")
def test_a_ball_in_the_way_must_be_picked_up_and_zones_hinder() -> None:
    scene = scene_of(ball=(3, 2)).play("activate A", "declare move", "step e", dice=["D6 3"])
    assert scene.ball == "A"
    scene = scene_of(ball=(3, 2), others={"b": away(at=(4, 2))})
    scene.play("activate A", "declare move", "step e", dice=["D6 3", "D8 2"])
    assert scene.ball == (3, 1)
    assert scene.turnover == "TURNOVER_PICK_UP"


@pytest.mark.rule("A-BASE-10")
def test_somebody_forced_onto_the_ball_makes_it_bounce() -> None:
    scene = scene_of(ball=(4, 2), others={"b": away(at=(3, 2))})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block push", "D8 2"])
    assert scene.ball == (4, 1)


@pytest.mark.rule("A-BASE-12")
@pytest.mark.parametrize(("attack", "defence", "dice", "chooser"), [
    (3, 3, 1, "home"), (4, 3, 2, "home"), (6, 3, 2, "home"), (7, 3, 3, "home"), (3, 4, 2, "away"), (3, 7, 3, "away"),
])  # fmt: skip
def test_strength_gives_the_dice_and_who_picks(attack: int, defence: int, dice: int, chooser: str) -> None:
    scene = scene_of(others={"A": home(strength=attack), "b": away(at=(3, 2), strength=defence)})
    faces = ["block push", "block POW", "block POW"][:dice]
    scene.play("activate A", "declare block b", dice=faces)
    if dice == 1:
        assert scene.offered("push (4,2)")
    else:
        assert set(scene.options()) == {"face push", "face pow"}
        assert int(scene.game.asked) == ("home", "away").index(chooser)


@pytest.mark.rule("A-BASE-13")
def test_team_mates_beside_the_enemy_and_marked_by_nobody_else_assist() -> None:
    others = {"b": away(at=(3, 2)), "C": home(at=(4, 1))}
    scene = scene_of(others=others).play("activate A", "declare block b", dice=["block push", "block POW"])
    assert scene.offered("face pow")
    scene = scene_of(others={**others, "d": away(at=(5, 0))})
    scene.play("activate A", "declare block b", dice=["block push"])  # d marks C
    assert scene.offered("push (4,2)")
    scene = scene_of(others={"b": away(at=(3, 2)), "d": away(at=(1, 1))})
    scene.play("activate A", "declare block b", dice=["block push", "block POW"])  # d helps b
    assert int(scene.game.asked) == 1


@pytest.mark.rule("A-BASE-14", "A-BASE-15", "A-DEF-14")
def test_what_the_faces_do() -> None:
    others = {"b": away(at=(3, 2), armour=9)}
    block = ("activate A", "declare block b")
    assert scene_of(others=others).play(*block, dice=["block player-down", "2D6 1+1"]).status("A") == "prone"
    scene = scene_of(others=others).play(*block, dice=["block both-down", "2D6 1+2", "2D6 5+5", "2D6 1+1"])
    assert (scene.status("A"), scene.status("b")) == ("prone", "stunned")  # in reading order
    assert rolls(scene, "armour held") == [3]
    scene = scene_of(others={"A": home(skills=["Block"]), "b": away(at=(3, 2), skills=["Block"])})
    scene.play(*block, dice=["block both-down"])
    assert (scene.status("A"), scene.status("b")) == ("standing", "standing")
    scene = scene_of(others=others).play(*block, "push (4,2)", "stay", dice=["block stumble", "2D6 1+1"])
    assert scene.square("b") == (4, 2)
    assert scene.status("b") == "prone"
    scene = scene_of(others={"b": away(at=(3, 2), skills=["Dodge"])})
    scene.play(*block, "push (4,2)", "stay", dice=["block stumble"])
    assert scene.status("b") == "standing"


@pytest.mark.rule("A-BASE-16", "A-BASE-17")
def test_straight_back_or_to_either_side_and_never_into_walls_or_chests() -> None:
    scene = scene_of(others={"b": away(at=(3, 2))})
    scene.play("activate A", "declare block b", dice=["block push"])
    assert set(scene.options()) == {"push (4,1)", "push (4,2)", "push (4,3)"}
    picture = "....#....\n.........\n..A.$....\n.........\n........z"
    scene = scene_of(picture, others={"b": away(at=(3, 2)), "c": away(at=(4, 1)), "d": away(at=(0, 0))})
    scene.play("activate A", "declare block b", "stay", dice=["block push"])  # one free square: no question
    assert scene.square("b") == (4, 3)


@pytest.mark.rule("A-BASE-17", "A-BASE-18")
def test_a_chain_if_only_players_are_in_the_way_and_with_no_room_nobody_moves() -> None:
    lane = "#######\n.Abc..#\n#######\n......z"
    legend = {"b": away(), "c": away()}
    scene = scene_of(lane, others=legend).play("activate A", "declare block b", "follow", dice=["block push"])
    assert [scene.square(letter) for letter in "Abc"] == [(2, 1), (3, 1), (4, 1)]
    scene = scene_of("#####\n.Ab##\n#####\n....z", others={"b": away()})
    scene.play("activate A", "declare block b", dice=["block push"])
    assert scene.square("b") == (2, 1)
    assert scene.square("A") == (1, 1)
    assert scene.status("b") == "standing"


@pytest.mark.rule("A-BASE-18")
def test_a_follow_up_is_free_and_the_square_works_on_the_blocker() -> None:
    picture = FIELD.replace("A.", "A1").replace("........z", "2.......z")
    scene = scene_of(picture, others={"b": away(at=(3, 2)), "c": away(at=(1, 1))})
    scene.play("activate A", "declare block b", dice=["block push", "block push"])
    scene.play("push (4,2)", "follow", dice=["D6 2"])
    assert scene.square("A") == (0, 4)


@pytest.mark.rule("A-BASE-19", "A-BASE-20")
@pytest.mark.parametrize(
    ("armour", "injury", "status"),
    [("4+4", "", "prone"), ("5+4", "3+4", "stunned"), ("5+4", "4+4", "knocked-out"), ("5+4", "4+5", "knocked-out"),
     ("5+4", "5+5", "casualty")],
)  # fmt: skip
def test_armour_and_injury(armour: str, injury: str, status: str) -> None:
    scene = scene_of(others={"b": away(at=(3, 2), armour=9)})
    dice = ["block POW", f"2D6 {armour}", *([f"2D6 {injury}"] if injury else [])]
    dice += ["D6 1", "D8 1"] if status == "casualty" else []
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=dice)
    assert scene.status("b") == status


@pytest.mark.rule("A-BASE-21")
def test_the_stunned_turn_over_at_the_end_of_their_next_turn() -> None:
    scene = scene_of(others={"b": away(at=(3, 2), armour=9), "S": home(at=(0, 0), status="stunned")})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block POW", "2D6 5+5", "2D6 1+1"])
    assert scene.status("S") == "prone"  # its own turn is over
    assert scene.status("b") == "stunned"
    scene.play("end turn")
    assert scene.status("b") == "prone"


@pytest.mark.rule("A-BASE-22", "A-BASE-39")
def test_nobody_comes_to_by_itself_and_no_reroll_comes_back() -> None:
    scene = scene_of(others={"K": home(status="knocked-out")}, rerolls=(2, 0))
    for _ in range(20):
        scene.play("end turn")
    assert scene.status("K") == "knocked-out"
    assert int(scene.game.sides[0]) == 2
    assert int(scene.game.half) == 1


@pytest.mark.rule("A-BASE-23")
@pytest.mark.parametrize(
    ("tens", "units", "row", "reduced"),
    [
        (1, 1, 1, 0),
        (3, 8, 1, 0),
        (4, 1, 2, 0),
        (5, 2, 3, 0),
        (5, 3, 4, 2),
        (5, 5, 4, 1),
        (5, 7, 4, 4),
        (5, 8, 4, 5),
        (6, 1, 5, 0),
    ],
)
def test_casualties(tens: int, units: int, row: int, reduced: int) -> None:
    scene = scene_of(others={"b": away(at=(3, 2), armour=9)})
    dice = ["block POW", "2D6 6+6", "2D6 6+6", f"D6 {tens}", f"D8 {units}"]
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=dice)
    event = scene.events("casualty suffered")[0]
    assert (int(event.b), int(event.d)) == (row, reduced)


@pytest.mark.rule("A-BASE-24")
def test_a_niggling_injury_adds_one() -> None:
    scene = scene_of(others={"b": away(at=(3, 2), armour=9, niggles=1)})
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=["block POW", "2D6 5+4", "2D6 3+4"])
    assert rolls(scene, "injured") == [8]


@pytest.mark.rule("A-BASE-25")
def test_a_foul_adds_one_and_the_assists_of_both_sides() -> None:
    others = {"p": away(at=(3, 2), status="prone", armour=9)}
    foul = ("activate A", "declare foul", "foul p")
    assert rolls(scene_of(others=others).play(*foul, dice=["2D6 3+4"]), "armour held") == [8]
    assert rolls(scene_of(others={**others, "C": home(at=(4, 2))}).play(*foul, dice=["2D6 1+4"]), "armour held") == [7]
    assert rolls(scene_of(others={**others, "d": away(at=(1, 2))}).play(*foul, dice=["2D6 3+4"]), "armour held") == [7]
    scene = scene_of(others=others).play(*foul, dice=["2D6 3+5", "2D6 1+3"])
    assert rolls(scene, "armour broken") == [9]
    assert scene.status("p") == "stunned"


@pytest.mark.rule("A-BASE-26")
def test_a_double_sends_the_fouler_off_and_ends_the_turn() -> None:
    others = {"p": away(at=(3, 2), status="prone", armour=9)}
    scene = scene_of(others=others).play("activate A", "declare foul", "foul p", dice=["2D6 2+2"])
    assert scene.status("A") == "sent-off"
    assert scene.turnover == "TURNOVER_SENT_OFF"
    scene = scene_of(others=others).play("activate A", "declare foul", "foul p", dice=["2D6 6+5", "2D6 1+1"])
    assert scene.status("A") == "sent-off"


@pytest.mark.rule("A-BASE-29", "A-BASE-31", "A-BASE-32", "A-BASE-35")
def test_hand_offs_catches_and_bounces() -> None:
    others = {"B": home(at=(3, 2), agility=4)}
    scene = scene_of(others=others, ball="A")
    scene.play("activate A", "declare hand-off", "hand off B", dice=["D6 3"])
    assert scene.ball == "B"
    scene = scene_of(others={**others, "c": away(at=(4, 1), agility=4), "d": away(at=(4, 2), status="prone")}, ball="A")
    scene.play("activate A", "declare hand-off", "hand off B", dice=["D6 3", "D8 5", "D8 2", "D6 5"])
    assert scene.ball == "c"  # c marks B; off the fallen d to c, whom B marks: a 5 for a bouncing ball
    assert scene.turnover == "TURNOVER_LOOSE_BALL"
    scene = scene_of(ball="A").play("activate A", "declare pass", "aim", "throw (4,2)", dice=["D6 1", "D8 5"])
    assert scene.ball == (3, 2)
    assert scene.turnover == "TURNOVER_FUMBLE"


@pytest.mark.rule("A-BASE-31")
def test_who_has_no_zone_does_not_catch() -> None:
    scene = scene_of(others={"B": home(at=(4, 2), zone=False)}, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (4,2)", dice=["D6 6", "D8 5"])
    assert scene.ball == (5, 2)


@pytest.mark.rule("A-BASE-40")
def test_nothing_happens_between_two_team_turns() -> None:
    scene = scene_of()
    scene.play("end turn", "end turn", "end turn")  # not a die
    assert scene.events("dice rolled") == []


@pytest.mark.rule("A-BASE-47")
def test_several_coaches_decide_in_turn_order() -> None:
    others = {"A": home(agility=2), "C": home(at=(8, 2), agility=2), "t": third(at=(4, 2)), "b": away(at=(6, 2))}
    edition = "astrogranite(classic, extra_teams=on)"
    scene = scene_of(others=others, ball="A", edition=edition, sides=3, rerolls=(0, 0, 0))
    scene.play("activate A", "declare pass", "aim", "throw (8,2)")
    assert scene.options() == ["interfere b", "decline"]
    scene.play("decline")
    assert scene.options() == ["interfere t", "decline"]


@pytest.mark.rule("A-BASE-03")
def test_a_pass_and_a_foul_end_the_action() -> None:
    scene = scene_of(others={"B": home(at=(4, 2), agility=4)}, ball="A")
    scene.play("activate A", "declare pass", "step n", "aim", "throw (4,2)", dice=["D6 5", "D6 3"])
    assert scene.ball == "B"
    assert scene.offered("activate B")
    assert not scene.offered("activate A")
    scene = scene_of(others={"p": away(at=(4, 2), status="prone", armour=9), "B": home(at=(0, 0))})
    scene.play("activate A", "declare foul", "step e", "foul p", dice=["2D6 1+2"])
    assert scene.offered("activate B")
    assert not scene.offered("activate A")


@pytest.mark.rule("A-BASE-21")
def test_who_was_stunned_in_its_own_turn_stays_so_until_the_end_of_the_next() -> None:
    scene = scene_of(others={"A": home(agility=4, armour=9), "b": away(at=(1, 2))})
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "2D6 5+5", "2D6 1+1"])
    assert scene.active == "away"
    assert scene.status("A") == "stunned"
    scene.play("end turn")
    assert scene.status("A") == "prone"  # nobody could act, and so this turn is over too
