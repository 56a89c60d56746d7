"""Traps: tokens that show what they are when somebody comes upon them (A-TRAP)."""

from __future__ import annotations

import pytest

from dungeonbowl.editions import EditionError, build
from dungeonbowl.engine import clauses
from dungeonbowl.engine.events import POINTS_EARNED
from dungeonbowl.engine.frames import ASK, ROLL
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.engine.tokens import NO_TOKEN, PIT_TOKEN, SPIKED_TOKEN, TRAP_TOKEN, WARP_TOKEN
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Piece, Scene, away, home

EDITION = "astrogranite(classic, traps=on, league=on)"
CELLAR = """
    #########
    #...^...#
    #.......#
    #.......#
    #123456.#
    #########
"""
FACE = {"pit": "D12 1", "spiked": "D12 4", "exploding": "D12 7", "gas": "D12 9", "teleporter": "D12 11"}


def cellar(legend: dict[str, Piece], kind: str = "", edition: str = EDITION, **facts: object) -> Scene:
    details = {"trap": [{"at": [4, 1], "kind": kind}]} if kind else {}
    return Scene(CELLAR, legend, edition=edition, details=details, **facts)  # type: ignore[arg-type]


def token(scene: Scene) -> int:
    return int(scene.game.token[scene.node((4, 1))])


def in_pit(**friends: Piece) -> Scene:
    """A player who has just fallen into a pit, at the start of its next team turn."""
    picture = CELLAR.replace("^", "p")
    legend = {"A": home(at=(4, 1), status="prone", agility=4), "b": away(at=(7, 3)), **friends}
    return Scene(picture, legend, edition=EDITION)


@pytest.mark.rule("A-TRAP-01")
def test_the_face_is_drawn_from_those_not_yet_seen_when_it_is_first_triggered() -> None:
    scene = cellar({"A": home(at=(3, 1)), "b": away(at=(7, 3))})
    scene.play("activate A", "declare move", "step e", dice=[FACE["pit"], "2D6 1+1"])
    assert token(scene) == PIT_TOKEN
    known = {"traps": {"known": [3, 3, 2, 1, 2]}}
    scene = cellar({"A": home(at=(3, 1)), "b": away(at=(7, 3))}, modules=known)
    scene.play("activate A", "declare move", "step e")
    assert scene.status("A") == "stunned", "one token of gas is left, so no die is needed"


@pytest.mark.rule("A-TRAP-01")
def test_coaches_lay_them_in_turn_on_plain_floor_outside_the_end_zones() -> None:
    picture = """
        ###########
        #A..$....B#
        #A.1.2.3.B#
        #A.4.5.6.B#
        #A.$$$$$.B#
        ###########
    """
    legend = {"h": home(status="reserves"), "v": away(status="reserves")}
    edition = "astrogranite(classic, traps=on, trap_count=3)"
    scene = Scene(picture, legend, edition=edition, opening=True, dice=["D6 6", "D6 1"])
    scene.play("start home")
    assert scene.asked == "home"
    assert scene.offered("place trap (2,1)")
    for text in ("place trap (1,1)", "place trap (4,1)", "place trap (3,2)"):
        assert not scene.offered(text), "end zones, chests and teleporters are taken"
    scene.play("place trap (2,1)")
    assert scene.asked == "away"
    assert not scene.offered("place trap (2,1)")
    scene.play("place trap (2,2)", "place trap (2,3)")
    assert not [option for option in scene.options() if option.startswith("place trap")]
    assert int(scene.game.token[scene.node((2, 2))]) == TRAP_TOKEN


def test_a_mix_that_makes_no_sense_is_refused_in_words() -> None:
    with pytest.raises(EditionError, match="pit:4"):
        build("astrogranite(classic, traps=on, trap_mix=holes:3)")


