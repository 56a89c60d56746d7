"""Result sheets of real tables: both teams, or one and the other's word, or the commissioner."""

from __future__ import annotations

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.league.office.roles import COMMISSIONER, NotAllowed
from dungeonbowl.league.office.views import FixtureLine
from dungeonbowl.teams.problems import TeamError
from support.offices import Club


def sheet_of(club: Club, line: FixtureLine, scorer: int = 0) -> str:
    """The first-named team scores, by its player of this place on the list."""
    one, other = line.sides
    number = club.office.teams.kept(one.team).team.available[scorer].number
    return f"""
format = 1
how = "touchdown"

[[side]]
team = "{one.team}"
score = 1

[[side.player]]
number = {number}
touchdown = 1

[[side]]
team = "{other.team}"
"""


def test_the_same_sheet_from_both_teams_stands_and_the_scorer_has_his_touchdown() -> None:
    club = Club()
    office = club.office
    line = club.open_fixtures()[0]
    one, other = (side.team for side in line.sides)
    sheet = sheet_of(club, line)
    first = office.fixtures.hand_in(line.id, sheet, club.coach(one), one)
    assert first.fixture.state == "reported"
    assert [side.confirmed for side in first.fixture.sides] == [True, False]
    assert any(waiting.kind == "sheet" and waiting.team == other for waiting in office.leagues.waits(club.league))
    assert office.teams.kept(one).state == "booked"
    second = office.fixtures.hand_in(line.id, sheet, club.coach(other), other)
    assert (second.fixture.state, second.fixture.provenance) == ("over", "reported")
    club.close(second.fixture.match, (one, other))
    scorer = office.teams.kept(one).team.available[0]
    assert office.teams.kept(one).careers[scorer.id].deeds["touchdown"] == 1
    assert scorer.earned >= 5
    assert len(second.sheets) == 2
    assert club.rebuilt() == []


def test_one_hands_in_and_the_other_confirms() -> None:
    club = Club()
    line = club.open_fixtures()[0]
    one, other = (side.team for side in line.sides)
    with pytest.raises(UserError, match="nobody else has handed in a sheet"):
        club.office.fixtures.confirm(line.id, club.coach(one), one)
    club.office.fixtures.hand_in(line.id, sheet_of(club, line), club.coach(one), one)
    with pytest.raises(UserError, match="nobody else has handed in a sheet"):
        club.office.fixtures.confirm(line.id, club.coach(one), one)
    with pytest.raises(NotAllowed):
        club.office.fixtures.confirm(line.id, club.coach(one), other)
    assert club.office.fixtures.confirm(line.id, club.coach(other), other).fixture.state == "over"


@pytest.mark.parametrize("same_result", [False, True])
def test_sheets_that_differ_are_a_dispute_which_the_commissioner_decides_and_both_are_kept(same_result: bool) -> None:
    club = Club()
    office = club.office
    line = club.open_fixtures()[0]
    one, other = (side.team for side in line.sides)
    mine = sheet_of(club, line)
    theirs = sheet_of(club, line, 1)
    if not same_result:
        theirs = f'format = 1\nhow = "draw"\n[[side]]\nteam = "{one}"\n[[side]]\nteam = "{other}"\n'
    office.fixtures.hand_in(line.id, mine, club.coach(one), one)
    view = office.fixtures.hand_in(line.id, theirs, club.coach(other), other)
    assert view.fixture.state == "disputed"
    assert [sheet.text for sheet in view.sheets] == [mine, theirs]
    assert any(waiting.kind == "disputed" for waiting in office.leagues.waits(club.league))
    assert club.rebuilt() == []
    with pytest.raises(UserError, match="the sheets differ; hand in the one that counts"):
        office.fixtures.confirm(line.id, COMMISSIONER)
    with pytest.raises(NotAllowed, match="decide a result: only a commissioner"):
        office.fixtures.hand_in(line.id, mine, club.coach(one))
    decided = office.fixtures.hand_in(line.id, mine, COMMISSIONER)
    assert decided.fixture.state == "over"
    assert [sheet.by for sheet in decided.sheets] == [one, other, "commissioner"]
    assert club.rebuilt() == []


def test_who_sees_his_mistake_hands_in_again_and_the_dispute_is_over() -> None:
    club = Club()
    office = club.office
    line = club.open_fixtures()[0]
    one, other = (side.team for side in line.sides)
    mine = sheet_of(club, line)
    office.fixtures.hand_in(line.id, mine, club.coach(one), one)
    office.fixtures.hand_in(line.id, sheet_of(club, line, 1), club.coach(other), other)
    assert office.fixtures.hand_in(line.id, mine, club.coach(other), other).fixture.state == "over"


def test_a_sheet_without_sense_is_refused_and_nothing_has_happened() -> None:
    club = Club()
    line = club.open_fixtures()[0]
    one = line.sides[0].team
    nonsense = sheet_of(club, line).replace("score = 1", "score = 2")
    with pytest.raises(TeamError):
        club.office.fixtures.hand_in(line.id, nonsense, club.coach(one), one)
    assert club.office.fixtures.view(line.id).fixture.state == "open"
    assert club.office.teams.kept(one).state == "ready"
