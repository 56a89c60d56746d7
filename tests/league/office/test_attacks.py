"""What somebody might order who means no good: each order is refused with a sentence and changes nothing, or does only
what it may."""

from __future__ import annotations

import csv
import io
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.league import team_events as e
from dungeonbowl.league.aftermath.machine import Roll
from dungeonbowl.league.book.book import book_html
from dungeonbowl.league.corrections import OTHER_MEANS
from dungeonbowl.league.office import reading
from dungeonbowl.league.office.chance import written
from dungeonbowl.league.office.corrections import Change
from dungeonbowl.league.office.memory import MemoryStore
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.outcomes import plain_facts
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.office.rows import AppearanceRow
from dungeonbowl.league.office.views import AftermathView
from dungeonbowl.league.team_events import TeamBody
from dungeonbowl.server.league.tables import standings_csv
from dungeonbowl.teams.ready import ready_ids, ready_team
from dungeonbowl.teams.sheet import html_sheet
from support.offices import ONE_MATCH, Club


def everything(club: Club) -> str:
    assert isinstance(club.office.store, MemoryStore)
    return repr((club.office.store.chains, club.office.store.tables))


def refused(club: Club, changes: list[Change], match: str) -> None:
    """A correction is refused, in the preview and when it is made, and nothing is written."""
    before = everything(club)
    with pytest.raises(UserError, match=match):
        club.office.corrections.make(changes, "a reason", COMMISSIONER)
    with pytest.raises(UserError, match=match):
        club.office.corrections.preview(changes)
    assert everything(club) == before


# --- times ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("time", ["9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59", "0500-01-01T00:00:00Z"])
def test_a_time_that_no_calendar_has_is_refused(time: str) -> None:
    club = Club(teams=2, options=ONE_MATCH)
    fixture = club.fixture("1-1-1")
    before = everything(club)
    orders: list[Any] = [
        lambda: club.office.fixtures.extend(fixture, time, COMMISSIONER),
        lambda: club.office.fixtures.agree(fixture, time, COMMISSIONER),
        lambda: club.office.fixtures.offer(fixture, club.teams[0], [time], COMMISSIONER),
    ]
    for order in orders:
        with pytest.raises(UserError, match="expected a form such as"):
            order()
    assert everything(club) == before


def test_a_deadline_in_another_zone_is_the_same_moment() -> None:
    """Deadlines are compared as texts, so all of them must be written in the same way."""
    club = Club(teams=2, options=ONE_MATCH)
    fixture = club.fixture("1-1-1")
    club.office.fixtures.extend(fixture, "2026-03-01T23:30:00+14:00", COMMISSIONER)  # half past nine, UTC
    assert club.office.fixtures.view(fixture).fixture.deadline == "2026-03-01T09:30:00Z"
    assert written(club.clock.now) == "2026-03-01T12:00:00Z"
    assert [each.about for each in club.office.fixtures.due(club.league)] == [fixture]
    club.office.fixtures.offer(fixture, club.teams[0], ["2026-03-02T01:00:00+01:00"], COMMISSIONER)
    club.office.fixtures.agree(fixture, "2026-03-02T01:00:00+01:00", COMMISSIONER)
    assert club.office.fixtures.view(fixture).fixture.agreed == "2026-03-02T00:00:00Z"


@pytest.mark.parametrize("key", ["a|b|²", "a|b|٢", f"a|b|{'9' * 40}", "a|b|-1", "a|b", "x"])
def test_a_key_of_a_page_that_no_page_has_is_refused(key: str) -> None:
    club = Club(teams=2, options=ONE_MATCH)
    with pytest.raises(UserError, match="expected the key of a line"):
        club.office.leagues.news(club.league, key)


def test_a_history_from_behind_its_end_is_that_from_its_end() -> None:
    club = Club(teams=2, options=ONE_MATCH)
    team = club.teams[0]
    assert club.office.teams.history(team, before=10**30) == club.office.teams.history(team)


def test_pairings_without_a_fixture_are_refused() -> None:
    club = Club()
    with pytest.raises(UserError, match="at least one fixture"):
        club.office.competitions.repair(club.competition, {}, COMMISSIONER, "a reason")


