"""Referees in the dungeon: how they come, walk, see, punish, and are attacked (A-OREF)."""

from __future__ import annotations

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from dungeonbowl.dungeon.text import read_dungeon
from dungeonbowl.editions import build
from dungeonbowl.editions.astrogranite.modules.onsite_referees import Appointment
from dungeonbowl.editions.options import EditionError
from dungeonbowl.engine.policies import MINOR
from dungeonbowl.engine.procedures.harm.explosion import blast
from dungeonbowl.engine.statuses import OFFENDED
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Piece, Scene, away, home, neutral

ONSITE = "astrogranite(classic, referees=on, onsite_referees=on)"
LEAGUE = "astrogranite(classic, referees=on, onsite_referees=on, league=on)"


def referee(**facts: Any) -> Piece:
    return neutral(skills=["Referee", *facts.pop("skills", [])], **{"armour": 8, **facts})


def scene_of(picture: str, edition: str = ONSITE, referees: dict[str, Any] | None = None, **facts: Any) -> Scene:
    """Capitals A and C of the first side, b, d and z of the second, R and S referees, as far as they are drawn."""
    more = facts.pop("legend", {})
    known: dict[str, Piece] = {
        "A": home(),
        "C": home(),
        "b": away(),
        "d": away(),
        "z": away(),
        "R": referee(**(referees or {})),
        "S": referee(),
    }
    legend = {letter: more.get(letter, piece) for letter, piece in known.items() if letter in picture}
    return Scene(picture, legend, edition=edition, **facts)


def eye(scene: Scene) -> int:
    return int(scene.module("eye of the referee").show_state(scene.game, {})["side"])


def squares(scene: Scene, letter: str) -> set[tuple[int, int]]:
    """Where this referee may go now."""
    found = set()
    for option in scene.options():
        if option.startswith(f"move referee {letter} "):
            x, y = option.rpartition(" ")[2].strip("()").split(",")
            found.add((int(x), int(y)))
    return found


# --- who comes ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-OREF-03")
def test_a_referee_is_a_lineman_of_the_race_with_less_armour() -> None:
    sheet = build(ONSITE).policies.neutral.sheets(2)[0]
    assert (int(sheet.movement), int(sheet.strength), int(sheet.agility), int(sheet.armour)) == (6, 3, 4, 8)
    sheet = build(
        "astrogranite(classic, referees=on, onsite_referees=on, ref_race=norse, ref_av_penalty=0)"
    ).policies.neutral.sheets(3)[0]
    assert (int(sheet.side), int(sheet.movement), int(sheet.armour)) == (3, 5, 9)
    assert "Block" in sheet.skills
    with pytest.raises(EditionError, match=r"ref_race.*light-elves"):
        build("astrogranite(classic, referees=on, onsite_referees=on, ref_race=martian)")


OPENING = """
    #########
    #AA...BB#
    #AA1.2BB#
    #..$.$..#
    #########
"""


def opening(dice: list[str], edition: str = ONSITE) -> Scene:
    legend = {"P": home(status="reserves"), "q": away(status="reserves")}
    legend |= {letter: referee(status="absent") for letter in "RST"}
    return Scene(OPENING, legend, edition=edition.replace(")", ", quick=on)"), opening=True, dice=dice)


@pytest.mark.rule("A-OREF-01", "A-OREF-02")
@pytest.mark.parametrize(("die", "count"), [(1, 1), (3, 1), (4, 2), (5, 2)])
def test_a_die_says_how_many_and_each_strays_from_a_teleporter(die: int, count: int) -> None:
    steps = ["D2 1", "D8 5", "D8 2", "D8 7"], ["D2 2", "D8 4", "D8 2", "D8 5", "D8 4", "D8 5"]
    dice = ["2D6 6+1", f"D6 {die}", *steps[0], *(steps[1] if count > 1 else [])]
    scene = opening(dice)
    assert scene.square("R") == (4, 2)
    assert len(scene.events("referee came")) == count
    assert scene.status("T") == "absent"


@pytest.mark.rule("A-OREF-01")
def test_their_number_may_be_agreed() -> None:
    scene = opening(["2D6 6+1", "D2 1", "D8 5", "D8 2", "D8 7"], ONSITE.replace(")", ", ref_count=1)"))
    assert len(scene.events("referee came")) == 1


