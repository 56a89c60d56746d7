"""Who may enter the leagues of a database: doors, invitations, applications, co-coaches, teams that are given away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.storage.accounts import new_id
from dungeonbowl.storage.matches import fitting, is_id, now
from dungeonbowl.storage.people_tables import (
    LONGEST_WORDS,
    ApplicationRow,
    HandoverRow,
    HelperRow,
    InvitationRow,
    LeagueDoorRow,
)
from dungeonbowl.storage.shelf import Shelf

MOST_INVITATIONS: Final = 200  # of one league that are open at a time
MOST_APPLICATIONS: Final = 200  # of one league
MOST_ASKED: Final = 10  # leagues that one account waits for
MANY_ASK: Final = mark("too many people ask to be let in here already: wait for an answer")
ASKED_MUCH: Final = mark("you have asked at too many leagues already: wait for an answer")


class Door(msgspec.Struct, frozen=True):
    """`private`: only members read. `applications`: whoever has an account may ask to be let in."""

    private: bool = False
    applications: bool = False


class Invitation(msgspec.Struct, frozen=True):
    id: str
    league: str
    role: str
    member: str
    team: str
    uses_left: int
    created: datetime
    expires: datetime


class Application(msgspec.Struct, frozen=True):
    league: str
    account_id: str
    words: str
    created: datetime


class Handover(msgspec.Struct, frozen=True):
    team: str
    owner: str
    member: str
    created: datetime


class Membership(Shelf):
    """The doors of the leagues of one database."""

    # --- doors -------------------------------------------------------------------------------------------------------

    def door(self, league: str) -> Door:
        rows = self.found(Door, LeagueDoorRow, LeagueDoorRow.league == league) if is_id(league) else []
        return rows[0] if rows else Door()

    def set_door(self, league: str, door: Door) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(LeagueDoorRow).where(LeagueDoorRow.league == league))
            connection.execute(insert(LeagueDoorRow).values(league=league, **msgspec.structs.asdict(door)))

        self.accounts.write(work)

    def private_leagues(self) -> set[str]:
        query = select(LeagueDoorRow.league).where(LeagueDoorRow.private)
        return set(self.accounts.read(lambda connection: connection.execute(query).scalars().all()))

    # --- invitations -------------------------------------------------------------------------------------------------

    def invite(self, token_hash: str, made: Invitation) -> None:
        """`UserError` if the league has too many open ones."""

        def work(connection: Connection) -> None:
            connection.execute(delete(InvitationRow).where(InvitationRow.expires < now()))
            counted = select(func.count()).select_from(InvitationRow).where(InvitationRow.league == made.league)
            if (connection.execute(counted).scalar() or 0) >= MOST_INVITATIONS:
                raise UserError(f"a league has at most {MOST_INVITATIONS} open invitations: withdraw one first")
            values = {**msgspec.structs.asdict(made), "token_hash": token_hash}
            connection.execute(insert(InvitationRow).values(**values))

        self.accounts.write(work)

    def invitation(self, token_hash: str) -> Invitation | None:
        """An invitation that is still good."""
        good = (InvitationRow.token_hash == token_hash, InvitationRow.uses_left > 0, InvitationRow.expires >= now())
        rows = self.found(Invitation, InvitationRow, *good)
        return rows[0] if rows else None

    def invitations(self, league: str) -> list[Invitation]:
        good = (InvitationRow.league == league, InvitationRow.uses_left > 0, InvitationRow.expires >= now())
        return self.found(Invitation, InvitationRow, *good, order=InvitationRow.created)

    def use(self, invitation: str) -> bool:
        """Take one of its uses; False if none is left."""
        good = (InvitationRow.id == invitation, InvitationRow.uses_left > 0, InvitationRow.expires >= now())
        return self.change(update(InvitationRow).where(*good).values(uses_left=InvitationRow.uses_left - 1)) == 1

    def give_back(self, invitation: str) -> None:
        """What it was taken for could not be done."""
        one = InvitationRow.id == invitation
        self.change(update(InvitationRow).where(one).values(uses_left=InvitationRow.uses_left + 1))

    def withdraw(self, league: str, invitation: str) -> bool:
        if not is_id(invitation):
            return False
        return (
            self.change(delete(InvitationRow).where(InvitationRow.league == league, InvitationRow.id == invitation))
            == 1
        )

    # --- applications ------------------------------------------------------------------------------------------------

    def apply(self, league: str, account: str, words: str) -> None:
        """A second one of the same account takes the place of the first."""

        def work(connection: Connection) -> None:
            mine = (ApplicationRow.league == league, ApplicationRow.account_id == account)
            connection.execute(delete(ApplicationRow).where(*mine))
            for where, most, said in (
                (ApplicationRow.league == league, MOST_APPLICATIONS, MANY_ASK),
                (ApplicationRow.account_id == account, MOST_ASKED, ASKED_MUCH),
            ):
                counted = select(func.count()).select_from(ApplicationRow).where(where)
                if (connection.execute(counted).scalar() or 0) >= most:
                    raise UserError(said)
            values = {"words": fitting(words, LONGEST_WORDS), "created": now()}
            connection.execute(insert(ApplicationRow).values(league=league, account_id=account, **values))

        self.accounts.write(work)

    def applications(self, league: str) -> list[Application]:
        return self.found(Application, ApplicationRow, ApplicationRow.league == league, order=ApplicationRow.created)

    def applied(self, account: str) -> list[Application]:
        return self.found(Application, ApplicationRow, ApplicationRow.account_id == account)

    def answered(self, league: str, account: str) -> bool:
        """Take an application off the table; False if it is not there."""
        if not is_id(account):
            return False
        mine = (ApplicationRow.league == league, ApplicationRow.account_id == account)
        return self.change(delete(ApplicationRow).where(*mine)) == 1

    # --- co-coaches, and teams that are given away -------------------------------------------------------------------

    def helps(self, team: str, account: str) -> bool:
        return bool(self.helpers_of((team,), account))

    def helpers_of(self, teams: Sequence[str], account: str = "") -> list[tuple[str, str]]:
        """Teams with their co-coaches."""
        query = select(HelperRow.team, HelperRow.account_id).where(HelperRow.team.in_([t for t in teams if is_id(t)]))
        if account:
            query = query.where(HelperRow.account_id == account)
        found = self.accounts.read(lambda connection: connection.execute(query).all())
        return [(team, helper) for team, helper in found]

    def helped_by(self, account: str) -> list[str]:
        query = select(HelperRow.team).where(HelperRow.account_id == account).order_by(HelperRow.team)
        return list(self.accounts.read(lambda connection: connection.execute(query).scalars().all()))

    def set_helper(self, team: str, account: str, helps: bool) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(HelperRow).where(HelperRow.team == team, HelperRow.account_id == account))
            if helps:
                connection.execute(insert(HelperRow).values(team=team, account_id=account))

        self.accounts.write(work)

    def offer(self, handover: Handover) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(HandoverRow).where(HandoverRow.team == handover.team))
            connection.execute(insert(HandoverRow).values(**msgspec.structs.asdict(handover)))

        self.accounts.write(work)

    def offers(self, members: Sequence[str]) -> list[Handover]:
        """Teams that are offered to one of these members."""
        wanted = [member for member in members if is_id(member)]
        return self.found(Handover, HandoverRow, HandoverRow.member.in_(wanted)) if wanted else []

    def offered(self, team: str) -> Handover | None:
        rows = self.found(Handover, HandoverRow, HandoverRow.team == team) if is_id(team) else []
        return rows[0] if rows else None

    def end_offer(self, offer: Handover) -> bool:
        """Take an offer off the table; False if it is not the one that stands, or somebody has answered it."""
        this = (HandoverRow.team == offer.team, HandoverRow.member == offer.member, HandoverRow.owner == offer.owner)
        return self.change(delete(HandoverRow).where(*this)) == 1

    # --- leaving -----------------------------------------------------------------------------------------------------

    def forget(self, account: str) -> None:
        """An account is deleted: it asks for nothing and helps nobody any more."""

        def work(connection: Connection) -> None:
            for table in (ApplicationRow, HelperRow):
                connection.execute(delete(table).where(table.account_id == account))

        self.accounts.write(work)


def new_invitation(league: str, role: str, uses: int, expires: datetime, member: str, team: str) -> Invitation:
    return Invitation(new_id(), league, role, member, team, uses, now(), expires)