# --- corrections ------------------------------------------------------------------------------------------------------


def odd_events(club: Club, team: str, match: str) -> list[TeamBody]:
    """Events that a correction of the team alone must not add: something else would not know of them."""
    kept = club.office.teams.kept(team)
    return [
        e.Created(kept.team, "m_x"),
        e.Renamed("x"),
        e.OwnerChanged("m_x"),
        e.Joined("l_x", 9),
        e.Booked(match),
        e.Unbooked(match),
        e.Journeymen(()),
        e.Played(match, (), "won", (1, 0)),
        e.Closed(match, 1, 1),
        e.Revealed(match, "00"),
        e.Season(3),
        e.Suspended(),
        e.Disbanded(),
        e.Revived(),
        e.Void(1, "r"),
    ]


def test_what_belongs_to_a_match_or_a_season_is_not_corrected_in_the_team_alone() -> None:
    club = Club()
    match = club.settle("1-1-1", 1, 0)
    team = club.office.fixtures.view(club.fixture("1-1-1")).fixture.sides[0].team
    added = odd_events(club, team, match)
    assert {str(body.__struct_config__.tag) for body in added} == set(OTHER_MEANS)
    gold = next(event.seq for event in reading.events(club.office.store, team) if event.kind == "gold")
    for body in added:
        refused(club, [Change(team, instead=body)], "is not changed by itself")
        refused(club, [Change(team, gold, body)], "is not changed by itself")
    for event in reading.events(club.office.store, team):
        if event.kind in OTHER_MEANS:
            refused(club, [Change(team, event.seq)], "is not changed by itself")
            refused(club, [Change(team, event.seq, e.Gold(10))], "is not changed by itself")


def test_a_match_that_is_void_does_not_come_back_by_voiding_the_voids() -> None:
    club = Club()
    club.settle("1-1-1", 1, 0)
    team = club.office.fixtures.view(club.fixture("1-1-1")).fixture.sides[0].team
    club.office.fixtures.replay_anew(club.fixture("1-1-1"), COMMISSIONER, "again")
    voids = [event for event in reading.events(club.office.store, team) if event.kind == "void"]
    played = [event for event in reading.events(club.office.store, team) if event.kind == "played"]
    void = next(event.seq for event in voids if event.body["seq"] == played[0].seq)
    refused(club, [Change(team, void)], "an event of kind played is not changed by itself")


@pytest.mark.parametrize("body", [e.Funds(100_000), e.Recovered(), e.Scouted("", False)])
def test_a_correction_never_changes_where_a_team_stands(body: TeamBody) -> None:
    """Such an event would put the team between seasons, and nothing would ever get it out again."""
    club = Club()
    team = club.teams[0]
    if isinstance(body, e.Scouted):
        body = e.Scouted(club.office.teams.kept(team).team.players[0].id, False)
    refused(club, [Change(team, instead=body)], "it would change the state of the team")


@pytest.mark.parametrize("number", [10**9 + 1, 2**31, 2**63, 10**30, -(10**12)])
def test_numbers_beyond_the_game_are_refused(number: int) -> None:
    club = Club()
    team = club.teams[0]
    player = club.office.teams.kept(team).team.players[0].id
    bodies = [
        e.Granted("r", gold=number),
        e.Granted("r", player, points=number),
        e.Granted("r", rerolls=number),
        e.Gold(number),
        e.Points(player, number),
        e.Fans(number),
    ]
    for body in bodies:
        refused(club, [Change(team, instead=body)], "expected numbers up to")


@pytest.mark.parametrize("text", ["x" * 81, "a\u202eb", "a\x00b", "a\nb"])
def test_texts_that_cannot_be_shown_are_refused_wherever_they_stand(text: str) -> None:
    club = Club()
    team = club.teams[0]
    player = club.office.teams.kept(team).team.players[0]
    newcomer = msgspec.structs.replace(player, id="p_new", number=16, name=text)
    for body in (
        e.Points(player.id, 1, text),
        e.Died(player.id, how=text),
        e.Gold(1, text),
        e.Granted("r", newcomer=newcomer),
        e.Hired(newcomer, 0),
    ):
        refused(club, [Change(team, instead=body)], "characters that can be seen")


