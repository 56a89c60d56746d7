"""Leases: which server leads which match."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0010"
down_revision: Final = "0009"


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
    )
    op.add_column("matches", sa.Column("leader", sa.String(40), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("epoch", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("ix_matches_leader", "matches", ["leader"])


def downgrade() -> None:
    op.drop_index("ix_matches_leader", "matches")
    # Not by `batch_alter_table`: SQLite would copy the table, and with the old one go the seats that refer to it.
    op.drop_column("matches", "epoch")
    op.drop_column("matches", "leader")
    op.drop_table("servers")
