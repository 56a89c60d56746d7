"""A position to walk about in: pieces, squares, sides and balls by their names.

A position is what the match was when it was asked for. It does not change when the match goes on.

>>> from dungeonbowl import Match
>>> position = Match("official(quick=1)", seed=7).position
>>> position.pieces["A3"].square.neighbours
[(3,5), (4,5), (4,6), (4,7), (2,6), (2,5)]
>>> position.balls[0].state, position.turn, position.score
('hidden in a chest', 1, {'home': 0, 'away': 0})
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeGuard

from librt.vecs import vec
from mypy_extensions import i16, i64

from dungeonbowl.dungeon.distance import distances
from dungeonbowl.dungeon.terrain import CHARACTERS, ROOM_NAMES
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import GONE, HIDDEN
from dungeonbowl.engine.setup import NO_PASSING
from dungeonbowl.engine.sides import BRIBES, REROLLS, SCORE, TURNS, ZONE
from dungeonbowl.engine.statuses import STANDING, STATUS_NAMES
from dungeonbowl.errors import UserError
from dungeonbowl.play.named import Frozen, Named
from dungeonbowl.words.notation import COACHES, COMPASS, SIDE_LETTERS, Names, parse_square, spell_square

MASTER: Final = "game master"
NEUTRAL: Final = "neutral"
FAR: Final = 9999  # the distance to what cannot be reached


class Numbered(Named):
    """Something of a position that the engine knows by a number."""

    __slots__ = ("number", "position")

    number: int
    position: Position

    def __init__(self, position: Position, number: int) -> None:
        self._hold(position=position, number=number)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.position, self.number)


class Square(Numbered):
    """One square of the dungeon. It is called by its place: `(4,2)` is the fifth column and the third row.

    >>> from dungeonbowl import Match
    >>> square = Match("official(quick=1)", seed=7).position.squares[3, 6]
    >>> square, square.x, square.y, square.zone, square.piece, square.step("e")
    ((3,6), 3, 6, 'A', A3, (4,6))
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        return spell_square(self.position.game, self.number)

    @property
    def x(self) -> int:
        """The column, counted from 0; -1 inside a passage."""
        return int(self.position.game.dungeon.column[self.number])

    @property
    def y(self) -> int:
        """The row, counted from 0; -1 inside a passage."""
        return int(self.position.game.dungeon.row[self.number])

    @property
    def sign(self) -> str:
        """The character that dungeon files draw for its ground: `.` is floor."""
        return CHARACTERS[int(self.position.game.dungeon.terrain[self.number])]

    @property
    def room(self) -> str:
        """The room it belongs to, or nothing."""
        code = int(self.position.game.dungeon.room[self.number])
        return ROOM_NAMES[code] if code else ""

    @property
    def zone(self) -> str:
        """The letter of the end zone it belongs to, or nothing."""
        zone = int(self.position.game.dungeon.zone[self.number])
        return SIDE_LETTERS[zone] if zone >= 0 else ""

    @property
    def piece(self) -> Piece | None:
        """The piece that stands or lies here."""
        occupant = int(self.position.game.occupant[self.number])
        return self.position.piece(occupant) if occupant >= 0 else None

    @property
    def ball(self) -> Ball | None:
        """The ball that lies here."""
        ball = int(self.position.game.ball_on(i64(self.number)))
        return self.position.balls[ball] if ball >= 0 else None

    @property
    def has_chest(self) -> bool:
        """Whether a closed chest stands here."""
        return bool(self.position.game.is_chest(i64(self.number)))

    @property
    def portal(self) -> int:
        """The number of the portal here, or 0."""
        return int(self.position.game.portal_number(i64(self.number)))

    @property
    def neighbours(self) -> list[Square]:
        """The squares one step away. Walls and closed doors are in the way, pieces are not."""
        steps = self.position.game.steps
        found = (int(steps[self.number * 8 + direction]) for direction in range(8))
        return [Square(self.position, number) for number in found if number >= 0]

    def step(self, direction: str) -> Square | None:
        """The square in a direction such as `ne`, if a step leads there."""
        if direction not in COMPASS:
            raise UserError(f"direction {direction!r}: expected one of {', '.join(COMPASS)}")
        number = int(self.position.game.steps[self.number * 8 + COMPASS.index(direction)])
        return Square(self.position, number) if number >= 0 else None

    def distance(self, goal: object) -> int:
        """Steps to a square, or to the nearest of several; 9999 where there is no way. Pieces are not in the way.

        A square may be given as `position.squares` takes it: also by its text, by column and row, or as a piece or a
        ball that is there.

        >>> from dungeonbowl import Match
        >>> position = Match("official(quick=1)", seed=7).position
        >>> position.squares[3, 6].distance(position.squares[30, 5])
        27
        """
        if isinstance(goal, Square):
            return self.position.steps_to((goal.number,), self.number)
        if isinstance(goal, Iterable) and not isinstance(goal, (str, bytes)) and not is_place(goal):
            numbers = {self._number_of(each) for each in goal}
        else:
            numbers = {self._number_of(goal)}
        return self.position.steps_to(tuple(sorted(numbers)), self.number)

    def _number_of(self, place: object) -> int:
        if isinstance(place, Square):
            return place.number
        try:
            return self.position.squares[place].number
        except KeyError as error:
            raise UserError(str(error.args[0])) from None


