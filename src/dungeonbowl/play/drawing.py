"""The board as text and as a picture."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.dungeon.drawing import draw_plan
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
        shown = " ".join(f"{letter_of(game, piece)}={names.of(piece)}{state(game, piece)}" for piece in inside)
        head = f"{COACHES[side]} ({game.squads.names[side]}): {int(game.side_value(i64(side), SCORE))}"
        turn = f", turn {int(game.side_value(i64(side), TURNS))}"
        lines.append(f"{head}{turn}" + (f"; {shown}" if shown else ""))
    carriers = [int(game.carrier(i64(ball))) for ball in range(len(game.balls))]
    if held := [names.of(piece) for piece in carriers if piece >= 0]:
        lines.append(f"with the ball: {' '.join(held)}")
    return lines


def state(game: Game, piece: int) -> str:
    return "" if int(game.status[piece]) == STANDING else "_"


def board_svg(game: Game, names: Names) -> str:
    """The board as an SVG picture: the dungeon as `dungeonbowl dungeon draw` draws it, with pieces and balls."""
    if game.dungeon.count == 0:
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="30"><text y="20">no dungeon yet</text></svg>'
        )
    sheet = Sheet(game.dungeon, Length(20, "px"))
    sheet.board += "\n" + "\n".join(tokens(game, names))
    return sheet.draw()


def tokens(game: Game, names: Names) -> list[str]:
    """Pieces and balls, one drawing each."""
    drawn: list[str] = []
    for piece in range(int(game.squads.count)):
        node = int(game.square[piece])
        if node < 0 or game.dungeon.column[node] < 0:
            continue
        side = int(game.side_of[piece])
        colour = COLOURS[side] if side < game.squads.sides else NO_SIDE
        size = int(game.squads.size[piece])
        middle = SQUARE * size / 2
        x, y = int(game.dungeon.column[node]) * SQUARE + middle, int(game.dungeon.row[node]) * SQUARE + middle
        stands = int(game.status[piece]) == STANDING
        rim = "#f5c518" if game.ball_of(i64(piece)) >= 0 else "#ffffff"
        look = f'fill="{colour}" stroke="{rim}" stroke-width="4"' + ("" if stands else ' fill-opacity="0.45"')
        title = printable(f"{names.of(piece)} {game.squads.sheets[piece].name}")
        drawn.append(
            f'<g><title>{title}</title><circle cx="{number(x)}" cy="{number(y)}" r="{number(middle - 3)}" {look}/>'
            + text(x, y + 5, 14, names.of(piece), 'text-anchor="middle" style="fill:#ffffff" font-weight="bold"')
            + "</g>"
        )
    for where in game.balls:
        if where >= 0 and game.dungeon.column[int(where)] >= 0:
            x = int(game.dungeon.column[int(where)]) * SQUARE + SQUARE / 2
            y = int(game.dungeon.row[int(where)]) * SQUARE + SQUARE / 2
            drawn.append(
                f'<circle cx="{number(x)}" cy="{number(y)}" r="8" fill="#8a4b1f" stroke="#ffffff" stroke-width="2"/>'
            )
    return drawn
