"""The summary that a coach is sent when its team turn begins, or when it comes back to one that has just begun."""

from __future__ import annotations

from collections.abc import Collection

from dungeonbowl.engine.events import TURN_BEGAN
from dungeonbowl.server.wire import TurnLine
from dungeonbowl.words.causes import BEGINNINGS
from dungeonbowl.words.story import Teller
from dungeonbowl.words.turn_summary import turn_summary, turns_between


def summary_for(teller: Teller, news: int, sides: Collection[int]) -> list[TurnLine]:
    """What mattered in the turns of the others, if a team turn of these sides begins among the events from number
    `news` on; otherwise nothing."""
    told = teller.game.events
    for place in range(len(told) - 1, news - 1, -1):
        if told[place].kind == TURN_BEGAN and told[place]["side"] in sides:
            first = turns_between(told, place, sides)
            if first is None:
                return []
            return [TurnLine(line.number, line.text) for line in turn_summary(teller, told, first, place, sides)]
    return []


def summary_again(teller: Teller, sides: Collection[int]) -> list[TurnLine]:
    """The same for a coach who comes back: as long as its team turn has begun and nothing else has since."""
    told = teller.game.events
    begun = next((place for place in range(len(told) - 1, -1, -1) if int(told[place].kind) in BEGINNINGS), len(told))
    return summary_for(teller, begun, sides)
