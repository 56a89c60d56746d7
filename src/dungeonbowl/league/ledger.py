"""Everything of a league that records, charts, reports and books are made of, read from an office once."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property

import msgspec

from dungeonbowl.editions import build, name_of
from dungeonbowl.league.aftermath.facts import MatchFacts
from dungeonbowl.league.competitions.balance import RATING_STEP, STEP, Played
from dungeonbowl.league.competitions.state import Competition
from dungeonbowl.league.competitions.words import Result
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.office import reading
from dungeonbowl.league.office.leagues import season_line
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.projecting import global_id
from dungeonbowl.league.office.rows import AppearanceRow, ReportRow
from dungeonbowl.league.office.views import FixtureLine, MatchOrder, SeasonLine
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.value import inducement_purses


class MatchEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A fixture that is over. `facts` are None for one that nobody has played."""

    season: int
    fixture: FixtureLine
    result: Result
    facts: MatchFacts | None = None

    @property
    def id(self) -> str:
        """What stories are known by."""
        return self.fixture.match


class SeasonEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A season with the competitions of it that have begun."""

    line: SeasonLine
    competitions: dict[str, Competition]

    @property
    def number(self) -> int:
        return self.line.number


class Ledger:
    """A league, read once. Matches stand in the order of time."""

    def __init__(self, office: Office, league: str, season: str = "", competition: str = "") -> None:
        """With `season` or `competition` only what belongs to that one."""
        self.office = office
        self.league = league
        row, state = reading.league(office.store, league)
        self.name = row.name
        self.edition = row.edition
        self.seasons: list[SeasonEntry] = []
        for line in [season_line(each) for each in state.seasons if not season or each.id == season]:
            begun = [each for each in line.competitions if not competition or each == competition]
            begun = [each for each in begun if office.competitions.row(each).seq]
            self.seasons.append(
                SeasonEntry(line=line, competitions={each: office.competitions.state(each) for each in begun})
            )
        self.teams: dict[str, Kept] = office.teams.all_kept(
            team for each in self.seasons for state in each.competitions.values() for team in state.entries
        )
        self.coaches = {line.id: line.coach for line in office.teams.listed(league, most=0)}
        self.matches = self.read_matches()

    def read_matches(self) -> list[MatchEntry]:
        told = {
            match: msgspec.json.decode(facts, type=MatchFacts)
            for match, facts in self.reported("facts").items()
            if facts
        }
        found: list[MatchEntry] = []
        for season in self.seasons:
            for competition, state in season.competitions.items():
                lines = {line.id: line for line in self.office.competitions.schedule(competition, most=0)}
                for name, result in state.results.items():
                    line = lines[global_id(competition, name)]
                    entry = MatchEntry(season=season.number, fixture=line, result=result, facts=told.get(line.match))
                    found.append(entry)
        return sorted(found, key=lambda each: (each.season, each.result.ended, each.fixture.stage, each.fixture.round))

    def reported(self, column: str) -> dict[str, str]:
        """What the reports of all matches have in a column."""
        wanted = [competition for season in self.seasons for competition in season.competitions]
        where = {"league": self.league, "competition": wanted}
        rows = self.office.store.find(ReportRow.TABLE, where, columns=("match", column))
        return {row["match"]: row[column] for row in rows}

    @cached_property
    def orders(self) -> dict[str, MatchOrder]:
        """What matches were made of, by their ids. The teams stand in them as they were: they are large."""
        return {
            match: msgspec.json.decode(order, type=MatchOrder)
            for match, order in self.reported("locked").items()
            if order
        }

    @cached_property
    def deeds(self) -> dict[str, Counter[str]]:
        """What everybody did in the matches of the ledger, by player, as the histories of teams count it."""
        seasons = [season.line.id for season in self.seasons]
        fixtures = {entry.fixture.id for entry in self.matches}
        columns = ("fixture", "player", "touchdown", "deeds")
        found: dict[str, Counter[str]] = defaultdict(Counter)
        for row in self.office.store.find(AppearanceRow.TABLE, {"season": seasons}, columns=columns):
            if row["fixture"] in fixtures:
                told = msgspec.json.decode(row["deeds"], type=dict[str, int])
                found[row["player"]].update({**told, "touchdown": row["touchdown"]})  # a credited one stands here only
        return found

    @cached_property
    def players(self) -> dict[str, tuple[str, str]]:
        """Name and team of everybody who ever played for a team."""
        return {
            player: (career.player.name, team)
            for team, kept in self.teams.items()
            for player, career in kept.careers.items()
        }

    def team_name(self, team: str) -> str:
        return self.teams[team].team.name if team in self.teams else team

    def player_name(self, player: str) -> str:
        return self.players[player][0] if player in self.players else "somebody"

    def team_of(self, player: str) -> str:
        return self.team_name(self.players[player][1]) if player in self.players else ""

    def roster_name(self, team: str) -> str:
        sheet = self.teams[team].team
        return load_facts(sheet.edition).roster(sheet.roster).name

    @property
    def counts_gold(self) -> bool:
        """Whether the edition compares teams by gold, and not by points of rating."""
        return load_facts(name_of(self.edition)).draft.counts_gold

    def results(self) -> list[Result]:
        return [each.result for each in self.matches]

    def balance_lines(self) -> list[Played]:
        """What the balance report counts."""
        return [
            Played(
                result=each.result,
                rosters=tuple(self.roster_name(side.team) for side in each.result.sides),
                petty_cash=petty_cash(self.orders.get(each.id), each.facts),
                step=STEP if self.counts_gold else RATING_STEP,
            )
            for each in self.matches
        ]


def petty_cash(order: MatchOrder | None, facts: MatchFacts | None) -> tuple[int, ...]:
    """The petty cash of each side: what its team was worth less than the other, and what the other spent (O-IND-02).
    Empty where an edition or a league has none."""
    if order is None or facts is None or len(order.teams) != 2:
        return ()
    agreed = build(order.edition).tables.options
    if not order.teams[0].facts.draft.inducement or not agreed.inducements:
        return ()
    sides = [facts.side_of(team.id) for team in order.teams]
    dear = 0 if sides[0].value > sides[1].value else 1
    one, other = sides
    purses = inducement_purses(
        (one.value, other.value),
        (order.teams[0].treasury, order.teams[1].treasury),
        min(sides[dear].spent, order.teams[dear].treasury) if one.value != other.value else 0,
        int(agreed.petty_cash_cap),
    )
    return tuple(purse.petty_cash for purse in purses)
