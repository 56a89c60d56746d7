"""Who vouches for the recovery of an account; limits that all servers of a database
count together; at which server somebody is in the lobby."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0011"
down_revision: Final = "0010"

ID: Final = 40
HASH: Final = 64


def upgrade() -> None:
    op.create_table(
        "vouchings",
        sa.Column("id", sa.String(ID), primary_key=True),
        sa.Column("account_id", sa.String(ID), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("league", sa.String(ID), nullable=False),
        sa.Column("by", sa.String(ID), nullable=False),
        sa.Column("handle", sa.String(HASH), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("good", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_vouchings_handle", "vouchings", ["handle"], unique=True)
    op.create_index("ix_vouchings_account_id", "vouchings", ["account_id"])
    op.create_index("ix_vouchings_league", "vouchings", ["league"])
    op.create_table(
        "lobby_visits",
        sa.Column("account_id", sa.String(ID), sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("server", sa.String(ID), primary_key=True),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
    )
    # Not logged by PostgreSQL: after a crash everybody begins anew, and no request waits for the disk.
    op.create_table(
        "limits",
        sa.Column("key", sa.String(HASH), primary_key=True),
        sa.Column("level", sa.Double(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        prefixes=["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else [],
    )
    op.create_index("ix_limits_at", "limits", ["at"])


def downgrade() -> None:
    op.drop_table("limits")
    op.drop_table("lobby_visits")
    op.drop_table("vouchings")