@pytest.mark.rule("A-OREF-02")
def test_steps_to_where_he_may_not_stand_are_rolled_again() -> None:
    """From the first teleporter: west is an end zone, south a chest, north-east free."""
    scene = opening(["2D6 6+1", "D6 1", "D2 1", "D8 4", "D8 7", "D8 3", "D8 6", "D8 5", "D8 6"])
    came = [scene.spot(event["square"]) for event in scene.events("referee came")]
    assert len(came) == 1
    assert came[0] not in ((3, 2), (5, 2))


def agreed(squares: str, dice: list[str], count: str = "2") -> Scene:
    return opening(["2D6 6+1", *dice], ONSITE.replace(")", f", ref_count={count}, ref_squares={squares})"))


@pytest.mark.rule("A-OREF-02")
def test_they_begin_on_the_squares_that_were_agreed_and_the_rest_by_dice() -> None:
    scene = agreed("4:1+1:3", [])
    assert (scene.square("R"), scene.square("S"), scene.status("T")) == ((4, 1), (1, 3), "absent")
    assert len(scene.events("referee came")) == 2
    scene = agreed("4:1", ["D2 1", "D8 5", "D8 7", "D8 2"])  # the second strays from the first teleporter
    assert scene.square("R") == (4, 1)
    assert scene.square("S") not in (None, (4, 1))


@pytest.mark.rule("A-OREF-01", "A-OREF-02")
@pytest.mark.parametrize(("die", "count"), [(1, 1), (5, 2), (6, 3)])
def test_a_die_may_still_say_how_many_of_the_squares_are_used(die: int, count: int) -> None:
    scene = agreed("4:1+1:3+7:3", [f"D6 {die}"], count="roll")
    squares = [scene.square(letter) for letter in "RST"]
    assert squares == [(4, 1), (1, 3), (7, 3)][:count] + [None] * (3 - count)


@pytest.mark.rule("A-OREF-02")
def test_agreed_squares_that_cannot_be_are_refused_and_the_text_keeps_the_others() -> None:
    text = ONSITE.replace(")", ", ref_squares=4:1+5:3)")
    rules = build(text)
    assert rules.edition.endswith("ref_squares=4:1+5:3)")
    plain = read_dungeon(SMALL, "small", checked=False)
    assert "ref_squares" not in rules.policies.opening.objection(plain, 2)
    for square in ("1:1", "3:1", "4:2", "0:0", "90:90"):  # an end zone, a teleporter, a chest, rock, nowhere
        found = build(ONSITE.replace(")", f", ref_squares={square})")).policies.opening.objection(plain, 2)
        assert found == (
            "parameter 'ref_squares': expected plain floor outside the end zones and without a token at"
            f" {square} of the dungeon 'Small'"
        )
    for words in ("4", "4:x", "a:b", "1:1+2:2+3:3+4:4", "4:1+4:1"):
        with pytest.raises(EditionError, match="parameter 'ref_squares': expected"):
            build(ONSITE.replace(")", f", ref_squares={words})"))


SMALL = """
format = 1
id = "small"
name = "Small"
edition = "astrogranite"
map = '''
#########
#AA1.2BB#
#AA.$.BB#
#AA...BB#
#########
'''
"""


@pytest.mark.rule("A-OREF-02")
def test_a_match_saved_while_referees_come_goes_on_and_an_older_save_too() -> None:
    frame = Appointment(3, 1, agreed=vec[i64]([4, 5, 6]))
    assert [int(node) for node in frame.agreed] == [4, 5, 6]
    copy = frame.copy()
    assert isinstance(copy, Appointment)
    assert (copy.count, copy.placed) == (3, 1)
    assert [int(node) for node in copy.agreed] == [4, 5, 6]
    older = Appointment(3, 1, -1, 0, 0)  # the fields that it had before squares could be agreed on
    assert len(older.agreed) == 0


# --- walking --------------------------------------------------------------------------------------------------------

HALL = """
    A.........
    ..........
    ..........
    ......R...
    ..........
    ..........
    .........z
"""


@pytest.mark.rule("A-OREF-04", "A-OREF-05", "A-OREF-06")
def test_after_a_team_turn_its_coach_moves_them_by_half_their_movement() -> None:
    scene = scene_of(HALL)
    scene.play("end turn")
    assert scene.asked == "home"
    found = squares(scene, "R")
    assert (3, 0) in found
    assert (2, 3) not in found
    assert (6, 3) not in found
    scene.play("move referee R (3,0)")
    assert scene.square("R") == (3, 0)
    assert scene.active == "away"
    scene.play("end turn", "stop")
    assert scene.square("R") == (3, 0)
    assert scene.active == "home"
    assert "A-OREF-04" in scene.cited()


