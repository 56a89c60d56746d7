"""A picture of the board for a letter: as everybody may see it, because letters are forwarded."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from dungeonbowl.dungeon.printing.png import png_bytes
from dungeonbowl.errors import UserError
from dungeonbowl.play.picture import board_svg
from dungeonbowl.server.resuming import CannotResume
from dungeonbowl.words.notation import Names

if TYPE_CHECKING:
    from dungeonbowl.server.sessions import Sessions

WIDTH: Final = 960  # pixels
SIZE: Final = re.compile(r'<svg[^>]*\bwidth="([0-9.]+)(?:px)?"[^>]*\bheight="([0-9.]+)(?:px)?"')


async def picture_of_match(sessions: Sessions, match: str, number: int) -> bytes:
    """The board as a PNG; empty if the match has gone on, or if this machine draws none (extra `pictures`)."""
    try:
        session = await sessions.read(match)
    except (CannotResume, UserError):
        return b""
    if session is None or session.match is None or session.number != number:
        return b""
    game = session.match.game.as_known_to(i64(-1))
    return await asyncio.to_thread(drawn, board_svg(game, Names(game)))


def drawn(svg: str) -> bytes:
    found = SIZE.search(svg)
    if found is None:
        return b""
    width, height = float(found[1]), float(found[2])
    try:
        return png_bytes(svg, (WIDTH, max(1, round(WIDTH * height / width))))
    except UserError:
        return b""
