"""Looking whether what a database has is whole: its file, its references, every match and every league."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from sqlalchemy import Engine, select

from dungeonbowl.league.office import Office
from dungeonbowl.records.beginnings import game_before
from dungeonbowl.server.exercising import TaskedBeginning
from dungeonbowl.server.resuming import WAITING, CannotResume, check_frame, result_of, resumed
from dungeonbowl.storage.database import newest_step, step_of
from dungeonbowl.storage.league import LeagueTables
from dungeonbowl.storage.match_records import ABANDONED, StoredMatch
from dungeonbowl.storage.matches import Damaged, Matches
from dungeonbowl.storage.tables import Base, MatchRow

TOLD: Final = (
    "score",
    "turn",
    "asked",
    "winner",
)  # what the row of a match says, and the match when it is played again
MOST_TOLD: Final = 20  # faults that SQLite tells


class Fault(msgspec.Struct):
    """Something that is not as it should be."""

    what: str  # database, match, league
    about: str
    text: str


def faults_of_database(engine: Engine) -> list[Fault]:
    """Faults of the whole: nothing else can be looked at if the tables are of another step."""
    step = step_of(engine)
    if step != newest_step():
        words = (
            f"its tables are at step {step or 'none'}, this version needs {newest_step()}: `dungeonbowl admin migrate`"
        )
        return [Fault("database", "tables", words)]
    if engine.dialect.name != "sqlite":
        return []
    with engine.connect() as connection:
        damage = [str(row[0]) for row in connection.exec_driver_sql(f"PRAGMA integrity_check({MOST_TOLD})")]
        strays = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA foreign_key_check").fetchmany(MOST_TOLD)]
    found = [Fault("database", "file", words) for words in damage if words != "ok"]
    return found + [Fault("database", table, "a row belongs to a match that is not there") for table in strays]


def matches_of(engine: Engine) -> list[str]:
    with engine.connect() as connection:
        return list(connection.execute(select(MatchRow.id).order_by(MatchRow.created, MatchRow.id)).scalars())


def leagues_of(engine: Engine) -> list[str]:
    table = Base.metadata.tables["leagues"]
    with engine.connect() as connection:
        return list(connection.execute(select(table.columns.id).order_by(table.columns.id)).scalars())


def faults_of_matches(engine: Engine, matches: list[str], replays: bool) -> Iterator[Fault | None]:
    """For each match its fault, or None. With `replays` it is played again, which needs its setup and every input."""
    store = Matches(engine)
    try:
        for identity in matches:
            words = ""
            try:
                stored = store.load_now(identity)
                if stored is not None:  # else somebody has deleted it meanwhile
                    words = fault_of(stored, replays)
            except (Damaged, CannotResume) as error:
                words = str(error).removeprefix(f"match {identity} cannot be resumed: ")
            except Exception as error:  # one match that breaks something hides no other
                words = f"{type(error).__name__}: {error}"
            yield Fault("match", identity, words) if words else None
    finally:
        store.journal.close()


def fault_of(stored: StoredMatch, replays: bool) -> str:
    """What is wrong with a match; empty if nothing is."""
    check_frame(stored)
    if not replays:
        return ""
    setup = msgspec.json.decode(stored.setup, type=TaskedBeginning)
    match = resumed(stored, setup, game_before(setup))
    if match is None or stored.stage == WAITING or stored.result.text == ABANDONED or stored.result.inputs is None:
        return ""
    played = result_of(match)
    for name in TOLD:
        told, found = getattr(stored.result, name), getattr(played, name)
        if told != found:
            return f"its row says {name} {told}, played again it is {found}"
    return ""


def faults_of_league(engine: Engine, league: str, replays: bool) -> list[Fault]:
    store = LeagueTables(engine)
    try:
        found = Office(store).archives.verify(league, replays)
    except Exception as error:
        return [Fault("league", league, f"{type(error).__name__}: {error}")]
    finally:
        store.close()
    return [
        Fault("league", f"{league}, {line.what} {line.about}", line.text) for line in found if line.mark == "broken"
    ]
