"""What a match of the Astrogranite edition tells a league (A-SPP-01 to -05, A-TURN-07 to -09, A-MULTI-05,
A-MBOWL-05, A-DIRTY-03)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Scene, away, home, neutral, third
from support.league import facts_of, points_of, told
from support.monsters import eater, monster, phase

LEAGUE = "astrogranite(classic, league=on)"
ARMED = "astrogranite(classic, referees=on, secret_weapons=on, league=on)"
EXTRA = "astrogranite(classic, extra_teams=on, league=on)"
OPENING = """
    ############
    #A...1..2.B#
    #A..3.$.4.B#
    #A..5...6.B#
    ############
"""
PORTALS = """
    ........
    .Ab1...2
    ........
    3.4.5.6.
"""


# --- deeds ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-SPP-01")
def test_the_base_awards_are_read_by_player() -> None:
    legend = {"A": home(agility=4), "C": home(agility=4), "b": away(agility=4)}
    scene = Scene("A..C....\n........\n.......b", legend, ball="A", edition=LEAGUE)
    scene.play("activate A", "declare pass", "aim", "throw (3,0)", dice=["D6 6", "D6 6"])
    assert points_of(facts_of(scene)) == {"A": {"completion": 1}}
    scene = Scene("A..b..C", legend, ball="A", edition=LEAGUE)
    scene.play("activate A", "declare pass", "aim", "throw (6,0)", "interfere b", dice=["D6 6"])
    assert points_of(facts_of(scene)) == {"b": {"interception": 2}}
    scene = Scene("A.....RB\nA.....b.", {"R": home(agility=4), "b": away()}, ball="R", edition=LEAGUE)
    scene.play("activate R", "step e", dice=["D6 6"])
    facts = facts_of(scene)
    assert points_of(facts) == {"R": {"touchdown": 3}}
    assert told(facts, "R").deeds == {"touchdown": 1}


@pytest.mark.rule("A-SPP-01")
def test_a_casualty_by_a_block_earns_two_and_tells_who_did_it() -> None:
    legend = {"A": home(agility=4), "b": away(agility=4, armour=9), "z": away()}
    scene = Scene("......\n.Ab...\n......\n.....z", legend, edition=LEAGUE)
    dice = ["block POW", "2D6 5+5", "2D6 6+5", "D6 5", "D8 7"]
    scene.play("activate A", "declare block b", "push (3,1)", "stay", dice=dice)
    facts = facts_of(scene)
    assert points_of(facts) == {"A": {"casualty": 2}}
    assert [side.casualties for side in facts.sides] == [1, 0]
    victim = told(facts, "b")
    assert (victim.injury, victim.loss, victim.how, victim.by) == ("loss", "ag", "block", "A")


@pytest.mark.rule("A-SPP-02")
def test_a_chest_with_a_ball_is_worth_two_by_phantom_hands_too() -> None:
    scene = Scene(".....\n.A$..\n....b", {"A": home(), "b": away()}, edition=LEAGUE)
    scene.play("activate A", "declare move", "open (2,1)", dice=[])
    facts = facts_of(scene)
    assert points_of(facts) == {"A": {"chest": 2}}
    assert told(facts, "A").deeds == {"chest": 1}
    legend = {"S": home(agility=4, skills=["Sorcery", "Secret Weapon"]), "T": home(), "b": away()}
    edition = "astrogranite(classic, referees=on, secret_weapons=on, sorcery=on, league=on)"
    scene = Scene("#S..$T..$b", legend, edition=edition)
    scene.play("activate S", "declare cast spell", "phantom hands (4,0)", dice=["D6 4", "D2 1"])
    assert points_of(facts_of(scene)) == {"S": {"chest": 2}}


@pytest.mark.rule("A-SPP-03")
def test_one_push_is_one_point_and_only_the_first_of_a_chain_counts() -> None:
    legend = {"A": home(agility=4), "b": away(agility=4, armour=9)}
    scene = Scene(PORTALS, legend, edition=LEAGUE)
    scene.play("activate A", "declare block b", "push (3,1)", "stay", dice=["block PUSH", "D6 2"])
    facts = facts_of(scene)
    assert points_of(facts) == {"A": {"push": 1}}
    assert told(facts, "A").deeds == {"push": 1}
    chain = "#######\n.Abc1.2\n#######\n3.4.5.6"
    scene = Scene(chain, {"A": home(), "b": away(), "c": away()}, edition=LEAGUE)
    scene.play("activate A", "declare block b", "stay", dice=["block PUSH", "D6 2"])
    assert points_of(facts_of(scene)) == {}


@pytest.mark.rule("A-SPP-04", "A-MON-21")
def test_a_monster_is_worth_two_and_a_strong_one_a_die_more() -> None:
    legend = {"A": home(strength=8), "M": monster(armour=8, strength=6), "z": away()}
    scene = Scene("AM..\nz...", legend, edition="astrogranite(classic, morphing_monsters=on, league=on)")
    scene.give(["block POW POW", "2D6 5+5", "2D6 4+4", "D6 5"])
    for text in ("activate A", "declare block M", "push (2,0)", "stay"):
        scene.act(text)
    facts = facts_of(scene)
    assert points_of(facts) == {"A": {"monster": 7}}
    assert told(facts, "A").deeds == {"monster": 1}
    assert [side.casualties for side in facts.sides] == [0, 0]


@pytest.mark.rule("A-SPP-04", "A-OREF-15")
def test_a_referee_is_worth_two() -> None:
    legend = {"A": home(), "C": home(), "z": away(), "R": neutral(skills=["Referee"], armour=8)}
    edition = "astrogranite(classic, referees=on, onsite_referees=on, league=on)"
    scene = Scene("AR..\n....\nC..z", legend, edition=edition)
    scene.play("activate A", "declare block R", "push (2,0)", "stay", dice=["block POW", "2D6 4+4"])
    facts = facts_of(scene)
    assert points_of(facts) == {"A": {"referee": 2}}
    assert told(facts, "A").deeds == {"referee": 1}


@pytest.mark.rule("A-SPP-04", "A-SW-08")
def test_a_casualty_of_a_weapon_is_worth_two_and_the_weapon_may_be_gone() -> None:
    legend = {"A": home(agility=4, skills=["Chainsaw", "Secret Weapon"]), "b": away(), "C": home()}
    scene = Scene("Ab.C", legend, edition=ARMED)
    scene.play("activate A", "declare chainsaw b", dice=["D6 2", "2D6 4+4", "2D6 5+5", "D6 1", "D8 1", "D6 6"])
    scene.play("decline", dice=["D6 5"])
    facts = facts_of(scene)
    assert points_of(facts) == {"A": {"weapon": 2}}
    assert told(facts, "A").deeds == {"casualty": 1, "sent off": 1}
    assert (facts.sides[0].casualties, told(facts, "A").confiscated) == (1, True)
    assert (told(facts, "b").how, told(facts, "b").by) == ("weapon", "A")


@pytest.mark.rule("A-SPP-04", "A-SORC-12")
def test_a_casualty_of_a_flying_fist_counts_as_one_of_a_block() -> None:
    legend = {"S": home(agility=4, skills=["Sorcery", "Secret Weapon"]), "b": away(), "z": away()}
    edition = "astrogranite(classic, referees=on, secret_weapons=on, sorcery=on, league=on)"
    scene = Scene("S..b#\n####.\n....z", legend, edition=edition)
    scene.play("activate S", "declare cast spell")
    scene.play("flying fist b", dice=["D6 6", "block POW", "2D6 6+6", "2D6 6+6", "D6 6", "D8 8"])
    facts = facts_of(scene)
    assert points_of(facts) == {"S": {"casualty": 2}}
    assert (told(facts, "b").injury, told(facts, "b").how, told(facts, "b").by) == ("dead", "spell", "S")
    assert told(facts, "S").deeds == {"casualty": 1, "kill": 1}


@pytest.mark.rule("A-SPP-05")
def test_an_explosion_and_an_illusion_give_no_points() -> None:
    legend = {"A": home(armour=9), "b": away(armour=9), "z": away()}
    scene = Scene(".....\n.A$b.\n....z", legend, edition=LEAGUE, ball=(0, 0))
    scene.play("activate A", "declare move", "open (2,1)", dice=["2D6 1+2", "2D6 5+5", "2D6 6+6", "D6 4", "D8 1"])
    facts = facts_of(scene)
    assert points_of(facts) == {}
    assert (told(facts, "b").injury, told(facts, "b").how) == ("misses", "explosion")
    illusions = "astrogranite(classic, multiball=on, multiball_mode=illusionary, league=on)"
    hall = "AA......BB\nAA......BB\nAA......BB\nAA......BB"
    legend = {"A": home(at=(7, 1)), "b": away(at=(3, 0))}
    scene = Scene(hall, legend, edition=illusions, balls=["A", (5, 3), None])
    scene.play("activate A", "declare move", "step e", dice=["D3 2"])
    facts = facts_of(scene)
    assert points_of(facts) == {}
    assert (told(facts, "A").deeds, facts.sides[0].score) == ({}, 0)


@pytest.mark.rule("A-SPP-05")
def test_a_hazard_that_hurts_gives_no_points_to_anybody() -> None:
    legend = {"A": home(), "b": away(), "z": away()}
    scene = Scene("#####\n.Ab&.\n#####\n....z", legend, edition="astrogranite(classic, league=on, lava=on)")
    dice = ["block PUSH", "2D6 6+6", "2D6 6+6", "D6 6", "D8 8"]
    scene.play("activate A", "declare block b", "stay", dice=dice)
    facts = facts_of(scene)
    assert points_of(facts) == {"A": {"push": 1}}  # for the push (A-SPP-03), none for the casualty
    assert [side.casualties for side in facts.sides] == [0, 0]
    assert (told(facts, "b").injury, told(facts, "b").how) == ("dead", "lava")


@pytest.mark.rule("A-CHASM-04", "A-CHASM-07")
def test_a_death_in_a_chasm_is_the_pushers_kill_and_worth_the_push_alone() -> None:
    legend = {"A": home(), "B": away(), "b": away()}
    picture = "#######\n#AB:.b#\n####..#\n#123456\n#######"
    scene = Scene(picture, legend, edition="astrogranite(classic, league=on, chasms=on)")
    scene.play("activate A", "declare block B", "stay", dice=["block PUSH", "D6 6"])
    facts = facts_of(scene)
    assert points_of(facts) == {"A": {"push": 1}}
    assert (told(facts, "B").injury, told(facts, "B").how, told(facts, "B").by) == ("dead", "chasm", "A")
    assert told(facts, "A").deeds == {"push": 1, "kill": 1}
    assert facts.sides[0].casualties == 0


@pytest.mark.rule("A-SKREF-30")
def test_who_is_eaten_is_dead_and_nobodys_kill() -> None:
    legend = {
        "T": home(strength=5, skills=["Throw Team-Mate", "Always Hungry"]),
        "G": home(strength=2, skills=["Right Stuff", "Stunty"]),
        "z": away(),
    }
    scene = Scene("T......\nG......\n......z", legend, edition=LEAGUE)
    scene.play("activate T", "declare throw team-mate", "pick G", "throw (4,1)", dice=["D6 1", "D6 1"])
    facts = facts_of(scene)
    assert (told(facts, "G").injury, told(facts, "G").how, told(facts, "G").by) == ("dead", "team-mate", "T")
    assert told(facts, "T").deeds == {}


# --- before the match -------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-DIRTY-03")
@pytest.mark.parametrize(
    ("dice", "absent", "injury"),
    [(["D6 1"], False, ""), (["D6 2"], True, ""), (["D6 6", "D6 5", "D8 1"], True, "niggle")],
)
def test_an_assassins_victim_misses_the_match_and_may_be_hurt(dice: list[str], absent: bool, injury: str) -> None:
    legend = {letter: side(status="reserves") for letter, side in (("P", home), ("Q", home), ("r", away), ("s", away))}
    tactics = "astrogranite(classic, league=on, dirty_tactics=on)"
    scene = Scene(OPENING, legend, edition=tactics, opening=True, treasuries=(30_000, 0))
    scene.play("buy assassination", dice=["2D6 6+1"])
    scene.play("start home", "assassinate s", dice=["D6 4", *dice])
    facts = facts_of(scene)
    assert (told(facts, "s").absent, told(facts, "s").injury) == (absent, injury)
    assert (facts.sides[0].bought, facts.sides[0].spent) == (("assassination",), 30_000)
    assert (facts.sides[1].bought, facts.sides[1].spent) == ((), 0)


@pytest.mark.rule("A-MATK-07")
def test_the_petrified_are_named() -> None:
    legend = {"M": monster("Petrifying Slash"), "A": home(armour=9), "C": home(status="reserves")}
    edition = "astrogranite(classic, morphing_monsters=on, league=on)"
    facts = facts_of(phase("MA.", ["2D6 5+4"], legend, edition=edition))
    assert [(player.player, player.stone) for player in facts.sides[0].players] == [("A", True), ("C", False)]


# --- how it ended -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-TURN-07")
def test_of_three_teams_one_wins_and_the_others_are_beaten() -> None:
    legend = {"R": home(agility=4), "b": away(), "T": third()}
    details = {"teams": ["A", "B", "C"]}
    scene = Scene("A.....RB\nA.....b.\nC......T", legend, ball="R", edition=EXTRA, sides=3, details=details)
    scene.play("activate R", "step e", dice=["D6 6"])
    facts = facts_of(scene)
    assert facts.how == "touchdown"
    assert [(side.team, side.outcome, side.score) for side in facts.sides] == [
        ("t_0", "won", 1),
        ("t_1", "lost", 0),
        ("t_2", "lost", 0),
    ]


@pytest.mark.rule("A-TURN-09")
def test_who_resigns_of_three_is_beaten_and_the_last_one_wins() -> None:
    legend = {"P": home(), "Q": home(status="reserves"), "L": home(status="lost"), "x": away(), "T": third()}
    scene = Scene("P..\n...\nx.T", legend, ball="P", edition=EXTRA, sides=3)
    scene.play("concede", dice=["D8 5"])
    scene.play("concede")
    facts = facts_of(scene)
    assert facts.how == "conceded"
    assert [(side.outcome, side.conceded, side.fit) for side in facts.sides] == [
        ("lost", True, 3),
        ("lost", True, 1),
        ("won", False, 0),
    ]


@pytest.mark.rule("A-TURN-08")
def test_the_last_team_that_is_not_out_wins() -> None:
    legend = {"A": home(), "b": away(armour=3), "C": home()}
    scene = Scene("#####\n.AbC.\n#####", legend, edition=LEAGUE)
    dice = ["block POW POW", "2D6 6+6", "2D6 6+6", "D6 1", "D8 1"]
    scene.play("activate A", "declare block b", "stay", "end turn", dice=dice)
    facts = facts_of(scene)
    assert facts.how == "last"
    assert [side.outcome for side in facts.sides] == ["won", "lost"]


@pytest.mark.rule("A-MULTI-05")
def test_equal_touchdowns_are_a_draw_of_those_still_in() -> None:
    legend = {"A": home(at=(7, 1)), "b": away(at=(3, 0)), "T": third(at=(3, 3)), "q": third(at=(3, 2))}
    edition = "astrogranite(classic, extra_teams=on, multiball=on, league=on)"
    hall = "AA......BB\nAA......BB\nAA......BB\nAA......BB"
    scene = Scene(
        hall, legend, edition=edition, sides=3, balls=["A", "gone", "gone"], scores=(0, 1, 0), zones=(0, 1, 2)
    )
    scene.play("activate A", "declare move", "step e")
    facts = facts_of(scene)
    assert facts.how == "draw"
    assert [side.outcome for side in facts.sides] == ["drawn", "drawn", "drawn"]
    assert [side.score for side in facts.sides] == [1, 1, 0]


@pytest.mark.rule("A-MBOWL-05")
def test_where_monsters_win_everybody_is_beaten() -> None:
    edition = "astrogranite(classic, monsterbowl=on, league=on)"
    modules = {"monsters": {"eaten": 2}}
    legend = {"M": eater(), "A": home(status="reserves")}
    scene = phase("M.....", ["D6 6"], legend, edition=edition, ball=(1, 2), modules=modules)
    facts = facts_of(scene)
    assert facts.how == "beaten"
    assert [side.outcome for side in facts.sides] == ["lost", "lost"]