class Piece(Numbered):
    """A player, or a piece of no side. It is called by the letter of its side and its number: `A3`.

    >>> from dungeonbowl import Match
    >>> match = Match("official(quick=1)", teams=("fire-fast", "light-balanced"), seed=7)
    >>> piece = match.position.pieces["A3"]
    >>> piece.side, piece.role, piece.state, piece.square, piece.movement, piece.skills
    (home, 'Dwarf Blitzer', 'reserves', None, 5, ['Block', 'Thick Skull'])
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        return self.position.names.of(self.number)

    @property
    def side(self) -> Side:
        """The side it plays for."""
        return self.position.side(int(self.position.game.side_of[self.number]))

    @property
    def square(self) -> Square | None:
        """Where it is, or None outside the dungeon. Of a large piece it is the top left square."""
        number = int(self.position.game.square[self.number])
        return Square(self.position, number) if number >= 0 else None

    @property
    def state(self) -> str:
        """How it is, in a word: standing, prone, stunned, reserves, knocked-out, casualty and so on."""
        return str(STATUS_NAMES[int(self.position.game.status[self.number])])

    @property
    def is_standing(self) -> bool:
        """Whether it is in the dungeon and on its feet."""
        return self.square is not None and bool(self.position.game.is_standing(i64(self.number)))

    @property
    def is_marked(self) -> bool:
        """Whether an opponent marks it."""
        return self.square is not None and bool(self.position.game.is_marked(i64(self.number)))

    @property
    def ball(self) -> Ball | None:
        """The ball it carries."""
        ball = int(self.position.game.ball_of(i64(self.number)))
        return self.position.balls[ball] if ball >= 0 else None

    @property
    def called(self) -> str:
        """The player's own name."""
        return str(self.position.game.squads.sheets[self.number].name)

    @property
    def role(self) -> str:
        """The position on the roster, such as `Bright Blitzer`."""
        return str(self.position.game.squads.sheets[self.number].position)

    @property
    def skills(self) -> list[str]:
        """Skills and traits, as the roster prints them."""
        return list(self.position.game.squads.sheets[self.number].skills)

    @property
    def movement(self) -> int:
        """Movement allowance."""
        return int(self.position.game.movement(i64(self.number)))

    @property
    def strength(self) -> int:
        """Strength."""
        return int(self.position.game.strength(i64(self.number)))

    @property
    def agility(self) -> int:
        """The target number of agility."""
        return int(self.position.game.squads.agility[self.number])

    @property
    def passing(self) -> int | None:
        """The target number of passing; None for a player who cannot throw."""
        passing = int(self.position.game.squads.passing[self.number])
        return None if passing == NO_PASSING else passing

    @property
    def armour(self) -> int:
        """The target number of armour."""
        return int(self.position.game.squads.armour[self.number])

    @property
    def goals(self) -> list[Square]:
        """Where it would score with the ball in hand."""
        return self.position.goals_of(self.number)


