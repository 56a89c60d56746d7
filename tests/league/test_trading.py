"""Trading players in when others are hired (A-TRADE)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.stages.trading import credit
from dungeonbowl.league.team_events import Traded
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.team import Gain, Player, Team
from support.aftermaths import US, Afterwards
from support.classic_aftermaths import after, did, golds, league, one, side

TRADING = league("player_trading")
VETERAN = one(
    1, "Dark Elf Lineman", "amber", gained=(Gain(skill="Block"), Gain(skill="Dodge")), niggles=1, name="Old Hand"
)


def amber(*players: Player, treasury: int = 100_000) -> Team:
    """A team of ten Skaven that has played, and these others in front of them."""
    rest = [one(number, "Skaven Lineman", "amber") for number in range(5, 15)]
    return Team("astrogranite", "amber", "Amber Test", (*players, *rest), games=3, treasury=treasury, id=US)


def market(team: Team, *players: int) -> Afterwards:
    """Before the hiring, with these players chosen to be traded in. A beaten team with a 1 has 10,000 gold more."""
    story = after(TRADING, replace(team, treasury=team.treasury - 10_000), side("lost")).to("market")
    if players:
        story.choose("trade", *(f"give p_{number}" for number in players), "that is all")
    return story


@pytest.mark.rule("A-TRADE-02")
def test_half_the_cost_and_what_was_learnt_less_what_was_hurt() -> None:
    team = amber(VETERAN)
    assert credit(team, VETERAN) == 50_000  # 40,000 + 20,000 - 10,000
    assert credit(team, replace(VETERAN, gained=())) == 30_000
    assert credit(team, replace(VETERAN, cost=60_000, niggles=0, gained=())) == 30_000
    assert credit(team, replace(VETERAN, losses=("ag", "ag", "ma"))) == 20_000
    assert credit(team, replace(VETERAN, gained=(), niggles=3, losses=("ag", "ma"))) == 0


@pytest.mark.rule("A-TRADE-02")
def test_the_credit_is_shown_before_anything_is_decided() -> None:
    story = market(amber(VETERAN)).choose("trade")
    assert story.option("give p_1").note == "50,000 gold of credit"
    assert story.option("give p_5").note == "30,000 gold of credit"
    story.choose("give p_1", "give p_5")
    assert story.option("that is all").note == "80,000 gold of credit"
    story.choose("that is all")
    assert story.option("for Orc Blitzer").note == "0 gold after 80,000 gold of credit"


@pytest.mark.rule("A-TRADE-01", "A-TRADE-03")
def test_a_hire_costs_its_price_less_the_credit() -> None:
    assert check(amber(VETERAN)) == []
    story = market(amber(VETERAN), 1).choose("for Orc Blitzer")
    assert story.team.treasury == 100_000 - 30_000
    assert [player.position for player in story.team.players if player.position != "Skaven Lineman"] == ["Orc Blitzer"]
    (traded,) = story.events(Traded)
    assert (traded.price, traded.away, traded.player.number) == (30_000, ("p_1",), 1)
    assert story.kept.careers["p_1"].how == "traded"
    plain = market(amber(VETERAN)).choose("hire Orc Blitzer")
    assert (plain.team.treasury, len(plain.team.players)) == (20_000, 12)


@pytest.mark.rule("A-TRADE-01", "A-TRADE-03")
def test_two_may_go_for_one_in_one_event_and_nothing_is_paid_out() -> None:
    another = replace(VETERAN, number=2, id="p_2", name="Another")
    team = amber(VETERAN, another, treasury=10_000)
    story = market(team, 1, 2).choose("for Orc Blitzer")
    assert story.team.treasury == 10_000  # 100,000 of credit for 80,000
    assert len(story.team.players) == 11
    assert story.events(Traded)[0].away == ("p_1", "p_2")
    poor = market(replace(team, treasury=10_000), 1)
    assert poor.barred("an Orc Blitzer").reason.startswith("it costs 30,000 gold")


@pytest.mark.rule("A-TRADE-04")
def test_the_traded_leave_first_and_the_new_team_is_checked() -> None:
    orcs = [one(number, "Orc Blitzer", "amber") for number in (1, 2)]
    story = market(amber(*orcs, treasury=500_000), 1).choose("for Orc Blitzer")
    assert sorted(player.number for player in story.team.players if player.position == "Orc Blitzer") == [1, 2]
    full = amber(*orcs, *(one(number, "Skaven Lineman", "amber") for number in (3, 4)), treasury=500_000)
    full = replace(full, players=(*full.players, *(one(number, "Skaven Lineman", "amber") for number in (15, 16))))
    story = market(full)
    assert "0 to 16" in story.barred("hire a Skaven Runner").reason
    story.choose("trade", "give p_16", "that is all")
    assert "position Orc Blitzer: expected at most 2, found 3" in story.barred("an Orc Blitzer").reason
    story.choose("for Skaven Runner")
    assert len(story.team.players) == 16


@pytest.mark.rule("A-TRADE-04", "A-TEAM-05")
def test_the_last_of_a_third_race_makes_room_for_a_new_one() -> None:
    players = [*(one(number, "Hobgoblin Lineman") for number in (1, 2)), one(3, "Snotling Lineman")]
    team = golds(*players, treasury=300_000)
    story = market(team)
    assert "races: expected at most 3, found 4" in story.barred("hire a Chaos Dwarf Bonebreaker").reason
    story.choose("trade", "give p_3", "that is all", "for Chaos Dwarf Bonebreaker")
    assert {team.position_of(player).race for player in story.team.players} == {"Orcs", "Hobgoblins", "Chaos Dwarfs"}


@pytest.mark.rule("A-TRADE-05")
def test_weapon_and_item_count_half_and_a_weapon_that_was_taken_away_nothing() -> None:
    plain = replace(VETERAN, gained=(), niggles=0)
    team = amber(plain)
    assert credit(team, plain) == 40_000
    assert credit(team, replace(plain, item="Shoes of Speed")) == 60_000
    armed = replace(plain, weapon="Poisoned Dagger")
    assert credit(team, armed) == 50_000
    assert credit(team, replace(armed, confiscated=True)) == 40_000


@pytest.mark.rule("A-TRADE-05")
def test_the_absent_may_go_and_the_dead_are_not_there_to_go() -> None:
    team = amber(replace(VETERAN, misses_next_game=True), replace(VETERAN, number=2, id="p_2"))
    story = after(TRADING, team, side("lost", did(2, injury="dead"), did(5, injury="misses"))).to("market")
    story.choose("trade")
    assert {"give p_1", "give p_5"} <= set(story.texts)
    assert "give p_2" not in story.texts
    with pytest.raises(UserError):
        story.choose("give p_2")
    story.choose("give p_1", "give p_5", "that is all", "for Skaven Lineman")
    assert story.team.treasury == 110_000  # 80,000 of credit for 50,000: they come for nothing


def test_who_thinks_better_of_it_keeps_everybody() -> None:
    story = market(amber(VETERAN))
    before = story.team
    story.choose("trade", "never mind", "trade", "give p_1", "never mind", "trade", "give p_1", "that is all")
    story.choose("never mind")
    assert story.team == before
    assert story.events(Traded) == []
