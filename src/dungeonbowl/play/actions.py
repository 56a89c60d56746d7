"""Actions as values: what a coach may choose, in the words of the rulebook."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import first_of, kind_of, second_of
from dungeonbowl.play.named import Named
from dungeonbowl.play.position import Piece, Position, Square
from dungeonbowl.rulebook import EDITIONS, Rule, book
from dungeonbowl.words.action_clauses import clause_of
from dungeonbowl.words.notation import FACES, GRAMMAR, spell

# What the words of a kind do not say themselves.
KINDS: Final = {
    int(actions.DECLARE): "declare",
    int(actions.ENTER_RESERVE): "enter",
    int(actions.TREAT): "treat",
}
# Kinds whose piece is the one that something is done to, by the player who acts.
AIMED: Final = {
    int(kind)
    for kind in (
        actions.BLOCK,
        actions.HAND_OFF,
        actions.FOUL,
        actions.PICK_TEAM_MATE,
        actions.CAST_ON,
        actions.STRIKE_FROM_AFAR,
        actions.NAME_VICTIM,
    )
}


class Action(Named):
    """Something that a coach may choose. It is equal to its text.

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
        object.__setattr__(self, "_position", position)
        object.__setattr__(self, "_packed", packed)
        object.__setattr__(self, "_words", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an action does not change: {name} cannot be set")

    @property
    def words(self) -> str:
        """The action as text: what `play` reads, and what replays keep."""
        if self._words is None:
            object.__setattr__(self, "_words", spell(self._position.game, self._position.names, self._packed))
        return str(self._words)

    @property
    def text(self) -> str:
        return self.words

    @property
    def kind(self) -> str:
        """The words without what they are about: `activate`, `step`, `declare`, `end turn`."""
        number = int(kind_of(i64(self._packed)))
        return KINDS.get(number) or GRAMMAR.get(number, ("action",))[0]

    @property
    def piece(self) -> Piece | None:
        """The piece that does it: the one named, or the player who acts."""
        number = int(kind_of(i64(self._packed)))
        if number in AIMED or "piece" not in arguments(number):
            return self._position.acting
        return self._argument("piece")

    @property
    def target(self) -> Piece | None:
        """The piece it is done to."""
        number = int(kind_of(i64(self._packed)))
        if number == int(actions.DECLARE):
            target = int(second_of(i64(self._packed))) - 1
            return self._position.piece(target) if target >= 0 else None
        return self._argument("piece") if number in AIMED else None

    @property
    def square(self) -> Square | None:
        """The square it is about: where a step leads, what is opened, where something is placed."""
        packed = i64(self._packed)
        number = int(kind_of(packed))
        kinds = arguments(number)
        if "square" in kinds:
            value = second_of(packed) if kinds.index("square") else first_of(packed)
            return Square(self._position, int(value))
        here = self._position.acting.square if self._position.acting is not None else None
        if number == int(actions.STEP) and here is not None:
            beyond = int(self._position.game.steps[here.number * 8 + int(first_of(packed))])
            return Square(self._position, beyond) if beyond >= 0 else None
        return None

    @property
    def rule(self) -> str:
        """The id of the rule it follows from, or nothing."""
        return str(self._position.game.rules.cite(i64(clause_of(self._packed))))

    @property
    def dice(self) -> tuple[str, ...]:
        """The face of a block die that it chooses, or nothing."""
        packed = i64(self._packed)
        return (FACES[int(first_of(packed))],) if kind_of(packed) == actions.CHOOSE_FACE else ()

    def _argument(self, kind: str) -> Piece | None:
        index = arguments(int(kind_of(i64(self._packed)))).index(kind)
        value = int(second_of(i64(self._packed)) if index else first_of(i64(self._packed)))
        return self._position.piece(value) if value < len(self._position.pieces) else None


def arguments(kind: int) -> tuple[str, ...]:
    """The kinds of the arguments of a kind of action."""
    if kind in (int(actions.ENTER_RESERVE), int(actions.TREAT)):
        return ("piece",)
    if kind == int(actions.USE):
        return ("ability", "piece")
    return GRAMMAR.get(kind, ("", ()))[1]


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
