"""Over HTTP: news for an account, how it wants to be told, links by mail, vacations, calendars. Moments are texts such
as 2026-11-17T20:00:00+00:00."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

NewsKind = Literal["turn", "hurry", "assisted", "begun", "over", "challenge", "offer", "deadline", "recovery", "way"]
ChannelKind = Literal["mail", "push", "webhook"]
When = Literal["now", "daily", "never"]


class NewsItem(msgspec.Struct, frozen=True):
    id: str
    kind: str
    at: str
    title: str
    lines: list[str]
    link: str  # a path of this server
    read: bool
    board: str = ""  # a path of this server: the picture of the board, of a decision that waits


class MyNews(msgspec.Struct, frozen=True):
    """The last news, the newest first, and how many of all were not read."""

    unread: int
    news: list[NewsItem]


class ReadOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Mark one piece of news as read; all of it, if none is named."""

    id: Annotated[str, Meta(max_length=200)] = ""


class ToldWay(msgspec.Struct, frozen=True):
    """A way to be told: a mail address, a browser, a webhook. A mail address is used when its owner has confirmed
    it."""

    id: str
    kind: ChannelKind
    label: str
    confirmed: bool
    created: str
    off: bool = False  # too much has failed: nothing is sent this way until its owner switches it on again
    failures: int = 0  # tries that have failed since something last came through
    failed: str = ""  # when the last of them did
    error: str = ""  # and why


class VacationLine(msgspec.Struct, frozen=True):
    id: str
    starts: str
    ends: str


class FeedLine(msgspec.Struct, frozen=True):
    """A calendar. Its link was told once, when it was made."""

    id: str
    kind: Literal["coach", "team", "league"]
    subject: str
    created: str


class MyTelling(msgspec.Struct, frozen=True):
    """How an account is told of news. `choices`: for each kind of news and each channel, when. `hour`: of the daily
    message, UTC. `mails`: whether this server sends mail. `push_key`: what a browser needs to take pushes; empty if
    this server sends none. `vacation_left`: days of vacation that the year has left."""

    ways: list[ToldWay]
    choices: dict[str, dict[str, str]]
    hour: int
    mails: bool
    push_key: str
    vacations: list[VacationLine]
    vacation_left: float
    feeds: list[FeedLine]


class TellingOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    choices: dict[NewsKind, dict[ChannelKind, When]]
    hour: Annotated[int, Meta(ge=0, le=23)]


class WayOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A further way to be told. `address`: of a webhook its URL, of a browser what its PushManager says, as JSON."""

    kind: Literal["push", "webhook"]
    address: Annotated[str, Meta(max_length=2000)]
    label: Annotated[str, Meta(max_length=100)] = ""


class MailOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mail address: a link is sent there."""

    mail: Annotated[str, Meta(max_length=300)]


class MailLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link that came by mail. It is good once."""

    token: Annotated[str, Meta(max_length=200)]


class MailAsked(msgspec.Struct, frozen=True):
    """The answer is the same whether the address is known or not."""

    text: str


class VacationOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The own clocks of days stand still from one moment to the other."""

    starts: Annotated[str, Meta(max_length=40)]
    ends: Annotated[str, Meta(max_length=40)]


class FeedOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A calendar of the own matches, or of the fixtures of a team or a league (`subject`). A calendar of the same that
    was there before is replaced, and its link opens nothing any more."""

    kind: Literal["coach", "team", "league"]
    subject: Annotated[str, Meta(max_length=40)] = ""


class FeedMade(msgspec.Struct, frozen=True):
    """The secret link is told only here."""

    link: str
