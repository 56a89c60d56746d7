"""The cards of coaches: each has a code that opens the page of one coach on one day, and nothing else.

A code follows from the secret of the day, the team and how often its card was replaced, so the same card can be printed
again, and a lost one counts no more as soon as it is replaced. A code lets its owner report and confirm results of his
own team in this competition. Like the token of a seat it stands behind the `#` of its link, where no log sees it."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable, Mapping
from typing import Final

import segno

BYTES: Final = 16


def code_of(secret: bytes, team: str, number: int) -> str:
    """The code of a card: 128 bits that nobody can guess without the secret."""
    digest = hmac.digest(secret, f"card {team} {number}".encode(), hashlib.sha256)
    return base64.b32encode(digest[:BYTES]).decode().rstrip("=").lower()


def team_of(secret: bytes, code: str, teams: Iterable[str], replaced: Mapping[str, int]) -> str:
    """The team whose card this is; empty if it is nobody's, or was replaced. Every card is compared in full, so that
    the time it takes tells nothing."""
    given = code.strip().lower().encode("utf-8", "replace")
    found = ""
    for team in teams:
        if hmac.compare_digest(code_of(secret, team, replaced.get(team, 0)).encode(), given):
            found = team
    return found


def link_of(address: str, competition: str, code: str) -> str:
    return f"{address}/club/{competition}#card={code}"


def picture_of(text: str) -> str:
    """A QR code as an address that a page can show as a picture."""
    found: str = segno.make(text, error="m").svg_data_uri(scale=8, border=4, dark="#000", light="#fff")
    return found