@pytest.mark.rule("A-TRAP-02")
@pytest.mark.parametrize("way", ["step", "push"])
def test_the_first_to_come_upon_it_sets_it_off(way: str) -> None:
    if way == "step":
        scene = cellar({"A": home(at=(3, 1)), "b": away(at=(7, 3))}, "pit")
        scene.play("activate A", "declare move", "step e", dice=["2D6 1+1"])
        assert (scene.square("A"), scene.status("A")) == ((4, 1), "prone")
    else:
        scene = cellar({"A": home(at=(2, 1)), "b": away(at=(3, 1)), "c": away(at=(7, 3))}, "pit")
        scene.play("activate A", "declare block b", "push (4,1)", "stay", dice=["block PUSH", "2D6 1+1"])
        assert (scene.square("b"), scene.status("b")) == ((4, 1), "prone")


@pytest.mark.rule("A-TRAP-02")
def test_leaping_over_it_sets_off_nothing() -> None:
    edition = "astrogranite(classic, traps=on, leaping=on)"
    scene = cellar({"A": home(at=(3, 1)), "b": away(at=(7, 3))}, "pit", edition)
    scene.play("activate A", "declare move", "leap", "jump (5,1)")
    if scene.offered("cross (4,1)"):
        scene.play("cross (4,1)", dice=["D6 6"])
    assert scene.square("A") == (5, 1)
    assert token(scene) == TRAP_TOKEN


@pytest.mark.rule("A-TRAP-03")
@pytest.mark.parametrize(
    ("kind", "dice", "left"),
    [
        ("pit", ["2D6 1+1"], PIT_TOKEN),
        ("teleporter", ["D6 3"], WARP_TOKEN),
        ("exploding", ["2D6 1+1"], NO_TOKEN),
        ("gas", [], NO_TOKEN),
    ],
)
def test_pits_and_teleporters_stay_and_the_others_are_used_up(kind: str, dice: list[str], left: int) -> None:
    scene = cellar({"A": home(at=(3, 1)), "b": away(at=(7, 3))}, kind)
    scene.play("activate A", "declare move", "step e", dice=dice)
    assert token(scene) == left


@pytest.mark.rule("A-TRAP-03")
def test_a_pit_affects_everybody_who_comes_later() -> None:
    scene = Scene(
        CELLAR.replace("^", "p"), {"A": home(at=(3, 1)), "b": away(at=(7, 3))}, edition=EDITION, rerolls=(1, 0)
    )
    scene.play("activate A", "declare move", "step e", dice=["2D6 1+1"])
    assert (scene.status("A"), scene.turnover) == ("prone", "TURNOVER_KNOCKED_DOWN")


@pytest.mark.rule("A-TRAP-04", "A-BALL-06")
def test_a_pit_knocks_down_and_the_ball_bounces_out() -> None:
    scene = cellar({"A": home(at=(3, 1)), "b": away(at=(7, 3))}, "pit", ball="A")
    scene.play("activate A", "declare move", "step e", dice=["2D6 5+4", "2D6 1+1", "D8 7"])
    assert (scene.square("A"), scene.status("A"), scene.ball) == ((4, 1), "stunned", (4, 2))


@pytest.mark.rule("A-BALL-06")
def test_a_ball_that_comes_into_an_empty_pit_bounces_on() -> None:
    scene = Scene(
        CELLAR.replace("^", "p"), {"A": home(at=(2, 1), agility=4), "b": away(at=(7, 3))}, ball=(3, 1), edition=EDITION
    )
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D8 5", "D8 5"])
    assert scene.ball == (5, 1)


@pytest.mark.rule("A-BALL-10")
def test_a_ball_rests_on_a_hidden_trap() -> None:
    scene = cellar({"A": home(at=(2, 1), agility=4), "b": away(at=(7, 3))}, "pit", ball=(3, 1))
    scene.play("activate A", "declare move", "step e", dice=["D6 1", "D8 5"])
    assert scene.ball == (4, 1)
    assert token(scene) == TRAP_TOKEN


@pytest.mark.rule("A-TRAP-05")
def test_spikes_add_three_to_the_armour_roll() -> None:
    scene = cellar({"A": home(at=(3, 1)), "b": away(at=(7, 3))}, "spiked")
    scene.play("activate A", "declare move", "step e", dice=["2D6 3+3", "2D6 1+1"])
    assert scene.status("A") == "stunned"


