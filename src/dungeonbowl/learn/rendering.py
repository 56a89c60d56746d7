"""A match as text and as a picture: the results of `render()` in the modes `ansi` and `rgb_array`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from dungeonbowl.learn.extra import missing
from dungeonbowl.words.notation import COACHES

try:
    import numpy as np
except ImportError as error:
    raise missing(error) from None

from dungeonbowl.dungeon import terrain
from dungeonbowl.dungeon.drawing import draw_plan
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.sides import REROLLS, SCORE, TURNS
from dungeonbowl.engine.statuses import PRONE, STANDING
from dungeonbowl.errors import UserError

if TYPE_CHECKING:
    from numpy.typing import NDArray

MODES: Final = ["ansi", "rgb_array"]
FRAMES_PER_SECOND: Final = 4
SQUARE: Final = 16  # pixels
LETTERS: Final = ("ABCDEFGHIJKLMNOP", "abcdefghijklmnop", "QRSTUVWXYZ", "qrstuvwxyz")
NEUTRAL, BALL, CHEST, PORTAL, TRAP = "&", "*", "$", "O", "^"

Colour = tuple[int, int, int]
ROCK: Final[Colour] = (58, 54, 50)
FLOOR: Final[Colour] = (226, 217, 196)
WALL: Final[Colour] = (30, 27, 25)
GRID: Final[Colour] = (205, 195, 172)
TEAMS: Final[tuple[Colour, ...]] = ((196, 52, 44), (38, 84, 178), (44, 132, 62), (168, 110, 24))
NOBODY: Final[Colour] = (96, 60, 120)
WHITE: Final[Colour] = (255, 255, 255)
TOKENS: Final[Colour] = (122, 78, 30)
DOORS: Final[Colour] = (110, 80, 170)
TERRAINS: Final[dict[int, Colour]] = {
    int(terrain.WATER): (110, 170, 205),
    int(terrain.LAVA): (228, 100, 40),
    int(terrain.CHASM): (24, 20, 28),
    int(terrain.FIERY_CHASM): (120, 30, 20),
}


def check_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise UserError(f"render_mode {mode!r}: expected {' or '.join(MODES)}, or None")
    return mode


def rendered(mode: str | None, game: Game) -> Any:
    """A game in this mode."""
    if mode == "ansi":
        return text_of(game)
    if mode == "rgb_array":
        return picture_of(game)
    raise UserError(f"nothing is drawn: make the environment with render_mode={' or '.join(map(repr, MODES))}")


# --- text -------------------------------------------------------------------------------------------------------------


def text_of(game: Game) -> str:
    """The dungeon with its walls, the players as letters, and a few lines with the state of the match."""
    dungeon = game.dungeon
    across, down = 2 * int(dungeon.width) + 1, 2 * int(dungeon.height) + 1
    canvas = [list(line.ljust(across)) for line in draw_plan(dungeon).split("\n")[:down]]

    def put(node: int, sign: str) -> None:
        if dungeon.column[node] >= 0:
            canvas[2 * int(dungeon.row[node]) + 1][2 * int(dungeon.column[node]) + 1] = sign

    for node in range(int(dungeon.count)):
        put(node, token_sign(game, node) or plan_sign(game, node))
    for ball in range(len(game.balls)):
        if game.balls[ball] >= 0:
            put(int(game.balls[ball]), BALL)
    for piece in range(int(game.squads.count)):
        if game.square[piece] >= 0:
            put(int(game.square[piece]), sign_of(game, piece))
    return "\n".join([*("".join(line).rstrip() for line in canvas), *words_of(game)]) + "\n"


def plan_sign(game: Game, node: int) -> str:
    return "=" if int(game.dungeon.terrain[node]) in TERRAINS else "."


def token_sign(game: Game, node: int) -> str:
    if game.is_chest(i64(node)):
        return CHEST
    if game.portal_number(i64(node)) > 0:
        return PORTAL
    return TRAP if game.token[node] != 0 else ""


def sign_of(game: Game, piece: int) -> str:
    side = int(game.side_of[piece])
    if side >= game.squads.sides:
        return NEUTRAL
    letters = LETTERS[side]
    return letters[(piece - int(game.first_piece(i64(side)))) % len(letters)]


def words_of(game: Game) -> list[str]:
    """Score, turns, the side that decides, the ball, and the players who lie."""
    sides = range(int(game.squads.sides))
    lines = [
        "; ".join(
            f"{COACHES[side]} {LETTERS[side][0]}..: {int(game.side_value(i64(side), SCORE))} touchdowns,"
            f" turn {int(game.side_value(i64(side), TURNS))}, {int(game.side_value(i64(side), REROLLS))} re-rolls"
            for side in sides
        )
    ]
    if game.over:
        lines.append(f"the match is over: {COACHES[int(game.winner)] + ' wins' if game.winner >= 0 else 'a draw'}")
    elif 0 <= game.asked < game.squads.sides:
        acting = f", {sign_of(game, int(game.acting))} acts" if game.acting >= 0 else ""
        lines.append(f"{COACHES[int(game.asked)]} decides{acting}")
    carriers = [int(game.carrier(i64(ball))) for ball in range(len(game.balls))]
    if max(carriers) >= 0:
        lines.append(f"with the ball: {' '.join(sign_of(game, piece) for piece in carriers if piece >= 0)}")
    if game.chests_closed > 0:
        lines.append(f"closed chests: {int(game.chests_closed)}")
    down = [
        sign_of(game, piece)
        for piece in range(int(game.squads.count))
        if game.square[piece] >= 0 and int(game.status[piece]) != STANDING
    ]
    if down:
        lines.append(f"lying: {' '.join(down)}")
    return lines


# --- a picture --------------------------------------------------------------------------------------------------------


def picture_of(game: Game) -> NDArray[np.uint8]:
    """The same as pixels: 16 for each square, rows first, three colours each."""
    dungeon = game.dungeon
    picture = np.full((int(dungeon.height) * SQUARE + 1, int(dungeon.width) * SQUARE + 1, 3), ROCK, np.uint8)
    for node in range(int(dungeon.count)):
        if dungeon.column[node] >= 0 and dungeon.layer[node] == 0:
            paint_square(picture, game, node)
    for node in range(int(dungeon.count)):
        if dungeon.column[node] >= 0 and dungeon.layer[node] == 0:
            paint_walls(picture, game, node)
    for ball in range(len(game.balls)):
        if game.balls[ball] >= 0:
            disc(picture, game, int(game.balls[ball]), 3.5, WHITE)
    for piece in range(int(game.squads.count)):
        if game.square[piece] >= 0:
            paint_piece(picture, game, piece)
    return picture


def corner(game: Game, node: int) -> tuple[int, int]:
    return int(game.dungeon.row[node]) * SQUARE, int(game.dungeon.column[node]) * SQUARE


def paint_square(picture: NDArray[np.uint8], game: Game, node: int) -> None:
    top, left = corner(game, node)
    colour = TERRAINS.get(int(game.dungeon.terrain[node]), FLOOR)
    zone = int(game.dungeon.zone[node])
    if zone >= 0:
        colour = mixed(colour, TEAMS[zone % len(TEAMS)], 0.25)
    picture[top : top + SQUARE, left : left + SQUARE] = GRID
    picture[top + 1 : top + SQUARE, left + 1 : left + SQUARE] = colour
    if game.is_chest(i64(node)):
        picture[top + 4 : top + 13, left + 3 : left + 14] = TOKENS
    elif game.portal_number(i64(node)) > 0:
        disc(picture, game, node, 6.0, DOORS)
        disc(picture, game, node, 3.5, colour)
    elif game.token[node] != 0:
        picture[top + 6 : top + 11, left + 6 : left + 11] = WALL


def paint_walls(picture: NDArray[np.uint8], game: Game, node: int) -> None:
    """Draw a line where no step leads on: up, right, down, left."""
    top, left = corner(game, node)
    if game.steps[node * 8] < 0:
        picture[top : top + 2, left : left + SQUARE + 1] = WALL
    if game.steps[node * 8 + 2] < 0:
        picture[top : top + SQUARE + 1, left + SQUARE - 1 : left + SQUARE + 1] = WALL
    if game.steps[node * 8 + 4] < 0:
        picture[top + SQUARE - 1 : top + SQUARE + 1, left : left + SQUARE + 1] = WALL
    if game.steps[node * 8 + 6] < 0:
        picture[top : top + SQUARE + 1, left : left + 2] = WALL


def paint_piece(picture: NDArray[np.uint8], game: Game, piece: int) -> None:
    """A disc in the colour of the side: full if standing, a ring if prone, a small one if stunned; the acting player
    has a rim."""
    side = int(game.side_of[piece])
    colour = TEAMS[side] if side < game.squads.sides else NOBODY
    node = int(game.square[piece])
    status = int(game.status[piece])
    if piece == game.acting:
        disc(picture, game, node, 7.5, WHITE)
    disc(picture, game, node, 6.5 if status in (STANDING, PRONE) else 4.0, colour)
    if status == PRONE:
        disc(picture, game, node, 3.5, mixed(colour, WHITE, 0.7))
    if game.ball_of(i64(piece)) >= 0:
        disc(picture, game, node, 2.5, WHITE)


def disc(picture: NDArray[np.uint8], game: Game, node: int, radius: float, colour: Colour) -> None:
    top, left = corner(game, node)
    rows, columns = np.ogrid[: SQUARE + 1, : SQUARE + 1]
    inside = (rows - SQUARE / 2) ** 2 + (columns - SQUARE / 2) ** 2 <= radius**2
    picture[top : top + SQUARE + 1, left : left + SQUARE + 1][inside] = colour


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a * (1 - share) + b * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
