"""What the office shows: lists that page by key, leaders, careers, names of people, files."""

from __future__ import annotations

from typing import Any

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.facts import MatchFacts, PlayerFacts, SideFacts
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.history import read_history_lines
from dungeonbowl.league.office.memory import MemoryStore
from dungeonbowl.league.office.roles import COMMISSIONER, NotAllowed
from dungeonbowl.league.office.store import Row
from dungeonbowl.server.league.team_page import team_page
from dungeonbowl.teams.files import read_team
from support.offices import Club


@pytest.fixture(scope="module")
def club() -> Club:
    """One match, in which the first player of the first team scored and killed."""
    club = Club()
    order = club.lock("1-1-1")
    one, other = order.teams
    scorer, victim = one.available[0].id, other.available[0].id
    facts = MatchFacts(
        order.match,
        order.edition,
        (
            SideFacts(
                one.id,
                "won",
                1,
                1,
                tuple(
                    PlayerFacts(player.id, {"touchdown": 1, "kill": 1, "casualty": 1}, {"touchdown": 5, "casualty": 2})
                    if player.id == scorer
                    else PlayerFacts(player.id)
                    for player in one.available
                ),
            ),
            SideFacts(
                other.id,
                "lost",
                players=tuple(
                    PlayerFacts(player.id, injury="dead", how="block", by=scorer)
                    if player.id == victim
                    else PlayerFacts(player.id)
                    for player in other.available
                ),
            ),
        ),
        "touchdown",
    )
    club.office.fixtures.settle(facts)
    club.close(order.match, [one.id, other.id])
    return club


def sides(club: Club) -> list[str]:
    return [side.team for side in club.office.fixtures.view(club.fixture("1-1-1")).fixture.sides]


def test_leaders_of_a_season_of_a_league_and_of_everybody(club: Club) -> None:
    office = club.office
    season = office.seasons.current(club.league).id
    winner = sides(club)[0]
    for found in (
        office.teams.leaders("touchdown"),
        office.teams.leaders("touchdown", league=club.league),
        office.teams.leaders("touchdown", season=season),
        office.teams.leaders("kill", edition="official"),
    ):
        ((line),) = found
        assert (line.place, line.team, line.number) == (1, winner, 1)
    assert office.teams.leaders("touchdown", edition="stockbowl") == []
    with pytest.raises(UserError, match="expected one of touchdown, completion"):
        office.teams.leaders("beauty")
    points = office.teams.leaders("points", season=season)
    assert points[0].number >= 7


def test_the_career_of_a_player_who_scored_and_of_one_who_died(club: Club) -> None:
    office = club.office
    loser = sides(club)[1]
    scorer = office.teams.player(office.teams.leaders("touchdown")[0].player, events=True)
    (match,) = scorer.matches
    assert match.opponents == (club.name(loser),)
    assert match.deeds == {"touchdown": 1, "kill": 1, "casualty": 1}
    assert any("points" in line.text for line in scorer.events)
    dead = next(player for player, career in office.teams.kept(loser).careers.items() if career.how == "died")
    view = office.teams.player(dead, events=True)
    assert view.career.by == scorer.id
    assert view.matches[0].injury == "dead"
    assert any(line.text.endswith("died (block)") for line in view.events)
    deeds = office.fixtures.view(club.fixture("1-1-1")).deeds
    assert any("dead (block by" in line for line in deeds)
    with pytest.raises(UserError, match="there is no player"):
        office.teams.player("p_nobody")


def test_teams_and_leagues_are_found_by_name_by_id_and_page_by_key(club: Club) -> None:
    office = club.office
    team = club.teams[0]
    assert office.teams.named(club.name(team).upper()) == team
    assert office.teams.named(team[:9], club.league) == team
    assert office.leagues.named("") == club.league
    assert office.leagues.named("cellar") == club.league
    with pytest.raises(UserError, match="there is none"):
        office.teams.named("Nobody at all")
    everyone = office.teams.listed(club.league)
    paged = []
    after = ""
    while part := office.teams.listed(club.league, after=after, most=3):
        paged += part
        after = part[-1].id
    assert paged == everyone
    assert len(everyone) == 4
    assert [line.id for line in office.leagues.listed("the cell")] == [club.league]
    assert office.leagues.listed(after=club.league) == []


