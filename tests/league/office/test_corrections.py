"""Corrections at the office: a preview of all that follows, a reason that everybody can read, nothing deleted."""

from __future__ import annotations

import pytest

from dungeonbowl.errors import Stale, UserError
from dungeonbowl.languages import speaking
from dungeonbowl.league.aftermath.facts import MatchFacts, PlayerFacts, SideFacts
from dungeonbowl.league.aftermath.machine import Ask, Option
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.ledger import Ledger
from dungeonbowl.league.office import reading
from dungeonbowl.league.office.corrections import Change
from dungeonbowl.league.office.roles import COMMISSIONER, NotAllowed
from dungeonbowl.league.office.views import AftermathView, WrittenLine
from dungeonbowl.league.records import records_of
from dungeonbowl.league.team_events import Gold, Granted, Hired
from dungeonbowl.teams.team import Player
from support.offices import Club


def with_a_casualty(club: Club) -> tuple[str, str, str]:
    """A match whose first-named team has a casualty by its first player. Returns the team, that player and another."""
    order = club.lock("1-1-1")
    first, second = order.teams
    striker, other = first.available[0], first.available[1]
    facts = MatchFacts(
        order.match,
        order.edition,
        (
            SideFacts(
                first.id,
                "won",
                1,
                1,
                tuple(
                    PlayerFacts(
                        player.id,
                        {"casualty": 1} if player == striker else {},
                        {"casualty": 2} if player == striker else {},
                    )
                    for player in first.available
                ),
            ),
            SideFacts(second.id, "lost", players=tuple(PlayerFacts(player.id) for player in second.available)),
        ),
    )
    club.office.fixtures.settle(facts)
    club.close(order.match, [first.id, second.id])
    return first.id, striker.id, other.id


def event_of(club: Club, team: str, kind: str) -> int:
    return next(event.seq for event in reading.events(club.office.store, team) if event.kind == kind)


def test_an_award_goes_to_the_right_player_with_a_preview_and_everybody_can_read_why() -> None:
    """Story 2: a casualty of a paper match was credited to the wrong player."""
    club = Club()
    office = club.office
    team, wrong, right = with_a_casualty(club)
    seq = event_of(club, team, "points")
    careers = office.teams.kept(team).careers
    before = {each: careers[each].player.earned for each in (wrong, right)}
    change = Change(team, seq, award_to=right)
    shown = office.corrections.preview([change])
    ((name, lines),) = shown.teams
    assert name == club.name(team)
    assert any(careers[wrong].player.name in line and "points" in line for line in lines)
    assert any(careers[right].player.name in line and "points" in line for line in lines)
    assert office.teams.kept(team).careers == careers  # a preview changes nothing
    office.corrections.make([change], "it was the other one with a beard", COMMISSIONER, {team: shown.number})
    after = office.teams.kept(team).careers
    assert after[wrong].player.earned == before[wrong] - 2
    assert after[right].player.earned == before[right] + 2
    assert after[wrong].deeds.get("casualty", 0) == 0
    assert after[right].deeds["casualty"] == 1
    assert any(line.reason == "it was the other one with a beard" for line in office.leagues.audit(club.league))
    told = {line.event.seq: line for line in office.teams.history(team)}
    assert told[seq].voided
    assert "2 points" in told[seq].instead
    assert office.teams.leaders("points", season=office.seasons.current(club.league).id)
    (leader,) = office.teams.leaders("casualty", season=office.seasons.current(club.league).id)
    assert leader.player == right
    boards = {board.id: board for board in records_of(Ledger(office, club.league))}
    assert [(holder.player, holder.figure) for holder in boards["casualty"].holders] == [(right, "1")]
    assert [line.deeds for line in office.teams.player(right).matches] == [{"casualty": 1}]
    assert [line.deeds for line in office.teams.player(wrong).matches] == [{}]
    assert club.rebuilt() == []


