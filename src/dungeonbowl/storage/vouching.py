"""Who vouches for the recovery of which account, in the database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from dungeonbowl.errors import UserError
from dungeonbowl.storage.account_tables import AccountRow, AccountSessionRow
from dungeonbowl.storage.matches import is_id
from dungeonbowl.storage.people_tables import VouchingRow
from dungeonbowl.storage.shelf import Shelf

OPEN: Final = "open"
USED: Final = "used"
REFUSED: Final = "refused"  # by the person whom it was about
ENDED: Final = "ended"  # the person has signed in without it
SHOWN: Final = 20  # the last ones


class Vouching(msgspec.Struct, frozen=True):
    id: str
    account_id: str
    league: str
    by: str
    state: str
    created: datetime
    good: datetime
    expires: datetime


class Vouchings(Shelf):
    """The vouchings of one database."""

    def add(self, made: Vouching, handle: str) -> None:
        """`UserError` if somebody vouches for this account already."""

        def work(connection: Connection) -> None:
            # Who is first is decided at the row of the account: of two at once the second one sees the first.
            connection.execute(select(AccountRow.id).where(AccountRow.id == made.account_id).with_for_update())
            waiting = (
                VouchingRow.account_id == made.account_id,
                VouchingRow.state == OPEN,
                VouchingRow.expires > made.created,
            )
            if connection.execute(select(func.count()).select_from(VouchingRow).where(*waiting)).scalar():
                raise UserError("somebody vouches for this account already: that has to be used, refused or over first")
            connection.execute(insert(VouchingRow).values(**msgspec.structs.asdict(made), handle=handle))

        self.accounts.write(work)

    def use(self, account: str, handle: str, moment: datetime) -> Vouching | None:
        """Use a code up; None if the account has no such code that is good now. All sessions of the account end: who
        has lost a device does not know who has it."""

        def work(connection: Connection) -> bool:
            good = (
                VouchingRow.account_id == account,
                VouchingRow.handle == handle,
                VouchingRow.state == OPEN,
                VouchingRow.good <= moment,
                VouchingRow.expires > moment,
            )
            if connection.execute(update(VouchingRow).where(*good).values(state=USED)).rowcount != 1:
                return False
            connection.execute(delete(AccountSessionRow).where(AccountSessionRow.account_id == account))
            return True

        if not self.accounts.write(work):
            return None
        rows: Sequence[Vouching] = self.found(Vouching, VouchingRow, VouchingRow.handle == handle)
        return rows[0] if rows else None

    def end(self, account: str, state: str = ENDED, identity: str = "") -> int:
        """End what is open for an account, all of it or one; how much that was."""
        which = [VouchingRow.account_id == account, VouchingRow.state == OPEN]
        if identity:
            if not is_id(identity):
                return 0
            which.append(VouchingRow.id == identity)
        return self.change(update(VouchingRow).where(*which).values(state=state))

    def open_for(self, account: str, moment: datetime) -> list[Vouching]:
        where = (VouchingRow.account_id == account, VouchingRow.state == OPEN, VouchingRow.expires > moment)
        return self.found(Vouching, VouchingRow, *where, order=VouchingRow.created)

    def about(self, account: str) -> list[Vouching]:
        """All that was ever vouched for an account."""
        return self.found(Vouching, VouchingRow, VouchingRow.account_id == account, order=VouchingRow.created)

    def of_league(self, league: str) -> list[Vouching]:
        """The last ones of a league, the latest first."""
        return self.found(
            Vouching, VouchingRow, VouchingRow.league == league, order=VouchingRow.created.desc(), most=SHOWN
        )

    def everything(self, most: int = 200) -> list[Vouching]:
        return self.found(Vouching, VouchingRow, order=VouchingRow.created.desc(), most=most)
