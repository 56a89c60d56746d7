"""Sign-ins at a provider of OpenID Connect that were begun and wait for their answer, in the database: whichever server
hears the answer knows what was asked. A row is found by the hash of its browser's cookie, and used once."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from dungeonbowl.storage.account_tables import ProviderSignInRow
from dungeonbowl.storage.matches import now
from dungeonbowl.storage.shelf import Shelf

SECONDS: Final = 600
MOST: Final = 10_000
SIGN_IN: Final = "sign-in"  # the purpose of somebody of whom the provider has not said anything yet


class SignInRecord(msgspec.Struct, frozen=True):
    """`purpose`: to sign in, to add this way to an account, or to choose the name of a new account; then `subject` is
    who the provider has said it is."""

    id: str
    purpose: str
    issuer: str
    account_id: str = ""
    subject: str = ""


class SignIns(Shelf):
    """The sign-ins of one database that were begun."""

    def add(self, record: SignInRecord) -> None:
        """In the place of what this browser had begun before, if its cookie is the same."""

        def work(connection: Connection) -> None:
            moment = now()
            late = ProviderSignInRow.created < moment - timedelta(seconds=SECONDS)
            connection.execute(delete(ProviderSignInRow).where(late))
            count = connection.execute(select(func.count()).select_from(ProviderSignInRow)).scalar() or 0
            if count >= MOST:  # a flood pushes out what was only begun, the oldest first, and keeps nobody out
                order = (ProviderSignInRow.purpose != SIGN_IN, ProviderSignInRow.created)
                oldest = select(ProviderSignInRow.id).order_by(*order).limit(count - MOST + 1)
                connection.execute(delete(ProviderSignInRow).where(ProviderSignInRow.id.in_(oldest)))
            connection.execute(insert(ProviderSignInRow).values(**msgspec.structs.asdict(record), created=moment))

        self.accounts.write(work)

    def look(self, identity: str) -> SignInRecord | None:
        """What was begun, if it is still good."""
        return self.accounts.read(lambda connection: found_in(connection, identity))

    def take(self, identity: str) -> SignInRecord | None:
        """What was begun, for the one answer that it may have."""

        def work(connection: Connection) -> SignInRecord | None:
            found = found_in(connection, identity)
            gone = connection.execute(delete(ProviderSignInRow).where(ProviderSignInRow.id == identity)).rowcount
            return found if gone == 1 else None

        return self.accounts.write(work)


def found_in(connection: Connection, identity: str) -> SignInRecord | None:
    names = SignInRecord.__struct_fields__
    late = now() - timedelta(seconds=SECONDS)
    query = select(*(getattr(ProviderSignInRow, name) for name in names))
    row = connection.execute(query.where(ProviderSignInRow.id == identity, ProviderSignInRow.created >= late)).first()
    return SignInRecord(*row) if row is not None else None
