"""The tables of people among each other: who may enter a league, the lobby, and how good coaches are. Which role a
member has stands in the log of the league itself."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from sqlalchemy import Boolean, DateTime, Double, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from dungeonbowl.storage.account_tables import HASH
from dungeonbowl.storage.tables import LONGEST_CHAT, LONGEST_ID, Base

LONGEST_EDITION: Final = 2000
LONGEST_WORDS: Final = 500  # of an application, or of a complaint
WORD: Final = 20


def identity() -> Mapped[str]:
    return mapped_column(String(LONGEST_ID), primary_key=True)


def word() -> Mapped[str]:
    return mapped_column(String(WORD))


def some_id() -> Mapped[str]:
    return mapped_column(String(LONGEST_ID))


def moment() -> Mapped[datetime]:
    return mapped_column(DateTime(timezone=True))


def account(primary_key: bool = False) -> Mapped[Any]:
    return mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=primary_key)


# --- recovery ---------------------------------------------------------------------------------------------------------


class VouchingRow(Base):
    """Somebody vouches that a person who cannot sign in any more is the owner of an account. The code for that person,
    of which the hash is the handle, is good from one moment to another, once. Rows stay, so that it can be looked up
    who has vouched for whom."""

    __tablename__ = "vouchings"

    id: Mapped[str] = identity()
    account_id: Mapped[str] = account()
    league: Mapped[str] = some_id()  # empty where an owner of the server vouches at the command line
    by: Mapped[str] = some_id()  # the account that vouches; empty for the command line
    handle: Mapped[str] = mapped_column(String(HASH))
    state: Mapped[str] = word()  # open, used, refused, ended
    created: Mapped[datetime] = moment()
    good: Mapped[datetime] = moment()
    expires: Mapped[datetime] = moment()

    __table_args__ = (
        Index("ix_vouchings_handle", "handle", unique=True),
        Index("ix_vouchings_account_id", "account_id"),
        Index("ix_vouchings_league", "league"),
    )


# --- leagues ---------------------------------------------------------------------------------------------------------


class LeagueDoorRow(Base):
    """Who may come in: a league without a row is open to readers, and takes no applications."""

    __tablename__ = "league_doors"

    league: Mapped[str] = identity()
    private: Mapped[bool] = mapped_column(Boolean)
    applications: Mapped[bool] = mapped_column(Boolean)


class InvitationRow(Base):
    """A link that makes somebody a member of a league, by its hash. With `member` it hands over a name that had no
    account so far; with `team` it makes a co-coach of that team."""

    __tablename__ = "invitations"

    id: Mapped[str] = identity()
    token_hash: Mapped[str] = mapped_column(String(HASH))
    league: Mapped[str] = some_id()
    role: Mapped[str] = word()
    member: Mapped[str] = some_id()
    team: Mapped[str] = some_id()
    uses_left: Mapped[int] = mapped_column(Integer)
    created: Mapped[datetime] = moment()
    expires: Mapped[datetime] = moment()

    __table_args__ = (
        Index("ix_invitations_token_hash", "token_hash", unique=True),
        Index("ix_invitations_league", "league"),
    )


class ApplicationRow(Base):
    """Somebody who asks to be let in, until a commissioner has answered."""

    __tablename__ = "applications"

    league: Mapped[str] = identity()
    account_id: Mapped[str] = account(True)
    words: Mapped[str] = mapped_column(String(LONGEST_WORDS))
    created: Mapped[datetime] = moment()

    __table_args__ = (Index("ix_applications_account_id", "account_id"),)


class HelperRow(Base):
    """A co-coach: an account that may decide for a team that is another's."""

    __tablename__ = "team_helpers"

    team: Mapped[str] = identity()
    account_id: Mapped[str] = account(True)

    __table_args__ = (Index("ix_team_helpers_account_id", "account_id"),)


class HandoverRow(Base):
    """A team that its coach wants to give away, until the other one has agreed. `member` is who is to have it."""

    __tablename__ = "handovers"

    team: Mapped[str] = identity()
    owner: Mapped[str] = some_id()  # the member who offered it; if the team is not his any more, the offer is void
    member: Mapped[str] = some_id()
    created: Mapped[datetime] = moment()


