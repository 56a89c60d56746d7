"""Three and four teams in one game (A-DUN-03 to A-DUN-05), and leaving the dungeon (A-TELE-15)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.engine.procedures.block.dice import assists
from dungeonbowl.engine.sides import TURNS
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Scene, away, fourth, home, third

EXTRA = "astrogranite(classic, extra_teams=on)"
EXIT = "astrogranite(classic, teleport_exit=on)"


@pytest.mark.rule("A-DUN-03")
def test_turns_rotate_among_all_teams() -> None:
    legend = {"P": home(), "x": away(), "T": third(), "q": fourth()}
    scene = Scene("P..x..T..q", legend, edition=EXTRA, sides=4)
    order = []
    for _ in range(5):
        order.append(scene.active)
        scene.play("end turn")
    assert order == ["home", "away", "third", "fourth", "home"]


@pytest.mark.rule("A-DUN-04")
def test_everybody_of_another_team_is_an_opponent() -> None:
    picture = """
        .x...
        ..P..
        .T...
        .....
    """
    legend = {"P": home(agility=4), "x": away(), "T": third()}
    scene = Scene(picture, legend, edition=EXTRA, sides=3)
    assert int(scene.game.marks_on(0, scene.node((2, 1)))) == 2
    assert int(scene.game.marks_on(1, scene.node((1, 0)))) == 1  # P; T is too far off
    scene.play("activate P")
    assert scene.offered("declare block x")
    assert scene.offered("declare block T")
    # a dodge out of both zones into that of one: +1 -0 at (3,1)
    scene.play("declare move", "step e", dice=["D6 3"])
    assert scene.square("P") == (3, 1)
    assert scene.status("P") == "standing"


@pytest.mark.rule("A-DUN-04")
def test_nobody_assists_another_team_and_all_others_hinder_assists() -> None:
    picture = """
        ....
        .Px.
        ..T.
        ....
    """
    legend = {"P": home(), "x": away(), "T": third()}
    scene = Scene(picture, legend, edition=EXTRA, sides=3)
    assert int(assists(scene.game, scene.piece("P"), scene.piece("x"))) == 0  # T marks x, but for itself
    picture = """
        .Q..
        .Px.
        T...
        ....
    """
    legend = {"P": home(), "Q": home(), "x": away(), "T": third()}
    scene = Scene(picture, legend, edition=EXTRA, sides=3)
    assert int(assists(scene.game, scene.piece("P"), scene.piece("x"))) == 1
    legend["T"] = third(at=(0, 0))
    scene = Scene(picture.replace("T", "."), legend, edition=EXTRA, sides=3)
    assert int(assists(scene.game, scene.piece("P"), scene.piece("x"))) == 0  # T marks Q


@pytest.mark.rule("A-DUN-04")
def test_every_other_team_may_intercept() -> None:
    legend = {"P": home(agility=2), "C": home(), "T": third(agility=4), "x": away(at=(0, 2))}
    scene = Scene("P.T.C\n.....\n.....", legend, ball="P", edition=EXTRA, sides=3)
    scene.play("activate P", "declare pass", "aim", "throw (4,0)")
    assert scene.asked == "third"
    scene.play("interfere T", dice=["D6 6"])
    assert scene.ball == "T"
    assert scene.turnover == "TURNOVER_INTERFERENCE"


@pytest.mark.rule("A-DUN-05")
@pytest.mark.parametrize("zone", ["B", "C"])
def test_a_touchdown_counts_in_any_other_end_zone(zone: str) -> None:
    legend = {"P": home(), "x": away(), "T": third()}
    details = {"teams": ["A", "B", "C"]}
    scene = Scene(f"A.P{zone}..\nx....T", legend, ball="P", edition=EXTRA, sides=3, details=details)
    scene.play("activate P", "declare move", "step e")
    assert scene.winner == "home"


@pytest.mark.rule("A-DUN-05")
def test_nobody_scores_at_home_in_a_game_of_three() -> None:
    legend = {"P": home(), "x": away(), "T": third()}
    details = {"teams": ["A", "B", "C"]}
    scene = Scene("ATC.x.P", legend, ball="T", edition=EXTRA, sides=3, details=details, to_move="third")
    scene.play("activate T", "declare move", "step e", "step w")
    assert scene.winner is None
    scene.play("step w")
    assert scene.winner == "third"


@pytest.mark.rule("A-TURN-08", "A-DUN-03")
def test_a_team_that_is_out_takes_no_turns_and_the_last_one_wins() -> None:
    legend = {"P": home(), "x": away(status="casualty"), "T": third()}
    scene = Scene("P..T", legend, edition=EXTRA, sides=3)
    scene.play("end turn")
    assert scene.active == "third"
    assert scene.winner is None
    scene.play("end turn")
    assert scene.active == "home", "the turn goes past the team that is out"
    legend["P"] = home(status="casualty")
    assert Scene("...T", legend, edition=EXTRA, sides=3).winner == "third"
    legend["T"] = third(status="casualty")
    assert Scene("....", legend, edition=EXTRA, sides=3).winner == "draw"


@pytest.mark.rule("A-TURN-01", "A-DUN-03")
def test_the_rounds_agreed_on_are_rounds_of_all_teams() -> None:
    legend = {"P": home(), "x": away(), "T": third(), "q": fourth()}
    edition = "astrogranite(classic, extra_teams=on, turn_limit=2)"
    scene = Scene("P..x..T..q", legend, edition=edition, sides=4)
    while scene.winner is None:
        scene.play("end turn")
    assert scene.winner == "draw"
    assert [int(scene.game.side_value(side, TURNS)) for side in range(4)] == [2, 2, 2, 2]


@pytest.mark.rule("A-DUN-03", "A-SETUP-08")
def test_the_winner_of_the_roll_puts_all_teams_in_order_and_the_last_sets_up_first() -> None:
    picture = """
        ##################
        #AA..1.2.3..$$.BB#
        #....4.5.6..$$...#
        #CC...$.$......DD#
        ##################
    """
    legend = {
        "P": home(status="reserves"),
        "x": away(status="reserves"),
        "T": third(status="reserves"),
        "q": fourth(status="reserves"),
    }
    scene = Scene(
        picture,
        legend,
        edition=EXTRA,
        sides=4,
        details={"teams": ["A", "B", "C", "D"]},
        opening=True,
        dice=["4D6 1+6+2+6", "2D6 2+5"],
    )
    assert scene.asked == "fourth", "of the two who tied"
    scene.play("start third", "start fourth", "start home")
    order = [scene.asked]
    for deed in ("deploy x (15,1)", "deploy P (1,1)", "deploy q (15,3)", "deploy T (1,3)"):
        scene.play(deed)
        order.append(scene.asked)
    assert order[:4] == ["away", "home", "fourth", "third"]
    turns = []
    for _ in range(5):
        turns.append(scene.active)
        scene.play("end turn")
    assert turns == ["third", "fourth", "home", "away", "third"]


@pytest.mark.rule("A-TURN-09", "A-TURN-08", "A-SPONGE-01")
def test_no_sponge_brings_back_who_has_conceded() -> None:
    legend = {"P": home(), "K": home(status="knocked-out"), "x": away(), "T": third()}
    scene = Scene("P..\n...\nx.T", legend, edition=EXTRA, sides=3)
    scene.play("concede", "end turn", "end turn")
    assert scene.active == "away"


@pytest.mark.rule("A-DUN-04", "A-BASE-12")
def test_the_stronger_player_of_any_team_has_the_choice() -> None:
    for foe, onlooker, name in ((away, third, "away"), (third, away, "third")):
        legend = {"P": home(strength=2), "x": foe(strength=3), "o": onlooker()}
        scene = Scene("Px...o", legend, edition=EXTRA, sides=3)
        scene.play("activate P", "declare block x", dice=["block PUSH", "block POW"])
        assert scene.asked == name


@pytest.mark.rule("A-DUN-04", "A-BASE-19")
@pytest.mark.parametrize("victim", ["away", "third"])
def test_who_has_knocked_somebody_down_rolls_and_decides_about_the_injury(victim: str) -> None:
    """A casualty against a body that heals itself: whether a Mighty Blow counts is for the coach who struck."""
    struck, onlooker = (away, third) if victim == "away" else (third, away)
    legend = {
        "P": home(strength=4, skills=["Mighty Blow"]),
        "x": struck(armour=8, skills=["Regeneration"]),
        "o": onlooker(),
    }
    scene = Scene("Px.....o", legend, edition=EXTRA, sides=3)
    scene.play("activate P", "declare block x", dice=["block POW", "block POW"])
    scene.play("stay", dice=["2D6 6+6", "2D6 5+4"])
    assert scene.asked == "home"
    rolled = [
        event["side"] for event in scene.events("dice rolled") if event.clause in (clauses.ARMOUR, clauses.INJURY)
    ]
    assert rolled == [0, 0]


@pytest.mark.rule("A-TURN-09")
def test_who_concedes_a_game_of_three_leaves_it_to_the_others() -> None:
    legend = {"P": home(), "Q": home(status="reserves"), "x": away(), "T": third()}
    scene = Scene("P..\n...\nx.T", legend, ball="P", edition=EXTRA, sides=3)
    scene.play("concede", dice=["D8 5"])
    assert scene.status("P") == "lost"
    assert scene.status("Q") == "lost"
    assert scene.ball == (1, 0)
    assert scene.winner is None
    assert scene.active == "away"
    scene.play("concede")
    assert scene.winner == "third"


def test_a_match_of_four_is_saved_and_loaded() -> None:
    legend = {"P": home(), "x": away(), "T": third(), "q": fourth()}
    details = {"teams": ["A", "B", "C", "D"]}
    scene = Scene("AP..xB.T..qCD", legend, edition=EXTRA, sides=4, details=details)
    scene.play("end turn", "activate x", "declare move")
    assert fingerprint(load(save(scene.game))) == fingerprint(scene.game)


@pytest.mark.rule("A-TELE-15")
@pytest.mark.parametrize("status", ["standing", "prone"])
def test_a_player_gives_up_its_activation_to_go_to_reserves(status: str) -> None:
    legend = {"A": home(status=status), "C": home(), "b": away()}  # in a zone of b, which hinders nothing
    scene = Scene("Ab.C", legend, edition=EXIT)
    scene.play("activate A", "declare leave dungeon")
    assert scene.status("A") == "reserves"
    assert scene.turnover == ""
    assert scene.offered("activate C")
    assert not scene.offered("activate A")


@pytest.mark.rule("A-TELE-15", "A-DEF-16")
def test_the_ball_of_one_who_leaves_bounces_from_its_square() -> None:
    scene = Scene("...\n.A.\n..b\nC..", {"A": home(), "C": home(), "b": away()}, ball="A", edition=EXIT)
    scene.play("activate A", "declare leave dungeon", dice=["D8 1"])
    assert scene.ball == (0, 0)
    assert scene.turnover == ""


@pytest.mark.rule("A-TELE-15")
def test_it_is_the_first_and_only_thing_the_player_does_and_not_for_the_stunned() -> None:
    scene = Scene("A..b", {"A": home(), "C": home(status="stunned", at=(1, 0)), "b": away()}, edition=EXIT)
    assert not scene.offered("activate C")
    scene.play("activate A", "declare move")
    assert not any("leave" in option for option in scene.options())
