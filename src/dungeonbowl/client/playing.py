"""A bot that connects from outside: it decides whenever it is asked, and connects again if the connection breaks."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from dungeonbowl.client.connection import Connection, ConnectionClosed
from dungeonbowl.client.http import Server, ServerRefused
from dungeonbowl.server import wire

FINAL_CODES: Final = (4401, 4403, 4404, 4410, 4411, 4412, 1008)
TRIES: Final = 10
PAUSE: Final = 0.5  # seconds before the next try to connect, longer with every try


class View:
    """What a bot sees besides the prompt: the setup, the position, and the events since its last decision."""

    def __init__(self, welcome: wire.Welcome) -> None:
        self.setup = welcome.setup
        self.sides = welcome.sides
        self.position = welcome.position
        self.events: list[wire.Event] = []


Chooser = Callable[[wire.Prompt, View], str]


def play(server: Server, match: str, token: str, choose: Chooser, word: str = "", name: str = "") -> wire.Over:
    """Take a seat and play it to the end of the match. `choose` gets a prompt and the view, and returns the id of an
    option. A program that may be started again takes the seat itself, with `Server.take_seat`, and keeps that token.

    `ServerRefused` if it returns anything else."""
    token = server.take_seat(match, token)
    return persistently(server, match, token, lambda connection: play_on(connection, choose, word, name))


def persistently(server: Server, match: str, token: str, go: Callable[[Connection], wire.Over]) -> wire.Over:
    """Connect and play. If the connection breaks, connect again, with growing pauses, for a while."""
    tries = 0
    while True:
        try:
            with Connection(server, match, token) as connection:
                return go(connection)
        except ConnectionClosed as error:
            tries += 1
            if error.code in FINAL_CODES or tries > TRIES:
                raise
            time.sleep(PAUSE * tries)


def play_on(connection: Connection, choose: Chooser, word: str, name: str) -> wire.Over:
    view: View | None = None
    while True:
        message = connection.receive()
        prompt: wire.Prompt | None = None
        if isinstance(message, wire.Welcome):
            view = View(message)
            prompt = message.prompt
            if (over := greet(connection, message, word, name)) is not None:
                return over
        elif isinstance(message, wire.Update) and view is not None:
            view.position = message.position
            view.events += message.events
            prompt = message.prompt
        elif isinstance(message, wire.Over):
            return message
        elif isinstance(message, wire.Refused) and not message.stale:
            raise ServerRefused(message.reason)
        if prompt is not None and prompt.mine and view is not None:
            connection.send(wire.Act(prompt.number, choose(prompt, view)))
            view.events = []


def greet(connection: Connection, message: wire.Welcome, word: str, name: str) -> wire.Over | None:
    """Send that this coach is ready, if that has not been sent. Returns the result if the match is over already, else
    None."""
    waiting = [side for side in message.sides if not message.presence.ready[side]]
    if message.stage == "waiting" and waiting:
        connection.send(wire.Ready(word, name))
    if message.stage != "over":
        return None
    winner = message.position.winner if message.position is not None else None
    return wire.Over(message.number, -1 if winner is None else winner, "", message.seed, [], message.report, "")