class Side(Numbered):
    """One side of the match: home, away, third or fourth.

    >>> from dungeonbowl import Match
    >>> away = Match("official(quick=1)", seed=7).position.sides["away"]
    >>> away.letter, away.team, away.score, away.turn, away.rerolls, away.zone, len(away.pieces)
    ('B', 'Away', 0, 1, 3, 'B', 12)
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        return side_name(self.position.game, self.number)

    @property
    def letter(self) -> str:
        """The letter its pieces are called by; N for pieces of no side."""
        return SIDE_LETTERS[self.number] if self.number < self.position.game.squads.sides else "N"

    @property
    def team(self) -> str:
        """The name of its team; nothing for pieces of no side."""
        names = self.position.game.squads.names
        return str(names[self.number]) if self.number < len(names) else ""

    def value(self, column: int) -> int:
        """A number that the engine keeps of the side."""
        game = self.position.game
        return int(game.side_value(i64(self.number), i64(column))) if self.number < game.squads.sides else 0

    @property
    def score(self) -> int:
        """Touchdowns."""
        return self.value(int(SCORE))

    @property
    def turn(self) -> int:
        """How many team turns it has begun."""
        return self.value(int(TURNS))

    @property
    def rerolls(self) -> int:
        """Team re-rolls left."""
        return self.value(int(REROLLS))

    @property
    def bribes(self) -> int:
        """Bribes left."""
        return self.value(int(BRIBES))

    @property
    def zone(self) -> str:
        """The letter of the end zone that is its own."""
        return SIDE_LETTERS[self.value(int(ZONE))]

    @property
    def pieces(self) -> list[Piece]:
        """Its pieces, in the dungeon or not."""
        return [piece for piece in self.position.pieces.values() if piece.side.number == self.number]


class Ball(Numbered):
    """A ball: carried, on a square, hidden in a chest, or out of the game.

    >>> from dungeonbowl import Match
    >>> ball = Match("official(quick=1)", seed=7).position.balls[0]
    >>> ball, ball.state, ball.square, ball.carrier
    (the ball, 'hidden in a chest', None, None)
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        return "the ball" if len(self.position.game.balls) == 1 else f"ball {self.number + 1}"

    @property
    def carrier(self) -> Piece | None:
        """The piece that has it."""
        carrier = int(self.position.game.carrier(i64(self.number)))
        return self.position.piece(carrier) if carrier >= 0 else None

    @property
    def square(self) -> Square | None:
        """Where it is, on the floor or in hands; None while it is hidden or gone."""
        if self.carrier is not None:
            return self.carrier.square
        where = int(self.position.game.balls[self.number])
        return Square(self.position, where) if where >= 0 else None

    @property
    def is_loose(self) -> bool:
        """Whether it lies on the floor."""
        return int(self.position.game.balls[self.number]) >= 0

    @property
    def state(self) -> str:
        """`carried`, `loose`, `hidden in a chest` or `gone`."""
        if self.carrier is not None:
            return "carried"
        where = int(self.position.game.balls[self.number])
        if where == HIDDEN:
            return "hidden in a chest"
        return "gone" if where == GONE else "loose"


class Squares(Frozen, Mapping[object, Square]):
    """All squares, by their name `(4,2)`, by column and row, or by a piece or a ball that is there."""

    position: Position

    def __init__(self, position: Position) -> None:
        self._hold(position=position)

    def __reduce__(self) -> tuple[object, ...]:
        return Squares, (self.position,)

    def __getitem__(self, place: object) -> Square:
        game = self.position.game
        if isinstance(place, Square):
            return Square(self.position, place.number)
        if isinstance(place, (Piece, Ball)):
            if place.square is None:
                raise KeyError(f"{place} is on no square")
            return Square(self.position, place.square.number)
        if is_place(place):
            column, row = place
            inside = 0 <= column < game.dungeon.width and 0 <= row < game.dungeon.height
            node = int(game.dungeon.node_at(i64(column), i64(row))) if inside else -1
            if node < 0:
                raise KeyError(f"there is no floor at {place}")
            return Square(self.position, node)
        if not isinstance(place, str):
            raise KeyError(f"{place!r} is no square: expected a square, column and row, or a text such as '(4,2)'")
        try:
            return Square(self.position, parse_square(game, place.replace(" ", ""), place))
        except Exception as error:
            raise KeyError(str(error)) from None

    def __iter__(self) -> Iterator[Square]:
        return (Square(self.position, number) for number in range(len(self)))

    def __len__(self) -> int:
        return int(self.position.game.dungeon.count)


