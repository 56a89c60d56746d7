"""Games about monsters: a game master who leads them, one that eats balls, a dragon in the middle (A-MGM, A-MBOWL,
A-DRAG)."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.text import read_dungeon
from dungeonbowl.editions import EditionError, build
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.setup import standard_squads
from dungeonbowl.scenes.scene import home, neutral
from support.monsters import LURK, apart, eater, waiting
from support.walks import Luck, play_on

LED = "astrogranite(classic, lurking_monsters=on, monster_gm=on)"
SENT = "astrogranite(classic, monster_gm=on, gm_arrival=on)"
BOWL = "astrogranite(classic, monsterbowl=on)"
DRAGON = "astrogranite(classic, dragonbowl=on)"

# --- the game master -------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-MGM-01", "A-DUN-06")
def test_a_game_master_chooses_way_target_face_and_square() -> None:
    legend = {"A": home(), "B": home(), "M": neutral(skills=["Monster", "Block Attack"], strength=5)}
    game = apart("...B.\nM..A.\n.....", legend, LED, to_move="away")
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
    game = apart("M....A", legend, LED, to_move="away")
    game.play("end turn", "stop")
    assert game.square("M") == (0, 0)
    game = apart("M....A", legend, LED, to_move="away")
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
    game = apart("AMC\n.B.", legend, LED, to_move="away")
    game.play("end turn")
    assert game.offered("foul B")
    game.play("block A", dice=["block PU PU"])
    assert game.offered("block C")
    assert game.offered("stop")


@pytest.mark.rule("A-MGM-02", "A-TRAP-06", "A-MON-09")
def test_a_game_master_may_walk_a_monster_into_a_pit_and_reaches_nobody_inside_one() -> None:
    legend = {"A": home(), "B": home(at=(0, 0), status="prone"), "M": neutral(skills=["Monster", "Block Attack"])}
    edition = LED.replace(")", ", traps=on, trap_placement=map)")
    game = apart("pMp..A", legend, edition, to_move="away")
    game.play("end turn")
    assert game.options() == ["step e", "stop", "by rule"]
    game.play("step e", dice=["2D6 1+1"])
    assert (game.square("M"), game.status("M")) == ((2, 0), "prone")


@pytest.mark.rule("A-MGM-02", "A-HUGE-04")
def test_monsters_keep_their_limits_under_a_game_master() -> None:
    legend = {"A": home(), "M": neutral(skills=["Monster", "Block Attack", "Bone-head"], movement=1, size=2)}
    game = apart("MM.1\nMM..\n....\n...A", legend, LED, to_move="away")
    game.play("end turn", dice=["D6 3"])
    assert sorted(game.options()) == sorted(["step e", "step se", "step s", "stop", "by rule"])
    game.play("step e")
    assert game.asked == "home"  # with nothing left to do nobody is asked
    game = apart("MM..\nMM..\n....\n...A", legend, LED, to_move="away")
    game.play("end turn", dice=["D6 1"])
    assert game.asked == "home"


@pytest.mark.rule("A-MGM-03")
def test_a_monster_comes_by_teleporter_before_the_first_turn_and_another_when_it_is_gone() -> None:
    legend = {"M": waiting(armour=2), "N": waiting(), "A": home(strength=4)}
    game = apart("1A..\n2...", legend, SENT, modules={})
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
    game = apart("M...A", legend, LED.replace(")", ", water=on)"), to_move="away")
    game.play("end turn")
    assert game.options() == ["stop", "by rule"]


@pytest.mark.rule("A-MGM-03", "A-TELE-06")
def test_whoever_stands_on_its_teleporter_makes_room() -> None:
    game = apart("C..2", {"M": waiting(), "C": home(under="1")}, SENT)
    game.play("end turn", dice=["D6 1", "D6 2"])
    assert (game.square("M"), game.square("C")) == ((0, 0), (3, 0))


@pytest.mark.rule("A-MGM-03")
def test_the_arrival_of_a_game_master_replaces_lurking_and_morphing() -> None:
    edition = "astrogranite(classic, lurking_monsters=on, morphing_monsters=on, monster_gm=on, gm_arrival=on)"
    game = apart("A$..", {"A": home(), "M": waiting()}, edition, ball=(1, 7))
    game.play("activate A", "declare move", "open (1,0)", dice=["2D6 1+1"])
    assert game.status("A") == "prone"


@pytest.mark.rule("A-MGM-03", "A-MOD-04")
def test_without_a_game_master_nobody_sends_monsters_and_they_lurk() -> None:
    game = apart("1.A..$.", {"A": home(), "M": waiting()}, LURK.replace(")", ", gm_arrival=on)"))
    game.play("activate A", "declare move", "stop", dice=["D6 1"])
    game.play("end turn")
    assert game.status("M") == "absent"


@pytest.mark.rule("A-MGM-04")
def test_the_game_master_has_no_side_and_cannot_win() -> None:
    legend = {"A": home(), "M": neutral(skills=["Monster", "Block Attack"])}
    game = apart("M....A", legend, LED, to_move="away")
    game.play("end turn")
    assert game.match.asked() == 2
    assert game.game.squads.sides == 2
    game.play("stop")
    assert game.winner is None


def test_a_program_in_the_seat_of_the_game_master_leaves_it_to_the_rule() -> None:
    legend = {"A": home(), "M": neutral(skills=["Monster", "Block Attack"], movement=2)}
    game = apart("M....A", legend, LED, to_move="away")
    game.play("end turn")
    game.match.choose(int(game.rules.neutral.advice(game.game)))
    assert game.square("M") == (2, 0)


def test_a_game_master_needs_monsters_to_lead() -> None:
    with pytest.raises(EditionError, match="monster_gm"):
        build("astrogranite(classic, monster_gm=on)")


# --- monsterbowl -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-MBOWL-01")
def test_a_monster_comes_by_teleporter_and_scatters_and_a_new_one_at_the_next_round() -> None:
    game = apart(
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
    begin(game)
    play_on(game, Luck(3), 1)
    names = [EVENT_NAMES[event.kind] for event in game.events]
    assert names.index("monster appeared") < names.index("turn began")
    inside = [piece for piece in range(16, int(game.squads.count)) if game.square[piece] >= 0]
    assert len(inside) == 1


@pytest.mark.rule("A-MBOWL-02", "A-MBOWL-06")
def test_it_opens_chests_while_no_ball_has_been_found_and_suffers_explosions() -> None:
    game = apart("M.$$.A", {"M": eater(), "A": home()}, BOWL, to_move="away")
    game.play("end turn", dice=["D2 2", "2D6 1+1"])
    assert game.status("M") == "prone"
    assert game.square("M") == (1, 0)


@pytest.mark.rule("A-MBOWL-03", "A-MBOWL-04")
def test_a_ball_it_picks_up_is_eaten_and_comes_back_by_teleporter() -> None:
    legend = {"M": eater(movement=1), "A": home()}
    game = apart("M.....\n1....A", legend, BOWL, to_move="away", ball=(1, 0))
    game.play("end turn", dice=["D6 3", "D6 1", "D8 5"])
    assert "ball eaten M 1" in game.telling()
    assert game.ball == (1, 1)
    legend = {"M": eater(movement=1), "A": home(under="1")}
    game = apart("M.....\n...A..", legend, BOWL, to_move="away", ball=(1, 0))
    game.play("end turn", dice=["D6 3", "D6 1", "D8 5"])
    assert game.ball == (4, 1)  # nobody on the teleporter gets a chance to catch it


@pytest.mark.rule("A-MBOWL-04", "A-BVAR-08")
@pytest.mark.parametrize("size", [1, 2])
def test_an_enchanted_ball_is_eaten_like_any_other_and_carries_no_monster_off(size: int) -> None:
    legend = {"M": eater(movement=1, size=size), "A": home()}
    edition = BOWL.replace(")", ", ball_variants=on, ball_type=enchanted)")
    picture = "M......\n......A\n1......" if size == 1 else "MM.....\nMM....A\n.......\n1......"
    game = apart(picture, legend, edition, to_move="away", ball=(size, 0))
    game.play("end turn", dice=["D6 4", "D6 1", "D8 5"])
    assert "ball eaten M 1" in game.telling()


@pytest.mark.rule("A-MBOWL-03")
def test_players_hinder_it_and_a_failure_ends_its_activation() -> None:
    game = apart("M.....\n.A....", {"M": eater(agility=4), "A": home()}, BOWL, to_move="away", ball=(1, 0))
    game.play("end turn", dice=["D6 3", "D8 5"])  # 3 + 1 - 1 < 4
    assert game.square("M") == (1, 0)
    assert game.ball == (2, 0)


@pytest.mark.rule("A-MBOWL-05")
def test_the_third_ball_ends_the_game_and_every_team_loses() -> None:
    game = apart("M.....", {"M": eater()}, BOWL, to_move="away", ball=(1, 0), modules={"monsters": {"eaten": 2}})
    game.play("end turn", dice=["D6 6"])
    assert game.winner == "draw"
    assert "A-MBOWL-05" in game.cited()
    eaten = {"monsters": {"eaten": 1}}
    legend = {"M": eater(movement=1), "A": home()}
    game = apart("M.....\n1....A", legend, BOWL, to_move="away", ball=(1, 0), modules=eaten)
    game.play("end turn", dice=["D6 6", "D6 1", "D8 5"])
    assert game.winner is None  # the second does not


@pytest.mark.rule("A-MBOWL-06")
def test_it_wants_a_loose_ball_more_than_the_player_beside_it() -> None:
    game = apart("M....\nA....", {"M": eater(movement=1), "A": home()}, BOWL, to_move="away", ball=(4, 0))
    game.play("end turn")
    assert game.square("M") == (1, 0)


@pytest.mark.rule("A-MBOWL-06")
def test_it_attacks_who_carries_a_ball_or_is_in_the_only_way() -> None:
    game = apart("M....\nA....", {"M": eater(), "A": home()}, BOWL, to_move="away", ball="A")
    game.play("end turn", dice=["block PU"])
    game = apart("MA...", {"M": eater(), "A": home()}, BOWL, to_move="away", ball=(4, 0))
    game.play("end turn", dice=["block PU"])
    assert game.square("A") == (2, 0)


@pytest.mark.rule("A-MBOWL-06")
def test_it_leaves_alone_who_stands_on_one_of_several_shortest_ways() -> None:
    game = apart(".A..\nM#..\n....", {"M": eater(movement=1), "A": home()}, BOWL, to_move="away", ball=(3, 1))
    game.play("end turn")
    assert game.square("M") == (1, 2)


@pytest.mark.rule("A-MBOWL-06")
def test_of_those_beside_it_only_the_carrier_is_attacked() -> None:
    game = apart("BMA", {"M": eater(), "A": home(), "B": home()}, BOWL, to_move="away", ball="A")
    game.play("end turn", dice=["block PU PU"])  # A has the help of B
    assert game.told("block dice rolled", "M")


@pytest.mark.rule("A-MBOWL-06")
def test_a_carrier_far_away_comes_before_a_player_and_a_chest_nearby() -> None:
    legend = {"M": eater(movement=1), "A": home(), "B": home()}
    game = apart("$.....\n.M...A\n......\nB.....", legend, BOWL, to_move="away", ball="A")
    game.play("end turn")
    assert game.square("M") == (2, 0)


@pytest.mark.rule("A-MBOWL-06")
def test_once_a_ball_has_been_found_it_wants_no_chest_and_attacks_players() -> None:
    game = apart("$M...A", {"M": eater(movement=2), "A": home()}, BOWL, to_move="away", ball="z")
    game.play("end turn")
    assert game.square("M") == (3, 0)
    game = apart("$MA...", {"M": eater(), "A": home()}, BOWL, to_move="away", ball="z")
    game.play("end turn", dice=["block PU"])
    assert game.square("A") == (3, 0)


@pytest.mark.rule("A-MBOWL-06")
def test_without_balls_and_chests_it_goes_for_players() -> None:
    game = apart("M...A", {"M": eater(movement=2), "A": home()}, BOWL, to_move="away", ball="z")
    game.play("end turn")
    assert game.square("M") == (2, 0)


@pytest.mark.rule("A-MBOWL-07")
def test_a_large_one_picks_up_with_any_of_its_squares() -> None:
    legend = {"M": eater(movement=1, size=2), "A": home()}
    game = apart("MM....A\nMM.....\n.......\n1......", legend, BOWL, to_move="away", ball=(2, 1))
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
    begin(game)
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
    game = apart("MMM.....\nMMM....A\nMMM.....", {"M": dragon, "A": home()}, DRAGON)
    game.play("end turn")
    assert game.square("M") == (0, 0)
    game.play("end turn", dice=["D6 1"])
    assert game.square("M") == (1, 0)
