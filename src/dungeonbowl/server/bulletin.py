"""What one server process tells the others: short texts on named channels, to everybody who listens at that moment.

    stop = bulletin.subscribe("league", lambda league: ...)
    bulletin.publish("league", "L1")

Nothing is kept. Whatever must not get lost is in the database already, and a bulletin only says where to look again. A
server alone on its database tells itself; several on one PostgreSQL use its LISTEN and NOTIFY.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Engine, text

from dungeonbowl.storage.journal import Journal

LONGEST: Final = 4000  # bytes of a channel and its text; PostgreSQL takes less than 8000 in all
CHANNEL: Final = "dungeonbowl"  # the one channel of PostgreSQL that all of ours go through
LOOK: Final = 0.5  # seconds between two looks whether to go on listening
PAUSE: Final = 1.0  # seconds before the next try to connect
FAREWELL: Final = 5.0

NOTIFY: Final = text("select pg_notify(:channel, :payload)")
SAID: Final = msgspec.json.Decoder(tuple[str, str, str])

Heard = Callable[[str], None]
Missed = Callable[[], None]

log = logging.getLogger(__name__)


class Bulletin:
    """The bulletin of a server that is alone on its database. `publish` may be called from any thread; subscribers are
    called in the event loop, those of the own process too."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.subscribers: dict[str, list[tuple[Heard, Missed | None]]] = {}

    def publish(self, channel: str, words: str) -> None:
        """Tell everybody who listens to a channel. ValueError for more than a short text."""
        if len(channel.encode()) + len(words.encode()) > LONGEST:
            raise ValueError(f"a bulletin is short: at most {LONGEST} bytes")
        self.later(lambda: self.tell(channel, words))

    def subscribe(self, channel: str, heard: Heard, missed: Missed | None = None) -> Callable[[], None]:
        """Call `heard` with every text on a channel from now on, and `missed` if some may have been lost on the way.
        Returns what ends it."""
        subscriber = (heard, missed)
        self.subscribers.setdefault(channel, []).append(subscriber)

        def stop() -> None:
            listening = self.subscribers.get(channel, [])
            if subscriber in listening:
                listening.remove(subscriber)
            if not listening:
                self.subscribers.pop(channel, None)

        return stop

    def later(self, work: Callable[[], None]) -> None:
        """Do something in the event loop."""
        with suppress(RuntimeError):  # the server has closed
            self.loop.call_soon_threadsafe(work)

    def tell(self, channel: str, words: str) -> None:
        for heard, _ in list(self.subscribers.get(channel, ())):
            self.safely(lambda heard=heard: heard(words))  # type: ignore[misc]

    def tell_missed(self) -> None:
        for _, missed in [each for listening in self.subscribers.values() for each in listening]:
            if missed is not None:
                self.safely(missed)

    def safely(self, work: Callable[[], None]) -> None:
        """A subscriber that fails keeps nothing from the others."""
        try:
            work()
        except Exception:
            log.exception("a bulletin could not be followed")

    def close(self) -> None:
        self.subscribers.clear()


class PostgresBulletin(Bulletin):
    """The bulletin of all servers on one PostgreSQL. A text goes out with the next transaction of the one writer, so
    after whatever was written before it. The own process is told at once, whether PostgreSQL is there or not."""

    def __init__(self, loop: asyncio.AbstractEventLoop, engine: Engine, journal: Journal) -> None:
        super().__init__(loop)
        self.engine = engine
        self.journal = journal
        self.me = secrets.token_hex(8)
        self.closing = threading.Event()
        self.listens = threading.Event()
        self.thread = threading.Thread(target=self.listen, name="bulletin", daemon=True)
        self.thread.start()

    def publish(self, channel: str, words: str) -> None:
        super().publish(channel, words)
        payload = msgspec.json.encode((self.me, channel, words)).decode()

        def work(connection: Connection) -> None:
            connection.execute(NOTIFY, {"channel": CHANNEL, "payload": payload})

        self.journal.submit(work)

    def listen(self) -> None:
        """Listen until the end. A connection that breaks is replaced; what was said meanwhile is lost, and everybody
        is told so."""
        again = False
        while not self.closing.is_set():
            try:
                self.listen_once(again)
            except Exception as error:
                if not self.closing.is_set():
                    log.warning("bulletins of other servers are not heard at the moment: %s", error)
                    self.closing.wait(PAUSE)
            again = True
            self.listens.clear()

    def listen_once(self, again: bool) -> None:
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            driver: Any = connection.connection.driver_connection
            connection.detach()  # it is not one of the pool any more, and closed at the end
            connection.execute(text(f"listen {CHANNEL}"))
            self.listens.set()
            if again:
                self.later(self.tell_missed)
            while not self.closing.is_set():
                for note in driver.notifies(timeout=LOOK):
                    self.hear(note.payload)

    def hear(self, payload: str) -> None:
        try:
            sender, channel, words = SAID.decode(payload)
        except msgspec.DecodeError:
            log.warning("somebody else uses the channel %s of this database", CHANNEL)
            return
        if sender != self.me:
            self.later(lambda: self.tell(channel, words))

    def close(self) -> None:
        """To be called before the journal is closed."""
        super().close()
        self.closing.set()
        self.thread.join(FAREWELL)


def bulletin_of(loop: asyncio.AbstractEventLoop, engine: Engine, journal: Journal) -> Bulletin:
    """The bulletin for a database."""
    if engine.dialect.name == "postgresql":
        return PostgresBulletin(loop, engine, journal)
    return Bulletin(loop)
