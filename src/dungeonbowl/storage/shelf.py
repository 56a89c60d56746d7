"""Rows of people, read as records and written through the writer of the accounts."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from dungeonbowl.storage.accounts import Accounts, timed


class Shelf:
    """Some tables of one database. Reading happens in the caller's thread."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts

    def found(self, kind: type[Any], table: Any, *where: Any, order: Any = None, most: int = 0) -> list[Any]:
        """The rows of a table that meet some conditions, as records of a kind, whose fields are its columns."""
        query = select(*(getattr(table, name) for name in kind.__struct_fields__)).where(*where)
        if order is not None:
            query = query.order_by(order)
        if most:
            query = query.limit(most)
        rows = self.accounts.read(lambda connection: connection.execute(query).all())
        return [kind(*map(timed, row)) for row in rows]

    def change(self, statement: Any) -> int:
        """How many rows it was about."""
        return int(self.accounts.write(lambda connection: connection.execute(statement).rowcount))
