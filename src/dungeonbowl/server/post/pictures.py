"""A picture of the board for a letter: as everybody may see it, because letters are forwarded.

A mail has the picture in it. A push, a webhook, a calendar and the page of news have its address, which nobody can
guess: it is signed with the hash of the token of the spectators, and shows no more than they see. With another link for
them it is another address."""

from __future__ import annotations

import asyncio
import hmac
import re
from collections import OrderedDict
from collections.abc import Sequence
from importlib.util import find_spec
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
MOST: Final = 64  # pictures that are kept
ADDRESS: Final = "/api/v1/boards"
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


class Boards:
    """The boards of matches by their addresses."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions
        self.drawing = asyncio.Lock()  # it takes a processor, and letters about a match are read at the same time
        self.known: OrderedDict[str, tuple[int, bytes]] = OrderedDict()

    async def addresses(self, matches: Sequence[str]) -> dict[str, str]:
        """Where the boards of matches are seen: paths of this server; none if this machine draws none."""
        return await asyncio.to_thread(self.addresses_now, matches)

    def addresses_now(self, matches: Sequence[str]) -> dict[str, str]:
        """The same, for a thread."""
        if not matches or find_spec("resvg_py") is None:
            return {}
        found = self.sessions.store.watch_seats(matches)
        return {match: f"{ADDRESS}/{match}/{signed(key, match)}" for match, (key, _) in found.items()}

    async def picture(self, match: str, sign: str) -> bytes:
        """The board as it stands, as a PNG; empty for an address that is none."""
        found = await asyncio.to_thread(self.sessions.store.watch_seats, [match])
        key, number = found.get(match, ("", 0))
        if not key or not hmac.compare_digest(signed(key, match).encode(), sign.encode()):
            return b""
        async with self.drawing:
            at, picture = self.known.get(match, (-1, b""))
            if at != number:
                picture = await picture_of_match(self.sessions, match, number)
                self.known[match] = (number, picture)
            self.known.move_to_end(match)
            while len(self.known) > MOST:
                self.known.popitem(last=False)
            return picture


def signed(key: str, match: str) -> str:
    return hmac.new(key.encode(), f"board {match}".encode(), "sha256").hexdigest()[:32]
