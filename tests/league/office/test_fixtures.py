"""Fixtures: the lock, results, walk-overs, late matches, teams that come and go. Every refusal has its sentence."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.facts import MatchFacts, PlayerFacts, SideFacts
from dungeonbowl.league.chain import RULES
from dungeonbowl.league.office.corrections import Change
from dungeonbowl.league.office.roles import COMMISSIONER, NotAllowed
from dungeonbowl.league.office.views import MatchOrder
from dungeonbowl.league.team_events import Granted
from dungeonbowl.records.squads import squads_of
from dungeonbowl.teams.ready import ready_team
from support.offices import ONE_MATCH, Club


def facts_for(order: MatchOrder, *scores: int) -> MatchFacts:
    best = max(scores)
    return MatchFacts(
        order.match,
        order.edition,
        tuple(
            SideFacts(
                team.id,
                "drawn" if len(set(scores)) == 1 else "won" if score == best else "lost",
                score,
                players=tuple(PlayerFacts(player.id) for player in team.available),
            )
            for team, score in zip(order.teams, scores, strict=True)
        ),
        story="a story",
        provenance="proven",
    )


def test_the_lock_books_both_teams_and_tells_what_the_match_is_made_of() -> None:
    club = Club()
    order = club.lock("1-1-1")
    squads_of(order.teams)  # a match can be made of them
    for team in order.teams:
        kept = club.office.teams.kept(team.id)
        assert (kept.state, kept.match) == ("booked", order.match)
        assert team.history == kept.head
        assert all(player.id for player in team.players)
    assert club.lock("1-1-1") == order  # a second time it is the same match
    club.office.fixtures.unlock(club.fixture("1-1-1"), COMMISSIONER)
    assert [club.office.teams.kept(team.id).state for team in order.teams] == ["ready", "ready"]
    assert club.lock("1-1-1").match != order.match
    assert club.rebuilt() == []


@pytest.mark.rule("O-DRAFT-10", "O-DRAFT-12")
def test_a_team_that_is_short_takes_journeymen_at_the_lock_whom_its_coach_may_choose() -> None:
    club = Club()
    office = club.office
    team = club.open_fixtures()[0].sides[0].team
    club.settle("1-1-1", 0, 1)
    listed = office.teams.kept(team).team.players
    gone = len(listed) - 10
    changes = [Change(team, instead=Granted("", player.id, misses=True)) for player in listed[:gone]]
    office.corrections.make(changes, "a bad oyster", COMMISSIONER)
    lineman = office.teams.kept(team).team.roster_facts.of_section("linemen")[-1].name
    line = next(line for line in club.open_fixtures() if team in [side.team for side in line.sides])
    order = office.fixtures.lock(line.id, COMMISSIONER, {team: [lineman]})
    locked = next(each for each in order.teams if each.id == team)
    joined = [player for player in locked.players if player.journeyman]
    assert [player.position for player in joined] == [lineman]
    assert len(locked.available) == 11
    assert all(player.id for player in joined)
    club.office.fixtures.settle(facts_for(order, 1, 0))
    club.close(order.match, [each.id for each in order.teams])
    assert not any(player.journeyman for player in office.teams.kept(team).team.players)
    assert club.rebuilt() == []


def test_the_same_result_twice_changes_nothing() -> None:
    club = Club()
    order = club.lock("1-1-1")
    club.office.fixtures.settle(facts_for(order, 1, 0), replay=b"{}")
    before = club.office.competitions.view(club.competition)
    club.office.fixtures.settle(facts_for(order, 0, 1))
    assert club.office.competitions.view(club.competition) == before
    assert club.office.fixtures.replay(order.match) == b"{}"
    line = club.office.fixtures.view(club.fixture("1-1-1")).fixture
    assert (line.provenance, [side.score for side in line.sides]) == ("proven", [1, 0])


def test_a_match_of_other_teams_is_refused() -> None:
    club = Club()
    order = club.lock("1-1-1")
    facts = facts_for(order, 1, 0)
    strange = replace(facts, sides=(facts.sides[0], replace(facts.sides[1], team="t_other")))
    with pytest.raises(UserError, match="these are not the teams that were locked for it"):
        club.office.fixtures.settle(strange)


def test_a_team_is_in_one_match_or_aftermath_at_a_time() -> None:
    club = Club()
    view = club.play("1-1-1", 1, 0)
    team = view.fixture.sides[0].team
    line = next(line for line in club.open_fixtures() if team in [side.team for side in line.sides])
    with pytest.raises(UserError, match="has an aftermath to close first"):
        club.lock(line.id.partition(".")[2])
    club.clock.move(hours=72)
    order = club.lock(line.id.partition(".")[2])  # late: the assistant has closed it
    assert team in [each.id for each in order.teams]
    others = next(
        line for line in club.open_fixtures() if {side.team for side in line.sides} & {each.id for each in order.teams}
    )
    with pytest.raises(UserError, match="is booked: only a team that is ready starts a match"):
        club.lock(others.id.partition(".")[2])
    assert club.rebuilt() == []


def test_rounds_in_lockstep_are_not_played_ahead() -> None:
    club = Club(options="lockstep = on")
    with pytest.raises(UserError, match="rounds are played in lockstep"):
        club.lock("1-2-1")
    club.lock("1-1-1")


def test_a_walk_over_counts_in_the_table_and_changes_no_team() -> None:
    club = Club()
    line = club.open_fixtures()[0]
    winner, absent = (side.team for side in line.sides)
    before = club.office.teams.kept(winner)
    club.office.fixtures.walkover(line.id, winner, COMMISSIONER, "the other overslept")
    found = club.office.fixtures.view(line.id).fixture
    assert (found.how, [side.points for side in found.sides]) == ("walkover", [3, 0])
    assert found.ended
    assert club.office.teams.kept(winner) == before
    assert club.office.aftermaths.open_of(absent) == ""
    assert club.rebuilt() == []


def test_a_late_finish_after_a_walk_over_counts_when_the_walk_over_is_voided() -> None:
    club = Club()
    line = club.open_fixtures()[0]
    club.office.fixtures.walkover(line.id, line.sides[0].team, COMMISSIONER, "nobody there")
    club.office.fixtures.void_result(line.id, COMMISSIONER, "they played on Tuesday")
    club.settle("1-1-1", 0, 1)
    found = club.office.fixtures.view(line.id).fixture
    assert [side.points for side in found.sides] == [0, 3]
    assert club.rebuilt() == []


def test_relief_gives_the_winner_of_a_walk_over_winnings_and_an_award() -> None:
    club = Club(options="walkover_relief = on")
    line = club.open_fixtures()[0]
    winner, absent = (side.team for side in line.sides)
    gold = club.office.teams.kept(winner).team.treasury
    club.office.fixtures.walkover(line.id, winner, COMMISSIONER, "overslept")
    match = club.office.aftermaths.open_of(winner)
    assert match
    assert club.office.aftermaths.open_of(absent) == ""
    club.close(match, [winner])
    kept = club.office.teams.kept(winner)
    assert kept.team.treasury > gold
    assert sum(player.mvps for player in kept.team.players) == 1
    assert club.rebuilt() == []


def test_nobody_came_counts_as_played_with_no_points() -> None:
    club = Club()
    club.office.fixtures.unplayed(club.fixture("1-1-1"), COMMISSIONER, "flu")
    found = club.office.fixtures.view(club.fixture("1-1-1")).fixture
    assert [side.points for side in found.sides] == [0, 0]
    rows = club.office.competitions.view(club.competition).tables[0].rows
    assert sorted(row.played for row in rows) == [0, 0, 1, 1]


def test_a_late_fixture_has_a_proposal_which_the_commissioner_confirms() -> None:
    club = Club()
    line = club.open_fixtures()[0]
    willing, silent = (side.team for side in line.sides)
    times = ("2026-03-02T18:00:00Z", "2026-03-03T18:00:00Z", "2026-03-04T18:00:00Z")
    club.office.fixtures.offer(line.id, willing, times, club.coach(willing))
    assert club.office.fixtures.due(club.league) == []
    club.clock.move(days=8)
    late = {waiting.about: waiting for waiting in club.office.fixtures.due(club.league)}
    assert late[line.id].proposal == f"walkover {willing}"
    assert late[club.fixture("1-1-2")].proposal == "unplayed"
    club.office.fixtures.accept(line.id, COMMISSIONER)
    assert club.office.fixtures.view(line.id).fixture.sides[1].result == "lost"
    assert silent == club.office.fixtures.view(line.id).fixture.sides[1].team


def test_proposals_stand_by_themselves_only_where_the_league_says_so() -> None:
    club = Club(options="auto_deadline = on")
    club.clock.move(days=8)
    assert club.office.fixtures.confirm_late() == []  # a day is left to the commissioner
    club.clock.move(days=1)
    assert len(club.office.fixtures.confirm_late()) == 2
    usual = Club()
    usual.clock.move(days=9)
    assert usual.office.fixtures.confirm_late() == []


def test_both_coaches_extend_once_and_a_commissioner_at_any_time() -> None:
    club = Club()
    line = club.open_fixtures()[0]
    teams = [side.team for side in line.sides]
    with pytest.raises(UserError, match="has not agreed to extend it"):
        club.office.fixtures.extend_together(line.id, teams[:1], COMMISSIONER)
    later = club.office.fixtures.extend_together(line.id, teams, COMMISSIONER)
    assert later > line.deadline
    with pytest.raises(UserError, match="has been extended once; ask the commissioner"):
        club.office.fixtures.extend_together(line.id, teams, COMMISSIONER)
    club.office.fixtures.extend(line.id, "2026-05-01T18:00:00Z", COMMISSIONER)
    assert club.office.fixtures.view(line.id).fixture.deadline == "2026-05-01T18:00:00Z"
    with pytest.raises(UserError, match="expected a form such as"):
        club.office.fixtures.extend(line.id, "tomorrow", COMMISSIONER)
    with pytest.raises(NotAllowed):
        club.office.fixtures.extend(line.id, "2026-06-01T18:00:00Z", club.coach(teams[0]))


def test_a_team_withdraws_and_another_takes_over_its_open_fixtures() -> None:
    club = Club()
    office = club.office
    team = club.teams[0]
    office.competitions.withdraw(club.competition, team, COMMISSIONER, "moved away")
    lines = [line for line in office.competitions.schedule(club.competition) if team in [s.team for s in line.sides]]
    assert {line.state for line in lines} == {"over"}
    assert {line.how for line in lines} == {"walkover"}
    assert club.rebuilt() == []
    newcomer = office.teams.reserve(club.league, ready_team("death-fast", "official"), COMMISSIONER, "Zoe")
    office.competitions.replace(club.competition, team, newcomer, COMMISSIONER, "Zoe takes over")
    mine = [line for line in office.competitions.schedule(club.competition) if newcomer in [s.team for s in line.sides]]
    assert len(mine) == 6
    assert {line.state for line in mine} == {"open"}
    assert club.rebuilt() == []


@pytest.mark.rule("O-LEAGUE-05")
def test_a_friendly_is_refused_twice_and_inside_a_division() -> None:
    club = Club(teams=8, options="stages = round_robin(meetings=1,groups=2)")
    office = club.office
    state = office.competitions.state(club.competition)
    one, other = ((teams[0]) for teams in state.stages[0].groups.values())
    friend = next(team for team in next(iter(state.stages[0].groups.values())) if team != one)
    with pytest.raises(UserError, match="are in the same division: friendlies are played between divisions"):
        office.competitions.friendly(club.competition, (one, friend), COMMISSIONER)
    fixture = office.competitions.friendly(club.competition, (one, other), COMMISSIONER)
    name = fixture.partition(".")[2]
    match = club.settle(name, 1, 0)
    kept = office.teams.kept(one)
    assert sum(player.mvps for player in kept.team.players) == 0
    assert (kept.season_games, kept.fixtures_won) == (1, 0)
    assert kept.team.treasury > 0  # winnings count
    assert office.fixtures.view(fixture).fixture.friendly
    assert office.competitions.view(club.competition).tables[0].rows[0].played == 0
    with pytest.raises(UserError, match="have a friendly this season already"):
        office.competitions.friendly(club.competition, (one, other), COMMISSIONER)
    assert office.aftermaths.view(match, one).over
    assert club.rebuilt() == []


def test_two_teams_of_one_coach_meet_and_are_marked() -> None:
    club = Club(teams=2, options=ONE_MATCH, start=False)
    office = club.office
    office.teams.hand_over(club.teams[1], office.teams.kept(club.teams[0]).owner, COMMISSIONER)
    office.seasons.start(club.league, COMMISSIONER)
    assert club.open_fixtures()[0].same_coach


@pytest.mark.rule("O-TD-05")
def test_a_plain_result_has_no_more_touchdowns_than_a_match_can_have() -> None:
    club = Club()
    with pytest.raises(UserError, match="expected at most one touchdown in this match, found 99-0"):
        club.play("1-1-1", 99, 0)
    assert club.office.fixtures.view(club.fixture("1-1-1")).fixture.state == "open"
    assert club.rebuilt() == []
    club.settle("1-1-1", 1, 0)
    with pytest.raises(UserError, match="at most one touchdown in this match, found 1-1"):
        club.office.corrections.set_result_preview(club.fixture("1-1-1"), (1, 1))
    drives = Club("stockbowl")  # two halves of drives: as many as fall
    drives.settle("1-1-1", 3, 2)
    with pytest.raises(UserError, match="expected 2 numbers such as 1-0, found 100-0"):
        drives.play("1-1-2", 100, 0)


def test_a_match_is_played_anew_and_everything_of_the_first_is_void() -> None:
    club = Club()
    office = club.office
    line = club.open_fixtures()[0]
    teams = [side.team for side in line.sides]
    before = [office.teams.kept(team).team for team in teams]
    club.settle("1-1-1", 1, 0)
    office.fixtures.replay_anew(line.id, COMMISSIONER, "the dungeon was upside down")
    after = [office.teams.kept(team) for team in teams]
    assert [kept.team.treasury for kept in after] == [team.treasury for team in before]
    assert [kept.team.games for kept in after] == [0, 0]
    assert [kept.state for kept in after] == ["ready", "ready"]
    assert office.competitions.view(club.competition).tables[0].rows[0].points == 0
    club.settle("1-1-1", 0, 1)
    assert [office.teams.kept(team).team.games for team in teams] == [1, 1]
    assert len(office.fixtures.view(line.id).matches) == 2
    assert club.rebuilt() == []


def test_a_match_whose_consequences_are_used_cannot_be_forgotten() -> None:
    club = Club()
    office = club.office
    line = club.open_fixtures()[0]
    team = line.sides[0].team
    club.settle("1-1-1", 1, 0)
    gold = office.teams.kept(team).team.treasury
    office.corrections.make([Change(team, instead=Granted("", gold=-gold))], "a fine", COMMISSIONER)
    with pytest.raises(UserError, match="would be impossible"):
        office.fixtures.replay_anew(line.id, COMMISSIONER, "again")
    assert office.fixtures.view(line.id).fixture.state == "over"


def test_a_drawn_knock_out_is_decided_by_a_provable_roll_off_or_by_the_commissioner() -> None:
    club = Club(preset="evening")
    office = club.office
    for line in club.open_fixtures():
        club.settle(line.id.partition(".")[2], 1, 0)
    office.competitions.pair(club.competition, COMMISSIONER)
    final = club.open_fixtures()[0]
    club.settle(final.id.partition(".")[2], 0, 0)
    assert office.competitions.undecided(club.competition) == [final.id]
    assert any(waiting.kind == "undecided" for waiting in office.leagues.waits(club.league))
    with pytest.raises(UserError, match="without a result or undecided"):
        office.seasons.finish(club.league, COMMISSIONER)
    through = office.fixtures.roll_off(final.id, RULES)
    assert office.fixtures.view(final.id).fixture.through == through
    assert office.competitions.undecided(club.competition) == []
    with pytest.raises(UserError, match="is no drawn match of two teams"):
        office.fixtures.roll_off(final.id, RULES)
    assert club.rebuilt() == []


def test_the_commissioner_adjudges_an_abandoned_match() -> None:
    club = Club()
    line = club.open_fixtures()[0]
    club.lock("1-1-1")
    club.office.fixtures.adjudge(line.id, (1, 1), line.sides[1].team, COMMISSIONER, "the light went out")
    found = club.office.fixtures.view(line.id).fixture
    assert (found.how, [side.result for side in found.sides]) == ("adjudged", ["lost", "won"])
    assert club.office.aftermaths.open_of(line.sides[0].team)


def test_pairings_that_are_published_change_only_with_a_reason() -> None:
    club = Club(options="stages = swiss(rounds=3)")
    office = club.office
    lines = club.open_fixtures()
    one, two = (tuple(side.team for side in line.sides) for line in lines)
    changed = {lines[0].id: (one[0], two[0]), lines[1].id: (one[1], two[1])}
    with pytest.raises(UserError, match="reason: expected"):
        office.competitions.repair(club.competition, changed, COMMISSIONER, "")
    office.competitions.repair(club.competition, changed, COMMISSIONER, "they are married")
    assert [tuple(side.team for side in line.sides) for line in club.open_fixtures()] == list(changed.values())
    assert any(line.reason == "they are married" for line in office.leagues.audit(club.league))
    assert club.rebuilt() == []


def test_a_late_comer_enters_the_next_round_of_a_swiss() -> None:
    club = Club(options="stages = swiss(rounds=3)")
    office = club.office
    late = office.teams.enter(club.league, ready_team("shadow-fast", "official"), COMMISSIONER, "Late")
    for line in club.open_fixtures():
        club.settle(line.id.partition(".")[2], 1, 0)
    made = office.competitions.pair(club.competition, COMMISSIONER)
    seen = [side.team for line in made for side in line.sides]
    rows = {row.team: row for row in office.competitions.view(club.competition).tables[0].rows}
    assert late in rows
    assert len(seen) == 4  # five teams: one has a bye
    assert club.rebuilt() == []


def test_a_team_in_another_league_is_refused_while_its_season_lasts() -> None:
    club = Club()
    office = club.office
    other = office.leagues.found("Elsewhere", COMMISSIONER)
    with pytest.raises(UserError, match="plays in The Cellar until its season is over"):
        office.teams.enter_again(other, club.teams[0], COMMISSIONER)
    day = office.leagues.found("A day", COMMISSIONER, "evening", options="play = resurrection")
    office.teams.enter_again(day, club.teams[0], COMMISSIONER)  # a copy, which does not grow


def test_a_name_that_was_abused_is_hidden_and_only_its_hash_stays() -> None:
    club = Club()
    office = club.office
    team = club.teams[0]
    old = club.name(team)
    office.teams.rename(team, "The Quiet Ones", COMMISSIONER, hide=True)
    assert club.name(team) == "The Quiet Ones"
    texts = [row["text"] for row in office.store.find("texts", {})]
    assert old not in texts
    assert club.rebuilt() == []
    assert not any(old in line.text for line in office.teams.history(team))


def test_names_are_locked_where_the_league_says_so() -> None:
    club = Club(options="names_locked = on")
    team = club.teams[0]
    with pytest.raises(UserError, match="names are locked in this league"):
        club.office.teams.rename(team, "Better", club.coach(team))
    club.office.teams.rename(team, "Better", COMMISSIONER)
    assert club.name(team) == "Better"


def test_a_suspended_team_starts_no_match_until_it_is_revived() -> None:
    club = Club()
    team = club.open_fixtures()[0].sides[0].team
    club.office.teams.suspend(team, COMMISSIONER, "unpaid bill")
    with pytest.raises(UserError, match="is suspended: only a team that is ready starts a match"):
        club.lock("1-1-1")
    club.office.teams.revive(team, COMMISSIONER, "paid")
    club.lock("1-1-1")
    with pytest.raises(NotAllowed):
        club.office.teams.suspend(team, club.coach(team), "for fun")
