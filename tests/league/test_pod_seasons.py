"""Seasons of bots with three and four teams at a table, from the first draft to the proof of every point."""

from __future__ import annotations

from collections import Counter

import pytest

from dungeonbowl.league.office import Office
from dungeonbowl.league.office.memory import MemoryStore
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.office.views import FixtureLine
from dungeonbowl.seasons.report import report_of
from support.bot_leagues import played_at_tables


def schedules() -> list[list[FixtureLine]]:
    league = played_at_tables()
    seasons = league.office.leagues.state(league.league).seasons
    return [league.office.competitions.schedule(season.main, most=0) for season in seasons]


@pytest.mark.rule("A-DUN-03")
def test_a_table_of_four_and_one_of_three_are_played_in_every_round_and_then_the_final() -> None:
    for lines in schedules():
        assert all(line.state == "over" for line in lines)
        for number, sizes in ((1, [3, 4]), (2, [3, 4]), (3, [4])):
            tables = [line for line in lines if line.round == number]
            assert sorted(len(line.sides) for line in tables) == sizes
            seated = [side.team for line in tables for side in line.sides]
            assert len(set(seated)) == len(seated)


@pytest.mark.rule("A-TURN-09", "A-MULTI-05")
def test_one_team_has_won_and_all_others_are_beaten_or_those_still_in_have_drawn() -> None:
    results = [Counter(side.result for side in line.sides) for lines in schedules() for line in lines]
    for result in results:
        assert result["won"] in (0, 1)
        assert not (result["won"] and result["drawn"])
        assert result["won"] or result["drawn"] > 1 or result["lost"]  # monsters beat everybody
    assert any(result["won"] for result in results)


def test_every_team_has_played_its_tables_in_both_seasons_and_has_grown() -> None:
    league = played_at_tables()
    report = report_of(league.office, league.league)
    assert report.matches == 10
    for season in report.seasons:
        assert sum(len(together) for together in season.places) == 7
    for team in league.bots:
        kept = league.office.teams.kept(team)
        assert kept.team.games == kept.won + kept.drawn + kept.lost
        assert 4 <= kept.team.games <= 6
        assert kept.team.season == 3
    assert sum(team.advancements for team in report.teams) > 0


def test_an_import_proves_every_match_every_pairing_and_every_end_of_a_season() -> None:
    league = played_at_tables()
    office = Office(MemoryStore())
    identity, findings = office.archives.load(league.archive(), COMMISSIONER)
    marks = {what: Counter(line.mark for line in findings if line.what == what) for what in ("match", "season")}
    assert marks["match"] == {"proven": 2 * (4 + 3 + 4 + 3 + 4)}
    assert marks["season"] == {"proven": 2 * 7}
    assert {line.mark for line in findings if line.what == "pairing"} == {"proven"}
    assert office.archives.rebuild(identity) == 0
    assert [line.mark for line in office.archives.verify(identity) if line.mark not in ("ok", "proven")] == []
    for team in league.bots:
        points = office.teams.verification(team).shares()["points"]
        assert points["proven"] == sum(points.values())
