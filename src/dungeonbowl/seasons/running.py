"""A league of bots from the first draft to the last final: on an office in memory, with a clock and chances that follow
from the terms. Matches of a round are independent of each other and may be played at once; everything that the office
writes is written in the order of the schedule. So the same terms give the same bytes, however many processes play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from dungeonbowl.bots.failings import Register
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.league.chain import RULES, Actor
from dungeonbowl.league.competitions import lots
from dungeonbowl.league.competitions.dungeons import dungeon_for
from dungeonbowl.league.competitions.formats import KnockOut
from dungeonbowl.league.manager import Manager
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.chance import seeded
from dungeonbowl.league.office.memory import MemoryStore
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.office.views import FixtureLine, MatchOrder
from dungeonbowl.runs.crew import Crew
from dungeonbowl.runs.keeping import Checkpoint
from dungeonbowl.runs.plan import Plan
from dungeonbowl.seasons.managing import BotManager, manager_of
from dungeonbowl.seasons.playing import PlayedMatch, Task, play_match
from dungeonbowl.seasons.terms import PRESET, Terms, titles

FIRST_DAY: Final = datetime(2026, 1, 1, 20, tzinfo=UTC)
CALLED_OFF: Final = mark("the match did not end and was called off")
STOPPED: Final = mark("the league was stopped before this match was over")
NOBODY_FIT: Final = mark("the other team had nobody to play with")
LARGEST_SEED: Final = 1 << 31


class Progress(NamedTuple):
    """How far a league is. `expected` counts the matches of all seasons, as far as that is known."""

    season: int
    played: int
    expected: int
    what: str


class Clock:
    """A clock that only the league moves: a day for each round, a minute for each match."""

    def __init__(self) -> None:
        self.time = FIRST_DAY
        self.day = FIRST_DAY

    def now(self) -> datetime:
        return self.time

    def next_day(self) -> None:
        self.day += timedelta(days=1)
        self.time = self.day

    def next_minute(self) -> None:
        self.time += timedelta(minutes=1)


class BotLeague:
    """A league of bots. `play` plays it; then `office` has everything of it. Matches that a checkpoint has are taken
    from it."""

    def __init__(self, terms: Terms, checkpoint: Checkpoint[PlayedMatch] | None = None) -> None:
        self.terms = terms
        self.checkpoint = checkpoint
        self.clock = Clock()
        self.office = Office(MemoryStore(), self.clock.now, seeded(terms.key))
        self.league = ""
        self.bots: dict[str, str] = {}  # the bot of each team
        self.managers: dict[str, Manager] = {}
        self.register = Register(dict.fromkeys(terms.bots))
        self.played = 0
        self.expected = 0

    # --- the whole ----------------------------------------------------------------------------------------------------

    def play(self, crew: Crew, tell: Callable[[Progress], None] = lambda progress: None) -> None:
        for progress in self.steps(crew):
            tell(progress)

    def steps(self, crew: Crew) -> Iterator[Progress]:
        """Play everything; after each match it is told how far it is."""
        self.found()
        for season in range(1, self.terms.seasons + 1):
            if season > 1:
                self.office.seasons.next(self.league, COMMISSIONER)
            self.clock.next_day()
            self.office.seasons.start(self.league, COMMISSIONER)
            yield from self.season(season, crew)
            self.clock.next_day()
            self.finish()
        self.note_managers()

    def found(self) -> None:
        terms = self.terms
        names = titles(terms.bots)
        self.league = self.office.leagues.found(terms.name, COMMISSIONER, PRESET, terms.edition, terms.options)
        for place, team in enumerate(terms.teams):
            bot = terms.bot_of(place)
            identity = self.office.teams.enter(self.league, team, COMMISSIONER, names[bot])
            self.bots[identity] = bot
            self.managers[identity] = manager_of(bot, lots.number(terms.key, "manager", place) % LARGEST_SEED)

    # --- a season -----------------------------------------------------------------------------------------------------

    def season(self, number: int, crew: Crew) -> Iterator[Progress]:
        competition = self.office.leagues.state(self.league).season.main
        before = self.played
        while True:
            fixtures = self.next_round(competition)
            if fixtures:
                matches = self.matches_of(competition)
                self.expected = before + matches * (self.terms.seasons - number + 1)
                for line in self.play_round(fixtures, crew):
                    self.played += 1
                    yield Progress(number, self.played, max(self.expected, self.played), line)
                continue
            view = self.office.competitions.view(competition)
            if not view.can_pair:
                if not view.can_finish:
                    raise UserError(f"{view.name}: {view.why_not}")
                return
            self.clock.next_day()
            self.office.competitions.pair(competition, COMMISSIONER)

    def next_round(self, competition: str) -> list[FixtureLine]:
        """The open fixtures of the first round that has some."""
        waiting = [
            line
            for line in self.office.competitions.schedule(competition, most=0)
            if line.state in ("open", "planned") and not line.friendly
        ]
        if not waiting:
            return []
        first = min((line.stage, line.round) for line in waiting)
        return [line for line in waiting if (line.stage, line.round) == first]

    def matches_of(self, competition: str) -> int:
        """The matches of a season: those that are paired, and those of the knock-out that is to come."""
        state = self.office.competitions.state(competition)
        paired = sum(not fixture.is_friendly for fixture in state.fixtures.values())
        coming = state.agreed.competition.formats()[len(state.stages) :]
        return paired + sum(
            each.qualify - 1 + (each.third_place and each.qualify > 3) for each in coming if isinstance(each, KnockOut)
        )

    def play_round(self, fixtures: list[FixtureLine], crew: Crew) -> Iterator[str]:
        """All matches of a round. The office locks their teams first, and settles them in the order of the schedule."""
        self.clock.next_day()
        tasks: list[Task] = []
        lines = {line.id: line for line in fixtures}
        for line in fixtures:
            order = self.locked(line)
            if order is None:
                yield self.told(line)
                continue
            tasks.append(Task(order, tuple(self.bots[team.id] for team in order.teams), self.terms.key))
        played = crew.in_order(Plan(play_match, tasks), self.checkpoint)
        for task, done in zip(tasks, played, strict=True):
            self.settle(task.order, done)
            yield self.told(lines[task.order.fixture])

    def locked(self, line: FixtureLine) -> MatchOrder | None:
        """The order of a fixture's match; None if a team has nobody to play with, which is a walk-over."""
        objections = self.office.fixtures.forecast(line.id).objections
        if objections:
            able = [side for side in line.sides if not any(each.startswith(f"{side.name}: ") for each in objections)]
            self.clock.next_minute()
            if len(able) == 1:
                self.office.fixtures.walkover(line.id, able[0].team, COMMISSIONER, NOBODY_FIT)
            else:
                self.office.fixtures.unplayed(line.id, COMMISSIONER, "; ".join(objections))
            return None
        state = self.office.competitions.state(line.competition)
        options = state.options_at(line.stage, line.round)
        edition = self.office.fixtures.view(line.id).edition
        place = (line.competition, line.stage, line.round)
        dungeon = dungeon_for(options.dungeons, edition, len(line.sides), place)
        return self.office.fixtures.lock(line.id, COMMISSIONER, dungeon=dungeon)

    def settle(self, order: MatchOrder, done: PlayedMatch) -> None:
        self.clock.next_minute()
        for team, decided, failed, faults in zip(order.teams, done.decided, done.failed, done.faults, strict=True):
            self.register.add(self.bots[team.id], decided, failed, faults)
        if done.facts is None:
            self.office.fixtures.adjudge(order.fixture, done.score, "", COMMISSIONER, CALLED_OFF)
        else:
            self.office.fixtures.settle(done.facts, RULES, done.replay)
        if order.fixture in self.office.competitions.undecided(order.competition):
            self.office.fixtures.roll_off(order.fixture, COMMISSIONER, done.rerolls)
        for team in order.teams:
            self.manage(team.id)

    def manage(self, team: str) -> None:
        """The bot of a team closes what is open for it."""
        while match := self.office.aftermaths.open_of(team):
            coach = Actor("coach", self.office.teams.kept(team).owner)
            self.office.aftermaths.manage(match, team, self.managers[team], coach)

    def told(self, line: FixtureLine) -> str:
        sides = self.office.fixtures.view(line.id).fixture.sides
        scores = "-".join("?" if side.score is None else str(side.score) for side in sides)
        return f"{' - '.join(side.name for side in sides)} {scores}"

    def break_off(self) -> None:
        """Leave the league as it is after its last match, with a season that runs: no team is locked for a match that
        nobody plays."""
        competition = self.office.leagues.state(self.league).season.main
        for line in self.office.competitions.schedule(competition, most=0):
            if line.state == "running":
                self.clock.next_minute()
                self.office.fixtures.unlock(line.id, COMMISSIONER, STOPPED)
        self.note_managers()

    # --- the end of a season ------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Places and prizes, then what the edition has between two seasons."""
        self.office.seasons.finish(self.league, COMMISSIONER)
        for team in self.bots:
            self.manage(team)

    def note_managers(self) -> None:
        """Faults of bots between matches are faults too."""
        for team, manager in self.managers.items():
            if isinstance(manager, BotManager):
                self.register.add(self.bots[team], manager.decisions, manager.lost, manager.failures())

    def archive(self) -> bytes:
        """The whole league as a file."""
        return self.office.archives.export(self.league)
