"""What a scenario asks of a coach, and whether it has been done: the lessons and the puzzles.

A task has a goal in words, the answers that are accepted, and mistakes that deserve an explanation of their own. An
answer is what must be told, in this order, before the time is up: lines in the words of `telling.py`, or the beginning
of them; `*` stands for any word, or any part of one. The verdict follows from the events alone, so it is the same after
a take-back, and after the match was loaded again.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from dungeonbowl.engine.events import ACTIVATION_ENDED, MATCH_ENDED, TURN_ENDED, Event
from dungeonbowl.engine.game import Game
from dungeonbowl.scenes.telling import event_line
from dungeonbowl.words.notation import Names

ACTIVATION: Final = "activation"

Sentence = Annotated[str, Meta(min_length=1, max_length=600)]
State = Literal["open", "done", "failed"]


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One way to do it, or to miss it: what is told then, and why it is good or bad."""

    told: Annotated[list[str], Meta(min_length=1)]
    why: Sentence


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the coach of the side to move has to do. `within` says how long he has: his first activation, or his turn.
    `again` is said when the time is up. With `after` the file plays so many of its steps first: that leads to a
    question in the middle of an action, such as which face to choose."""

    goal: Sentence
    answer: Annotated[list[Answer], Meta(min_length=1)]
    again: Sentence
    within: Literal["activation", "turn"] = "turn"
    mistake: list[Answer] = []
    after: Annotated[int, Meta(ge=0)] = 0  # steps of the file that are played before the coach is asked


class Verdict(msgspec.Struct, frozen=True):
    """How it stands, and what is said about it."""

    state: State
    text: str = ""


OPEN: Final = Verdict("open")


def verdict(task: Task, side: int, game: Game, names: Names, since: int = 0) -> Verdict:
    """What the events of a match so far, from number `since` on, mean for the task of a side. The first thing that
    decides it counts."""
    entries = [*((each, "done") for each in task.answer), *((each, "failed") for each in task.mistake)]
    heard = [0] * len(entries)  # how many lines of each entry have been told
    for event in game.events[since:]:
        line = event_line(game, names, event)
        for index, (entry, state) in enumerate(entries):
            if tells(line, entry.told[heard[index]]):
                heard[index] += 1
                if heard[index] == len(entry.told):
                    return Verdict(state, entry.why)  # type: ignore[arg-type]
        if ends(task, side, game, event):
            return Verdict("failed", task.again)
    return OPEN


def ends(task: Task, side: int, game: Game, event: Event) -> bool:
    """Whether the time for a task is up with this event."""
    if event.kind == ACTIVATION_ENDED:
        return task.within == ACTIVATION and game.squads.side[event["piece"]] == side
    return event.kind == MATCH_ENDED or (event.kind == TURN_ENDED and event["side"] == side)


def tells(line: str, pattern: str) -> bool:
    """Whether a line begins with the words of a pattern."""
    words, wanted = line.split(), pattern.split()
    return len(words) >= len(wanted) and all(map(fnmatchcase, words, wanted))
