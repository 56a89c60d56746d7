"""Running the benchmark: the matches of an agent against the ladder, and the file with their results.

The file has a line for what was run and a line for each match that is over, so a run can be broken off and taken up
again. Every line of a match has all that is needed to play it again, and a hash of its actions to compare with.
"""

from __future__ import annotations

import hashlib
import platform
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import msgspec

from dungeonbowl import __version__, compiled
from dungeonbowl.bots.arena import Result, play_game
from dungeonbowl.bots.outside import find_bot, source_of
from dungeonbowl.bots.seat import Seat
from dungeonbowl.errors import UserError
from dungeonbowl.learn.suites.tasks import SUITE, TASKS, Draw, Task, begun, draw, find_tasks
from dungeonbowl.play.setting_up import scrambled
from dungeonbowl.runs import keeping
from dungeonbowl.runs.crew import Crew
from dungeonbowl.runs.plan import Plan
from dungeonbowl.words.notation import COACHES

FORMAT: Final = 1
MOST_GAMES: Final = 1_000_000  # against each opponent in each task
MAY_DIFFER: Final = ("games", "tasks", "opponents", "python", "engine")  # between a file and a run that takes it up
# Strangers send their files, and the leaderboard prints what these say of themselves: no line breaks, no markup.
NAME: Final = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029`|]{1,500}\Z"
Name = Annotated[str, msgspec.Meta(pattern=NAME)]
Version = Annotated[str, msgspec.Meta(pattern=r"^[\w.+-]{0,40}\Z")]
Sha = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z")]


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a results file: who was measured, and how."""

    suite: str = SUITE
    format: int = FORMAT
    version: Version = __version__  # of dungeonbowl
    engine: Version = ""  # compiled or interpreted; the results are the same
    python: Version = ""
    agent: Name
    source: Sha = ""  # SHA-256 of the agent's file, for agents that come from one
    opponents: tuple[Name, ...]
    tasks: tuple[Name, ...]
    games: Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)]  # against each opponent in each task


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One match."""

    task: str
    opponent: str
    number: int
    seed: int
    agent_side: str
    dungeon: str
    teams: tuple[str, str]
    points: float  # of the agent: 1 for a win, a half for a draw
    ending: str
    touchdowns: tuple[int, int]  # agent, opponent
    turns: int
    decisions: tuple[int, int]
    seconds: tuple[float, float]  # the only numbers that another run does not repeat
    lost: tuple[int, int]  # decisions that went to the default action: an exception, or an illegal answer
    actions: str  # a hash of all actions of the match, in their order


class Bout(msgspec.Struct, frozen=True):
    """A match to be played."""

    task: str
    opponent: str
    number: int


def new_run(agent: str, opponents: list[str], tasks: list[Task], games: int) -> Run:
    """The terms of a run. `UserError` if somebody in it cannot play."""
    for name in (agent, *opponents):
        find_bot(name, 0)
        if re.search(NAME, name) is None:
            raise UserError(f"bot {name!r}: its name cannot stand in a results file")
    source = source_of(agent)
    return Run(
        agent=agent,
        source=hashlib.sha256(source).hexdigest() if source else "",
        engine="compiled" if compiled() else "interpreted",
        python=platform.python_version(),
        opponents=tuple(opponents),
        tasks=tuple(task.name for task in tasks),
        games=games,
    )


def bouts(run: Run) -> list[Bout]:
    """All matches of a run. The first matches of all tasks come first, so that a part of a run is balanced too."""
    return [
        Bout(task, opponent, number) for number in range(run.games) for opponent in run.opponents for task in run.tasks
    ]


def bout_count(run: Run) -> int:
    return run.games * len(run.opponents) * len(run.tasks)


def play(agent: str, bout: Bout) -> Row:
    """Play one match. The same agent plays the same match again, on every machine."""
    task = find_tasks([bout.task])[0]
    drawn = draw(task, bout.number)
    names = [bout.opponent, bout.opponent]
    names[drawn.agent_side] = agent
    seats = [Seat(find_bot(name, scrambled(drawn.seed, side + 1)), tells=False) for side, name in enumerate(names)]
    found = hashlib.sha256()
    result = play_game(begun(task, drawn), drawn.seed, seats, lambda action: found.update(b"%d " % action))
    return row_of(bout, drawn, seats, result, found.hexdigest()[:16])


def row_of(bout: Bout, drawn: Draw, seats: list[Seat], result: Result, actions: str) -> Row:
    me, other = drawn.agent_side, 1 - drawn.agent_side
    points = 0.5
    if result.winner in COACHES:
        points = float(result.winner == COACHES[me])
    return Row(
        task=bout.task,
        opponent=bout.opponent,
        number=bout.number,
        seed=drawn.seed,
        agent_side=COACHES[me],
        dungeon=drawn.dungeon,
        teams=drawn.teams,
        points=points,
        ending=result.ending,
        touchdowns=(result.touchdowns[me], result.touchdowns[other]),
        turns=sum(result.turns),
        decisions=(seats[me].decisions, seats[other].decisions),
        seconds=(round(seats[me].seconds, 3), round(seats[other].seconds, 3)),
        lost=(seats[me].lost, seats[other].lost),
        actions=actions,
    )


def play_all(run: Run, done: list[Row], crew: Crew | None = None) -> Iterator[Row]:
    """Play the matches that are not done yet, and yield each when it ends."""
    over = {(row.task, row.opponent, row.number) for row in done}
    waiting = [bout for bout in bouts(run) if (bout.task, bout.opponent, bout.number) not in over]
    for _, row in (crew or Crew()).results(Plan(partial(play, run.agent), waiting)):
        yield row


# --- the file -----------------------------------------------------------------------------------------------------


def read_results(path: Path) -> tuple[Run, list[Row], int]:
    """What a results file has, and how many bytes of it are whole lines. `UserError` if it is none."""
    run, rows, whole = keeping.read_lines(path, Run, Row, "the benchmark")
    if run.suite != SUITE or run.format != FORMAT:
        raise UserError(f"{path}: results of {run.suite}, format {run.format}; expected {SUITE}, format {FORMAT}")
    return run, rows, whole


def check_rows(path: Path, run: Run, rows: list[Row]) -> None:
    """`UserError` for a line that no run writes: a match that nobody asked for, one that is there twice, points that
    there are none of, or another draw than that of its number."""
    seen: set[Bout] = set()
    for line, row in enumerate(rows, 2):  # the first line is the run
        bout = Bout(row.task, row.opponent, row.number)
        if row.task not in run.tasks or row.opponent not in run.opponents or not 0 <= row.number < run.games:
            raise UserError(f"{path}: line {line}: {told(bout)} is none of the matches that its first line names")
        if bout in seen:
            raise UserError(f"{path}: line {line}: {told(bout)} is there twice")
        seen.add(bout)
        if row.points not in (0.0, 0.5, 1.0):
            raise UserError(f"{path}: line {line}: {row.points:g} points; expected 0, 0.5 or 1")
        drawn = draw(find_tasks([row.task])[0], row.number)
        expected = (drawn.seed, COACHES[drawn.agent_side], drawn.dungeon, drawn.teams)
        if (row.seed, row.agent_side, row.dungeon, row.teams) != expected:
            raise UserError(f"{path}: line {line}: another seed, side, dungeon or team than {told(bout)} has")


def told(bout: Bout) -> str:
    return f"{bout.task} against {bout.opponent}, match {bout.number}"


def check_source(path: Path, run: Run) -> None:
    """`UserError` if the agent's file is another now than the one that was measured."""
    if new_run(run.agent, [], [], run.games).source != run.source:
        raise UserError(f"{path}: the file of {run.agent} is another than the one that was measured")


def joined(before: Run, run: Run) -> Run:
    """What a file holds that was begun with one run and taken up by another."""
    tasks = {*before.tasks, *run.tasks}
    return msgspec.structs.replace(
        run,
        tasks=tuple(task.name for task in TASKS if task.name in tasks),
        opponents=tuple(dict.fromkeys((*before.opponents, *run.opponents))),
        games=max(before.games, run.games),
    )


class ResultsFile(keeping.ResultsFile[Run, Row]):
    """A results file that grows match by match. More matches, tasks or opponents may be asked for when it is taken up;
    all else must be the same."""

    def __init__(self, path: Path, run: Run) -> None:
        super().__init__(path, run, Row, "the benchmark", MAY_DIFFER, joined)

    @property
    def rows(self) -> list[Row]:
        return self.lines


def differences(run: Run, rows: list[Row]) -> Iterator[tuple[Row, str]]:
    """Play matches of a results file again; yields each with what is different, or an empty text."""
    for row in rows:
        again = play(run.agent, Bout(row.task, row.opponent, row.number))
        compared = [name for name in Row.__struct_fields__ if name != "seconds"]
        yield row, ", ".join(name for name in compared if getattr(again, name) != getattr(row, name))
