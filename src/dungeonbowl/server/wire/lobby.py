"""The lobby of a server with accounts, and the pages of coaches."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from dungeonbowl.server.wire.creating import ClockOrder

Id = Annotated[str, Meta(max_length=80)]


class CoachRank(msgspec.Struct, frozen=True):
    """How good a coach is in an edition. With 95 in a hundred chances the truth lies between `low` and `high`."""

    edition: str
    edition_name: str
    rating: float
    low: float
    high: float
    games: int


class LobbyGuest(msgspec.Struct, frozen=True):
    """Somebody who is in the lobby. `waits`: the edition in which he waits to be paired."""

    account: str
    name: str
    waits: str = ""
    quiet: str = ""  # mute or block, if whoever asks does not want to hear of him


class ChallengeOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be offered. What is left out is the usual of the edition. `guest` is who alone may accept it;
    `minutes` is how long it stands."""

    edition: Annotated[str, Meta(max_length=2000)] = "official"
    dungeon: Id = ""
    team: Id = ""  # a ready team, for whoever offers
    quick: bool = True
    turn_limit: Annotated[int, Meta(ge=0, le=200)] | None = None
    clock: ClockOrder = ClockOrder()
    rated: bool = True
    guest: Id = ""
    minutes: Annotated[int, Meta(ge=1, le=1440)] = 60


class LobbyChallenge(msgspec.Struct, frozen=True):
    """An open challenge, in words. `mine`: of whoever asks; `for_me`: nobody else may accept it."""

    id: str
    account: str
    name: str
    edition: str
    edition_name: str
    dungeon: str
    team: str
    clock: str
    rated: bool
    expires: str
    mine: bool = False
    for_me: bool = False
    guest: str = ""  # the name of whom it is for
    text: str = ""  # the edition with its options


class AcceptOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    team: Id = ""  # a ready team, for whoever accepts


class LobbyMatchMade(msgspec.Struct, frozen=True):
    """A match whose seats belong to the accounts: each takes its own with `/me/matches/{id}/seat`."""

    id: str


class LobbyLive(msgspec.Struct, frozen=True):
    """A match that anybody may watch. `mine`: whoever asks has a seat in it."""

    id: str
    names: list[str]  # of the teams
    coaches: list[str]
    edition: str
    score: list[int]
    turn: int
    stage: str
    rated: bool
    watch: str  # the link
    mine: bool = False


class LobbyLine(msgspec.Struct, frozen=True):
    number: int
    account: str
    name: str
    text: str
    at: str


class LobbyPage(msgspec.Struct, frozen=True):
    """Everything that the lobby shows to whoever asks. `by_rating`: whether partners are chosen by how good they are;
    otherwise, without the package that rates, by how long they have waited."""

    guests: list[LobbyGuest]
    challenges: list[LobbyChallenge]
    matches: list[LobbyLive]
    chat: list[LobbyLine]
    waits: str = ""  # the edition in which whoever asks waits to be paired
    ranks: list[CoachRank] = []
    quiet: list[LobbyGuest] = []  # whom he has muted or blocked, there or not
    by_rating: bool = True


class PairingOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    edition: Annotated[str, Meta(max_length=80)] = "official"


class ChatOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class QuietOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`mute` hides what somebody says. `block` also keeps him from challenging, and from being paired. Nothing: make
    up."""

    kind: Literal["", "mute", "block"]


class ComplaintOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: Annotated[str, Meta(max_length=500)] = ""


class LobbyChanged(msgspec.Struct, frozen=True, tag_field="type", tag="changed"):
    """Over the socket of the lobby: something is new. What it is, the client asks for."""


class LobbyCalled(msgspec.Struct, frozen=True, tag_field="type", tag="match"):
    """Over the socket of the lobby, to a coach: his challenge was accepted, or he was paired."""

    id: str


class CoachMatch(msgspec.Struct, frozen=True):
    id: str
    names: list[str]
    coaches: list[str]
    side: int
    edition: str
    score: list[int]
    result: str  # won, drawn, lost, or "" while it goes on
    rated: bool
    at: str


class CoachTeam(msgspec.Struct, frozen=True):
    id: str
    name: str
    roster: str
    league: str
    league_name: str
    played: int
    won: int
    drawn: int
    lost: int


class CoachLeague(msgspec.Struct, frozen=True):
    id: str
    name: str
    role: str


class CoachPage(msgspec.Struct, frozen=True):
    """A coach, as everybody may know him."""

    account: str
    name: str
    since: str
    gone: bool  # the account was deleted
    ranks: list[CoachRank]
    matches: list[CoachMatch]
    teams: list[CoachTeam]
    leagues: list[CoachLeague]
    quiet: str = ""  # mute or block, by whoever asks