def test_a_history_says_who_did_what_in_the_language() -> None:
    club = Club()
    team, _, _ = with_a_casualty(club)
    seq = event_of(club, team, "points")
    told = {}
    for code in ("de", "fr", "es"):
        with speaking(code):
            lines = {line.event.seq: line for line in club.office.teams.history(team)}
        told[code] = lines[1].actor, lines[seq].text.partition("(")[2]
    assert told == {
        "de": ("die Ligaleitung", "Verletzung)"),
        "fr": ("le commissaire", "blessure infligée)"),
        "es": ("el comisario", "lesión causada)"),
    }


def test_a_correction_that_makes_a_later_event_impossible_is_refused_until_that_is_mended_too() -> None:
    club = Club()
    office = club.office
    team, _, _ = with_a_casualty(club)
    gold = event_of(club, team, "gold")
    kept = office.teams.kept(team)
    lineman = kept.team.roster_facts.of_section("linemen")[0]
    free = next(number for number in range(1, 17) if number not in [player.number for player in kept.team.players])
    newcomer = Player(free, "Newcomer", lineman.name, lineman.cost, id="p_new")
    price = kept.team.treasury
    hired = office.corrections.make([Change(team, instead=Hired(newcomer, price))], "a gift", COMMISSIONER)
    assert not hired.problems
    shown = office.corrections.preview([Change(team, gold)])
    assert [problem.seq for problem in shown.problems] == [event_of(club, team, "hired")]
    assert shown.problems[0].granted is not None
    with pytest.raises(UserError, match="would be impossible"):
        office.corrections.make([Change(team, gold)], "too much gold", COMMISSIONER)
    too = [Change(team, gold), Change(team, shown.problems[0].seq)]
    office.corrections.make(too, "too much gold", COMMISSIONER)
    assert office.teams.kept(team).player("p_new") is None
    assert club.rebuilt() == []


def test_a_void_can_be_voided() -> None:
    club = Club()
    office = club.office
    team, _, _ = with_a_casualty(club)
    before = office.teams.kept(team).team
    gold = event_of(club, team, "gold")
    office.corrections.make([Change(team, gold)], "no", COMMISSIONER)
    assert office.teams.kept(team).team.treasury < before.treasury
    void = event_of(club, team, "void")
    office.corrections.make([Change(team, void)], "yes", COMMISSIONER)
    assert office.teams.kept(team).team.treasury == before.treasury
    lines = {line.event.seq: line for line in office.teams.history(team)}
    assert not lines[gold].voided
    assert lines[void].voided
    assert club.rebuilt() == []


def test_a_history_tells_what_the_later_of_two_corrections_puts_in_the_place_of_an_event() -> None:
    club = Club()
    office = club.office
    team, _, _ = with_a_casualty(club)
    gold = event_of(club, team, "gold")
    for amount in (10_000, 20_000):
        office.corrections.make([Change(team, gold, Gold(amount, "counted again"))], "a slip", COMMISSIONER)
    (line,) = [line for line in office.teams.history(team) if line.event.seq == gold]
    assert line.instead == "+20,000 gold: counted again"
    assert f"+{20_000:,} gold" in [each.text.partition(":")[0] for each in closed_lines(club, team)]
    voids = [each.event.seq for each in office.teams.history(team, kinds=("void",))]
    office.corrections.make([Change(team, max(voids))], "it was right before", COMMISSIONER)
    (line,) = [line for line in office.teams.history(team) if line.event.seq == gold]
    assert line.instead == "+10,000 gold: counted again"


def closed_lines(club: Club, team: str) -> tuple[WrittenLine, ...]:
    """What the closed aftermath of the only match of a team shows."""
    (match,) = [line.match for line in club.office.teams.matches(team)]
    return club.office.aftermaths.view(match, team).written


def test_another_result_changes_the_table_and_both_histories_and_the_ratings() -> None:
    club = Club()
    office = club.office
    club.settle("1-1-1", 1, 0)
    line = office.fixtures.view(club.fixture("1-1-1")).fixture
    one, other = (side.team for side in line.sides)
    shown = office.corrections.set_result_preview(line.id, (0, 1))
    assert {change.team for change in shown.table} >= {one, other}
    assert office.teams.kept(one).won == 1
    office.corrections.set_result(line.id, (0, 1), COMMISSIONER, "the sheet was upside down")
    assert (office.teams.kept(one).won, office.teams.kept(one).lost) == (0, 1)
    assert office.teams.kept(other).won == 1
    after = office.fixtures.view(line.id).fixture
    assert [side.points for side in after.sides] == [0, 3]
    assert after.provenance == "corrected"
    assert club.rebuilt() == []


