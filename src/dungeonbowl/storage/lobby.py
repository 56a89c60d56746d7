"""The lobby in the database: who is there, challenges, who waits to be paired, chat, blocks, complaints, and how good
coaches are. All of it is here, so that every server of the database shows the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import Connection, Delete, delete, func, insert, or_, select, update

from dungeonbowl.errors import UserError, stale
from dungeonbowl.storage.account_tables import AccountRow
from dungeonbowl.storage.accounts import OPEN, is_locked, new_id
from dungeonbowl.storage.matches import aware, fitting, is_id, now
from dungeonbowl.storage.people_tables import (
    LONGEST_WORDS,
    BlockRow,
    ComplaintRow,
    LobbyChallengeRow,
    LobbyChatRow,
    LobbyGuestRow,
    LobbyMatchRow,
    LobbyVisitRow,
    RatingRow,
)
from dungeonbowl.storage.shelf import Shelf
from dungeonbowl.storage.tables import LONGEST_CHAT

PRESENT: Final = timedelta(seconds=90)  # without a sign of life, somebody is not there any more
FADING: Final = timedelta(seconds=25)  # if he comes back, the next server has a sign of life of him sooner
ALIVE: Final = timedelta(seconds=60)  # only who was seen so lately is paired
MOST_OPEN: Final = 5  # challenges of one account at a time
MOST_CHALLENGES: Final = 500  # of everybody
MOST_BLOCKED: Final = 500  # of one account
MOST_COMPLAINTS: Final = 50  # open ones of one account
CHAT_KEPT: Final = timedelta(days=90)
CHAT_SHOWN: Final = 60
MUTE: Final = "mute"
BLOCK: Final = "block"


class TakenAlready(UserError):
    """Somebody else was faster: a challenge is accepted or taken back, or one of two waits no more."""


class Guest(msgspec.Struct, frozen=True):
    account_id: str
    seen: datetime
    edition: str
    since: datetime


class Challenge(msgspec.Struct, frozen=True):
    id: str
    account_id: str
    guest: str
    edition: str
    order: str
    rated: bool
    created: datetime
    expires: datetime


class LobbyMatch(msgspec.Struct, frozen=True):
    match_id: str
    home: str
    away: str
    edition: str
    rated: bool
    counted: bool
    at: datetime


class Line(msgspec.Struct, frozen=True):
    number: int
    account_id: str
    text: str
    at: datetime


class Complaint(msgspec.Struct, frozen=True):
    id: str
    account_id: str
    about: str
    number: int
    text: str
    words: str
    state: str
    created: datetime


class CoachRating(msgspec.Struct, frozen=True):
    account_id: str
    edition: str
    mean: float
    doubt: float
    games: int


Rate = Callable[[Mapping[str, CoachRating]], list[CoachRating]]


class LobbyStore(Shelf):
    """The lobby of one database."""

    # --- who is there ------------------------------------------------------------------------------------------------

    def arrive(self, account: str, server: str = "") -> bool:
        """Somebody is there, or still there; with `server` by a socket of that one. Says whether others have vanished
        meanwhile."""

        def work(connection: Connection) -> bool:
            moment = now()
            if server:
                socket = (LobbyVisitRow.account_id == account, LobbyVisitRow.server == server)
                if not connection.execute(update(LobbyVisitRow).where(*socket).values(seen=moment)).rowcount:
                    values = {"account_id": account, "server": server, "seen": moment}
                    connection.execute(insert(LobbyVisitRow).values(**values))
                connection.execute(delete(LobbyVisitRow).where(LobbyVisitRow.seen < moment - PRESENT))
            here = update(LobbyGuestRow).where(LobbyGuestRow.account_id == account)
            if not connection.execute(here.values(seen=moment)).rowcount:
                values = {"account_id": account, "seen": moment, "edition": "", "since": moment}
                connection.execute(insert(LobbyGuestRow).values(**values))
            return connection.execute(delete(LobbyGuestRow).where(LobbyGuestRow.seen < moment - PRESENT)).rowcount > 0

        return self.accounts.write(work)

    def leave(self, account: str, server: str) -> None:
        """The last socket of somebody at a server is gone. He is there as long as another server has one."""

        def work(connection: Connection) -> None:
            guest = LobbyGuestRow.account_id == account
            # Of two servers that he leaves at the same time the second one sees that the first has none any more.
            connection.execute(select(LobbyGuestRow.account_id).where(guest).with_for_update())
            mine = (LobbyVisitRow.account_id == account, LobbyVisitRow.server == server)
            connection.execute(delete(LobbyVisitRow).where(*mine))
            others = (LobbyVisitRow.account_id == account, LobbyVisitRow.seen >= now() - PRESENT)
            if not connection.execute(select(func.count()).select_from(LobbyVisitRow).where(*others)).scalar():
                connection.execute(delete(LobbyGuestRow).where(guest))

        self.accounts.write(work)

    def fade(self, account: str, server: str) -> None:
        """A server that makes room for the next has sent somebody away: unless he is seen again soon, he is not there
        any more."""

        def work(connection: Connection) -> None:
            mine = (LobbyVisitRow.account_id == account, LobbyVisitRow.server == server)
            connection.execute(delete(LobbyVisitRow).where(*mine))
            here = update(LobbyGuestRow).where(LobbyGuestRow.account_id == account)
            connection.execute(here.values(seen=now() - PRESENT + FADING))

        self.accounts.write(work)

    def guests(self) -> list[Guest]:
        return self.found(Guest, LobbyGuestRow, LobbyGuestRow.seen >= now() - PRESENT)

    def wait(self, account: str, edition: str) -> bool:
        """Begin to wait for a partner, or with no edition end it; False for somebody who is not there."""
        here = update(LobbyGuestRow).where(LobbyGuestRow.account_id == account)
        return self.change(here.values(edition=edition, since=now())) == 1

    # --- challenges --------------------------------------------------------------------------------------------------

    def challenge(self, made: Challenge) -> None:
        """`UserError` if there are too many."""

        def work(connection: Connection) -> None:
            refuse_closed(connection, made.account_id)
            connection.execute(delete(LobbyChallengeRow).where(LobbyChallengeRow.expires < now()))
            counted = select(func.count()).select_from(LobbyChallengeRow)
            mine = counted.where(LobbyChallengeRow.account_id == made.account_id)
            if (connection.execute(mine).scalar() or 0) >= MOST_OPEN:
                raise UserError(f"you have {MOST_OPEN} open challenges already: take one back first")
            if (connection.execute(counted).scalar() or 0) >= MOST_CHALLENGES:
                raise UserError("the lobby is full of challenges: accept one of them")
            connection.execute(insert(LobbyChallengeRow).values(**msgspec.structs.asdict(made)))

        self.accounts.write(work)

    def challenges(self) -> list[Challenge]:
        good = LobbyChallengeRow.expires >= now()
        return self.found(Challenge, LobbyChallengeRow, good, order=LobbyChallengeRow.created)

    def open_challenge(self, identity: str) -> Challenge | None:
        good = (LobbyChallengeRow.id == identity, LobbyChallengeRow.expires >= now())
        rows = self.found(Challenge, LobbyChallengeRow, *good) if is_id(identity) else []
        return rows[0] if rows else None

    def take_challenge(self, identity: str) -> bool:
        """End a challenge; False if it was over already."""
        return self.change(taken_challenge(identity)) == 1

    def withdraw_challenge(self, account: str, identity: str) -> bool:
        if not is_id(identity):
            return False
        mine = (LobbyChallengeRow.id == identity, LobbyChallengeRow.account_id == account)
        return self.change(delete(LobbyChallengeRow).where(*mine)) == 1

    # --- matches and ratings -----------------------------------------------------------------------------------------

    def open_matches(self, most: int) -> list[LobbyMatch]:
        return self.found(
            LobbyMatch, LobbyMatchRow, LobbyMatchRow.counted.is_(False), order=LobbyMatchRow.at.desc(), most=most
        )

    def match(self, identity: str) -> LobbyMatch | None:
        rows = self.found(LobbyMatch, LobbyMatchRow, LobbyMatchRow.match_id == identity) if is_id(identity) else []
        return rows[0] if rows else None

    def matches_of(self, account: str, most: int) -> list[LobbyMatch]:
        mine = or_(LobbyMatchRow.home == account, LobbyMatchRow.away == account)
        return self.found(LobbyMatch, LobbyMatchRow, mine, order=LobbyMatchRow.at.desc(), most=most)

    def count_match(self, made: LobbyMatch, rate: Rate | None) -> None:
        """A match is over. Its ratings are written once, whoever hears of its end how often."""

        def work(connection: Connection) -> None:
            one = update(LobbyMatchRow).where(LobbyMatchRow.match_id == made.match_id, LobbyMatchRow.counted.is_(False))
            if not connection.execute(one.values(counted=True)).rowcount or rate is None:
                return
            both = (RatingRow.account_id.in_((made.home, made.away)), RatingRow.edition == made.edition)
            columns = [getattr(RatingRow, name) for name in CoachRating.__struct_fields__]
            before = [CoachRating(*row) for row in connection.execute(select(*columns).where(*both)).all()]
            after = rate({each.account_id: each for each in before})
            connection.execute(delete(RatingRow).where(*both))
            for each in after:
                connection.execute(insert(RatingRow).values(**msgspec.structs.asdict(each)))

        self.accounts.write(work)

    def ratings(self, accounts: Sequence[str]) -> list[CoachRating]:
        wanted = [account for account in accounts if is_id(account)]
        return self.found(CoachRating, RatingRow, RatingRow.account_id.in_(wanted), order=RatingRow.edition)

    # --- chat --------------------------------------------------------------------------------------------------------

    def say(self, account: str, text: str) -> None:
        def work(connection: Connection) -> None:
            refuse_closed(connection, account)
            values = {"account_id": account, "text": fitting(text, LONGEST_CHAT), "at": now()}
            connection.execute(insert(LobbyChatRow).values(**values))
            connection.execute(delete(LobbyChatRow).where(LobbyChatRow.at < now() - CHAT_KEPT))

        self.accounts.write(work)

    def chat(self, without: Sequence[str]) -> list[Line]:
        """The last lines, the oldest of them first, without those of some people."""
        where = (LobbyChatRow.account_id.not_in(list(without)),) if without else ()
        found = self.found(Line, LobbyChatRow, *where, order=LobbyChatRow.number.desc(), most=CHAT_SHOWN)
        return found[::-1]

    def line(self, number: int) -> Line | None:
        rows = self.found(Line, LobbyChatRow, LobbyChatRow.number == number) if 0 < number < 2**31 else []
        return rows[0] if rows else None

    def lines_of(self, account: str) -> list[Line]:
        return self.found(Line, LobbyChatRow, LobbyChatRow.account_id == account, order=LobbyChatRow.number)

    # --- whom somebody does not want to hear of ----------------------------------------------------------------------

    def set_block(self, account: str, other: str, kind: str) -> None:
        """`kind` is mute or block, or empty to make up again."""

        def work(connection: Connection) -> None:
            connection.execute(delete(BlockRow).where(BlockRow.account_id == account, BlockRow.other == other))
            if not kind:
                return
            counted = select(func.count()).select_from(BlockRow).where(BlockRow.account_id == account)
            if (connection.execute(counted).scalar() or 0) >= MOST_BLOCKED:
                raise UserError(f"you have blocked {MOST_BLOCKED} people already")
            connection.execute(insert(BlockRow).values(account_id=account, other=other, kind=kind))

        self.accounts.write(work)

    def blocks(self, account: str) -> dict[str, str]:
        """Whom an account has muted or blocked."""
        query = select(BlockRow.other, BlockRow.kind).where(BlockRow.account_id == account)
        found = self.accounts.read(lambda connection: connection.execute(query).all())
        return {str(other): str(kind) for other, kind in found}

    def apart(self, account: str) -> set[str]:
        """Who keeps away from an account, or is kept away by it."""
        query = select(BlockRow.account_id, BlockRow.other).where(
            BlockRow.kind == BLOCK, or_(BlockRow.account_id == account, BlockRow.other == account)
        )
        found = self.accounts.read(lambda connection: connection.execute(query).all())
        return {other if one == account else one for one, other in found}

    def apart_among(self, accounts: Sequence[str]) -> dict[str, set[str]]:
        """For each of some accounts those of the others whom it has blocked."""
        both = (BlockRow.account_id.in_(accounts), BlockRow.other.in_(accounts))
        query = select(BlockRow.account_id, BlockRow.other).where(BlockRow.kind == BLOCK, *both)
        found: dict[str, set[str]] = {}
        for one, other in self.accounts.read(lambda connection: connection.execute(query).all()):
            found.setdefault(one, set()).add(other)
        return found

    # --- complaints --------------------------------------------------------------------------------------------------

    def complain(self, account: str, line: Line, words: str) -> None:
        def work(connection: Connection) -> None:
            mine = (ComplaintRow.account_id == account, ComplaintRow.state == "open")
            counted = select(func.count()).select_from(ComplaintRow).where(*mine)
            if (connection.execute(counted).scalar() or 0) >= MOST_COMPLAINTS:
                raise UserError("you have reported much already: wait until the owner of the server has read it")
            made = Complaint(
                new_id(), account, line.account_id, line.number, line.text, fitting(words, LONGEST_WORDS), "open", now()
            )
            connection.execute(insert(ComplaintRow).values(**msgspec.structs.asdict(made)))

        self.accounts.write(work, UserError("you have reported this line already"))

    def complaints(self, everything: bool = False) -> list[Complaint]:
        where = () if everything else (ComplaintRow.state == "open",)
        return self.found(Complaint, ComplaintRow, *where, order=ComplaintRow.created)

    def settle_complaint(self, identity: str) -> bool:
        if not is_id(identity):
            return False
        return self.change(update(ComplaintRow).where(ComplaintRow.id == identity).values(state="done")) == 1

    # --- leaving -----------------------------------------------------------------------------------------------------

    def forget(self, account: str) -> None:
        """An account is deleted: what it said and wanted is gone. Matches and their ratings stay."""

        def work(connection: Connection) -> None:
            for table in (LobbyChatRow, LobbyChallengeRow, LobbyGuestRow, LobbyVisitRow, BlockRow):
                connection.execute(delete(table).where(table.account_id == account))
            said = update(ComplaintRow).where(ComplaintRow.about == account)
            connection.execute(said.values(text=""))

        self.accounts.write(work)


def refuse_closed(connection: Connection, account: str) -> None:
    """Nothing comes after what is removed with a deleted account. `Stale` if it was deleted or closed meanwhile."""
    if not is_locked(connection, account, AccountRow.state == OPEN):
        raise stale("the account")


# --- a match of the lobby begins: all of it in the transaction that writes the match ---------------------------------


def taken_challenge(identity: str) -> Delete:
    return delete(LobbyChallengeRow).where(LobbyChallengeRow.id == identity, LobbyChallengeRow.expires >= now())


def take_challenge(connection: Connection, identity: str) -> None:
    """Whoever takes it first has it. `TakenAlready` for anybody else."""
    if connection.execute(taken_challenge(identity)).rowcount != 1:
        raise TakenAlready("this challenge is not open any more")


def take_pair(connection: Connection, one: str, other: str, edition: str) -> None:
    """Two who wait have found each other. `TakenAlready` if one of them does not wait any more; the other waits on."""
    both = (LobbyGuestRow.account_id.in_((one, other)), LobbyGuestRow.edition == edition)
    if connection.execute(update(LobbyGuestRow).where(*both).values(edition="")).rowcount != 2:
        raise TakenAlready("one of them does not wait any more")


def add_match(connection: Connection, made: LobbyMatch) -> None:
    connection.execute(insert(LobbyMatchRow).values(**msgspec.structs.asdict(made)))


def age(of: datetime) -> float:
    """Seconds since a moment."""
    return (now() - aware(of)).total_seconds()
