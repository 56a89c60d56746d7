"""The postman: takes what is due out of the outbox and sends it. Every server has one; claims keep them apart."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import copy_context
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from dungeonbowl.languages import speaking
from dungeonbowl.server.post.letters import Letter, letter_of
from dungeonbowl.server.post.mail import MailServer, hand_in, mail_server, message
from dungeonbowl.server.post.outgoing import NotSent
from dungeonbowl.server.post.pictures import Boards, picture_of_match
from dungeonbowl.server.post.push import Pusher
from dungeonbowl.server.post.webhook import send_hook
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.server.settings import Settings
from dungeonbowl.server.threads import Threads
from dungeonbowl.storage import outbox
from dungeonbowl.storage.accounts import Accounts, new_id
from dungeonbowl.storage.contacts import Contacts
from dungeonbowl.storage.moments import at_second
from dungeonbowl.storage.news import MAIL, PUSH, News
from dungeonbowl.storage.outbox import Parcel

PAUSE: Final = 15.0  # seconds between two looks
MOST_AT_ONCE: Final = 40
AT_THE_SAME_TIME: Final = 6
FOR_ERRANDS: Final = 2  # threads more, for mail that somebody waits for
TIDYING: Final = timedelta(hours=6)

log = logging.getLogger(__name__)


class Post:
    """The news of this server: telling somebody something, and sending it."""

    def __init__(self, sessions: Sessions, accounts: Accounts, settings: Settings) -> None:
        self.sessions = sessions
        self.contacts = Contacts(accounts)
        self.settings = settings
        self.url = settings.public_url.rstrip("/")
        self.mail: MailServer | None = mail_server(settings.smtp, settings.mail_from)
        contact = f"mailto:{settings.mail_from.rpartition('<')[2].rstrip('>')}" if self.mail else self.url
        self.pusher = Pusher(Path(settings.push_keys), contact) if settings.push_keys else None
        self.boards = Boards(sessions)
        self.name = new_id()  # by which its claims are known
        self.task: asyncio.Task[None] | None = None
        self.errands: set[asyncio.Task[None]] = set()
        self.tidied = 0.0
        # A mail server or a webhook that does not answer must not take the threads in which requests are answered.
        self.threads = Threads(AT_THE_SAME_TIME + FOR_ERRANDS, thread_name_prefix="post")

    # --- the door for others -----------------------------------------------------------------------------------------

    async def notify(self, account: str, news: News) -> bool:
        """Tell an account something: on its page, and through the channels that it has chosen for this kind of news.
        False if it was told that before: the id of news says what it is about, such as `challenge.` and an id."""
        moment = at_second(self.sessions.timekeeper.utc())
        return await asyncio.to_thread(self.contacts.notify, account, news, moment)

    # --- sending -----------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        self.task = asyncio.create_task(self.send_now_and_then())

    async def send_now_and_then(self) -> None:
        while True:
            try:
                while await self.deliver():
                    pass
                await self.tidy()
            except Exception:
                log.exception("news could not be sent; it is tried again")
            await asyncio.sleep(PAUSE)

    async def deliver(self) -> int:
        """Send what is due, once; returns how many letters it tried."""
        moment = at_second(self.sessions.timekeeper.utc())
        found: list[Parcel] = await self.write(
            partial(outbox.claim, claimer=self.name, moment=moment, most=MOST_AT_ONCE)
        )
        letters = grouped(found)
        gate = asyncio.Semaphore(AT_THE_SAME_TIME)

        async def one(parcels: Sequence[Parcel]) -> None:
            async with gate:
                await self.send(parcels)

        await asyncio.gather(*(one(each) for each in letters))
        return len(letters)

    async def send(self, parcels: Sequence[Parcel]) -> None:
        """Send one letter, and write down what came of it. Not before: see `storage/outbox.py`."""
        first, ids = parcels[0], [each.id for each in parcels]
        picture, board = b"", ""
        if len(parcels) == 1 and first.match and first.kind == MAIL:
            picture = await self.picture(first)
        elif len(parcels) == 1 and first.match:
            board = (await self.boards.addresses([first.match])).get(first.match, "")
        try:
            with speaking(first.language):
                letter = letter_of(parcels, self.url, picture, board)
                await self.handed_out(letter, first.kind, first.address)
        except NotSent as error:
            log.warning("news was not sent by %s: %s", first.kind, error)
            moment = at_second(self.sessions.timekeeper.utc())
            await self.write(
                partial(
                    outbox.failed,
                    ids=ids,
                    claimer=self.name,
                    tries=max(each.tries for each in parcels),
                    error=str(error),
                    moment=moment,
                    gone=error.gone,
                )
            )
            self.sessions.metrics.letters.labels(first.kind, "failed").inc()
            if error.gone and first.kind == PUSH:  # that browser takes none any more
                await asyncio.to_thread(self.contacts.remove_channel, first.account, first.channel)
            return
        await self.write(partial(outbox.sent, ids=ids, claimer=self.name))
        self.sessions.metrics.letters.labels(first.kind, "sent").inc()

    async def picture(self, parcel: Parcel) -> bytes:
        """The board for a letter. A letter without one is better than none."""
        try:
            return await picture_of_match(self.sessions, parcel.match, parcel.number)
        except Exception:
            log.exception("match %s: no picture could be drawn for a letter", parcel.match)
            return b""

    async def handed_out(self, letter: Letter, kind: str, address: str) -> None:
        """In a thread of the post, in the language that is spoken here."""
        tried = partial(copy_context().run, self.tried, letter, kind, address)
        await asyncio.get_running_loop().run_in_executor(self.threads, tried)

    def tried(self, letter: Letter, kind: str, address: str) -> None:
        """Send a letter; whatever goes wrong is a failure that is counted, so that no letter is tried without end."""
        try:
            self.hand_out(letter, kind, address)
        except NotSent:
            raise
        except Exception as error:
            log.exception("a letter could not be made")
            raise NotSent(f"the letter could not be made: {type(error).__name__}") from error

    def hand_out(self, letter: Letter, kind: str, address: str) -> None:
        """Send a letter through a channel. In a thread."""
        if kind == MAIL:
            if self.mail is None:
                raise NotSent("this server sends no mail", gone=True)
            hand_in(message(letter, self.mail, address), self.mail)
        elif kind == PUSH:
            if self.pusher is None:
                raise NotSent("this server sends no pushes", gone=False)
            self.pusher.send(letter, address, self.settings.hooks_anywhere)
        else:
            send_hook(letter, address, self.settings.hooks_anywhere)

    async def write(self, work: Callable[..., Any]) -> Any:
        return await self.sessions.store.journal.write(work)

    async def tidy(self) -> None:
        moment = self.sessions.timekeeper.utc()
        if moment - self.tidied > TIDYING.total_seconds():
            self.tidied = moment
            await self.write(partial(outbox.tidy, moment=at_second(moment)))

    # --- mail that is no news ----------------------------------------------------------------------------------------

    def send_later(self, letter: Letter, to: str) -> None:
        """A mail that somebody waits for, such as a link to sign in. Nobody sees from the answer whether there was
        one."""

        async def errand() -> None:
            try:
                await self.handed_out(letter, MAIL, to)
            except NotSent as error:
                log.warning("a mail was not sent: %s", error)

        task = asyncio.create_task(errand())
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task
        await asyncio.gather(*self.errands, return_exceptions=True)
        self.threads.shutdown(wait=False, cancel_futures=True)


def grouped(found: Sequence[Parcel]) -> list[list[Parcel]]:
    """What goes together: the news of a day for one channel."""
    days: dict[tuple[str, str], list[Parcel]] = {}
    letters = []
    for each in found:
        if each.digest:
            days.setdefault((each.account, each.channel), []).append(each)
        else:
            letters.append([each])
    return letters + list(days.values())
