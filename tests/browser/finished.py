"""A match that is over, for the pages that look back: two bots play it while somebody watches."""

from __future__ import annotations

from dungeonbowl.client import Connection, Server
from dungeonbowl.server import wire

PATIENCE = 120.0  # seconds after which a test gives up waiting; nothing is measured by it


def finished_match(server: Server, edition: str = "official") -> wire.Created:
    quick = next(each for each in server.options().quick if each.edition == edition)
    created = server.new_match(
        edition=edition,
        dungeon={"id": quick.dungeon},
        teams=[{"ready": team} for team in quick.teams],
        seats=["bot:normal", "bot:normal"],
        quick=True,
        turn_limit=3,
        pace=0,
    )
    connection = Connection(server, created.id, created.watch_token)
    try:
        while not isinstance(connection.receive(PATIENCE), wire.Over):
            pass
    finally:
        connection.close()
    return created
