"""Records, charts and stories of a league."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from dungeonbowl.dungeon.text import bundled, load_dungeon
from dungeonbowl.league.charts import charts_of, heats, team_charts
from dungeonbowl.league.competitions.balance import report
from dungeonbowl.league.ledger import Ledger
from dungeonbowl.league.records import Holder, casualties, longest, ranked, records_of
from dungeonbowl.league.stories import Story, story_of
from support.bot_leagues import EDITIONS, played


@pytest.fixture(params=EDITIONS)
def ledger(request: pytest.FixtureRequest) -> Ledger:
    league = played(request.param)
    return Ledger(league.office, league.league)


def stories_of(ledger: Ledger) -> dict[str, Story]:
    found = {}
    for entry in ledger.matches:
        told = story_of(ledger.office, entry.id)
        assert told is not None
        found[entry.id] = told.story
    return found


def test_a_story_tells_who_won_and_how_the_ball_came_there(ledger: Ledger) -> None:
    for entry in ledger.matches:
        told = story_of(ledger.office, entry.id)
        assert told is not None
        story = told.story
        assert entry.facts is not None
        assert len(story.luck) == 2
        assert story.dungeon == entry.facts.dungeon == entry.result.dungeon
        assert entry.result.first in ledger.teams
        assert story.moments[-1].text
        touchdowns = sum(side.score for side in entry.result.sides)
        assert len(story.scored_at) <= touchdowns
        for run in story.runs:
            for _, places in run.legs:
                assert all(
                    0 <= column < told.dungeon.width and 0 <= row < told.dungeon.height for column, row in places
                )


def test_boards_count_what_the_facts_of_matches_tell(ledger: Ledger) -> None:
    boards = {board.id: board for board in records_of(ledger, stories_of(ledger))}
    touchdowns: Counter[str] = Counter()
    for entry in ledger.matches:
        assert entry.facts is not None
        for side in entry.facts.sides:
            touchdowns.update(
                {each.player: each.deeds["touchdown"] for each in side.players if "touchdown" in each.deeds}
            )
    if touchdowns:
        best = boards["touchdown"].holders[0]
        assert int(best.figure) == max(touchdowns.values())
        assert best.player in touchdowns
        assert best.team in ledger.teams
    assert boards["titles"].holders[0].figure == "1"
    assert all(board.holders for board in boards.values())
    assert {"longest match", "causes"} <= set(boards) or not casualties(ledger)


def test_boards_without_replays_leave_luck_out(ledger: Ledger) -> None:
    groups = {board.group for board in records_of(ledger)}
    assert "luck" not in groups
    assert "players" in groups


def test_the_casualty_board_names_the_victim_and_the_cause(ledger: Ledger) -> None:
    dead = [
        career.player.name for kept in ledger.teams.values() for career in kept.careers.values() if career.how == "died"
    ]
    rows = casualties(ledger)
    assert sorted(row.victim for row in rows if row.injury == "dead") == sorted(dead)
    assert all(row.how for row in rows)


def test_charts_have_a_line_for_each_team_in_one_order(ledger: Ledger) -> None:
    charts = {chart.id: chart for chart in charts_of(ledger, report(ledger.balance_lines()), stories_of(ledger))}
    competition = ledger.seasons[0].line.competitions[0]
    points_id = f"points {competition}"
    assert {"value", points_id, "rating", "luck", "treasury", "rosters", "dungeons"} <= set(charts)
    for chart in charts.values():
        assert all(len(line.values) == len(chart.labels) for line in chart.lines)
        if chart.kind == "lines":
            assert [line.team for line in chart.lines] == list(ledger.teams)
    known = {load_dungeon(identity).name for identity in bundled()}
    assert {label.rpartition(" (")[0] for label in charts["dungeons"].labels} <= known  # names, not identities
    table = ledger.office.competitions.view(competition).tables[0]
    points = {row.team: row.points for row in table.rows}
    assert {line.team: line.values[-1] for line in charts[points_id].lines} == points


def test_teams_are_drawn_by_what_their_edition_compares_them_by() -> None:
    for edition, unit, least, most in (
        ("official", "thousands of gold", 500, 3000),
        ("astrogranite", "points", 50, 400),
    ):
        league = played(edition)
        ledger = Ledger(league.office, league.league)
        charts = {chart.id: chart for chart in charts_of(ledger, report(ledger.balance_lines()))}
        assert charts["value"].unit.startswith(unit)
        assert charts["value"].labels[:2] == ["draft", "1"]
        for line in charts["value"].lines:
            assert all(value is None or least < value < most for value in line.values)


def test_a_teams_gold_adds_up_to_its_treasury(ledger: Ledger) -> None:
    for kept in ledger.teams.values():
        (gold,) = [chart for chart in team_charts(kept) if chart.kind == "columns"]
        income, spending = gold.lines
        assert all(value is not None and value >= 0 for value in income.values)
        assert all(value is not None and value <= 0 for value in spending.values)
        before = 0.0
        for standing, came, went in zip(kept.standings, [0.0, *income.values], [0.0, *spending.values], strict=True):
            if standing.season:
                break  # a redraft has a purse of its own
            assert came is not None
            assert went is not None
            start = standing.treasury / 1000 if not standing.match else before
            assert standing.treasury / 1000 == pytest.approx(start + came + went)
            before = standing.treasury / 1000


def test_a_team_without_a_match_has_no_chart(ledger: Ledger) -> None:
    kept = next(iter(ledger.teams.values()))
    assert team_charts(replace(kept, standings=kept.standings[:1])) == []
    assert {"value", "gold"} <= {chart.id for chart in team_charts(kept)}


def test_heat_maps_count_every_square_where_somebody_scored(ledger: Ledger) -> None:
    stories = stories_of(ledger)
    counted = sum(count for heat in heats(stories) for count in heat.squares.values())
    assert counted == sum(len(story.scored_at) for story in stories.values())


def test_a_row_of_results_ends_with_any_other_result() -> None:
    assert longest(["lost", "won", "drawn", "won"], ("won", "drawn")) == 3
    assert longest([], ("won",)) == 0


def test_who_has_as_much_as_the_last_one_is_listed_too() -> None:
    items = [(float(number), Holder(f"n{number}", str(number))) for number in (5, 4, 3, 2, 1, 1, 1, 0)]
    assert [holder.figure for holder in ranked(items)] == ["5", "4", "3", "2", "1", "1", "1"]
    assert ranked([(0.0, Holder("nobody", "0"))]) == ()


def test_petty_cash_is_what_the_teams_differ_by() -> None:
    league = played()
    ledger = Ledger(league.office, league.league)
    for entry, line in zip(ledger.matches, ledger.balance_lines(), strict=True):
        one, other = entry.result.sides
        assert entry.facts is not None
        spent = max((side for side in entry.facts.sides), key=lambda side: side.value).spent
        if one.value == other.value:
            assert line.petty_cash == (0, 0)
        else:
            assert max(line.petty_cash) == abs(one.value - other.value) + spent
            assert min(line.petty_cash) == 0


def test_gaps_are_counted_in_what_the_edition_compares_teams_by() -> None:
    for edition, words in (("official", "50k"), ("astrogranite", "15")):
        league = played(edition)
        found = report(Ledger(league.office, league.league).balance_lines())
        assert any(words in share.what for share in found.by_value_gap)
