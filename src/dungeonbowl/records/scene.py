"""Scenes: a small dungeon with pieces on it, scripted dice, and questions about what became of them.

Tests are written with this class, and scenario files are read into it. Set-up rules are not checked: a scene starts
in the middle of a match, at the beginning of the team turn of the side to move.
"""

from __future__ import annotations

import re
import textwrap
from typing import Any

import msgspec

from dungeonbowl.dungeon.text import fragment
from dungeonbowl.editions import build
from dungeonbowl.engine import abilities, clauses
from dungeonbowl.engine.dice import BLOCK_DIE, COIN, DiceError, ScriptedDice
from dungeonbowl.engine.events import EVENT_NAMES, Event
from dungeonbowl.engine.frames import ROLL
from dungeonbowl.engine.game import DRAW, REROLLS, TURNS, ZONE, Game
from dungeonbowl.engine.match import Match, Refused
from dungeonbowl.engine.procedures.contest import AFTER_TURN, OPENING, Contest
from dungeonbowl.engine.setup import NO_PASSING, PlayerSheet, Squads
from dungeonbowl.engine.statuses import NO_ZONE, ROOTED, STATUS_NAMES
from dungeonbowl.errors import UserError
from dungeonbowl.records.notation import Names, parse, spell
from dungeonbowl.teams.skills import ability_names

SIDES = ("home", "away", "third", "fourth")
FACES = {"PLAYER-DOWN": 1, "BOTH-DOWN": 2, "PUSH": 3, "STUMBLE": 5, "POW": 6}
CLAUSE_NAMES = {
    int(value): name
    for name, value in vars(clauses).items()
    if name.isupper() and isinstance(value, int) and name != "CLAUSES"
}


class SceneError(UserError):
    """A scene that cannot be built, or dice and actions that do not fit it."""


class Piece(msgspec.Struct, forbid_unknown_fields=True):
    """One player of a scene."""

    side: int = 0
    movement: int = 6
    strength: int = 3
    agility: int = 3
    passing: int | None = 4
    armour: int = 9
    skills: list[str] = []
    status: str = "standing"
    number: int | None = None
    at: tuple[int, int] | None = None
    under: str = "."
    size: int = 1
    niggles: int = 0
    zone: bool = True
    rooted: bool = False
    name: str = ""


def home(**facts: Any) -> Piece:
    """A player of the first side."""
    return Piece(side=0, **facts)


def away(**facts: Any) -> Piece:
    """A player of the second side."""
    return Piece(side=1, **facts)


