"""Club days: the clock of the room, and the cards of coaches."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0007"
down_revision: Final = "0006"

ID: Final = 40


def upgrade() -> None:
    op.create_table(
        "club_days",
        sa.Column("competition", sa.String(ID), primary_key=True),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("since", sa.Double(), nullable=True),
    )
    op.create_table(
        "club_cards",
        sa.Column("competition", sa.String(ID), primary_key=True),
        sa.Column("team", sa.String(ID), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("club_cards")
    op.drop_table("club_days")
