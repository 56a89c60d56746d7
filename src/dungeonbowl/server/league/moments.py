"""The moments of a player in the replay of a match: where it scored, hurt somebody, or was hurt."""

from __future__ import annotations

from typing import Final

import msgspec

from dungeonbowl.engine import events
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.records.setup import Setup
from dungeonbowl.server.replay_view import Viewing
from dungeonbowl.server.wire.league import Moment

# Events that are worth a look, by their names.
WORTH: Final = frozenset(
    EVENT_NAMES[int(kind)]
    for kind in (events.SCORED, events.POINTS_EARNED, events.CASUALTY_SETTLED, events.CHEST_OPENED, events.SENT_OFF)
)
MOST: Final = 30


class Told(msgspec.Struct):
    """What is read of an event."""

    kind: str
    text: str
    piece: int | None = None


class Step(msgspec.Struct):
    """What is read of a step of a replay."""

    step: int
    events: list[Told]


class Portion(msgspec.Struct):
    steps: list[Step]


def piece_of(setup: bytes, player: str) -> int | None:
    """The number of a player in a match by its id in the league; None if it did not take part."""
    found = msgspec.json.decode(setup, type=Setup)
    ids = [each.id for team in found.teams for each in team.players]
    return ids.index(player) if player in ids else None


def moments_of(viewing: Viewing, player: str) -> list[Moment]:
    piece = piece_of(viewing.setup, player)
    if piece is None:
        return []
    told = msgspec.json.decode(viewing.steps.portion(0, viewing.steps.count), type=Portion)
    found = [
        Moment(step.step, event.text)
        for step in told.steps
        for event in step.events
        if event.piece == piece and event.kind in WORTH and event.text
    ]
    return found[:MOST]
