"""The tables of club days: what a day at real tables has besides its competition. No result follows from them."""

from __future__ import annotations

from sqlalchemy import Double, Integer, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from dungeonbowl.storage.tables import LONGEST_ID, Base


class ClubDayRow(Base):
    """A day: the secret that the cards of its coaches follow from, and the clock of the room. `seconds` are left of
    `round`; while the clock runs, they were left at `since`, in seconds since 1970."""

    __tablename__ = "club_days"

    competition: Mapped[str] = mapped_column(String(LONGEST_ID), primary_key=True)
    secret: Mapped[bytes] = mapped_column(LargeBinary)
    round: Mapped[int] = mapped_column(Integer)
    seconds: Mapped[float] = mapped_column(Double)
    since: Mapped[float | None] = mapped_column(Double)


class ClubCardRow(Base):
    """How often the card of a coach was replaced; a card that never was has no row."""

    __tablename__ = "club_cards"

    competition: Mapped[str] = mapped_column(String(LONGEST_ID), primary_key=True)
    team: Mapped[str] = mapped_column(String(LONGEST_ID), primary_key=True)
    number: Mapped[int] = mapped_column(Integer)