class Position(Frozen):
    """Everything on the board at one moment.

    >>> from dungeonbowl import Match
    >>> position = Match("official(quick=1)", seed=7).position
    >>> position.active, position.acting, len(position.chests), sorted(position.portals)
    (away, None, 6, [1, 2, 3, 4, 5, 6])
    """

    game: Game
    names: Names
    pieces: Mapping[str, Piece]
    balls: tuple[Ball, ...]
    squares: Squares
    _fields: dict[tuple[int, ...], vec[i16]]
    _goals: dict[int, list[Square]]

    def __init__(self, game: Game, names: Names) -> None:
        """`game` is kept and never changed: hand over a clone."""
        pieces = {names.of(number): Piece(self, number) for number in range(int(game.squads.count))}
        self._hold(
            game=game,
            names=names,
            pieces=MappingProxyType(pieces),
            balls=tuple(Ball(self, number) for number in range(len(game.balls))),
            squares=Squares(self),
            _fields={},
            _goals={},
        )

    def __reduce__(self) -> tuple[object, ...]:
        return Position, (self.game, self.names)

    def __repr__(self) -> str:
        game = self.game
        where = f" on {game.dungeon.identity}" if game.dungeon.count > 0 else ""
        score = ", ".join(f"{name} {touchdowns}" for name, touchdowns in self.score.items())
        return f"<Position of {game.rules.edition}{where}, turn {self.turn}: {score}>"

    def __str__(self) -> str:
        from dungeonbowl.play.drawing import board_text  # most positions are never drawn

        return board_text(self.game, self.names)

    def _repr_svg_(self) -> str:
        """The board as a picture: what a notebook shows."""
        from dungeonbowl.play.picture import board_svg

        return board_svg(self.game, self.names)

    def piece(self, number: int) -> Piece:
        """A piece by the engine's number."""
        return self.pieces[self.names.of(number)]

    def side(self, number: int) -> Side:
        """A side by the engine's number."""
        return Side(self, number)

    @property
    def sides(self) -> dict[str, Side]:
        """The sides by their names."""
        return {COACHES[number]: Side(self, number) for number in range(int(self.game.squads.sides))}

    @property
    def asked(self) -> Side | None:
        """The side whose coach must decide."""
        return Side(self, int(self.game.asked)) if self.game.signal == ASK else None

    @property
    def active(self) -> Side | None:
        """The side whose team turn it is."""
        return Side(self, int(self.game.active)) if self.game.active >= 0 else None

    @property
    def acting(self) -> Piece | None:
        """The player who is being activated."""
        return self.piece(int(self.game.acting)) if self.game.acting >= 0 else None

    @property
    def carrier(self) -> Piece | None:
        """The piece that has a ball; with several balls, the carrier of the first."""
        return next((ball.carrier for ball in self.balls if ball.carrier is not None), None)

    @property
    def chests(self) -> list[Square]:
        """The closed chests."""
        return [Square(self, node) for node in range(len(self.squares)) if self.game.is_chest(i64(node))]

    @property
    def portals(self) -> dict[int, Square]:
        """The portals by their numbers."""
        numbers = {int(self.game.portal_number(i64(node))): node for node in range(len(self.squares))}
        return {number: Square(self, node) for number, node in sorted(numbers.items()) if number}

    @property
    def score(self) -> dict[str, int]:
        """Touchdowns of each side."""
        return {name: side.score for name, side in self.sides.items()}

    @property
    def turn(self) -> int:
        """The number of the team turn that is being played; 0 before the first."""
        return self.active.turn if self.active is not None else 0

    @property
    def half(self) -> int:
        """The number of the half, 1 in editions without halves."""
        return int(self.game.half)

    def steps_to(self, goals: tuple[int, ...], origin: int) -> int:
        """Steps from a square to the nearest of these."""
        field = self._fields.get(goals)
        if field is None:
            field = vec[i16]([-1] * int(self.game.dungeon.count))
            distances(self.game.steps, self.game.occupant, vec[i16](list(goals)), field)
            self._fields[goals] = field
        found = int(field[origin])
        return found if found >= 0 else FAR

    def goals_of(self, piece: int) -> list[Square]:
        """The squares where a piece would score: each is tried, and the edition's own rule says yes or no."""
        if piece not in self._goals:
            game = self.game.clone()
            game.status[piece] = int(STANDING)
            found: list[Square] = []
            for zone in game.dungeon.zones:
                for node in zone:
                    game.square[piece] = int(node)
                    if game.rules.policies.scoring.counts(game, i64(piece)):
                        found.append(Square(self, int(node)))
            self._goals[piece] = found
        return list(self._goals[piece])


def is_place(place: object) -> TypeGuard[tuple[int, int]]:
    """Whether this is a column and a row."""
    return (
        isinstance(place, tuple)
        and len(place) == 2
        and all(isinstance(each, int) and not isinstance(each, bool) for each in place)
    )


def side_name(game: Game, number: int) -> str:
    """What a side is called: home, away, third, fourth; `game master` decides for no side."""
    if number == game.squads.sides:
        return MASTER if game.rules.policies.neutral.has_master() else NEUTRAL
    return COACHES[number] if 0 <= number < len(COACHES) else "nobody"
