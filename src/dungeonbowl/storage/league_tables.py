"""The tables of leagues. The logs, texts, reports of matches and inputs of open aftermaths are the truth; the other
tables follow from them, and can be made anew. Times are texts in UTC, such as 2026-03-01T20:00:00Z, as events have
them."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    text,
)

from dungeonbowl.storage.tables import LONGEST_ID, LONGEST_NAME, Base

MOMENT: Final = 20
WORD: Final = 20
HASH: Final = 64
HERE: Final = Base.metadata
POSTGRESQL: Final = "postgresql"


def key(name: str, length: int = LONGEST_ID) -> Column[Any]:
    return Column(name, String(length), primary_key=True)


def short(name: str, length: int = LONGEST_ID) -> Column[Any]:
    return Column(name, String(length), nullable=False)


def number(name: str, null: bool = False) -> Column[Any]:
    return Column(name, Integer, nullable=null)


def long(name: str) -> Column[Any]:
    return Column(name, Text, nullable=False)


def log_table(name: str) -> Table:
    """The events of one kind of log, which are only ever added."""
    return Table(
        name,
        HERE,
        key("log"),
        Column("seq", Integer, primary_key=True, autoincrement=False),
        short("at", MOMENT),
        short("role", WORD),
        short("actor"),
        short("cause", WORD),
        short("cause_id"),
        short("kind", WORD),
        short("rule", WORD),
        long("dice"),
        long("body"),
        short("prev", HASH),
        short("hash", HASH),
        Index(f"ix_{name}_at", "at", postgresql_using="brin").ddl_if(dialect=POSTGRESQL),
    )


LOGS: Final = {
    "l": log_table("league_events"),
    "c": log_table("competition_events"),
    "t": log_table("team_events"),
}

Table(
    "leagues", HERE,
    key("id"), short("name", LONGEST_NAME), long("edition"), number("season"), short("state", WORD), number("teams"),
    short("changed", MOMENT), number("seq"), short("head", HASH), long("snapshot"),
    Index("ix_leagues_changed", "changed", "id"),
)  # fmt: skip
Table(
    "members", HERE,
    key("league"), key("id"), short("name", LONGEST_NAME), short("role", WORD), short("account"),
    Index("ix_members_id", "id"), Index("ix_members_account", "account"),
)  # fmt: skip
Table(
    "seasons", HERE,
    key("id"), short("league"), number("number"), short("state", WORD), long("options"), short("began", MOMENT),
    short("ended", MOMENT),
    Index("ix_seasons_league", "league", "number"),
)  # fmt: skip
Table(
    "competitions", HERE,
    key("id"), short("league"), short("season"), short("name", LONGEST_NAME), short("play", WORD), short("state", WORD),
    number("seq"), short("head", HASH), long("snapshot"),
    Index("ix_competitions_league", "league", "id"), Index("ix_competitions_season", "season", "id"),
)  # fmt: skip
Table(
    "fixtures", HERE,
    key("id"), short("competition"), short("league"), short("season"), number("stage"), number("round"),
    number("place"), short("state", WORD), short("title", LONGEST_NAME), short("division", LONGEST_NAME),
    number("table_number"), short("opens", MOMENT), short("deadline", MOMENT), short("agreed", MOMENT),
    short("ended", MOMENT), short("match"), short("how", WORD), short("provenance", WORD), short("through"),
    Column("friendly", Boolean, nullable=False),
    Index("ix_fixtures_competition", "competition", "stage", "round", "place", "id"),
    Index("ix_fixtures_match", "match"),
    Index("ix_fixtures_ended", "league", "ended", "id"),
    Index("ix_fixtures_deadline", "state", "deadline", "id"),
)  # fmt: skip
Table(
    "fixture_sides", HERE,
    key("fixture"), Column("side", Integer, primary_key=True, autoincrement=False), short("team"),
    short("competition"), short("at", MOMENT), number("score", True), number("casualties", True),
    short("result", WORD), number("points", True), number("value", True), Column("conceded", Boolean, nullable=False),
    Index("ix_fixture_sides_team", "team", "at", "fixture"),
)  # fmt: skip
Table(
    "teams", HERE,
    key("id"), short("league"), short("owner"), short("edition", WORD), short("roster", LONGEST_NAME),
    short("name", LONGEST_NAME), short("state", WORD), number("value"), number("current_value"), number("games"),
    number("won"), number("drawn"), number("lost"), Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False), Column("skill", Double, nullable=False),
    Column("active", Boolean, nullable=False), number("seq"), short("head", HASH), short("open_match"),
    long("snapshot"),
    Index("ix_teams_league", "league", "id"),
    Index("ix_teams_owner", "owner", "id"),
    Index("ix_teams_ladder", "edition", "active", text("skill desc"), "id"),
)  # fmt: skip
FIGURES: Final = ("points", "mvp", "touchdown", "completion", "casualty", "kill", "interception", "games")
Table(
    "players", HERE,
    key("id"), short("team"), short("edition", WORD), short("name", LONGEST_NAME), number("number"),
    short("position", LONGEST_NAME), short("state", WORD), *(number(figure) for figure in FIGURES),
    Index("ix_players_team", "team", "number"),
    *(Index(f"ix_players_{figure}", text(f"{figure} desc"), "id") for figure in FIGURES),
)  # fmt: skip
Table(
    "appearances", HERE,
    key("fixture"), key("player"), short("match"), short("team"), short("league"), short("season"),
    short("at", MOMENT), *(number(figure) for figure in FIGURES if figure != "games"), short("injury", WORD),
    long("deeds"),
    Index("ix_appearances_player", "player", "at"),
    Index("ix_appearances_season", "season", "player"),
    Index("ix_appearances_match", "match"),
)  # fmt: skip
Table(
    "aftermaths", HERE,
    key("match"), key("team"), short("league"), short("season"), short("fixture"), number("place"),
    short("state", WORD), short("commitment", HASH), short("seed", HASH), long("inputs"), number("number"),
    Column("typed", Boolean, nullable=False), short("opened", MOMENT), short("deadline", MOMENT), long("facts"),
    number("seq"),
    Index("ix_aftermaths_team", "team", "place"),
    Index("ix_aftermaths_deadline", "state", "deadline"),
)  # fmt: skip
Table(
    "reports", HERE,
    key("match"), short("fixture"), short("competition"), short("league"), short("at", MOMENT), short("state", WORD),
    long("facts"), long("sheets"), long("locked"), long("shared"),
    Index("ix_reports_fixture", "fixture", "match"), Index("ix_reports_league", "league", "match"),
)  # fmt: skip
Table("match_replays", HERE, key("match"), Column("data", LargeBinary, nullable=False))
Table("texts", HERE, key("ref", HASH), short("salt", WORD + 4), long("text"))
Table(
    "standings", HERE,
    key("competition"), Column("stage", Integer, primary_key=True, autoincrement=False),
    key("division", LONGEST_NAME), key("team"), number("place"), number("points"), long("numbers"),
)  # fmt: skip
Table(
    "audit", HERE,
    key("log"), Column("seq", Integer, primary_key=True, autoincrement=False), short("league"), short("at", MOMENT),
    short("role", WORD), short("actor"), short("kind", WORD), short("about"), short("reason", HASH),
    Index("ix_audit_league", "league", "at", "log", "seq"),
)  # fmt: skip
Table(
    "news", HERE,
    key("log"), Column("seq", Integer, primary_key=True, autoincrement=False), short("league"), short("at", MOMENT),
    short("kind", WORD), short("about"), long("details"),
    Index("ix_news_league", "league", "at", "log", "seq"),
)  # fmt: skip
