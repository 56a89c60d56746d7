"""A match that is over, for the pages that look back: two bots play it while somebody watches."""

from __future__ import annotations

from typing import Any

from dungeonbowl.client import Connection, Server
from dungeonbowl.server import wire

PATIENCE = 240.0  # seconds after which a test gives up waiting; nothing is measured by it


def finished_match(server: Server, edition: str = "official", **more: Any) -> wire.Created:
    """`more` are other fields of the order."""
    quick = next(each for each in server.options().quick if each.edition == edition.partition("(")[0])
    order = {
        "dungeon": {"id": quick.dungeon},
        "teams": [{"ready": team} for team in quick.teams],
        "seats": ["bot:normal", "bot:normal"],
        "quick": True,
        "turn_limit": 3,
        "pace": 0,
    }
    created = server.new_match(edition=edition, **{**order, **more})
    connection = Connection(server, created.id, created.watch_token)
    try:
        while not isinstance(connection.receive(PATIENCE), wire.Over):
            pass
    finally:
        connection.close()
    return created
