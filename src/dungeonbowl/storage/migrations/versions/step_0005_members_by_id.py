"""Names of coaches are looked up by id on nearly every page of a league, and the key of members begins with the
league."""

from __future__ import annotations

from typing import Final

from alembic import op

revision: Final = "0005"
down_revision: Final = "0004"


def upgrade() -> None:
    op.create_index("ix_members_id", "members", ["id"])


def downgrade() -> None:
    op.drop_index("ix_members_id", "members")
