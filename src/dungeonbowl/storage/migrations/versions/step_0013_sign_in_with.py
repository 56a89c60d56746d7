"""Signing in with a provider of OpenID Connect: what was begun and waits for its answer."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0013"
down_revision: Final = "0012"

ID: Final = 40
HASH: Final = 64


def upgrade() -> None:
    op.create_table(
        "provider_sign_ins",
        sa.Column("id", sa.String(HASH), primary_key=True),
        sa.Column("purpose", sa.String(10), nullable=False),
        sa.Column("issuer", sa.Text(), nullable=False),
        sa.Column("account_id", sa.String(ID), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_provider_sign_ins_created", "provider_sign_ins", ["created"])


def downgrade() -> None:
    op.drop_table("provider_sign_ins")
