"""A large database of leagues: how long pages and writes take.

    python tests/load/league.py --teams 10000                 # on a PostgreSQL of its own
    python tests/load/league.py --teams 50 --sqlite           # a club of about 400 matches

Leagues of ten teams play a double round robin, all but the last round. No dice are rolled and no match is played:
events are made up, but they are linked, folded and projected by the program itself, so that every row is what it would
be. Then several clients at once ask for pages, each in a process of its own. The command fails if the slowest twentieth
of anything takes longer than its goal. On a machine that has other work the processor time of a question (`cpu ms`, of
the client and of its connections to the database) tells what it costs, and the rest is waiting.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import queue
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dungeonbowl.league import team_events as e
from dungeonbowl.league.aftermath.facts import MatchFacts, PlayerFacts, SideFacts
from dungeonbowl.league.chain import RULES, Cause
from dungeonbowl.league.competitions import events as happenings
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.office import outcomes, projecting, reading
from dungeonbowl.league.office.chance import seeded
from dungeonbowl.league.office.memory import MemoryStore
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.office.rows import TABLES, ReportRow
from dungeonbowl.league.office.store import Writing
from dungeonbowl.league.office.work import Work
from dungeonbowl.server.league.team_page import team_page
from dungeonbowl.storage.database import open_database
from dungeonbowl.storage.league import LeagueTables
from dungeonbowl.teams.names import Namer
from dungeonbowl.teams.ready import ready_ids, ready_team
from dungeonbowl.teams.team import Gain, Player, free_numbers
from support.postgres import postgres_database

EDITION = "official"
EACH = 10  # teams of a league
FIRST_DAY = datetime(2020, 1, 1, 20, tzinfo=UTC)
DEEDS = ("touchdown", "completion", "casualty", "interception", "kill")
# Milliseconds for the slowest twentieth: on a large PostgreSQL, and for a club on SQLite.
GOALS = {
    "home of a league": (100, 40),
    "team page": (50, 20),
    "page of an open fixture": (50, 20),
    "50 events of a team": (50, 20),
    "whole history of a team": (400, 400),
    "standings": (30, 20),
    "schedule": (50, 20),
    "leaders of all time": (50, 20),
    "leaders of a season": (100, 20),
    "career of a player": (50, 20),
    "open fixtures of a coach": (50, 20),
    "deadlines due": (50, 20),
    "ladder": (50, 20),
    "search of a name": (50, 20),
    "write of a settled match": (60, 60),
}
START = (
    "{leagues} leagues, {teams} teams, {players} players, {matches} matches, {events} events,"
    " {appearances} appearances; {seconds:.0f} s to fill"
)


# --- filling ----------------------------------------------------------------------------------------------------------


class MadeUp:
    """One league with made-up matches, in memory."""

    def __init__(self, number: int) -> None:
        self.chance = random.Random(number)
        self.number = number
        self.now = FIRST_DAY + timedelta(hours=number % 10_000)
        self.store = MemoryStore()
        self.office = Office(self.store, lambda: self.now, seeded(f"load {number}"))

    def made(self) -> MemoryStore:
        office = self.office
        league = office.leagues.found(f"League {self.number}", COMMISSIONER, "book", EDITION)
        ready = ready_ids(EDITION)
        names = Namer(f"load {self.number}")
        for place in range(EACH):
            team = ready_team(ready[(self.number + place) % len(ready)], EDITION)
            called = msgspec.structs.replace(team, name=f"{team.name} {self.number} {names.player('Human')}"[:60])
            office.teams.enter(league, called, COMMISSIONER, f"Coach {place} of {self.number}")
        office.seasons.start(league, COMMISSIONER)
        competition = office.leagues.state(league).season.main
        schedule = office.competitions.schedule(competition, most=1000)
        last = max(line.round for line in schedule)
        for turn in range(1, last):
            self.now += timedelta(days=7)
            work = Work(office, RULES)
            for line in schedule:
                if line.round == turn:
                    self.play(work, competition, line.id, [side.team for side in line.sides])
            work.commit()
        return self.store

    def play(self, work: Work, competition: str, fixture: str, teams: list[str]) -> None:
        match = f"g_{self.chance.getrandbits(120):030x}"
        name = fixture.partition(".")[2]
        work.write_competition(competition, happenings.Began(fixture=name, match=match))
        facts = self.facts(work, match, teams)
        opened = work.competition(competition)
        result = outcomes.result_of(facts, opened.state.fixture(name), opened.state)
        result = msgspec.structs.replace(result, ended=work.at)
        work.write_competition(competition, happenings.Resulted(result=result), Cause("match", match))
        work.put(
            ReportRow(
                match, fixture, competition, opened.league, work.at, "settled", projecting.text_of(facts), "", "", ""
            )
        )
        for team in teams:
            for body in self.bodies(work.kept(team), facts):
                work.write_team(team, body, Cause("match", match))
        for row in projecting.appearance_rows(facts, fixture, opened.league, opened.season, work.at):
            bodies = [each for each in self.awards if getattr(each, "player", "") == row.player]
            work.put(projecting.as_counted(row, bodies))

    def facts(self, work: Work, match: str, teams: list[str]) -> MatchFacts:
        self.awards: list[e.TeamBody] = []
        scores = [self.chance.randrange(2) for _ in teams]
        sides = []
        for team, score in zip(teams, scores, strict=True):
            players = tuple(PlayerFacts(player.id, self.deeds()) for player in work.kept(team).team.available[:11])
            outcome = "drawn" if len(set(scores)) == 1 else "won" if score == max(scores) else "lost"
            sides.append(SideFacts(team, outcome, score, self.chance.randrange(3), players))  # type: ignore[arg-type]
        return MatchFacts(match, EDITION, tuple(sides), story="f" * 64, provenance="proven")

    def deeds(self) -> dict[str, int]:
        return {deed: 1 for deed in DEEDS if self.chance.random() < 0.12}

    def bodies(self, kept: Kept, facts: MatchFacts) -> Iterator[e.TeamBody]:
        """About twenty events."""
        side = facts.side_of(kept.team.id)
        others = facts.others(kept.team.id)
        yield e.Booked(facts.match)
        yield e.Played(
            facts.match,
            tuple(other.team for other in others),
            side.outcome,
            (side.score, *(other.score for other in others)),
            appearances=tuple(e.Appearance(player.player, player.deeds) for player in side.players),
            provenance="proven",
        )
        for player in side.players:
            points = e.Points(player.player, 1 + self.chance.randrange(3), "completion")
            self.awards.append(points)
            yield points
        best = e.MostValuable(self.chance.choice(side.players).player, 4)
        self.awards.append(best)
        yield best
        yield e.Gold(self.chance.randrange(1, 7) * 10_000, "winnings")
        if self.chance.random() < 0.25:
            yield e.Hurt(self.chance.choice(side.players).player, niggle=True, misses=False)
        if self.chance.random() < 0.15:
            gain = Gain(skill=self.chance.choice(("Block", "Dodge", "Tackle", "Guard")))
            yield e.Advanced(self.chance.choice(side.players).player, gain)
        if self.chance.random() < 0.3 and len(kept.team.players) > 11:
            gone = self.chance.choice([player for player in kept.team.players if player.id != best.player])
            yield e.Fired(gone.id)
            taken = [player.number for player in kept.team.players if player.id != gone.id]
            number = free_numbers(taken, 16)[0]
            identity = f"p_{self.chance.getrandbits(120):030x}"
            newcomer = Player(number, f"Newcomer {number}", gone.position, gone.cost, id=identity)
            yield e.Hired(newcomer, 0)
        yield e.Closed(facts.match, 1_000_000, 1_000_000, ("begin",), "c" * 64)
        yield e.Revealed(facts.match, "d" * 64)


def fill(url: str, leagues: range) -> None:
    """Make leagues, and write each in one transaction."""
    engine = open_database(url)
    tables = LeagueTables(engine)
    for number in leagues:
        store = MadeUp(number).made()
        writing = Writing()
        for chain in store.chains.values():
            writing.events += chain
        for kind in TABLES:
            for row in store.tables[kind.TABLE].values():
                writing.put(kind.TABLE, row)
        tables.write(writing)
    tables.close()
    engine.dispose()


def filled(url: str, leagues: int, jobs: int) -> None:
    open_database(url).dispose()
    parts = [range(start, leagues, jobs) for start in range(jobs)]
    processes = [multiprocessing.Process(target=fill, args=(url, part)) for part in parts]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        if process.exitcode:
            raise SystemExit("filling the database has failed")
    engine = open_database(url)
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("vacuum analyze")
    engine.dispose()


# --- asking -----------------------------------------------------------------------------------------------------------


class Client:
    """Asks for pages of things taken at random. It knows nothing from one question to the next, as a server does that
    has many visitors."""

    def __init__(self, url: str, seed: int, clients: int = 1) -> None:
        self.name = f"load-{os.getpid()}"
        self.engine = open_database(f"{url}?application_name={self.name}" if is_postgres(url) else url)
        self.tables = LeagueTables(self.engine)
        self.office = Office(self.tables)
        self.chance = random.Random(seed)
        self.teams = [row["id"] for row in self.tables.find("teams", {}, ("id",), most=5000, columns=("id",))]
        self.players = [row["id"] for row in self.tables.find("players", {}, ("id",), most=5000, columns=("id",))]
        rows = self.tables.find("competitions", {}, ("id",), most=2000, columns=("id", "season", "league"))
        self.competitions = [(row["id"], row["season"], row["league"]) for row in rows]
        self.owners = [row["owner"] for row in self.tables.find("teams", {}, ("id",), most=2000, columns=("owner",))]
        fixtures = self.tables.find(
            "fixtures", {"state": "open"}, ("deadline", "id"), most=2000, columns=("id", "deadline")
        )
        self.deadline = fixtures[min(40, len(fixtures) - 1)]["deadline"]
        self.fixtures = [row["id"] for row in fixtures]
        own = {each[0] for each in self.competitions[seed::clients]}  # another client would have to write again
        self.open = [row["id"] for row in fixtures if row["id"].partition(".")[0] in own]

    def questions(self) -> dict[str, Callable[[], object]]:
        office, pick = self.office, self.chance.choice
        return {
            "home of a league": lambda: office.leagues.home(pick(self.competitions)[2]),
            "team page": lambda: team_page(office, pick(self.teams)),
            "page of an open fixture": lambda: office.fixtures.view(pick(self.fixtures)),
            "50 events of a team": lambda: office.teams.history(pick(self.teams)),
            "whole history of a team": lambda: reading.events(self.tables, pick(self.teams)),
            "standings": self.standings,
            "schedule": lambda: office.competitions.schedule(pick(self.competitions)[0]),
            "leaders of all time": lambda: office.teams.leaders("touchdown"),
            "leaders of a season": lambda: office.teams.leaders("touchdown", season=pick(self.competitions)[1]),
            "career of a player": lambda: office.teams.player(pick(self.players)),
            "open fixtures of a coach": lambda: office.fixtures.open_of([pick(self.owners)]),
            "deadlines due": lambda: office.fixtures.late(self.deadline, ""),
            "ladder": lambda: office.teams.ladder(EDITION),
            "search of a name": lambda: office.teams.listed(search=f"{self.chance.randrange(1000)} "),
            "write of a settled match": self.settle,
        }

    def processor(self) -> float:
        """Seconds of a processor so far: of this process, and of those of the database that work for it."""
        used = time.process_time()
        if self.engine.dialect.name != "postgresql":
            return used
        with self.engine.connect() as connection:
            asked = f"select pid from pg_stat_activity where application_name = '{self.name}'"
            pids = [row[0] for row in connection.exec_driver_sql(asked)]
        return used + sum(spent_by(pid) for pid in pids)

    def standings(self) -> object:
        self.office.states.known.clear()
        return self.office.competitions.view(self.chance.choice(self.competitions)[0])

    def settle(self) -> float:
        """The writing alone: what is written is made before the clock starts."""
        if not self.open:
            raise StopIteration
        fixture = self.open.pop()
        row = self.office.fixtures.row(fixture)
        made = MadeUp(self.chance.getrandbits(30))
        made.office, made.store = self.office, self.tables  # type: ignore[assignment]
        work = Work(self.office, RULES)
        sides = self.tables.find("fixture_sides", {"fixture": fixture}, ("side",))
        made.play(work, row.competition, fixture, [side["team"] for side in sides])
        start = time.perf_counter()
        work.commit()
        return time.perf_counter() - start


def is_postgres(url: str) -> bool:
    return url.startswith("postgresql")


def spent_by(pid: int) -> float:
    """Seconds of a processor that another process has used; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ask(url: str, seed: int, clients: int, seconds: float, answers: Any) -> None:
    client = Client(url, seed, clients)
    measured: dict[str, tuple[list[float], float]] = {}
    for name, question in client.questions().items():
        times: list[float] = []
        client.tables.count("leagues", {})  # connections are open
        used = client.processor()
        end = time.monotonic() + seconds
        while time.monotonic() < end or len(times) < 5:
            start = time.perf_counter()
            try:
                told = question()
            except StopIteration:
                break
            times.append(told if isinstance(told, float) else time.perf_counter() - start)
        measured[name] = (times, client.processor() - used)
    answers.put(measured)
    client.tables.close()
    client.engine.dispose()


