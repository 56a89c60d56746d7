"""Languages: the one in which an account was last seen, for its mail and its news."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0012"
down_revision: Final = "0011"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("language", sa.String(10), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("accounts", "language")
