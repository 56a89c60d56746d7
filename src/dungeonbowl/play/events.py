"""Events as values: what happened, in words, with the parts by name and the rule it follows from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64

from dungeonbowl.dungeon.terrain import ROOM_NAMES
from dungeonbowl.engine import dice, events
from dungeonbowl.engine import event_kinds as kinds
from dungeonbowl.engine.casualties import CAUSE_NAMES
from dungeonbowl.engine.event_kinds import A_DIE, Part
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.events import Event as EngineEvent
from dungeonbowl.engine.policies import MAJOR, MINOR
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.play.named import Named
from dungeonbowl.play.position import Ball, Piece, Position, Side, Square, side_name
from dungeonbowl.words.narration import Narrator
from dungeonbowl.words.notation import ABILITY_NAMES, COMPASS, DECLARATIONS, FACES, SIDE_LETTERS, SOURCES, lesson_name
from dungeonbowl.words.story import BALL_KINDS, CASUALTIES, TRAPS, Teller, casualty_words

# What numbers stand for that are only counted, by the kind of their part.
WORDS: Final[dict[str, Mapping[int, str]]] = {
    kinds.A_FACE: FACES,
    kinds.A_STATUS: dict(enumerate(STATUS_NAMES)),
    kinds.AN_ACTION: DECLARATIONS,
    kinds.A_SOURCE: SOURCES,
    kinds.A_DIRECTION: dict(enumerate(COMPASS)),
    kinds.A_ROOM: dict(enumerate(ROOM_NAMES)),
    kinds.A_ZONE: dict(enumerate(SIDE_LETTERS)),
    kinds.A_CASUALTY: dict(enumerate(CASUALTIES)),
    kinds.A_CAUSE: dict(enumerate(CAUSE_NAMES)),
    kinds.CONTENTS: {0: "a trap", 1: "the ball", 2: "a magic item"},
    kinds.A_TRAP: dict(enumerate(TRAPS)),
    kinds.A_LEVEL: {int(MINOR): "minor", int(MAJOR): "major"},
    kinds.A_BALL_KIND: dict(enumerate(BALL_KINDS)),
}


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

    def roller(self, number: int) -> str:
        return self.side(number)


class SideNarrator(Narrator):
    """Tells events to people, with the sides called as they are asked."""

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
    def parts(self) -> dict[str, object]:
        """All that it tells, by name: pieces, squares, sides, balls, words and numbers; None where there is none."""
        return {part.name: self._read(part) for part in self._event.row().parts}

    @property
    def piece(self) -> Piece | None:
        """The piece it is about."""
        return self._piece("piece")

    @property
    def target(self) -> Piece | None:
        """The second piece it is about: the one that is blocked, fouled, or handed the ball."""
        return self._piece("target")

    @property
    def by(self) -> Piece | None:
        """The piece that did it to the first: who ate or infected it."""
        return self._piece("by")

    @property
    def status(self) -> str | None:
        """How the piece is afterwards, in a word: prone, stunned, knocked-out."""
        return self._word("status")

    @property
    def action(self) -> str | None:
        """What was declared, in words: `move`, `blitz`."""
        return self._word("action")

    @property
    def needed(self) -> int | None:
        """What the die or the dice had to show at least."""
        return self._event.parts().get("needed")

    @property
    def passed(self) -> bool | None:
        """Whether a test was passed; None for what is no test."""
        found = self._event.parts().get("passed")
        return None if found is None else bool(found)

    @property
    def side(self) -> Side | None:
        """The side it is about, where it names one: at the end of a match the side that won."""
        parts = self._event.parts()
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
        return self._ball(self._event.parts().get("ball", -1))

    @property
    def dice(self) -> tuple[int | str, ...]:
        """The dice it tells of; faces of block dice are words."""
        return dice_of(self._event)

    def _word(self, name: str) -> str | None:
        found = self.parts.get(name)
        return None if found is None else str(found)

    def _piece(self, name: str) -> Piece | None:
        return self._piece_of(self._event.parts().get(name, -1))

    def _square(self, name: str) -> Square | None:
        return self._square_of(self._event.parts().get(name, -1))

    def _piece_of(self, number: int) -> Piece | None:
        return self._position.piece(number) if 0 <= number < len(self._position.pieces) else None

    def _square_of(self, number: int) -> Square | None:
        return Square(self._position, number) if 0 <= number < len(self._position.squares) else None

    def _ball(self, number: int) -> Ball | None:
        return self._position.balls[number] if 0 <= number < len(self._position.balls) else None

    def _read(self, part: Part) -> object:
        """One part as a value, by what its row says it stands for."""
        number = self._event[part.name]
        if part.kind == kinds.A_PIECE:
            return self._piece_of(number)
        if part.kind == kinds.A_SQUARE:
            return self._square_of(number)
        if part.kind in (kinds.A_SIDE, kinds.A_WINNER):
            return Side(self._position, number) if number >= 0 else None
        if part.kind == kinds.A_BALL:
            return self._ball(number)
        if part.kind in (kinds.A_FLAG, kinds.A_TEST):
            return bool(number)
        if part.kind in (kinds.SOME_DICE, kinds.SOME_FACES):
            return self.dice
        if part.kind == kinds.SOME_CASUALTIES:
            return tuple(casualty_words(row, reduced) for row, reduced in self._event.casualties())
        if part.kind == kinds.A_LESSON:
            return lesson_name(self._position.game, self._event["piece"], number) or None
        if part.kind == kinds.A_KIND_OF_DIE:
            return str(dice.name(i64(number)))
        if part.kind == kinds.AN_ITEM:
            return str(self._position.game.rules.policies.chests.item_name(i64(number)))
        if part.kind == kinds.AN_INDUCEMENT:
            return str(self._position.game.rules.market[number - 1].words)
        if part.kind == kinds.AN_ABILITY:
            return ABILITY_NAMES.get(number, str(number)).lower().replace("_", " ")
        words = WORDS.get(part.kind)
        return number if words is None else words.get(number)


def event_of(position: Position, numbers: tuple[int, int, int, int, int, int]) -> Event:
    """An event by the numbers of the engine."""
    return Event(position, EngineEvent(*numbers), SideTeller(position.game, position.names))