def test_an_event_of_a_history_that_is_not_there_and_one_twice_are_refused() -> None:
    club = Club()
    club.settle("1-1-1", 1, 0)
    team = club.office.fixtures.view(club.fixture("1-1-1")).fixture.sides[0].team
    gold = next(event.seq for event in reading.events(club.office.store, team) if event.kind == "gold")
    refused(club, [Change(team, gold), Change(team, gold)], "is void already")
    for seq in (-1, 10**30, 500):
        refused(club, [Change(team, seq)], "expected an event of 1 to")
    foreign = next(each for each in club.teams if each != team)
    stranger = club.office.teams.kept(foreign).team.players[0].id
    points = next(event.seq for event in reading.events(club.office.store, team) if event.kind == "mvp")
    before = everything(club)
    with pytest.raises(UserError, match="no player of this team has it"):
        club.office.corrections.make([Change(team, points, award_to=stranger)], "a reason", COMMISSIONER)
    assert everything(club) == before
    refused(club, [Change("t_nobody", 1)], "there is no team|expected an event|with a history")


# --- aftermaths -------------------------------------------------------------------------------------------------------


def proven(club: Club, name: str) -> str:
    """A match whose dice followed from a promised seed, as on a server. Returns it."""
    order = club.lock(name)
    work = club.office.reader()
    facts = plain_facts(work, order, (1, 0))
    club.office.fixtures.settle(msgspec.structs.replace(facts, provenance="proven"))
    return order.match


def test_nobody_types_dice_where_dice_are_promised() -> None:
    club = Club(teams=2, options=ONE_MATCH)
    match = proven(club, "1-1-1")
    team = club.teams[0]
    view = club.office.aftermaths.view(match, team)
    assert not view.may_type
    before = everything(club)
    with pytest.raises(UserError, match="none are typed in"):
        club.office.aftermaths.begin(match, team, club.coach(team), typed=True)
    with pytest.raises(UserError, match="none are typed in"):  # the winnings, which everybody has seen by now
        club.office.aftermaths.share(match, {roll.name: [6, 6] for roll in view.shared}, club.coach(team))
    assert everything(club) == before
    club.office.aftermaths.begin(match, team, club.coach(team), "word")
    with pytest.raises(UserError, match="expected a choice"):
        club.office.aftermaths.give(match, team, [6], club.coach(team))


def test_dice_of_a_real_table_have_faces_that_are_there() -> None:
    club = Club(teams=2, options=ONE_MATCH)
    match = club.play("1-1-1", 1, 0).fixture.match
    team = club.teams[0]
    view = club.office.aftermaths.begin(match, team, club.coach(team), typed=True)
    assert view.may_type
    assert isinstance(view.need, Roll)
    before = everything(club)
    for dice in ([0], [view.need.faces + 1], [-1], [], [1, 1], [10**30]):
        with pytest.raises(UserError, match="expected 1 die of 1 to"):
            club.office.aftermaths.give(match, team, dice, club.coach(team))
    assert everything(club) == before


def test_shared_dice_of_a_match_without_open_aftermaths_are_refused() -> None:
    club = Club(teams=2, options=ONE_MATCH)
    order = club.lock("1-1-1")
    with pytest.raises(UserError, match="no aftermath of this match is open"):
        club.office.aftermaths.share(order.match, {"winnings": [6, 6]}, COMMISSIONER)


def test_shared_dice_and_a_team_that_begins_at_the_same_moment() -> None:
    """On another server a team begins with the dice of the seed while these are typed in: only one of both stands."""
    club = Club(teams=2, options=ONE_MATCH)
    match = club.play("1-1-1", 1, 0).fixture.match
    elsewhere = Office(club.office.store, club.clock, club.office.chance)
    write = club.office.store.write
    began: list[AftermathView] = []

    def late(writing: Any) -> None:
        if not began:
            began.append(view_of_nothing)
            began[0] = elsewhere.aftermaths.begin(match, club.teams[0], club.coach(club.teams[0]), "word")
        write(writing)

    view_of_nothing = club.office.aftermaths.view(match, club.teams[0])
    club.office.store.write = late  # type: ignore[method-assign]
    with pytest.raises(UserError, match="somebody else was first"):
        club.office.aftermaths.share(match, {"winnings": [6, 6]}, COMMISSIONER)
    assert club.office.aftermaths.view(match, club.teams[0]) == began[0]


