"""Which server leads which match, where several servers share one database.

A server has one row with the moment until which it may lead, by the clock of the database, and moves that moment on
every second: one statement for all its matches. A match names its leader and an epoch, the count of how often the lead
has changed hands. Whoever takes the lead raises the epoch; every write of a leader names the epoch it was given, in the
statement that writes. So a server that has lost a match, and does not know it yet, writes nothing.

A server that is killed is known at once, and not only when its lease has run out: each holds a lock of PostgreSQL on a
connection of its own, its *line*, and renews its lease there. The system closes the line of a process that ends, and
the database frees the lock. A server that is only frozen keeps its lock, and loses its matches with its lease.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Final

import msgspec
from sqlalchemy import Connection, Select, bindparam, delete, func, insert, literal_column, select, text, update
from sqlalchemy.sql.elements import ColumnElement

from dungeonbowl.storage.database import SHARED
from dungeonbowl.storage.matches import Matches, aware, is_id
from dungeonbowl.storage.tables import MatchRow, ServerRow

LEASE: Final = 3.0  # seconds that a server may lead after it was last heard of
FORGOTTEN: Final = 3600.0  # seconds after which the row of a server that has died is deleted
UNLED: Final = "-"  # in the place of a leader: nobody leads the match, and somebody should
PLAYING: Final = "playing"
AT_ONCE: Final = 500  # matches without a leader that one look finds
LOCK: Final = func.hashtextextended(bindparam("server"), 0)  # the number of a server's lock
# The clock of the database in seconds since 1970: all servers go by the same one.
CLOCKS: Final = {
    "postgresql": "extract(epoch from clock_timestamp())::float8",
    "sqlite": "((julianday('now') - 2440587.5) * 86400.0)",
}


class Elsewhere(msgspec.Struct, frozen=True):
    """Another server leads the match, or should: where it is reached, and the secret it asks for."""

    address: str
    secret: str


class Peer(msgspec.Struct, frozen=True):
    """Another server, and when it was last heard of, in seconds since 1970."""

    id: str
    address: str
    secret: str
    heard: float


class Claim(msgspec.Struct, frozen=True):
    """The lead of a match. `thought` is how long the coach who is asked had thought when the leader before was last
    heard of; what nobody led does not count."""

    epoch: int
    thought: float = 0.0


class Leases:
    """The leases of one server."""

    def __init__(self, store: Matches, address: str) -> None:
        self.store = store
        self.engine = store.engine
        self.address = address
        self.id = secrets.token_hex(8)
        self.secret = secrets.token_urlsafe(32)
        self.clock: ColumnElement[float] = literal_column(CLOCKS[store.engine.dialect.name])
        self.has_locks = store.engine.dialect.name == SHARED
        self.line: Connection | None = None
        self.locked: set[str] = set()  # other servers that were seen to hold their lock, since this line was opened
        self.dead: frozenset[str] = frozenset()  # the secrets of those that were dead at the last look
        store.holder = self.id

    # --- being there -------------------------------------------------------------------------------------------------

    @property
    def is_known_alive(self) -> bool:
        """Whether the others see this server by its lock. If not, they may have taken its matches."""
        return not self.has_locks or self.line is not None

    @contextmanager
    def speaking(self) -> Iterator[Connection]:
        """A transaction on the line of this server. A line that breaks is hung up: its lock is gone."""
        if not self.has_locks:
            with self.engine.begin() as connection:
                yield connection
            return
        try:
            if self.line is None:
                self.line = self.engine.connect()
                self.line.detach()  # it is not one of the pool any more
                self.locked.clear()
                with self.line.begin():
                    self.line.execute(select(func.pg_advisory_lock(LOCK)), {"server": self.id})
            with self.line.begin():
                yield self.line
        except Exception:
            self.hang_up()
            raise

    def hang_up(self) -> None:
        line, self.line = self.line, None
        if line is not None:
            with suppress(Exception):
                line.close()

    def join(self) -> None:
        """From now on this server may lead."""
        with self.speaking() as connection:
            connection.execute(delete(ServerRow).where(ServerRow.expires < self.clock - FORGOTTEN))
            self.enter(connection)

    def enter(self, connection: Connection) -> None:
        row = {"id": self.id, "address": self.address, "secret": self.secret, "expires": self.clock + LEASE}
        connection.execute(insert(ServerRow).values(**row))

    def renew(self, late: bool = False) -> None:
        """Lead on. All matches of this server are meant; only if it comes too late, none: those that nobody has taken
        meanwhile have no leader then, so that they go on though nobody asks for them."""
        renewal = update(ServerRow).where(ServerRow.id == self.id).values(expires=self.clock + LEASE)
        with self.speaking() as connection:
            if self.has_locks:  # it need not wait for the disk: a crash ends the lease anyway
                connection.execute(text("set local synchronous_commit to off"))
            if connection.execute(renewal).rowcount == 0:  # it was away for so long that its row was deleted
                self.enter(connection)
            if late:
                own = update(MatchRow).where(MatchRow.leader == self.id, MatchRow.stage == PLAYING)
                connection.execute(own.values(leader=UNLED))

    def leave(self) -> None:
        """Lead nothing any more."""
        left = update(MatchRow).where(MatchRow.leader == self.id)
        try:
            with self.engine.begin() as connection:
                connection.execute(left.where(MatchRow.stage == PLAYING).values(leader=UNLED))
                connection.execute(left.values(leader=""))
                connection.execute(delete(ServerRow).where(ServerRow.id == self.id))
        finally:
            self.hang_up()
        self.store.epochs.clear()

    # --- the others --------------------------------------------------------------------------------------------------

    def others(self, connection: Connection) -> tuple[list[Peer], list[Peer]]:
        """The other servers: those that are there, and those that have died. One has died if its lease has run out, or
        if it held its lock before and holds it no more. One whose lock was never seen is known by its lease only:
        after a restart of the database each server comes back by itself."""
        is_free: ColumnElement[bool] = literal_column("false")
        if self.has_locks:  # held until the end of the transaction, and shared: whoever looks as well gets it too
            is_free = func.pg_try_advisory_xact_lock_shared(func.hashtextextended(ServerRow.id, 0))
        columns = (ServerRow.id, ServerRow.address, ServerRow.secret, ServerRow.expires)
        asked = select(*columns, self.clock.label("now"), is_free.label("free")).where(ServerRow.id != self.id)
        living: list[Peer] = []
        dead: list[Peer] = []
        for row in connection.execute(asked.order_by(ServerRow.expires.desc())):
            if self.has_locks and not row.free:
                self.locked.add(row.id)
            is_dead = row.expires <= row.now or (row.free and row.id in self.locked)
            (dead if is_dead else living).append(Peer(row.id, row.address, row.secret, row.expires - LEASE))
        return living, dead

    def another(self) -> Elsewhere | None:
        """Some other server that may lead."""
        with self.engine.connect() as connection:
            living, _ = self.others(connection)
        return Elsewhere(living[0].address, living[0].secret) if living else None

    # --- matches -----------------------------------------------------------------------------------------------------

    async def claim(self, match: str) -> Claim | Elsewhere | None:
        """Take the lead of a match, unless another server has it; None if there is no such match. Whatever the leader
        before has written is in the database when this returns, and nothing comes after it."""
        if not is_id(match):
            return None
        found: Claim | Elsewhere | None = await self.store.journal.write(lambda each: self.claim_on(each, match))
        if isinstance(found, Claim):
            self.hold({match: found})
        return found

    def hold(self, claims: Mapping[str, Claim]) -> dict[str, Claim]:
        """Lead these matches from now on. Returns them without those that were claimed once more meanwhile."""
        new = {match: claim for match, claim in claims.items() if claim.epoch > self.store.epochs.get(match, -1)}
        for match, claim in new.items():
            self.store.epochs[match] = claim.epoch
        return new

    def claim_on(self, connection: Connection, match: str) -> Claim | Elsewhere | None:
        # The row is locked where the database can do that; where it cannot, the epoch tells who was first.
        asked = select(MatchRow.leader, MatchRow.epoch, MatchRow.changed).where(MatchRow.id == match).with_for_update()
        row = connection.execute(asked).first()
        if row is None:
            return None
        thought = 0.0
        if row.leader not in ("", UNLED, self.id):
            living, dead = self.others(connection)
            for peer in living:
                if peer.id == row.leader:
                    return Elsewhere(peer.address, peer.secret)
            thought = thought_of(row.leader, row.changed, dead)
        taken = update(MatchRow).where(MatchRow.id == match, MatchRow.epoch == row.epoch)
        if connection.execute(taken.values(leader=self.id, epoch=row.epoch + 1)).rowcount == 0:
            return self.claim_on(connection, match)
        return Claim(row.epoch + 1, thought)

    def take(self, most: int) -> dict[str, Claim]:
        """Take the lead of matches that no server leads although one did, of so many at most: other servers take some
        as well. The caller has to `hold` them. Whoever died is in `dead` afterwards."""
        with self.engine.begin() as connection:
            _, dead = self.others(connection)
            self.dead = frozenset(peer.secret for peer in dead)
            found = connection.execute(unled_by(dead, most).with_for_update(skip_locked=True)).all()
            if not found:
                return {}
            gone = [UNLED, *(peer.id for peer in dead)]
            free = (MatchRow.id.in_([row.id for row in found]), MatchRow.leader.in_(gone))
            taken = update(MatchRow).where(*free).values(leader=self.id, epoch=MatchRow.epoch + 1)
            rows = connection.execute(taken.returning(MatchRow.id, MatchRow.epoch))
            epochs = {row.id: row.epoch for row in rows}
        return {
            row.id: Claim(epochs[row.id], thought_of(row.leader, row.changed, dead))
            for row in found
            if row.id in epochs
        }

    async def release(self, match: str, wanted: bool, epoch: int | None = None) -> None:
        """Give the lead of a match away, unless this server has claimed it anew since an `epoch`. With `wanted` another
        server takes it at once, otherwise the next who is asked for the match."""
        held = self.store.epochs.get(match)
        if held is None or (epoch is not None and held != epoch):
            return
        del self.store.epochs[match]
        given = update(MatchRow).where(MatchRow.id == match, MatchRow.leader == self.id, MatchRow.epoch == held)
        given = given.values(leader=UNLED if wanted else "")
        await self.store.journal.write(lambda connection: connection.execute(given))

    def unled(self) -> list[str]:
        """Matches under way that no server leads although one did: it has died, or has given them away."""
        with self.engine.connect() as connection:
            _, dead = self.others(connection)
            return [row.id for row in connection.execute(unled_by(dead, AT_ONCE))]


def unled_by(dead: list[Peer], most: int) -> Select[str, str, datetime]:
    """Matches under way that one of these has led, or that were given away; those first in which something was decided
    lately, for there somebody waits. The leaders are named one by one, so that the index finds them: most matches of a
    database are over."""
    lost = MatchRow.leader.in_([UNLED, *(peer.id for peer in dead)])
    asked = select(MatchRow.id, MatchRow.leader, MatchRow.changed).where(lost, MatchRow.stage == PLAYING)
    return asked.order_by(MatchRow.changed.desc()).limit(most)


def thought_of(leader: str, changed: datetime, dead: list[Peer]) -> float:
    """How long the coach who is asked had thought when a leader that has died was last heard of."""
    heard = next((peer.heard for peer in dead if peer.id == leader), 0.0)
    return max(0.0, heard - aware(changed).timestamp())
