"""The long tasks of a league: all ratings from the beginning, a large round of Swiss, the proof of a whole season.

    python tests/load/league_tasks.py                 # all three
    python tests/load/league_tasks.py ratings pairing

Wall time is what counts, and the command fails if a task takes longer than its goal. On a machine that has other work
the processor time beside it tells what the task itself costs.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from dungeonbowl.league.competitions.ratings import rebuilt
from dungeonbowl.league.competitions.swiss import Contender, pair
from dungeonbowl.league.competitions.words import Result, SideResult
from dungeonbowl.league.office.archive_file import read_archive
from dungeonbowl.league.office.verifying import verify_archive
from dungeonbowl.runs.crew import Crew
from dungeonbowl.seasons.running import BotLeague
from dungeonbowl.seasons.terms import make_terms

ROUNDS = 5  # of Swiss


class Task(NamedTuple):
    """What is measured. `make` prepares it, and what it returns does the work and tells what it has done."""

    goal: float  # seconds
    make: Callable[[], Callable[[], str]]


def ratings() -> Callable[[], str]:
    """100,000 matches of 10,000 teams, one in ten of four teams."""
    chance = random.Random(1)
    teams = [f"t_{number}" for number in range(10_000)]
    results: list[Result] = []
    for number in range(100_000):
        sides = chance.sample(teams, 4 if number % 10 == 0 else 2)
        scores = [chance.randrange(3) for _ in sides]
        level = scores.count(max(scores)) > 1
        results.append(
            Result(
                fixture=str(number),
                sides=tuple(
                    SideResult(
                        team=team,
                        result="lost" if score < max(scores) else "drawn" if level else "won",
                        score=score,
                    )
                    for team, score in zip(sides, scores, strict=True)
                ),
                how="played",
            )
        )

    def run() -> str:
        return f"{len(results):,} matches, {len(rebuilt(results)):,} teams"

    return run


def pairing(count: int = 512) -> Callable[[], str]:
    """The last of five rounds: teams have points, and have met others."""
    chance = random.Random(2)
    names = [f"t_{number:03}" for number in range(count)]
    points = dict.fromkeys(names, 0)
    met: dict[str, list[str]] = {name: [] for name in names}

    def field() -> list[Contender]:
        order = sorted(names, key=lambda name: (-points[name], name))
        return [
            Contender(team=name, points=points[name], met=tuple(met[name]), owner=f"coach {name}", club=name[-1])
            for name in order
        ]

    for number in range(1, ROUNDS):
        for one, other in pair(field(), "seed", number).pairs:
            met[one].append(other)
            met[other].append(one)
            won = chance.choice((one, other, ""))
            for name in (one, other):
                points[name] += 3 if name == won else 1 if not won else 0
    last = field()

    def run() -> str:
        return f"{len(pair(last, 'seed', ROUNDS).pairs)} pairs in round {ROUNDS}, everybody may meet everybody"

    return run


def proof() -> Callable[[], str]:
    """A double round robin of eight teams, played by bots, with all replays."""
    terms = make_terms(["normal", "easy"], seed=7, options="stages = round_robin(meetings=2)", size=8)
    league = BotLeague(terms)
    with Crew(os.cpu_count() or 1) as crew:
        league.play(crew)
    archive = league.archive()

    def run() -> str:
        marks = Counter(line.mark for line in verify_archive(read_archive(archive)) if line.what in ("match", "season"))
        if set(marks) != {"proven"}:
            raise SystemExit(f"expected everything to be proven, found {dict(marks)}")
        return f"{league.played} matches, {len(archive):,} bytes, everything proven"

    return run


TASKS = {"ratings": Task(30, ratings), "pairing": Task(2, pairing), "proof": Task(60, proof)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", choices=[*TASKS, []], help="all, if none is named")
    options = parser.parse_args()
    late = False
    for name in options.tasks or TASKS:
        task = TASKS[name]
        run = task.make()
        start, used = time.perf_counter(), time.process_time()
        done = run()
        seconds, processor = time.perf_counter() - start, time.process_time() - used
        late = late or seconds > task.goal
        print(  # noqa: T201
            f"{name:8} {seconds:6.1f} s ({processor:.1f} s of a processor, load average {os.getloadavg()[0]:.1f}),"
            f" goal {task.goal:.0f} s{'  too slow' if seconds > task.goal else ''}: {done}"
        )
    raise SystemExit(1 if late else 0)


if __name__ == "__main__":
    main()
