"""The spells of the college wizards (O-WIZ)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.engine.sides import WIZARDS
from dungeonbowl.engine.statuses import FURIOUS
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Scene, away, home
from support.walks import Luck, play_on

FIELD = """
    .......
    .A.b...
    ..C....
    .......
    .....d.
"""


def field(wizards: tuple[str, str] = ("", ""), picture: str = FIELD, **facts: Any) -> Scene:
    """Two against two: A and C of the home side, b and d of the other."""
    pieces = {"A": home(), "C": home(), "b": away(), "d": away()}
    pieces.update(facts.pop("pieces", {}))
    return Scene(picture, pieces, wizards=wizards, **facts)


def unused(scene: Scene, side: int) -> int:
    return int(scene.game.side_value(side, WIZARDS))


# --- when ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-WIZ-01")
def test_a_spell_of_the_start_of_a_turn_comes_before_activations_and_the_dugout() -> None:
    scene = field(("metal", ""), pieces={"R": home(status="reserves")}, turns=(2, 2))
    assert scene.options() == ["cast on b", "cast on d", "decline"]
    scene.play("decline")
    assert scene.offered("activate A")
    assert scene.refused("cast on b") == "no wizard may cast a spell so at this moment"


@pytest.mark.rule("O-WIZ-01")
def test_the_active_coach_casts_first_when_both_can() -> None:
    scene = field(("metal", "fire"))
    assert scene.asked == "home"
    scene.play("decline")
    assert (scene.asked, scene.active) == ("away", "home")
    assert scene.offered("cast at (1,1)")
    scene.play("decline")
    assert scene.asked == "home"


@pytest.mark.rule("O-IND-06")
def test_a_wizard_casts_once_in_a_game() -> None:
    scene = field(("life", ""), to_move="away")
    scene.play("cast on b", "end turn", "end turn")
    assert (scene.active, scene.asked, unused(scene, 0)) == ("away", "away", 0)
    assert scene.offered("activate b")


@pytest.mark.rule("O-IND-06")
@pytest.mark.parametrize(
    ("college", "to_move", "asked"),
    [
        ("death", "home", True),
        ("death", "away", False),
        ("heavens", "home", True),
        ("heavens", "away", False),
        ("metal", "home", True),
        ("metal", "away", False),
        ("shadow", "home", True),
        ("shadow", "away", False),
        ("fire", "home", False),
        ("fire", "away", True),
        ("life", "home", False),
        ("life", "away", True),
        ("light", "home", False),
        ("light", "away", True),
    ],
)
def test_each_college_has_its_own_moment(college: str, to_move: str, asked: bool) -> None:
    scene = field((college, ""), to_move=to_move, pieces={"b": away(at=(2, 1))}, picture=FIELD.replace("b", "."))
    assert any(option.startswith("cast") for option in scene.options()) is asked


@pytest.mark.rule("O-WIZ-02", "O-WIZ-05")
def test_a_spell_at_the_start_of_a_turn_is_no_turnover_and_held_balls_bounce() -> None:
    scene = field(("fire", ""), to_move="away", ball="b")
    scene.play("cast at (3,0)", dice=["D6 4", "2D6 1+2", "D8 5"])
    assert scene.status("b") == "prone"
    assert scene.ball == (4, 1)
    assert scene.turnover == ""
    assert (scene.asked, scene.active) == ("away", "away")
    assert scene.offered("activate b")


# --- Beasts --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-WIZ-03")
def test_fury_gives_three_dice_of_the_own_coach_whatever_the_strengths() -> None:
    scene = field(("beasts", ""), pieces={"b": away(strength=7, at=(2, 1))}, picture=FIELD.replace("b", "."))
    scene.play("activate A", "cast on A", "declare block b", dice=["block PLAYER-DOWN PUSH BOTH-DOWN"])
    assert scene.asked == "home"
    assert set(scene.options()) == {"face player-down", "face push", "face both-down"}
    assert "O-WIZ-03" in scene.cited()


@pytest.mark.rule("O-WIZ-03")
def test_fury_is_cast_before_the_declaration_and_ends_with_the_team_turn() -> None:
    scene = field(("beasts", ""))
    scene.play("activate A")
    assert scene.offered("cast on A")
    assert not scene.offered("cast on C")
    scene.play("cast on A")
    assert not scene.offered("cast on A")
    assert int(scene.game.conditions[scene.piece("A")]) & int(FURIOUS)
    scene.play("declare move", "stop", "activate C")
    assert not scene.offered("cast on C")
    scene.play("declare move", "stop", "end turn")
    assert not int(scene.game.conditions[scene.piece("A")]) & int(FURIOUS)


@pytest.mark.rule("O-WIZ-03")
def test_without_fury_strengths_are_compared() -> None:
    scene = field(("beasts", ""), pieces={"b": away(strength=7, at=(2, 1))}, picture=FIELD.replace("b", "."))
    scene.play("activate A", "declare block b", dice=["block PUSH POW"])
    assert scene.asked == "away"
    assert unused(scene, 0) == 1


# --- Death ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-WIZ-04")
def test_life_drain_is_an_injury_roll_for_a_marked_opponent() -> None:
    scene = field(("death", ""), ball="b")
    assert scene.options() == ["cast on b", "decline"]
    scene.play("cast on b", dice=["2D6 4+4", "D8 5"])
    assert scene.status("b") == "knocked-out"
    assert scene.ball == (4, 1)
    assert not scene.told("armour held")
    assert not scene.told("armour broken")


@pytest.mark.rule("O-WIZ-04", "O-DOWN-10")
def test_life_drain_may_stun_a_player_where_it_stands() -> None:
    scene = field(("death", ""), pieces={"b": away(status="prone")})
    scene.play("cast on b", dice=["2D6 1+2"])
    assert scene.status("b") == "stunned"


@pytest.mark.rule("O-WIZ-04")
def test_life_drain_needs_somebody_who_marks() -> None:
    assert field(("death", ""), pieces={"C": home(zone=False)}).offered("activate A")


# --- Fire ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-WIZ-05", "O-DICE-10")
def test_the_fire_rolls_for_all_first_and_then_armour_and_injury_in_reading_order() -> None:
    scene = field(("fire", ""), to_move="away", pieces={"e": away(at=(3, 3))})
    scene.play("cast at (2,2)", dice=["D6 3", "D6 4", "D6 4", "D6 6", "2D6 1+1", "2D6 1+2", "2D6 2+2"])
    assert [scene.status(letter) for letter in "AbCed"] == ["standing", "prone", "prone", "prone", "standing"]
    order = [event["piece"] for event in scene.events("armour held")]
    assert order == [scene.piece(letter) for letter in "bCe"]
    assert [event["total"] for event in scene.events("armour held")] == [3, 3, 5]  # +1, but not for the caster's own


@pytest.mark.rule("O-WIZ-05")
def test_the_fire_adds_one_to_armour_or_else_to_injury() -> None:
    broken = field(("fire", ""), to_move="away").play("cast at (5,4)", dice=["D6 4", "2D6 4+4", "2D6 3+4"])
    assert broken.status("d") == "stunned"  # 8 + 1 breaks 9; 7 stuns
    spared = field(("fire", ""), to_move="away").play("cast at (5,4)", dice=["D6 4", "2D6 4+5", "2D6 3+4"])
    assert spared.status("d") == "knocked-out"  # 9 breaks 9 alone; 7 + 1 knocks out


@pytest.mark.rule("O-WIZ-05")
def test_the_fire_spares_whoever_lies_and_whoever_is_behind_a_wall() -> None:
    picture = """
        .A.b.
        ..C.d
        #####
        ....e
    """
    pieces = {"A": home(status="prone"), "e": away()}
    scene = field(("fire", ""), picture=picture, pieces=pieces, to_move="away")
    scene.play("cast at (3,1)", dice=["D6 1", "D6 1", "D6 1"])
    assert all(scene.status(letter) == "standing" for letter in "bCde")
    assert not field(("fire", ""), picture=picture, pieces=pieces, to_move="away").offered("cast at (0,0)")


@pytest.mark.rule("O-WIZ-05")
def test_the_fire_may_come_right_after_an_opposing_turn() -> None:
    scene = field(("", "fire"), ball="A")
    scene.play("decline", "end turn")
    assert (scene.asked, scene.active) == ("away", "home")
    scene.play("cast at (0,0)", dice=["D6 5", "2D6 1+1", "D8 1"])
    assert scene.status("A") == "prone"
    assert scene.ball == (0, 0)
    assert (scene.asked, scene.active, scene.turnover) == ("away", "away", "")


# --- Heavens -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-WIZ-06")
def test_lightning_strikes_without_knocking_down() -> None:
    scene = field(("heavens", ""), ball="d")
    assert scene.options() == ["cast on b", "cast on d", "decline"]
    scene.play("cast on d", dice=["2D6 1+2"])  # nobody else is within two squares: no die
    assert (scene.status("d"), scene.ball) == ("standing", "d")
    assert scene.offered("activate A")


@pytest.mark.rule("O-WIZ-06")
def test_lightning_goes_on_with_3_to_players_of_either_side_not_yet_struck() -> None:
    scene = field(("heavens", ""), ball="b")
    scene.play("cast on b", dice=["2D6 5+5", "2D6 1+2", "D8 5", "D6 3"])
    assert scene.status("b") == "stunned"
    assert scene.ball == (4, 1)  # before the die of the spell
    assert scene.options() == ["cast on A", "cast on C"]
    scene.play("cast on A", dice=["2D6 1+1", "D6 6", "2D6 6+5", "2D6 4+4"])  # C is the only one left
    assert scene.status("A") == "standing"
    assert scene.status("C") == "knocked-out"
    assert scene.turnover == ""
    assert scene.offered("activate A")


@pytest.mark.rule("O-WIZ-06")
def test_lightning_ends_with_2() -> None:
    scene = field(("heavens", ""))
    scene.play("cast on b", dice=["2D6 1+1", "D6 2"])
    assert scene.offered("activate A")


# --- Metal ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-WIZ-07")
def test_transmutation_knocks_out_with_no_more_than_the_armour_value() -> None:
    scene = field(("metal", ""), ball="b")
    scene.play("cast on b", dice=["2D6 4+5", "D8 5"])
    assert scene.status("b") == "knocked-out"
    assert scene.ball == (4, 1)


@pytest.mark.rule("O-WIZ-07")
def test_transmutation_fails_with_more_than_the_armour_value() -> None:
    scene = field(("metal", ""), ball="b")
    scene.play("cast on b", dice=["2D6 4+6"])
    assert (scene.status("b"), scene.ball, unused(scene, 0)) == ("standing", "b", 0)


@pytest.mark.rule("O-WIZ-07")
def test_transmutation_may_be_played_as_knocking_down() -> None:
    scene = field(("metal", ""), edition="official(transmutation_down=1)", pieces={"d": away(status="prone")})
    assert scene.options() == ["cast on b", "decline"]
    scene.play("cast on b", dice=["2D6 4+5", "2D6 1+1"])
    assert scene.status("b") == "prone"


# --- Shadow --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-WIZ-08")
def test_shadowed_step_sets_an_own_player_down_within_five_squares() -> None:
    picture = """
        A......1.
        $C..b....
        .......d.
    """
    scene = field(("shadow", ""), picture=picture, ball="C")
    assert scene.options() == ["cast on A", "decline"]  # C holds the ball
    scene.play("cast on A")
    options = scene.options()
    assert "cast at (5,2)" in options
    for barred in ("(6,0)", "(0,1)", "(1,1)", "(4,1)"):  # too far, a chest, players
        assert f"cast at {barred}" not in options
    scene.play("cast at (5,2)")
    assert scene.square("A") == (5, 2)
    assert scene.offered("activate A")


@pytest.mark.rule("O-WIZ-08")
def test_shadowed_step_leads_onto_no_portal_and_keeps_the_status() -> None:
    picture = """
        A..1.C
        ..b..d
    """
    scene = field(("shadow", ""), picture=picture, pieces={"A": home(status="prone")}, ball=(2, 0))
    scene.play("cast on A")
    assert not scene.offered("cast at (3,0)")
    scene.play("cast at (2,0)", dice=["D8 4"])  # the ball bounces away
    assert (scene.square("A"), scene.status("A"), scene.ball) == ((2, 0), "prone", (1, 0))
    assert scene.offered("activate A")


# --- Life ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-WIZ-09")
def test_vines_take_the_activation_and_the_tackle_zone() -> None:
    scene = field(("life", ""), to_move="away")
    assert scene.options() == ["cast on b", "cast on d", "decline"]
    scene.play("cast on b")
    assert not scene.offered("activate b")
    assert scene.offered("activate d")
    assert not scene.game.has_zone(scene.piece("b"))
    scene.play("end turn")
    assert not scene.game.has_zone(scene.piece("b"))
    scene.play("end turn", "activate b")
    assert scene.game.has_zone(scene.piece("b"))


# --- Light ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-WIZ-10")
def test_light_forbids_passes_and_hand_offs_until_the_next_turn_of_that_side() -> None:
    thrower = away(strength=5, skills=["Throw Team-mate"])
    scene = field(("light", ""), to_move="away", ball="b", pieces={"b": thrower})
    assert scene.options() == ["cast", "decline"]
    scene.play("cast", "activate b")
    assert not scene.offered("declare pass")
    assert "dazzled" in scene.refused("declare hand-off")
    assert scene.offered("declare throw team-mate")
    scene.play("declare move", "stop", "end turn", "activate A")
    assert scene.offered("declare pass")  # the caster's own side sees well
    scene.play("declare move", "stop", "end turn", "activate b")
    assert scene.offered("declare pass")
    assert scene.offered("declare hand-off")


@pytest.mark.rule("O-WIZ-10")
def test_light_forbids_assists_in_blocks_of_either_side_but_not_in_fouls() -> None:
    picture = """
        .....
        .Ab..
        ..d..
    """
    scene = field(("light", ""), picture=picture, to_move="away", pieces={"C": home(status="reserves")})
    scene.play("cast", "activate b", "declare block A", dice=["block PUSH"])  # one die: d does not help
    scene.play("push (0,1)", "stay", "end turn")
    fallen = field(
        ("light", ""), picture=picture, to_move="away", pieces={"C": home(status="reserves"), "A": home(status="prone")}
    )
    fallen.play("cast", "activate b", "declare foul A", "foul A", dice=["2D6 3+5", "2D6 1+2"])
    assert [event["total"] for event in fallen.events("armour broken")] == [9]  # d helps to 8 + 1


@pytest.mark.rule("O-WIZ-10")
def test_light_lasts_through_the_turn_of_the_caster() -> None:
    picture = """
        .....
        .Ab..
        .d...
    """
    dazzled = field(("light", ""), picture=picture, to_move="away", pieces={"C": home(status="reserves")})
    dazzled.play("cast", "end turn", "activate A", "declare block b", dice=["block PUSH"])
    helped = field(("light", ""), picture=picture, to_move="away", pieces={"C": home(status="reserves")})
    helped.play("decline", "end turn", "activate A", "declare block b", dice=["block PUSH PUSH"])


@pytest.mark.rule("O-WIZ-10")
@pytest.mark.parametrize("spoken", ["cast", "decline"])
def test_light_forbids_to_dump_the_ball_off(spoken: str) -> None:
    picture = """
        .....
        .Ab.d
        .....
    """
    thrower = away(skills=["Dump-off"])
    scene = field(
        ("light", ""), picture=picture, to_move="away", ball="b", pieces={"b": thrower, "C": home(status="reserves")}
    )
    scene.play(spoken, "end turn", "activate A")
    if spoken == "cast":
        scene.play("declare block b", dice=["block PUSH"])
        assert scene.asked == "home"
    else:
        scene.play("declare block b")
        assert scene.options() == ["use Dump-off b", "decline"]


# --- all of them ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("college", ["beasts", "death", "fire", "heavens", "life", "light", "metal", "shadow"])
def test_matches_with_wizards_can_be_saved_and_cloned_anywhere(college: str) -> None:
    for seed in range(8):
        scene = field((college, college), to_move=("home", "away")[seed % 2], ball=("A", "b")[seed // 2 % 2])
        luck = Luck(seed)
        for _ in range(12):
            game = scene.game
            before = fingerprint(game)
            assert fingerprint(load(save(game))) == before
            assert fingerprint(game.clone()) == before
            play_on(game, luck, 1)
