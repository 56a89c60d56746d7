"""Reminders of the last day of a fixture: three days, one day and three hours before it. (LEAGUE: calendar)

Who decides for a team knows the registry. Where a match of the fixture is under way, whoever has a seat in it is told
too. Each reminder has an id of its own, so that no second server and no restart tells it again."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from dungeonbowl.languages import mark
from dungeonbowl.league.office import Office, lines, reading
from dungeonbowl.league.office.chance import moment_of, written
from dungeonbowl.league.office.rows import FixtureRow
from dungeonbowl.league.office.views import FixtureLine
from dungeonbowl.server.league.permits import Registry
from dungeonbowl.server.league.privacy import chat_wishes, forget_chat
from dungeonbowl.server.post.postman import TIDYING, Post
from dungeonbowl.storage.moments import at_second
from dungeonbowl.storage.news import DEADLINE, News
from dungeonbowl.storage.pauses import holders

PAUSE: Final = 300.0  # seconds between two looks
BEFORE: Final = mark(((timedelta(hours=3), "3 hours"), (timedelta(days=1), "1 day"), (timedelta(days=3), "3 days")))
OPEN: Final = ("open", "running")  # states in which a fixture waits to be played
PAGE: Final = 200

log = logging.getLogger(__name__)

LEFT_TO_PLAY: Final = mark("Less than {time} left to play: {names}")


def soon_over(office: Office, moment: datetime) -> list[FixtureRow]:
    """Fixtures that are open and whose deadline is within three days."""
    found: list[FixtureRow] = []
    last = written(moment + BEFORE[-1][0])
    for state in OPEN:
        after: tuple[str, ...] = (written(moment), "")
        while part := reading.find(office.store, FixtureRow, {"state": state}, ("deadline", "id"), after, PAGE):
            found += [row for row in part if row.deadline <= last]
            if part[-1].deadline > last:
                break
            after = (part[-1].deadline, part[-1].id)
    return found


def reminder_of(fixture: FixtureLine, moment: datetime) -> News | None:
    """The reminder that is due now. Of several that were missed only the last is told."""
    left = moment_of(fixture.deadline) - moment
    for before, words in BEFORE:
        if timedelta() < left <= before:
            names = " – ".join(side.name for side in fixture.sides)
            identity = f"fixture.{fixture.id}.{fixture.deadline}.{words.replace(' ', '-')}"
            return News(identity, DEADLINE, LEFT_TO_PLAY.format(time=words, names=names), [], f"/fixture/{fixture.id}")
    return None


def receivers(registry: Registry, post: Post, fixture: FixtureLine) -> set[str]:
    """The accounts that a fixture waits for."""
    accounts = post.contacts.accounts
    found = registry.accounts_of(side.team for side in fixture.sides)
    if fixture.match:
        found |= {account for account, _ in accounts.read(lambda connection: holders(connection, fixture.match))}
    return found


class Reminders:
    """The looks at deadlines, as long as a server runs."""

    def __init__(self, registry: Registry, post: Post) -> None:
        self.registry = registry
        self.office = registry.office
        self.post = post
        self.tidied = 0.0
        self.task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self.task = asyncio.create_task(self.look_now_and_then())

    async def look_now_and_then(self) -> None:
        while True:
            try:
                await asyncio.to_thread(self.look)
                await self.tidy()
            except Exception:
                log.exception("reminders were not written; the next look does it")
            await asyncio.sleep(PAUSE)

    def look(self) -> int:
        """Write the reminders that are due; returns how many were new."""
        moment = at_second(self.post.sessions.timekeeper.utc())
        count = 0
        for fixture in lines.fixture_lines(self.office.store, soon_over(self.office, moment)):
            news = reminder_of(fixture, moment)
            if news is None:
                continue
            for account in sorted(receivers(self.registry, self.post, fixture)):
                own = News(f"{news.id}.{account}", news.kind, news.title, news.lines, news.link)
                count += self.post.contacts.notify(account, own, moment)
        return count

    async def tidy(self) -> None:
        """Forget chat that its league wants kept no longer, now and then."""
        moment = self.post.sessions.timekeeper.utc()
        if moment - self.tidied > TIDYING.total_seconds():
            self.tidied = moment
            wishes = await asyncio.to_thread(chat_wishes, self.office)
            await self.post.write(partial(forget_chat, wishes=wishes, moment=at_second(moment)))

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task