@pytest.mark.rule("A-TRAP-03", "A-TRAP-05")
@pytest.mark.parametrize(("known", "status"), [(SPIKED_TOKEN, "stunned"), (PIT_TOKEN, "prone")])
def test_a_pit_that_is_known_has_its_spikes_still(known: int, status: str) -> None:
    scene = cellar({"A": home(at=(3, 1)), "b": away(at=(7, 3))}, "spiked")
    scene.game.put_token(scene.node((4, 1)), known)
    dice = ["2D6 3+3", "2D6 1+1"] if status == "stunned" else ["2D6 3+3"]
    scene.play("activate A", "declare move", "step e", dice=dice)
    assert scene.status("A") == status


@pytest.mark.rule("A-TRAP-05", "A-DEF-14")
def test_knocked_into_a_spiked_pit_it_is_one_armour_roll_with_all_that_is_added() -> None:
    legend = {"A": home(at=(2, 1), skills=["Mighty Blow"]), "b": away(at=(3, 1)), "c": away(at=(7, 3))}
    scene = cellar(legend, "spiked")
    scene.play("activate A", "declare block b", "push (4,1)", "stay", dice=["block POW", "2D6 3+2"])
    assert scene.offered("use Mighty Blow A"), "5 + 3, and one more breaks it"
    scene.play("use Mighty Blow A", dice=["2D6 3+3"])
    assert (scene.square("b"), scene.status("b")) == ((4, 1), "stunned")


@pytest.mark.rule("A-TRAP-06")
def test_nobody_in_a_pit_can_be_fouled_or_do_anything_but_climb() -> None:
    scene = in_pit()
    scene.play("activate A")
    assert scene.options() == ["declare climb out"]
    legend = {"a": home(at=(3, 1)), "B": away(at=(4, 1), status="prone"), "c": away(at=(7, 3), status="prone")}
    scene = Scene(CELLAR.replace("^", "p"), legend, edition=EDITION)
    scene.play("activate a", "declare foul")
    assert not scene.offered("foul B")


@pytest.mark.rule("A-TRAP-06")
def test_an_explosion_outside_does_not_reach_into_a_pit() -> None:
    details = {"trap": [{"at": [4, 2], "kind": "gas"}]}
    picture = """
        #########
        #...p...#
        #...^...#
        #.......#
        #123456.#
        #########
    """
    legend = {"A": home(at=(3, 3)), "B": away(at=(4, 1), status="prone"), "c": away(at=(7, 3))}
    scene = Scene(picture, legend, edition=EDITION, details=details)
    scene.play("activate A", "declare move", "step ne")
    assert (scene.status("A"), scene.status("B")) == ("stunned", "prone")


def standing_in_pit(legend: dict[str, Piece], more: str = "dungeon_skills=on", **facts: object) -> Scene:
    """A falls in, keeps its feet, and it is its side's turn again."""
    edition = f"astrogranite(classic, traps=on, {more})"
    acrobat = home(at=(3, 1), skills=["Acrobatics"])
    pieces = {"A": acrobat, "b": away(at=(7, 3)), **legend}
    scene = Scene(CELLAR.replace("^", "p"), pieces, edition=edition, **facts)  # type: ignore[arg-type]
    dice = ["D6 6", "D8 7"] if scene.ball == "A" else ["D6 6"]
    scene.play("activate A", "declare move", "step e", dice=dice)
    assert (scene.square("A"), scene.status("A")) == ((4, 1), "standing")
    return scene


@pytest.mark.rule("A-BALL-06", "A-SKILL-08")
def test_no_ball_stays_in_a_pit_with_somebody_who_keeps_its_feet() -> None:
    scene = standing_in_pit({}, ball="A")
    assert scene.ball == (4, 2)
    assert scene.turnover == ""


@pytest.mark.rule("A-TRAP-06")
def test_on_its_feet_in_a_pit_a_player_neither_marks_nor_strikes_nor_is_struck_or_handed_a_ball() -> None:
    mates = {"B": home(at=(4, 3)), "c": away(at=(5, 1))}
    scene = standing_in_pit(mates, ball="B")
    pit = scene.piece("A")
    assert not scene.game.is_marked(scene.piece("c"))
    scene.play("activate B", "declare hand-off", "step n")
    assert not scene.offered("hand off A")
    scene.play("stop", "activate c")
    assert not scene.offered("declare block A")
    scene.play("declare move", "stop", "end turn", "activate A")
    assert scene.options() == ["declare climb out"]
    assert not scene.game.has_zone(pit)


