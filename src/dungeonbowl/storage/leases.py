"""Which server leads which match, where several servers share one database.

A server has one row with the moment until which it may lead, by the clock of the database, and moves that moment on
every second: one statement for all its matches. A match names its leader and an epoch, the count of how often the lead
has changed hands. Whoever takes the lead raises the epoch; every write of a leader names the epoch it was given, in the
statement that writes. So a server that has lost a match, and does not know it yet, writes nothing.
"""

from __future__ import annotations

import secrets
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, literal_column, or_, select, text, update
from sqlalchemy.sql.elements import ColumnElement

from dungeonbowl.storage.matches import Matches, aware, is_id
from dungeonbowl.storage.tables import MatchRow, ServerRow

LEASE: Final = 3.0  # seconds that a server may lead after it was last heard of
FORGOTTEN: Final = 3600.0  # seconds after which the row of a server that has died is deleted
UNLED: Final = "-"  # in the place of a leader: nobody leads the match, and somebody should
PLAYING: Final = "playing"
AT_ONCE: Final = 500  # matches without a leader that one look finds
# The clock of the database in seconds since 1970: all servers go by the same one.
CLOCKS: Final = {
    "postgresql": "extract(epoch from clock_timestamp())::float8",
    "sqlite": "((julianday('now') - 2440587.5) * 86400.0)",
}


class Elsewhere(msgspec.Struct, frozen=True):
    """Another server leads the match, or should: where it is reached, and the secret it asks for."""

    address: str
    secret: str


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
        store.holder = self.id

    def join(self) -> None:
        """From now on this server may lead."""
        with self.engine.begin() as connection:
            connection.execute(delete(ServerRow).where(ServerRow.expires < self.clock - FORGOTTEN))
            self.enter(connection)

    def enter(self, connection: Connection) -> None:
        row = {"id": self.id, "address": self.address, "secret": self.secret, "expires": self.clock + LEASE}
        connection.execute(insert(ServerRow).values(**row))

    def renew(self) -> None:
        """Lead on. All matches of this server are meant."""
        renewal = update(ServerRow).where(ServerRow.id == self.id).values(expires=self.clock + LEASE)
        with self.engine.begin() as connection:
            if connection.dialect.name == "postgresql":  # it need not wait for the disk: a crash ends the lease anyway
                connection.execute(text("set local synchronous_commit to off"))
            if connection.execute(renewal).rowcount == 0:  # it was away for so long that its row was deleted
                self.enter(connection)

    def leave(self) -> None:
        """Lead nothing any more."""
        left = update(MatchRow).where(MatchRow.leader == self.id)
        with self.engine.begin() as connection:
            connection.execute(left.where(MatchRow.stage == PLAYING).values(leader=UNLED))
            connection.execute(left.values(leader=""))
            connection.execute(delete(ServerRow).where(ServerRow.id == self.id))
        self.store.epochs.clear()

    async def claim(self, match: str) -> Claim | Elsewhere | None:
        """Take the lead of a match, unless another server has it; None if there is no such match. Whatever the leader
        before has written is in the database when this returns, and nothing comes after it."""
        if not is_id(match):
            return None
        found: Claim | Elsewhere | None = await self.store.journal.write(lambda each: self.claim_on(each, match))
        if isinstance(found, Claim):
            self.store.epochs[match] = found.epoch
        return found

    def claim_on(self, connection: Connection, match: str) -> Claim | Elsewhere | None:
        # The row is locked where the database can do that; where it cannot, the epoch tells who was first.
        asked = select(MatchRow.leader, MatchRow.epoch, MatchRow.changed).where(MatchRow.id == match).with_for_update()
        row = connection.execute(asked).first()
        if row is None:
            return None
        thought = 0.0
        if row.leader not in ("", UNLED, self.id):
            columns = (ServerRow.address, ServerRow.secret, ServerRow.expires, self.clock.label("now"))
            leader = connection.execute(select(*columns).where(ServerRow.id == row.leader)).first()
            if leader is not None and leader.expires > leader.now:
                return Elsewhere(leader.address, leader.secret)
            if leader is not None:
                thought = max(0.0, leader.expires - LEASE - aware(row.changed).timestamp())
        taken = update(MatchRow).where(MatchRow.id == match, MatchRow.epoch == row.epoch)
        if connection.execute(taken.values(leader=self.id, epoch=row.epoch + 1)).rowcount == 0:
            return self.claim_on(connection, match)
        return Claim(row.epoch + 1, thought)

    async def release(self, match: str, wanted: bool) -> None:
        """Give the lead of a match away. With `wanted` another server takes it at once, otherwise the next who is asked
        for the match."""
        epoch = self.store.epochs.pop(match, None)
        if epoch is None:
            return
        given = update(MatchRow).where(MatchRow.id == match, MatchRow.leader == self.id, MatchRow.epoch == epoch)
        given = given.values(leader=UNLED if wanted else "")
        await self.store.journal.write(lambda connection: connection.execute(given))

    def unled(self) -> list[str]:
        """Matches under way that no server leads although one did: it has died, or has given them away."""
        dead = select(ServerRow.id).where(ServerRow.expires <= self.clock)
        lost = or_(MatchRow.leader == UNLED, MatchRow.leader.in_(dead))
        with self.engine.connect() as connection:
            return list(
                connection.execute(select(MatchRow.id).where(lost, MatchRow.stage == PLAYING).limit(AT_ONCE)).scalars()
            )

    def another(self) -> Elsewhere | None:
        """Some other server that may lead."""
        alive = (ServerRow.id != self.id, ServerRow.expires > self.clock)
        latest = select(ServerRow.address, ServerRow.secret).where(*alive).order_by(ServerRow.expires.desc()).limit(1)
        with self.engine.connect() as connection:
            row = connection.execute(latest).first()
        return Elsewhere(row.address, row.secret) if row is not None else None
