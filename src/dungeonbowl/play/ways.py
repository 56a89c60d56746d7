"""Where a player can go, by which way, and how likely it is to arrive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mypy_extensions import i64

from dungeonbowl.engine import pathfinder
from dungeonbowl.engine.reach import Reach as EngineReach
from dungeonbowl.play.actions import Action
from dungeonbowl.play.named import Frozen, Named
from dungeonbowl.play.position import Piece, Position, Square
from dungeonbowl.words.phrases import CLAUSE_WORDS


class Roll(Named):
    """A roll on the way: what for, what the die must show at least, and where.

    >>> from dungeonbowl import Match
    >>> way = Match("official(quick=1)", seed=7).reach("B1")[22, 3]
    >>> way.rolls
    [rush 2+ at (23,4), rush 2+ at (22,3)]
    >>> way.rolls[0].what, way.rolls[0].needed, way.rolls[0].rule
    ('rush', 2, 'O-MOVE-07')
    """

    __slots__ = ("needed", "rule", "square", "what")

    what: str
    needed: int
    square: Square
    rule: str

    def __init__(self, what: str, needed: int, square: Square, rule: str) -> None:
        self._hold(what=what, needed=needed, square=square, rule=rule)

    def __reduce__(self) -> tuple[object, ...]:
        return Roll, (self.what, self.needed, self.square, self.rule)

    @property
    def text(self) -> str:
        return f"{self.what} {self.needed}+ at {self.square}"


class Way(Named):
    """The best way to a square: its odds, its path, the rolls along it and the actions to choose.

    >>> from dungeonbowl import Match
    >>> way = Match("official(quick=1)", seed=7).reach("B1")[22, 3]
    >>> way, round(way.odds, 3), way.cost, way.path[-2:], way.actions[0]
    (to (22,3): 69 %, 0.694, 8, [(23,4), (22,3)], step sw)
    """

    __slots__ = ("_found", "_position", "piece", "square")

    _found: EngineReach
    _position: Position
    piece: Piece
    square: Square

    def __init__(self, piece: Piece, found: EngineReach, square: Square) -> None:
        self._hold(_position=piece.position, _found=found, piece=piece, square=square)

    def __reduce__(self) -> tuple[object, ...]:
        return way_of, (self.piece, self.square)

    @property
    def text(self) -> str:
        return f"to {self.square}: {100 * self.odds:.0f} %"

    @property
    def odds(self) -> float:
        """The chance that every roll on the way succeeds."""
        return float(self._found.odds(i64(self.square.number)))

    @property
    def cost(self) -> int:
        """Squares of movement, Rushes included."""
        return int(self._found.cost(i64(self.square.number)))

    @property
    def path(self) -> list[Square]:
        """The squares entered, in order."""
        return [Square(self._position, number) for number in self._found.path(i64(self.square.number))]

    @property
    def rolls(self) -> list[Roll]:
        """Every roll of the way, in order."""
        cite = self._position.game.rules.cite
        return [
            Roll(CLAUSE_WORDS[clause], needed, Square(self._position, where), str(cite(i64(clause))))
            for clause, needed, where in self._found.rolls(i64(self.square.number))
        ]

    @property
    def actions(self) -> list[Action]:
        """What to choose, one after the other, once the action of the activation is declared."""
        return [Action(self._position, packed) for packed in self._found.actions(i64(self.square.number))]


class Reach(Frozen, Mapping[object, Way]):
    """Every square that a player can reach, with the best way to it. Ask by square, by name or by column and row.

    >>> from dungeonbowl import Match
    >>> reach = Match("official(quick=1)", seed=7).reach("B1")
    >>> reach
    B1 reaches 40 squares
    >>> (22, 3) in reach, "(0,0)" in reach
    (True, False)
    """

    piece: Piece
    _found: EngineReach
    _position: Position

    def __init__(self, piece: Piece, found: EngineReach) -> None:
        self._hold(piece=piece, _found=found, _position=piece.position)

    def __reduce__(self) -> tuple[object, ...]:
        return reach_of, (self.piece,)

    def __getitem__(self, place: object) -> Way:
        square = self._position.squares[place]
        if self._found.label(i64(square.number)) < 0:
            raise KeyError(f"{self.piece} does not reach {square}")
        return Way(self.piece, self._found, square)

    def __iter__(self) -> Iterator[Square]:
        return (Square(self._position, number) for number in self._found.squares())

    def __len__(self) -> int:
        return len(self._found.squares())

    def __repr__(self) -> str:
        return f"{self.piece} reaches {len(self)} squares"


def reach_of(piece: Piece) -> Reach:
    """Every square that a piece can reach in the position it stands in."""
    return Reach(piece, pathfinder.reach(piece.position.game, i64(piece.number)))


def way_of(piece: Piece, square: Square) -> Way:
    """The best way of a piece to a square."""
    return reach_of(piece)[square]
