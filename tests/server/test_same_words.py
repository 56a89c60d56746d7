"""An event is told in the same words whenever it is told: at once, in the log an hour later, after a restart.

A client that keeps its own copy of the log may compare the two, and a coach reads the same story again."""

from __future__ import annotations

import random

import msgspec
import pytest

from dungeonbowl.engine.match import Match
from dungeonbowl.records.beginnings import first_match, game_before
from dungeonbowl.server import wire
from dungeonbowl.server.creating import new_match
from dungeonbowl.server.drafts import Draft, played_again
from dungeonbowl.server.exercising import TaskedBeginning
from dungeonbowl.server.resuming import dice_of
from dungeonbowl.server.view.stories import Storyteller

CASES = [
    ("official", 1, True),
    ("official", 2, False),
    ("stockbowl", 3, True),
    ("astrogranite", 3, True),  # a chest is moved
    ("astrogranite", 4, True),
    ("astrogranite", 1109, False),  # a coach is asked while a shoved chest is on its way
    ("astrogranite", 1256, True),  # a chest comes back to the square that somebody was pushed to
    ("astrogranite", 1301, False),
]


class Told:
    """A match of random decisions and take-backs, with what a client was told of it."""

    def __init__(self, edition: str, seed: int, quick: bool) -> None:
        self.chance = random.Random(seed)
        order = wire.NewMatch(seats=["person", "person"], edition=edition, quick=quick, turn_limit=16)
        self.stored, _ = new_match(order)
        self.stored.seed = self.chance.randbytes(32)
        self.setup = msgspec.json.decode(self.stored.setup, type=TaskedBeginning)
        self.match = self.begun()
        self.told = Storyteller(self.match.game).events(self.match.game.events)

    def begun(self) -> Match:
        return first_match(self.setup, game_before(self.setup), dice_of(self.stored, self.stored.sides))

    def decide(self) -> None:
        draft = Draft(self.match, [0, 1], ["home", "away"])
        if self.match.history and self.chance.random() < 0.2:
            draft.take_back(self.chance.randint(1, min(3, len(self.match.history))))
            del self.told[draft.undone :]
        else:
            draft.choose(self.chance.choice(draft.match.options()))
            events = draft.match.game.events
            self.told += Storyteller(draft.match.game).events(events[draft.told :], draft.told)
        self.match = draft.match

    def again(self) -> Match:
        """The same match, played again from its inputs as a server does that was killed."""
        match = self.begun()
        for each in self.match.inputs:
            if each.kind == 0:
                played_again(match, int(each.numbers[0]))
        return match


def lines(told: list[wire.Event]) -> list[wire.Event]:
    """The last dice of a portion do not know yet whether the next event retells them, so `minor` does not count."""
    return [msgspec.structs.replace(event, minor=False) if event.kind == "dice rolled" else event for event in told]


@pytest.mark.parametrize(("edition", "seed", "quick"), CASES)
def test_an_event_is_told_in_the_same_words_ever_after(edition: str, seed: int, quick: bool) -> None:
    story = Told(edition, seed, quick)
    for count in range(800):
        if story.match.is_over():
            break
        before = bytes(memoryview(story.match.game.token))
        story.decide()
        if count % 100 == 99 or bytes(memoryview(story.match.game.token)) != before:
            check(story)
    check(story)


def check(story: Told) -> None:
    told = lines(story.told)
    for match in (story.match, story.again()):
        found = lines(Storyteller(match.game).events(match.game.events))
        different = [(one, other) for one, other in zip(told, found, strict=True) if one != other]
        assert different == []