@pytest.mark.rule("A-TRAP-06")
def test_a_chest_that_explodes_beside_a_pit_does_not_reach_into_it() -> None:
    scene = standing_in_pit({"B": home(at=(4, 3)), "d": away(at=(5, 2))})
    scene.game.put_chest(scene.node((4, 2)))
    scene.game.balls_hidden = 0
    scene.play("activate B", "declare move", "open (4,2)", dice=["2D6 1+1", "2D6 1+1"])
    assert [scene.status(letter) for letter in "ABd"] == ["standing", "prone", "prone"]


@pytest.mark.rule("A-TRAP-06")
def test_a_bomb_beside_a_pit_does_not_reach_into_it() -> None:
    thrower = {"B": home(at=(1, 3), skills=["Bombardier", "Secret Weapon"])}
    scene = standing_in_pit(thrower, "dungeon_skills=on, referees=on, secret_weapons=on")
    scene.play("activate B", "declare throw bomb", "throw (4,2)", dice=["D6 6"])
    assert scene.told("bomb exploded")
    assert scene.status("A") == "standing"


@pytest.mark.rule("A-TRAP-07")
@pytest.mark.parametrize(("friends", "face", "out"), [(0, 3, False), (0, 4, True), (1, 3, True), (2, 3, False)])
def test_climbing_out_is_an_agility_roll_helped_by_friends_nobody_marks(friends: int, face: int, out: bool) -> None:
    helper = {"a": home(at=(3, 2))} if friends else {}
    if friends == 2:
        helper["c"] = away(at=(2, 3))
    scene = in_pit(**helper)
    scene.play("activate A", "declare climb out", dice=[f"D6 {face}"])
    assert (scene.status("A") == "standing" or any(o.startswith("climb-out") for o in scene.options())) is out


@pytest.mark.rule("A-TRAP-07")
def test_a_stunned_player_cannot_try() -> None:
    legend = {"A": home(at=(4, 1), status="stunned"), "a": home(at=(1, 1)), "b": away(at=(7, 3))}
    scene = Scene(CELLAR.replace("^", "p"), legend, edition=EDITION)
    assert not scene.offered("activate A")


@pytest.mark.rule("A-TRAP-08")
def test_out_of_the_pit_it_stands_beside_it_and_its_activation_is_over() -> None:
    scene = in_pit(a=home(at=(1, 3)))
    scene.play("activate A", "declare climb out", "climb-out (5,2)", dice=["D6 4"])
    assert (scene.square("A"), scene.status("A")) == ((5, 2), "standing")
    assert not scene.offered("activate A")


@pytest.mark.rule("A-TRAP-08")
def test_a_failed_climb_changes_nothing_and_is_no_turnover() -> None:
    scene = in_pit(a=home(at=(1, 3)))
    scene.play("activate A", "declare climb out", dice=["D6 1"])
    assert (scene.square("A"), scene.status("A"), scene.turnover, scene.active) == ((4, 1), "prone", "", "home")


@pytest.mark.rule("A-TRAP-06", "A-TELE-15")
def test_who_is_in_a_pit_may_still_give_up_the_dungeon() -> None:
    legend = {"A": home(at=(4, 1), status="prone"), "b": away(at=(7, 3))}
    edition = "astrogranite(classic, traps=on, teleport_exit=on)"
    scene = Scene(CELLAR.replace("^", "p"), legend, edition=edition)
    scene.play("activate A")
    assert sorted(scene.options()) == ["declare climb out", "declare leave dungeon"]


