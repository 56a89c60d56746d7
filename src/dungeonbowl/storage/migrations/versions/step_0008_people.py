"""People among each other: owners of the server, doors of leagues, invitations, the lobby, ratings of coaches."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0008"
down_revision: Final = "0007"

ID: Final = 40
HASH: Final = 64
WORD: Final = 20
EDITION: Final = 2000
WORDS: Final = 500
MEMBERS: Final = "ix_members_account"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("owner", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index(MEMBERS, "members", ["account"])
    op.create_table("league_doors", key("league"), switch("private"), switch("applications"))
    op.create_table(
        "invitations",
        *(key("id"), text("token_hash", HASH), text("league"), text("role", WORD), text("member"), text("team")),
        *(number("uses_left"), moment("created"), moment("expires")),
    )
    op.create_index("ix_invitations_token_hash", "invitations", ["token_hash"], unique=True)
    op.create_index("ix_invitations_league", "invitations", ["league"])
    op.create_table("applications", key("league"), account(True), text("words", WORDS), moment("created"))
    op.create_index("ix_applications_account_id", "applications", ["account_id"])
    op.create_table("team_helpers", key("team"), account(True))
    op.create_index("ix_team_helpers_account_id", "team_helpers", ["account_id"])
    op.create_table("handovers", key("team"), text("owner"), text("member"), moment("created"))
    op.create_table("lobby_guests", account(True), moment("seen"), text("edition", EDITION), moment("since"))
    op.create_table(
        "lobby_challenges",
        *(key("id"), account(), text("guest"), text("edition", EDITION), long("order"), switch("rated")),
        *(moment("created"), moment("expires")),
    )
    op.create_index("ix_lobby_challenges_account_id", "lobby_challenges", ["account_id"])
    op.create_index("ix_lobby_challenges_expires", "lobby_challenges", ["expires"])
    op.create_table(
        "lobby_matches",
        sa.Column("match_id", sa.String(ID), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        *(text("home"), text("away"), text("edition", WORD), switch("rated"), switch("counted"), moment("at")),
    )
    op.create_index("ix_lobby_matches_counted", "lobby_matches", ["counted", "at"])
    op.create_table(
        "lobby_chat",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        *(account(), text("text", WORDS), moment("at")),
    )
    op.create_index("ix_lobby_chat_account_id", "lobby_chat", ["account_id"])
    op.create_index("ix_lobby_chat_at", "lobby_chat", ["at"])
    op.create_table("blocks", account(True), key("other"), text("kind", WORD))
    op.create_index("ix_blocks_other", "blocks", ["other"])
    op.create_table(
        "complaints",
        *(key("id"), text("account_id"), text("about"), number("number"), text("text", WORDS), text("words", WORDS)),
        *(text("state", WORD), moment("created")),
    )
    op.create_index("ix_complaints_line", "complaints", ["account_id", "number"], unique=True)
    op.create_table(
        "coach_ratings",
        *(account(True), key("edition", WORD)),
        *(sa.Column(name, sa.Double(), nullable=False) for name in ("mean", "doubt")),
        number("games"),
    )


TABLES: Final = (
    *("coach_ratings", "complaints", "blocks", "lobby_chat", "lobby_matches", "lobby_challenges", "lobby_guests"),
    *("handovers", "team_helpers", "applications", "invitations", "league_doors"),
)


def downgrade() -> None:
    for table in TABLES:
        op.drop_table(table)
    op.drop_index(MEMBERS, "members")
    with op.batch_alter_table("accounts") as accounts:
        accounts.drop_column("owner")


def key(name: str, length: int = ID) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), primary_key=True, nullable=False)


def text(name: str, length: int = ID) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False)


def long(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def switch(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False)


def moment(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=False)


def account(primary_key: bool = False) -> sa.Column[str]:
    there = sa.ForeignKey("accounts.id", ondelete="CASCADE")
    return sa.Column("account_id", sa.String(ID), there, primary_key=primary_key, nullable=False)