def asked(url: str, clients: int, seconds: float) -> dict[str, tuple[list[float], float]]:
    """How long each question took, every time, and the processor time of all of them."""
    answers: Any = multiprocessing.Queue()
    processes = [
        multiprocessing.Process(target=ask, args=(url, seed, clients, seconds, answers)) for seed in range(clients)
    ]
    for process in processes:
        process.start()
    found: dict[str, tuple[list[float], float]] = {}
    for _ in processes:
        measured = None
        while measured is None:
            with suppress(queue.Empty):
                measured = answers.get(timeout=1)
            if measured is None and any(process.exitcode for process in processes):
                raise SystemExit("a client has failed")
        for name, (times, used) in measured.items():
            before = found.get(name, ([], 0.0))
            found[name] = (before[0] + times, before[1] + used)
    for process in processes:
        process.join()
    return found


def report(found: dict[str, tuple[list[float], float]], clients: int, sqlite: bool) -> bool:
    """Print the times; returns whether every goal is reached."""
    good = True
    load = os.getloadavg()[0]
    print(f"{clients} clients at once; load average {load:.1f} on {os.cpu_count()} processors")  # noqa: T201
    print(f"{'what':28} {'times':>7} {'p50 ms':>8} {'p95 ms':>8} {'goal':>6} {'cpu ms':>7}")  # noqa: T201
    for name, goals in GOALS.items():
        times = sorted(1000 * each for each in found[name][0])
        processor = 1000 * found[name][1] / len(times)
        p50, p95 = statistics.median(times), times[int(0.95 * (len(times) - 1))]
        goal = goals[sqlite]
        good = good and p95 <= goal
        mark = "" if p95 <= goal else "  too slow"
        print(f"{name:28} {len(times):7} {p50:8.1f} {p95:8.1f} {goal:6} {processor:7.1f}{mark}")  # noqa: T201
    return good


