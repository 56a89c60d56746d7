"""What players carry between matches, and the players who were turned to stone (A-ITEM, A-SW, A-MATK-07)."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.stages.belongings import item_of
from dungeonbowl.league.team_events import Confiscated, Fired, Item, ItemLost, Left, WeaponBack
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.files import read_team, write_team
from dungeonbowl.teams.skills import item_names
from dungeonbowl.teams.team import Team
from dungeonbowl.teams.value import player_value, team_rating, team_value
from support.aftermaths import Afterwards
from support.classic_aftermaths import after, did, golds, league, one, side, with_numbers

ITEMS = league("magic_items", "player_trading")
WEAPONS = league("secret_weapons")


def market(team: Team, edition: str = ITEMS) -> Afterwards:
    return after(edition, team, side("lost")).to("market")


def carrying(**items: str) -> Team:
    """A rich team whose players carry items: p_3="Shoes of Speed"."""
    carried: dict[str, dict[str, Any]] = {identity: {"item": item} for identity, item in items.items()}
    return with_numbers(golds(treasury=120_000), **carried)


# --- magic items ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-ITEM-01")
def test_an_item_is_paid_for_and_a_die_says_which() -> None:
    story = market(golds(treasury=110_000))
    start = story.team.treasury
    story.choose("item")
    assert (story.roll.count, story.roll.faces) == (1, 12)
    assert [chance.words for chance in story.roll.odds] == item_names()
    story.dice(9)
    assert story.ask.question.startswith("Shoes of Speed: ")
    story.choose("give p_3")
    assert story.events(Item) == [Item("p_3", "Shoes of Speed", 50_000)]
    assert (story.team.treasury, story.player(3).item) == (start - 50_000, "Shoes of Speed")
    assert check(story.team) == []


@pytest.mark.rule("A-ITEM-01")
def test_one_item_after_a_match_and_no_more() -> None:
    story = market(golds(treasury=500_000)).choose("item").dice(1).choose("give p_1")
    assert "item" not in story.texts
    assert "no more" in story.barred("magic item").reason
    with pytest.raises(UserError):
        story.choose("item")
    poor = market(golds(treasury=30_000))
    assert "gold" in poor.barred("magic item").reason


@pytest.mark.rule("A-ITEM-01")
def test_two_dice_of_six_find_the_same_items_as_one_of_twelve() -> None:
    team = golds()
    names = [item_of(team, [die]) for die in range(1, 13)]
    assert names == [item.name for item in team.facts.draft.item] == item_names()
    assert [item_of(team, [1, second]) for second in (1, 3, 4)] == [names[0], names[0], names[1]]
    assert [item_of(team, [6, second]) for second in (3, 4, 6)] == [names[10], names[11], names[11]]
    found = [item_of(team, [first, second]) for first in range(1, 7) for second in range(1, 7)]
    assert [found.count(name) for name in names] == [3] * 12
    story = market(golds(treasury=100_000)).choose("item D66")
    assert (story.roll.count, story.roll.faces) == (2, 6)
    story.dice(6, 4).choose("give p_2")
    assert story.player(2).item == names[11]
    assert next(each.dice for each in story.written if isinstance(each.body, Item)) == (6, 4)


@pytest.mark.rule("A-ITEM-02", "A-TRADE-05")
def test_an_item_raises_the_cost_of_its_player() -> None:
    before, team = carrying(), carrying(p_3="Shoes of Speed")
    assert player_value(team, team.players[2]) == 100_000
    assert team_value(team) == team_value(before) + 50_000
    assert team_rating(team) == team_rating(before) + 5
    assert read_team(write_team(team)) == team
    story = market(team).choose("trade", "give p_3", "that is all")
    assert story.option("for Orc Blitzer").note == "30,000 gold after 50,000 gold of credit"


@pytest.mark.rule("A-ITEM-03")
def test_a_player_has_one_item_and_throws_it_away_for_another() -> None:
    story = market(carrying(p_1="Boots of Dashing", p_3="Shoes of Speed")).choose("item").dice(4)
    assert story.option("give p_3").note == "throws away the Shoes of Speed"
    assert story.option("give p_2").note == ""
    assert story.ask.options[story.ask.usual].text == "give p_2"  # the first who has none
    story.choose("give p_3")
    carried = {player.number: player.item for player in story.team.players if player.item}
    assert carried == {1: "Boots of Dashing", 3: "Boots of Dashing"}  # equal ones on different players


@pytest.mark.rule("A-ITEM-03")
def test_an_item_is_never_handed_on() -> None:
    story = market(carrying(p_3="Shoes of Speed"))
    assert not [text for text in story.texts if "p_3" in text and not text.startswith("fire")]


@pytest.mark.rule("A-ITEM-06")
def test_an_item_is_lost_with_its_player() -> None:
    team = carrying(p_3="Shoes of Speed", p_4="Boots of Dashing")
    us = side("lost", did(3, injury="dead", item_lost="Shoes of Speed"))
    story = after(ITEMS, team, us)
    assert story.events(ItemLost) == [ItemLost("p_3", "Shoes of Speed")]
    reported = after(ITEMS, team, side("lost", did(3, injury="dead")))  # a sheet of a real table tells less
    assert reported.events(ItemLost) == [ItemLost("p_3", "Shoes of Speed")]
    story.to("market").choose("fire p_4")
    assert story.events(Fired) == [Fired("p_4")]
    assert not [player.item for player in story.team.players if player.item]


# --- secret weapons ---------------------------------------------------------------------------------------------------


def armed(**changes: Any) -> Team:
    return golds(one(1, "Orc Lineman", weapon="Chainsaw"), **changes)


@pytest.mark.rule("A-SW-06", "A-SW-07")
def test_a_confiscated_weapon_keeps_its_owner_out_until_it_is_bought_back() -> None:
    story = after(WEAPONS, armed(treasury=40_000), side("lost", did(1, confiscated=True))).finish()
    assert story.events(Confiscated) == [Confiscated("p_1")]
    assert 1 not in [player.number for player in story.team.available]
    later = after(WEAPONS, story.team, side("lost")).to("market")  # after any match
    start = later.team.treasury
    later.choose("weapon p_1")
    assert later.events(WeaponBack) == [WeaponBack("p_1", 30_000)]
    assert later.team.treasury == start - 30_000
    assert 1 in [player.number for player in later.team.available]
    assert "weapon p_1" not in later.texts


@pytest.mark.rule("A-SW-07")
def test_buying_back_takes_gold_and_a_weapon_that_was_taken() -> None:
    poor = after(WEAPONS, armed(treasury=0), side("lost", did(1, confiscated=True))).to("market")
    assert "gold" in poor.barred("the Chainsaw").reason
    armed_still = after(WEAPONS, armed(treasury=90_000), side("lost")).to("market")
    assert "weapon p_1" not in armed_still.texts


@pytest.mark.rule("A-SW-06")
def test_whose_weapon_was_taken_can_still_be_the_best_player_of_that_match() -> None:
    story = after(WEAPONS, armed(), side("lost", did(1, confiscated=True)))
    assert story.roll.faces == 10
    story.dice(1)
    assert story.player(1).mvps == 1


@pytest.mark.rule("A-SW-06")
def test_nothing_is_taken_from_who_has_no_weapon_and_from_the_dead() -> None:
    story = after(WEAPONS, armed(), side("lost", did(1, confiscated=True, injury="dead"), did(2, confiscated=True)))
    story.finish()
    assert story.events(Confiscated) == []
    assert check(story.team) == []


@pytest.mark.rule("A-SW-01")
def test_the_place_of_a_dead_weapon_bearer_is_free_again() -> None:
    story = after(WEAPONS, armed(treasury=200_000), side("lost", did(1, injury="dead"))).to("market")
    assert "hire Orc Lineman with Bombs" in story.texts


# --- stone ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-MATK-07")
@pytest.mark.parametrize(("die", "left"), [(1, 10), (5, 10), (6, 9)])
def test_after_the_game_most_of_the_petrified_wake_again(die: int, left: int) -> None:
    team = carrying(p_2="Shoes of Speed")
    story = after(ITEMS, team, side("lost", did(2, stone=True)))
    assert (story.aftermath.line.stage, story.roll.player) == ("stone", "p_2")
    story.dice(die)
    assert len(story.team.players) == left
    if die == 6:
        assert story.events(ItemLost) == [ItemLost("p_2", "Shoes of Speed")]
        assert story.events(Left) == [Left("p_2", "petrified")]
        assert story.roll.faces == 9  # it is not the best player of the match
    else:
        assert story.events(ItemLost) == []
        assert story.player(2).item == "Shoes of Speed"
        assert not story.player(2).hurt_now
        assert story.roll.faces == 10