@pytest.mark.rule("A-OREF-04")
def test_the_coach_chooses_the_order_and_whether_they_move_at_all() -> None:
    scene = scene_of("A.R....S.\n.........\nz........")
    scene.play("end turn", "move referee S (6,1)")
    assert scene.asked == "home"
    assert not squares(scene, "S")
    assert squares(scene, "R")
    scene.play("stop")
    assert (scene.square("R"), scene.square("S")) == ((2, 0), (6, 1))
    assert scene.active == "away"


@pytest.mark.rule("A-OREF-05")
def test_a_referee_keeps_off_balls_teleporters_traps_and_the_reach_of_players() -> None:
    picture = "R.1...\n.^....\n..$...\n....C.\nA....z"
    edition = ONSITE.replace(")", ", traps=on, trap_placement=map)")
    scene = scene_of(picture, edition)
    scene.play("end turn")
    # not the teleporter, the trap, the chest, nor what A and C reach; behind them he does not come in three steps
    assert squares(scene, "R") == {(1, 0), (0, 1), (2, 1), (3, 0), (3, 1), (0, 2), (1, 2), (2, 3)}
    scene = scene_of(picture, edition, ball=(0, 1))
    scene.play("end turn")
    assert (0, 1) not in squares(scene, "R")


@pytest.mark.rule("A-OREF-05")
def test_a_referee_keeps_away_from_monsters_and_from_harm() -> None:
    legend = {"A": home(), "z": away(), "R": referee(), "M": neutral(skills=["Monster"])}
    scene = Scene("#######\n#R...M#\n#######\n#A...z#\n#######", legend, edition=ONSITE)
    scene.play("end turn")
    assert squares(scene, "R") == {(2, 1), (3, 1)}
    legend = {"A": home(), "z": away(), "R": referee()}
    scene = Scene("#######\n#R.&..#\n#######\n#A...z#\n#######", legend, edition=ONSITE.replace(")", ", lava=on)"))
    scene.play("end turn")
    assert squares(scene, "R") == {(2, 1)}


@pytest.mark.rule("A-OREF-06")
def test_once_a_ball_is_out_his_walk_ends_nearer_to_one() -> None:
    scene = scene_of(HALL, ball=(9, 0))
    scene.play("end turn")
    found = squares(scene, "R")
    assert found
    assert all(max(9 - x, y) < 3 for x, y in found)
    assert (6, 2) not in found
    scene = scene_of(HALL, ball="A")
    scene.play("end turn")
    assert all(max(x, y) < 6 for x, y in squares(scene, "R"))


@pytest.mark.rule("A-OREF-06", "A-MULTI-01")
def test_of_several_balls_he_may_go_to_any() -> None:
    edition = ONSITE.replace(")", ", multiball=on)")
    scene = scene_of("A........#\n.........z\n....R....#", edition, balls=[(0, 2), (8, 2), None])
    scene.play("end turn")
    found = squares(scene, "R")
    assert {(3, 2), (5, 2)} <= found
    assert not {(4, 0), (4, 1)} & found


@pytest.mark.rule("A-OREF-07")
def test_a_referee_marks_nobody_and_fills_his_square() -> None:
    scene = scene_of("AR.\n...\n..z")
    scene.play("activate A", "declare move")
    assert not scene.offered("step e")
    scene.play("step se", "stop")  # no dodge, though R is beside both squares
    assert scene.square("A") == (1, 1)


# --- punishing ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-OREF-08", "A-OREF-09", "A-INF-01")
def test_whoever_crowds_a_referee_is_charged_with_a_minor_infraction() -> None:
    scene = scene_of("AR.\n..z\n...")
    scene.play("end turn", dice=["D2 2"])  # A or z
    assert [event["level"] for event in scene.events("infraction")] == [int(MINOR)]
    assert eye(scene) == 1
    assert scene.square("R") == (1, 0)
    assert scene.active == "away"


@pytest.mark.rule("A-OREF-08", "A-OREF-04")
def test_a_charge_is_made_even_if_the_coach_does_not_care() -> None:
    scene = scene_of("AR....S..\n.........\nz........")
    scene.play("end turn")
    assert scene.offered("call referee R")
    scene.play("stop")
    assert scene.told("infraction", "A")
    assert scene.active == "away"


