"""Actions as values: what a coach may choose, in the words of the rulebook."""

from __future__ import annotations

from mypy_extensions import i64

from dungeonbowl.engine.action_kinds import arguments_of, row_of
from dungeonbowl.engine.actions import STEP, kind_of
from dungeonbowl.play.named import Named
from dungeonbowl.play.position import Piece, Position, Square
from dungeonbowl.rulebook import EDITIONS, Rule, book
from dungeonbowl.words.action_clauses import clause_of
from dungeonbowl.words.notation import COMPASS, DECLARATIONS, FACES, SOURCES, spell


class Action(Named):
    """Something that a coach may choose. It is equal to its text.

    An action that is kept and played later means what its text means then: it is the same text played again.

    >>> from dungeonbowl import Match
    >>> match = Match("official(quick=1)", seed=7)
    >>> action = match.options[0]
    >>> action, action.kind, action.piece, action == "activate B1", {action: 1}["activate B1"]
    (activate B1, 'activate', B1, True, 1)
    """

    __slots__ = ("_packed", "_position", "_words")

    _packed: int
    _position: Position
    _words: str | None

    def __init__(self, position: Position, packed: int) -> None:
        self._hold(_position=position, _packed=packed, _words=None)

    def __reduce__(self) -> tuple[object, ...]:
        return Action, (self._position, self._packed)

    @property
    def words(self) -> str:
        """The action as text: what `play` reads, and what replays keep."""
        if self._words is None:
            self._hold(_words=spell(self._position.game, self._position.names, self._packed))
        return str(self._words)

    @property
    def text(self) -> str:
        return self.words

    @property
    def kind(self) -> str:
        """The words without what they are about: `activate`, `step`, `declare`, `end turn`."""
        row = row_of(self._packed)
        return row.words if row is not None else "action"

    @property
    def piece(self) -> Piece | None:
        """The piece that does it: the one named, or the player who acts."""
        return self._piece("piece") if "piece" in arguments_of(self._packed) else self._position.acting

    @property
    def target(self) -> Piece | None:
        """The piece it is done to."""
        return self._piece("target")

    @property
    def square(self) -> Square | None:
        """The square it is about: where a step leads, what is opened, where something is placed."""
        values = arguments_of(self._packed)
        number = values.get("square", -1)
        here = self._position.acting.square if self._position.acting is not None else None
        if kind_of(i64(self._packed)) == STEP and here is not None:
            number = int(self._position.game.steps[here.number * 8 + values["direction"]])
        return Square(self._position, number) if number >= 0 else None

    @property
    def declaration(self) -> str | None:
        """What is declared, in words: `move`, `blitz`."""
        return DECLARATIONS.get(arguments_of(self._packed).get("declaration", 0))

    @property
    def direction(self) -> str | None:
        """The direction it names, such as `ne`."""
        number = arguments_of(self._packed).get("direction", -1)
        return COMPASS[number] if number >= 0 else None

    @property
    def source(self) -> str | None:
        """Where a re-roll comes from, such as `team`."""
        return SOURCES.get(arguments_of(self._packed).get("source", -1))

    @property
    def rule(self) -> str:
        """The id of the rule it follows from, or nothing."""
        return str(self._position.game.rules.cite(i64(clause_of(self._packed))))

    @property
    def dice(self) -> tuple[str, ...]:
        """The face of a block die that it chooses, or nothing."""
        face = arguments_of(self._packed).get("face")
        return (FACES[face],) if face is not None else ()

    def _piece(self, name: str) -> Piece | None:
        number = arguments_of(self._packed).get(name, -1)
        return self._position.piece(number) if 0 <= number < len(self._position.pieces) else None


def rules_by_id(edition: str) -> dict[str, Rule]:
    """The rules of an edition and of the dungeons it is played in, by their ids.

    >>> rules_by_id("official")["O-TERM-10"].text
    'A team may have any number of its players in the dungeon at once.'
    """
    found: dict[str, Rule] = {}
    for name in (edition, "dungeons"):
        if name in EDITIONS:
            found.update(book(name))
    return found
