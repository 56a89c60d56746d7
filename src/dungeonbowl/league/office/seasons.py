"""Seasons: their beginning, their options, their end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dungeonbowl.errors import UserError
from dungeonbowl.languages import t, translated
from dungeonbowl.league.aftermath.machine import SeasonFacts
from dungeonbowl.league.chain import Actor, Cause
from dungeonbowl.league.competitions import events as happenings
from dungeonbowl.league.competitions import scheduling
from dungeonbowl.league.competitions.formats import KnockOut, Ladder
from dungeonbowl.league.competitions.options import read_season, write_season
from dungeonbowl.league.competitions.prizes import final_places, prizes_of, trophy_changes
from dungeonbowl.league.competitions.state import Competition
from dungeonbowl.league.office import aftermaths, competitions, entering, league_log, reading
from dungeonbowl.league.office.league_log import League, SeasonOf
from dungeonbowl.league.office.leagues import open_season, season_line
from dungeonbowl.league.office.roles import needs_commissioner, reason_of
from dungeonbowl.league.office.views import SeasonLine
from dungeonbowl.league.team_events import Joined
from dungeonbowl.league.team_events import Prize as TeamPrize
from dungeonbowl.teams.checks import check

if TYPE_CHECKING:
    from dungeonbowl.league.office.office import Office
    from dungeonbowl.league.office.work import Work


class Seasons:
    def __init__(self, office: Office) -> None:
        self.office = office

    def current(self, league: str) -> SeasonLine:
        """The last season of a league."""
        return season_line(self.office.leagues.state(league).season)

    def set_options(self, league: str, options: str, by: Actor, number: int | None = None) -> None:
        """Change options before the season begins. `options` is a text; what it does not name stays."""
        needs_commissioner(by, "change options")
        with self.office.work(by) as work:
            work.expect(league, number, "the league")
            season = work.league(league).season
            if season.state != "entry":
                raise UserError(f"season {season.number} has begun: its options change only by an amendment")
            new = read_season(options, reading.agreed(season.options))
            for team in season.teams:
                entering.refuse_unfit(work.kept(team).team, new)
            work.write_league(league, league_log.OptionsSet(season.id, write_season(new)))

    def start(self, league: str, by: Actor, number: int | None = None) -> None:
        """The option text is frozen, the first stage is made, and its first round (or all of them) is published."""
        needs_commissioner(by, "start a season")
        with self.office.work(by) as work:
            work.expect(league, number, "the league")
            season = work.league(league).season
            work.write_league(league, league_log.SeasonStarted(season.id), Cause("season", season.id))
            begun = [each for each in season.competitions if season.entries_of(each)]
            if not begun:
                raise UserError(f"season {season.number}: nobody has entered")
            for competition in begun:
                competitions.begin(work, league, season, competition)

    # --- amendments --------------------------------------------------------------------------------------------------

    def amend_preview(self, league: str, options: str) -> list[str]:
        """What a change of options in mid-season would do, in sentences: what changes, and which teams would no longer
        be legal."""
        state = self.office.leagues.state(league)
        season = state.season
        before = reading.agreed(season.options)
        after = read_season(options, before)
        refuse_other_edition(before.edition, after.edition)
        old = dict(line.split(" = ", 1) for line in write_season(before).splitlines())
        new = dict(line.split(" = ", 1) for line in write_season(after).splitlines())
        found = [
            t("{option}: {old} becomes {new}", option=key, old=old[key], new=new[key])
            for key in new
            if old.get(key) != new[key]
        ]
        for team in season.teams:
            kept = self.office.teams.kept(team)
            for problem in check(kept.team):
                found.append(t("{team} is not legal: {reason}", team=kept.team.name, reason=translated(problem.text())))
        return found

    def amend(self, league: str, options: str, by: Actor, reason: str, number: int | None = None) -> None:
        """Change options from the next round on. The edition never changes in a season."""
        needs_commissioner(by, "amend options")
        with self.office.work(by) as work:
            work.expect(league, number, "the league")
            season = work.league(league).season
            before = reading.agreed(season.options)
            after = read_season(options, before)
            refuse_other_edition(before.edition, after.edition)
            why = reason_of(reason)
            work.write_league(league, league_log.OptionsAmended(season.id, write_season(after), why))
            for competition in season.competitions:
                if not self.office.competitions.row(competition).seq:
                    continue
                state = work.competition(competition).state
                stage, round_number = next_round_of(state)
                work.write_competition(
                    competition,
                    happenings.Amended(options=options, stage=stage, round=round_number, reason=why),
                )

    # --- the end -----------------------------------------------------------------------------------------------------

    def finish(self, league: str, by: Actor, number: int | None = None) -> None:
        """The season is over: places, prizes and the trophy; then its end opens for every team (the redraft, or what
        the option `off_season` says), as an aftermath whose match is the id of the season."""
        needs_commissioner(by, "finish a season")
        with self.office.work(by) as work:
            work.expect(league, number, "the league")
            state = work.league(league)
            season = state.season
            if season.state != "running":
                raise UserError(f"season {season.number} of {state.name} is not running")
            for competition in season.competitions:
                if self.office.competitions.row(competition).seq:
                    finish_competition(work, competition, season.id)
            main = work.competition(season.main).state
            work.write_league(league, league_log.SeasonEnding(season.id, main.places), Cause("season", season.id))
            self.open_ends(work, state, season)
            self.close_if_done(work, league)

    def open_ends(self, work: Work, league: League, season: SeasonOf) -> None:
        """The season's end for each team of the main competition. Teams that play as entered do not change."""
        agreed = reading.agreed(season.options)
        main = work.competition(season.main).state
        if agreed.competition.play == "resurrection":
            return
        won = prizes_of(main)
        gives, takes = trophy_changes(holder_of(work, league), won)
        ends: list[tuple[str, SeasonFacts]] = []
        place = 1
        for together in main.places:
            for team in together:
                prize = next((each for each in won if each.team == team), None)
                trophy = True if team == takes else False if team == gives else None
                ends.append((team, SeasonFacts(season.id, place, prize.gold if prize else 0, trophy)))
            place += len(together)
        if gives and gives not in season.teams:  # it sits out this season, and gives up the trophy alone
            work.write_team(gives, TeamPrize(0, trophy=False), Cause("season", season.id), "O-LEAGUE-04")
        elif gives and all(gives not in together for together in main.places):
            ends.append((gives, SeasonFacts(season.id, trophy=False)))
        aftermaths.open_season_ends(work, league.id, season.id, ends)

    def close_if_done(self, work: Work, league: str) -> None:
        """The season is over when its end is closed for every team."""
        season = work.league(league).season
        if season.state == "ending" and not aftermaths.open_ends(work, season.id):
            aftermaths.reveal_season(work, season.id)
            work.write_league(league, league_log.SeasonOver(season.id), Cause("season", season.id))

    def next(self, league: str, by: Actor, options: str = "", number: int | None = None) -> str:
        """The next season, open for entries; every team of the last one takes part that still plays, unless it leaves.
        Returns its id."""
        needs_commissioner(by, "open a season")
        with self.office.work(by) as work:
            work.expect(league, number, "the league")
            state = work.league(league)
            before = state.season
            if before.state != "over":
                raise UserError(
                    f"season {before.number} of {state.name} is not over: "
                    + ("finish it first" if before.state == "running" else "its end is open for some teams")
                )
            agreed = read_season(options, reading.agreed(before.options))
            season = open_season(work, league, before.number + 1, write_season(agreed))
            main = work.league(league).season.main
            for entered in before.entries_of(before.main):
                kept = work.kept(entered.team)
                if kept.state not in ("ready", "drafting"):
                    continue
                joined = Joined(league, before.number + 1, entering.new_prices(kept.team, agreed))
                event = work.write_team(entered.team, joined, Cause("season", season))
                work.write_league(
                    league,
                    league_log.TeamEntered(entered.team, season, main, event.seq, entered.club, entered.division),
                )
        return season


