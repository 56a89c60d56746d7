"""Exercises as matches: what a match that begins from a drawn position has besides its setup, and how it is judged."""

from __future__ import annotations

import msgspec

from dungeonbowl.engine.match import Match
from dungeonbowl.languages import ENGLISH, speaking, t
from dungeonbowl.records.beginnings import Beginning
from dungeonbowl.scenes.exercises import DAILY, Exercise
from dungeonbowl.scenes.tasks import Task, verdict
from dungeonbowl.server import wire
from dungeonbowl.server.view.words import edition_name
from dungeonbowl.words.notation import Names


class Exercised(msgspec.Struct, frozen=True, omit_defaults=True):
    """The exercise that a match is. All that judges it is kept with the match: the file may change with the program.
    `letters` are the pieces by the names that the task gives them."""

    exercise: str
    title: str
    next: str
    task: Task
    side: int
    letters: dict[str, int]


class TaskedBeginning(Beginning, frozen=True, omit_defaults=True):
    """What a match of this server begins from. A setup is one too, with an opening and without a task."""

    exercised: Exercised | None = None
    dice: str = ""  # "typed" at a real table; otherwise they follow from the promised seed


def shown_task(found: Exercised) -> wire.Task:
    """The task as the coach reads it."""
    return wire.Task(found.exercise, t(found.title), t(found.task.goal), found.task.within, found.next)


def judged(found: Exercised, match: Match) -> wire.Verdict:
    """How the task stands. It follows from the events, so it needs no place in the database. Its answers are lines in
    English, whatever the coach speaks."""
    with speaking(ENGLISH):
        decided = verdict(found.task, found.side, match.game, Names(match.game, found.letters))
    return wire.Verdict(decided.state, t(decided.text))


def exercise_card(found: Exercise, day: str = "") -> wire.ExerciseCard:
    """An exercise for a list."""
    return wire.ExerciseCard(
        found.id,
        found.name,
        t(found.title),
        t(found.task.goal),
        edition_name(found.edition),
        f"/puzzle/{found.name}" if found.folder == DAILY else "",
        day,
    )
