"""The tasks of the suite `dungeonbowl-bench-v1`, and what is left for training.

A suite never changes: its tasks, seeds, dungeons and teams are fixed. Whoever wants others makes the next version.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from mypy_extensions import i64

from dungeonbowl.bots.levels import BOTS
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions import name_of
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.setup import standard_squads
from dungeonbowl.errors import UserError
from dungeonbowl.play.setting_up import dungeon_of, new_game, rules_of, scrambled
from dungeonbowl.teams.ready import ready_ids

SUITE: Final = "dungeonbowl-bench-v1"
OWN: Final = Path(__file__).parent  # the dungeons of the suite itself
# The opponents, weakest first: those whose level there is. Each has a fixed number of tries, so that its matches can be
# played again; `expert` alone would think by the clock.
LADDER: Final = ("easy", "normal", "hard", "expert(tries=400)")

# Not to be trained with. Dungeons and teams of the package that are named here are in no training example.
HELD_OUT_DUNGEONS: Final = (
    "of-6",
    "book-1",
    "book-2",
    "sb-13",
    "sb-14",
    "sb-15",
    "ag-short-halls",
    "ag-sampler",
    "ag-drowned-halls",
)
HELD_OUT_COLLEGES: Final = (
    "heavens-balanced",
    "heavens-fast",
    "heavens-strong",
    "shadow-balanced",
    "shadow-fast",
    "shadow-strong",
)
HELD_OUT_RACES: Final = (
    "dark-elf-balanced",
    "human-balanced",
    "lizardmen-balanced",
    "orc-balanced",
    "undead-balanced",
    "wood-elf-balanced",
)
HELD_OUT_WINDS: Final = ("celestial-balanced", "dark-balanced", "jade-balanced", "rainbow-balanced")
HELD_OUT_TEAMS: Final = HELD_OUT_COLLEGES + HELD_OUT_RACES + HELD_OUT_WINDS


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """One task: where it is played, by whom, and with which seeds."""

    name: str
    about: str
    edition: str
    dungeons: tuple[str, ...]  # by turns; those with a point are files of the suite
    teams: tuple[str, ...] = ()  # two are drawn for each two matches; without teams equal squads play
    players: int = 0  # of each equal squad
    seed: int  # two matches that follow each other have the same seed, with the places changed
    games: int = 100  # the usual number against each opponent


TASKS: Final = (
    Task(
        name="room-3",
        about="three a side in one room: find the ball in one of six chests and carry it home",
        edition="official(quick=1)",
        dungeons=("room-3.dungeon",),
        players=3,
        seed=31_000,
    ),
    Task(
        name="halls-6",
        about="six a side in three rooms, equal squads",
        edition="official(quick=1)",
        dungeons=("halls-6.dungeon",),
        players=6,
        seed=32_000,
    ),
    Task(
        name="official-quick",
        about="the official edition without what comes before the first turn",
        edition="official(quick=1)",
        dungeons=("of-6", "book-1", "book-2"),
        teams=HELD_OUT_COLLEGES,
        seed=33_000,
    ),
    Task(
        name="official",
        about="whole matches of the official edition",
        edition="official",
        dungeons=("of-6", "book-1", "book-2"),
        teams=HELD_OUT_COLLEGES,
        seed=34_000,
    ),
    Task(
        name="stockbowl",
        about="whole matches of StockBowl, two halves",
        edition="stockbowl",
        dungeons=("sb-13", "sb-14", "sb-15"),
        teams=HELD_OUT_RACES,
        seed=35_000,
    ),
    Task(
        name="astrogranite-classic",
        about="Astrogranite with the oldest rules",
        edition="astrogranite(classic, turn_limit=40)",
        dungeons=("ag-short-halls",),
        teams=HELD_OUT_WINDS,
        seed=36_000,
    ),
    Task(
        name="astrogranite-standard",
        about="Astrogranite as it is usually played",
        edition="astrogranite(turn_limit=40)",
        dungeons=("ag-short-halls",),
        teams=HELD_OUT_WINDS,
        seed=37_000,
    ),
    Task(
        name="astrogranite-full",
        about="Astrogranite with nearly all modules: lava, monsters, several balls",
        edition="astrogranite(full, turn_limit=40)",
        dungeons=("ag-sampler", "ag-drowned-halls"),
        teams=HELD_OUT_WINDS,
        seed=38_000,
    ),
)


def opponents() -> list[str]:
    """The levels of the ladder that an agent is measured against."""
    return [name for name in LADDER if name.partition("(")[0] in BOTS]


def find_tasks(names: Sequence[str]) -> list[Task]:
    """Tasks by their names, in the order of the suite; all without names."""
    known = {task.name: task for task in TASKS}
    for name in names:
        if name not in known:
            raise UserError(f"there is no task {name!r} in {SUITE}: choose from {', '.join(known)}")
    return [task for task in TASKS if not names or task.name in names]


class Draw(msgspec.Struct, frozen=True):
    """One match of a task."""

    number: int
    seed: int
    dungeon: str
    teams: tuple[str, str]
    agent_side: int  # 0 home, 1 away


def draw(task: Task, number: int) -> Draw:
    """Match number n of a task, the same for every agent and opponent."""
    two = number // 2
    seed = task.seed + two
    teams = ("", "")
    if task.teams:
        count = len(task.teams)
        teams = (task.teams[scrambled(seed, 5) % count], task.teams[scrambled(seed, 6) % count])
    return Draw(number, seed, task.dungeons[two % len(task.dungeons)], teams, number % 2)


def begun(task: Task, drawn: Draw) -> Game:
    """The game of a match before its first die."""
    if task.players == 0:
        return new_game(task.edition, drawn.dungeon, drawn.teams)
    rules = rules_of(task.edition)
    return Game(rules, dungeon_at(drawn.dungeon), standard_squads(i64(task.players)))


def dungeon_at(name: str) -> Dungeon:
    """A dungeon of the package, or one of the suite's own."""
    return dungeon_of(str(OWN / name) if name.endswith(".dungeon") else name)


# --- what is left for training --------------------------------------------------------------------------------------


def training_dungeons(editions: Sequence[str]) -> list[str]:
    """The dungeons of these editions that a learner may see."""
    listed = [name for text in editions for name in rules_of(text).layouts.names]
    return [name for name in dict.fromkeys(listed) if name not in HELD_OUT_DUNGEONS]


def training_teams(editions: Sequence[str]) -> list[str]:
    """The ready teams of these editions that a learner may see."""
    books = dict.fromkeys(name_of(rules_of(text).edition) for text in editions)
    return [team for book in books for team in ready_ids(book) if team not in HELD_OUT_TEAMS]
