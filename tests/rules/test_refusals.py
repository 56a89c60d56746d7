"""What a coach is told of an action that is not open: the reason is that of the edition in play."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Scene, away, home

CLASSIC = "astrogranite(classic)"


@pytest.mark.rule("A-CHEST-01")
def test_in_astrogranite_a_chest_wants_movement_and_no_move_action() -> None:
    scene = Scene(".A$.b", {"A": home(movement=1), "b": away()}, edition=CLASSIC)
    scene.play("activate A")
    assert "Move action" not in scene.refused("open (2,0)")
    assert "declare one first" in scene.refused("open (2,0)")
    scene.play("declare blitz")
    assert scene.offered("open (2,0)")
    scene.play("step w", "step e", dice=["D6 2"])
    assert scene.offered("open (2,0)")
    scene = Scene("A.$.b", {"A": home(movement=1), "b": away()}, edition=CLASSIC)
    scene.play("activate A", "declare blitz")
    assert scene.refused("open (2,0)") == "the chest is not in an adjacent square"


@pytest.mark.rule("S-CHEST-03", "O-CHEST-02")
def test_chests_are_refused_as_each_edition_opens_them() -> None:
    scene = Scene(".A$.b", {"A": home(), "b": away()}, edition="stockbowl")
    scene.play("activate A", "declare move")
    assert scene.refused("open (2,0)") == "a chest is opened by coming into its square"
    scene = Scene(".A$.b", {"A": home(), "b": away()})
    scene.play("activate A", "declare blitz b")
    assert scene.refused("open (2,0)") == "only a Move action may end with opening a chest"


@pytest.mark.rule("A-TURN-02", "A-SPONGE-01", "A-SPONGE-02")
def test_reserves_and_sponge_are_two_things_in_astrogranite() -> None:
    legend = {
        "A": home(),
        "R": home(status="reserves"),
        "S": home(status="reserves"),
        "K": home(status="knocked-out"),
        "b": away(),
    }
    scene = Scene("A.1.2.b", legend, edition=CLASSIC)
    assert scene.refused("enter K") == "the player is knocked-out, not in Reserves"
    assert scene.refused("sponge R") == "the player is not knocked out"
    scene.play("enter R", "declare move", "stop", dice=["D6 1"])
    assert scene.refused("enter S") == "a player has entered this turn already"
    assert scene.refused("sponge K") == "the sponge is used before anybody of the team is activated"
    scene = Scene("A.1.2.b", legend, edition=CLASSIC, modules={"sponges": {"used": [0]}})
    assert scene.refused("sponge K") == "the sponge of this team has been used in this game"


@pytest.mark.rule("S-RES-01")
def test_reserves_of_stockbowl_come_on_from_the_second_turn() -> None:
    legend = {"A": home(), "R": home(status="reserves"), "K": home(status="knocked-out"), "b": away()}
    scene = Scene("A.1.2.b", legend, edition="stockbowl", turns=(0, 0))
    assert scene.refused("enter R move by portal") == "reserves come on from the team's second turn of a drive on"
    assert scene.refused("sponge K") == "there is no sponge in this game"


@pytest.mark.rule("A-TURN-09")
@pytest.mark.parametrize(("edition", "word"), [("official", "at the start"), (CLASSIC, "between two activations")])
def test_when_a_coach_may_concede_is_told_by_the_edition(edition: str, word: str) -> None:
    scene = Scene("A...b", {"A": home(), "b": away()}, edition=edition)
    scene.play("activate A")
    assert word in scene.refused("concede")


@pytest.mark.rule("A-PLAT-01", "A-DOOR-04")
def test_a_step_is_refused_for_its_own_reason() -> None:
    legend = {"A": home(strength=5, skills=["Bone-head"]), "b": away()}
    scene = Scene("#####\n#A/b#\n#####", legend, edition="astrogranite(classic, doors=on)")
    scene.play("activate A", "declare move", dice=["D6 6"])
    assert scene.refused("step e") == "the player is too big for that door"
    scene = Scene("A~.b", {"A": home(movement=1, under="~"), "b": away()}, edition="astrogranite(classic, water=on)")
    scene.play("activate A", "declare move", "step e", dice=["D6 6"])
    assert scene.refused("step e") == "the step costs 2 squares of movement"


def test_who_may_not_pass_is_not_told_about_team_mates() -> None:
    scene = Scene("A...b", {"A": home(), "b": away()})
    scene.play("activate A")
    assert scene.refused("declare throw team-mate") == "the player cannot throw team-mates"
    scene = Scene("A...b", {"A": home(skills=["My Ball"]), "b": away()}, ball="A")
    scene.play("activate A")
    assert scene.refused("declare pass") == "the player gives the ball to nobody"
    assert scene.refused("declare hand-off") == "the player gives the ball to nobody"
    assert scene.refused("declare foul b") == "the victim of a foul is an opponent who is down"