def test_another_result_while_the_aftermath_is_open_changes_what_it_is_about() -> None:
    club = Club()
    office = club.office
    view = club.play("1-1-1", 1, 0)
    match = view.fixture.match
    one, other = (side.team for side in view.fixture.sides)
    office.corrections.set_result(view.fixture.id, (0, 1), COMMISSIONER, "wrong way round")
    club.close(match, [one, other])
    assert office.teams.kept(other).won == 1
    assert club.rebuilt() == []


def test_a_grant_needs_a_reason_a_commissioner_and_the_last_number() -> None:
    club = Club()
    office = club.office
    team, _, _ = with_a_casualty(club)
    gift = [Change(team, instead=Granted("", gold=10_000))]
    with pytest.raises(NotAllowed, match="only a commissioner"):
        office.corrections.make(gift, "please", club.coach(team))
    with pytest.raises(UserError, match="reason: expected"):
        office.corrections.make(gift, "  ", COMMISSIONER)
    with pytest.raises(Stale):
        office.corrections.make(gift, "raffle", COMMISSIONER, {team: 1})
    before = office.teams.kept(team).team.treasury
    office.corrections.make(gift, "raffle", COMMISSIONER)
    assert office.teams.kept(team).team.treasury == before + 10_000
    with pytest.raises(UserError, match="treasury would hold"):
        office.corrections.make([Change(team, instead=Granted("", gold=-10_000_000))], "a fine", COMMISSIONER)


def test_four_eyes_see_more_than_two() -> None:
    club = Club(options="four_eyes = on")
    office = club.office
    team, _, _ = with_a_casualty(club)
    gift = [Change(team, instead=Granted("", gold=10_000))]
    one, other = Actor("commissioner", "m_one"), Actor("commissioner", "m_other")
    with pytest.raises(UserError, match="a second commissioner must agree"):
        office.corrections.make(gift, "raffle", one)
    with pytest.raises(UserError, match="a second commissioner must agree"):
        office.corrections.make(gift, "raffle", one, second=one)
    office.corrections.make(gift, "raffle", one, second=other)


def test_a_correction_that_spoils_an_open_aftermath_is_refused() -> None:
    club = Club()
    office = club.office
    team, _, _ = with_a_casualty(club)
    office.corrections.make([Change(team, instead=Granted("", gold=100_000))], "a loan", COMMISSIONER)
    line = next(line for line in club.open_fixtures() if team in [side.team for side in line.sides])
    match = club.play(line.id.partition(".")[2], 0, 0).fixture.match
    state = office.aftermaths.begin(match, team, club.coach(team))
    while not (hires := [each.text for each in options(state) if each.text.startswith("hire ")]):
        usual = options(state)[state.need.usual].text if isinstance(state.need, Ask) else ""
        state = office.aftermaths.choose(match, team, usual, club.coach(team))
    office.aftermaths.choose(match, team, hires[0], club.coach(team))
    gold = office.teams.kept(team).team.treasury
    fine = [Change(team, instead=Granted("", gold=-gold))]
    office.aftermaths.take_back(match, team, club.coach(team))
    office.corrections.make(fine, "a fine", COMMISSIONER)  # nothing was bought: it can be paid
    office.corrections.make([Change(team, instead=Granted("", gold=gold))], "paid back", COMMISSIONER)
    office.aftermaths.choose(match, team, hires[0], club.coach(team))
    with pytest.raises(UserError, match="what was decided in the open aftermath would be impossible"):
        office.corrections.make(fine, "a fine", COMMISSIONER)


def options(state: AftermathView) -> tuple[Option, ...]:
    assert isinstance(state.need, Ask)
    return state.need.options
