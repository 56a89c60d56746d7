"""Trading players in when others are hired."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.league.trading import credit, hire
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.problems import TeamError
from dungeonbowl.teams.ready import ready_team
from dungeonbowl.teams.team import Gain, Player, Team

VETERAN = Player(
    1, "Old Hand", "Dark Elf Lineman", 70_000, gained=(Gain(skill="Block"), Gain(skill="Dodge")), niggles=1
)


def amber(*players: Player, treasury: int = 100_000) -> Team:
    """A team of ten Skaven that has played, and these others in front of them."""
    rest = tuple(Player(n, f"Rat {n}", "Skaven Lineman", 50_000) for n in range(5, 15))
    return Team("astrogranite", "amber", "Amber Test", (*players, *rest), games=3, treasury=treasury)


@pytest.mark.rule("A-TRADE-02")
def test_half_the_cost_and_what_was_learnt_less_what_was_hurt() -> None:
    assert credit(VETERAN) == 50_000  # 40,000 + 20,000 - 10,000
    assert credit(replace(VETERAN, gained=())) == 30_000
    assert credit(replace(VETERAN, cost=60_000, niggles=0, gained=())) == 30_000
    assert credit(replace(VETERAN, losses=("ag", "ag", "ma"))) == 20_000
    assert credit(replace(VETERAN, gained=(), niggles=3, losses=("ag", "ma"))) == 0


@pytest.mark.rule("A-TRADE-01", "A-TRADE-03")
def test_a_hire_costs_its_price_less_the_credit() -> None:
    team = amber(VETERAN)
    assert check(team) == []
    changed = hire(team, "Orc Blitzer", "New Hand", [1])
    assert changed.treasury == 100_000 - 30_000
    assert [player.name for player in changed.players if player.position != "Skaven Lineman"] == ["New Hand"]
    plain = hire(team, "Orc Blitzer", "New Hand")
    assert plain.treasury == 20_000
    assert len(plain.players) == len(team.players) + 1


@pytest.mark.rule("A-TRADE-01", "A-TRADE-03")
def test_several_may_go_for_one_and_nothing_is_paid_out() -> None:
    team = amber(VETERAN, replace(VETERAN, number=2, name="Another"), treasury=0)
    changed = hire(team, "Orc Blitzer", "New Hand", [1, 2])
    assert changed.treasury == 0
    assert len(changed.players) == len(team.players) - 1
    with pytest.raises(UserError, match="expected 30,000 gold in the treasury, found 0"):
        hire(team, "Orc Blitzer", "New Hand", [1])


@pytest.mark.rule("A-TRADE-04")
def test_the_traded_leave_first_and_the_new_team_is_checked() -> None:
    orcs = [Player(n, f"Orc {n}", "Orc Blitzer", 80_000) for n in (1, 2)]
    team = amber(*orcs, treasury=500_000)
    changed = hire(team, "Orc Blitzer", "Third", [1])
    assert sorted(player.number for player in changed.players if player.position == "Orc Blitzer") == [1, 2]
    with pytest.raises(TeamError, match="position Orc Blitzer: expected at most 2, found 3"):
        hire(team, "Orc Blitzer", "Third")
    full = replace(
        team, players=(*team.players, *(Player(n, f"R {n}", "Skaven Lineman", 50_000) for n in (3, 4, 15, 16)))
    )
    assert len(full.players) == 16
    assert len(hire(full, "Skaven Runner", "Swift", [16]).players) == 16
    with pytest.raises(TeamError, match="players: expected 0 to 16, found 17"):
        hire(full, "Skaven Runner", "Swift")


@pytest.mark.rule("A-TRADE-05")
def test_weapons_and_items_count_and_the_absent_may_go_but_not_the_dead() -> None:
    armed = replace(VETERAN, gained=(), niggles=0)
    assert credit(armed) == 40_000
    assert credit(armed, 50_000) == 60_000
    team = amber(replace(armed, misses_next_game=True))
    assert hire(team, "Orc Blitzer", "New Hand", [1], equipment={1: 50_000}).treasury == 80_000
    with pytest.raises(UserError, match="nobody takes the dead or the petrified"):
        hire(team, "Orc Blitzer", "New Hand", [1], lost=[1])


def test_what_is_not_there_is_named() -> None:
    team = ready_team("amber-balanced", "astrogranite")
    with pytest.raises(UserError, match="player 40: expected one of the team, 1, 2"):
        hire(team, "Orc Blitzer", "New Hand", [40])
    with pytest.raises(
        UserError, match=r"position 'Orc Blizter': expected a known position \(did you mean Orc Blitzer"
    ):
        hire(team, "Orc Blizter", "New Hand")
