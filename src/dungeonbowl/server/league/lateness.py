"""What happens by itself when a deadline has passed: the assistant closes aftermaths, and what the office has proposed
for a fixture is done, where the league wants that."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions.options import read_season
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.chance import written
from dungeonbowl.league.office.rows import AftermathRow

PAUSE: Final = 60.0  # seconds between two looks
OPEN: Final = "open"

log = logging.getLogger(__name__)


def leagues_with_late_aftermaths(office: Office) -> list[str]:
    """Leagues in which an aftermath is late. A league that gives no hours for it means: until the next match begins."""
    now = written(office.now())
    rows = office.store.find(AftermathRow.TABLE, {"state": OPEN})
    found = sorted({str(row["league"]) for row in rows if row["deadline"] and str(row["deadline"]) <= now})
    return [league for league in found if read_season(office.seasons.current(league).options).league.aftermath_hours]


def look(office: Office) -> None:
    """Do what is due."""
    for league in leagues_with_late_aftermaths(office):
        for match, team in office.aftermaths.assist_late(league):
            log.info("the assistant has closed the aftermath of %s for %s", match, team)
    office.fixtures.confirm_late()


async def look_now_and_then(office: Office) -> None:
    while True:
        try:
            await asyncio.to_thread(look, office)
        except UserError as error:  # somebody wrote at the same moment: the next look does it
            log.warning("what was due in a league was not done: %s", error)
        except Exception:
            log.exception("what was due in a league was not done")
        await asyncio.sleep(PAUSE)


class Lateness:
    """The looks at what is due, as long as a server runs."""

    def __init__(self, office: Office) -> None:
        self.task = asyncio.create_task(look_now_and_then(office))

    async def close(self) -> None:
        self.task.cancel()
        with suppress(asyncio.CancelledError):
            await self.task
