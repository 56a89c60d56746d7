"""Aftermaths at the office: decided by coaches, taken back, closed by the assistant, with dice that are proven."""

from __future__ import annotations

import hashlib

import pytest

from dungeonbowl.errors import Stale, UserError
from dungeonbowl.league.aftermath.machine import Ask, Begin, Roll
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.office import reading
from dungeonbowl.league.office.aftermaths import Input, close_by_assistant, inputs_of, keep
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.roles import COMMISSIONER, NotAllowed
from dungeonbowl.league.office.rows import AftermathRow
from support.offices import ONE_MATCH, Club


def begun(club: Club, word: str = "hops") -> tuple[str, str]:
    """A match that is over, and the aftermath of its winner begun. Returns the match and the team."""
    view = club.play("1-1-1", 1, 0)
    match, team = view.fixture.match, view.fixture.sides[0].team
    club.office.aftermaths.begin(match, team, club.coach(team), word)
    return match, team


def finish(club: Club, match: str, team: str) -> None:
    """The usual option to every question, as the coach."""
    view = club.office.aftermaths.view(match, team)
    while not view.over:
        if isinstance(view.need, Begin):
            view = club.office.aftermaths.begin(match, team, club.coach(team))
            continue
        assert isinstance(view.need, Ask)
        option = view.need.options[view.need.usual].text
        view = club.office.aftermaths.choose(match, team, option, club.coach(team), view.number)


def test_the_commitment_is_told_before_and_the_seed_when_all_have_closed() -> None:
    club = Club(teams=2, options=ONE_MATCH)
    view = club.play("1-1-1", 1, 0)
    match = view.fixture.match
    one, other = (side.team for side in view.fixture.sides)
    before = club.office.aftermaths.view(match, one)
    assert isinstance(before.need, Begin)
    assert len(before.commitment) == 64
    finish(club, match, one)
    closed = club.office.aftermaths.view(match, one)
    assert closed.over
    assert closed.seed == ""
    finish(club, match, other)
    told = club.office.aftermaths.view(match, one)
    assert hashlib.sha256(bytes.fromhex(told.seed)).hexdigest() == before.commitment == told.commitment
    assert club.office.aftermaths.view(match, other).seed == told.seed
    assert club.rebuilt() == []


def test_a_pace_of_one_coach_changes_no_die_of_the_other() -> None:
    stories = []
    for first in (0, 1):
        club = Club(teams=2, options=ONE_MATCH)
        view = club.play("1-1-1", 1, 0)
        match = view.fixture.match
        sides = [side.team for side in view.fixture.sides]
        for team in (sides[first], sides[1 - first]):
            finish(club, match, team)
        stories.append({team: club.office.aftermaths.view(match, team).written for team in sides})
    assert stories[0] == stories[1]


def test_the_coachs_word_is_mixed_into_the_dice() -> None:
    dice = set()
    for word in ("hops", "malt", "yeast", "water", "barley", "copper"):
        club = Club(teams=2, options=ONE_MATCH)
        match, team = begun(club, word)
        dice.add(
            tuple(line.dice for line in club.office.aftermaths.view(match, team).written if "valuable" in line.text)
        )
    assert len(dice) > 1


def test_inputs_are_in_the_store_before_they_are_told_and_another_office_goes_on() -> None:
    club = Club(teams=2, options=ONE_MATCH)
    match, team = begun(club)
    seen = club.office.aftermaths.view(match, team)
    other = Office(club.office.store, club.clock)  # the first one is gone, with everything that it knew
    again = other.aftermaths.view(match, team)
    assert again == seen
    finish(club, match, team)
    assert other.aftermaths.view(match, team).over


def test_a_decision_names_the_number_of_inputs_it_has_seen() -> None:
    club = Club(teams=2, options=ONE_MATCH)
    match, team = begun(club)
    view = club.office.aftermaths.view(match, team)
    assert isinstance(view.need, Ask)
    option = view.need.options[view.need.usual].text
    club.office.aftermaths.choose(match, team, option, club.coach(team), view.number)
    with pytest.raises(Stale, match="the aftermath has changed meanwhile"):
        club.office.aftermaths.choose(match, team, option, club.coach(team), view.number)


def test_two_browsers_at_the_same_moment_cannot_both_go_on() -> None:
    club = Club(teams=2, options=ONE_MATCH)
    match, team = begun(club)
    row = reading.one(club.office.store, AftermathRow, match=match, team=team)
    assert row is not None
    view = club.office.aftermaths.view(match, team)
    assert isinstance(view.need, Ask)
    slow = club.office.reader()
    keep(slow, row, [*inputs_of(row), Input(f"choose {view.need.options[0].text}", Actor("coach"), slow.at)])
    club.office.aftermaths.choose(match, team, view.need.options[view.need.usual].text, club.coach(team))
    with pytest.raises(Stale):
        slow.commit()


def test_two_teams_that_close_at_the_same_moment_do_not_forget_to_tell_the_seed() -> None:
    """On two servers each would see the other team still open, and nobody would tell it."""
    club = Club(teams=2, options=ONE_MATCH)
    view = club.play("1-1-1", 1, 0)
    match = view.fixture.match
    one, other = (side.team for side in view.fixture.sides)
    slow = club.office.reader()
    row = reading.one(club.office.store, AftermathRow, match=match, team=one)
    assert row is not None
    close_by_assistant(slow, row)
    club.office.aftermaths.assist(match, other, COMMISSIONER)
    with pytest.raises(Stale):
        slow.commit()
    club.office.aftermaths.assist(match, one, COMMISSIONER)
    assert club.office.aftermaths.view(match, one).seed
    assert club.office.aftermaths.view(match, other).seed
    assert club.rebuilt() == []


