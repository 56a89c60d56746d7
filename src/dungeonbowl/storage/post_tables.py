"""The tables of correspondence: when clocks stand still, news, what waits to be sent, and where to."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import Boolean, DateTime, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from dungeonbowl.storage.account_tables import HASH
from dungeonbowl.storage.tables import LONGEST_ID, Base

LONGEST_NEWS: Final = 160  # characters of the id of a piece of news
LONGEST_TITLE: Final = 300
LONGEST_LINK: Final = 300
LONGEST_MAIL: Final = 254
LONGEST_ERROR: Final = 200


class HeartbeatRow(Base):
    """When a server of this database was last alive. There is one row: that any of them lives is enough."""

    __tablename__ = "heartbeats"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class OutageRow(Base):
    """A time in which no server was there. It counts on nobody's clock of days."""

    __tablename__ = "outages"

    id: Mapped[str] = mapped_column(String(LONGEST_ID), primary_key=True)
    starts: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    ends: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class VacationRow(Base):
    """A time in which the clocks of one coach stand still."""

    __tablename__ = "vacations"

    id: Mapped[str] = mapped_column(String(LONGEST_ID), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    starts: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    ends: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (Index("ix_vacations_account_id", "account_id"),)


class NewsRow(Base):
    """A piece of news for one account. Its id says what it is about, so the same news is never there twice."""

    __tablename__ = "account_news"

    id: Mapped[str] = mapped_column(String(LONGEST_NEWS), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(20))
    about: Mapped[str] = mapped_column(String(LONGEST_ID))  # a match, which may be deleted before its news; or ""
    number: Mapped[int] = mapped_column(Integer)  # of the decision that it is about
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    title: Mapped[str] = mapped_column(String(LONGEST_TITLE))
    lines: Mapped[str] = mapped_column(Text)  # JSON
    link: Mapped[str] = mapped_column(String(LONGEST_LINK))  # a path of this server
    read: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

    __table_args__ = (Index("ix_account_news_account_id_at", "account_id", "at"),)


class OutboxRow(Base):
    """A piece of news on its way through one channel. Whoever sends it writes the claim first: two servers never send
    the same one."""

    __tablename__ = "outbox"

    id: Mapped[str] = mapped_column(String(220), primary_key=True)
    news_id: Mapped[str] = mapped_column(ForeignKey("account_news.id", ondelete="CASCADE"))
    channel_id: Mapped[str] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"))
    account_id: Mapped[str] = mapped_column(String(LONGEST_ID))
    digest: Mapped[bool] = mapped_column(Boolean)  # it goes together with the rest of the day
    due: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    state: Mapped[str] = mapped_column(String(10))  # waiting, claimed, sent, stale, failed
    claim: Mapped[str] = mapped_column(String(LONGEST_ID))
    claimed: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    tries: Mapped[int] = mapped_column(Integer)
    error: Mapped[str] = mapped_column(String(LONGEST_ERROR))

    __table_args__ = (
        Index("ix_outbox_state_due", "state", "due"),
        Index("ix_outbox_news_id", "news_id"),
        Index("ix_outbox_channel_id", "channel_id"),
    )


class ChannelRow(Base):
    """Where news of an account can be sent: a mail address, a browser that takes pushes, a webhook."""

    __tablename__ = "channels"

    id: Mapped[str] = mapped_column(String(LONGEST_ID), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(10))  # mail, push, webhook
    handle: Mapped[str] = mapped_column(String(HASH))  # the hash of the address, so that it is there once
    address: Mapped[str] = mapped_column(Text)  # of a push: JSON
    label: Mapped[str] = mapped_column(String(100))
    state: Mapped[str] = mapped_column(String(12))  # open, or unconfirmed
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (
        Index("ix_channels_account_id_handle", "account_id", "handle", unique=True),
        Index("ix_channels_handle", "handle"),
    )


class NewsChoiceRow(Base):
    """What an account wants to hear of through which channel."""

    __tablename__ = "news_choices"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    choices: Mapped[str] = mapped_column(Text)  # JSON: kind, channel, when; only what differs from the usual
    hour: Mapped[int] = mapped_column(Integer)  # of the daily mail, UTC


class MailTokenRow(Base):
    """A link that was sent by mail, by the hash of its secret. Used once, it is gone."""

    __tablename__ = "mail_tokens"

    token_hash: Mapped[str] = mapped_column(String(HASH), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    purpose: Mapped[str] = mapped_column(String(10))  # confirm, sign-in
    mail: Mapped[str] = mapped_column(String(LONGEST_MAIL))
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (
        Index("ix_mail_tokens_account_id", "account_id"),
        Index("ix_mail_tokens_created", "created"),
    )


class FeedRow(Base):
    """A calendar that is read by a secret link: of a coach, a team or a league."""

    __tablename__ = "calendar_feeds"

    id: Mapped[str] = mapped_column(String(LONGEST_ID), primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(HASH))
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(10))  # coach, team, league
    subject: Mapped[str] = mapped_column(String(LONGEST_ID))  # the id of the team or league; "" for a coach
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (
        Index("ix_calendar_feeds_token_hash", "token_hash", unique=True),
        Index("ix_calendar_feeds_account_id", "account_id"),
    )
