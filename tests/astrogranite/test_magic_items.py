"""Magic items: what twelve of them do, what the referee makes of it, and how teams come by them (A-ITEM)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from dungeonbowl.editions import build
from dungeonbowl.engine.abilities import CARRIES_ITEM
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.records.squads import squads_of
from dungeonbowl.scenes.scene import Piece, Scene, away, home
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.team import Player, Team
from dungeonbowl.words.story import story

ITEMS = "astrogranite(classic, referees=on, league=on, magic_items=on)"
WATCHED = {"eye of the referee": {"side": 0}}
ON_THEM = {"eye of the referee": {"side": 1}}


def items(
    picture: str, *more: str, edition: str = ITEMS, legend: dict[str, Piece] | None = None, **facts: Any
) -> Scene:
    """A wears the items (and skills) named; T is with it; b, c and d are against it."""
    known: dict[str, Piece] = {
        "A": home(agility=4, skills=list(more)),
        "T": home(agility=4),
        "b": away(agility=4),
        "c": away(agility=4),
        "d": away(agility=4),
    }
    known |= legend or {}
    return Scene(
        picture, {letter: piece for letter, piece in known.items() if letter in picture}, edition=edition, **facts
    )


def eye(scene: Scene) -> int:
    return int(scene.module("eye of the referee").show_state(scene.game, scene.letters)["side"])


# --- one after the other --------------------------------------------------------------------------------------------


@pytest.mark.rule("A-ITEM-07", "A-ITEM-05")
def test_armbands_reroll_all_dice_of_a_block_and_the_penalty_comes_when_the_block_is_over() -> None:
    scene = items(
        "TAb...",
        "Armbands of Blocking",
        modules=WATCHED,
        legend={"A": home(strength=4, skills=["armbands of blocking"])},
    )
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN PLAYER-DOWN"])
    assert scene.offered("reroll item")
    scene.play("reroll item", dice=["block PUSH POW"])
    assert not scene.offered("reroll item")
    scene.play("face push", "stay", dice=["D6 6"])
    assert scene.square("b") == (3, 0)
    scene.play("decline")
    assert (scene.status("A"), scene.turnover) == ("sent-off", "TURNOVER_SENT_OFF")
    assert "A-ITEM-07" in scene.cited()


@pytest.mark.rule("A-ITEM-07", "A-ITEM-04")
def test_armbands_work_once_and_only_in_the_wearers_own_activation() -> None:
    scene = items("TAb...", "Armbands of Blocking", to_move="away")
    scene.play("activate b", "declare block A", dice=["block PLAYER-DOWN", "2D6 1+1"])
    assert not scene.told("rerolled")
    scene = items("TAb...", "Armbands of Blocking", "Frenzy")
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN"])
    scene.play("reroll item", dice=["block PUSH", "block PLAYER-DOWN", "2D6 1+1"])
    assert (scene.status("A"), scene.square("A")) == ("prone", (2, 0))


@pytest.mark.rule("A-ITEM-05")
def test_in_a_blitz_the_wearer_may_be_sent_off_before_it_goes_on() -> None:
    scene = items("TAb...", "Armbands of Blocking", modules=WATCHED)
    scene.play("activate A", "declare blitz", "block b", dice=["block BOTH-DOWN"])
    scene.play("reroll item", dice=["block PUSH"])
    scene.play("stay", dice=["D6 6"])
    assert scene.offered("argue")
    scene = items("TAb...", "Armbands of Blocking", modules=ON_THEM)
    scene.play("activate A", "declare blitz", "block b", dice=["block BOTH-DOWN"])
    scene.play("reroll item", dice=["block PUSH"])
    scene.play("stay")
    assert scene.offered("step e")  # a minor infraction, and the eye was elsewhere
    assert eye(scene) == 0


@pytest.mark.rule("A-ITEM-08", "A-ITEM-04")
def test_gauntlets_catch_a_passed_ball_on_a_two_whatever_the_modifiers() -> None:
    picture = """
        ...b.
        T.Ac.
        ...d.
    """
    scene = items(picture, "Gauntlets of Catching", ball="T")
    scene.play("activate T", "declare pass", "aim", "throw (2,1)", dice=["D6 5"])
    assert scene.asked == "home"
    scene.play("use magic item A", dice=["D6 2"])
    assert scene.ball == "A"
    assert scene.told("infraction", "A")
    assert "A-ITEM-08" in scene.cited()
    scene = items(picture, "Gauntlets of Catching", ball="T")
    scene.play("activate T", "declare pass", "aim", "throw (2,1)", "decline", dice=["D6 5", "D6 5", "D8 7"])
    assert scene.ball == (2, 2)  # 5 + 1 - 3 is too little
    assert not scene.told("infraction")


@pytest.mark.rule("A-ITEM-08")
def test_gauntlets_are_no_good_for_a_bouncing_ball_or_one_handed_over() -> None:
    scene = items("T.A.b", "Gauntlets of Catching", ball="T")
    scene.play("activate T", "declare pass", "aim", "throw (1,0)", dice=["D6 5", "D8 5", "D6 4"])
    assert scene.ball == "A"  # it bounced there
    scene = items("TA..b", "Gauntlets of Catching", ball="T")
    scene.play("activate T", "declare hand-off", "hand off A", dice=["D6 3"])
    assert scene.ball == "A"


@pytest.mark.rule("A-ITEM-09")
def test_a_helm_lets_its_wearer_gaze() -> None:
    scene = items("T.A.b", "Helm of Distraction")
    scene.play("activate A", "declare move")
    assert not scene.offered("use magic item b")
    scene.play("step e", "use magic item b", dice=["D6 4"])
    assert not scene.game.has_zone(scene.piece("b"))
    assert scene.told("infraction", "A")
    assert not scene.offered("activate A")
    scene = items("T.A.b", "Helm of Distraction", "Hypnotic Gaze")
    scene.play("activate A", "declare move", "step e")
    assert scene.offered("use Hypnotic Gaze b")
    scene.play("use magic item b", dice=["D6 3"])
    assert not scene.game.has_zone(scene.piece("b"))  # one better


@pytest.mark.rule("A-ITEM-10", "A-ITEM-05")
def test_in_boots_every_rush_of_the_activation_succeeds_without_a_die_and_is_judged_at_its_end() -> None:
    legend = {"A": home(movement=2, skills=["Boots of Dashing"])}
    scene = items("TA.......b", legend=legend, modules=WATCHED)
    scene.play("activate A", "declare move", "step e", "step e")
    scene.play("use magic item A", "step e")
    assert scene.square("A") == (4, 0)
    assert not scene.told("infraction")
    scene.play("step e", dice=["D6 5"])
    assert scene.square("A") == (5, 0)
    assert scene.told("infraction", "A")
    assert not scene.offered("activate A")
    assert "A-ITEM-10" in scene.cited()


@pytest.mark.rule("A-ITEM-10")
def test_boots_help_on_steps_taken_in_a_hurry_too() -> None:
    edition = ITEMS.replace(")", ", water=on)")
    scene = items("T~A~b", edition=edition, legend={"A": home(skills=["Boots of Dashing"], under="~")})
    scene.play("activate A", "use magic item A", "declare move", "hurry w")
    assert (scene.square("A"), scene.status("A")) == ((1, 0), "standing")


@pytest.mark.rule("A-ITEM-11")
def test_an_amulet_intercepts_on_a_two_whatever_the_modifiers() -> None:
    scene = items("b..A..c", "Amulet of Interception", ball="b", to_move="away")
    scene.play("activate b", "declare pass", "aim", "throw (6,0)", "interfere A")
    scene.play("use magic item A", dice=["D6 2"])
    assert (scene.ball, scene.turnover) == ("A", "TURNOVER_INTERFERENCE")
    assert scene.told("infraction", "A")
    assert scene.status("A") == "standing"


@pytest.mark.rule("A-ITEM-12")
def test_sandals_give_leap_for_one_activation() -> None:
    edition = ITEMS.replace(")", ", leaping=on)")
    scene = items("T.A....b", "Sandals of Leaping", edition=edition)
    scene.play("activate A", "use magic item A", "declare move", "leap", "jump (4,0)", dice=["D6 4"])
    assert scene.square("A") == (4, 0)  # -1 for the distance, +1 for the skill
    scene.play(
        "stop", "end turn", "end turn", "activate A", "declare move", "leap", "jump (6,0)", dice=["D6 4", "2D6 1+1"]
    )
    assert scene.status("A") == "prone"  # the skill is gone
    scene = items("T.A....b", "Sandals of Leaping", "Leap", edition=edition)
    scene.play("activate A", "use magic item A", "declare move", "leap", "jump (4,0)", dice=["D6 3"])
    assert scene.square("A") == (4, 0)  # one better than with the skill alone


@pytest.mark.rule("A-ITEM-13")
def test_a_rabbits_foot_rerolls_one_roll_in_a_game_and_is_no_infraction() -> None:
    scene = items("TA.b...", "Lucky Rabbit's Foot", ball=(2, 0), modules=WATCHED)
    scene.play("activate A", "declare move", "step e", dice=["D6 1"])
    scene.play("reroll item", dice=["D6 5"])
    assert scene.ball == "A"
    scene.play("stop")
    assert not scene.told("infraction")
    scene.play("end turn", "end turn", "activate A", "declare move", "step w", dice=["D6 1", "2D6 1+1", "D8 5"])
    assert scene.status("A") == "prone"  # nobody was asked again


@pytest.mark.rule("A-ITEM-13")
def test_a_rabbits_foot_helps_with_block_dice_and_teleporters() -> None:
    scene = items("TAb...", "Lucky Rabbit's Foot")
    scene.play("activate A", "declare block b", dice=["block PLAYER-DOWN"])
    scene.play("reroll item", dice=["block PUSH"])
    scene.play("stay")
    assert scene.square("b") == (3, 0)
    scene = items("TA1.2.b", "Lucky Rabbit's Foot")
    scene.play("activate A", "declare move", "step e", dice=["D6 1"])
    assert scene.offered("accept")
    scene.play("reroll item", dice=["D6 2"])
    assert scene.square("A") == (4, 0)


@pytest.mark.rule("A-ITEM-13")
def test_a_rabbits_foot_helps_out_of_a_chasm_but_not_against_what_opponents_roll() -> None:
    edition = ITEMS.replace(")", ", chasms=on)")
    scene = items("TA:...b", "Lucky Rabbit's Foot", edition=edition)
    scene.play("activate A", "declare move", "step e", dice=["D6 6"])
    scene.play("reroll item", dice=["D6 1"])
    assert scene.status("A") == "reserves"
    scene = items("TA:...b", "Lucky Rabbit's Foot", edition=edition)
    scene.play("activate A", "declare move", "step e", "accept", dice=["D6 6"])
    assert scene.status("A") == "casualty"
    scene = items("T.Ab...", "Lucky Rabbit's Foot", to_move="away")
    scene.play("activate b", "declare block A", dice=["block POW"])
    scene.play("stay", dice=["2D6 6+6", "2D6 3+3"])
    assert scene.status("A") == "stunned"


@pytest.mark.rule("A-ITEM-14", "A-DEF-20", "A-INF-01")
def test_bracers_add_two_to_an_armour_roll_once_its_dice_are_seen_and_are_a_major_infraction() -> None:
    scene = items("TAb...", "Bracers of Smashing", modules=ON_THEM)
    scene.play("activate A", "declare block b", dice=["block POW"])
    scene.play("stay", dice=["2D6 4+3"])
    assert scene.asked == "home"
    scene.play("use magic item A", dice=["2D6 3+3", "D6 6"])
    assert scene.status("b") == "stunned"  # 7 + 2 breaks AV 8; nothing is left for the injury
    scene.play("decline")
    assert scene.status("A") == "sent-off"
    assert "A-ITEM-14" in scene.cited()


@pytest.mark.rule("A-ITEM-14", "A-DEF-20")
def test_nobody_asks_for_bracers_where_the_armour_holds_or_breaks_without_them() -> None:
    scene = items("TAb...", "Bracers of Smashing")
    scene.play("activate A", "declare block b", dice=["block POW"])
    scene.play("stay", dice=["2D6 3+3"])  # 6 + 2 is not more than AV 8
    assert scene.status("b") == "prone"
    assert not scene.told("infraction")
    scene = items("TAb...", "Bracers of Smashing")
    scene.play("activate A", "declare block b", dice=["block POW"])
    scene.play("stay", dice=["2D6 5+4", "2D6 2+3"])  # 5 + 2 is Stunned still
    assert scene.status("b") == "stunned"
    assert not scene.told("infraction")


@pytest.mark.rule("A-ITEM-14", "A-DEF-20")
@pytest.mark.parametrize(("answer", "status"), [("use magic item A", "knocked-out"), ("decline", "stunned")])
def test_bracers_may_be_kept_for_the_injury_and_are_used_after_its_dice(answer: str, status: str) -> None:
    scene = items("TAb...", "Bracers of Smashing")
    scene.play("activate A", "declare block b", dice=["block POW"])
    scene.play("stay", dice=["2D6 5+4", "2D6 3+3"])
    assert scene.asked == "home"
    scene.play(answer, dice=["D6 5"] if status == "knocked-out" else [])
    assert scene.status("b") == status
    assert scene.told("infraction") == (status == "knocked-out")


@pytest.mark.rule("A-ITEM-14", "A-DEF-20")
def test_bracers_and_a_mighty_blow_are_each_placed_on_their_own() -> None:
    def blow(*answers: str, dice: list[str]) -> Scene:
        scene = items("TAb...", "Bracers of Smashing", "Mighty Blow")
        scene.play("activate A", "declare block b", dice=["block POW"])
        scene.play("stay", *answers, dice=dice)
        return scene

    scene = blow("decline", "use Mighty Blow A", "use magic item A", dice=["2D6 4+4", "2D6 3+3", "D6 5"])
    assert scene.status("b") == "knocked-out"  # 8 + 1 breaks it, and the two are left: 6 + 2
    scene = blow("use magic item A", dice=["2D6 4+4", "2D6 4+3", "D6 5"])
    assert scene.status("b") == "knocked-out"  # 8 + 2 breaks it, and the one is left: 7 + 1
    scene = blow("use magic item A", "use Mighty Blow A", dice=["2D6 4+2", "2D6 4+3", "D6 5"])
    assert scene.status("b") == "stunned"  # it takes all three


@pytest.mark.rule("A-ITEM-14", "A-ITEM-18")
def test_bracers_used_on_an_armour_roll_count_when_it_is_made_again() -> None:
    scene = items("TAb...", "Bracers of Smashing", legend={"b": away(skills=["Ring of Invulnerability"])})
    scene.play("activate A", "declare block b", dice=["block POW"])
    scene.play("stay", "use magic item A", dice=["2D6 4+3"])
    scene.play("use magic item b", dice=["2D6 4+3", "2D6 1+2", "D6 5"])
    assert scene.status("b") == "stunned"


@pytest.mark.rule("A-ITEM-14")
def test_bracers_are_for_the_wearers_own_blocks_only() -> None:
    scene = items("TAb...", "Bracers of Smashing", to_move="away")
    scene.play("activate b", "declare block A", dice=["block PLAYER-DOWN", "2D6 4+3"])
    assert scene.status("b") == "prone"
    scene = items("TAb...", "Bracers of Smashing")
    scene.play("activate A", "declare block b", dice=["block POW"])
    scene.play("stay", "decline", dice=["2D6 4+3"])
    assert scene.status("b") == "prone"
    assert not scene.told("infraction")
    scene = items("TAb...", "Bracers of Smashing")
    scene.play("activate A", "declare block b", dice=["block BOTH-DOWN", "2D6 4+3", "2D6 4+3"])
    scene.play("decline")  # asked once: not for its own fall
    assert (scene.status("A"), scene.status("b")) == ("prone", "prone")


@pytest.mark.rule("A-ITEM-15")
def test_shoes_give_two_squares_more_if_they_are_announced_at_the_activation() -> None:
    scene = items("TA.........b", legend={"A": home(movement=3, skills=["Shoes of Speed"])})
    scene.play("activate A", "use magic item A", "declare move")
    assert scene.game.moves_left == 5
    scene.play("stop")
    assert scene.told("infraction", "A")
    scene = items("TA.........b", legend={"A": home(movement=3, skills=["Shoes of Speed"])})
    scene.play("activate A", "declare move")
    assert scene.game.moves_left == 3
    assert not scene.offered("use magic item A")


@pytest.mark.rule("A-ITEM-16", "A-INF-07")
def test_gloves_let_a_dodge_out_of_their_zone_succeed_on_a_natural_six_only() -> None:
    scene = items("TAb...", "Gloves of Tackling", to_move="away", modules=WATCHED)
    scene.play("activate b", "declare move", "step e")
    assert scene.asked == "home"
    scene.play("use magic item A", dice=["D6 5", "2D6 1+1", "D6 6"])
    scene.play("decline")
    assert (scene.status("b"), scene.turnover) == ("prone", "TURNOVER_FALL")
    assert scene.status("A") == "sent-off"
    scene = items("TAb..c", "Gloves of Tackling", to_move="away")
    scene.play("activate b", "declare move", "step e", "use magic item A", dice=["D6 6"])
    assert scene.square("b") == (3, 0)
    assert scene.told("infraction", "A")  # at once: the opponent goes on
    assert scene.offered("step e")


@pytest.mark.rule("A-ITEM-16", "A-ITEM-04")
def test_gloves_work_once_a_team_turn_and_need_a_zone() -> None:
    scene = items("Tb.A....c", "Gloves of Tackling", to_move="away")
    scene.play("activate b", "declare move", "step e", dice=["D6 5"])  # out of the zone of T, who has no gloves
    scene.play("step w", "use magic item A", dice=["D6 6"])
    scene.play("step e", dice=["D6 5"])  # they are used up
    assert scene.square("b") == (2, 0)
    legend = {"A": home(skills=["Gloves of Tackling"], status="prone")}
    scene = items("TbA\n...\n..c", legend=legend, to_move="away")
    scene.play("activate b", "declare move", "step s", dice=["D6 4"])  # only T has a zone to dodge out of
    assert scene.square("b") == (1, 1)


@pytest.mark.rule("A-ITEM-17")
def test_with_a_headband_a_pass_is_accurate_on_a_two_and_fumbled_on_a_one() -> None:
    picture = """
        b.......
        cA.....T
        d.......
    """
    scene = items(picture, "Headband of Throwing", ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (7,1)")
    scene.play("use magic item A", dice=["D6 2", "D6 3"])
    assert scene.ball == "T"
    assert scene.told("infraction", "A")
    scene = items(picture, "Headband of Throwing", ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (7,1)")
    scene.play("use magic item A", dice=["D6 1", "D8 7"])
    assert scene.turnover == "TURNOVER_FUMBLE"
    assert scene.told("infraction", "A")


@pytest.mark.rule("A-ITEM-18")
def test_a_ring_has_a_broken_armour_rolled_again_and_the_second_roll_stands() -> None:
    scene = items("T.Ab...", "Ring of Invulnerability", to_move="away")
    scene.play("activate b", "declare block A", dice=["block POW"])
    scene.play("stay", dice=["2D6 6+6"])
    assert scene.asked == "home"
    scene.play("use magic item A", dice=["2D6 2+2"])
    assert scene.status("A") == "prone"
    assert scene.told("infraction", "A")
    scene = items("T.Ab...", "Ring of Invulnerability", to_move="away")
    scene.play("activate b", "declare block A", dice=["block POW"])
    scene.play("stay", dice=["2D6 6+6"])
    scene.play("use magic item A", dice=["2D6 6+5", "2D6 4+4"])
    assert scene.status("A") == "knocked-out"
    assert eye(scene) == 0  # it is the first infraction, and a minor one
    for injury, judged in ((["2D6 4+4"], True), (["2D6 6+6", "D6 1", "D8 1"], False)):
        scene = items("T.Ab...", "Ring of Invulnerability", to_move="away", modules=WATCHED)
        scene.play("activate b", "declare block A", "stay", dice=["block POW", "2D6 6+6"])
        scene.play("use magic item A", dice=["2D6 6+5", *injury, *(["D6 6"] if judged else [])])
        assert scene.offered("argue") == judged  # nobody rolls for who is out for good


# --- what holds for all ---------------------------------------------------------------------------------------------


@pytest.mark.rule("A-ITEM-04")
def test_an_item_works_once_in_every_team_turn_of_either_side() -> None:
    scene = items("T.A..\n...bc", "Ring of Invulnerability", to_move="away")
    scene.play("activate b", "declare block A", dice=["block POW"])
    scene.play("stay", dice=["2D6 6+6"])
    scene.play("use magic item A", dice=["2D6 2+2"])
    assert scene.square("A") == (1, 0)
    # the foul of the same turn finds it used up
    foul = ("activate c", "declare foul", "step nw", "step w", "foul A")
    scene.play(*foul, dice=["2D6 6+6", "2D6 3+3", "D6 1"])
    assert (scene.status("A"), scene.active) == ("stunned", "home")
    scene.play("end turn", "activate b", "declare foul", "step w", "foul A", dice=["2D6 6+6"])
    assert scene.offered("use magic item A")


@pytest.mark.rule("A-ITEM-05")
def test_an_argument_may_save_the_wearer_and_the_eye_moves_all_the_same() -> None:
    scene = items("TA.........b", "Shoes of Speed", modules=WATCHED)
    scene.play("activate A", "use magic item A", "declare move", "stop", dice=["D6 6"])
    scene.play("argue", dice=["D6 6"])
    assert (scene.status("A"), scene.active) == ("standing", "home")


def test_items_do_nothing_without_their_module() -> None:
    scene = items("TA....b", "Shoes of Speed", edition="astrogranite(classic)")
    scene.play("activate A")
    assert not scene.offered("use magic item A")


def test_items_are_told_and_a_match_is_saved_while_they_work() -> None:
    edition = ITEMS.replace(")", ", leaping=on)")
    scene = items("T.A....b", "Sandals of Leaping", edition=edition)
    scene.play("activate A", "use magic item A", "declare move")
    again = load(save(scene.match))
    assert fingerprint(again) == fingerprint(scene.game)
    assert again.abilities[:] == scene.game.abilities[:]
    assert "A uses its sandals of leaping" in "\n".join(story(scene.game, scene.names))
    scene = items("TAb...", "Bracers of Smashing")
    scene.play("activate A", "declare block b", dice=["block POW"])
    scene.play("stay", dice=["2D6 4+3"])
    assert scene.offered("use magic item A")
    assert fingerprint(load(save(scene.match))) == fingerprint(scene.game)


# --- between matches ------------------------------------------------------------------------------------------------


def greys(**carried: str) -> Team:
    """A team of the Grey College after a match; p1="Shoes of Speed" has the first player carry them."""
    players = [
        Player(number, f"Grey {number}", "Human Lineman", 50_000, item=carried.get(f"p{number}", ""))
        for number in range(1, 8)
    ]
    return Team("astrogranite", "grey", "Greys", tuple(players), games=1, treasury=120_000)


@pytest.mark.rule("A-ITEM-01")
def test_a_new_team_has_no_items_and_nobody_carries_what_there_is_not() -> None:
    team = greys(p1="Shoes of Speed")
    new = replace(team, games=0, treasury=1_000_000 - 350_000)
    assert [problem.rule for problem in check(new)] == ["A-ITEM-01"]
    assert [problem.what for problem in check(greys(p1="Hat"))] == ["item"]


@pytest.mark.rule("A-ITEM-02")
def test_a_player_brings_its_item_into_a_match() -> None:
    team = greys(p3="Ring of Invulnerability")
    squads = squads_of([team, greys()], build(ITEMS.replace("classic", "classic, colleges=on")))
    assert squads.sheets[2].skills == ["Ring of Invulnerability"]
    assert squads.parameter(2, CARRIES_ITEM) == 12
