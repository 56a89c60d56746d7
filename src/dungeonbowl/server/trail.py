"""The way back at a real table: every order and every roll that was typed, each a step that can be taken back.

What lies behind a die can be taken back there too: whoever typed a wrong number must be able to mend it, and who else
should forbid it? Each step that was taken back is noted, in the log and in the replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from dungeonbowl.engine.actions import ACTIVATE, first_of, kind_of
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import ACTION_INPUT, Input, Match
from dungeonbowl.records.beginnings import Beginning
from dungeonbowl.server.taking_back import INTRODUCTIONS, deed, is_move
from dungeonbowl.server.typed_dice import rolled_words, steps
from dungeonbowl.storage.match_records import NoteRecord

MOST_NOTES: Final = 500  # of a match; the oldest go first
TAKEN_BACK: Final = "taken back"


class Step(msgspec.Struct, frozen=True):
    """One step: the number of inputs before it, what it is called, and whether a person could do something else there.
    Before the decision of a bot nobody can: it would only decide again."""

    inputs: int
    words: str
    is_persons: bool


class Trail:
    """The steps of one match, the first first."""

    def __init__(self, bots: set[int]) -> None:
        self.bots = bots
        self.steps: list[Step] = []

    def read(self, beginning: Beginning, game: Game, inputs: Sequence[Input], starts: Sequence[int]) -> None:
        """The steps of a match that is resumed. `starts` are the numbers of inputs at which they began."""
        wanted = sorted({start for start in starts if start < len(inputs)})
        before: list[Game] = []
        for number, match in enumerate(steps(beginning, game, inputs)):
            if len(before) < len(wanted) and number == wanted[len(before)]:
                before.append(match.game.clone())
        ends = [*wanted[1:], len(inputs)]  # one too many where nothing was done yet
        self.steps = [self.step(*each, inputs) for each in zip(before, wanted, ends, strict=False)]

    def step(self, before: Game, start: int, end: int, inputs: Sequence[Input]) -> Step:
        made = inputs[start:end]
        is_persons = made[0].kind != ACTION_INPUT or int(before.asked) not in self.bots
        return Step(start, described(before, made), is_persons)

    def after(self, before: Match, after: Match, start: int) -> None:
        """One step more: `after` is `before` with the inputs from `start` on."""
        self.cut(start)
        if start < len(after.inputs):
            self.steps.append(self.step(before.game, start, len(after.inputs), after.inputs))

    def cut(self, inputs: int) -> None:
        """Drop what began at this number of inputs or later."""
        while self.steps and self.steps[-1].inputs >= inputs:
            self.steps.pop()

    def back(self) -> tuple[int, str] | None:
        """Where the last step began that a person can do otherwise, and what it is called; None if there is none."""
        return next(((step.inputs, step.words) for step in reversed(self.steps) if step.is_persons), None)

    def starts(self) -> list[int]:
        return [step.inputs for step in self.steps]


def described(before: Game, made: Sequence[Input]) -> str:
    """A step in a few words: the dice that it begins with, or the last thing in it that is more than an
    introduction."""
    if made[0].kind != ACTION_INPUT:
        return rolled_words(int(before.dice_kind), int(before.dice_clause), made[0].numbers)
    acting = int(before.acting)
    told = ""
    for each in made:
        if each.kind != ACTION_INPUT:
            break  # what comes behind a die is another step
        action = int(each.numbers[0])
        if not told or (kind_of(action) not in INTRODUCTIONS and not is_move(action)):
            told = deed(before, action, acting)
        if kind_of(action) == ACTIVATE:
            acting = int(first_of(action))
    return told


def noted(known: Sequence[NoteRecord], words: str, inputs: int, events: int) -> list[NoteRecord]:
    """The notes of a match after one more step was taken back. Those that stood behind it move up to it."""
    moved = [
        NoteRecord(min(note.inputs, inputs), min(note.event, events), note.text)
        for note in known[1 - MOST_NOTES if len(known) >= MOST_NOTES else 0 :]
    ]
    return [*moved, NoteRecord(inputs, events, f"{TAKEN_BACK}: {words}")]
