"""A bot of the arena in a seat of a server's match: `choose(match)`, as everywhere else.

The bot needs a game to look at, so the client keeps its own. Before each decision it asks the server for the inputs
that it does not have yet (actions and dice), and plays them again. While something is secret to its side, the server
sends the position instead, as far as the side knows it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qs, urlsplit

import msgspec
from mypy_extensions import i64

from dungeonbowl import __version__
from dungeonbowl.bots.seat import Seat, options_of
from dungeonbowl.client.connection import Connection
from dungeonbowl.client.http import Server, ServerRefused
from dungeonbowl.client.playing import greet, persistently
from dungeonbowl.engine.dice import packed
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, settle
from dungeonbowl.engine.match import ACTION_INPUT
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.records.beginnings import Beginning, first_game
from dungeonbowl.records.save import Save, load
from dungeonbowl.server import wire

Seating = Callable[[wire.Welcome], None]

EXPECTED: Final = mark("expected the link of a seat, such as http://127.0.0.1:8000/match/ID#token=TOKEN")


class Link(msgspec.Struct, frozen=True):
    """The parts of the link to a seat."""

    address: str
    match: str
    token: str


def read_link(link: str) -> Link:
    """The parts of a link such as `http://127.0.0.1:8000/match/ID#token=TOKEN`, which the browser shows."""
    expected = EXPECTED
    parts = urlsplit(link.strip())
    words = [word for word in parts.path.split("/") if word]
    if parts.scheme not in ("http", "https") or not parts.netloc or words[:1] != ["match"] or len(words) != 2:
        raise UserError(f"{link}: {expected}")
    told = {**parse_qs(parts.query), **parse_qs(parts.fragment)}
    if not told.get("token"):
        raise UserError(f"{link}: there is no token in it, so no seat; {expected} (quote it for the shell)")
    return Link(f"{parts.scheme}://{parts.netloc}", words[1], told["token"][0])


class Follower:
    """The client's own copy of the match: a game that follows the inputs of the server's."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.known = 0

    def take(self, moves: wire.Moves) -> None:
        if moves.known:
            self.known = 0
            try:
                self.game = load(msgspec.json.decode(moves.known, type=Save))
            except msgspec.DecodeError as error:
                raise UserError(f"version {__version__} does not know this kind of match: {error}") from None
            return
        if moves.start == 0:
            try:
                self.game = first_game(msgspec.json.decode(moves.setup, type=Beginning))
            except msgspec.DecodeError as error:
                raise UserError(f"version {__version__} does not know this kind of match: {error}") from None
            self.known = 0
        game = self.game
        if game is None or moves.start != self.known:
            raise UserError("the server told other moves than it was asked for")
        for each in moves.inputs:
            if each[0] == ACTION_INPUT:
                choose_trusted(game, i64(each[1]))
            else:
                give_dice(game, packed(each[1:]))
            settle(game)
        self.known += len(moves.inputs)

    def options(self, prompt: wire.Prompt) -> list[int]:
        """The options of a decision. They must be the same as those that the server offers."""
        game = self.game
        found = options_of(game) if game is not None and game.signal == ASK else []
        if sorted(found) != sorted(int(option.id) for option in prompt.options):
            raise UserError(
                f"this program (version {__version__}) sees other options than the server: both must be of one version"
            )
        return found


def sit(link: Link, seats: Callable[[int], Seat], name: str = "", seated: Seating | None = None) -> wire.Over:
    """Take a seat and play it to the end of the match. `seats` makes the seat of a side; `seated` is called with the
    welcome message."""
    server = Server(link.address)
    token = server.take_seat(link.match, link.token)  # an error in the link is told at once
    made: dict[int, Seat] = {}

    def seat_of(side: int) -> Seat:
        if side not in made:
            made[side] = seats(side)
        return made[side]

    try:
        return persistently(server, link.match, token, lambda line: sit_down(line, seat_of, name, seated))
    finally:
        for seat in made.values():
            seat.close()


def sit_down(connection: Connection, seat_of: Callable[[int], Seat], name: str, seated: Seating | None) -> wire.Over:
    follower = Follower()
    prompt: wire.Prompt | None = None
    while True:
        message = connection.receive()
        if isinstance(message, wire.Welcome):
            if not message.sides:
                raise UserError("this link is for spectators: it has no seat")
            if seated is not None and message.stage != "over":
                seated(message)
            if (over := greet(connection, message, "", name)) is not None:
                return over
            prompt = message.prompt
        elif isinstance(message, wire.Update):
            if message.undone is not None:  # after a take-back all inputs are asked for again
                follower.known = 0
            prompt = message.prompt
        elif isinstance(message, wire.Over):
            return message
        elif isinstance(message, wire.Refused) and not message.stale:
            raise ServerRefused(message.reason)
        elif isinstance(message, wire.Moves) and prompt is not None and message.number == prompt.number:
            follower.take(message)
            options = follower.options(prompt)
            assert follower.game is not None
            connection.send(wire.Act(prompt.number, str(seat_of(prompt.side).choose(follower.game, options))))
            continue
        else:
            continue
        if prompt is not None and prompt.mine:
            connection.send(wire.AskMoves(follower.known))