def holder_of(work: Work, league: League) -> str:
    """The team of the league that holds the trophy, whether or not it plays this season; empty if none does."""
    for season in reversed(league.seasons):
        for team in season.teams:
            kept = work.kept(team)
            if kept.team.trophy and kept.league == league.id:
                return team
    return ""


def refuse_other_edition(before: str, after: str) -> None:
    if before != after:
        raise UserError(f"edition {after}: the edition never changes in a season; it stays {before}")


def next_round_of(state: Competition) -> tuple[int, int]:
    """The first round in which nothing has begun."""
    for stage in reversed(state.stages):
        begun = [
            fixture.round for fixture in state.fixtures_of(stage.number) if fixture.state not in ("planned", "open")
        ]
        if begun or stage.number == 1:
            return stage.number, max(begun, default=0) + 1
    return 1, 1


def places_anew(work: Work, competition: str, cause: Cause) -> None:
    """A result that was corrected after a stage had ended changes its table. Who went on stays, but the places
    and prizes of those who did not go on follow the table that everybody sees."""
    state = work.competition(competition).state
    facts = competitions.facts_in(work, state)
    for stage in state.stages[:-1]:
        if isinstance(stage.format, (KnockOut, Ladder)):  # their places follow from matches, not from a table
            continue
        places = tuple(tuple(each) for each in scheduling.places_of(state, stage, work.at, facts))
        if places != stage.places:
            work.write_competition(competition, happenings.Finished(stage=stage.number, places=places), cause)


def finish_competition(work: Work, competition: str, season: str) -> None:
    """Everything is played: places, and prizes."""
    state = work.competition(competition).state
    if state.places:
        return
    _, can_finish, why_not = scheduling.step_of(state)
    if not can_finish:
        raise UserError(f"{state.title}: {why_not or 'the next round is to be published'}")
    cause = Cause("season", season)
    if not state.stages[-1].is_finished:
        competitions.finish_stage(work, competition)
    places_anew(work, competition, cause)
    state = work.competition(competition).state
    places = tuple(tuple(together) for together in final_places(state))
    work.write_competition(competition, happenings.Finished(places=places), cause)
    for prize in prizes_of(work.competition(competition).state):
        work.write_competition(competition, prize, cause)
