"""How monsters come into the dungeon: lurking, morphing, by teleporter, in the middle (A-LURK, A-MORPH, A-MGM, A-MBOWL,
A-DRAG), and who leads them."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.dungeon.text import read_dungeon
from dungeonbowl.editions import EditionError, build
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import start
from dungeonbowl.engine.procedures.contest import Contest
from dungeonbowl.engine.setup import standard_squads
from dungeonbowl.records.scene import Piece, Scene, away, home, neutral
from support.walks import Luck, play_on

LURK = "astrogranite(classic, lurking_monsters=on)"
MORPH = "astrogranite(classic, morphing_monsters=on)"
LED = "astrogranite(classic, lurking_monsters=on, monster_gm=on)"
SENT = "astrogranite(classic, monster_gm=on, gm_arrival=on)"
BOWL = "astrogranite(classic, monsterbowl=on)"
DRAGON = "astrogranite(classic, dragonbowl=on)"


def waiting(*skills: str, **facts: Any) -> Piece:
    """A monster of the pool."""
    return neutral(skills=["Monster", *(skills or ["Block Attack"])], status="absent", **facts)


def eater(*skills: str, **facts: Any) -> Piece:
    return neutral(skills=["Ball Eater", *(skills or ["Block Attack"])], **facts)


def scene(picture: str, legend: dict[str, Piece], edition: str, **facts: Any) -> Scene:
    """With a player of either side whom nobody reaches."""
    rows = [row.strip() for row in picture.strip().split("\n")]
    width = max(len(row) for row in rows)
    everybody = {"y": home(), "z": away(), **legend}
    return Scene("\n".join([*rows, *["#" * width] * 6, "yz"]), everybody, edition=edition, **facts)


# --- lurking ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-LURK-01", "A-LURK-02", "A-LURK-03")
def test_something_appears_beside_the_chest_when_a_player_stops_near_it() -> None:
    game = scene(".....\nA..$.\n.....", {"A": home(), "M": waiting(movement=1)}, LURK)
    game.play("activate A", "declare move", "stop", dice=["D6 5", "D8 8"])
    assert game.square("M") == (4, 2)
    assert game.status("M") == "standing"
    game.play("end turn")
    assert game.square("M") == (3, 2)  # after the turn of the side that woke it


@pytest.mark.rule("A-LURK-01")
def test_a_low_die_means_nothing_and_the_chest_never_rolls_again() -> None:
    game = scene("A..$.", {"A": home(), "M": waiting()}, LURK)
    game.play("activate A", "declare move", "stop", dice=["D6 4"])
    assert game.status("M") == "absent"
    game.play("end turn", "end turn", "activate A", "declare move", "stop")
    assert game.status("M") == "absent"


@pytest.mark.rule("A-LURK-01")
@pytest.mark.parametrize(
    ("picture", "dice"),
    [
        ("A...$.", ["D6 1"]),
        ("A....$", []),
        ("A#.$\n.#..\n.#..\n....", []),
        ("A.C.$.", ["D6 1"]),  # whoever stands in between is in nobody's way
        ("A.$.$", ["D6 1"]),  # the second one is behind the first
        ("A.o.$", []),
    ],
)
def test_it_takes_four_steps_or_fewer_to_wake_something(picture: str, dice: list[str]) -> None:
    legend = {"A": home(), "M": waiting()} | ({"C": home()} if "C" in picture else {})
    game = scene(picture, legend, LURK.replace(")", ", obstacles=on)"))
    game.play("activate A", "declare move", "stop", dice=dice)


@pytest.mark.rule("A-LURK-01")
def test_whoever_comes_from_reserves_wakes_something_too_and_a_set_up_does_not() -> None:
    legend = {"R": home(status="reserves"), "A": home(), "M": waiting()}
    game = scene("1.$A", legend, LURK)
    game.play("enter R", "declare move", "stop", dice=["D6 1", "D6 1"])
    assert game.status("M") == "absent"


@pytest.mark.rule("A-LURK-01")
def test_several_chests_roll_in_reading_order() -> None:
    game = scene("#$#\n.A.\n.$.", {"A": home(), "M": waiting()}, LURK)
    game.give(["D6 5", "D2 1", "D6 1"])
    for text in ("activate A", "declare move", "stop"):
        game.act(text)
    game.spent()
    assert game.square("M") == (0, 1)  # beside the upper chest


@pytest.mark.rule("A-LURK-01")
def test_a_chest_that_is_moved_has_still_rolled() -> None:
    edition = "astrogranite(classic, lurking_monsters=on, chest_moving=on)"
    game = scene("A$....", {"A": home(strength=5), "M": waiting()}, edition)
    game.play("activate A", "declare move", "shove chest e", "stop", dice=["D6 1"])
    assert game.game.is_chest(game.node((2, 0)))
    game.play("end turn", "end turn", "activate A", "declare move", "stop")


@pytest.mark.rule("A-LURK-01")
def test_a_chest_that_is_moved_to_where_another_was_has_not_rolled_for_it() -> None:
    edition = "astrogranite(classic, lurking_monsters=on, chest_moving=on)"
    legend = {"A": home(strength=5), "C": home(), "M": waiting()}
    picture = "C$.......\n........#\n......$A.\n#########"
    game = scene(picture, legend, edition, modules={"monsters": {"woken": [[5, 2]]}})
    game.play("activate A", "declare move", "shove chest w", "stop", dice=["D6 1"])
    assert game.game.is_chest(game.node((5, 2)))


@pytest.mark.rule("A-LURK-02")
def test_without_a_free_square_beside_the_chest_nothing_appears() -> None:
    game = scene("A$", {"A": home(), "M": waiting()}, LURK)
    game.play("activate A", "declare move", "stop", dice=["D6 6"])
    assert game.status("M") == "absent"


@pytest.mark.rule("A-LURK-02", "A-MON-01")
def test_a_large_one_without_room_is_replaced_by_the_next_that_fits() -> None:
    legend = {"A": home(), "H": waiting(size=2), "M": waiting(), "B": home()}
    game = scene("A.$.#\n#####\n..B..\n.....", legend, LURK)
    game.play("activate A", "declare move", "stop", dice=["D6 5", "D2 1", "D2 2"])
    assert game.status("H") == "absent"
    assert game.square("M") == (3, 0)
    kinds = {"A": home(), "M": waiting(movement=1), "N": waiting(movement=2)}
    game = scene("A.$.#", kinds, LURK)
    game.play("activate A", "declare move", "stop", dice=["D6 5", "D2 2", "D2 2"])
    assert (game.status("M"), game.square("N")) == ("absent", (3, 0))
    game = scene("A.$.#\n..#..\n..B..\n.....", legend, LURK)
    assert game.status("H") == "absent"


@pytest.mark.rule("A-LURK-02")
def test_a_large_one_needs_a_body_of_free_squares_with_one_beside_the_chest() -> None:
    game = scene("A.$..\n#####\n#####", {"A": home(), "H": waiting(size=2)}, LURK)
    game.play("activate A", "declare move", "stop", dice=["D6 5"])
    assert game.status("H") == "absent"
    game = scene("A#$..\n.##..\n.....", {"A": home(), "H": waiting(size=2)}, LURK)
    game.play("activate A", "declare move", "stop")
    assert game.status("H") == "absent"
    game = scene("A.$..\n###..\n#####", {"A": home(), "H": waiting(size=2)}, LURK)
    game.play("activate A", "declare move", "stop", dice=["D6 5"])
    assert game.square("H") == (3, 0)


# --- morphing --------------------------------------------------------------------------------------------------------


def opened(picture: str, legend: dict[str, Piece], dice: list[str], edition: str = MORPH, **facts: Any) -> Scene:
    game = scene(
        picture, {"A": home(), **legend}, edition, ball=facts.pop("ball", (1, 7 + picture.count("\n"))), **facts
    )
    game.give(dice)
    for text in ("activate A", "declare move", "open (1,0)"):
        game.act(text)
    return game


@pytest.mark.rule("A-MORPH-01", "A-MORPH-02", "A-MORPH-03")
def test_a_chest_that_would_explode_may_be_a_monster_that_strikes_at_once() -> None:
    game = opened(".$...\nA....\n#####", {"M": waiting("Block Attack (2)", "Bone-head")}, ["D6 5", "block PU"])
    assert game.square("M") == (1, 0) or game.told("followed up", "M")
    blows = [line for line in game.telling() if line.startswith("block dice rolled")]
    assert blows == ["block dice rolled M A"]
    assert not game.told("tested", "M")  # no trait roll


@pytest.mark.rule("A-MORPH-01")
def test_a_low_die_and_it_explodes() -> None:
    game = opened("A$...", {"M": waiting()}, ["D6 4", "2D6 1+1"])
    game.spent()
    assert game.status("M") == "absent"
    assert game.status("A") == "prone"


@pytest.mark.rule("A-MORPH-02", "A-LURK-03", "A-MON-03")
def test_afterwards_it_acts_only_in_its_phase() -> None:
    game = opened("A$..B", {"B": away(), "M": waiting(movement=1)}, ["D6 6", "block PU"])
    game.play("stop", "end turn", dice=["block PU"])
    assert game.square("M") == (1, 0)


@pytest.mark.rule("A-MORPH-03")
def test_one_without_a_block_strikes_with_its_first_attack_and_piercing_counts() -> None:
    game = opened("A$...", {"M": waiting("Poisoned Slash (2)", "Piercing (+2)")}, ["D6 6", "2D6 4+3", "2D6 1+1"])
    game.spent()
    assert game.status("A") == "knocked-out"


@pytest.mark.rule("A-MORPH-03")
@pytest.mark.parametrize("action", ["move", "blitz"])
def test_even_a_frenzied_one_strikes_once(action: str) -> None:
    legend = {"A": home(movement=4), "M": waiting("Block Attack", "Frenzy"), "z": away()}
    game = scene("A$...", legend, MORPH, ball=(1, 7))
    game.play("activate A", f"declare {action}", "open (1,0)", dice=["D6 5", "block PU"])
    assert int(game.game.moves_left) == 3  # what the opener has paid for the chest, and no more


@pytest.mark.rule("A-MORPH-04")
def test_an_opener_on_its_feet_goes_on_and_one_knocked_down_is_a_turnover() -> None:
    game = opened("A$...", {"M": waiting()}, ["D6 5", "block PU"])
    assert game.offered("stop")
    game = opened("A$...", {"M": waiting()}, ["D6 5", "block POW", "2D6 1+1"])
    assert game.turnover == "TURNOVER_KNOCKED_DOWN"


@pytest.mark.rule("A-MORPH-04", "A-TURN-10")
@pytest.mark.parametrize(("attack", "status"), [("Slash", "stunned"), ("Poisoned Slash", "knocked-out")])
def test_an_opener_who_is_hurt_by_claws_costs_its_team_the_turn(attack: str, status: str) -> None:
    game = opened("A$...", {"M": waiting(attack)}, ["D6 6", "2D6 6+6", "2D6 1+1"])
    assert game.status("A") == status
    assert game.turnover == "TURNOVER_KNOCKED_DOWN"
    game = opened("A$...", {"M": waiting(attack)}, ["D6 6", "2D6 1+1"])
    assert game.offered("stop")


@pytest.mark.rule("A-MORPH-05")
def test_nobody_beside_it_means_no_attack() -> None:
    edition = "astrogranite(classic, morphing_monsters=on, dungeon_skills=on)"
    legend = {"A": home(skills=["Lightning Reflexes"]), "M": waiting()}
    game = scene(".A$..", legend, edition, ball=(1, 7))
    game.give(["D6 5"])
    for text in ("activate A", "declare move", "open (2,0)"):
        game.act(text)
    moves = [text for text in game.options() if text not in ("stay", "decline")]
    game.act(next(text for text in moves if "w" in text.split() or "(0,0)" in text))
    game.spent()
    assert game.square("M") == (2, 0)
    assert not game.told("block dice rolled")


@pytest.mark.rule("A-MORPH-06")
def test_one_that_is_too_large_is_replaced_and_with_none_it_explodes() -> None:
    legend = {"H": waiting(size=2), "M": waiting(), "B": home()}
    game = opened("A$...\n#####\n..B..\n.....", dict(legend), ["D6 5", "D2 1", "block PU"])
    game.spent()
    assert game.square("M") == (1, 0)
    del legend["M"]
    game = opened("A$...\n#####\n..B..\n.....", legend, ["D6 5", "2D6 1+1"])
    game.spent()
    assert game.status("H") == "absent"
    assert game.status("A") == "prone"


@pytest.mark.rule("A-MORPH-06")
def test_a_large_one_stands_where_the_chest_was() -> None:
    game = opened("A$.\n#..\n###", {"H": waiting(size=2)}, ["D6 5", "block PU"])
    game.spent()
    assert game.square("H") == (1, 0)


# --- the game master -------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-MGM-01", "A-DUN-06")
def test_a_game_master_chooses_way_target_face_and_square() -> None:
    legend = {"A": home(), "B": home(), "M": neutral(skills=["Monster", "Block Attack"], strength=5)}
    game = scene("...B.\nM..A.\n.....", legend, LED, to_move="away")
    game.play("end turn")
    assert game.asked == "nobody"
    game.play("step e", "step e")
    assert game.offered("block A")
    assert game.offered("block B")
    assert game.offered("stop")
    game.play("block A", dice=["block PU DD"])
    assert game.offered("face push")
    assert game.offered("face pow")
    game.play("face push")
    assert game.offered("push (4,0)")
    assert game.offered("push (4,2)")
    game.play("push (4,2)")
    assert game.square("M") == (3, 1)  # it always follows
    assert game.asked == "home"


@pytest.mark.rule("A-MGM-01")
def test_a_game_master_may_let_it_stand_still_or_leave_it_to_the_rule() -> None:
    legend = {"A": home(), "M": neutral(skills=["Monster", "Block Attack"], movement=2)}
    game = scene("M....A", legend, LED, to_move="away")
    game.play("end turn", "stop")
    assert game.square("M") == (0, 0)
    game = scene("M....A", legend, LED, to_move="away")
    game.play("end turn", "by rule")
    assert game.square("M") == (2, 0)


@pytest.mark.rule("A-MGM-01")
def test_a_game_master_may_foul_and_picks_the_target_of_every_attack() -> None:
    legend = {
        "A": home(),
        "B": home(status="prone", armour=9),
        "C": home(),
        "M": neutral(skills=["Monster", "Block Attack (2)"], strength=6),
    }
    game = scene("AMC\n.B.", legend, LED, to_move="away")
    game.play("end turn")
    assert game.offered("foul B")
    game.play("block A", dice=["block PU PU"])
    assert game.offered("block C")
    assert game.offered("stop")


@pytest.mark.rule("A-MGM-02", "A-HUGE-04")
def test_monsters_keep_their_limits_under_a_game_master() -> None:
    legend = {"A": home(), "M": neutral(skills=["Monster", "Block Attack", "Bone-head"], movement=1, size=2)}
    game = scene("MM.1\nMM..\n....\n...A", legend, LED, to_move="away")
    game.play("end turn", dice=["D6 3"])
    assert sorted(game.options()) == sorted(["step e", "step se", "step s", "stop", "by rule"])
    game.play("step e")
    assert game.asked == "home"  # with nothing left to do nobody is asked
    game = scene("MM..\nMM..\n....\n...A", legend, LED, to_move="away")
    game.play("end turn", dice=["D6 1"])
    assert game.asked == "home"


@pytest.mark.rule("A-MGM-03")
def test_a_monster_comes_by_teleporter_before_the_first_turn_and_another_when_it_is_gone() -> None:
    legend = {"M": waiting(armour=2), "N": waiting(), "A": home(strength=4)}
    game = scene("1A..\n2...", legend, SENT, modules={})
    assert game.status("M") == "absent"
    game.play("end turn", dice=["D2 1", "D6 1"])  # none is there: one comes before the next team turn
    assert game.square("M") == (0, 0)
    game.play("end turn", "stop")
    game.play("activate A", "declare block M", "face pow", dice=["block POW PU", "2D6 6+6", "2D6 6+6"])
    game.play("end turn", dice=["D6 2"])
    assert game.square("N") == (0, 1)  # a different one


@pytest.mark.rule("A-MGM-02")
def test_no_step_costs_more_than_a_monster_has_left() -> None:
    legend = {"A": home(), "M": neutral(skills=["Monster", "Block Attack"], movement=1, under="~")}
    game = scene("M...A", legend, LED.replace(")", ", water=on)"), to_move="away")
    game.play("end turn")
    assert game.options() == ["stop", "by rule"]


@pytest.mark.rule("A-MGM-03", "A-TELE-06")
def test_whoever_stands_on_its_teleporter_makes_room() -> None:
    game = scene("C..2", {"M": waiting(), "C": home(under="1")}, SENT)
    game.play("end turn", dice=["D6 1", "D6 2"])
    assert (game.square("M"), game.square("C")) == ((0, 0), (3, 0))


@pytest.mark.rule("A-MGM-03")
def test_the_arrival_of_a_game_master_replaces_lurking_and_morphing() -> None:
    edition = "astrogranite(classic, lurking_monsters=on, morphing_monsters=on, monster_gm=on, gm_arrival=on)"
    game = scene("A$..", {"A": home(), "M": waiting()}, edition, ball=(1, 7))
    game.play("activate A", "declare move", "open (1,0)", dice=["2D6 1+1"])
    assert game.status("A") == "prone"


@pytest.mark.rule("A-MGM-03", "A-MOD-04")
def test_without_a_game_master_nobody_sends_monsters_and_they_lurk() -> None:
    game = scene("1.A..$.", {"A": home(), "M": waiting()}, LURK.replace(")", ", gm_arrival=on)"))
    game.play("activate A", "declare move", "stop", dice=["D6 1"])
    game.play("end turn")
    assert game.status("M") == "absent"


@pytest.mark.rule("A-MGM-04")
def test_the_game_master_has_no_side_and_cannot_win() -> None:
    legend = {"A": home(), "M": neutral(skills=["Monster", "Block Attack"])}
    game = scene("M....A", legend, LED, to_move="away")
    game.play("end turn")
    assert game.match.asked() == 2
    assert game.game.squads.sides == 2
    game.play("stop")
    assert game.winner is None


def test_a_program_in_the_seat_of_the_game_master_leaves_it_to_the_rule() -> None:
    legend = {"A": home(), "M": neutral(skills=["Monster", "Block Attack"], movement=2)}
    game = scene("M....A", legend, LED, to_move="away")
    game.play("end turn")
    game.match.choose(int(game.rules.neutral.advice(game.game)))
    assert game.square("M") == (2, 0)


def test_a_game_master_needs_monsters_to_lead() -> None:
    with pytest.raises(EditionError, match="monster_gm"):
        build("astrogranite(classic, monster_gm=on)")


# --- monsterbowl -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-MBOWL-01")
def test_a_monster_comes_by_teleporter_and_scatters_and_a_new_one_at_the_next_round() -> None:
    game = scene(
        "1...\n....\nA...", {"M": eater(status="absent", movement=1), "A": home()}, BOWL, to_move="home", ball="A"
    )
    game.play("end turn")
    assert game.status("M") == "absent"
    game.play("end turn", dice=["D6 1", "D8 2", "D8 5"])  # north is wall: rolled again
    assert game.square("M") == (1, 0)


@pytest.mark.rule("A-MBOWL-01", "A-MGM-03")
@pytest.mark.parametrize("edition", [BOWL, SENT])
def test_the_first_one_is_there_before_the_first_turn(edition: str) -> None:
    rules = build(edition.replace(")", ", quick=on)"))
    game = Game(rules, read_dungeon(MAP, "hall", checked=False), standard_squads(8, neutral=rules.neutral.sheets(2)))
    game.record()
    start(game, Contest())
    play_on(game, Luck(3), 1)
    names = [EVENT_NAMES[event.kind] for event in game.events]
    assert names.index("monster appeared") < names.index("turn began")
    inside = [piece for piece in range(16, int(game.squads.count)) if game.square[piece] >= 0]
    assert len(inside) == 1


@pytest.mark.rule("A-MBOWL-02", "A-MBOWL-06")
def test_it_opens_chests_while_no_ball_has_been_found_and_suffers_explosions() -> None:
    game = scene("M.$$.A", {"M": eater(), "A": home()}, BOWL, to_move="away")
    game.play("end turn", dice=["D2 2", "2D6 1+1"])
    assert game.status("M") == "prone"
    assert game.square("M") == (1, 0)


@pytest.mark.rule("A-MBOWL-03", "A-MBOWL-04")
def test_a_ball_it_picks_up_is_eaten_and_comes_back_by_teleporter() -> None:
    legend = {"M": eater(movement=1), "A": home()}
    game = scene("M.....\n1....A", legend, BOWL, to_move="away", ball=(1, 0))
    game.play("end turn", dice=["D6 3", "D6 1", "D8 5"])
    assert "ball eaten M 1" in game.telling()
    assert game.ball == (1, 1)
    legend = {"M": eater(movement=1), "A": home(under="1")}
    game = scene("M.....\n...A..", legend, BOWL, to_move="away", ball=(1, 0))
    game.play("end turn", dice=["D6 3", "D6 1", "D8 5"])
    assert game.ball == (4, 1)  # nobody on the teleporter gets a chance to catch it


@pytest.mark.rule("A-MBOWL-03")
def test_players_hinder_it_and_a_failure_ends_its_activation() -> None:
    game = scene("M.....\n.A....", {"M": eater(agility=4), "A": home()}, BOWL, to_move="away", ball=(1, 0))
    game.play("end turn", dice=["D6 3", "D8 5"])  # 3 + 1 - 1 < 4
    assert game.square("M") == (1, 0)
    assert game.ball == (2, 0)


@pytest.mark.rule("A-MBOWL-05")
def test_the_third_ball_ends_the_game_and_every_team_loses() -> None:
    game = scene("M.....", {"M": eater()}, BOWL, to_move="away", ball=(1, 0), modules={"monsters": {"eaten": 2}})
    game.play("end turn", dice=["D6 6"])
    assert game.winner == "draw"
    assert "A-MBOWL-05" in game.cited()
    eaten = {"monsters": {"eaten": 1}}
    legend = {"M": eater(movement=1), "A": home()}
    game = scene("M.....\n1....A", legend, BOWL, to_move="away", ball=(1, 0), modules=eaten)
    game.play("end turn", dice=["D6 6", "D6 1", "D8 5"])
    assert game.winner is None  # the second does not


@pytest.mark.rule("A-MBOWL-06")
def test_it_wants_a_loose_ball_more_than_the_player_beside_it() -> None:
    game = scene("M....\nA....", {"M": eater(movement=1), "A": home()}, BOWL, to_move="away", ball=(4, 0))
    game.play("end turn")
    assert game.square("M") == (1, 0)


@pytest.mark.rule("A-MBOWL-06")
def test_it_attacks_who_carries_a_ball_or_is_in_the_only_way() -> None:
    game = scene("M....\nA....", {"M": eater(), "A": home()}, BOWL, to_move="away", ball="A")
    game.play("end turn", dice=["block PU"])
    game = scene("MA...", {"M": eater(), "A": home()}, BOWL, to_move="away", ball=(4, 0))
    game.play("end turn", dice=["block PU"])
    assert game.square("A") == (2, 0)


@pytest.mark.rule("A-MBOWL-06")
def test_it_leaves_alone_who_stands_on_one_of_several_shortest_ways() -> None:
    game = scene(".A..\nM#..\n....", {"M": eater(movement=1), "A": home()}, BOWL, to_move="away", ball=(3, 1))
    game.play("end turn")
    assert game.square("M") == (1, 2)


@pytest.mark.rule("A-MBOWL-06")
def test_of_those_beside_it_only_the_carrier_is_attacked() -> None:
    game = scene("BMA", {"M": eater(), "A": home(), "B": home()}, BOWL, to_move="away", ball="A")
    game.play("end turn", dice=["block PU PU"])  # A has the help of B
    assert game.told("block dice rolled", "M")


@pytest.mark.rule("A-MBOWL-06")
def test_a_carrier_far_away_comes_before_a_player_and_a_chest_nearby() -> None:
    legend = {"M": eater(movement=1), "A": home(), "B": home()}
    game = scene("$.....\n.M...A\n......\nB.....", legend, BOWL, to_move="away", ball="A")
    game.play("end turn")
    assert game.square("M") == (2, 0)


@pytest.mark.rule("A-MBOWL-06")
def test_once_a_ball_has_been_found_it_wants_no_chest_and_attacks_players() -> None:
    game = scene("$M...A", {"M": eater(movement=2), "A": home()}, BOWL, to_move="away", ball="z")
    game.play("end turn")
    assert game.square("M") == (3, 0)
    game = scene("$MA...", {"M": eater(), "A": home()}, BOWL, to_move="away", ball="z")
    game.play("end turn", dice=["block PU"])
    assert game.square("A") == (3, 0)


@pytest.mark.rule("A-MBOWL-06")
def test_without_balls_and_chests_it_goes_for_players() -> None:
    game = scene("M...A", {"M": eater(movement=2), "A": home()}, BOWL, to_move="away", ball="z")
    game.play("end turn")
    assert game.square("M") == (2, 0)


@pytest.mark.rule("A-MBOWL-07")
def test_a_large_one_picks_up_with_any_of_its_squares() -> None:
    legend = {"M": eater(movement=1, size=2), "A": home()}
    game = scene("MM....A\nMM.....\n.......\n1......", legend, BOWL, to_move="away", ball=(2, 1))
    game.play("end turn", dice=["D6 6", "D6 1", "D8 5"])
    assert "ball eaten M 1" in game.telling()
    assert game.ball == (1, 3)


# --- dragonbowl ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-DRAG-01")
def test_a_dungeon_without_room_for_a_dragon_is_refused() -> None:

    rules = build(DRAGON)
    narrow = read_dungeon(MAP.replace("........", "..#.#..#"), "narrow", checked=False)
    assert "dragon" in rules.opening.objection(narrow, 2)
    assert "dragon" not in rules.opening.objection(read_dungeon(MAP, "wide", checked=False), 2)


MAP = """
format = 1
id = "hall"
name = "Hall"
edition = "astrogranite"
map = '''
##############
#AA........BB#
#AA........BB#
#AA........BB#
#AA$1$2$3$4BB#
#AA$5$6....BB#
##############
'''
"""


@pytest.mark.rule("A-DRAG-01")
@pytest.mark.parametrize(("floor", "column"), [("....", 5), ("..~.", 4)])
def test_the_dragon_begins_in_the_free_area_nearest_the_middle(floor: str, column: int) -> None:
    rules = build("astrogranite(classic, dragonbowl=on, quick=on, turn_limit=1, water=on)")
    hall = read_dungeon(MAP.replace("........", f"..{floor}..", 1), "hall", checked=False)
    game = Game(rules, hall, standard_squads(8, neutral=rules.neutral.sheets(2)))
    game.record()
    start(game, Contest())
    play_on(game, Luck(1), 1)
    dragon = int(game.squads.count) - 1
    square = int(game.square[dragon])
    assert (int(game.dungeon.column[square]), int(game.dungeon.row[square])) == (column, 1)


@pytest.mark.rule("A-DRAG-02", "A-DRAG-03")
def test_there_is_one_dragon_and_it_acts_after_the_last_turn_of_a_round() -> None:
    rules = build(DRAGON)
    assert [sheet.name for sheet in rules.neutral.sheets(2)] == ["Cave Dragon"]
    with pytest.raises(EditionError):
        build("astrogranite(classic, dragonbowl=on, lurking_monsters=on)")
    dragon = neutral(skills=["Monster", "Block Attack (3)", "Flame Burst"], size=3, movement=1)
    game = scene("MMM.....\nMMM....A\nMMM.....", {"M": dragon, "A": home()}, DRAGON)
    game.play("end turn")
    assert game.square("M") == (0, 0)
    game.play("end turn", dice=["D6 1"])
    assert game.square("M") == (1, 0)
