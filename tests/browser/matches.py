"""New matches for browser tests: short, with a bot that does not dawdle."""

from __future__ import annotations

import json
import urllib.request
from typing import Any


def new_match(address: str, **order: Any) -> dict[str, Any]:
    """A match on the official edition, made over HTTP; the links are in the answer."""
    body = {
        "edition": "official",
        "dungeon": {"id": "of-2"},
        "seats": ["person", "bot:greedy"],
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


def link_of(created: dict[str, Any], seat: int = 0) -> str:
    return str(created["seats"][seat]["link"])
