"""A match that was given up counts the same in the table, in the histories of both teams and in the lists of players.

The facts tell the board, where nobody has scored; the score that counts follows from the edition's rule.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.facts import MatchFacts, PlayerFacts, SideFacts
from dungeonbowl.league.competitions.options import read_season
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.office.store import Writing
from dungeonbowl.league.office.views import MatchOrder
from support.offices import Club


def given_up(order: MatchOrder, *scores: int) -> MatchFacts:
    """The second team has conceded when the score was this."""
    one, other = (
        SideFacts(
            team.id,
            "lost" if place else "won",
            score,
            players=tuple(PlayerFacts(player.id) for player in team.available),
            conceded=bool(place),
            fit=7 if place else 0,
        )
        for place, (team, score) in enumerate(zip(order.teams, scores, strict=True))
    )
    return MatchFacts(order.match, order.edition, (one, other), "conceded")


@pytest.mark.rule("O-TD-06", "O-LEAGUE-02", "O-LEAGUE-03")
@pytest.mark.parametrize(
    ("edition", "on_the_board", "counted"),
    [
        ("official", (0, 0), (1, 0)),
        ("stockbowl", (0, 0), (2, 0)),
        ("stockbowl", (1, 2), (4, 2)),
        ("stockbowl", (4, 1), (4, 1)),
        ("astrogranite", (0, 0), (0, 0)),
        ("astrogranite", (1, 2), (1, 2)),
    ],
)
def test_the_table_and_both_histories_have_one_score(
    edition: str, on_the_board: tuple[int, int], counted: tuple[int, int]
) -> None:
    club = Club(edition=edition)
    office = club.office
    order = club.lock("1-1-1")
    one, other = (team.id for team in order.teams)
    office.fixtures.settle(given_up(order, *on_the_board))
    club.close(order.match, [one, other])
    line = office.fixtures.view(club.fixture("1-1-1")).fixture
    assert [(side.score, side.points, side.conceded) for side in line.sides] == [
        (counted[0], 3, False),
        (counted[1], 0, True),
    ]
    rows = {row.team: row for table in office.competitions.view(club.competition).tables for row in table.rows}
    assert (rows[one].td_for, rows[one].td_against, rows[other].td_for) == (*counted, counted[1])
    for team, score in ((one, counted), (other, counted[::-1])):
        (played,) = office.teams.history(team, kinds=("played",))
        assert played.event.body["score"] == list(score)
    assert club.rebuilt() == []


@pytest.mark.rule("O-TD-06")
def test_who_is_credited_with_the_touchdown_has_it_in_every_list() -> None:
    club = Club()
    office = club.office
    order = club.lock("1-1-1")
    one, other = (team.id for team in order.teams)
    office.fixtures.settle(given_up(order, 0, 0))
    club.close(order.match, [one, other])
    (points,) = [
        line.event.body for line in office.teams.history(one, kinds=("points",)) if line.event.body.get("credited")
    ]
    season = office.seasons.current(club.league).id
    for found in (office.teams.leaders("touchdown"), office.teams.leaders("touchdown", season=season)):
        assert [(line.player, line.number) for line in found] == [(points["player"], 1)]
    assert office.teams.player(points["player"]).career.deeds["touchdown"] == 1
    assert club.rebuilt() == []


def test_the_commissioner_sets_another_result_of_a_match_that_was_given_up() -> None:
    club = Club()
    office = club.office
    order = club.lock("1-1-1")
    one, other = (team.id for team in order.teams)
    office.fixtures.settle(given_up(order, 0, 0))
    club.close(order.match, [one, other])
    fixture = club.fixture("1-1-1")
    office.corrections.set_result(fixture, (0, 0), COMMISSIONER, "the line was dead: nobody has won")
    after = office.fixtures.view(fixture).fixture
    assert [(side.score, side.points, side.conceded) for side in after.sides] == [(0, 1, False), (0, 1, False)]
    assert [office.teams.kept(team).drawn for team in (one, other)] == [1, 1]


def test_a_player_who_was_kept_out_is_not_listed_as_having_played() -> None:
    club = Club(edition="astrogranite")
    office = club.office
    order = club.lock("1-1-1")
    facts = given_up(order, 0, 0)
    out, *others = facts.sides[0].players
    kept_out = replace(facts.sides[0], players=(replace(out, absent=True), *others))
    office.fixtures.settle(replace(facts, sides=(kept_out, facts.sides[1])))
    club.close(order.match, [team.id for team in order.teams])
    assert office.teams.player(out.player).matches == ()
    assert len(office.teams.player(others[0].player).matches) == 1
    kept = office.teams.kept(order.teams[0].id)
    assert [kept.careers[each].player.games for each in (out.player, others[0].player)] == [0, 1]
    assert club.rebuilt() == []


def test_the_official_score_of_a_concession_is_no_matter_of_choice() -> None:
    with pytest.raises(UserError, match="concession stays one: the winner names who scored"):
        read_season("edition = official, concession = as_it_stands")
    assert read_season("edition = stockbowl, concession = as_it_stands").league.concession == "as_it_stands"


def test_a_competition_that_an_earlier_program_has_stored_is_read_from_its_log() -> None:
    """The option was one of competitions once, and the stored state named it there."""
    club = Club(edition="stockbowl")
    office = club.office
    (row,) = office.store.find("competitions", {"id": club.competition})
    before = office.competitions.state(club.competition)
    old = row["snapshot"].replace('"competition":{', '"competition":{"concession":"by_two",', 1)
    writing = Writing()
    writing.put("competitions", {**row, "snapshot": old})
    office.store.write(writing)
    office.states.known.clear()
    assert office.competitions.state(club.competition) == before
    assert before.agreed.league.concession == "by_two"
