"""Inducements before a match and what they are good for (O-IND), and those of an exhibition (O-EXH)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.editions.official.inducements import official_market
from dungeonbowl.engine.sides import BRIBES, REROLLS, WIZARDS
from dungeonbowl.records.squads import squads_of
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.teams.facts import load_facts
from support.teams import team

MAP = """
    AAA$....1BBB
    AAA....2.BBB
"""
ALL = ["buy training", "buy bribe", "buy wizard", "buy no more"]


def shop(
    values: tuple[int, int] = (1_000_000, 1_000_000),
    treasuries: tuple[int, int] = (0, 0),
    colleges: tuple[str, str] = ("fire", "life"),
    edition: str = "official",
) -> Scene:
    """A match after the toss for the first turn, which home wins. Values and treasuries in thousands."""
    scene = Scene(
        MAP,
        {"H": home(), "V": away()},
        opening=True,
        values=(values[0] * 1000, values[1] * 1000),
        treasuries=(treasuries[0] * 1000, treasuries[1] * 1000),
        wizards=colleges,
        rerolls=(2, 3),
        dice=["coin 1"],
        edition=edition,
    )
    scene.play("zone A", dice=["coin 1"])
    return scene


def bought(scene: Scene, side: int) -> list[int]:
    """Re-rolls, bribes and wizards of a side."""
    return [int(scene.game.side_value(side, column)) for column in (REROLLS, BRIBES, WIZARDS)]


@pytest.mark.rule("O-IND-01", "O-PRE-01")
def test_the_dearer_team_spends_its_treasury_first_and_the_other_gets_the_difference_and_that() -> None:
    scene = shop((1_050, 1_000), (250, 900))
    assert (scene.asked, scene.options()) == ("home", ALL)
    scene.play("buy training", "buy bribe")  # 50k are left, too little for anything
    assert (scene.asked, scene.options()) == ("away", ALL)
    scene.play("buy wizard", "buy training")  # 50k + 200k, whatever its treasury
    assert scene.asked == "home"
    assert scene.offered("deploy H (0,0)")
    assert bought(scene, 0) == [3, 1, 0]
    assert bought(scene, 1) == [4, 0, 1]
    told = [(event["side"], event["inducement"], event["price"], event["treasury"]) for event in scene.events("bought")]
    assert told == [(0, 1, 100_000, 1), (0, 2, 100_000, 1), (1, 3, 100_000, 0), (1, 1, 100_000, 0)]


@pytest.mark.rule("O-IND-01")
def test_the_away_side_may_be_the_dearer_one_and_either_may_stop() -> None:
    scene = shop((1_000, 1_300), (500, 100))
    assert scene.asked == "away"
    scene.play("buy no more")
    assert scene.asked == "home"
    scene.play("buy wizard", "buy no more")
    assert scene.offered("deploy H (0,0)")
    assert bought(scene, 0) == [2, 0, 1]


@pytest.mark.rule("O-IND-01")
def test_the_cheaper_team_may_not_spend_its_treasury() -> None:
    scene = shop((1_000, 1_050), (900, 0))
    assert scene.offered("deploy H (0,0)")  # petty cash of 50k buys nothing
    assert not scene.told("bought")


@pytest.mark.rule("O-IND-02")
def test_equal_teams_buy_nothing() -> None:
    assert shop((1_000, 1_000), (500, 500)).offered("deploy H (0,0)")


def test_coaches_may_agree_on_a_cap_of_petty_cash() -> None:
    scene = shop((1_500, 1_000), (100, 0), edition="official(petty_cash_cap=250000)")
    scene.play("buy training")
    scene.play("buy training", "buy bribe")  # of 500k + 100k it has 250k, and 50k buy nothing
    assert scene.offered("deploy H (0,0)")
    larger = shop((1_150, 1_000), (100, 0), edition="official(petty_cash_cap=250000)")
    larger.play("buy no more")
    larger.play("buy bribe")  # the cap takes nothing from 150k
    assert larger.offered("deploy H (0,0)")


def test_coaches_may_agree_to_buy_nothing() -> None:
    scene = shop((1_500, 1_000), (900, 900), edition="official(inducements=none)")
    assert scene.offered("deploy H (0,0)")
    assert not scene.told("bought")


@pytest.mark.rule("O-IND-03")
def test_there_are_eight_trainings_three_bribes_and_one_wizard_at_most() -> None:
    scene = shop((5_000, 1_000))
    assert scene.asked == "away"
    scene.play("buy wizard")
    assert scene.options() == ["buy training", "buy bribe", "buy no more"]
    scene.play(*["buy bribe"] * 3)
    assert scene.options() == ["buy training", "buy no more"]
    scene.play(*["buy training"] * 8)
    assert scene.offered("deploy H (0,0)")  # there is nothing more to buy
    assert bought(scene, 1) == [11, 3, 1]


@pytest.mark.rule("O-IND-03")
def test_the_engine_and_the_roster_facts_name_the_same_prices_and_limits() -> None:
    facts = {entry.key: (entry.cost, entry.most) for entry in load_facts().draft.inducement}
    market = official_market()
    assert [ware.name for ware in market] == ["training", "bribe", "wizard"]
    assert list(facts.values()) == [(ware.price, ware.most) for ware in market]
    assert list(facts) == ["extra_training", "bribes", "wizard"]


@pytest.mark.rule("O-IND-06")
def test_a_team_without_a_college_hires_no_wizard() -> None:
    scene = shop((1_200, 1_000), colleges=("", ""))
    assert scene.options() == ["buy training", "buy bribe", "buy no more"]


@pytest.mark.rule("O-IND-06")
def test_a_wizard_that_was_bought_casts_the_spell_of_the_college() -> None:
    scene = shop((1_200, 1_000), colleges=("fire", "life"))
    scene.play("buy wizard", "buy no more", "deploy H (0,0)")
    scene.play("deploy V (9,0)")
    assert (scene.active, scene.asked, scene.options()) == ("home", "away", ["cast on H", "decline"])


@pytest.mark.rule("O-IND-04", "O-RR-05")
def test_extra_training_is_a_team_reroll_for_the_game() -> None:
    scene = shop((1_000, 1_100), (0, 0))
    scene.play("buy training", "deploy H (2,0)", "deploy V (9,0)")
    assert scene.rerolls("home") == 3
    assert scene.offered("activate H")


@pytest.mark.rule("O-IND-05")
def test_a_bribe_that_was_bought_is_tried_at_a_sending_off() -> None:
    scene = Scene(
        """
        .Fv..
        """,
        {"F": home(), "v": away(status="prone")},
        bribes=(2, 0),
    )
    scene.play("activate F", "declare foul v", "foul v", "decline", dice=["2D6 1+1"])
    scene.play("bribe", "bribe", dice=["D6 1", "D6 2"])
    assert scene.status("F") == "standing"
    assert scene.turnover == ""
    assert bought(scene, 0) == [0, 0, 0]


@pytest.mark.rule("O-EXH-01")
def test_an_exhibition_team_brings_the_inducements_of_its_list_and_buys_no_more() -> None:
    first = team(kind="exhibition", rerolls=0, inducements={"extra_training": 1, "bribes": 1, "wizard": 1})
    squads = squads_of([first, replace(first, inducements={}, rerolls=2)])
    assert squads.rerolls == [1, 2]
    sheets = [[int(sheet.value), int(sheet.college), int(sheet.bribes), int(sheet.wizards)] for sheet in squads.teams]
    assert sheets == [[0, 3, 1, 1], [0, 3, 0, 0]]
