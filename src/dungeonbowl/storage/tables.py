"""The tables of the database. `migrations/` builds them step by step; a test compares the two."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import Boolean, DateTime, Double, ForeignKey, Index, LargeBinary, String, Text, true
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

LONGEST_ID: Final = 40
LONGEST_ADDRESS: Final = 200
LONGEST_NAME: Final = 200  # for a coach, or for a team whose coach has no name
LONGEST_CHAT: Final = 500


class Base(DeclarativeBase):
    """The base of all tables."""


class MatchRow(Base):
    """A match: its setup, and how it stands. Its inputs are rows of their own."""

    __tablename__ = "matches"

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    stage: Mapped[str] = mapped_column(String(10))  # waiting, playing, over
    number: Mapped[int]  # counts every change; a write must name the number that it has read
    engine: Mapped[str] = mapped_column(String(40))  # the version of the program that created it
    setup: Mapped[bytes] = mapped_column(LargeBinary)  # JSON, as at the head of a replay
    seed: Mapped[bytes] = mapped_column(LargeBinary)  # the seed of the dice; told when the match is over
    commitment: Mapped[str] = mapped_column(String(64))
    sides: Mapped[str] = mapped_column(Text)  # JSON: the coach of each side
    clock: Mapped[str] = mapped_column(Text)  # JSON: the agreed clock, and the seconds left
    auto: Mapped[str] = mapped_column(Text)  # JSON: standing answers
    pace: Mapped[float]
    result: Mapped[str] = mapped_column(Text)  # JSON: score, turn, the side that decides, winner, where orders began
    help: Mapped[bool] = mapped_column(Boolean, server_default=true())  # whether coaches may ask the computer
    due: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))  # when a clock of days has to be looked at
    # Where several servers share the database, see `leases.py`: the one that leads the match, and how often the lead
    # has changed hands. Every write of a leader names that count.
    leader: Mapped[str] = mapped_column(String(LONGEST_ID), server_default="")
    epoch: Mapped[int] = mapped_column(server_default="0")

    __table_args__ = (Index("ix_matches_due", "due"), Index("ix_matches_leader", "leader"))


class ServerRow(Base):
    """A server process that may lead matches until its lease expires, by the clock of the database."""

    __tablename__ = "servers"

    id: Mapped[str] = mapped_column(String(LONGEST_ID), primary_key=True)
    address: Mapped[str] = mapped_column(String(LONGEST_ADDRESS))  # where the other servers reach it
    secret: Mapped[str] = mapped_column(String(64))  # by which it knows that another server asks
    expires: Mapped[float] = mapped_column(Double)  # seconds since 1970


class SeatRow(Base):
    """A token of a match, by its hash, and the sides it decides for; no sides for spectators.

    A seat is taken once: its link is `spent` then, and the key of whoever took it is the `seat`."""

    __tablename__ = "seats"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"))
    sides: Mapped[str] = mapped_column(String(40))  # JSON
    state: Mapped[str] = mapped_column(String(10), server_default="link")  # link, seat, spent

    __table_args__ = (Index("ix_seats_match_id", "match_id"),)


class InputRow(Base):
    """One input of a match: an action (kind 0) or the dice of one roll (kind 1), as numbers."""

    __tablename__ = "inputs"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[int]
    numbers: Mapped[str] = mapped_column(String(200))


class ChatRow(Base):
    """A line of chat."""

    __tablename__ = "chat"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    side: Mapped[int | None]
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    text: Mapped[str] = mapped_column(String(LONGEST_CHAT))
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class LimitRow(Base):
    """A number that all servers of a database count together, and its moment, see `limits.py`. Not logged by
    PostgreSQL, and in no backup."""

    __tablename__ = "limits"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    level: Mapped[float] = mapped_column(Double)
    at: Mapped[float] = mapped_column(Double)  # seconds since 1970

    __table_args__ = (Index("ix_limits_at", "at"),)


class ReplayRow(Base):
    """An uploaded replay, as a file."""

    __tablename__ = "replays"

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    data: Mapped[bytes] = mapped_column(LargeBinary)
