"""How monsters come by themselves: they lurk beside chests, or are what a chest was (A-LURK, A-MORPH)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.scenes.scene import Piece, Scene, away, home
from support.monsters import LURK, MORPH, apart, waiting

# --- lurking ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-LURK-01", "A-LURK-02", "A-LURK-03")
def test_something_appears_beside_the_chest_when_a_player_stops_near_it() -> None:
    game = apart(".....\nA..$.\n.....", {"A": home(), "M": waiting(movement=1)}, LURK)
    game.play("activate A", "declare move", "stop", dice=["D6 5", "D8 8"])
    assert game.square("M") == (4, 2)
    assert game.status("M") == "standing"
    game.play("end turn")
    assert game.square("M") == (3, 2)  # after the turn of the side that woke it


@pytest.mark.rule("A-LURK-01")
def test_a_low_die_means_nothing_and_the_chest_never_rolls_again() -> None:
    game = apart("A..$.", {"A": home(), "M": waiting()}, LURK)
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
    game = apart(picture, legend, LURK.replace(")", ", obstacles=on)"))
    game.play("activate A", "declare move", "stop", dice=dice)


@pytest.mark.rule("A-LURK-01")
def test_whoever_comes_from_reserves_wakes_something_too_and_a_set_up_does_not() -> None:
    legend = {"R": home(status="reserves"), "A": home(), "M": waiting()}
    game = apart("1.$A", legend, LURK)
    game.play("enter R", "declare move", "stop", dice=["D6 1", "D6 1"])
    assert game.status("M") == "absent"


@pytest.mark.rule("A-LURK-01")
def test_several_chests_roll_in_reading_order() -> None:
    game = apart("#$#\n.A.\n.$.", {"A": home(), "M": waiting()}, LURK)
    game.give(["D6 5", "D2 1", "D6 1"])
    for text in ("activate A", "declare move", "stop"):
        game.act(text)
    game.spent()
    assert game.square("M") == (0, 1)  # beside the upper chest


@pytest.mark.rule("A-LURK-01")
def test_a_chest_that_is_moved_has_still_rolled() -> None:
    edition = "astrogranite(classic, lurking_monsters=on, chest_moving=on)"
    game = apart("A$....", {"A": home(strength=5), "M": waiting()}, edition)
    game.play("activate A", "declare move", "shove chest e", "stop", dice=["D6 1"])
    assert game.game.is_chest(game.node((2, 0)))
    game.play("end turn", "end turn", "activate A", "declare move", "stop")


@pytest.mark.rule("A-LURK-01")
def test_a_chest_that_is_moved_to_where_another_was_has_not_rolled_for_it() -> None:
    edition = "astrogranite(classic, lurking_monsters=on, chest_moving=on)"
    legend = {"A": home(strength=5), "C": home(), "M": waiting()}
    picture = "C$.......\n........#\n......$A.\n#########"
    game = apart(picture, legend, edition, modules={"monsters": {"woken": [[5, 2]]}})
    game.play("activate A", "declare move", "shove chest w", "stop", dice=["D6 1"])
    assert game.game.is_chest(game.node((5, 2)))


@pytest.mark.rule("A-LURK-02")
def test_without_a_free_square_beside_the_chest_nothing_appears() -> None:
    game = apart("A$", {"A": home(), "M": waiting()}, LURK)
    game.play("activate A", "declare move", "stop", dice=["D6 6"])
    assert game.status("M") == "absent"


@pytest.mark.rule("A-LURK-02", "A-MON-01")
def test_a_large_one_without_room_is_replaced_by_the_next_that_fits() -> None:
    legend = {"A": home(), "H": waiting(size=2), "M": waiting(), "B": home()}
    game = apart("A.$.#\n#####\n..B..\n.....", legend, LURK)
    game.play("activate A", "declare move", "stop", dice=["D6 5", "D2 1", "D2 2"])
    assert game.status("H") == "absent"
    assert game.square("M") == (3, 0)
    kinds = {"A": home(), "M": waiting(movement=1), "N": waiting(movement=2)}
    game = apart("A.$.#", kinds, LURK)
    game.play("activate A", "declare move", "stop", dice=["D6 5", "D2 2", "D2 2"])
    assert (game.status("M"), game.square("N")) == ("absent", (3, 0))
    game = apart("A.$.#\n..#..\n..B..\n.....", legend, LURK)
    assert game.status("H") == "absent"


@pytest.mark.rule("A-LURK-02")
def test_a_large_one_needs_a_body_of_free_squares_with_one_beside_the_chest() -> None:
    game = apart("A.$..\n#####\n#####", {"A": home(), "H": waiting(size=2)}, LURK)
    game.play("activate A", "declare move", "stop", dice=["D6 5"])
    assert game.status("H") == "absent"
    game = apart("A#$..\n.##..\n.....", {"A": home(), "H": waiting(size=2)}, LURK)
    game.play("activate A", "declare move", "stop")
    assert game.status("H") == "absent"
    game = apart("A.$..\n###..\n#####", {"A": home(), "H": waiting(size=2)}, LURK)
    game.play("activate A", "declare move", "stop", dice=["D6 5"])
    assert game.square("H") == (3, 0)


# --- morphing --------------------------------------------------------------------------------------------------------


def opened(picture: str, legend: dict[str, Piece], dice: list[str], edition: str = MORPH, **facts: Any) -> Scene:
    game = apart(
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
    game = apart("A$...", legend, MORPH, ball=(1, 7))
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
    game = apart(".A$..", legend, edition, ball=(1, 7))
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
