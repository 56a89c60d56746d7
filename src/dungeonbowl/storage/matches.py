"""Matches in the database: creating and loading them, and writing every decision."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from dungeonbowl.storage.journal import Journal
from dungeonbowl.storage.match_records import (
    LINK,
    SEAT,
    SPENT,
    AutoRecord,
    Change,
    ClockRecord,
    MatchStanding,
    ResultRecord,
    SeatRecord,
    SideRecord,
    StoredChat,
    StoredInput,
    StoredMatch,
)
from dungeonbowl.storage.moments import at_second
from dungeonbowl.storage.moments import aware as aware
from dungeonbowl.storage.moments import now as now
from dungeonbowl.storage.news import write_match_news
from dungeonbowl.storage.pauses import Pause, pauses_of
from dungeonbowl.storage.tables import (
    LONGEST_CHAT,
    LONGEST_ID,
    LONGEST_NAME,
    ChatRow,
    InputRow,
    MatchRow,
    ReplayRow,
    SeatRow,
)

OVER = "over"  # the last stage: nothing is written after it

# The statement of every decision, prepared once: composing it costs more than running it.
STEP = (
    update(MatchRow.__table__)  # type: ignore[arg-type]
    .where(MatchRow.id == bindparam("match"), MatchRow.number == bindparam("before"), MatchRow.stage != OVER)
    .values({name: bindparam(f"new_{name}") for name in ("number", "changed", "stage", "clock", "result", "due")})
)
FENCED_STEP = STEP.where(MatchRow.epoch == bindparam("held"))
REMOVED: Final = "(removed)"  # a line in the chat of somebody who has deleted the account
CHAT_LOADED: Final = 200  # lines of a match that are loaded, the last ones
MOST_REPLAYS: Final = 2_000
MOST_REPLAY_BYTES: Final = 200_000_000
ADD_INPUTS = insert(InputRow.__table__)  # type: ignore[arg-type]


class Conflict(Exception):
    """The match has changed since it was read: another server on the same database wrote it."""


class LeaseLost(Conflict):
    """Another server leads the match now: nothing was written."""


class Damaged(Exception):
    """A stored match that cannot be read; the message is a sentence."""


def token_hash(token: str) -> str:
    """The hash of a token. Only hashes are stored: a reader of the database cannot take a seat with them."""
    return hashlib.sha256(token.encode()).hexdigest()


def due_of(clock: ClockRecord) -> datetime | None:
    """When a clock of days has to be looked at."""
    return at_second(clock.wake) if clock.wake else None


def text(record: Any) -> str:
    return msgspec.json.encode(record).decode()


class Matches:
    """The matches of one database. Reading happens in a thread, writing through the journal."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.journal = Journal(engine)
        # Where servers share the database: who this one is, and the epoch of every match that it leads.
        self.holder = ""
        self.epochs: dict[str, int] = {}

    def close(self) -> None:
        self.journal.close()
        self.engine.dispose()

    def fence(self, match: str) -> int | None:
        """The epoch that a write about a match must name; None where no other server can lead it. One that was given
        away has none that fits."""
        return self.epochs.get(match, -1) if self.holder else None

    # --- writing -----------------------------------------------------------------------------------------------------

    async def create(self, match: StoredMatch, also: Callable[[Connection], None] | None = None) -> None:
        """Write a new match. Where servers share the database, this one leads it. What is `also` written is there
        together with the match, or neither is."""
        epoch = 1 if self.holder else 0

        def work(connection: Connection) -> None:
            connection.execute(
                insert(MatchRow).values(
                    id=match.id,
                    created=match.created,
                    changed=match.changed,
                    stage=match.stage,
                    number=match.number,
                    engine=match.engine,
                    setup=match.setup,
                    seed=match.seed,
                    commitment=match.commitment,
                    sides=text(match.sides),
                    clock=text(match.clock),
                    auto=text(match.auto),
                    pace=match.pace,
                    result=text(match.result),
                    help=match.help,
                    leader=self.holder,
                    epoch=epoch,
                )
            )
            for hashed, seat in match.seats.items():
                add_seat(connection, match.id, hashed, seat)
            if also is not None:
                also(connection)

        await self.journal.write(work)
        if epoch:
            self.epochs[match.id] = epoch

    async def record(self, change: Change) -> None:
        """Write a change to the database. `Conflict` if the match has changed since the change was made, `LeaseLost` if
        another server leads it."""
        epoch = self.fence(change.match)

        def work(connection: Connection) -> bool:
            if not self.update_row(connection, change, epoch):
                return False
            if change.undo:
                connection.execute(
                    delete(InputRow).where(InputRow.match_id == change.match, InputRow.position >= change.keep)
                )
            if change.inputs:
                rows = [
                    {
                        "match_id": change.match,
                        "position": change.keep + index,
                        "kind": each.kind,
                        "numbers": " ".join(map(str, each.numbers)),
                    }
                    for index, each in enumerate(change.inputs)
                ]
                connection.execute(ADD_INPUTS, rows)
            if change.news:
                write_match_news(connection, change.news)
            return True

        if not await self.journal.write(work):
            raise Conflict(change.match) if epoch is None else LeaseLost(change.match)

    def update_row(self, connection: Connection, change: Change, epoch: int | None) -> bool:
        """Update the row of the match; False if its number is no longer `before`, or its epoch another one. Both are
        compared in the statement that writes, so that whoever has lost the match cannot write."""
        usual = change.sides is None and change.auto is None
        if usual and change.stage is not None and change.clock is not None and change.result is not None:
            values: dict[str, Any] = {
                "match": change.match,
                "before": change.before,
                "new_number": change.number,
                "new_changed": now(),
                "new_stage": change.stage,
                "new_clock": text(change.clock),
                "new_result": text(change.result),
                "new_due": due_of(change.clock),
            }
            if epoch is None:
                return connection.execute(STEP, values).rowcount == 1
            return connection.execute(FENCED_STEP, {**values, "held": epoch}).rowcount == 1
        values = {"number": change.number, "changed": now()}
        if change.stage is not None:
            values["stage"] = change.stage
        for name in ("sides", "clock", "auto", "result"):
            record = getattr(change, name)
            if record is not None:
                values[name] = text(record)
        if change.clock is not None:
            values["due"] = due_of(change.clock)
        elif change.stage == OVER:
            values["due"] = None
        same = [MatchRow.id == change.match, MatchRow.number == change.before]
        if change.stage is not None:
            same.append(MatchRow.stage != OVER)
        if epoch is not None:
            same.append(MatchRow.epoch == epoch)
        return connection.execute(update(MatchRow).where(*same).values(**values)).rowcount == 1

    async def write_led(self, match: str, work: Callable[[Connection], None]) -> None:
        """Write something of a match besides its decisions. `LeaseLost` if another server leads it."""
        epoch = self.fence(match)

        def fenced(connection: Connection) -> None:
            if epoch is not None:  # the row stays as it is until the end of the transaction
                found = select(MatchRow.epoch).where(MatchRow.id == match).with_for_update()
                if connection.execute(found).scalar() != epoch:
                    raise LeaseLost(match)
            work(connection)

        await self.journal.write(fenced)

    async def set_pace(self, match: str, pace: float) -> None:
        def work(connection: Connection) -> None:
            connection.execute(update(MatchRow).where(MatchRow.id == match).values(pace=pace))

        await self.write_led(match, work)

    async def replace_seat(self, match: str, old: list[str], new: str, sides: list[int]) -> None:
        """Replace old tokens by a new one."""

        def work(connection: Connection) -> None:
            gone = connection.execute(delete(SeatRow).where(SeatRow.match_id == match, SeatRow.token_hash.in_(old)))
            if gone.rowcount < len(old):  # another server has replaced one of them: its holder has no right any more
                raise Conflict(match)
            add_seat(connection, match, new, SeatRecord(sides))

        await self.write_led(match, work)

    async def take_seat(self, match: str, link: str, key: str, sides: list[int]) -> None:
        """The holder of the key takes the seat of a link, and whoever had the seat before has it no more. `Conflict` if
        somebody else was faster, on this server or on another one of the same database, or if there is such a key
        already."""

        def work(connection: Connection) -> None:
            spent = connection.execute(
                update(SeatRow)
                .where(SeatRow.match_id == match, SeatRow.token_hash == link, SeatRow.state == LINK)
                .values(state=SPENT)
            )
            if spent.rowcount != 1:
                raise Conflict(match)
            connection.execute(
                delete(SeatRow).where(SeatRow.match_id == match, SeatRow.sides == text(sides), SeatRow.state == SEAT)
            )
            add_seat(connection, match, key, SeatRecord(sides, SEAT))

        try:
            await self.write_led(match, work)
        except IntegrityError:
            raise Conflict(match) from None

    async def move_seat(self, match: str, old: str, key: str, sides: list[int]) -> None:
        """The holder of a new key has the seat that another key had. `Conflict` if that one has it no more, or if there
        is such a key already."""

        def work(connection: Connection) -> None:
            held = (SeatRow.match_id == match, SeatRow.token_hash == old, SeatRow.state == SEAT)
            if connection.execute(delete(SeatRow).where(*held)).rowcount != 1:
                raise Conflict(match)
            add_seat(connection, match, key, SeatRecord(sides, SEAT))

        try:
            await self.write_led(match, work)
        except IntegrityError:
            raise Conflict(match) from None

    async def efface_coach(self, match: str, sides: list[int], name: str, anew: bool = False) -> None:
        """The coach of these sides is called otherwise, and what that coach said in the chat is removed. `anew`:
        whoever leads the match does not know of it. The epoch is raised, so that no write of that leader brings the
        name back: it has to load the match anew first."""

        def work(connection: Connection) -> None:
            written = connection.execute(select(MatchRow.sides).where(MatchRow.id == match).with_for_update()).scalar()
            if written is None:
                return
            cards = effaced(msgspec.json.decode(written, type=list[SideRecord]), sides, name)
            epoch = MatchRow.epoch + 1 if anew else MatchRow.epoch
            connection.execute(update(MatchRow).where(MatchRow.id == match).values(sides=text(cards), epoch=epoch))
            said = update(ChatRow).where(ChatRow.match_id == match, ChatRow.side.in_(sides))
            connection.execute(said.values(name=name, text=REMOVED))

        await self.journal.write(work)

    async def add_chat(self, match: str, line: StoredChat) -> None:
        name, said = fitting(line.name, LONGEST_NAME), fitting(line.text, LONGEST_CHAT)

        def work(connection: Connection) -> None:
            connection.execute(
                insert(ChatRow).values(
                    match_id=match, number=line.number, side=line.side, name=name, text=said, at=line.at
                )
            )

        await self.write_led(match, work)

    async def add_replay(
        self, identity: str, data: bytes, most: int = MOST_REPLAYS, most_bytes: int = MOST_REPLAY_BYTES
    ) -> None:
        """Keep a replay. Number and bytes of all replays are limited: the oldest are deleted first."""

        def work(connection: Connection) -> None:
            moment = now()
            found = connection.execute(update(ReplayRow).where(ReplayRow.id == identity).values(created=moment))
            if found.rowcount:
                return
            connection.execute(insert(ReplayRow).values(id=identity, created=moment, data=data))
            kept = connection.execute(
                select(ReplayRow.id, func.length(ReplayRow.data)).order_by(ReplayRow.created.desc(), ReplayRow.id)
            ).all()
            size = 0
            for count, (each, length) in enumerate(kept, start=1):
                size += length
                if each != identity and (count > most or size > most_bytes):
                    connection.execute(delete(ReplayRow).where(ReplayRow.id == each))

        await self.journal.write(work)

    # --- reading -----------------------------------------------------------------------------------------------------

    async def seats(self, match: str) -> dict[str, SeatRecord]:
        """The seats of a match as they are now: another server on this database may have given one away."""

        def work() -> dict[str, SeatRecord]:
            with self.engine.connect() as connection:
                return read_seats(connection, match)

        return await asyncio.to_thread(work)

    async def pauses(self, match: str) -> list[Pause]:
        """When the clock of a match stands still, as it is known now."""

        def work() -> list[Pause]:
            with self.engine.connect() as connection:
                return pauses_of(connection, match)

        return await asyncio.to_thread(work)

    def standings(self, matches: Sequence[str]) -> list[MatchStanding]:
        """How matches stand, for lists; those that are there."""
        wanted = [match for match in matches if is_id(match)]
        if not wanted:
            return []
        columns = (MatchRow.id, MatchRow.stage, MatchRow.seed, MatchRow.sides, MatchRow.result)
        with self.engine.connect() as connection:
            found = connection.execute(select(*columns).where(MatchRow.id.in_(wanted))).all()
        return [
            MatchStanding(
                identity,
                stage,
                bytes(seed),
                msgspec.json.decode(sides, type=list[SideRecord]),
                msgspec.json.decode(result, type=ResultRecord),
            )
            for identity, stage, seed, sides, result in found
        ]

    async def load(self, identity: str) -> StoredMatch | None:
        return await asyncio.to_thread(self.load_now, identity)

    def load_now(self, identity: str) -> StoredMatch | None:
        """A match with its seats, its inputs and its last lines of chat; None if there is none with that id. `Damaged`
        if it cannot be read."""
        if not is_id(identity):
            return None
        with self.engine.connect() as connection:
            while True:
                rows = read_rows(connection, identity)
                if rows is None:
                    return None
                again = connection.execute(select(MatchRow.number).where(MatchRow.id == identity)).scalar()
                if again == rows[0]["number"]:  # otherwise another server has written in between: read again
                    break
            pauses = pauses_of(connection, identity) if rows[0]["due"] is not None else []
        for expected, (position, _, _) in enumerate(rows[2]):
            if position != expected:
                raise Damaged(f"input {expected + 1} is missing: after {expected} comes number {position + 1}")
        try:
            return msgspec.structs.replace(stored_match(*rows), pauses=pauses)
        except (msgspec.DecodeError, TypeError, ValueError) as error:
            raise Damaged(f"its record cannot be read: {error}") from None

    def watch_seats(self, identities: Sequence[str]) -> dict[str, tuple[str, int]]:
        """For each of these matches that there is the hash of its spectators' token, and its number."""
        wanted = [each for each in identities if is_id(each)]
        query = (
            select(SeatRow.match_id, SeatRow.token_hash, MatchRow.number)
            .join(MatchRow, MatchRow.id == SeatRow.match_id)
            .where(SeatRow.match_id.in_(wanted), SeatRow.sides == text([]))
        )
        with self.engine.connect() as connection:
            return {match: (hashed, number) for match, hashed, number in connection.execute(query)}

    async def load_replay(self, identity: str) -> bytes | None:
        if not is_id(identity):
            return None

        def work() -> bytes | None:
            with self.engine.connect() as connection:
                data = connection.execute(select(ReplayRow.data).where(ReplayRow.id == identity)).scalar()
                return None if data is None else bytes(data)

        return await asyncio.to_thread(work)


