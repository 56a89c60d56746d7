"""A small client for programs: create a match, take a seat, decide. `docs/protocol.md` describes the messages.

A bot is a function that takes a prompt and returns the id of one of its options:

    server = Server("http://127.0.0.1:8000")
    created = server.new_match(seats=["person", "bot:normal"], quick=True)
    over = play(server, created.id, created.seats[0].token, lambda prompt, view: prompt.options[0].id)
    print(over.text)

A bot of the arena, `choose(match)`, takes a seat with `sit`; on the command line, `dungeonbowl seat`.
"""

from dungeonbowl.client.connection import Connection, ConnectionClosed
from dungeonbowl.client.http import Server, ServerRefused
from dungeonbowl.client.playing import Chooser, View, play
from dungeonbowl.client.seating import Link, read_link, sit

__all__ = [
    "Chooser",
    "Connection",
    "ConnectionClosed",
    "Link",
    "Server",
    "ServerRefused",
    "View",
    "play",
    "read_link",
    "sit",
]
