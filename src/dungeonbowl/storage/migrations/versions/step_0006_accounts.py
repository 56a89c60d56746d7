"""Accounts: people, how they sign in, where they are signed in, tokens of their programs, their matches."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0006"
down_revision: Final = "0005"

ID: Final = 40
HASH: Final = 64


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(ID), primary_key=True),
        text("name", 40),
        text("folded", 200),
        text("state", 10),
        moment("created"),
    )
    op.create_index("ix_accounts_folded", "accounts", ["folded"], unique=True)
    op.create_table(
        "credentials",
        sa.Column("id", sa.String(ID), primary_key=True),
        account(),
        text("kind", 10),
        text("handle", HASH),
        text("label", 60),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("public_id", sa.Text(), nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False),
        moment("created"),
        moment("used", nullable=True),
    )
    op.create_index("ix_credentials_handle", "credentials", ["handle"], unique=True)
    op.create_index("ix_credentials_account_id", "credentials", ["account_id"])
    op.create_table(
        "account_sessions",
        sa.Column("id", sa.String(ID), primary_key=True),
        account(),
        text("token_hash", HASH),
        text("device", 80),
        moment("created"),
        moment("seen"),
    )
    op.create_index("ix_account_sessions_token_hash", "account_sessions", ["token_hash"], unique=True)
    op.create_index("ix_account_sessions_account_id", "account_sessions", ["account_id"])
    op.create_index("ix_account_sessions_seen", "account_sessions", ["seen"])
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.String(ID), primary_key=True),
        account(),
        text("token_hash", HASH),
        text("name", 60),
        text("scopes", 100),
        moment("created"),
        moment("used", nullable=True),
    )
    op.create_index("ix_api_tokens_token_hash", "api_tokens", ["token_hash"], unique=True)
    op.create_index("ix_api_tokens_account_id", "api_tokens", ["account_id"])
    op.create_table(
        "account_challenges",
        sa.Column("id", sa.String(ID), primary_key=True),
        text("purpose", 10),
        text("account_id", ID),
        text("name", 40),
        text("challenge", HASH),
        moment("created"),
    )
    op.create_index("ix_account_challenges_created", "account_challenges", ["created"])
    op.create_table(
        "account_matches",
        account(primary_key=True),
        sa.Column("match_id", sa.String(ID), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        text("sides", 40),
        text("seat", HASH),
        moment("at"),
    )
    op.create_index("ix_account_matches_match_id", "account_matches", ["match_id"])


def downgrade() -> None:
    for table in ("account_matches", "account_challenges", "api_tokens", "account_sessions", "credentials", "accounts"):
        op.drop_table(table)


def text(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False)


def moment(name: str, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def account(primary_key: bool = False) -> sa.Column[str]:
    key = sa.ForeignKey("accounts.id", ondelete="CASCADE")
    return sa.Column("account_id", sa.String(ID), key, primary_key=primary_key, nullable=False)
