"""Events as values: what happened, in words, with the parts by name and the rule it follows from."""

from __future__ import annotations

from dungeonbowl.engine import dice, events
from dungeonbowl.engine.event_kinds import A_DIE
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.events import Event as EngineEvent
from dungeonbowl.play.named import Named
from dungeonbowl.play.position import Ball, Piece, Position, Side, Square, side_name
from dungeonbowl.words.notation import FACES
from dungeonbowl.words.story import Teller


def dice_of(event: EngineEvent) -> tuple[int | str, ...]:
    """The dice that an event tells of. Faces of block dice are words. Dice that only the engine saw are left out."""
    row = event.row()
    if event.kind == events.DICE_ROLLED:
        shown = event.dice() if event["dice"] else []
        return tuple(FACES[each] if event["die"] == dice.BLOCK_DIE else each for each in shown)
    if event.kind == events.BLOCK_DICE_ROLLED:
        return tuple(FACES[each] for each in event.dice())
    return tuple(event[part.name] for part in row.parts if part.kind == A_DIE)


class SideTeller(Teller):
    """Tells events with the sides called as they are asked: home, away, third, fourth."""

    def side(self, number: int) -> str:
        return side_name(self.game, int(number))


class Event(Named):
    """Something that happened. It is equal to its text.

    >>> from dungeonbowl import Match
    >>> match = Match("official(quick=1)", seed=7)
    >>> event = match.play("activate B1")[0]
    >>> event, event.kind, event.piece, event.rule, event == "B1 is activated (O-TURN-03)"
    (B1 is activated (O-TURN-03), 'activated', B1, 'O-TURN-03', True)
    """

    __slots__ = ("_event", "_position", "rule", "words")

    _event: EngineEvent
    _position: Position
    rule: str
    words: str

    def __init__(self, position: Position, event: EngineEvent, teller: Teller) -> None:
        rule = str(position.game.rules.cite(event.clause))
        words = teller.line(event).removesuffix(f" ({rule})")
        self._hold(_position=position, _event=event, rule=rule, words=words)

    def __reduce__(self) -> tuple[object, ...]:
        return event_of, (self._position, self._event.numbers())

    @property
    def text(self) -> str:
        return f"{self.words} ({self.rule})" if self.rule else self.words

    @property
    def kind(self) -> str:
        """What kind of event it is: `activated`, `dice rolled`, `went down`."""
        return str(EVENT_NAMES[self._event.kind])

    @property
    def parts(self) -> dict[str, int]:
        """All its numbers by their names, as the engine counts pieces, squares and sides; -1 for none."""
        return self._event.parts()

    @property
    def piece(self) -> Piece | None:
        """The piece it is about."""
        return self._piece("piece")

    @property
    def target(self) -> Piece | None:
        """The second piece it is about: the one that is blocked, fouled, handed the ball, or that did it."""
        return self._piece("target") or self._piece("by")

    @property
    def side(self) -> Side | None:
        """The side it is about, where it names one: at the end of a match the side that won."""
        parts = self.parts
        number = parts.get("side", parts.get("winner", -1))
        return Side(self._position, number) if number >= 0 else None

    @property
    def square(self) -> Square | None:
        """Where it happened, or where it led."""
        return self._square("square")

    @property
    def origin(self) -> Square | None:
        """Where it came from."""
        return self._square("origin")

    @property
    def ball(self) -> Ball | None:
        """The ball it is about, where it names one."""
        number = self.parts.get("ball", -1)
        return self._position.balls[number] if 0 <= number < len(self._position.balls) else None

    @property
    def dice(self) -> tuple[int | str, ...]:
        """The dice it tells of; faces of block dice are words."""
        return dice_of(self._event)

    def _piece(self, name: str) -> Piece | None:
        number = self.parts.get(name, -1)
        return self._position.piece(number) if 0 <= number < len(self._position.pieces) else None

    def _square(self, name: str) -> Square | None:
        number = self.parts.get(name, -1)
        return Square(self._position, number) if 0 <= number < len(self._position.squares) else None


def event_of(position: Position, numbers: tuple[int, int, int, int, int, int]) -> Event:
    """An event by the numbers of the engine."""
    return Event(position, EngineEvent(*numbers), SideTeller(position.game, position.names))
