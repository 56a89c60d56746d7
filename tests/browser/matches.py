"""New matches for browser tests: short, with a bot that does not dawdle."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from dungeonbowl.dungeon.text import bundled, load_dungeon

# What is played of each edition; the largest one as it is usually played, and once more with nearly everything.
PLAYED: dict[str, dict[str, Any]] = {
    "official": {"edition": "official"},
    "stockbowl": {"edition": "stockbowl"},
    "astrogranite": {"edition": "astrogranite", "dungeon": None},
    "astrogranite in full": {"edition": "astrogranite(full)", "dungeon": None},
}


def new_match(address: str, **order: Any) -> dict[str, Any]:
    """A match, made over HTTP, in a dungeon of its edition; the links are in the answer. The server chooses a dungeon
    that fits where it is None."""
    edition = str(order.get("edition", "official")).partition("(")[0]
    body = {
        "edition": "official",
        "dungeon": {"id": dungeon_of(edition)} if "dungeon" not in order else order["dungeon"],
        "seats": ["person", "bot:normal"],
        "quick": True,
        "turn_limit": 2,
        "pace": 0,
        **order,
    }
    request = urllib.request.Request(
        f"{address}/api/v1/matches", data=json.dumps(body).encode(), headers={"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        created: dict[str, Any] = json.load(answer)
    return created


def dungeon_of(edition: str) -> str:
    """The last bundled dungeon of an edition: any will do."""
    return [identity for identity in bundled() if load_dungeon(identity).edition == edition][-1]


def link_of(created: dict[str, Any], seat: int = 0) -> str:
    return str(created["seats"][seat]["link"])
