"""Kinds of play and formats at the office: teams that play as they entered, aftermaths that wait, ladders, several
competitions in one season, three and four teams at a table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.league.chain import RULES
from dungeonbowl.league.manager import Assistant
from dungeonbowl.league.office import reading
from dungeonbowl.league.office.outcomes import plain_facts
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.teams.ready import ready_team
from support.offices import ONE_MATCH, Club


def test_in_resurrection_a_team_plays_every_match_as_it_entered_and_has_no_aftermath() -> None:
    club = Club(options="play = resurrection, stages = swiss(rounds=2)")
    office = club.office
    heads = {team: office.teams.kept(team).head for team in club.teams}
    for _ in range(2):
        for line in club.open_fixtures():
            order = office.fixtures.lock(line.id, COMMISSIONER)
            assert [team.history for team in order.teams] == [heads[team.id] for team in order.teams]
            office.fixtures.result(line.id, (1, 0), COMMISSIONER)
        if office.competitions.view(club.competition).can_pair:
            office.competitions.pair(club.competition, COMMISSIONER)
    assert {team: office.teams.kept(team).head for team in club.teams} == heads
    assert not [each for each in office.leagues.waits(club.league) if each.kind == "aftermath"]
    office.seasons.finish(club.league, COMMISSIONER)
    assert office.leagues.state(club.league).season.state == "over"
    assert club.rebuilt() == []


def test_deferred_aftermaths_come_when_the_stage_is_over_in_the_order_of_the_matches() -> None:
    club = Club(options="play = deferred, stages = round_robin(meetings=1) knock_out(qualify=2)")
    office = club.office
    heads = {team: office.teams.kept(team).head for team in club.teams}
    matches = []
    for line in club.open_fixtures():
        matches.append(club.play(line.id.partition(".")[2], 1, 0).fixture.match)
        club.clock.move(hours=2)
    assert {team: office.teams.kept(team).head for team in club.teams} == heads  # nobody has grown yet
    office.competitions.pair(club.competition, COMMISSIONER)
    team = club.teams[0]
    told = office.fixtures.facts_of(matches)
    mine = [each for each in matches if team in [side.team for side in told[each].sides]]
    assert len(mine) == 3
    final = next(line for line in club.open_fixtures())
    for expected in mine:
        assert office.aftermaths.open_of(team) == expected
        later = [each for each in mine if each != expected and mine.index(each) > mine.index(expected)]
        if later:
            with pytest.raises(UserError, match="an earlier aftermath of this team comes first"):
                office.aftermaths.manage(later[0], team, Assistant(), RULES)
        office.aftermaths.manage(expected, team, Assistant(), RULES)
    assert office.teams.kept(team).team.games == 3
    assert office.fixtures.view(final.id).forecast is not None
    assert club.rebuilt() == []


def test_what_a_player_did_after_its_death_is_kept_in_its_career_by_deferred_aftermaths() -> None:
    club = Club(options="play = deferred, stages = round_robin(meetings=1)")
    office = club.office
    team = club.teams[0]
    victim = office.teams.kept(team).team.available[0].id
    first = True
    for line in club.open_fixtures():
        order = office.fixtures.lock(line.id, COMMISSIONER)
        facts = plain_facts(office.reader(), order, (1, 0))
        if team in [each.id for each in order.teams]:
            sides = tuple(
                replace(
                    side,
                    players=tuple(
                        replace(player, injury="dead" if first else "", points={} if first else {"completion": 1})
                        if player.player == victim
                        else player
                        for player in side.players
                    ),
                )
                for side in facts.sides
            )
            facts = replace(facts, sides=sides)
            first = False
        office.fixtures.settle(facts)
        club.clock.move(hours=1)
    office.seasons.finish(club.league, COMMISSIONER)
    while match := office.aftermaths.open_of(team):
        office.aftermaths.manage(match, team, Assistant(), RULES)
    kept = office.teams.kept(team)
    assert kept.careers[victim].how == "died"
    assert kept.careers[victim].player.earned == 2  # by the matches after it, of which the team has nothing
    assert kept.player(victim) is None
    assert club.rebuilt() == []


@pytest.mark.rule("S-POST-01")
def test_deferred_aftermaths_tell_who_came_to_see_the_match() -> None:
    club = Club("stockbowl", teams=2, options=f"play = deferred, {ONE_MATCH}")
    office = club.office
    (line,) = club.open_fixtures()
    order = office.fixtures.lock(line.id, COMMISSIONER)
    assert len(order.crowds) == 2
    office.fixtures.settle(plain_facts(office.reader(), order, (1, 0)))
    office.seasons.finish(club.league, COMMISSIONER)
    for team, crowd in zip([side.id for side in order.teams], order.crowds, strict=True):
        office.aftermaths.manage(order.match, team, Assistant(), RULES)
        events = reading.events(office.store, team)
        kinds = [event.kind for event in events]
        assert kinds.index("fame") == kinds.index("played") - 1
        assert events[kinds.index("fame")].body["fans"] == crowd.fans
    assert club.rebuilt() == []


def test_a_ladder_is_challenged_upwards_within_its_reach() -> None:
    club = Club(teams=4, options="stages = ladder(reach=1)")
    office = club.office
    order = office.competitions.state(club.competition).stages[0].teams
    with pytest.raises(UserError, match="one may challenge up to 1 above"):
        office.competitions.challenge(club.competition, order[3], order[0], COMMISSIONER)
    fixture = office.competitions.challenge(club.competition, order[3], order[2], COMMISSIONER)
    with pytest.raises(UserError, match="have a match to play already"):
        office.competitions.challenge(club.competition, order[3], order[2], COMMISSIONER)
    with pytest.raises(UserError, match="teams challenge each other, nobody makes rounds"):
        office.competitions.pair(club.competition, COMMISSIONER)
    club.settle(fixture.partition(".")[2], 1, 0)
    office.seasons.finish(club.league, COMMISSIONER)
    assert office.competitions.view(club.competition).places[2] == (order[3],)
    assert club.rebuilt() == []


def test_a_cup_beside_the_league_has_its_own_table_and_the_same_rules() -> None:
    club = Club(start=False)
    office = club.office
    with pytest.raises(UserError, match="teams that grow from match to match play by one edition text"):
        office.competitions.make(club.league, "Cup", "edition = official(turn_limit=3)", COMMISSIONER)
    cup = office.competitions.make(club.league, "Cup", "stages = knock_out", COMMISSIONER)
    for team in club.teams:
        office.teams.enter_again(club.league, team, COMMISSIONER, competition=cup)
    office.seasons.start(club.league, COMMISSIONER)
    tie = office.competitions.schedule(cup)[0]
    match = office.fixtures.result(tie.id, (1, 0), COMMISSIONER).fixture.match
    team = tie.sides[0].team
    league = next(line for line in club.open_fixtures() if team in [side.team for side in line.sides])
    with pytest.raises(UserError, match="has an aftermath to close first"):
        office.fixtures.lock(league.id, COMMISSIONER)  # one team, one match at a time, in whatever competition
    club.close(match, [side.team for side in tie.sides])
    office.fixtures.lock(league.id, COMMISSIONER)
    assert [view.name for view in office.leagues.home(club.league).competitions] == ["Season 1", "Cup"]
    assert club.rebuilt() == []


@pytest.mark.rule("A-DUN-03", "A-MULTI-05")
def test_three_and_four_teams_at_a_table_have_one_winner_and_aftermaths_each() -> None:
    edition = "astrogranite(standard, league=on, extra_teams=on)"
    club = Club(edition, teams=4, options="stages = pods(rounds=1,final=off)")
    office = club.office
    (line,) = club.open_fixtures()
    assert len(line.sides) == 4
    view = office.fixtures.result(line.id, (1, 0, 0, 0), COMMISSIONER)
    assert [side.result for side in view.fixture.sides] == ["won", "lost", "lost", "lost"]
    assert [side.points for side in view.fixture.sides] == [3, 0, 0, 0]
    club.close(view.fixture.match, [side.team for side in line.sides])
    assert [office.teams.kept(side.team).team.games for side in line.sides] == [1, 1, 1, 1]
    told = {office.aftermaths.view(view.fixture.match, side.team).seed for side in line.sides}
    assert len(told) == 1
    assert club.rebuilt() == []


@pytest.mark.parametrize(
    ("preset", "edition"), [("evening", "stockbowl"), ("bots", "official"), ("correspondence", "")]
)
def test_every_preset_publishes_its_first_round(preset: str, edition: str) -> None:
    club = Club(edition or "official", preset=preset)
    assert club.open_fixtures()
    assert club.rebuilt() == []


def test_a_club_day_seats_tables_by_standing() -> None:
    club = Club(preset="club_day", teams=8, options="play = resurrection")
    first = club.open_fixtures()
    assert sorted(line.table for line in first) == [1, 2, 3, 4]
    for line in first:
        club.play(line.id.partition(".")[2], 1, 0)
    made = club.office.competitions.pair(club.competition, COMMISSIONER)
    assert sorted(line.table for line in made) == [1, 2, 3, 4]
    before = {side.team: line.table for line in first for side in line.sides}
    again = [side.team for line in made for side in line.sides if before[side.team] == line.table]
    assert again == []  # nobody sits at the same table twice
    assert club.office.competitions.results_csv(club.competition).count("\n") == 9


def test_a_day_ends_with_honours() -> None:
    club = Club(teams=4, options="play = resurrection, stages = round_robin(meetings=1)")
    table = club.office.competitions.view(club.competition).tables[0]
    assert table.qualify == 0
    for line in club.open_fixtures():
        club.play(line.id.partition(".")[2], *((1, 0) if line.sides[0].team == club.teams[0] else (0, 0)))
    assert club.office.competitions.view(club.competition).honours == ()
    club.office.seasons.finish(club.league, COMMISSIONER)
    told = {line.title: line for line in club.office.competitions.view(club.competition).honours}
    assert told["best attack"].teams == (club.name(club.teams[0]),)
    assert {"most casualties", "wooden spoon"} <= set(told)


def test_the_best_of_a_table_go_on() -> None:
    club = Club(teams=4, options="stages = round_robin(meetings=1) knock_out(qualify=2)")
    assert [table.qualify for table in club.office.competitions.view(club.competition).tables] == [2]


def test_a_competition_in_which_teams_grow_has_the_edition_of_its_season() -> None:
    club = Club(teams=2, options=ONE_MATCH)
    other = "edition = official(turn_limit=8)"
    with pytest.raises(UserError, match="play by one edition text in a season"):
        club.office.competitions.make(club.league, "Cup", other, COMMISSIONER)
    assert club.office.competitions.make(club.league, "Cup", f"{other}, play = resurrection", COMMISSIONER)


def test_absent_teams_miss_a_round_of_a_swiss() -> None:
    club = Club(teams=5, options="stages = swiss(rounds=3)")
    for line in club.open_fixtures():
        club.settle(line.id.partition(".")[2], 1, 0)
    away = club.teams[0]
    made = club.office.competitions.pair(club.competition, COMMISSIONER, absent=(away,))
    assert away not in [side.team for line in made for side in line.sides]
    assert len(made) == 2
    marks = [line for line in club.office.archives.verify(club.league) if line.what == "pairing"]
    assert {line.mark for line in marks} == {"proven"}


def test_an_exhibition_team_enters_only_where_nobody_grows() -> None:
    club = Club(start=False)
    team = ready_team("fire-fast", "official")
    with pytest.raises(UserError):
        club.office.teams.enter(club.league, replace(team, kind="exhibition"), COMMISSIONER, "Zed")