def effaced(cards: list[SideRecord], sides: list[int], name: str) -> list[SideRecord]:
    """The coaches of a match, of which those of some sides have no name of their own any more."""
    return [
        msgspec.structs.replace(card, coach=name) if side in sides and card.coach else card
        for side, card in enumerate(cards)
    ]


def is_id(text: str) -> bool:
    """Whether a text can be the id of a row. PostgreSQL refuses even a query with a NUL in it."""
    return 0 < len(text) <= LONGEST_ID and text.isascii() and text.isprintable()


def fitting(text: str, longest: int) -> str:
    """A text that every database accepts: no longer than its column, and without characters that cannot be stored."""
    return "".join(" " if sign == "\0" or "\ud800" <= sign <= "\udfff" else sign for sign in text)[:longest]


def add_seat(connection: Connection, match: str, hashed: str, seat: SeatRecord) -> None:
    values = {"token_hash": hashed, "match_id": match, "sides": text(seat.sides), "state": seat.state}
    connection.execute(insert(SeatRow).values(**values))


def read_seats(connection: Connection, identity: str) -> dict[str, SeatRecord]:
    found = connection.execute(
        select(SeatRow.token_hash, SeatRow.sides, SeatRow.state).where(SeatRow.match_id == identity)
    ).all()
    return {hashed: SeatRecord(msgspec.json.decode(sides, type=list[int]), state) for hashed, sides, state in found}