def test_nobody_locks_a_match_again_and_again_until_the_crowd_is_large() -> None:
    club = Club("stockbowl", teams=2, options=f"{ONE_MATCH}, fame = on")

    def crowd() -> list[tuple[int, ...]]:
        order = club.lock("1-1-1")
        told = [reading.events(club.office.store, team.id) for team in order.teams]
        return [next(event.dice for event in reversed(events) if event.kind == "fame") for events in told]

    first = crowd()
    for _ in range(6):
        club.office.fixtures.unlock(club.fixture("1-1-1"), COMMISSIONER)
        assert crowd() == first
    drawn = {tuple(first)}
    for _ in range(6):
        club.play("1-1-1", 1, 0)
        club.office.fixtures.replay_anew(club.fixture("1-1-1"), COMMISSIONER, "again")
        drawn.add(tuple(crowd()))
    assert len(drawn) > 1


@pytest.mark.parametrize("verb", ["suspend", "disband"])
def test_a_team_that_is_stopped_in_an_aftermath_or_a_match_gets_to_its_end(verb: str) -> None:
    club = Club(teams=2, options="stages = round_robin(meetings=2,house_rule=on)")
    office = club.office
    team = club.teams[0]
    match = club.play("1-1-1", 1, 0).fixture.match
    getattr(office.teams, verb)(team, COMMISSIONER, "a reason")
    assert office.aftermaths.view(match, team).steps
    club.close(match, club.teams)
    stopped = office.teams.kept(team)
    assert (stopped.state, stopped.before, stopped.team.games) == (
        "suspended" if verb == "suspend" else "disbanded",
        "ready",
        1,
    )
    with pytest.raises(UserError, match="only a team that is ready"):
        club.lock("1-2-1")
    office.teams.revive(team, COMMISSIONER, "a reason")
    club.lock("1-2-1")
    getattr(office.teams, verb)(team, COMMISSIONER, "a reason")
    office.fixtures.unlock(club.fixture("1-2-1"), COMMISSIONER)
    assert office.teams.kept(team).before == "ready"
    assert club.rebuilt() == []


def test_an_aftermath_that_is_reopened_takes_its_awards_out_of_the_players_lines() -> None:
    club = Club(teams=2, options=ONE_MATCH)
    match = club.play("1-1-1", 1, 0).fixture.match
    team = club.teams[0]
    club.office.aftermaths.assist(match, team, COMMISSIONER)
    club.office.aftermaths.reopen(match, team, COMMISSIONER, "he was in hospital")
    lines = reading.find(club.office.store, AppearanceRow, {"match": match})
    assert not any(line.mvp or line.points for line in lines if line.team == team)
    assert club.rebuilt() == []


# --- names ------------------------------------------------------------------------------------------------------------

MARKUP = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</style></title><script>1</script>",
)