@pytest.mark.rule("A-TRAP-09", "A-BASE-17")
def test_a_free_pit_is_a_square_to_be_pushed_into_like_any_other_and_one_that_is_taken_is_not() -> None:
    picture = """
        #####
        ##..#
        #ABp#
        ##..#
        #####
    """
    scene = Scene(picture, {"A": home(), "B": away()}, edition=EDITION)
    scene.play("activate A", "declare block B", dice=["block PUSH"])
    assert sorted(scene.options()) == ["push (3,1)", "push (3,2)", "push (3,3)"]
    scene = Scene(picture, {"A": home(), "B": away(), "c": away(at=(3, 2), status="prone")}, edition=EDITION)
    scene.play("activate A", "declare block B", dice=["block PUSH"])
    assert sorted(scene.options()) == ["push (3,1)", "push (3,3)"]


@pytest.mark.rule("A-TRAP-09")
def test_who_is_pushed_into_a_pit_that_is_taken_lands_on_the_one_inside() -> None:
    picture = """
        ######
        #ABp.#
        ####.#
        ######
    """
    legend = {"A": home(), "B": away(), "c": away(at=(3, 1), status="prone")}
    scene = Scene(picture, legend, edition=EDITION)
    dice = ["block PUSH", "D6 2", "D8 5", "2D6 1+1", "2D6 5+4", "2D6 1+1"]
    scene.play("activate A", "declare block B", "stay", dice=dice)
    assert (scene.square("B"), scene.status("B")) == ((4, 1), "prone")
    assert (scene.square("c"), scene.status("c")) == ((3, 1), "stunned")


@pytest.mark.rule("A-TRAP-10")
def test_an_exploding_trap_knocks_down_everybody_beside_it_in_reading_order() -> None:
    legend = {"A": home(at=(4, 2)), "b": away(at=(3, 1)), "c": away(at=(5, 2)), "d": away(at=(7, 3))}
    scene = cellar({**legend, "c": away(at=(5, 2), status="prone")}, "exploding")
    dice = ["D6 6", "2D6 1+1", "2D6 5+4", "2D6 1+1"]
    scene.play("activate A", "declare move", "step n", dice=dice)
    assert [scene.status(letter) for letter in "Abcd"] == ["stunned", "prone", "prone", "standing"]
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


@pytest.mark.rule("A-TRAP-11")
@pytest.mark.parametrize(("face", "status"), [(3, "standing"), (4, "stunned")])
def test_gas_stuns_without_a_roll_but_the_strong_only_on_a_four(face: int, status: str) -> None:
    legend = {
        "A": home(at=(4, 2)),
        "b": away(at=(3, 1), status="prone"),
        "c": away(at=(5, 1), strength=5),
        "d": away(at=(7, 3)),
    }
    scene = cellar(legend, "gas", ball="A")
    scene.play("activate A", "declare move", "step n", dice=["D6 6", f"D6 {face}", "D8 7"])
    assert [scene.status(letter) for letter in "Abcd"] == ["stunned", "stunned", status, "standing"]
    assert (scene.turnover, scene.ball) == ("TURNOVER_GAS", (4, 2))


@pytest.mark.rule("A-TRAP-11")
def test_gas_that_reaches_opponents_only_is_no_turnover() -> None:
    scene = cellar({"A": home(at=(2, 1)), "b": away(at=(3, 1)), "c": away(at=(7, 3)), "D": home(at=(1, 3))}, "gas")
    scene.play("activate A", "declare block b", "push (4,1)", "stay", dice=["block PUSH"])
    assert (scene.status("b"), scene.turnover, scene.active) == ("stunned", "", "home")


@pytest.mark.rule("A-TRAP-12")
def test_a_teleporter_trap_leads_to_a_random_teleporter_and_nobody_is_lost() -> None:
    legend = {"A": home(at=(3, 1)), "b": away(at=(3, 4)), "c": away(at=(7, 3))}
    scene = cellar(legend, "teleporter")
    scene.play("activate A", "declare move", "step e", dice=["D6 3", "D6 5"])
    assert (scene.square("A"), scene.square("b")) == ((3, 4), (5, 4)), "whoever is there has to go on"
    scene.play("step n")
    assert scene.square("A") == (3, 3)


