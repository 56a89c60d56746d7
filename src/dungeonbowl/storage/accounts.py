"""Accounts in the database: people, how they sign in, where they are signed in, their programs and matches.

Reading happens in the caller's thread, writing through the one writer. Whoever calls from a coroutine goes through a
thread."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError
from sqlalchemy.sql.elements import ColumnElement

from dungeonbowl.errors import Unavailable, UserError, stale
from dungeonbowl.languages import mark, spoken
from dungeonbowl.storage.account_tables import (
    AccountMatchRow,
    AccountRow,
    AccountSessionRow,
    ApiTokenRow,
    ChallengeRow,
    CredentialRow,
    ProviderSignInRow,
)
from dungeonbowl.storage.journal import Journal
from dungeonbowl.storage.match_records import ClockRecord, ResultRecord, SideRecord
from dungeonbowl.storage.matches import aware, is_id, now, text
from dungeonbowl.storage.pauses import left
from dungeonbowl.storage.people_tables import VouchingRow
from dungeonbowl.storage.post_tables import ChannelRow, FeedRow, MailTokenRow, NewsChoiceRow, NewsRow
from dungeonbowl.storage.tables import ChatRow, MatchRow, SeatRow

OPEN: Final = "open"
DISABLED: Final = "disabled"
LEAVING: Final = "leaving"  # deleted, and the name still stands in some league or match
DELETED: Final = "deleted"
PASSWORD: Final = "password"
PASSKEY: Final = "passkey"
CODE: Final = "code"
PROVIDER: Final = "provider"
SESSION_DAYS: Final = 30  # without being seen; then a browser has to sign in again
SEEN_EVERY: Final = timedelta(hours=1)  # how exactly it is known when a session or a token was used last
CHALLENGE_SECONDS: Final = 300
MOST_CHALLENGES: Final = 10_000
MOST_SESSIONS: Final = 50  # of one account; the longest unseen makes room
MOST_CREDENTIALS: Final = 40
MOST_TOKENS: Final = 50
AT_ONCE: Final = 500  # values in one query

Found = TypeVar("Found")


class NameTaken(UserError):
    """Another account has the name."""


class AccountRecord(msgspec.Struct, frozen=True):
    id: str
    name: str
    state: str
    created: datetime
    owner: bool = False  # one of those who run the server

    @property
    def is_gone(self) -> bool:
        return self.state in (LEAVING, DELETED)


class CredentialRecord(msgspec.Struct, frozen=True):
    id: str
    account_id: str
    kind: str
    handle: str
    label: str
    secret: str
    public_id: str
    uses: int
    created: datetime
    used: datetime | None


class SessionRecord(msgspec.Struct, frozen=True):
    id: str
    account_id: str
    device: str
    created: datetime
    seen: datetime


class TokenRecord(msgspec.Struct, frozen=True):
    id: str
    account_id: str
    name: str
    scopes: str
    created: datetime
    used: datetime | None


class ChallengeRecord(msgspec.Struct, frozen=True):
    id: str
    purpose: str
    account_id: str
    name: str
    challenge: str


class AccountMatch(msgspec.Struct, frozen=True):
    """A match of an account. `mine`: the seat is still the one that the account took."""

    id: str
    sides: list[int]
    seat: str
    at: datetime
    mine: bool
    stage: str
    changed: datetime
    setup: bytes
    cards: list[SideRecord]
    result: ResultRecord
    clock: ClockRecord


class ChatLine(msgspec.Struct, frozen=True):
    match: str
    at: datetime
    text: str


def new_id() -> str:
    return secrets.token_hex(16)


NO_ACCOUNTS: Final = mark("the database of accounts does not answer or takes nothing now: try again")
MISFIT: Final = mark("no such thing can be kept here: a text is too long, or has a sign that no text has")


@contextmanager
def answering(words: str = NO_ACCOUNTS) -> Iterator[None]:
    """`Unavailable` if the database does not answer or takes nothing; `UserError` if it is well, and what was asked for
    can be in no database. PostgreSQL refuses even the question whether there is a name with a NUL in it."""
    try:
        yield
    except IntegrityError:
        raise
    except DataError:
        raise UserError(MISFIT) from None
    except SQLAlchemyError as error:
        raise Unavailable(words) from error


class Accounts:
    """The accounts of one database."""

    def __init__(self, engine: Engine, journal: Journal | None = None) -> None:
        self.engine = engine
        self.own = journal is None
        self.journal = journal or Journal(engine)

    def close(self) -> None:
        """Finish what was handed in. The engine stays open: it belongs to whoever opened it."""
        if self.own:
            self.journal.close()

    def write(self, work: Callable[[Connection], Found], clash: UserError | None = None) -> Found:
        """`clash` is raised if a row cannot be, because another one is there or is gone."""
        try:
            with answering():
                found: Found = self.journal.submit(work).result()
                return found
        except IntegrityError:
            raise clash or stale("the account") from None

    def read(self, work: Callable[[Connection], Found]) -> Found:
        with answering(), self.engine.connect() as connection:
            return work(connection)

    def rows(self, kind: type[Found], *where: Any, order: Any = None, most: int = 0) -> list[Found]:
        """The records of a kind that meet some conditions."""
        table, names = SOURCES[kind], kind.__struct_fields__  # type: ignore[attr-defined]
        query = select(*(getattr(table, name) for name in names)).where(*where)
        if order is not None:
            query = query.order_by(order)
        if most:
            query = query.limit(most)
        found = self.read(lambda connection: connection.execute(query).all())
        return [kind(*map(timed, row)) for row in found]

    # --- accounts ----------------------------------------------------------------------------------------------------

    def create(self, identity: str, name: str, folded: str, credentials: Sequence[dict[str, Any]] = ()) -> None:
        """A new account with its ways to sign in. `NameTaken` if another one has the name."""

        def work(connection: Connection) -> None:
            values = {"id": identity, "name": name, "folded": folded, "state": OPEN, "created": now()}
            connection.execute(insert(AccountRow).values(**values))
            for each in credentials:
                add_credential(connection, identity, each)

        self.write(work, NameTaken(f"the name {name!r} is taken: choose another one"))

    def by_folded(self, folded: str) -> AccountRecord | None:
        return first(self.rows(AccountRecord, AccountRow.folded == folded))

    def by_id(self, identity: str) -> AccountRecord | None:
        return first(self.rows(AccountRecord, AccountRow.id == identity)) if is_id(identity) else None

    def by_ids(self, identities: Sequence[str]) -> dict[str, AccountRecord]:
        """Accounts by their ids, those that are there."""
        wanted = sorted({identity for identity in identities if is_id(identity)})
        found: dict[str, AccountRecord] = {}
        for start in range(0, len(wanted), AT_ONCE):
            part = AccountRow.id.in_(wanted[start : start + AT_ONCE])
            found.update((each.id, each) for each in self.rows(AccountRecord, part))
        return found

    def listed(self) -> list[AccountRecord]:
        return self.rows(AccountRecord, order=AccountRow.folded)

    def set_state(self, identity: str, state: str) -> None:
        """With any other state than open, whoever is signed in is so no longer, and tokens open nothing."""

        def work(connection: Connection) -> None:
            connection.execute(update(AccountRow).where(AccountRow.id == identity).values(state=state))
            if state != OPEN:
                connection.execute(delete(AccountSessionRow).where(AccountSessionRow.account_id == identity))

        self.write(work)

    def set_owner(self, identity: str, owner: bool) -> None:
        change = update(AccountRow).where(AccountRow.id == identity).values(owner=owner)
        self.write(lambda connection: connection.execute(change))

    def efface(self, identity: str, name: str, folded: str, moment: datetime | None = None) -> None:
        """Another name, and nothing that anybody could sign in with. Which matches it played stays known, and its
        clocks of days stand still for a week. Until `left` is called, it is known that the name stands elsewhere."""

        def work(connection: Connection) -> None:
            values = {"name": name, "folded": folded, "state": LEAVING, "owner": False}
            connection.execute(update(AccountRow).where(AccountRow.id == identity).values(**values))
            for table in LEFT_BEHIND:
                connection.execute(delete(table).where(table.account_id == identity))
            left(connection, identity, moment or now())

        self.write(work, NameTaken(f"the name {name!r} is taken"))

    def leaving(self) -> list[AccountRecord]:
        """Accounts that are deleted, whose names still stand somewhere."""
        return self.rows(AccountRecord, AccountRow.state == LEAVING)

    def left(self, identity: str) -> None:
        """The name of a deleted account stands nowhere any more."""
        change = update(AccountRow).where(AccountRow.id == identity, AccountRow.state == LEAVING).values(state=DELETED)
        self.write(lambda connection: connection.execute(change))

    # --- ways to sign in ---------------------------------------------------------------------------------------------

    def credentials(self, account: str, kind: str) -> list[CredentialRecord]:
        where = (CredentialRow.account_id == account, CredentialRow.kind == kind)
        return self.rows(CredentialRecord, *where, order=CredentialRow.created)

    def credential(self, kind: str, handle: str) -> CredentialRecord | None:
        return first(self.rows(CredentialRecord, CredentialRow.kind == kind, CredentialRow.handle == handle))

    def add_credential(self, account: str, values: dict[str, Any], known: UserError | None = None) -> None:
        """`UserError` if there is such a passkey already, which `known` says in other words, or too many, or if the
        account was deleted or closed meanwhile."""

        def work(connection: Connection) -> None:
            if not is_locked(connection, account, AccountRow.state == OPEN):
                raise stale("the account")
            counted = select(func.count()).select_from(CredentialRow).where(CredentialRow.account_id == account)
            if (connection.execute(counted).scalar() or 0) >= MOST_CREDENTIALS:
                raise UserError("this account has too many passkeys: remove one that is not used any more")
            add_credential(connection, account, values)

        self.write(work, known or UserError("this passkey is known already"))

    def replace_credentials(self, account: str, kind: str, values: Sequence[dict[str, Any]]) -> None:
        """All credentials of a kind are gone, and these are there instead. `Stale` if the account was closed or deleted
        meanwhile. A browser that comes in at this moment waits for it, or is in before."""

        def work(connection: Connection) -> None:
            if not is_locked(connection, account, AccountRow.state == OPEN):
                raise stale("the account")
            where = (CredentialRow.account_id == account, CredentialRow.kind == kind)
            connection.execute(delete(CredentialRow).where(*where))
            for each in values:
                add_credential(connection, account, each)

        self.write(work)

    def renew_secret(self, account: str, before: str, secret: str) -> bool:
        """Another hash of the same password; False, and nothing is written, if the password is another one by now."""
        mine = (CredentialRow.account_id == account, CredentialRow.kind == PASSWORD, CredentialRow.secret == before)
        renewed = update(CredentialRow).where(*mine).values(secret=secret)
        return self.write(lambda connection: connection.execute(renewed).rowcount == 1)

    def remove_credential(self, account: str, identity: str, issuers: Sequence[str] = ()) -> bool:
        """Remove a passkey, the password or a provider. False if it is not there; `UserError` if nothing would be left
        to sign in with. Of providers only those count that the server knows now."""
        if not is_id(identity):
            return False

        def work(connection: Connection) -> bool:
            is_locked(connection, account)  # of two that are removed at once the second sees what the first has left
            mine = CredentialRow.account_id == account
            query = select(CredentialRow.id).where(mine, CredentialRow.kind.in_((PASSWORD, PASSKEY, PROVIDER)))
            if identity not in connection.execute(query).scalars().all():
                return False
            known = [func.substr(CredentialRow.public_id, 1, len(each) + 1) == f"{each} " for each in issuers]
            provided = and_(CredentialRow.kind == PROVIDER, or_(*known)) if known else None
            opens = CredentialRow.kind.in_((PASSWORD, PASSKEY))
            usable = select(CredentialRow.id).where(mine, or_(opens, provided) if provided is not None else opens)
            if not set(connection.execute(usable).scalars()) - {identity}:
                raise UserError("it is the only way to sign in to this account: add another one first")
            connection.execute(delete(CredentialRow).where(CredentialRow.id == identity))
            return True

        return self.write(work)

    def use_code(self, account: str, handle: str) -> bool:
        """Use a recovery code up; False if the account has no such code any more."""

        def work(connection: Connection) -> bool:
            gone = delete(CredentialRow).where(
                CredentialRow.account_id == account, CredentialRow.kind == CODE, CredentialRow.handle == handle
            )
            return connection.execute(gone).rowcount == 1

        return self.write(work)

    def used_provider(self, identity: str) -> None:
        self.write(lambda c: c.execute(update(CredentialRow).where(CredentialRow.id == identity).values(used=now())))

    def used_passkey(self, identity: str, uses: int) -> None:
        values = {"uses": uses, "used": now()}
        self.write(lambda c: c.execute(update(CredentialRow).where(CredentialRow.id == identity).values(**values)))

    # --- challenges of passkeys --------------------------------------------------------------------------------------

    def add_challenge(self, record: ChallengeRecord) -> None:
        def work(connection: Connection) -> None:
            moment = now()
            late = moment - timedelta(seconds=CHALLENGE_SECONDS)
            connection.execute(delete(ChallengeRow).where(ChallengeRow.created < late))
            count = connection.execute(select(func.count()).select_from(ChallengeRow)).scalar() or 0
            if count >= MOST_CHALLENGES:
                raise Unavailable("too many people sign in with passkeys at this moment: try again in a few minutes")
            connection.execute(insert(ChallengeRow).values(**msgspec.structs.asdict(record), created=moment))

        self.write(work)

    def take_challenge(self, identity: str) -> ChallengeRecord | None:
        """A challenge that is still good, for the one answer that it may have."""
        if not is_id(identity):
            return None

        def work(connection: Connection) -> ChallengeRecord | None:
            names = ChallengeRecord.__struct_fields__
            late = now() - timedelta(seconds=CHALLENGE_SECONDS)
            query = select(*(getattr(ChallengeRow, name) for name in names))
            row = connection.execute(query.where(ChallengeRow.id == identity, ChallengeRow.created >= late)).first()
            gone = connection.execute(delete(ChallengeRow).where(ChallengeRow.id == identity)).rowcount
            return ChallengeRecord(*row) if row is not None and gone == 1 else None

        return self.write(work)

    # --- sessions ----------------------------------------------------------------------------------------------------

    def add_session(self, account: str, token_hash: str, device: str, instead: str = "", secret: str = "") -> bool:
        """A browser signs in. `instead` is the hash of the session that it had before, which ends. With `secret`, the
        hash of a password, only if that is still the password: whoever changes it signs out those who come in at that
        very moment too. `Stale` if the account was closed or deleted meanwhile."""
        moment = now()
        record = SessionRecord(new_id(), account, device, moment, moment)
        language = spoken()

        def work(connection: Connection) -> bool:
            if not is_locked(connection, account, AccountRow.state == OPEN):
                raise stale("the account")
            mine = (CredentialRow.account_id == account, CredentialRow.kind == PASSWORD, CredentialRow.secret == secret)
            if secret and connection.execute(select(CredentialRow.id).where(*mine)).first() is None:
                return False
            late = moment - timedelta(days=SESSION_DAYS)
            connection.execute(delete(AccountSessionRow).where(AccountSessionRow.seen < late))
            if instead:
                connection.execute(delete(AccountSessionRow).where(AccountSessionRow.token_hash == instead))
            query = select(AccountSessionRow.id).where(AccountSessionRow.account_id == account)
            kept = connection.execute(query.order_by(AccountSessionRow.seen.desc())).scalars().all()
            for each in kept[MOST_SESSIONS - 1 :]:
                connection.execute(delete(AccountSessionRow).where(AccountSessionRow.id == each))
            values = {**msgspec.structs.asdict(record), "token_hash": token_hash}
            connection.execute(insert(AccountSessionRow).values(**values))
            remember_language(connection, account, language)
            return True

        return self.write(work)

    def session(self, token_hash: str) -> SessionRecord | None:
        """The session of a cookie, if it is still good; being seen, it is good for another thirty days."""
        late = now() - timedelta(days=SESSION_DAYS)
        where = (AccountSessionRow.token_hash == token_hash, AccountSessionRow.seen >= late)
        found = first(self.rows(SessionRecord, *where))
        if found is not None and now() - found.seen > SEEN_EVERY:
            seen = update(AccountSessionRow).where(AccountSessionRow.id == found.id).values(seen=now())
            account, language = found.account_id, spoken()

            def work(connection: Connection) -> None:
                connection.execute(seen)
                remember_language(connection, account, language)

            self.write(work)
        return found

    def sessions(self, account: str) -> list[SessionRecord]:
        late = now() - timedelta(days=SESSION_DAYS)
        where = (AccountSessionRow.account_id == account, AccountSessionRow.seen >= late)
        return self.rows(SessionRecord, *where, order=AccountSessionRow.seen.desc())

    def end_session(self, account: str, identity: str) -> bool:
        """False if the account has no such session."""
        if not is_id(identity):
            return False
        where = (AccountSessionRow.account_id == account, AccountSessionRow.id == identity)
        return self.write(lambda connection: connection.execute(delete(AccountSessionRow).where(*where)).rowcount == 1)

    def end_other_sessions(self, account: str, kept: str) -> int:
        where = (AccountSessionRow.account_id == account, AccountSessionRow.id != kept)
        return self.write(lambda connection: connection.execute(delete(AccountSessionRow).where(*where)).rowcount)

    # --- tokens of programs ------------------------------------------------------------------------------------------

    def add_token(self, account: str, token_hash: str, name: str, scopes: Sequence[str]) -> TokenRecord:
        record = TokenRecord(new_id(), account, name, " ".join(scopes), now(), None)

        def work(connection: Connection) -> None:
            counted = select(func.count()).select_from(ApiTokenRow).where(ApiTokenRow.account_id == account)
            if (connection.execute(counted).scalar() or 0) >= MOST_TOKENS:
                raise UserError(f"an account has at most {MOST_TOKENS} tokens: revoke one that is not used any more")
            connection.execute(insert(ApiTokenRow).values(**msgspec.structs.asdict(record), token_hash=token_hash))

        self.write(work)
        return record

    def token(self, token_hash: str) -> TokenRecord | None:
        found = first(self.rows(TokenRecord, ApiTokenRow.token_hash == token_hash))
        if found is not None and (found.used is None or now() - found.used > SEEN_EVERY):
            used = update(ApiTokenRow).where(ApiTokenRow.id == found.id).values(used=now())
            self.write(lambda connection: connection.execute(used))
        return found

    def tokens(self, account: str) -> list[TokenRecord]:
        return self.rows(TokenRecord, ApiTokenRow.account_id == account, order=ApiTokenRow.created)

    def revoke_token(self, account: str, identity: str) -> bool:
        if not is_id(identity):
            return False
        where = (ApiTokenRow.account_id == account, ApiTokenRow.id == identity)
        return self.write(lambda connection: connection.execute(delete(ApiTokenRow).where(*where)).rowcount == 1)

    # --- matches -----------------------------------------------------------------------------------------------------

    def remember_match(self, account: str, match: str, sides: Sequence[int] = (), seat: str = "") -> None:
        def work(connection: Connection) -> None:
            if is_locked(connection, account, AccountRow.state == OPEN):  # of a deleted one nothing new is known
                remember_match(connection, account, match, sides, seat)

        self.write(work)

    def matches(self, account: str, match: str = "", most: int = 0) -> list[AccountMatch]:
        """The matches of an account, the last one first; or one of them."""
        taken = exists().where(SeatRow.match_id == AccountMatchRow.match_id, SeatRow.token_hash == AccountMatchRow.seat)
        mine, row = AccountMatchRow, MatchRow
        query = (
            select(mine.match_id, mine.sides, mine.seat, mine.at, taken)
            .add_columns(row.stage, row.changed, row.setup, row.sides, row.result, row.clock)
            .join(row, row.id == mine.match_id)
            .where(mine.account_id == account)
            .order_by(mine.at.desc(), mine.match_id)
        )
        if match:
            if not is_id(match):
                return []
            query = query.where(mine.match_id == match)
        if most:
            query = query.limit(most)
        found = self.read(lambda connection: connection.execute(query).all())
        return [
            AccountMatch(
                identity,
                msgspec.json.decode(sides, type=list[int]),
                seat,
                aware(at),
                bool(held),
                stage,
                aware(changed),
                bytes(setup),
                msgspec.json.decode(cards, type=list[SideRecord]),
                msgspec.json.decode(result, type=ResultRecord),
                msgspec.json.decode(clock, type=ClockRecord),
            )
            for identity, sides, seat, at, held, stage, changed, setup, cards, result, clock in found
        ]

    def chat_of(self, match: str, sides: Sequence[int]) -> list[ChatLine]:
        """What the coach of these sides has said in a match."""
        query = select(ChatRow.match_id, ChatRow.at, ChatRow.text).where(
            ChatRow.match_id == match, ChatRow.side.in_(list(sides))
        )
        found = self.read(lambda connection: connection.execute(query.order_by(ChatRow.number)).all())
        return [ChatLine(identity, aware(at), said) for identity, at, said in found]


# What is gone with an account: how one signs in, where its news goes and what it was told.
LEFT_BEHIND: Final[tuple[Any, ...]] = (
    CredentialRow,
    ProviderSignInRow,
    AccountSessionRow,
    ApiTokenRow,
    NewsRow,
    ChannelRow,
    NewsChoiceRow,
    MailTokenRow,
    FeedRow,
    VouchingRow,
)
SOURCES: Final[dict[Any, Any]] = {
    AccountRecord: AccountRow,
    CredentialRecord: CredentialRow,
    SessionRecord: AccountSessionRow,
    TokenRecord: ApiTokenRow,
}


def remember_match(connection: Connection, account: str, match: str, sides: Sequence[int], seat: str) -> None:
    """The account made this match, or has this seat in it. What is known of a seat is not forgotten by making."""
    where = (AccountMatchRow.account_id == account, AccountMatchRow.match_id == match)
    values = {"sides": text(list(sides)), "seat": seat, "at": now()}
    known = connection.execute(select(AccountMatchRow.seat).where(*where)).first()
    if known is None:
        connection.execute(insert(AccountMatchRow).values(account_id=account, match_id=match, **values))
    elif seat:
        connection.execute(update(AccountMatchRow).where(*where).values(**values))


def add_credential(connection: Connection, account: str, values: dict[str, Any]) -> None:
    usual = {"label": "", "secret": "", "public_id": "", "uses": 0, "used": None}
    row = {**usual, **values, "id": new_id(), "account_id": account, "created": now()}
    connection.execute(insert(CredentialRow).values(**row))


def is_locked(connection: Connection, account: str, *where: ColumnElement[bool]) -> bool:
    """Whether there is such an account. Nobody else changes it before this transaction ends: a write that changes
    nothing waits for the others in every database, where a reading one would not."""
    written = update(AccountRow).where(AccountRow.id == account, *where).values(id=AccountRow.id)
    return connection.execute(written).rowcount == 1


def timed(value: Any) -> Any:
    return aware(value) if isinstance(value, datetime) else value


def first(found: list[Found]) -> Found | None:
    return found[0] if found else None


def remember_language(connection: Connection, account: str, language: str) -> None:
    """The language in which an account was last seen: its mail and its news are written in it."""
    changed = (AccountRow.id == account, AccountRow.language != language)
    connection.execute(update(AccountRow).where(*changed).values(language=language))
