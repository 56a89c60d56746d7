"""The board as text and as a picture."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.dungeon.drawing import draw_plan
from dungeonbowl.dungeon.printing import symbols
from dungeonbowl.dungeon.printing.floorplan import FloorPlan
from dungeonbowl.dungeon.printing.sheet import Length, Sheet
from dungeonbowl.dungeon.printing.svg import number, printable, text
from dungeonbowl.dungeon.printing.symbols import SQUARE
from dungeonbowl.dungeon.terrain import CHARACTERS
from dungeonbowl.engine.game import SCORE, TURNS, Game
from dungeonbowl.engine.statuses import STANDING
from dungeonbowl.records.notation import COACHES, Names

BALL: Final = "*"
LETTERS: Final = ("ABCDEFGHIJKLMNOP", "abcdefghijklmnop", "QRSTUVWXYZ", "qrstuvwxyz")
NEUTRAL: Final = "&"
COLOURS: Final = ("#c4342c", "#2654b2", "#2c843e", "#a86e18")
NO_SIDE: Final = "#603c78"
WHITE: Final = "#ffffff"
GOLD: Final = "#f5c518"


def board_text(game: Game, names: Names) -> str:
    """The board as dungeon files draw it, with pieces as letters, and lines that say who they are."""
    dungeon = game.dungeon
    if dungeon.count == 0:
        return "the dungeon is not known yet"
    marks = {node: ground(game, node) for node in range(int(dungeon.count)) if dungeon.column[node] >= 0}
    for where in game.balls:
        if where >= 0:
            marks[int(where)] = BALL
    for piece in range(int(game.squads.count)):
        if game.square[piece] >= 0:
            marks[int(game.square[piece])] = letter_of(game, piece)
    return draw_plan(dungeon, marks) + "\n".join(lines_of(game, names))


def ground(game: Game, node: int) -> str:
    """The character of a square without a piece: a chest, a portal, the letter of an end zone, or the ground."""
    if game.is_chest(i64(node)):
        return "$"
    if game.portal_number(i64(node)) > 0:
        return str(int(game.portal_number(i64(node))) % 10)
    zone = int(game.dungeon.zone[node])
    return ":" if zone >= 0 else CHARACTERS[int(game.dungeon.terrain[node])]


def letter_of(game: Game, piece: int) -> str:
    """One letter a piece: capitals for home, small letters for away."""
    side = int(game.side_of[piece])
    if side >= game.squads.sides:
        return NEUTRAL
    letters = LETTERS[side]
    return letters[(piece - int(game.first_piece(i64(side)))) % len(letters)]


def lines_of(game: Game, names: Names) -> list[str]:
    """Score and turn of each side, its letters, who lies, and where the ball is."""
    lines: list[str] = []
    for side in range(int(game.squads.sides)):
        inside = [
            piece
            for piece in range(int(game.first_piece(i64(side))), int(game.last_piece(i64(side))))
            if game.square[piece] >= 0
        ]
        shown = " ".join(f"{letter_of(game, piece)}={names.of(piece)}{'_' * is_down(game, piece)}" for piece in inside)
        head = f"{COACHES[side]} ({game.squads.names[side]}): {int(game.side_value(i64(side), SCORE))}"
        turn = f", turn {int(game.side_value(i64(side), TURNS))}"
        lines.append(f"{head}{turn}" + (f"; {shown}" if shown else ""))
    carriers = [int(game.carrier(i64(ball))) for ball in range(len(game.balls))]
    if held := [names.of(piece) for piece in carriers if piece >= 0]:
        lines.append(f"with the ball: {' '.join(held)}")
    return lines


def is_down(game: Game, piece: int) -> bool:
    return int(game.status[piece]) != STANDING


def board_svg(game: Game, names: Names) -> str:
    """The board as an SVG picture: the dungeon as `dungeonbowl dungeon draw` draws it, with pieces and balls."""
    if game.dungeon.count == 0:
        return '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="30"><text y="20">not known</text></svg>'
    return Sheet(game.dungeon, Length(20, "px"), BoardPlan(game, names)).draw()


class BoardPlan(FloorPlan):
    """The drawing of a dungeon in the middle of a match: the chests that are still closed, the portals, the pieces."""

    def __init__(self, game: Game, names: Names) -> None:
        super().__init__(game.dungeon)
        self.game = game
        self.names = names

    def draw(self) -> str:
        return "\n".join([super().draw(), *self.pieces(), *self.balls()])

    def tokens(self) -> list[str]:
        parts = []
        for node in range(int(self.dungeon.count)):
            if self.game.is_chest(i64(node)):
                self.used.add("chest")
                parts.append(self.token(symbols.CHEST, node, ""))
            elif portal := int(self.game.portal_number(i64(node))):
                self.used.add("portal")
                parts.append(self.token(symbols.PORTAL, node, str(portal)))
        return parts

    def pieces(self) -> list[str]:
        """A disc for each piece, in the colour of its side: pale if it lies, with a golden rim if it has the ball."""
        game = self.game
        drawn: list[str] = []
        for piece in range(int(game.squads.count)):
            node = int(game.square[piece])
            if node < 0 or self.dungeon.column[node] < 0:
                continue
            side = int(game.side_of[piece])
            colour = COLOURS[side] if side < game.squads.sides else NO_SIDE
            middle = SQUARE * int(game.squads.size[piece]) / 2
            x, y = int(self.dungeon.column[node]) * SQUARE + middle, int(self.dungeon.row[node]) * SQUARE + middle
            rim = GOLD if game.ball_of(i64(piece)) >= 0 else WHITE
            look = f'fill="{colour}" stroke="{rim}" stroke-width="4"' + (' fill-opacity="0.45"' * is_down(game, piece))
            title = printable(f"{self.names.of(piece)} {game.squads.sheets[piece].name}")
            style = f'text-anchor="middle" style="fill:{WHITE}" font-weight="bold"'
            drawn.append(
                f'<g><title>{title}</title><circle cx="{number(x)}" cy="{number(y)}" r="{number(middle - 3)}" {look}/>'
                f"{text(x, y + 5, 14, self.names.of(piece), style)}</g>"
            )
        return drawn

    def balls(self) -> list[str]:
        """The balls on the floor."""
        drawn: list[str] = []
        for where in self.game.balls:
            if where >= 0 and self.dungeon.column[int(where)] >= 0:
                x = int(self.dungeon.column[int(where)]) * SQUARE + SQUARE / 2
                y = int(self.dungeon.row[int(where)]) * SQUARE + SQUARE / 2
                look = f'fill="#8a4b1f" stroke="{WHITE}" stroke-width="2"'
                drawn.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="8" {look}/>')
        return drawn