@pytest.mark.rule("A-OREF-08", "A-OREF-09", "A-INF-07")
def test_under_the_eye_a_charge_may_send_off_and_costs_no_turn() -> None:
    scene = scene_of("AR.\n...\n...\nz.C", modules={"eye of the referee": {"side": 0}})
    scene.play("end turn", dice=["D6 6"])
    assert scene.asked == "home"
    scene.play("decline")
    assert (scene.status("A"), scene.turnover) == ("sent-off", "")
    assert scene.active == "away"
    scene = scene_of("AR.\n...\n...\nz.C", modules={"eye of the referee": {"side": 0}})
    scene.play("end turn", dice=["D6 5"])
    assert scene.status("A") == "standing"


FOUL = """
    Ab.....#R
    ........#
    ........#
    C......z#
"""


def foul(picture: str, dice: list[str], on: int | None = None) -> Scene:
    modules = {} if on is None else {"eye of the referee": {"side": on}}
    scene = scene_of(picture, legend={"b": away(status="prone")}, modules=modules)
    scene.play("activate A", "declare foul", "foul b", dice=["2D6 3+3", *dice])
    return scene


@pytest.mark.rule("A-OREF-10", "A-OREF-11")
@pytest.mark.parametrize(
    ("picture", "seen"),
    [
        ("Ab....R.\n........\nC......z", True),
        ("Ab.....R\n........\nC......z", False),  # too far
        ("Ab..#R..\n........\nC......z", False),  # behind a wall
        ("Ab...CR.\n........\n.......z", True),  # players hide nothing
    ],
)
def test_a_major_infraction_in_sight_of_a_referee_adds_two(picture: str, seen: bool) -> None:
    scene = foul(picture, ["D6 4"])
    assert scene.offered("argue") == seen
    scene = foul(picture, ["D6 2"], on=0)
    assert scene.offered("argue") == seen
    scene = foul(picture, ["D6 3"])
    assert not scene.offered("argue")


@pytest.mark.rule("A-OREF-10")
def test_a_referee_on_the_ground_sees_nothing() -> None:
    scene = scene_of("Ab....R.\n........\nC......z", referees={"status": "prone"}, legend={"b": away(status="prone")})
    scene.play("activate A", "declare foul", "foul b", dice=["2D6 3+3", "D6 5"])
    assert not scene.offered("argue")


@pytest.mark.rule("A-OREF-10")
@pytest.mark.parametrize(("on", "die", "leaves"), [(None, 5, False), (None, 6, True), (0, 4, True), (0, 3, False)])
def test_a_minor_infraction_in_sight_is_a_plain_major_one(on: int | None, die: int, leaves: bool) -> None:
    modules = {} if on is None else {"eye of the referee": {"side": on}}
    scene = scene_of("A...R\nz....", modules=modules)
    frame = scene.game.rules.policies.referee.infraction(scene.game, scene.piece("A"), MINOR)
    assert frame is not None
    scene.game.push(frame)
    scene.game.signal = frame.begin(scene.game)
    scene.give([f"D6 {die}"])
    scene.match.run()
    assert scene.offered("argue") == leaves


@pytest.mark.rule("A-INF-06", "A-SW-05", "A-OREF-10")
def test_an_item_that_was_seen_does_not_excuse_a_casualty() -> None:
    """What counts as a major infraction is still the use of an item; the casualty is another deed."""
    legend = {"A": home(skills=["Poisoned Dagger", "Secret Weapon", "Armbands of Blocking"])}
    edition = LEAGUE.replace(")", ", secret_weapons=on, magic_items=on)")
    scene = scene_of("A.b...R\n#######\nC.....z", edition, legend=legend)
    scene.play("activate A", "declare blitz", "step e", "block b", "reroll item", dice=["block PU", "block POW"])
    scene.play("stay", "stop", dice=["2D6 6+4", "2D6 6+6", "D6 1", "D8 1", "D6 1", "D6 1"])
    assert len(scene.events("infraction")) == 2


# --- being attacked -------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-OREF-12", "A-OREF-13", "A-OREF-16")
def test_whoever_blocks_a_referee_and_leaves_him_standing_is_sent_off_without_a_die() -> None:
    scene = scene_of("AR..\n....\nC..z")
    scene.play("activate A", "declare block R", "push (2,0)", "stay", dice=["block PUSH"])
    assert scene.status("R") == "standing"
    assert scene.offered("argue")
    assert not scene.told("infraction")
    assert eye(scene) == -1
    scene.play("decline")
    assert (scene.status("A"), scene.turnover) == ("sent-off", "TURNOVER_SENT_OFF")


