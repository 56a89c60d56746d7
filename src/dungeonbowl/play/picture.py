"""The board as a picture."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.dungeon.printing import symbols
from dungeonbowl.dungeon.printing.floorplan import FloorPlan
from dungeonbowl.dungeon.printing.sheet import Length, Sheet
from dungeonbowl.dungeon.printing.svg import number, printable, text
from dungeonbowl.dungeon.printing.symbols import SQUARE
from dungeonbowl.engine.game import Game
from dungeonbowl.play.drawing import is_down
from dungeonbowl.words.notation import Names

COLOURS: Final = ("#c4342c", "#2654b2", "#2c843e", "#a86e18")
NO_SIDE: Final = "#603c78"
WHITE: Final = "#ffffff"
GOLD: Final = "#f5c518"


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
