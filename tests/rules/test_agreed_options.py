"""What coaches may agree on before a match where the text can be read in two ways: the second reading."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.text import load_dungeon
from dungeonbowl.editions import build
from dungeonbowl.engine.actions import PLACE_CHEST, PLACE_PORTAL, kind_of
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.setup import standard_squads
from dungeonbowl.scenes.scene import Scene, away, home

PORTALS = """
    ##############
    #A.Cd1.2.3.4B#
    #....5....6..#
    ##############
"""


def pushed(edition: str, *, blocker: list[str] | None = None) -> Scene:
    """C pushes d onto portal 1."""
    scene = Scene(PORTALS, {"C": home(skills=blocker or []), "d": away()}, edition=edition)
    return scene.play("activate C", "declare block d", "push (5,1)", dice=["block PUSH"])


@pytest.mark.rule("O-PUSH-16", "O-PORTAL-22")
def test_a_follow_up_is_decided_before_the_teleport_or_by_agreement_after_it() -> None:
    scene = pushed("official")
    assert (scene.asked, scene.options(), scene.square("d")) == ("home", ["follow", "stay"], (5, 1))
    scene = Scene(PORTALS, {"C": home(), "d": away()}, edition="official(follow_up_last=1)")
    scene.play("activate C", "declare block d", "push (5,1)", dice=["block PUSH", "D6 4"])
    assert (scene.asked, scene.options(), scene.square("d")) == ("home", ["follow", "stay"], (11, 1))
    scene.play("follow")
    assert scene.square("C") == (4, 1)


@pytest.mark.rule("O-PUSH-16")
def test_decided_last_a_follow_up_may_still_be_fended_off_and_a_frenzy_still_follows() -> None:
    edition = "official(follow_up_last=1)"
    scene = Scene(PORTALS, {"C": home(), "d": away(skills=["Fend"])}, edition=edition)
    scene.play("activate C", "declare block d", "push (5,1)", dice=["block PUSH", "D6 4"])
    assert scene.asked == "away"
    scene.play("use FENDS_OFF d")
    assert scene.square("C") == (3, 1)
    scene = Scene(PORTALS, {"C": home(skills=["Frenzy"]), "d": away()}, edition=edition)
    scene.play("activate C", "declare block d", "push (5,1)", dice=["block PUSH", "D6 4"])
    assert scene.square("C") == (4, 1)


@pytest.mark.rule("O-PUSH-16", "O-DOWN-05")
def test_decided_last_a_follow_up_onto_a_portal_is_still_an_entry() -> None:
    picture = """
        ##############
        #A.C12.3.4.5B#
        #.........6..#
        ##############
    """
    edition = "official(follow_up_last=1)"
    scene = Scene(picture, {"C": home(), "d": away(at=(4, 1), under="1")}, edition=edition)
    scene.play("activate C", "declare block d", "push (5,1)", dice=["block POW", "2D6 2+2", "D6 3"])
    assert scene.square("d") == (7, 1)
    scene.play("follow", dice=["D6 5"])
    assert scene.square("C") == (11, 1)


SPONGE = """
    #######
    #A.C.B#
    #.1.d2#
    #######
"""


@pytest.mark.rule("O-DUG-02", "O-DUG-08")
@pytest.mark.parametrize(("edition", "later"), [("official", True), ("official(sponge_first=1)", False)])
def test_the_sponge_comes_between_activations_or_by_agreement_before_all_of_them(edition: str, later: bool) -> None:
    pieces = {"C": home(), "E": home(at=(1, 2)), "d": away()}
    pieces |= {"k": home(status="knocked-out"), "r": home(status="reserves")}
    scene = Scene(SPONGE, pieces, edition=edition)
    assert scene.offered("sponge k")
    scene.play("activate C", "declare move", "stop")
    assert scene.offered("sponge k") is later
    assert scene.offered("enter r"), "the portal stays open"


@pytest.mark.rule("O-SET-08", "O-SET-10")
@pytest.mark.parametrize("layout", ["of-1", "of-2", "of-3", "of-4", "of-5", "of-6"])
def test_coaches_place_the_tokens_themselves_if_they_agree_whatever_the_map_shows(layout: str) -> None:
    def opening(edition: str) -> Match:
        return begun(Game(build(edition), load_dungeon(layout), standard_squads(12)), SeededDice(3))

    shown = opening("official")
    assert shown.game.chests_closed == 6
    match = opening("official(coaches_place=1)")
    assert match.game.chests_closed == 0
    placed: list[int] = []
    while len(placed) < 12:
        option = match.options()[0]
        placed.append(kind_of(option))
        match.choose(option)
    assert placed == [PLACE_CHEST] * 6 + [PLACE_PORTAL] * 6
    quick = opening("official(coaches_place=1, quick=1)")
    assert quick.game.chests_closed == 6


@pytest.mark.rule("O-TIME-06")
def test_a_match_has_sixteen_turns_a_side_or_by_agreement_no_limit() -> None:
    assert int(build("official").tables.turn_limit) == 16
    assert int(build("official(turn_limit=none)").tables.turn_limit) == 0
    assert build("official(turn_limit=none)").edition == "official(turn_limit=0)"


@pytest.mark.rule("O-PUSH-15", "O-PUSH-16")
@pytest.mark.parametrize("skills", [[], ["Frenzy"]])
def test_decided_last_a_blocker_who_was_displaced_meanwhile_does_not_follow_up(skills: list[str]) -> None:
    picture = "#########\n.Ab2....z\n#########\n3.......4"
    pieces = {"A": home(skills=skills), "b": away(), "z": away()}
    scene = Scene(picture, pieces, edition="official(follow_up_last=1)")
    scene.game.put_portal(scene.node((1, 1)), 1)
    scene.play("activate A", "declare block b", dice=["block PUSH", "D6 1", "D6 3"])
    assert (scene.square("A"), scene.square("b")) == ((0, 3), (1, 1))
    assert not scene.offered("follow")
    assert not scene.told("followed up")