class Scene:
    """A position, the match that starts from it, and what became of it."""

    def __init__(
        self,
        picture: str,
        legend: dict[str, Piece] | None = None,
        *,
        ball: str | tuple[int, int] | None = None,
        balls: list[str | tuple[int, int] | None] | None = None,
        rooms: list[tuple[str, list[int]]] | None = None,
        edition: str = "official",
        rerolls: tuple[int, ...] = (0, 0),
        bribes: tuple[int, ...] = (0, 0),
        to_move: str = "home",
        first: str = "home",
        turns: tuple[int, ...] = (1, 1),
        zones: tuple[int, ...] | None = None,
        opening: bool = False,
        sides: int = 2,
        dice: list[str] | None = None,
    ) -> None:
        legend = dict(legend or {})
        self.rules = build(edition)
        drawn, spots = read_picture(picture, legend)
        dungeon = fragment(drawn, self.rules.edition.partition("(")[0], rooms or [])
        self.letters: dict[str, int] = {}
        squads = squads_of(legend, sides, rerolls, self.letters)
        self.game = Game(self.rules, dungeon, squads)
        game = self.game
        for side in range(sides):
            game.set_side(side, TURNS, turns[side] if side < len(turns) else turns[-1])
            if zones is not None:
                game.set_side(side, ZONE, zones[side])
            if side < len(bribes):
                game.set_side(side, 6, bribes[side])
            game.set_side(side, REROLLS, rerolls[side] if side < len(rerolls) else 0)
        game.first_side = SIDES.index(first)
        game.active = (SIDES.index(to_move) - 1) % sides
        if not opening:
            self.put_tokens()
            self.put_pieces(legend, spots)
            self.put_balls(balls if balls is not None else [ball])
        self.names = Names(game, self.letters)
        self.dice = ScriptedDice(read_dice(dice or []))
        try:
            self.match = Match(game, self.dice, Contest(OPENING if opening else AFTER_TURN))
        except DiceError as error:
            raise SceneError(str(error)) from None

    # --- building ---------------------------------------------------------------------------------------------------

    def put_tokens(self) -> None:
        game = self.game
        for square in game.dungeon.map_chests:
            game.put_chest(int(square))
        for number, square in enumerate(game.dungeon.map_portals, 1):
            if square >= 0:
                game.put_portal(int(square), number)

    def put_pieces(self, legend: dict[str, Piece], spots: dict[str, tuple[int, int]]) -> None:
        game = self.game
        for letter, piece in legend.items():
            number = self.letters[letter]
            if piece.status not in STATUS_NAMES:
                raise SceneError(f"{letter}: status {piece.status!r}; expected one of {', '.join(STATUS_NAMES)}")
            status = STATUS_NAMES.index(piece.status)
            if not piece.zone:
                game.conditions[number] = game.conditions[number] | int(NO_ZONE)
            if piece.rooted:
                game.conditions[number] = game.conditions[number] | int(ROOTED)
            game.status[number] = status
            if status > 2:
                continue
            spot = piece.at or spots.get(letter)
            if spot is None:
                raise SceneError(f"{letter} is {piece.status} but stands nowhere: draw it or give `at`")
            square = int(game.dungeon.node_at(*spot))
            if square < 0 or game.occupant[square] != -1:
                raise SceneError(f"{letter} cannot stand at {spot}: rock, an impassable square or another player")
            game.place(number, square)

    def put_balls(self, balls: list[str | tuple[int, int] | None]) -> None:
        game = self.game
        hidden = 0
        for index, where in enumerate(balls):
            if where is None:
                hidden += 1
            elif isinstance(where, str):
                if where not in self.letters:
                    raise SceneError(f"the ball is with {where!r}, who is not in the scene")
                game.hold(self.letters[where], index)
            else:
                game.put_ball(index, self.node((where[0], where[1])))
        game.balls_hidden = hidden

    # --- playing ----------------------------------------------------------------------------------------------------

    def play(self, *texts: str, dice: list[str] | None = None) -> Scene:
        """Take actions in order, each with the dice it needs; every die of the script must be used."""
        self.dice.script = self.dice.script[: int(self.dice.used)] + read_dice(dice or [])
        for text in texts:
            self.act(text)
        self.spent()
        return self

    def act(self, text: str) -> None:
        """Take one action."""
        try:
            if self.match.awaits_dice():
                self.match.run()
            self.match.choose(parse(self.game, self.names, text))
        except Refused as refusal:
            offered = "; ".join(self.options()) or "nothing"
            raise SceneError(f"{text!r} is refused: {refusal}. On offer: {offered}") from None
        except DiceError as error:
            raise SceneError(f"{text!r}: {error}") from None

    def spent(self) -> None:
        """Fails when dice of the script are left over."""
        left = self.dice.leftover()
        if left:
            raise SceneError(f"{left} dice of the script were not rolled: {self.dice.script[-left:]}")

    def take_back(self) -> None:
        self.match.take_back()
        self.game = self.match.game

    # --- asking -----------------------------------------------------------------------------------------------------

    def node(self, spot: tuple[int, int]) -> int:
        node = int(self.game.dungeon.node_at(*spot))
        if node < 0:
            raise SceneError(f"there is no square at {spot}")
        return node

    def spot(self, node: int) -> tuple[int, int]:
        return int(self.game.dungeon.column[node]), int(self.game.dungeon.row[node])

    def piece(self, letter: str) -> int:
        return self.letters[letter]

    def square(self, letter: str) -> tuple[int, int] | None:
        node = int(self.game.square[self.letters[letter]])
        return self.spot(node) if node >= 0 else None

    def status(self, letter: str) -> str:
        return str(STATUS_NAMES[int(self.game.status[self.letters[letter]])])

    @property
    def ball(self) -> str | tuple[int, int] | None:
        return self.ball_number(0)

    def ball_number(self, ball: int) -> str | tuple[int, int] | None:
        """Where a ball is: with whom, on which square, or None when it is in no square."""
        carrier = int(self.game.carrier(ball))
        if carrier >= 0:
            return self.names.of(carrier)
        where = int(self.game.balls[ball])
        return self.spot(where) if where >= 0 else None

    @property
    def turnover(self) -> str:
        """The cause of the last turnover told, or an empty string."""
        for event in reversed(self.game.events):
            if EVENT_NAMES[event.kind] == "turnover":
                return CLAUSE_NAMES[int(event.clause)]
        return ""

    @property
    def active(self) -> str:
        return SIDES[int(self.game.active)]

    @property
    def asked(self) -> str | None:
        side = self.match.asked()
        return SIDES[side] if side >= 0 else None

    @property
    def winner(self) -> str | None:
        if not self.game.over:
            return None
        return "draw" if self.game.winner == DRAW else SIDES[int(self.game.winner)]

    def options(self) -> list[str]:
        return [spell(self.game, self.names, action) for action in self.match.options()]

    def offered(self, text: str) -> bool:
        return parse(self.game, self.names, text) in self.match.options()

    def refused(self, text: str) -> str:
        """Why an action is refused; fails when it is not, and leaves the scene as it was."""
        before = self.fingerprint()
        try:
            self.match.choose(parse(self.game, self.names, text))
        except Refused as refusal:
            assert self.fingerprint() == before, "a refused action changed the game"
            return str(refusal)
        raise SceneError(f"{text!r} was not refused")

    def rerolls(self, side: str) -> int:
        return int(self.game.side_value(SIDES.index(side), REROLLS))

    def told(self, event: str, letter: str | None = None) -> bool:
        """Whether an event of this name has happened, to this piece if one is named."""
        piece = None if letter is None else self.letters[letter]
        return any(EVENT_NAMES[each.kind] == event and (piece is None or each.a == piece) for each in self.game.events)

    def events(self, event: str) -> list[Event]:
        return [each for each in self.game.events if EVENT_NAMES[each.kind] == event]

    def points(self, letter: str) -> int:
        """Experience earned in the scene."""
        return sum(int(each.b) for each in self.events("points earned") if each.a == self.letters[letter])

    def story(self) -> list[str]:
        return [f"{EVENT_NAMES[each.kind]} {each.a} {each.b} {each.c} {each.d}" for each in self.game.events]

    def cited(self) -> set[str]:
        """The rules that the events so far name."""
        return {self.rules.cite(each.clause) for each in self.game.events} - {""}

    def fingerprint(self) -> tuple[object, ...]:
        """Everything that may change, for comparing."""
        game = self.game
        return (
            [int(x) for x in game.square],
            [int(x) for x in game.status],
            [int(x) for x in game.conditions],
            [int(x) for x in game.occupant],
            [int(x) for x in game.token],
            [int(x) for x in game.balls],
            [int(x) for x in game.sides],
            [int(x) for x in game.memo],
            [(frame.name(), frame.args()) for frame in game.stack],
            int(game.signal),
            int(game.asked),
            int(game.moves_left),
            int(game.rushes_left),
            int(game.progress),
            int(game.turnover),
            game.signal == ROLL,
        )