def test_a_decision_is_taken_back_until_a_die_falls() -> None:
    club = Club(teams=2, options=ONE_MATCH)
    match, team = begun(club)
    office, coach = club.office, club.coach(team)
    first = office.aftermaths.view(match, team)
    assert isinstance(first.need, Ask)
    with pytest.raises(UserError, match="nothing can be taken back: a die has fallen, or nothing was decided"):
        office.aftermaths.take_back(match, team, coach)  # the award was rolled, and nothing was decided since
    decided = office.aftermaths.choose(match, team, first.need.options[first.need.usual].text, coach, first.number)
    assert (decided.number, decided.undoable) == (first.number + 1, 1)
    assert decided != first
    assert office.aftermaths.take_back(match, team, coach, decided.number) == first


def test_only_the_own_coach_or_a_commissioner_decides() -> None:
    club = Club(teams=2, options=ONE_MATCH)
    match, team = begun(club)
    other = next(each for each in club.teams if each != team)
    with pytest.raises(NotAllowed, match="only its own coach or a commissioner"):
        club.office.aftermaths.choose(match, team, "done", club.coach(other))
    club.office.aftermaths.assist(match, team, COMMISSIONER)


def test_dice_from_a_real_table_are_typed_in() -> None:
    club = Club(teams=2, options=ONE_MATCH)
    view = club.play("1-1-1", 1, 0)
    match, team = view.fixture.match, view.fixture.sides[0].team
    office = club.office
    office.aftermaths.share(match, {"winnings": (5, 2)}, COMMISSIONER)
    state = office.aftermaths.begin(match, team, club.coach(team), typed=True)
    assert state.shared[0].dice == (5, 2)
    assert any("50,000 gold" in line.text for line in state.written)
    assert isinstance(state.need, Roll)
    with pytest.raises(UserError, match="expected 1 die of 1 to"):
        office.aftermaths.give(match, team, [99], club.coach(team))
    state = office.aftermaths.give(match, team, [3], club.coach(team))
    assert any(line.dice == (3,) for line in state.written)
    with pytest.raises(UserError, match="has begun: its dice stand"):
        office.aftermaths.share(match, {"winnings": (6, 6)}, COMMISSIONER)


def test_the_assistant_closes_what_is_late_and_signs() -> None:
    club = Club(teams=2, options=ONE_MATCH)
    view = club.play("1-1-1", 1, 0)
    office = club.office
    assert office.aftermaths.assist_late() == []
    club.clock.move(hours=73)
    assert sorted(team for _, team in office.aftermaths.assist_late()) == sorted(club.teams)
    assert all(office.aftermaths.open_of(team) == "" for team in club.teams)
    events = reading.events(office.store, view.fixture.sides[0].team)
    assert [event.kind for event in events if event.kind == "closed"] == ["closed"]
    assert not any(event.kind == "hired" for event in events)
    assert club.rebuilt() == []


def test_what_the_assistant_did_is_voided_until_the_next_match() -> None:
    club = Club(teams=4)
    office = club.office
    view = club.play("1-1-1", 1, 0)
    match = view.fixture.match
    one, other = (side.team for side in view.fixture.sides)
    office.aftermaths.begin(match, one, club.coach(one), "hops")
    before = office.aftermaths.view(match, one)
    club.clock.move(hours=73)
    office.aftermaths.assist_late()
    assert office.teams.kept(one).state == "ready"
    again = office.aftermaths.reopen(match, one, COMMISSIONER, "he was ill")
    assert not again.over
    assert again.number == before.number
    assert again.written == before.written  # winnings, award: what the dice gave stays
    assert again.commitment != before.commitment  # the first seed was told
    assert office.teams.view(one).line.state == "aftermath"
    finish(club, match, one)
    assert club.rebuilt() == []
    assert [event.kind for event in reading.events(office.store, one)].count("closed") == 2
    kept = office.teams.kept(one)
    assert (kept.team.games, kept.state) == (1, "ready")
    with pytest.raises(UserError, match="the assistant has decided nothing here"):
        office.aftermaths.reopen(match, one, COMMISSIONER, "again")
    line = next(line for line in club.open_fixtures() if other in [side.team for side in line.sides])
    for side in line.sides:
        if office.aftermaths.open_of(side.team):
            office.aftermaths.assist(office.aftermaths.open_of(side.team), side.team, COMMISSIONER)
    club.lock(line.id.partition(".")[2])
    with pytest.raises(UserError, match="the next match of the team has begun"):
        office.aftermaths.reopen(match, other, COMMISSIONER, "too late")


def test_a_closed_aftermath_has_its_inputs_in_the_history() -> None:
    club = Club(teams=2, options=ONE_MATCH)
    match, team = begun(club)
    finish(club, match, team)
    events = reading.events(club.office.store, team)
    closed = next(event for event in events if event.kind == "closed")
    assert closed.body["inputs"][0] == "begin hops"
    assert closed.body["commitment"] == club.office.aftermaths.view(match, team).commitment
    played = next(event for event in events if event.kind == "played")
    assert played.actor.role == "rules"
    assert played.cause.id == match
