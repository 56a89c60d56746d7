"""What is bought before a match of the older rules, and what it is good for (S-OFF-04 to S-OFF-06)."""

from __future__ import annotations

import pytest

from dungeonbowl.editions.classic.inducements import classic_market
from dungeonbowl.engine.market import CHEAP_BRIBES, CHEAP_CHEF, MAY_HEAL
from dungeonbowl.engine.sides import APOTHECARIES, BREWERS, BRIBES, CHEFS, REROLLS, SURGEONS, TURNS, WIZARDS
from dungeonbowl.scenes.scene import Scene, away, home

MAP = """
    ##AA###
    #.....#
    #.....#
    #..C..#
    #.....#
    #.z...#
    #.....#
    #.....#
    ##BB###
"""
PIECES = {"C": home(agility=4), "z": away(agility=4)}


def shop(difference: int, perks: tuple[int, int] = (0, 0), treasury: int = 0) -> Scene:
    """Home is cheaper by so many thousand; it buys after away."""
    scene = Scene(
        MAP,
        dict(PIECES),
        edition="stockbowl",
        opening=True,
        values=(1_000_000, 1_000_000 + difference * 1000),
        treasuries=(0, treasury * 1000),
        perks=perks,
        rerolls=(2, 2),
        dice=["2D6 4+2"],
    )
    return scene.play("zone A") if difference else scene.play("zone A", dice=["coin 1"])


def bought(scene: Scene) -> dict[str, int]:
    columns = {"rerolls": REROLLS, "bribes": BRIBES, "wizards": WIZARDS, "healers": APOTHECARIES}
    columns |= {"brewers": BREWERS, "surgeons": SURGEONS, "chefs": CHEFS}
    return {name: int(scene.game.side_value(0, column)) for name, column in columns.items()}


@pytest.mark.rule("S-OFF-06")
def test_the_cheaper_side_buys_with_the_difference() -> None:
    scene = shop(450, (MAY_HEAL, 0))
    assert (scene.asked, scene.options()) == (
        "home",
        ["buy babe", "buy bribe", "buy training", "buy chef", "buy apothecary", "buy wizard", "buy no more"],
    )
    scene.play("buy wizard", "buy training", "buy apothecary", "buy babe", "buy babe", dice=["coin 1"])
    expected = {"rerolls": 3, "bribes": 0, "wizards": 1, "healers": 1, "brewers": 2, "surgeons": 0, "chefs": 0}
    assert bought(scene) == expected
    assert scene.options() == ["start home", "start away"]


@pytest.mark.rule("S-OFF-06")
def test_a_team_without_an_apothecary_hires_an_igor_instead() -> None:
    scene = shop(100, (0, 0))
    assert scene.options() == ["buy babe", "buy bribe", "buy training", "buy igor", "buy no more"]
    scene.play("buy igor", dice=["coin 1"])
    assert bought(scene)["surgeons"] == 1


@pytest.mark.rule("S-OFF-06")
def test_some_teams_pay_less() -> None:
    assert "buy bribe" not in shop(50).options()
    assert "buy bribe" in shop(50, (CHEAP_BRIBES, 0)).options()
    assert "buy chef" not in shop(100).options()
    assert "buy chef" in shop(100, (CHEAP_CHEF, 0)).options()


@pytest.mark.rule("S-OFF-06")
def test_the_dearer_side_spends_its_treasury_and_the_other_gets_as_much_more() -> None:
    scene = shop(50, treasury=100)
    assert scene.asked == "away"
    scene.play("buy bribe")
    assert (scene.asked, scene.offered("buy wizard")) == ("home", True)


@pytest.mark.rule("S-OFF-06")
def test_equal_teams_buy_nothing() -> None:
    assert shop(0).options() == ["start home", "start away"]


@pytest.mark.rule("S-OFF-04", "S-OFF-06")
def test_the_list_is_that_of_the_older_rules_without_cards() -> None:
    names = {
        "babe": "bloodweiser_babes",
        "bribe": "bribes",
        "training": "extra_team_training",
        "chef": "halfling_master_chef",
        "igor": "igor",
        "apothecary": "wandering_apothecaries",
        "wizard": "wizard",
    }
    prices = {
        "bloodweiser_babes": (50_000, 2, 0),
        "bribes": (100_000, 3, 50_000),
        "extra_team_training": (100_000, 4, 0),
        "halfling_master_chef": (300_000, 1, 100_000),
        "igor": (100_000, 1, 0),
        "wandering_apothecaries": (100_000, 2, 0),
        "wizard": (150_000, 1, 0),
    }
    assert {names[ware.name]: (ware.price, ware.most, ware.low) for ware in classic_market() if not ware.role} == prices


