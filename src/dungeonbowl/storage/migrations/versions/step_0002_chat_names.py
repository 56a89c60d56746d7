"""More room in the chat for the name of a team: it may be longer than the name of a coach."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0002"
down_revision: Final = "0001"


def upgrade() -> None:
    with op.batch_alter_table("chat") as chat:
        chat.alter_column("name", existing_type=sa.String(60), type_=sa.String(200), existing_nullable=False)


def downgrade() -> None:
    op.execute("update chat set name = substr(name, 1, 60)")
    with op.batch_alter_table("chat") as chat:
        chat.alter_column("name", existing_type=sa.String(200), type_=sa.String(60), existing_nullable=False)