class Tags(HTMLParser):
    """What a page would run or load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "img", "iframe", "object", "embed", "base", "link"):
            self.found.append((tag, ""))
        for name, value in attrs:
            if name.startswith("on") or (name in ("href", "src") and not (value or "").startswith("#")):
                self.found.append((tag, name))


def in_markup(club: Club) -> Club:
    """A league in which everybody has chosen names of markup."""
    office = club.office
    for place, team in enumerate(club.teams):
        office.teams.rename(team, f"{MARKUP[place]} {place}", COMMISSIONER)
        for number, player in enumerate(office.teams.kept(team).team.players):
            office.teams.rename(team, f"{MARKUP[number % 4]} {number}", COMMISSIONER, player.id)
    office.leagues.rename(club.league, MARKUP[1], COMMISSIONER, MARKUP[0])
    for line in club.open_fixtures()[:2]:
        club.settle(line.id.partition(".")[2], 1, 0)
    last = club.open_fixtures()[0]
    office.fixtures.walkover(last.id, last.sides[0].team, COMMISSIONER, MARKUP[0])
    team = club.teams[0]
    player = office.teams.kept(team).team.players[0].id
    office.corrections.make([Change(team, instead=e.Died(player, how=MARKUP[0]))], MARKUP[1], COMMISSIONER)
    return club


def test_names_are_never_markup_in_the_book_or_on_a_sheet() -> None:
    club = in_markup(Club())
    pages = [html_sheet(club.office.teams.kept(team).team) for team in club.teams]
    pages.append(book_html(club.office, club.league))
    for page in pages:
        tags = Tags()
        tags.feed(page)
        assert tags.found == []
        assert "alert(1)" in page


def test_names_are_never_formulas_in_a_spreadsheet() -> None:
    club = Club()
    for team, name in zip(club.teams, ("=HYPERLINK(1)", "+1", "-1", "@SUM(1)"), strict=True):
        club.office.teams.rename(team, name, COMMISSIONER)
    club.settle("1-1-1", 1, 0)
    club.settle("1-1-2", 1, 0)
    view = club.office.competitions.view(club.competition)
    for text in (club.office.competitions.results_csv(club.competition), standings_csv(view)):
        cells = [cell for line in csv.reader(io.StringIO(text)) for cell in line]
        assert not [cell for cell in cells if cell.startswith(("=", "+", "@")) or cell == "-1"]
        assert "'=HYPERLINK(1)" in cells


@pytest.mark.parametrize("name", ["", " ", "x" * 81, "x" * 10_000, "a\u202eb", "a\x00b", "a\u200bb", "\ud800", "\n"])
def test_names_that_cannot_be_shown_are_refused_everywhere(name: str) -> None:
    club = Club(start=False)
    office = club.office
    team = club.teams[0]
    player = office.teams.kept(team).team.players[0].id
    before = everything(club)
    draft = msgspec.structs.replace(ready_team(ready_ids("official")[0], "official"), name=name)
    orders: list[Any] = [
        lambda: office.teams.rename(team, name, COMMISSIONER),
        lambda: office.teams.rename(team, name, COMMISSIONER, player),
        lambda: office.leagues.rename(club.league, name, COMMISSIONER),
        lambda: office.leagues.add_member(club.league, name, COMMISSIONER),
        lambda: office.leagues.found(name, COMMISSIONER),
        lambda: office.competitions.make(club.league, name, "", COMMISSIONER),
        lambda: office.teams.enter(club.league, draft, COMMISSIONER),
        lambda: office.teams.reserve(club.league, draft, COMMISSIONER),
    ]
    for order in orders:
        with pytest.raises(UserError, match="characters that can be seen"):
            order()
    assert everything(club) == before


@pytest.mark.parametrize("reason", ["a\u202eb", "a\x00b", "x" * 501])
def test_reasons_that_cannot_be_shown_are_refused_everywhere(reason: str) -> None:
    club = Club()
    office = club.office
    club.lock("1-1-1")
    locked, free = club.fixture("1-1-1"), club.fixture("1-1-2")
    winner = office.fixtures.view(free).fixture.sides[0].team
    before = everything(club)
    orders: list[Any] = [
        lambda: office.fixtures.unlock(locked, COMMISSIONER, reason),
        lambda: office.fixtures.walkover(free, winner, COMMISSIONER, reason),
        lambda: office.fixtures.unplayed(free, COMMISSIONER, reason),
        lambda: office.fixtures.extend(free, "2026-05-01T20:00:00Z", COMMISSIONER, reason),
        lambda: office.fixtures.adjudge(free, (1, 0), winner, COMMISSIONER, reason),
        lambda: office.leagues.rename(club.league, "Name", COMMISSIONER, reason),
        lambda: office.teams.disband(winner, COMMISSIONER, reason),
        lambda: office.teams.suspend(winner, COMMISSIONER, reason),
        lambda: office.competitions.withdraw(club.competition, winner, COMMISSIONER, reason),
        lambda: office.seasons.amend(club.league, "win = 4", COMMISSIONER, reason),
    ]
    for order in orders:
        with pytest.raises(UserError, match="characters that can be seen"):
            order()
    assert everything(club) == before


@pytest.mark.parametrize("prizes", ["²", "1 ²", "9" * 30, "-5", "1e9"])
def test_prizes_that_are_no_numbers_are_refused(prizes: str) -> None:
    """The season could never be finished."""
    club = Club(start=False)
    with pytest.raises(UserError, match="option prizes"):
        club.office.seasons.set_options(club.league, f"prizes = {prizes}", COMMISSIONER)


@pytest.mark.parametrize("zone", ["Nowhere/Nowhere", "../etc", "/etc/passwd"])
def test_zones_that_no_clock_has_are_refused(zone: str) -> None:
    club = Club(start=False)
    with pytest.raises(UserError, match="zone"):
        club.office.seasons.set_options(club.league, f"zone = {zone}", COMMISSIONER)


def test_a_competition_that_has_not_begun_follows_the_options_of_its_season() -> None:
    club = Club(start=False)
    office = club.office
    office.seasons.set_options(club.league, "play = deferred", COMMISSIONER)
    assert office.store.find("competitions", {"id": club.competition})[0]["play"] == "deferred"
    office.seasons.start(club.league, COMMISSIONER)
    cup = office.competitions.make(club.league, "Cup", "stages = swiss(rounds=2)", COMMISSIONER)
    office.seasons.amend(club.league, "play = league", COMMISSIONER, "they want to grow")
    assert office.store.find("competitions", {"id": cup})[0]["play"] == "league"
    assert club.rebuilt() == []


# --- after the end ----------------------------------------------------------------------------------------------------


def played_out(club: Club) -> None:
    """Play everything up to the end of the competition."""
    office = club.office
    while True:
        for line in club.open_fixtures():
            club.settle(line.id.partition(".")[2], 1, 0)
        if office.competitions.view(club.competition).can_finish:
            return
        office.competitions.pair(club.competition, COMMISSIONER)


def test_nothing_is_played_again_in_a_stage_or_a_season_that_is_finished() -> None:
    club = Club(preset="evening")
    office = club.office
    competition, fixture = club.competition, club.fixture("1-1-1")
    last = office.fixtures.view(club.fixture("1-3-1")).fixture
    for line in club.open_fixtures():
        if line.id != last.id:
            club.settle(line.id.partition(".")[2], 1, 0)
    winner = last.sides[0].team
    office.fixtures.walkover(last.id, winner, COMMISSIONER)
    played_out(club)
    before = everything(club)
    for order in (
        lambda: office.fixtures.replay_anew(fixture, COMMISSIONER, "again"),
        lambda: office.fixtures.void_result(last.id, COMMISSIONER, "they came"),
    ):
        with pytest.raises(UserError, match="stage 1 of Season 1 is finished"):
            order()
    assert everything(club) == before
    office.seasons.finish(club.league, COMMISSIONER)
    for season in (1, 2):
        before = everything(club)
        orders: list[Any] = [
            lambda: office.fixtures.replay_anew(fixture, COMMISSIONER, "again"),
            lambda: office.fixtures.void_result(last.id, COMMISSIONER, "they came"),
            lambda: office.competitions.withdraw(competition, winner, COMMISSIONER, "no"),
            lambda: office.competitions.replace(competition, winner, club.teams[0], COMMISSIONER, "no"),
            lambda: office.competitions.friendly(competition, (club.teams[0], club.teams[1]), COMMISSIONER),
            lambda: office.competitions.pair(competition, COMMISSIONER),
        ]
        for order in orders:
            with pytest.raises(UserError, match="Season 1 is over"):
                order()
        assert everything(club) == before
        if season == 1:
            for waiting in office.leagues.waits(club.league):
                if waiting.kind == "redraft":
                    office.aftermaths.assist(waiting.about, waiting.team, COMMISSIONER)
            office.seasons.next(club.league, COMMISSIONER)
            office.seasons.start(club.league, COMMISSIONER)
    office.corrections.set_result(fixture, (0, 1), COMMISSIONER, "typed the wrong way round")
    assert club.rebuilt() == []
