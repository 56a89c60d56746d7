"""Lessons and puzzles: what a coach has to do, whether it is done, and what a decision could teach him."""

from __future__ import annotations

from typing import Literal

import msgspec


class ExerciseCard(msgspec.Struct, frozen=True):
    """A lesson or a puzzle that can be played: `POST /matches` with its id. `link` is the page of a puzzle; `day` the
    date whose puzzle it is, where one was asked for."""

    id: str
    name: str
    title: str
    goal: str
    edition_name: str
    link: str = ""
    day: str = ""


class Exercises(msgspec.Struct, frozen=True):
    """The lessons in their order, and the puzzle of today."""

    lessons: list[ExerciseCard]
    today: ExerciseCard
    puzzles: int  # how many there are


class Task(msgspec.Struct, frozen=True):
    """What a coach has to do in a lesson or a puzzle. `within` is how long he has; `next` the lesson that follows."""

    exercise: str
    title: str
    goal: str
    within: Literal["activation", "turn"]
    next: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """How a task stands, and why. After `failed` the coach may try again: in another match."""

    state: Literal["open", "done", "failed"]
    text: str = ""


class Goal(msgspec.Struct, frozen=True):
    """What the coach is after now, in words, and the squares where a ball is to be carried."""

    text: str
    squares: list[int] = []


class Subject(msgspec.Struct, frozen=True):
    """A thing that matters at a decision and that a newcomer may not know. A client shows each once."""

    id: Literal["chest", "block", "blitz", "portal", "reroll", "turnover", "hint"]
    title: str
    text: str
