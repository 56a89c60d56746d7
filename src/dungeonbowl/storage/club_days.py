"""Club days in the database: the clock of the room, and which cards of coaches count.

Reading happens in the caller's thread, writing through the one writer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, Executable, insert, select, update
from sqlalchemy.exc import IntegrityError

from dungeonbowl.errors import Unavailable
from dungeonbowl.languages import mark
from dungeonbowl.storage.accounts import answering
from dungeonbowl.storage.club_tables import ClubCardRow, ClubDayRow
from dungeonbowl.storage.journal import Journal

Found = TypeVar("Found")
NO_DAYS: Final = mark("the database of club days does not answer or takes nothing now: try again")
TRIES: Final = 3  # two servers on one database may make the same row at once


class DayRecord(msgspec.Struct, frozen=True):
    """A day as it is stored (`ClubDayRow`)."""

    competition: str
    secret: bytes
    round: int = 0
    seconds: float = 0.0
    since: float | None = None


def run(statement: Executable, connection: Connection) -> None:
    connection.execute(statement)


class ClubDays:
    """The club days of one database."""

    def __init__(self, engine: Engine, journal: Journal) -> None:
        self.engine = engine
        self.journal = journal

    def day(self, competition: str) -> DayRecord | None:
        columns = [getattr(ClubDayRow, name) for name in DayRecord.__struct_fields__]
        with answering(NO_DAYS), self.engine.connect() as connection:
            row = connection.execute(select(*columns).where(ClubDayRow.competition == competition)).one_or_none()
        return DayRecord(*row) if row is not None else None

    def make(self, competition: str, secret: bytes) -> DayRecord:
        """The day of a competition; a new one with this secret if there is none."""
        for _ in range(TRIES):
            if (found := self.day(competition)) is not None:
                return found
            new = insert(ClubDayRow).values(**msgspec.structs.asdict(DayRecord(competition, secret)))
            try:
                self.write(partial(run, new))
            except IntegrityError:  # another server was first
                continue
        raise Unavailable("the database of club days takes nothing now: try again")

    def set_clock(self, competition: str, round_number: int, seconds: float, since: float | None) -> None:
        values = {"round": round_number, "seconds": seconds, "since": since}
        change = update(ClubDayRow).where(ClubDayRow.competition == competition).values(**values)
        self.write(partial(run, change))

    def cards(self, competition: str) -> dict[str, int]:
        """How often cards were replaced, by team; those that never were are not named."""
        query = select(ClubCardRow.team, ClubCardRow.number).where(ClubCardRow.competition == competition)
        with answering(NO_DAYS), self.engine.connect() as connection:
            return {str(team): int(number) for team, number in connection.execute(query)}

    def replace_card(self, competition: str, team: str) -> None:
        """The card of a team counts no more: the next one does."""
        key = (ClubCardRow.competition == competition, ClubCardRow.team == team)

        def work(connection: Connection) -> None:
            changed = connection.execute(update(ClubCardRow).where(*key).values(number=ClubCardRow.number + 1))
            if not changed.rowcount:
                connection.execute(insert(ClubCardRow).values(competition=competition, team=team, number=1))

        try:
            self.write(work)
        except IntegrityError:  # another server has made the row meanwhile
            self.write(work)

    def write(self, work: Callable[[Connection], Found]) -> Found:
        with answering(NO_DAYS):
            found: Found = self.journal.submit(work).result()
            return found