@pytest.mark.rule("S-OFF-06")
@pytest.mark.parametrize(("babes", "die", "status"), [(1, 3, "reserves"), (2, 2, "reserves"), (2, 1, "knocked-out")])
def test_babes_help_the_knocked_out_to_come_to_but_never_on_a_one(babes: int, die: int, status: str) -> None:
    pieces = {**PIECES, "D": home(status="knocked-out")}
    scene = Scene(MAP, pieces, edition="stockbowl", turns=(11, 12))
    scene.game.set_side(0, BREWERS, babes)
    scene.play("end turn", dice=[f"D6 {die}", "2D6 6+1"])
    assert scene.status("D") == status


@pytest.mark.rule("S-OFF-06")
def test_training_is_a_re_roll_in_each_half() -> None:
    scene = shop(100).play("buy training", "start home", dice=["coin 1", "2D6 6+1"])
    scene.play("deploy C (2,1)", "deploy z (2,7)")
    for side in range(2):
        assert int(scene.game.side_value(side, REROLLS)) == 3 - side
        scene.game.set_side(side, REROLLS, 0)
        scene.game.set_side(side, TURNS, 12 - side)
    scene.play("end turn", "end turn", dice=["2D6 6+1"])
    assert [int(scene.game.side_value(side, REROLLS)) for side in range(2)] == [3, 2]


@pytest.mark.rule("S-OFF-06")
def test_a_chef_takes_re_rolls_from_the_others_before_each_half() -> None:
    scene = shop(300).play("buy chef", "start home", dice=["coin 1", "3D6 4+3+6", "2D6 6+1"])
    assert [int(scene.game.side_value(side, REROLLS)) for side in range(2)] == [4, 0]
    scene = Scene(MAP, dict(PIECES), edition="stockbowl", turns=(11, 12), rerolls=(1, 1))
    scene.game.set_side(1, CHEFS, 1)
    scene.play("end turn", dice=["3D6 6+6+1", "2D6 6+1"])
    assert [int(scene.game.side_value(side, REROLLS)) for side in range(2)] == [0, 3]


@pytest.mark.rule("S-OFF-06")
def test_an_igor_gives_one_failed_regeneration_another_chance() -> None:
    pieces = {"C": home(agility=4), "z": away(agility=4, skills=["Regeneration"], at=(4, 3))}
    scene = Scene(MAP.replace("z", "."), pieces, edition="stockbowl")
    scene.game.set_side(1, SURGEONS, 1)
    scene.play(
        "activate C",
        "declare block z",
        "push (5,3)",
        "stay",
        dice=["block POW", "2D6 6+6", "2D6 6+6", "D6 6", "D8 8", "D6 3"],
    )
    assert (scene.asked, scene.options()) == ("away", ["reroll skill", "accept"])
    scene.play("reroll skill", dice=["D6 4"])
    assert (scene.status("z"), int(scene.game.side_value(1, SURGEONS))) == ("reserves", 0)


# --- the wizard -------------------------------------------------------------------------------------------------------


def magic(to_move: str = "away", **facts: object) -> Scene:
    """Home has a wizard; C stands in the middle, y and z beside each other."""
    pieces = {
        "C": home(agility=4),
        "z": away(agility=4),
        "y": away(agility=4, at=(3, 5)),
        "D": home(agility=4, at=(5, 7)),
    }
    scene = Scene(MAP, pieces, edition="stockbowl", to_move="away", values=(1, 2), **facts)  # type: ignore[arg-type]
    scene.game.set_side(0, WIZARDS, 1)
    scene.play("end turn")
    return scene


@pytest.mark.rule("S-OFF-06")
def test_a_wizard_casts_before_a_turn_of_his_side_and_only_once() -> None:
    scene = magic()
    assert (scene.asked, scene.active) == ("home", "home")
    assert scene.offered("decline")
    assert scene.offered("cast on z")
    assert not scene.offered("cast on C")
    scene.play("decline")
    assert scene.offered("end turn")
    scene.play("end turn", "end turn")
    scene.play("cast on z", dice=["D6 1"])
    assert scene.status("z") == "standing"
    scene.play("end turn", "end turn")
    assert scene.offered("activate C")


@pytest.mark.rule("S-OFF-06")
def test_lightning_hits_on_two_or_more_like_a_mighty_blow() -> None:
    scene = magic().play("cast on z", dice=["D6 2", "2D6 4+4", "2D6 3+4"])  # 8 + 1 breaks, 7 is a stun
    assert scene.status("z") == "stunned"
    scene = magic().play("cast on z", dice=["D6 6", "2D6 4+5", "2D6 3+4"])  # 9 breaks, 7 + 1 is a knock-out
    assert scene.status("z") == "knocked-out"
    assert (scene.active, scene.turnover) == ("home", "")


@pytest.mark.rule("S-OFF-06")
def test_a_fireball_burns_everybody_beside_on_four_or_more_and_ends_no_turn() -> None:
    scene = magic().play("cast at (3,4)", dice=["D6 4", "D6 3", "D6 5", "2D6 4+4", "2D6 1+1", "2D6 1+1"])
    assert [scene.status(letter) for letter in "Czy"] == ["stunned", "standing", "prone"]
    assert (scene.active, scene.turnover) == ("home", "")
