"""The money side of inducements: chapter O-IND, as far as gold is concerned."""

from __future__ import annotations

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.teams.value import Purse, inducement_problems, inducement_purses
from support.teams import about, team


@pytest.mark.rule("O-IND-01")
def test_the_dearer_team_may_spend_its_treasury_and_the_other_gets_the_difference() -> None:
    purses = inducement_purses((1_200_000, 1_050_000), (90_000, 400_000))
    assert purses == (Purse(treasury=90_000), Purse(petty_cash=150_000))


@pytest.mark.rule("O-IND-01")
def test_what_the_dearer_team_spends_is_added_to_petty_cash() -> None:
    first, second = inducement_purses((1_000_000, 1_120_000), (500_000, 200_000), spent=100_000)
    assert (first, second) == (Purse(petty_cash=220_000), Purse(treasury=200_000))
    assert first.total == 220_000  # its own 500k stay where they are


@pytest.mark.rule("O-IND-01")
def test_the_dearer_team_cannot_spend_more_than_its_treasury() -> None:
    with pytest.raises(UserError, match="expected 0 to 90000, found 100000"):
        inducement_purses((1_200_000, 1_050_000), (90_000, 400_000), spent=100_000)
    problems = inducement_problems(team(), {"bribes": 1}, purse=90_000)
    assert [(problem.limit, problem.found, problem.rule) for problem in problems] == [
        ("at most 90,000", "100,000", "O-IND-01")
    ]


@pytest.mark.rule("O-IND-02")
def test_equal_teams_buy_nothing() -> None:
    assert inducement_purses((1_000_000, 1_000_000), (300_000, 300_000)) == (Purse(), Purse())


@pytest.mark.parametrize(("key", "most"), [("extra_training", 8), ("bribes", 3), ("wizard", 1)])
@pytest.mark.rule("O-IND-03")
def test_each_inducement_costs_100k_and_has_its_limit(key: str, most: int) -> None:
    assert inducement_problems(team(), {key: most}, purse=most * 100_000) == []
    assert len(inducement_problems(team(), {key: most}, purse=most * 100_000 - 1)) == 1
    (problem,) = inducement_problems(team(), {key: most + 1})
    assert (problem.limit, problem.found, problem.rule) == (f"0 to {most}", str(most + 1), "O-IND-03")


@pytest.mark.rule("O-IND-03")
def test_nothing_else_can_be_had() -> None:
    (problem,) = inducement_problems(team(), {"star_player": 1})
    assert problem.limit == "an inducement out of extra_training, bribes, wizard"


def test_a_league_team_has_no_inducements_on_its_list() -> None:
    assert about(team(inducements={"bribes": 1}), "inducements").found == "bribes"
