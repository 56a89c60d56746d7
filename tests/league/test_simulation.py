"""The season foretold, by ratings and by play."""

from __future__ import annotations

import pytest

from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.runs.crew import Crew
from dungeonbowl.seasons.running import BotLeague
from dungeonbowl.seasons.simulating import GROWTH, NOT_BEGUN, NOT_PAIRED, OVER, simulate
from support.bot_leagues import played, short_terms


def halfway(matches: int) -> BotLeague:
    """A league of bots in the middle of its season."""
    league = BotLeague(short_terms())
    league.found()
    league.clock.next_day()
    league.office.seasons.start(league.league, COMMISSIONER)
    steps = league.season(1, Crew())
    for _ in range(matches):
        next(steps)
    return league


def test_chances_of_places_add_up_for_every_team_and_every_place() -> None:
    league = halfway(4)
    found = simulate(league.office, league.league, trials=400)
    (chances,) = found.groups.values()
    assert len(chances) == 4
    for each in chances:
        assert sum(each.places) == pytest.approx(1.0)
    for place in range(4):
        assert sum(each.places[place] for each in chances) == pytest.approx(1.0)
    assert sum(each.title for each in chances) == pytest.approx(1.0)
    assert len(found.fixtures) == 2
    for line in found.fixtures:
        assert line.odds.first + line.odds.draw + line.odds.second == pytest.approx(1.0)
    assert found.scored == 4
    assert found.score is not None


def test_the_same_forecast_again_is_the_same() -> None:
    league = halfway(4)
    assert simulate(league.office, league.league, 100) == simulate(league.office, league.league, 100)


def test_bots_try_out_the_matches_that_are_left_and_change_nothing() -> None:
    league = halfway(4)
    before = league.archive()
    heard: list[tuple[int, int]] = []
    found = simulate(
        league.office, league.league, 100, ["normal", "easy"], 3, tell=lambda done, of: heard.append((done, of))
    )
    assert [line.tried for line in found.fixtures] == [3, 3]
    assert heard[-1] == (6, 6)
    assert GROWTH in found.notes
    for line in found.fixtures:
        assert line.odds.first * 3 == pytest.approx(round(line.odds.first * 3))
    assert league.archive() == before


def test_a_knock_out_is_foretold_from_its_bracket() -> None:
    league = halfway(6)
    competition = league.office.leagues.state(league.league).season.main
    assert simulate(league.office, league.league, 50).notes == [NOT_PAIRED]
    league.office.competitions.pair(competition, COMMISSIONER)
    found = simulate(league.office, league.league, 200)
    (chances,) = found.groups.values()
    assert len(chances) == 2
    assert sum(each.title for each in chances) == pytest.approx(1.0)
    assert chances[0].places == pytest.approx((chances[0].title, 1 - chances[0].title))


def test_of_a_season_that_is_over_only_the_score_is_told() -> None:
    league = played()
    found = simulate(league.office, league.league)
    assert found.groups == {}
    assert found.notes == [OVER]
    assert found.score is not None
    assert 0 <= found.score <= 2
    assert found.scored == 7


def test_a_season_that_has_not_begun_is_not_foretold() -> None:
    league = BotLeague(short_terms())
    league.found()
    assert simulate(league.office, league.league).notes == [NOT_BEGUN]
