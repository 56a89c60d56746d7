"""Correspondence: when a match has to be looked at, when clocks stand still, news and what waits to be sent."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0009"
down_revision: Final = "0008"

ID: Final = 40
HASH: Final = 64
NEWS: Final = 160
TABLES: Final = (
    "calendar_feeds",
    "mail_tokens",
    "news_choices",
    "outbox",
    "channels",
    "account_news",
    "vacations",
    "outages",
    "heartbeats",
)


def upgrade() -> None:
    op.add_column("matches", moment("due", nullable=True))
    op.create_index("ix_matches_due", "matches", ["due"])
    op.create_table("heartbeats", sa.Column("name", sa.String(20), primary_key=True), moment("at"))
    op.create_table("outages", key(), moment("starts"), moment("ends"))
    op.create_table("vacations", key(), account(), moment("starts"), moment("ends"))
    op.create_index("ix_vacations_account_id", "vacations", ["account_id"])
    op.create_table(
        "account_news",
        sa.Column("id", sa.String(NEWS), primary_key=True),
        account(),
        text("kind", 20),
        text("about", ID),
        sa.Column("number", sa.Integer(), nullable=False),
        moment("at"),
        text("title", 300),
        sa.Column("lines", sa.Text(), nullable=False),
        text("link", 300),
        moment("read", nullable=True),
    )
    op.create_index("ix_account_news_account_id_at", "account_news", ["account_id", "at"])
    op.create_table(
        "channels",
        key(),
        account(),
        text("kind", 10),
        text("handle", HASH),
        sa.Column("address", sa.Text(), nullable=False),
        text("label", 100),
        text("state", 12),
        moment("created"),
    )
    op.create_index("ix_channels_account_id_handle", "channels", ["account_id", "handle"], unique=True)
    op.create_index("ix_channels_handle", "channels", ["handle"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(220), primary_key=True),
        sa.Column("news_id", sa.String(NEWS), sa.ForeignKey("account_news.id", ondelete="CASCADE"), nullable=False),
        sa.Column("channel_id", sa.String(ID), sa.ForeignKey("channels.id", ondelete="CASCADE"), nullable=False),
        text("account_id", ID),
        sa.Column("digest", sa.Boolean(), nullable=False),
        moment("due"),
        text("state", 10),
        text("claim", ID),
        moment("claimed", nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        text("error", 200),
    )
    op.create_index("ix_outbox_state_due", "outbox", ["state", "due"])
    op.create_index("ix_outbox_news_id", "outbox", ["news_id"])
    op.create_index("ix_outbox_channel_id", "outbox", ["channel_id"])
    op.create_table(
        "news_choices",
        account(primary_key=True),
        sa.Column("choices", sa.Text(), nullable=False),
        sa.Column("hour", sa.Integer(), nullable=False),
    )
    op.create_table(
        "mail_tokens",
        sa.Column("token_hash", sa.String(HASH), primary_key=True),
        account(),
        text("purpose", 10),
        text("mail", 254),
        moment("created"),
    )
    op.create_index("ix_mail_tokens_account_id", "mail_tokens", ["account_id"])
    op.create_index("ix_mail_tokens_created", "mail_tokens", ["created"])
    op.create_table(
        "calendar_feeds",
        key(),
        text("token_hash", HASH),
        account(),
        text("kind", 10),
        text("subject", ID),
        moment("created"),
    )
    op.create_index("ix_calendar_feeds_token_hash", "calendar_feeds", ["token_hash"], unique=True)
    op.create_index("ix_calendar_feeds_account_id", "calendar_feeds", ["account_id"])


def downgrade() -> None:
    for table in TABLES:
        op.drop_table(table)
    op.drop_index("ix_matches_due", "matches")
    op.drop_column("matches", "due")


def key() -> sa.Column[str]:
    return sa.Column("id", sa.String(ID), primary_key=True)


def text(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False)


def moment(name: str, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def account(primary_key: bool = False) -> sa.Column[str]:
    reference = sa.ForeignKey("accounts.id", ondelete="CASCADE")
    return sa.Column("account_id", sa.String(ID), reference, primary_key=primary_key, nullable=False)
