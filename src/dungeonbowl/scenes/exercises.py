"""Exercises, scenarios with a task that a coach plays himself: the lessons, and the puzzles, one for each day."""

from __future__ import annotations

from datetime import date
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.scenes.bundled import DAILY, EXERCISES, FOLDER, LESSONS, PUZZLES
from dungeonbowl.scenes.scenario import Scenario, load_scenario
from dungeonbowl.scenes.scenario_file import Reader
from dungeonbowl.scenes.scenario_tables import Line
from dungeonbowl.scenes.scene import Scene
from dungeonbowl.scenes.tasks import Task
from dungeonbowl.words.advice import did_you_mean, one_of
from dungeonbowl.words.notation import COACHES

__all__ = [
    "DAILY",
    "EXERCISES",
    "LESSONS",
    "PUZZLES",
    "Exercise",
    "daily",
    "exercise",
    "exercises",
    "names",
    "next_after",
    "puzzle",
]


class Exercise:
    """A scenario that a coach plays. Its id is its folder and its name: `lessons:1-first-block`."""

    def __init__(self, folder: str, path: Path) -> None:
        scenario: Scenario = load_scenario(path)
        if scenario.task is None:
            raise UserError(f"{path}: expected a [task]")
        if scenario.task.after > 0 and folder != PUZZLES:
            raise UserError(f"{path}: task.after: an exercise is played from its position; expected 0")
        if scenario.lines[0].start.chests.undrawn():
            raise UserError(f"{path}: chests: an exercise is played to its end; expected all its chests on the map")
        self.folder = folder
        self.name = path.stem.lower()
        self.id = f"{folder}:{self.name}"
        self.title = scenario.title
        self.task: Task = scenario.task
        self.line: Line = scenario.lines[0]
        self.source = scenario.source

    @property
    def edition(self) -> str:
        return self.line.start.edition

    @property
    def side(self) -> int:
        """The side of the coach."""
        return COACHES.index(self.line.start.to_move)

    def scene(self, edition: str = "") -> Scene:
        """The position, by these rules; without any, by its own."""
        start = msgspec.structs.replace(self.line.start, edition=edition or self.edition)
        return Reader(self.source).build(Line(self.line.name, self.line.place, start, []))


@cache
def names(folder: str) -> tuple[str, ...]:
    """The names of the exercises in a folder, in their order."""
    return tuple(sorted(path.stem.lower() for path in (FOLDER / folder).glob("*.toml")))


@lru_cache(maxsize=128)
def exercise(identity: str) -> Exercise:
    """An exercise by its id. `UserError` if there is none."""
    folder, _, name = identity.partition(":")
    if folder not in EXERCISES or name not in names(folder):
        known = [f"{each}:{name}" for each in EXERCISES for name in names(each)]
        raise UserError(f"exercise {identity!r}: {did_you_mean(identity, known)}expected {one_of(known)}")
    return Exercise(folder, FOLDER / folder / f"{name}.toml")


@lru_cache(maxsize=128)
def puzzle(name: str) -> Exercise:
    """A puzzle for bots and people by its name; it is not played in the browser. `UserError` if there is none."""
    if name not in names(PUZZLES):
        known = names(PUZZLES)
        raise UserError(f"puzzle {name!r}: {did_you_mean(name, known)}expected {one_of(known)}")
    return Exercise(PUZZLES, FOLDER / PUZZLES / f"{name}.toml")


def exercises(folder: str) -> list[Exercise]:
    return [exercise(f"{folder}:{name}") for name in names(folder)]


def next_after(found: Exercise) -> str:
    """The id of the lesson that follows; empty after the last, and for puzzles."""
    if found.folder != LESSONS:
        return ""
    known = names(LESSONS)
    place = known.index(found.name) + 1
    return f"{LESSONS}:{known[place]}" if place < len(known) else ""


def daily(day: date) -> Exercise:
    """The puzzle of a day. They take turns, so that the same link always shows the same puzzle."""
    known = names(DAILY)
    return exercise(f"{DAILY}:{known[day.toordinal() % len(known)]}")