# --- the lobby -------------------------------------------------------------------------------------------------------


class LobbyGuestRow(Base):
    """Somebody who is in the lobby. With an edition he waits to be paired."""

    __tablename__ = "lobby_guests"

    account_id: Mapped[str] = account(True)
    seen: Mapped[datetime] = moment()
    edition: Mapped[str] = mapped_column(String(LONGEST_EDITION))  # "" for somebody who only looks
    since: Mapped[datetime] = moment()  # when he began to wait


class LobbyVisitRow(Base):
    """A server at which somebody has a socket of the lobby. Without a sign of life it counts for a while."""

    __tablename__ = "lobby_visits"

    account_id: Mapped[str] = account(primary_key=True)
    server: Mapped[str] = identity()
    seen: Mapped[datetime] = moment()


class LobbyChallengeRow(Base):
    """A match that somebody offers. `order` is what it is made of; `guest` is who alone may accept it, if anybody."""

    __tablename__ = "lobby_challenges"

    id: Mapped[str] = identity()
    account_id: Mapped[str] = account()
    guest: Mapped[str] = some_id()
    edition: Mapped[str] = mapped_column(String(LONGEST_EDITION))
    order: Mapped[str] = mapped_column(Text)
    rated: Mapped[bool] = mapped_column(Boolean)
    created: Mapped[datetime] = moment()
    expires: Mapped[datetime] = moment()

    __table_args__ = (
        Index("ix_lobby_challenges_account_id", "account_id"),
        Index("ix_lobby_challenges_expires", "expires"),
    )


class LobbyMatchRow(Base):
    """A match that was made in the lobby. `counted`: it is over, and ratings have heard of it."""

    __tablename__ = "lobby_matches"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    home: Mapped[str] = some_id()
    away: Mapped[str] = some_id()
    edition: Mapped[str] = word()
    rated: Mapped[bool] = mapped_column(Boolean)
    counted: Mapped[bool] = mapped_column(Boolean)
    at: Mapped[datetime] = moment()

    __table_args__ = (Index("ix_lobby_matches_counted", "counted", "at"),)


class LobbyChatRow(Base):
    """A line of the lobby's chat."""

    __tablename__ = "lobby_chat"

    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    account_id: Mapped[str] = account()
    text: Mapped[str] = mapped_column(String(LONGEST_CHAT))
    at: Mapped[datetime] = moment()

    __table_args__ = (Index("ix_lobby_chat_account_id", "account_id"), Index("ix_lobby_chat_at", "at"))


class BlockRow(Base):
    """Somebody does not want to hear of somebody: `mute` hides his chat, `block` keeps him away altogether."""

    __tablename__ = "blocks"

    account_id: Mapped[str] = account(True)
    other: Mapped[str] = identity()
    kind: Mapped[str] = word()  # mute, block

    __table_args__ = (Index("ix_blocks_other", "other"),)


class ComplaintRow(Base):
    """A line of chat that somebody has reported to the owner of the server, as it was."""

    __tablename__ = "complaints"

    id: Mapped[str] = identity()
    account_id: Mapped[str] = some_id()  # who reported it
    about: Mapped[str] = some_id()
    number: Mapped[int] = mapped_column(Integer)
    text: Mapped[str] = mapped_column(String(LONGEST_CHAT))
    words: Mapped[str] = mapped_column(String(LONGEST_WORDS))
    state: Mapped[str] = word()  # open, done
    created: Mapped[datetime] = moment()

    __table_args__ = (Index("ix_complaints_line", "account_id", "number", unique=True),)


class RatingRow(Base):
    """How good a coach is in an edition, by the rated matches of the lobby."""

    __tablename__ = "coach_ratings"

    account_id: Mapped[str] = account(True)
    edition: Mapped[str] = mapped_column(String(WORD), primary_key=True)
    mean: Mapped[float] = mapped_column(Double)
    doubt: Mapped[float] = mapped_column(Double)
    games: Mapped[int] = mapped_column(Integer)
