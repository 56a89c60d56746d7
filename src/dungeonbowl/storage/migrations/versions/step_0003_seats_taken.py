"""Seats that are taken once, and matches without help of the computer.

Links of older matches are links still: the first browser that comes with one takes the seat. Their coaches could always
ask the computer, so they still can."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0003"
down_revision: Final = "0002"


def upgrade() -> None:
    op.add_column("seats", sa.Column("state", sa.String(10), nullable=False, server_default="link"))
    op.add_column("matches", sa.Column("help", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    op.execute("delete from seats where state = 'spent'")
    # Not by `batch_alter_table`: SQLite would copy the table, and with the old one go the seats that refer to it.
    op.drop_column("matches", "help")
    op.drop_column("seats", "state")