@pytest.mark.rule("A-OREF-13", "A-INF-04")
def test_an_argument_may_save_him() -> None:
    scene = scene_of("AR..\n....\nC..z")
    scene.play("activate A", "declare block R", "push (2,0)", "stay", "argue", dice=["block PUSH", "D6 6"])
    assert (scene.status("A"), scene.turnover) == ("standing", "")


@pytest.mark.rule("A-OREF-12")
def test_a_coach_opposed_to_the_attacker_decides_for_the_referee() -> None:
    scene = scene_of("AR..\n....\nC..z", referees={"strength": 5, "skills": ["Side Step"]})
    scene.play("activate A", "declare block R", dice=["block PUSH POW"])
    assert scene.asked == "away"
    scene.play("face push")
    assert scene.asked == "away"


@pytest.mark.rule("A-OREF-13")
def test_of_two_blocks_of_one_frenzy_the_second_counts() -> None:
    scene = scene_of("AR...\n.....\nC...z", legend={"A": home(skills=["Frenzy"])})
    scene.play("activate A", "declare block R", "push (2,0)", "push (3,0)", dice=["block PUSH", "block POW", "2D6 2+2"])
    assert (scene.status("R"), scene.status("A")) == ("prone", "standing")
    assert scene.active == "home"


@pytest.mark.rule("A-OREF-13")
def test_a_weapon_that_does_nothing_to_him_is_an_attack_too() -> None:
    legend = {"A": home(skills=["Poisoned Dagger", "Secret Weapon"])}
    scene = scene_of("AR..\n....\nC..z", ONSITE.replace(")", ", secret_weapons=on)"), legend=legend)
    scene.play("activate A", "declare stab R", dice=["2D6 2+2"])
    assert scene.offered("argue")


@pytest.mark.rule("A-OREF-14")
def test_a_referee_who_was_knocked_down_gets_up_and_sends_off_the_nearest_player() -> None:
    scene = scene_of("AR..\n....\n...C\nz...")
    scene.play("activate A", "declare block R", "push (2,0)", "stay", dice=["block POW", "2D6 2+2"])
    assert scene.status("R") == "prone"
    assert not scene.offered("argue")
    scene.play("end turn", dice=["D2 1"])  # A and C are equally near
    assert scene.status("R") == "standing"
    assert scene.asked == "home"
    scene.play("decline")
    assert (scene.status("A"), scene.status("C")) == ("sent-off", "standing")
    assert scene.active == "away"


@pytest.mark.rule("A-OREF-14")
def test_with_nobody_near_he_only_gets_up() -> None:
    scene = scene_of("R...A\n.....\n....z", referees={"status": "prone", "conditions": ["offended"]})
    scene.play("end turn")
    assert scene.status("R") == "standing"
    assert not scene.told("sent off")
    scene = scene_of("R..A.C\n.....z", referees={"status": "prone", "conditions": ["offended"]})
    scene.play("end turn")
    scene.play("decline")
    assert scene.status("A") == "sent-off"
    assert scene.game.conditions[scene.piece("R")] & OFFENDED == 0  # once


@pytest.mark.rule("A-OREF-15")
@pytest.mark.parametrize("edition", [ONSITE, LEAGUE])
def test_a_referee_whose_armour_is_broken_is_out_and_worth_two_points(edition: str) -> None:
    scene = scene_of("AR..\n....\nC..z", edition)
    scene.play("activate A", "declare block R", "push (2,0)", "stay", dice=["block POW", "2D6 4+4"])
    assert scene.status("R") == "knocked-out"
    assert scene.told("referee out", "R")
    assert scene.points("A") == (2 if edition == LEAGUE else 0)
    assert not scene.offered("argue")


@pytest.mark.rule("A-OREF-15", "A-SPP-04")
def test_so_is_one_who_is_stabbed_or_fouled() -> None:
    legend = {"A": home(skills=["Poisoned Dagger", "Secret Weapon"])}
    scene = scene_of("AR..\n....\nC..z", LEAGUE.replace(")", ", secret_weapons=on)"), legend=legend)
    scene.play("activate A", "declare stab R", dice=["2D6 4+4"])
    assert (scene.status("R"), scene.points("A")) == ("knocked-out", 2)
    scene = scene_of("AR.S\n....\nC..z", LEAGUE, referees={"status": "prone"})
    scene.play("activate A", "declare foul", "foul R", dice=["2D6 4+4", "D6 1"])
    assert (scene.status("R"), scene.points("A")) == ("knocked-out", 2)


