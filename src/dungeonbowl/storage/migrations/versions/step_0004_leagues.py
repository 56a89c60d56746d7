"""Leagues: logs of events, texts, reports of matches, open aftermaths, and the tables that follow from them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0004"
down_revision: Final = "0003"

ID: Final = 40
NAME: Final = 200
MOMENT: Final = 20
WORD: Final = 20
HASH: Final = 64
FIGURES: Final = ("points", "mvp", "touchdown", "completion", "casualty", "kill", "interception", "games")
LOGS: Final = ("league_events", "competition_events", "team_events")
SEARCHED: Final = ("leagues", "teams", "players")
TABLES: Final = (
    "news", "audit", "standings", "texts", "match_replays", "reports", "aftermaths", "appearances", "players", "teams",
    "fixture_sides", "fixtures", "competitions", "seasons", "members", "leagues", *LOGS,
)  # fmt: skip


def key(name: str, length: int = ID) -> sa.Column[Any]:
    return sa.Column(name, sa.String(length), primary_key=True)


def counted(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), primary_key=True, autoincrement=False)


def short(name: str, length: int = ID) -> sa.Column[Any]:
    return sa.Column(name, sa.String(length), nullable=False)


def number(name: str, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), nullable=null)


def long(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=False)


def yes_or_no(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Boolean(), nullable=False)


def real(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Double(), nullable=False)


def upgrade() -> None:
    for name in LOGS:
        op.create_table(
            name,
            key("log"), counted("seq"), short("at", MOMENT), short("role", WORD), short("actor"), short("cause", WORD),
            short("cause_id"), short("kind", WORD), short("rule", WORD), long("dice"), long("body"),
            short("prev", HASH), short("hash", HASH),
        )  # fmt: skip
    make_league_tables()
    make_match_tables()
    make_team_tables()
    make_lists()
    if op.get_bind().dialect.name == "postgresql":
        for name in LOGS:
            op.create_index(f"ix_{name}_at", name, ["at"], postgresql_using="brin")
        make_searchable()


def make_league_tables() -> None:
    op.create_table(
        "leagues",
        key("id"), short("name", NAME), long("edition"), number("season"), short("state", WORD), number("teams"),
        short("changed", MOMENT), number("seq"), short("head", HASH), long("snapshot"),
    )  # fmt: skip
    op.create_index("ix_leagues_changed", "leagues", ["changed", "id"])
    op.create_table("members", key("league"), key("id"), short("name", NAME), short("role", WORD), short("account"))
    op.create_table(
        "seasons",
        key("id"), short("league"), number("number"), short("state", WORD), long("options"), short("began", MOMENT),
        short("ended", MOMENT),
    )  # fmt: skip
    op.create_index("ix_seasons_league", "seasons", ["league", "number"])
    op.create_table(
        "competitions",
        key("id"), short("league"), short("season"), short("name", NAME), short("play", WORD), short("state", WORD),
        number("seq"), short("head", HASH), long("snapshot"),
    )  # fmt: skip
    op.create_index("ix_competitions_league", "competitions", ["league", "id"])
    op.create_index("ix_competitions_season", "competitions", ["season", "id"])


def make_match_tables() -> None:
    op.create_table(
        "fixtures",
        key("id"), short("competition"), short("league"), short("season"), number("stage"), number("round"),
        number("place"), short("state", WORD), short("title", NAME), short("division", NAME), number("table_number"),
        short("opens", MOMENT), short("deadline", MOMENT), short("agreed", MOMENT), short("ended", MOMENT),
        short("match"), short("how", WORD), short("provenance", WORD), short("through"), yes_or_no("friendly"),
    )  # fmt: skip
    op.create_index("ix_fixtures_competition", "fixtures", ["competition", "stage", "round", "place", "id"])
    op.create_index("ix_fixtures_match", "fixtures", ["match"])
    op.create_index("ix_fixtures_ended", "fixtures", ["league", "ended", "id"])
    op.create_index("ix_fixtures_deadline", "fixtures", ["state", "deadline", "id"])
    op.create_table(
        "fixture_sides",
        key("fixture"), counted("side"), short("team"), short("competition"), short("at", MOMENT),
        number("score", True), number("casualties", True), short("result", WORD), number("points", True),
        number("value", True), yes_or_no("conceded"),
    )  # fmt: skip
    op.create_index("ix_fixture_sides_team", "fixture_sides", ["team", "at", "fixture"])
    op.create_table(
        "reports",
        key("match"), short("fixture"), short("competition"), short("league"), short("at", MOMENT),
        short("state", WORD), long("facts"), long("sheets"), long("locked"), long("shared"),
    )  # fmt: skip
    op.create_index("ix_reports_fixture", "reports", ["fixture", "match"])
    op.create_index("ix_reports_league", "reports", ["league", "match"])
    op.create_table("match_replays", key("match"), sa.Column("data", sa.LargeBinary(), nullable=False))
    op.create_table(
        "aftermaths",
        key("match"), key("team"), short("league"), short("season"), short("fixture"), number("place"),
        short("state", WORD), short("commitment", HASH), short("seed", HASH), long("inputs"), number("number"),
        yes_or_no("typed"), short("opened", MOMENT), short("deadline", MOMENT), long("facts"), number("seq"),
    )  # fmt: skip
    op.create_index("ix_aftermaths_team", "aftermaths", ["team", "place"])
    op.create_index("ix_aftermaths_deadline", "aftermaths", ["state", "deadline"])


def make_team_tables() -> None:
    op.create_table(
        "teams",
        key("id"), short("league"), short("owner"), short("edition", WORD), short("roster", NAME), short("name", NAME),
        short("state", WORD), number("value"), number("current_value"), number("games"), number("won"),
        number("drawn"), number("lost"), real("mu"), real("sigma"), real("skill"), yes_or_no("active"), number("seq"),
        short("head", HASH), short("open_match"), long("snapshot"),
    )  # fmt: skip
    op.create_index("ix_teams_league", "teams", ["league", "id"])
    op.create_index("ix_teams_owner", "teams", ["owner", "id"])
    op.create_index("ix_teams_ladder", "teams", ["edition", "active", sa.text("skill desc"), "id"])
    op.create_table(
        "players",
        key("id"), short("team"), short("edition", WORD), short("name", NAME), number("number"),
        short("position", NAME), short("state", WORD), *(number(figure) for figure in FIGURES),
    )  # fmt: skip
    op.create_index("ix_players_team", "players", ["team", "number"])
    for figure in FIGURES:
        op.create_index(f"ix_players_{figure}", "players", [sa.text(f"{figure} desc"), "id"])
    op.create_table(
        "appearances",
        key("fixture"), key("player"), short("match"), short("team"), short("league"), short("season"),
        short("at", MOMENT), *(number(figure) for figure in FIGURES if figure != "games"), short("injury", WORD),
        long("deeds"),
    )  # fmt: skip
    op.create_index("ix_appearances_player", "appearances", ["player", "at"])
    op.create_index("ix_appearances_season", "appearances", ["season", "player"])
    op.create_index("ix_appearances_match", "appearances", ["match"])


def make_lists() -> None:
    op.create_table("texts", key("ref", HASH), short("salt", WORD + 4), long("text"))
    op.create_table(
        "standings",
        key("competition"), counted("stage"), key("division", NAME), key("team"), number("place"), number("points"),
        long("numbers"),
    )  # fmt: skip
    op.create_table(
        "audit",
        key("log"), counted("seq"), short("league"), short("at", MOMENT), short("role", WORD), short("actor"),
        short("kind", WORD), short("about"), short("reason", HASH),
    )  # fmt: skip
    op.create_index("ix_audit_league", "audit", ["league", "at", "log", "seq"])
    op.create_table(
        "news",
        key("log"), counted("seq"), short("league"), short("at", MOMENT), short("kind", WORD), short("about"),
        long("details"),
    )  # fmt: skip
    op.create_index("ix_news_league", "news", ["league", "at", "log", "seq"])


def make_searchable() -> None:
    """Names are found by their parts with an index, where PostgreSQL has its trigrams. Without them it takes longer."""
    connection = op.get_bind()
    with suppress(sa.exc.DBAPIError), connection.begin_nested():
        connection.execute(sa.text("create extension if not exists pg_trgm"))
        for table in SEARCHED:
            connection.execute(sa.text(f"create index ix_{table}_name on {table} using gin (name gin_trgm_ops)"))


def downgrade() -> None:
    for name in TABLES:
        op.drop_table(name)