def read_rows(connection: Connection, identity: str) -> tuple[Any, Any, Any, Any] | None:
    """The rows of a match: its own, its seats, its inputs and its last lines of chat."""
    found = connection.execute(select(MatchRow.__table__).where(MatchRow.id == identity)).mappings().first()
    if found is None:
        return None
    seats = read_seats(connection, identity)
    inputs = connection.execute(
        select(InputRow.position, InputRow.kind, InputRow.numbers)
        .where(InputRow.match_id == identity)
        .order_by(InputRow.position)
    ).all()
    chat = connection.execute(
        select(ChatRow.number, ChatRow.side, ChatRow.name, ChatRow.text, ChatRow.at)
        .where(ChatRow.match_id == identity)
        .order_by(ChatRow.number.desc())
        .limit(CHAT_LOADED)
    ).all()[::-1]
    return found, seats, inputs, chat


def stored_match(found: Any, seats: Any, inputs: Any, chat: Any) -> StoredMatch:
    """A match from its rows."""
    return StoredMatch(
        found["id"],
        aware(found["created"]),
        aware(found["changed"]),
        found["stage"],
        found["number"],
        found["engine"],
        bytes(found["setup"]),
        bytes(found["seed"]),
        found["commitment"],
        msgspec.json.decode(found["sides"], type=list[SideRecord]),
        msgspec.json.decode(found["clock"], type=ClockRecord),
        msgspec.json.decode(found["auto"], type=list[AutoRecord]),
        found["pace"],
        msgspec.json.decode(found["result"], type=ResultRecord),
        seats,
        [StoredInput(kind, [int(number) for number in numbers.split()]) for _, kind, numbers in inputs],
        [StoredChat(number, side, name, said, aware(at)) for number, side, name, said, at in chat],
        found["help"],
    )