@pytest.mark.rule("A-OREF-16")
def test_a_foul_on_a_referee_is_a_foul() -> None:
    scene = scene_of("AR.S\n....\nC..z", referees={"status": "prone"})
    scene.play("activate A", "declare foul", "foul R", dice=["2D6 2+2", "D6 4"])  # 4 and 2: S sees it
    assert scene.offered("argue")
    scene.play("argue", dice=["D6 6"])
    assert eye(scene) == 0
    scene = scene_of("AR..\n....\nC..z", referees={"status": "prone"})
    scene.play("activate A", "declare foul", "foul R", "end turn", dice=["2D6 2+2", "D6 1"])
    assert scene.status("R") == "standing"
    assert not scene.told("sent off")  # he was not knocked down, and only gets up


@pytest.mark.rule("A-OREF-17")
def test_when_the_last_one_is_out_nobody_is_sent_off_any_more() -> None:
    scene = scene_of(
        "AR..\n....\nCb.z", legend={"b": away(status="prone")}, modules={"eye of the referee": {"side": 0}}
    )
    scene.play("activate A", "declare block R", "push (2,0)", "stay", dice=["block POW", "2D6 4+4"])
    scene.play("activate C", "declare foul", "foul b", dice=["2D6 3+3"])
    assert scene.status("C") == "standing"
    assert not scene.told("infraction")
    assert scene.game.rules.policies.referee.infraction(scene.game, scene.piece("A"), MINOR) is None


@pytest.mark.rule("A-OREF-18")
def test_a_hazard_hurts_him_without_anger_and_without_points() -> None:
    scene = scene_of("R..A\n....\n...z", LEAGUE, referees={"status": "prone"})
    scene.play("end turn")
    assert scene.status("R") == "standing"
    assert not scene.told("sent off")
    scene = scene_of("R$.A\n....\n...z", LEAGUE)
    scene.game.push(blast(scene.game, scene.node((1, 0))))
    scene.game.signal = scene.game.top.begin(scene.game)
    scene.give(["2D6 4+4"])
    scene.match.run()
    assert scene.status("R") == "knocked-out"
    assert not scene.told("points earned")


BOMBS = {"A": home(agility=4, skills=["Bombardier", "Secret Weapon"])}


@pytest.mark.rule("A-OREF-12", "A-OREF-14", "A-OREF-15")
@pytest.mark.parametrize("edition", [ONSITE, LEAGUE])
def test_a_bomb_is_an_attack_of_who_throws_it(edition: str) -> None:
    armed = edition.replace(")", ", secret_weapons=on)")
    scene = scene_of("A..R.....\nC.......z", armed, legend=BOMBS)
    scene.play("activate A", "declare throw bomb", "throw (3,0)", dice=["D6 6", "2D6 4+4"])
    assert scene.status("R") == "knocked-out"
    assert scene.points("A") == (2 if edition == LEAGUE else 0)
    scene = scene_of("A..R.....\nC.......z", armed, legend=BOMBS)
    scene.play("activate A", "declare throw bomb", "throw (3,0)", "end turn", dice=["D6 6", "2D6 2+2", "D2 1"])
    assert scene.told("stood up", "R")
    assert scene.offered("argue")  # it is as near as C


@pytest.mark.rule("A-OREF-18", "A-SPP-03")
def test_a_referee_pushed_into_lava_burns_and_is_worth_nothing() -> None:
    scene = scene_of("AR&.\n....\nC..z", LEAGUE.replace(")", ", lava=on)"))
    scene.play("activate A", "declare block R", "push (2,0)", "stay", dice=["block PUSH", "2D6 6+6"])
    assert scene.told("referee out", "R")
    assert scene.points("A") == 0
    assert not scene.offered("argue")  # he is not left standing


@pytest.mark.rule("A-OREF-18")
def test_a_referee_in_a_chasm_is_out() -> None:
    scene = scene_of("#####\n#AR:#\n#####\n#C.z#\n#####", ONSITE.replace(")", ", chasms=on)"))
    scene.play("activate A", "declare block R", "stay", dice=["block PUSH"])
    assert scene.square("R") is None
    assert scene.told("referee out", "R")
    assert not scene.offered("argue")


def test_the_phase_survives_saving() -> None:
    scene = scene_of(HALL)
    scene.play("end turn")
    assert fingerprint(load(save(scene.game))) == fingerprint(scene.game)