@contextmanager
def database(sqlite: bool, url: str) -> Iterator[str]:
    if url:
        yield url
    elif sqlite:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/league.sqlite3"
    else:
        with postgres_database() as address:
            yield address


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--teams", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each question")
    parser.add_argument("--clients", default="", help="how many ask at once; several numbers one after the other: 1,4")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes that fill the database")
    parser.add_argument("--sqlite", action="store_true", help="SQLite instead of PostgreSQL")
    parser.add_argument("--database", default="", help="an empty database, or with --filled one that is full")
    parser.add_argument("--filled", action="store_true", help="do not fill it again")
    options = parser.parse_args()
    with database(options.sqlite, options.database) as url:
        start = time.monotonic()
        if not options.filled:
            filled(url, max(1, options.teams // EACH), 1 if options.sqlite else options.jobs)
        engine = open_database(url)
        tables = LeagueTables(engine)
        with engine.connect() as connection:
            events = connection.exec_driver_sql("select count(*) from team_events").scalar()
        counted = {
            table: tables.count(table, {}) for table in ("leagues", "teams", "players", "appearances", "reports")
        }
        tables.close()
        engine.dispose()
        counted["events"] = int(events or 0)
        counted["matches"] = counted.pop("reports")
        print(START.format(**counted, seconds=time.monotonic() - start))  # noqa: T201
        sqlite = url.startswith("sqlite")
        numbers = [int(word) for word in (options.clients or ("1" if sqlite else "4")).split(",")]
        reports = [report(asked(url, clients, options.seconds), clients, sqlite) for clients in numbers]
    raise SystemExit(0 if all(reports) else 1)


if __name__ == "__main__":
    main()