def test_the_history_of_a_team_pages_by_number_and_is_said_in_words(club: Club) -> None:
    team = sides(club)[0]
    whole = club.office.teams.history(team, most=1000)
    assert [line.event.seq for line in whole] == list(range(len(whole), 0, -1))
    paged = []
    before = 0
    while part := club.office.teams.history(team, before=before, most=4):
        paged += part
        before = part[-1].event.seq
    assert paged == whole
    (won,) = club.office.teams.history(team, kinds=("played",))
    assert won.text == f"won 1-0 against {club.name(sides(club)[1])}"
    assert whole[-1].actor == "the commissioner"


def test_open_fixtures_of_a_coach_and_the_ladder_of_an_edition(club: Club) -> None:
    office = club.office
    winner, loser = sides(club)
    mine = office.fixtures.open_of([office.teams.kept(winner).owner])
    assert len(mine) == 5
    assert all(winner in [side.team for side in line.sides] for line in mine)
    ladder = [line.id for line in office.teams.ladder("official")]
    assert ladder[0] == winner
    assert ladder[-1] == loser


def test_the_team_file_and_the_history_file_are_those_of_the_team(club: Club) -> None:
    team = sides(club)[0]
    found = read_team(club.office.teams.file(team))
    assert (found.id, found.games, found.history) == (team, 1, club.office.teams.kept(team).head)
    assert found.coach in ("Ann", "Bob", "Cid", "Dot")
    history = read_history_lines(club.office.teams.history_file(team).splitlines())
    assert history.kept.team.id == team
    assert club.office.teams.verification(team).is_sound


def test_who_joins_is_kept_as_the_log_tells_it_wherever_the_words_come_from() -> None:
    """A role that is read from a database is another text in memory than the usual one, and still the usual one."""
    club = Club()
    leagues = club.office.leagues
    usual: Any = "".join(("co", "ach"))
    member = leagues.add_member(club.league, "Zed", COMMISSIONER, usual, "account")
    assert club.rebuilt() == []
    leagues.change_member(club.league, member, COMMISSIONER, "deputy")
    leagues.change_member(club.league, member, COMMISSIONER, usual, "", "Zod")
    assert club.rebuilt() == []


def test_members_are_names_until_an_account_claims_them() -> None:
    club = Club()
    office = club.office
    (ann, *_) = office.leagues.members(club.league)
    assert office.leagues.add_member(club.league, "ANN", COMMISSIONER) == ann.id
    office.leagues.change_member(club.league, ann.id, COMMISSIONER, role="deputy", account="a_1")
    assert office.leagues.members(club.league)[0].account == "a_1"
    with pytest.raises(NotAllowed):
        office.leagues.change_member(club.league, ann.id, Actor("coach", ann.id), role="commissioner")
    with pytest.raises(UserError, match="there is no member"):
        office.leagues.change_member(club.league, "m_x", COMMISSIONER, role="coach")
    with pytest.raises(UserError, match="expected 1 to 80 characters that can be seen"):
        office.leagues.add_member(club.league, "\x00", COMMISSIONER)
    assert club.rebuilt() == []


def test_a_league_that_is_not_there_is_said_so(club: Club) -> None:
    for ask in (club.office.leagues.home, club.office.competitions.view, club.office.fixtures.view):
        with pytest.raises(UserError, match="there is no"):
            ask("x")
    with pytest.raises(UserError, match=r"there is no such aftermath|there is no team"):
        club.office.aftermaths.view("g_x", "t_x")


class Counting(MemoryStore):
    """Notes how many events were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []

    def events(self, log: str, after: int = 0, most: int = 0) -> list[Row]:
        found = super().events(log, after, most)
        self.asked.append(len(found))
        return found


def test_no_page_reads_the_history_of_a_team() -> None:
    store = Counting()
    club = Club(store=store)
    for number in range(1, 6):
        for table in (1, 2):
            club.settle(f"1-{number}-{table}", 1, 0)
    team = club.teams[0]
    for page in (
        lambda: team_page(club.office, team),
        lambda: club.office.leagues.home(club.league),
        lambda: club.office.fixtures.view(club.fixture("1-6-1")),
        lambda: club.office.competitions.view(club.competition),
    ):
        store.asked.clear()
        page()
        assert store.asked == []
