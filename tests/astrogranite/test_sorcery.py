"""Sorcery: players who cast a spell in place of a block (A-SORC)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from dungeonbowl.editions import build
from dungeonbowl.engine.abilities import CASTS
from dungeonbowl.errors import UserError
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.records.squads import squads_of
from dungeonbowl.scenes.scene import Piece, Scene, away, home, neutral
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.files import read_team, write_team
from dungeonbowl.teams.team import Player, Team
from dungeonbowl.teams.value import draft_cost, player_value
from dungeonbowl.words.story import story

MAGIC = "astrogranite(classic, referees=on, sorcery=on)"
HALL = """
    ###########
    #.........#
    #.S...b...#
    #........T#
    ###########
"""


def magic(picture: str = HALL, edition: str = MAGIC, skills: tuple[str, ...] = (), **more: Any) -> Scene:
    """S casts, b, c and d are against it, T is with it; dice and skills as the test says."""
    known: dict[str, Piece] = {
        "S": home(skills=["Sorcery", "Secret Weapon", *skills], agility=4),
        "T": home(),
        "b": away(),
        "c": away(),
        "d": away(),
    }
    known |= more.pop("legend", {})
    legend = {letter: piece for letter, piece in known.items() if letter in picture}
    return Scene(picture, legend, edition=edition, **more)


def eye(scene: Scene) -> int:
    return int(scene.module("eye of the referee").show_state(scene.game, scene.letters)["side"])


# --- casting --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-SORC-02")
def test_a_spell_takes_the_place_of_a_block_and_a_failed_cast_costs_nothing() -> None:
    scene = magic()
    scene.play("activate S", "declare cast spell", "flash (4,2)", dice=["D6 3"])
    assert (scene.square("S"), scene.turnover, scene.active) == ((2, 2), "", "home")
    assert not scene.told("infraction")
    assert not scene.offered("activate S")
    assert "A-SORC-02" in scene.cited()


@pytest.mark.rule("A-SORC-02")
def test_nothing_modifies_the_casting() -> None:
    picture = HALL.replace("#.S...b...#", "#bSc..d...#").replace("#.........#", "#~~~~~~~~~#")
    scene = magic(picture, "astrogranite(classic, referees=on, sorcery=on, water=on)")
    scene.play("activate S", "declare cast spell", "flash (4,2)", dice=["D6 4"])
    assert scene.square("S") == (4, 2)


@pytest.mark.rule("A-SORC-02")
def test_a_team_reroll_may_be_used_on_a_casting() -> None:
    scene = magic(rerolls=(1, 0))
    scene.play("activate S", "declare cast spell", "flash (4,2)", dice=["D6 1"])
    scene.play("reroll team", dice=["D6 4"])
    assert scene.square("S") == (4, 2)


@pytest.mark.rule("A-SORC-02")
def test_only_a_sorcerer_on_its_feet_casts_and_only_one_spell() -> None:
    scene = magic("S.T..b")
    scene.play("activate T")
    assert not scene.offered("declare cast spell")
    scene = magic("S.T..b", legend={"S": home(skills=["Sorcery"], status="prone")})
    scene.play("activate S")
    assert not scene.offered("declare cast spell")


@pytest.mark.rule("A-SORC-02")
def test_in_a_blitz_a_spell_costs_what_the_block_would_and_the_sorcerer_goes_on() -> None:
    scene = magic()
    scene.play("activate S", "declare blitz", "step e", "cast spell", "flash (6,1)", dice=["D6 4"])
    assert scene.square("S") == (6, 1)
    assert scene.game.moves_left == 4
    assert not scene.offered("cast spell")
    assert not scene.offered("block b")
    scene.play("step e", dice=["D6 4"])
    assert scene.square("S") == (7, 1)


@pytest.mark.rule("A-SORC-02")
def test_a_rush_for_the_spell_of_a_blitz_may_fail() -> None:
    scene = magic(legend={"S": home(skills=["Sorcery"], movement=1)})
    scene.play("activate S", "declare blitz", "step e", "cast spell", dice=["D6 1", "2D6 1+1"])
    assert (scene.square("S"), scene.status("S"), scene.turnover) == ((3, 2), "prone", "TURNOVER_FALL")


# --- flash ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-SORC-03")
def test_a_flash_leads_to_a_free_square_in_the_quick_band_seen_or_not() -> None:
    scene = magic("""
        #########
        #.S#b..T#
        #..#....#
        #########
    """)
    scene.play("activate S", "declare cast spell")
    assert scene.offered("flash (4,2)")
    assert scene.offered("flash (5,1)")
    assert not scene.offered("flash (4,1)")  # taken
    assert not scene.offered("flash (6,1)")  # d2 = 16
    scene.play("flash (4,2)", dice=["D6 5"])
    assert scene.square("S") == (4, 2)
    assert "A-SORC-03" in scene.cited()


@pytest.mark.rule("A-SORC-03")
def test_the_ball_comes_along_and_what_is_there_takes_effect() -> None:
    scene = magic("S..B...b", ball="S", legend={"b": away()}, edition=MAGIC)
    scene.play("activate S", "declare cast spell", "flash (3,0)", dice=["D6 4"])
    assert scene.winner == "home"
    scene = magic("S..1..2b", ball="S")
    scene.play("activate S", "declare cast spell", "flash (3,0)", dice=["D6 4", "D6 2"])
    assert (scene.square("S"), scene.ball) == ((6, 0), "S")
    scene = magic("S...T..b", ball=(3, 0))
    scene.play("activate S", "declare cast spell", "flash (3,0)", dice=["D6 4", "D6 2", "D8 4"])
    assert scene.turnover == "TURNOVER_PICK_UP"


@pytest.mark.rule("A-TELE-09", "A-SORC-03")
def test_a_flash_onto_a_teleporter_is_no_voluntary_entry_so_the_next_one_does_not_hurt() -> None:
    scene = magic("S..1..2.3b")
    scene.play("activate S", "declare blitz", "cast spell", "flash (3,0)", dice=["D6 4", "D6 2"])
    assert scene.square("S") == (6, 0)
    scene.play("step e", "step e", dice=["D6 1"])
    assert (scene.square("S"), scene.status("S"), scene.turnover) == ((3, 0), "standing", "")


@pytest.mark.rule("A-TELE-08", "A-TELE-09", "A-SORC-03")
def test_a_flash_onto_a_teleporter_after_a_step_onto_another_does_not_hurt_either() -> None:
    scene = magic("S1.2.3.b")
    scene.play("activate S", "declare blitz", "step e", dice=["D6 2"])
    assert scene.square("S") == (3, 0)
    scene.play("cast spell", "flash (5,0)", dice=["D6 4", "D6 1"])
    assert (scene.square("S"), scene.status("S"), scene.turnover) == ((1, 0), "standing", "")


@pytest.mark.rule("A-SORC-03")
def test_lava_burns_whoever_flashes_off_it() -> None:
    edition = "astrogranite(classic, referees=on, sorcery=on, lava=on)"
    scene = magic("S...T..b", edition=edition, legend={"S": home(skills=["Sorcery"], under="&")})
    scene.play("activate S", "declare cast spell", "flash (2,0)", dice=["D6 4", "2D6 3+3"])
    assert scene.square("S") == (2, 0)
    scene = magic("S...T..b", edition=edition, legend={"S": home(skills=["Sorcery"], under="&")})
    scene.play("activate S", "declare cast spell", "flash (2,0)", dice=["D6 4", "2D6 6+6", "2D6 3+3"])
    assert scene.status("S") == "knocked-out"


# --- flying fist ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-SORC-04")
def test_a_flying_fist_is_one_block_die_at_an_opponent_in_sight_in_the_short_band() -> None:
    scene = magic("""
        ##############
        #S.....b....c#
        ######.#######
        #####.dT######
        ##############
    """)
    scene.play("activate S", "declare cast spell")
    assert scene.offered("flying fist b")
    assert not scene.offered("flying fist c")  # d2 = 121
    assert not scene.offered("flying fist d")  # no sight
    scene.play("flying fist b", dice=["D6 4", "block PUSH"])
    assert (scene.square("b"), scene.square("S"), scene.status("b")) == ((8, 1), (1, 1), "standing")
    assert scene.active == "home"


@pytest.mark.rule("A-SORC-04")
@pytest.mark.parametrize("face", ["PLAYER-DOWN", "BOTH-DOWN"])
def test_what_would_hurt_the_attacker_does_nothing(face: str) -> None:
    scene = magic()
    scene.play("activate S", "declare cast spell", "flying fist b", dice=["D6 4", f"block {face}"])
    assert (scene.status("S"), scene.status("b"), scene.turnover) == ("standing", "standing", "")
    assert eye(scene) == 0


@pytest.mark.rule("A-SORC-04", "A-SORC-06")
@pytest.mark.parametrize("face", ["STUMBLE", "POW"])
def test_a_fist_that_hits_pushes_and_knocks_down_whatever_skills_there_are(face: str) -> None:
    skills = ["Dodge", "Stand Firm", "Side Step", "Block"]
    scene = magic(skills=("Mighty Blow", "Frenzy"), legend={"b": away(skills=skills, armour=9)})
    scene.play(
        "activate S", "declare cast spell", "flying fist b", "push (7,2)", dice=["D6 4", f"block {face}", "2D6 4+4"]
    )
    assert (scene.square("b"), scene.status("b")) == ((7, 2), "prone")
    assert scene.square("S") == (2, 2)
    assert scene.told("armour held", "b")  # 8 without Mighty Blow
    assert {"A-SORC-04"} <= scene.cited()


@pytest.mark.rule("A-SKREF-32", "A-SORC-04")
@pytest.mark.parametrize("edition", [MAGIC, MAGIC.replace(")", ", lurking_monsters=on)")])
def test_whoever_strikes_at_something_hideous_dares_it_before_the_cast(edition: str) -> None:
    hideous = ["Foul Appearance"]
    target = neutral(skills=["Monster", *hideous]) if "monsters" in edition else away(skills=hideous)
    scene = magic(HALL.replace("..b..", "..M.b"), edition, legend={"M": target})
    scene.play("activate S", "declare cast spell", "flying fist M", dice=["D6 1"])
    assert not scene.told("spell worked")
    assert not scene.told("infraction")
    scene = magic(HALL.replace("..b..", "..M.b"), edition, legend={"M": target})
    scene.play("activate S", "declare cast spell", "flying fist M", dice=["D6 2", "D6 3"])
    assert not scene.told("spell worked")


@pytest.mark.rule("A-SORC-06")
def test_a_fist_strips_no_ball_and_is_fended_off_by_nobody() -> None:
    scene = magic(skills=("Strip Ball", "Grab"), ball="b", edition=MAGIC.replace(")", ", dungeon_skills=on)"))
    scene.play("activate S", "declare cast spell", "flying fist b", dice=["D6 4", "block PUSH"])
    assert set(scene.options()) == {"push (7,1)", "push (7,2)", "push (7,3)"}
    scene.play("push (7,2)")
    assert scene.ball == "b"


@pytest.mark.rule("A-SORC-06")
def test_a_wall_makes_a_fist_worse() -> None:
    scene = magic("T#S.....b", MAGIC.replace(")", ", wall_smash=on)"), legend={"b": away(armour=9)})
    scene.play("activate S", "declare cast spell", "flying fist b", dice=["D6 4", "block POW", "2D6 4+4", "2D6 2+2"])
    assert (scene.square("b"), scene.status("b")) == ((8, 0), "stunned")


@pytest.mark.rule("A-SORC-05")
def test_the_push_comes_from_the_nearest_square_beside_the_target() -> None:
    scene = magic("""
        ##########
        #S.......#
        #........#
        #...b....#
        #........#
        ##########
    """)
    # (3,2) is nearest to (1,1): the push goes south-east
    scene.play("activate S", "declare cast spell", "flying fist b", dice=["D6 4", "block PUSH"])
    assert set(scene.options()) == {"push (5,3)", "push (5,4)", "push (4,4)"}


@pytest.mark.rule("A-SORC-05")
def test_between_squares_equally_near_a_die_decides() -> None:
    picture = """
        #########
        #.......#
        #.S..b..#
        #.....T.#
        #########
    """
    heights = """
        #########
        #0002222#
        #0000222#
        #0002222#
        #########
    """
    # (4,2) is far below b, so that (4,1) and (4,3) are the nearest squares beside it
    for die, squares in ((1, {"push (5,3)", "push (6,2)"}), (2, {"push (5,1)", "push (6,1)", "push (6,2)"})):
        scene = magic(picture, MAGIC.replace(")", ", platforms=on)"), details={"levels": heights})
        scene.play("activate S", "declare cast spell", "flying fist b", dice=["D6 4", "block PUSH", f"D2 {die}"])
        assert set(scene.options()) == squares
        assert "A-SORC-05" in scene.cited()


@pytest.mark.rule("A-SORC-04", "A-SKREF-32")
def test_whoever_wants_to_strike_at_something_hideous_rolls_first() -> None:
    scene = magic(legend={"b": away(skills=["Foul Appearance"])})
    scene.play("activate S", "declare cast spell", "flying fist b", dice=["D6 1"])
    assert scene.turnover == ""
    assert not scene.told("spell worked")


@pytest.mark.rule("A-SORC-12")
def test_a_casualty_by_a_fist_is_worth_two_points() -> None:
    scene = magic(edition=MAGIC.replace(")", ", league=on)"))
    scene.play(
        "activate S",
        "declare cast spell",
        "flying fist b",
        "push (7,2)",
        dice=["D6 4", "block POW", "2D6 6+6", "2D6 6+6", "D6 1", "D8 1"],
    )
    assert scene.status("b") == "casualty"
    assert scene.points("S") == 2


# --- phantom hands --------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-SORC-07")
def test_phantom_hands_pick_a_ball_up_from_afar_and_no_zone_counts() -> None:
    scene = magic("#S..bcd.", ball=(3, 0))
    scene.play("activate S", "declare cast spell", "phantom hands (3,0)", dice=["D6 4", "D6 3"])
    assert (scene.ball, scene.square("S")) == ("S", (1, 0))
    assert "A-SORC-07" in scene.cited()


@pytest.mark.rule("A-SORC-07")
def test_a_ball_that_phantom_hands_drop_bounces_and_the_turn_is_over() -> None:
    scene = magic("#S...b..", ball=(3, 0))
    scene.play("activate S", "declare cast spell", "phantom hands (3,0)", dice=["D6 4", "D6 2", "D8 4"])
    assert (scene.ball, scene.turnover) == ((2, 0), "TURNOVER_PICK_UP")
    scene = magic("#S.....b", ball=(5, 0))
    scene.play("activate S", "declare cast spell")
    assert not scene.offered("phantom hands (5,0)")  # d2 = 16


@pytest.mark.rule("A-SORC-08")
def test_phantom_hands_open_a_chest_and_earn_what_is_in_it() -> None:
    scene = magic("#S..$T..$b", edition=MAGIC.replace(")", ", league=on)"))
    scene.play("activate S", "declare cast spell")
    assert not scene.offered("phantom hands (8,0)")
    scene.play("phantom hands (4,0)", dice=["D6 4", "D2 1"])
    assert scene.ball == (4, 0)
    assert scene.points("S") == 2
    assert scene.told("chest opened", "S")


@pytest.mark.rule("A-SORC-08")
def test_a_chest_opened_from_afar_explodes_all_the_same() -> None:
    scene = magic("#S..$T..$b")
    scene.play("activate S", "declare cast spell", "phantom hands (4,0)", dice=["D6 4", "D2 2", "2D6 1+1"])
    assert (scene.status("T"), scene.status("S"), scene.turnover) == ("prone", "standing", "TURNOVER_KNOCKED_DOWN")


# --- phantom pass ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-SORC-09")
def test_a_phantom_pass_minds_neither_walls_nor_zones_nor_interceptors() -> None:
    scene = magic(
        """
        ##########
        #bSc#..d.#
        #...#.T..#
        ##########
    """,
        ball="S",
    )
    scene.play("activate S", "declare cast spell")
    assert scene.offered("phantom pass (6,2)")
    assert not scene.offered("phantom pass (2,1)")
    # short: AG 3 needs 4; two zones do not count. The catch is marked once: 4 - 1 + 1
    scene.play("phantom pass (6,2)", dice=["D6 4", "D6 4", "D6 3"])
    assert (scene.ball, scene.turnover) == ("T", "")
    scene.play("activate T")
    assert scene.offered("declare pass")  # the Pass action of the turn is not used


@pytest.mark.rule("A-SORC-09")
def test_a_phantom_pass_may_be_fumbled_and_reaches_no_farther_than_the_short_band() -> None:
    scene = magic("#S......Tb", ball="S")
    scene.play("activate S", "declare cast spell")
    assert not scene.offered("phantom pass (8,0)")  # d2 = 49
    scene.play("phantom pass (7,0)", dice=["D6 4", "D6 1", "D8 5"])
    assert (scene.ball, scene.turnover) == ((2, 0), "TURNOVER_FUMBLE")
    scene = magic("#S......Tb")
    scene.play("activate S", "declare cast spell")
    assert not any(option.startswith("phantom pass") for option in scene.options())


# --- the referee ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-SORC-10", "A-INF-01")
def test_every_successful_cast_is_a_minor_infraction_judged_when_the_spell_is_over() -> None:
    scene = magic(ball="S")
    assert eye(scene) == -1
    scene.play("activate S", "declare cast spell", "flash (4,2)", dice=["D6 4"])
    assert scene.told("infraction", "S")
    assert eye(scene) == 0
    scene.play("end turn", "end turn", "activate S", "declare cast spell", "flash (4,1)", dice=["D6 4", "D6 6"])
    assert scene.square("S") == (4, 1)  # the spell is over
    scene.play("decline", dice=["D8 5"])
    assert (scene.status("S"), scene.ball, scene.turnover) == ("sent-off", (5, 1), "TURNOVER_SENT_OFF")


@pytest.mark.rule("A-SORC-10")
def test_in_a_blitz_a_sorcerer_under_the_eye_may_be_sent_off_before_it_goes_on() -> None:
    scene = magic(modules={"eye of the referee": {"side": 0}})
    scene.play("activate S", "declare blitz", "cast spell", "flash (4,2)", dice=["D6 4", "D6 5"])
    assert scene.offered("step n")


@pytest.mark.rule("A-SORC-04", "A-OREF-12", "A-OREF-13")
def test_a_fist_at_a_referee_is_an_attack_on_him_and_a_failed_cast_is_none() -> None:
    edition = "astrogranite(classic, referees=on, sorcery=on, onsite_referees=on)"
    legend = {"b": neutral(skills=["Referee"])}
    scene = magic(edition=edition, legend=legend)
    scene.play("activate S", "declare cast spell", "flying fist b", dice=["D6 1"])
    assert scene.status("S") == "standing"
    scene = magic(edition=edition, legend=legend)
    scene.play("activate S", "declare cast spell", "flying fist b", "push (7,2)", dice=["D6 4", "block PUSH", "D6 1"])
    scene.play("decline")
    assert (scene.square("b"), scene.status("S")) == ((7, 2), "sent-off")


@pytest.mark.rule("A-SORC-10", "A-SORC-11", "A-SW-04")
def test_casualties_and_turnovers_of_a_sorcerer_are_no_infraction_and_nothing_is_confiscated() -> None:
    edition = "astrogranite(classic, referees=on, sorcery=on, secret_weapons=on, league=on)"
    scene = magic("#S...b..", ball=(3, 0), edition=edition)
    scene.play("activate S", "declare move", "step e", "step e", dice=["D6 1", "D8 5"])
    assert scene.turnover == "TURNOVER_PICK_UP"
    assert not scene.told("infraction")
    scene = magic(edition=edition, modules={"eye of the referee": {"side": 0}})
    dice = ["D6 4", "block POW", "2D6 6+6", "2D6 6+6", "D6 1", "D8 1", "D6 6"]
    scene.play("activate S", "declare cast spell", "flying fist b", "push (7,2)", dice=dice)
    scene.play("decline")
    assert scene.status("S") == "sent-off"
    assert len(scene.events("infraction")) == 1  # of the spell
    assert not scene.told("confiscated")


# --- teams ----------------------------------------------------------------------------------------------------------


def greys(*armed: tuple[int, str]) -> Team:
    """A new team of the Grey College: five linemen and a blitzer of the Humans, a Snotling; some with weapons."""
    positions = [*["Human Lineman"] * 5, "Human Blitzer", "Snotling Lineman"]
    weapons = dict(armed)
    costs = {"Human Lineman": 50_000, "Human Blitzer": 80_000, "Snotling Lineman": 30_000}
    players = [
        Player(number, f"Grey {number}", position, costs[position], weapon=weapons.get(number, ""))
        for number, position in enumerate(positions, 1)
    ]
    team = Team("astrogranite", "grey", "Greys", tuple(players))
    return replace(team, treasury=1_000_000 - draft_cost(team))


@pytest.mark.rule("A-SORC-01", "A-SW-01")
def test_a_sorcerer_is_bought_like_a_weapon_and_a_team_has_one_at_most() -> None:
    team = greys((2, "Sorcery"))
    assert check(team) == []
    assert player_value(team, team.players[1]) == 90_000
    assert draft_cost(team) == draft_cost(greys()) + 40_000
    assert [problem.rule for problem in check(greys((1, "Sorcery"), (2, "Chainsaw")))] == ["A-SW-01"]
    assert read_team(write_team(team)) == team


@pytest.mark.rule("A-SORC-01", "A-SW-02", "A-SW-03")
def test_only_a_lineman_of_some_races_becomes_a_sorcerer() -> None:
    assert [problem.rule for problem in check(greys((6, "Sorcery")))] == ["A-SW-03"]
    assert [problem.rule for problem in check(greys((7, "Sorcery")))] == ["A-SW-02"]
    assert [problem.what for problem in check(greys((1, "Catapult")))] == ["weapon"]


@pytest.mark.rule("A-SORC-01", "A-SW-18")
def test_a_stunty_sorcerer_minds_the_zones_it_dodges_into() -> None:
    scene = magic("T#bS.c", skills=("Stunty",))
    scene.play("activate S", "declare move", "step e", dice=["D6 3", "2D6 1+1"])
    assert scene.status("S") == "prone"  # 3 + 1 - 1


@pytest.mark.rule("A-SORC-01")
def test_a_sorcerer_comes_into_a_match_of_the_module_and_into_no_other() -> None:
    team = greys((2, "Sorcery"))
    squads = squads_of([team, greys()], build(MAGIC.replace("classic", "classic, colleges=on")))
    assert squads.sheets[1].skills == ["Sorcery", "Secret Weapon"]
    assert int(CASTS) in squads.sheets[1].abilities
    with pytest.raises(UserError, match="has the weapon Sorcery; expected no weapons"):
        squads_of([team, greys()], build("astrogranite(classic, colleges=on)"))


# --- told and saved -------------------------------------------------------------------------------------------------


def test_spells_are_told_and_a_match_is_saved_in_the_middle_of_one() -> None:
    scene = magic()
    scene.play("activate S", "declare cast spell")
    assert fingerprint(load(save(scene.match))) == fingerprint(scene.game)
    scene.play("flying fist b", dice=["D6 4", "block POW"])
    assert fingerprint(load(save(scene.match))) == fingerprint(scene.game)
    assert "casts flying fist at b" in "\n".join(story(scene.game, scene.names))
