"""A letter: what is sent of one piece of news, or of a day's news together. All channels send the same letter."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from dungeonbowl.languages import listed, mark, t
from dungeonbowl.storage.matches import token_hash
from dungeonbowl.storage.outbox import Parcel

OPEN_MATCH = mark("Open the match")
OPEN_PAGE = mark("Open the page")
OPEN_NEWS = mark("Read all of it")


class Letter(msgspec.Struct, frozen=True):
    """`id` is that of the news: programs of the receiver know a letter again by it."""

    id: str
    title: str
    lines: list[str]
    link: str  # the whole address
    picture: bytes = b""  # PNG
    settings: str = ""  # where one chooses what one is told
    invites: str = OPEN_PAGE  # what the link says
    board: str = ""  # the whole address of a picture, for what cannot hold one itself


def headline(title: str, against: Sequence[str]) -> str:
    """The title of news with the other coaches of its match: teams alone do not say which match it is, for many play
    with the same ready ones."""
    return t("{title} (against {coaches})", title=title, coaches=listed(against)) if against else title


def letter_of(parcels: Sequence[Parcel], url: str, picture: bytes = b"", board: str = "") -> Letter:
    """The letter of one parcel, or of all those of a day."""
    settings = f"{url}/account#news"
    first = parcels[0]
    if len(parcels) == 1:
        invites = OPEN_MATCH if first.match else OPEN_PAGE
        address = url + board if board else ""
        title = headline(first.title, first.against)
        return Letter(first.news, title, first.lines, url + first.link, picture, settings, invites, address)
    title = t("{count} news from Dungeon Bowl", count=len(parcels))
    day = token_hash(" ".join(sorted(parcel.id for parcel in parcels)))[:32]
    titles = [headline(each.title, each.against) for each in parcels]
    return Letter(f"day.{first.account}.{day}", title, titles, f"{url}/news", b"", settings, OPEN_NEWS)
