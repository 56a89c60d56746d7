"""Events as values: what happened, in words, with the parts by name and the rule it follows from."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import dice, events
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.events import Event as EngineEvent
from dungeonbowl.play.named import Named
from dungeonbowl.play.position import Ball, Piece, Position, Side, Square, side_name
from dungeonbowl.words.event_words import EVENT_PARTS
from dungeonbowl.words.notation import FACES
from dungeonbowl.words.story import Teller

# Bare words of `EVENT_PARTS` that say what the number after them is.
INTRODUCED: Final = {"needs": "needed", "of": "needed", "to": "square", "assists": "assists"}
# Which number of an event is the ball, where `EVENT_PARTS` does not say.
BALLS: Final = {
    **dict.fromkeys(("ball picked up", "ball caught", "ball dropped", "ball thrown", "ball kept"), "b"),
    **dict.fromkeys(("ball moved", "ball rested", "ball teleported", "ball kind", "ball spent"), "a"),
}
# Events whose number is a die.
ONE_DIE: Final = ("tested", "argued", "bribed", "came to", "door tried", "assassinated")


def parts_of(event: EngineEvent) -> dict[str, int]:
    """The numbers of an event by their names: `piece`, `target`, `side`, `square`, `ball`, `needed`, `number`.

    The one place of this room that knows what the numbers of an event mean.
    """
    numbers = {"a": int(event.a), "b": int(event.b), "c": int(event.c), "d": int(event.d)}
    found: dict[str, int] = {}
    introduced = ""
    for word in EVENT_PARTS.get(EVENT_NAMES[event.kind], "").split():
        letter, colon, kind = word.partition(":")
        if not colon:
            introduced = INTRODUCED.get(word, "")
            continue
        value = numbers[letter]
        if kind in ("target", "winner"):  # one more than what it names; 0 is none
            name, value = ("target" if kind == "target" else "side"), value - 1
        elif kind == "piece":
            name = "target" if "piece" in found else "piece"
        elif kind == "square" and introduced == "square":
            found["origin"] = found.pop("square")
            name = "square"
        else:
            name = introduced or kind
        introduced = ""
        if name not in found:
            found[name] = value
    if EVENT_NAMES[event.kind] in BALLS:
        found["ball"] = numbers[BALLS[EVENT_NAMES[event.kind]]]
    return found


def dice_of(event: EngineEvent) -> tuple[int | str, ...]:
    """The dice that an event tells of. Faces of block dice are words."""
    if event.kind == events.DICE_ROLLED:
        shown = dice.unpacked(event.b, event.c) if event.b else []
        return tuple(FACES[each] if event.d == dice.BLOCK_DIE else int(each) for each in shown)
    if event.kind == events.BLOCK_DICE_ROLLED:
        return tuple(FACES[each] for each in dice.unpacked(event.c, i64(abs(int(event.d)))))
    parts = parts_of(event) if EVENT_NAMES[event.kind] in ONE_DIE else {}
    return (parts["number"],) if "number" in parts else ()


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
        object.__setattr__(self, "_position", position)
        object.__setattr__(self, "_event", event)
        object.__setattr__(self, "rule", rule)
        object.__setattr__(self, "words", teller.line(event).removesuffix(f" ({rule})"))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an event does not change: {name} cannot be set")

    @property
    def text(self) -> str:
        return f"{self.words} ({self.rule})" if self.rule else self.words

    @property
    def kind(self) -> str:
        """What kind of event it is: `activated`, `dice rolled`, `went down`."""
        return str(EVENT_NAMES[self._event.kind])

    @property
    def parts(self) -> dict[str, int]:
        """All its numbers by their names, as the engine counts pieces, squares and sides."""
        return parts_of(self._event)

    @property
    def piece(self) -> Piece | None:
        """The piece it is about."""
        return self._piece("piece")

    @property
    def target(self) -> Piece | None:
        """The second piece it is about: who is blocked, fouled, handed the ball."""
        return self._piece("target")

    @property
    def side(self) -> Side | None:
        """The side it is about, where it names one."""
        number = self.parts.get("side", -1)
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
