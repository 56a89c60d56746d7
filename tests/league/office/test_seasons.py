"""A season through the office: from the first entry to the next season."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.errors import Stale, UserError
from dungeonbowl.league.chain import RULES, refuse_broken
from dungeonbowl.league.fold import fold
from dungeonbowl.league.manager import TasteManager
from dungeonbowl.league.office import reading
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.team_events import Gold
from dungeonbowl.league.texts import Texts
from dungeonbowl.teams.problems import TeamError
from dungeonbowl.teams.ready import ready_team
from support.offices import ONE_MATCH, Club

EDITIONS = ("official", "stockbowl", "astrogranite")


def play_season(club: Club) -> None:
    """Everything that is open, round after round, and the end of the season."""
    office = club.office
    results = ((1, 0), (0, 1), (0, 0), (0, 1))
    played = 0
    while True:
        for line in club.open_fixtures():
            club.settle(line.id.partition(".")[2], *results[played % 4], manager=TasteManager())
            club.clock.move(hours=1)
            played += 1
        for fixture in office.competitions.undecided(club.competition):
            office.fixtures.roll_off(fixture, RULES)
        if office.competitions.view(club.competition).can_finish:
            break
        office.competitions.pair(club.competition, COMMISSIONER)
    office.seasons.finish(club.league, COMMISSIONER)
    for waiting in office.leagues.waits(club.league):
        assert waiting.kind == "redraft"
        office.aftermaths.manage(waiting.about, waiting.team, TasteManager(), RULES)


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_seasons_run_from_entry_to_the_next_one_and_every_row_follows_from_the_logs(edition: str) -> None:
    club = Club(edition)
    office = club.office
    for number in (1, 2):
        play_season(club)
        season = office.leagues.state(club.league).season
        assert (season.number, season.state) == (number, "over")
        assert club.rebuilt() == []
        view = office.competitions.view(club.competition)
        assert view.champion in club.teams
        assert sorted(team for together in view.places for team in together) == sorted(club.teams)
        if number == 1:
            office.seasons.next(club.league, COMMISSIONER)
            office.seasons.start(club.league, COMMISSIONER)
    for team in club.teams:
        events = reading.events(office.store, team)
        refuse_broken(events, team)
        kept = office.teams.kept(team)
        assert kept == fold(events, Texts(reading.texts_of(office.store, events)))
        assert kept.team.season == 3
        assert kept.team.games >= 14
        assert len(kept.honours) == 2


def test_the_champion_holds_the_trophy_until_another_wins_the_next_season() -> None:
    club = Club(teams=2, options=ONE_MATCH)
    office = club.office
    first, second = club.teams
    for winner, score in ((first, (1, 0)), (second, (0, 1))):
        sides = [side.team for side in club.open_fixtures()[0].sides]
        club.settle("1-1-1", *(score if sides[0] == first else score[::-1]))
        office.seasons.finish(club.league, COMMISSIONER)
        for team in club.teams:
            assert office.teams.kept(team).team.trophy is False or team == first  # not before its end is closed
        for waiting in office.leagues.waits(club.league):
            office.aftermaths.manage(waiting.about, waiting.team, TasteManager(), RULES)
        assert [team for team in club.teams if office.teams.kept(team).team.trophy] == [winner]
        office.seasons.next(club.league, COMMISSIONER)
        office.seasons.start(club.league, COMMISSIONER)


@pytest.mark.rule("O-LEAGUE-04")
def test_there_is_one_trophy_even_if_the_champion_sits_out_the_next_season() -> None:
    club = Club(teams=3, options=ONE_MATCH)
    office = club.office
    first, second, third = club.teams
    for winner in (first, second):
        for line in club.open_fixtures():
            sides = [side.team for side in line.sides]
            best = min(sides, key=[winner, second, third, first].index)
            club.settle(line.id.partition(".")[2], *(int(team == best) for team in sides))
            club.clock.move(hours=1)
        office.seasons.finish(club.league, COMMISSIONER)
        for waiting in office.leagues.waits(club.league):
            office.aftermaths.manage(waiting.about, waiting.team, TasteManager(), RULES)
        assert [team for team in club.teams if office.teams.kept(team).team.trophy] == [winner]
        if winner == first:
            office.seasons.next(club.league, COMMISSIONER)
            office.teams.leave(club.league, first, COMMISSIONER)
            office.seasons.start(club.league, COMMISSIONER)
    players = [player.id for player in office.teams.kept(first).team.players]
    assert len(players) >= 11, "it has given up the trophy and nothing else"
    assert club.rebuilt() == []


def test_options_change_until_the_season_starts_and_are_frozen_then() -> None:
    club = Club(start=False)
    office = club.office
    office.seasons.set_options(club.league, "win = 2", COMMISSIONER)
    assert "win = 2" in office.seasons.current(club.league).options
    office.seasons.start(club.league, COMMISSIONER)
    assert office.competitions.state(club.competition).agreed.competition.win == 2
    with pytest.raises(UserError, match="has begun: its options change only by an amendment"):
        office.seasons.set_options(club.league, "win = 3", COMMISSIONER)


def test_an_amendment_counts_from_the_next_round_and_never_changes_the_edition() -> None:
    club = Club()
    office = club.office
    club.settle("1-1-1", 1, 0)
    assert office.seasons.amend_preview(club.league, "win = 5") == ["win: 3 becomes 5"]
    office.seasons.amend(club.league, "win = 5", COMMISSIONER, "to make it livelier")
    club.settle("1-2-1", 1, 0)
    lines = {line.id.partition(".")[2]: line for line in office.competitions.schedule(club.competition)}
    assert [side.points for side in lines["1-1-1"].sides] == [3, 0]
    assert [side.points for side in lines["1-2-1"].sides] == [5, 0]
    with pytest.raises(UserError, match="the edition never changes in a season"):
        office.seasons.amend(club.league, "edition = official(turn_limit=8)", COMMISSIONER, "longer matches")
    assert club.rebuilt() == []


def test_a_season_is_not_finished_before_everything_is_played() -> None:
    club = Club()
    with pytest.raises(UserError, match="12 fixtures are without a result"):
        club.office.seasons.finish(club.league, COMMISSIONER)
    with pytest.raises(UserError, match="season 1 of The Cellar is not over: finish it first"):
        club.office.seasons.next(club.league, COMMISSIONER)


def test_a_team_is_checked_against_the_edition_of_the_season() -> None:
    club = Club(start=False)
    with pytest.raises(UserError, match="is for stockbowl, not for official"):
        club.office.teams.enter(club.league, ready_team("orc-balanced", "stockbowl"), COMMISSIONER, "Zed")
    team = ready_team("fire-fast", "official")
    with pytest.raises(TeamError):
        club.office.teams.enter(club.league, replace(team, rerolls=30), COMMISSIONER, "Zed")
    assert len(club.office.leagues.state(club.league).season.teams) == 4


def test_a_team_is_drafted_anew_until_its_first_match() -> None:
    club = Club()
    office = club.office
    team = club.teams[0]
    roster = office.teams.kept(team).team.roster
    other = ready_team(f"{roster}-strong", "official")
    office.teams.redraft_freely(team, other, club.coach(team))
    kept = office.teams.kept(team)
    assert kept.team.name == other.name
    assert kept.team.id == team
    assert all(player.id.startswith("p_") for player in kept.team.players)
    assert office.teams.view(team).may_redraft
    name = next(line for line in club.open_fixtures() if team in [side.team for side in line.sides])
    club.settle(name.id.partition(".")[2], 1, 0)
    with pytest.raises(UserError, match="a team that has played cannot be drafted anew"):
        office.teams.redraft_freely(team, other, club.coach(team))
    assert club.rebuilt() == []


def test_two_commissioners_at_once_one_is_told() -> None:
    club = Club()
    office = club.office
    seen = office.competitions.view(club.competition).number
    office.fixtures.walkover(club.fixture("1-1-1"), club.open_fixtures()[0].sides[0].team, COMMISSIONER, number=seen)
    with pytest.raises(Stale, match="somebody else was first: the competition has changed meanwhile"):
        office.fixtures.unplayed(club.fixture("1-1-2"), COMMISSIONER, number=seen)
    assert [line.state for line in office.competitions.schedule(club.competition)][:2] == ["over", "open"]


def test_two_offices_on_one_store_cannot_both_go_on() -> None:
    club = Club()
    other = Office(club.office.store, club.clock)
    work = club.office.reader()
    team = club.teams[0]
    work.write_team(team, Gold(1000, "one"))
    other.teams.rename(team, "The Others", COMMISSIONER)
    with pytest.raises(Stale):
        work.commit()
    assert other.teams.kept(team).team.name == "The Others"
    assert other.teams.kept(team).team.treasury == club.office.teams.kept(team).team.treasury


def test_the_news_and_the_audit_tell_what_happened_and_page_by_key() -> None:
    club = Club()
    club.settle("1-1-1", 1, 0)
    club.clock.move(hours=1)
    club.office.fixtures.unplayed(club.fixture("1-1-2"), COMMISSIONER, "flu")
    news = club.office.leagues.news(club.league)
    texts = [line.text for line in news]
    home, away = (side.name for side in club.office.fixtures.view(club.fixture("1-1-1")).fixture.sides)
    assert f"{home} 1 - 0 {away}" in texts
    assert any(text.endswith(": nobody came") for text in texts)
    assert {"the league is founded", "season 1 is open for entries", "the season has begun"} <= set(texts)
    paged = []
    key = ""
    while part := club.office.leagues.news(club.league, key, 3):
        paged += part
        key = part[-1].key
    assert paged == news
    assert any((line.what, line.reason) == ("unplayed", "flu") for line in club.office.leagues.audit(club.league))


@pytest.mark.parametrize("seed", ["one", "two", "three", "four"])
def test_ratings_are_the_same_again_if_a_season_begins_in_the_second_in_which_the_last_one_ended(seed: str) -> None:
    """The clock stands still. Which of the two competitions has the smaller id is a matter of the seed."""
    club = Club(seed=seed, options=f"{ONE_MATCH}, off_season = carry_on")
    for score in ((1, 0), (0, 1)):
        while club.open_fixtures():
            for line in club.open_fixtures():
                club.settle(line.id.partition(".")[2], *score)
        club.office.seasons.finish(club.league, COMMISSIONER)
        assert club.rebuilt() == []
        club.office.seasons.next(club.league, COMMISSIONER)
        club.office.seasons.start(club.league, COMMISSIONER)


@pytest.mark.rule("O-LEAGUE-04")
def test_a_result_corrected_after_the_final_was_paired_still_decides_about_the_third_place() -> None:
    club = Club(preset="evening")
    office, order = club.office, club.teams
    for line in club.open_fixtures():
        one, other = (order.index(side.team) for side in line.sides)
        club.settle(line.id.partition(".")[2], int(one < other), int(other < one))
    office.competitions.pair(club.competition, COMMISSIONER)
    (last,) = [
        line
        for line in office.competitions.schedule(club.competition)
        if {side.team for side in line.sides} == set(order[2:])
    ]
    office.corrections.set_result(
        last.id, [int(side.team == order[3]) for side in last.sides], COMMISSIONER, "the sheet was upside down"
    )
    (final,) = club.open_fixtures()
    club.settle(final.id.partition(".")[2], 1, 0)
    office.seasons.finish(club.league, COMMISSIONER)
    table = [row.team for row in office.competitions.view(club.competition).tables[0].rows]
    assert table[2:] == [order[3], order[2]]
    assert [place[0] for place in office.leagues.state(club.league).season.places[2:]] == table[2:]
    assert club.rebuilt() == []
