"""The matches in memory. A match is loaded when a client asks for it, and leaves the memory when it had no viewer for a
while."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final

from sqlalchemy import Connection, Engine

from dungeonbowl.server.abandoning import abandon, abandonment, is_forgotten
from dungeonbowl.server.bot_pool import BotPool
from dungeonbowl.server.bulletin import Bulletin
from dungeonbowl.server.clocks import RealTime, Timekeeper
from dungeonbowl.server.failures import NO_DATABASE
from dungeonbowl.server.leading import Elsewhere, Leading
from dungeonbowl.server.metrics import Metrics
from dungeonbowl.server.resuming import OVER, CannotResume
from dungeonbowl.server.session import Session
from dungeonbowl.server.settings import Settings
from dungeonbowl.storage.database import answers, is_migrated, tidy
from dungeonbowl.storage.leases import Claim
from dungeonbowl.storage.match_records import StoredMatch
from dungeonbowl.storage.matches import Conflict, Damaged, Matches

TIDYING: Final = 5.0  # seconds
ANEW: Final = "match"  # the channel that tells of matches which were changed by a server that does not lead them
ADOPTED_AT_ONCE: Final = 4  # matches without a leader that are loaded at the same time
BREATH: Final = 0.02  # seconds
# When to look for garbage, counted in sockets that have ended: their parts hold on to each other, as a session and its
# tasks do, and nothing else looks at what has lived for a while (see `cli/serving.py`).
MUCH_GARBAGE: Final = 1000
OF_A_MATCH: Final = 20
DATABASE_PATIENCE: Final = 5.0  # seconds

log = logging.getLogger(__name__)


class Sessions:
    """All matches under way on this server."""

    def __init__(self, store: Matches, settings: Settings, timekeeper: Timekeeper | None = None) -> None:
        self.store = store
        self.settings = settings
        self.timekeeper = timekeeper or RealTime()
        self.metrics = Metrics()
        self.bots = BotPool(settings.workers, self.metrics, settings.beside)
        self.by_id: dict[str, Session] = {}
        self.loading: dict[str, asyncio.Future[Session | None]] = {}
        self.sockets = 0
        self.closing = False  # it is shutting down, or makes room for a successor
        self.garbage = 0  # sockets that have ended since somebody looked for it; a match counts for several
        self.addresses: Counter[str] = Counter()  # open connections of each address
        self.sweeper: asyncio.Task[None] | None = None
        self.when_over: Callable[[Session], None] | None = None  # told when a match has ended
        self.leading: Leading | None = None  # where several servers share the database
        self.claimed: dict[str, Claim] = {}  # matches that this server leads, and has not loaded yet
        self.few_at_once = asyncio.Semaphore(ADOPTED_AT_ONCE)
        self.bulletin: Bulletin | None = None
        self.relays = 0  # sockets that are handed on to other servers

    async def get(self, identity: str) -> Session | None:
        """A match, from memory or from the database; None if there is none. Raises `CannotResume` if the stored inputs
        contradict each other, or if this version plays them differently, and `Elsewhere` if another server leads it."""
        session = self.by_id.get(identity)
        if session is not None and not session.is_ended:
            if session.may_lead():
                return session
            session.lose()  # the lease has run out meanwhile, and nobody has looked yet
        if identity not in self.loading:
            self.loading[identity] = asyncio.ensure_future(self.load(identity))
            self.loading[identity].add_done_callback(lambda _: self.loading.pop(identity, None))
        return await asyncio.shield(self.loading[identity])

    async def load(self, identity: str) -> Session | None:
        term = self.term
        claim = self.claimed.pop(identity, None)
        if self.leading is not None:
            claim = claim or await self.leading.claim(identity, self.closing)
            if claim is None:
                return None
        else:  # what a session that was lost here has handed in is written first; a claim waits for it as well
            await self.store.journal.write(lambda connection: None)
        try:
            stored = await self.store.load(identity)
            if stored is None:
                return None
            if is_forgotten(stored, stored.stage, self.settings.abandoned_days):
                with suppress(Conflict):  # another server on this database was faster
                    await self.store.record(abandonment(stored, stored.number))
                return await self.load(identity)
            await self.make_room()
            session = await asyncio.to_thread(self.rebuilt, stored)
        except (CannotResume, Damaged) as error:
            reason = error if isinstance(error, CannotResume) else CannotResume(identity, str(error))
            log.error("%s", reason)
            await self.give_away(identity, wanted=False)
            raise reason from None
        if claim is not None:
            session.thought_before = claim.thought
        self.bots.forget(identity)
        self.add(session, term)
        return session

    def rebuilt(self, stored: StoredMatch) -> Session:
        """A session in which the stored match has been played again."""
        try:
            session = Session(stored, self.store, self.bots, self.timekeeper, self.metrics)
            session.rebuild()
        except CannotResume:
            raise
        # an unforeseen fault in a setup or in inputs: this match is lost, the others are not
        except Exception as error:
            log.exception("match %s cannot be played again", stored.id)
            raise CannotResume(stored.id, f"{type(error).__name__}: {error}") from error
        return session

    async def create(self, stored: StoredMatch, also: Callable[[Connection], None] | None = None) -> Session:
        """Start a new match. When this returns, it is in the database, with what was to be written together with it."""
        term = self.term
        await self.make_room()
        session = Session(stored, self.store, self.bots, self.timekeeper, self.metrics)
        await self.store.create(stored, also)
        self.add(session, term)
        return session

    @property
    def term(self) -> int:
        """The term of the lease in which a match is claimed that this server begins to load or to make now."""
        return self.leading.term if self.leading is not None else 0

    def add(self, session: Session, term: int) -> None:
        self.by_id[session.id] = session
        session.when_over = self.when_over
        if self.leading is not None:
            session.may_lead = partial(self.leading.may_lead_in, term)
        session.begin()

    async def finished(self, identity: str) -> Session | None:
        """A match that is over, to be read. No other server is asked for it, because nothing changes in it."""
        session = self.by_id.get(identity)
        if self.leading is None or (session is not None and not session.is_ended):
            return await self.get(identity)
        found = await self.read(identity)
        return found if found is not None and found.stage == OVER else None

    async def read(self, identity: str) -> Session | None:
        """A match as it stands in the database, only to be looked at: it takes no orders and nobody leads it by that.
        Raises `CannotResume` like `get`."""
        try:
            stored = await self.store.load(identity)
        except Damaged as error:
            raise CannotResume(identity, str(error)) from None
        return await asyncio.to_thread(self.rebuilt, stored) if stored is not None else None

    # --- sharing a database with other servers -----------------------------------------------------------------------

    async def adopt(self, claims: Mapping[str, Claim]) -> None:
        """Go on with matches that this server has taken because nobody led them, though nobody may ask for them: their
        clocks may run, and their bots play. Returns when all are loaded; those that somebody asks for come first."""
        self.claimed.update(claims)
        await asyncio.gather(*map(self.adopted, claims))

    async def adopted(self, identity: str) -> None:
        try:
            async with self.few_at_once:
                if self.closing:
                    await self.give_away(identity, wanted=True)
                else:
                    await self.get(identity)
        except (Elsewhere, CannotResume):
            pass  # another server was faster; or it is in the log
        except Exception:
            log.exception("match %s had no leader, and could not be taken over", identity)
            await self.give_away(identity, wanted=True)
        finally:
            self.claimed.pop(identity, None)

    def look_for_unled(self) -> None:
        """A connection to another server has broken: its matches may have no leader now."""
        if self.leading is not None:
            self.leading.look_soon()

    def lapsed(self) -> None:
        """The lease has run out: another server may lead the matches by now. Those that were claimed since it is valid
        again are led on."""
        self.claimed.clear()
        for session in self.by_id.values():
            if not session.may_lead():
                session.lose()

    def listen(self, bulletin: Bulletin) -> None:
        """Hear what other servers have written of matches that are led here."""
        self.bulletin = bulletin
        bulletin.subscribe(ANEW, self.load_anew)

    def changed_elsewhere(self, identity: str) -> None:
        """Something of a match was written that is not led here: whoever leads it has to load it anew."""
        if self.bulletin is not None:
            self.bulletin.publish(ANEW, identity)

    def load_anew(self, identity: str) -> None:
        session = self.by_id.get(identity)
        if session is not None and not session.is_ended:
            session.lose()

    async def give_away(self, identity: str, wanted: bool, epoch: int | None = None) -> None:
        """Lead a match no more, unless it was claimed anew since an `epoch`; with `wanted` another server goes on with
        it at once."""
        if self.leading is not None:
            with suppress(Exception):  # the database is away: then the lease runs out
                await self.leading.leases.release(identity, wanted, epoch)

    async def hand_over(self, end: Callable[[], bool]) -> None:
        """Give one match after the other to the other servers, each in a moment in which nothing is being decided in
        it, until all are given away or it is the `end`."""
        self.closing = True
        while self.by_id and not end():
            for session in list(self.by_id.values()):
                if session.is_ended or session.is_quiet:
                    await self.forget(session)
            await asyncio.sleep(BREATH)

    # --- keeping the house -------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        if self.leading is not None:
            await self.leading.begin(self.adopt, self.lapsed, lambda: not self.closing)
        self.metrics.watch(self)
        self.sweeper = asyncio.create_task(self.sweep_now_and_then())

    async def sweep_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(TIDYING)
            with suppress(Exception):
                await asyncio.to_thread(tidy, self.store.engine)
                await self.sweep()

    async def sweep(self) -> None:
        """Drop matches without viewers from memory, and close abandoned ones. A dropped match goes on when it is
        loaded."""
        now = self.timekeeper.now()
        days = self.settings.abandoned_days
        for session in list(self.by_id.values()):
            if session.is_ended or (session.is_unseen and now - session.idle_since > self.settings.idle_seconds):
                await self.forget(session)
            elif is_forgotten(session.stored, session.stage, days):
                session.put(partial(abandon, session, days))
        await self.make_room()
        if self.garbage >= MUCH_GARBAGE:
            self.garbage = 0
            gc.collect()

    async def make_room(self) -> None:
        """If the matches in memory are too large together, drop those without viewers, the longest unseen first. They
        stay in the database, and are loaded again on demand."""
        size = sum(session.size for session in self.by_id.values())
        if size <= self.settings.most_match_bytes:
            return
        unseen = [session for session in self.by_id.values() if session.is_unseen]
        for session in sorted(unseen, key=lambda each: each.idle_since):
            if size <= self.settings.most_match_bytes:
                return
            size -= session.size
            await self.forget(session)

    async def forget(self, session: Session) -> None:
        if self.by_id.get(session.id) is not session:  # it was forgotten, or loaded anew, while another one was
            return
        del self.by_id[session.id]
        self.bots.forget(session.id)
        if not session.is_ended:
            wanted = not session.is_unseen
            epoch = self.store.epochs.get(session.id)  # whoever asks from now on makes this server claim it anew
            await session.close()
            await self.give_away(session.id, wanted, epoch)
        self.garbage += OF_A_MATCH

    @contextmanager
    def counted(self, address: str, relayed: bool = False) -> Iterator[None]:
        """While a connection from this address is open, for a match here or handed on."""
        self.sockets += not relayed
        self.relays += relayed
        self.addresses[address] += 1
        try:
            yield
        finally:
            self.sockets -= not relayed
            self.relays -= relayed
            self.addresses[address] -= 1
            self.garbage += 1
            if not self.addresses[address]:
                del self.addresses[address]

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is being decided in any match."""
        return not self.loading and all(session.is_quiet for session in self.by_id.values() if not session.is_ended)

    async def database_answers(self) -> bool:
        """Whether the database answers a query within a few seconds."""
        return await self.asked_soon(answers)

    async def why_not_ready(self) -> str:
        """Why no requests should be sent here now; empty if they should."""
        if self.closing:
            return "the server is shutting down"
        if not await self.asked_soon(answers):
            return NO_DATABASE
        if self.leading is not None and not self.leading.is_valid:  # it may answer, and take nothing
            return NO_DATABASE
        if not await self.asked_soon(is_migrated):
            return (
                "the tables of the database are not those of this version: `dungeonbowl admin migrate` brings them up"
            )
        return ""

    async def asked_soon(self, question: Callable[[Engine], bool]) -> bool:
        """The database's answer to a question; False if it takes more than a few seconds."""
        try:
            return await asyncio.wait_for(asyncio.to_thread(question, self.store.engine), DATABASE_PATIENCE)
        except TimeoutError:
            return False

    async def close(self) -> None:
        self.closing = True
        if self.sweeper is not None:
            self.sweeper.cancel()
        if self.leading is not None:
            await self.leading.rest()
        await asyncio.gather(*(session.close() for session in self.by_id.values() if not session.is_ended))
        if self.leading is not None:
            await self.leading.close()
        await self.bots.close()
        self.metrics.close()
        self.store.close()


__all__ = ["CannotResume", "Sessions"]