@pytest.mark.rule("A-BALL-05", "A-BALL-10", "A-TRAP-12")
def test_a_ball_on_a_token_that_proves_to_be_a_teleporter_goes_after_the_player() -> None:
    scene = cellar({"A": home(at=(3, 1)), "c": away(at=(7, 3))}, "teleporter", ball=(4, 1))
    scene.play("activate A", "declare move", "step e", dice=["D6 3", "D6 5", "D8 2"])
    assert scene.square("A") == (3, 4)
    assert scene.ball == (5, 3), "out of the fifth, and one step north"


@pytest.mark.rule("A-BALL-04", "A-BALL-05")
def test_a_ball_onto_a_teleporter_trap_that_is_known_teleports() -> None:
    legend = {"A": home(at=(2, 1)), "b": away(at=(3, 1), armour=9), "c": away(at=(7, 3))}
    scene = cellar(legend, "teleporter", ball="b")
    scene.game.put_token(scene.node((4, 1)), WARP_TOKEN)
    dice = ["block POW", "2D6 1+1", "D8 2", "D6 5", "D8 2"]
    scene.play("activate A", "declare block b", "push (4,2)", "stay", dice=dice)
    assert scene.ball == (5, 3)


@pytest.mark.rule("A-TRAP-12", "A-TELE-09")
def test_a_step_onto_a_teleporter_trap_that_is_known_counts_and_a_follow_up_that_is_forced_does_not() -> None:
    def known(**pieces: Piece) -> Scene:
        scene = cellar({"b": away(at=(7, 3)), "D": home(at=(1, 3)), **pieces}, "teleporter")
        scene.game.put_token(scene.node((4, 1)), WARP_TOKEN)
        return scene

    scene = known(A=home(at=(3, 1)))
    scene.play("activate A", "declare move", "step e", dice=["D6 3"])
    assert scene.game.teleports(scene.piece("A")) == 1
    for skills, counted in ((["Frenzy"], 0), ([], 1)):
        scene = known(A=home(at=(3, 1), skills=skills), c=away(at=(4, 1)))
        choices = ["push (5,1)"] if skills else ["push (5,1)", "follow"]
        scene.play("activate A", "declare block c", *choices, dice=["block PUSH", "D6 3"])
        assert scene.square("A") == (3, 4)
        assert scene.game.teleports(scene.piece("A")) == counted


@pytest.mark.rule("A-TRAP-13")
def test_pushing_somebody_onto_a_trap_is_worth_a_point() -> None:
    scene = cellar({"A": home(at=(2, 1)), "b": away(at=(3, 1)), "c": away(at=(7, 3))}, "pit")
    scene.play("activate A", "declare block b", "push (4,1)", "stay", dice=["block PUSH", "2D6 1+1"])
    earned = [(e["piece"], e["points"]) for e in scene.game.events if e.kind == POINTS_EARNED]
    assert earned == [(scene.piece("A"), 1)]
    assert int(clauses.HAZARD_PUSH) in {int(e.clause) for e in scene.game.events if e.kind == POINTS_EARNED}


@pytest.mark.rule("A-SKILL-09")
def test_lightning_reflexes_take_a_player_out_of_a_pit_but_not_out_of_a_blast() -> None:
    edition = "astrogranite(classic, traps=on, dungeon_skills=on)"
    for kind, dice, status in (("pit", [], "standing"), ("exploding", ["2D6 1+1"], "prone")):
        legend = {"A": home(at=(3, 1), skills=["Lightning Reflexes"]), "b": away(at=(7, 3))}
        scene = cellar(legend, kind, edition)
        scene.play("activate A", "declare move", "step e", "step e", dice=dice)
        assert (scene.square("A"), scene.status("A")) == ((5, 1), status)


def test_the_pathfinder_keeps_away_and_a_match_can_be_saved_in_a_pit() -> None:
    scene = in_pit(a=home(at=(3, 2)))
    found = reach(scene.game, scene.piece("a"))
    assert found.cost(scene.node((4, 1))) == -1
    assert reach(scene.game, scene.piece("A")).squares() in ([], [scene.node((4, 1))])
    scene.play("activate A", "declare climb out", dice=["D6 4"])
    assert fingerprint(load(save(scene.match))) == fingerprint(scene.game)
    assert scene.game.signal in (ASK, ROLL)