def read_picture(picture: str, legend: dict[str, Piece]) -> tuple[str, dict[str, tuple[int, int]]]:
    """The picture without its pieces, and where they stood. A plan is read in its own grid."""
    rows = textwrap.dedent(picture.strip("\n")).rstrip().split("\n")
    is_plan = rows[0].lstrip().startswith("+")
    spots: dict[str, tuple[int, int]] = {}
    cleaned: list[str] = []
    for y, row in enumerate(rows):
        characters = list(row)
        for x, character in enumerate(row):
            if character in legend and legend[character].at is None and (not is_plan or (x % 2 and y % 2)):
                if character in spots:
                    raise SceneError(f"{character!r} is drawn twice")
                spots[character] = ((x - 1) // 2, (y - 1) // 2) if is_plan else (x, y)
                characters[x] = legend[character].under
        cleaned.append("".join(characters))
    return "\n".join(cleaned), spots


def squads_of(legend: dict[str, Piece], sides: int, rerolls: tuple[int, ...], letters: dict[str, int]) -> Squads:
    """The sheets of a scene, side after side; fills in which letter is which piece."""
    sheets: list[PlayerSheet] = []
    for side in range(sides + 1):
        number = 0
        for letter, piece in legend.items():
            if piece.side != side:
                continue
            number = piece.number if piece.number is not None else number + 1
            letters[letter] = len(sheets)
            known = [int(getattr(abilities, name)) for name in ability_names(piece.skills)]
            sheets.append(
                PlayerSheet(
                    side,
                    number,
                    piece.name or letter,
                    piece.movement,
                    piece.strength,
                    piece.agility,
                    int(NO_PASSING) if piece.passing is None else piece.passing,
                    piece.armour,
                    known,
                    piece.size,
                    piece.niggles,
                    "",
                    list(piece.skills),
                )
            )
    return Squads(sides, sheets, [*rerolls, 0, 0, 0, 0][:sides], list(SIDES[:sides]))


def read_dice(texts: list[str]) -> list[tuple[int, int]]:
    """A dice script: "D6 3", "2D6 4+3", "D8 5", "block POW PUSH", "coin 1"."""
    script: list[tuple[int, int]] = []
    for text in texts:
        words = text.replace("+", " ").split()
        kind, results = words[0].upper() if words else "", words[1:]
        match = re.fullmatch(r"(\d*)D(\d+)", kind)
        if kind == "BLOCK":
            bad = [face for face in results if face.upper() not in FACES]
            if bad or not results:
                raise SceneError(f"dice {text!r}: expected block faces out of {', '.join(FACES)}")
            script += [(int(BLOCK_DIE), FACES[face.upper()]) for face in results]
        elif kind == "COIN" and results and all(face in ("1", "2") for face in results):
            script += [(int(COIN), int(face)) for face in results]
        elif match and results and all(face.isdigit() for face in results):
            count = int(match.group(1) or len(results))
            if count != len(results):
                raise SceneError(f"dice {text!r}: {count} results are expected, {len(results)} are given")
            script += [(int(match.group(2)), int(face)) for face in results]
        else:
            raise SceneError(f"dice {text!r}: expected for example 'D6 3', '2D6 4+3', 'block POW' or 'coin 1'")
    return script
