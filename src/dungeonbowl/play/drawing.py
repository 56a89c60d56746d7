"""The board as text."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.dungeon.drawing import draw_plan
from dungeonbowl.dungeon.terrain import CHARACTERS
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.sides import SCORE, TURNS
from dungeonbowl.engine.statuses import STANDING
from dungeonbowl.words.notation import COACHES, Names

BALL: Final = "@"
NEUTRAL: Final = "%"
CHEST: Final = "$"
END_ZONE: Final = ","
DIGITS: Final = "0123456789"  # of portals
# Sixteen letters for each side. None of them draws a terrain: G, H, o and others are left out.
LETTERS: Final = ("ABCDEJLMNOPQRSTU", "abcdefghijklmnpq", "βδεζηθκλμξπφχψωΔ", "БДЖЗИЙЛПФЦЧШЩЫЭЮ")
KEY: Final = (
    f"{BALL} ball, {CHEST} chest, 1-9 portal, {END_ZONE} end zone, {NEUTRAL} no side; "
    "players as named above, other signs are ground"
)


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
        return CHEST
    if game.portal_number(i64(node)) > 0:
        return DIGITS[int(game.portal_number(i64(node))) % 10]
    zone = int(game.dungeon.zone[node])
    return END_ZONE if zone >= 0 else CHARACTERS[int(game.dungeon.terrain[node])]


def letter_of(game: Game, piece: int) -> str:
    """One letter a piece: capitals for home, small letters for away."""
    side = int(game.side_of[piece])
    if side >= game.squads.sides:
        return NEUTRAL
    letters = LETTERS[side]
    return letters[(piece - int(game.first_piece(i64(side)))) % len(letters)]


def lines_of(game: Game, names: Names) -> list[str]:
    """Score and turn of each side, its letters, who lies, where the ball is, and what the signs mean."""
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
    return [*lines, KEY]


def is_down(game: Game, piece: int) -> bool:
    return int(game.status[piece]) != STANDING
