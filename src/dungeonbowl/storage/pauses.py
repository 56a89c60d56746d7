"""When clocks of days stand still: while a coach is on vacation, and while no server was there.

A server writes a heartbeat every minute. Where the last one is more than an hour old when a server starts, the time
between is an outage, and everybody gets it back. A shorter one is nobody's loss: the clocks have days.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, exists, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from dungeonbowl.errors import UserError
from dungeonbowl.storage.account_tables import AccountMatchRow
from dungeonbowl.storage.moments import aware
from dungeonbowl.storage.post_tables import HeartbeatRow, OutageRow, VacationRow
from dungeonbowl.storage.tables import MatchRow, SeatRow

SERVER: Final = "server"
OUTAGE: Final = timedelta(hours=1)
YEAR: Final = timedelta(days=365)
ALLOWED: Final = timedelta(days=21)  # of vacation in a year
LONGEST_DAY: Final = timedelta(hours=1)  # more than other days has the one on which summer time ends, once in a year
MOST_AHEAD: Final = timedelta(days=365)
SHORTEST: Final = timedelta(hours=1)
AFTER_LEAVING: Final = timedelta(days=7)  # in which the clocks of a deleted account stand still


class Pause(msgspec.Struct, frozen=True):
    """A time in which the clock of a side stands still; of every side, if `side` is None. In seconds since 1970."""

    side: int | None
    starts: float
    ends: float


class Vacation(msgspec.Struct, frozen=True):
    id: str
    starts: datetime
    ends: datetime


def holders(connection: Connection, match: str) -> list[tuple[str, list[int]]]:
    """The accounts that have seats in a match, with their sides. A seat that was given away since is not theirs."""
    held = exists().where(SeatRow.match_id == match, SeatRow.token_hash == AccountMatchRow.seat)
    query = select(AccountMatchRow.account_id, AccountMatchRow.sides).where(AccountMatchRow.match_id == match, held)
    return [(account, msgspec.json.decode(sides, type=list[int])) for account, sides in connection.execute(query).all()]


def pauses_of(connection: Connection, match: str) -> list[Pause]:
    """Every time that does not count in a match. Outages are few, and old ones cost nothing."""
    found = [
        Pause(None, aware(starts).timestamp(), aware(ends).timestamp())
        for starts, ends in connection.execute(select(OutageRow.starts, OutageRow.ends)).all()
    ]
    for account, sides in holders(connection, match):
        query = select(VacationRow.starts, VacationRow.ends).where(VacationRow.account_id == account)
        for starts, ends in connection.execute(query).all():
            found += [Pause(side, aware(starts).timestamp(), aware(ends).timestamp()) for side in sides]
    return found


def beat(connection: Connection, moment: datetime) -> float:
    """A server is alive. Returns the seconds of the outage that has just ended; 0 if there was none."""
    row = connection.execute(
        select(HeartbeatRow.at).where(HeartbeatRow.name == SERVER).with_for_update()
    ).scalar_one_or_none()
    if row is None:  # of several servers that start at once on an empty database the first one writes it
        dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
        first = dialect.insert(HeartbeatRow).values(name=SERVER, at=moment)
        connection.execute(first.on_conflict_do_nothing())
        return 0.0
    last = aware(row)
    if moment <= last:  # another server was later, or the computer's clock was put back
        return 0.0
    connection.execute(update(HeartbeatRow).where(HeartbeatRow.name == SERVER).values(at=moment))
    if moment - last <= OUTAGE:
        return 0.0
    connection.execute(insert(OutageRow).values(id=secrets.token_hex(16), starts=last, ends=moment))
    return (moment - last).total_seconds()


# --- vacations -------------------------------------------------------------------------------------------------------


def vacations_of(connection: Connection, account: str) -> list[Vacation]:
    query = select(VacationRow.id, VacationRow.starts, VacationRow.ends).where(VacationRow.account_id == account)
    found = connection.execute(query.order_by(VacationRow.starts)).all()
    return [Vacation(identity, aware(starts), aware(ends)) for identity, starts, ends in found]


def spent(vacations: Sequence[Vacation], around: datetime) -> timedelta:
    """How much of the year that ends at a moment was vacation. A year is any 365 days: no new one begins in January."""
    begin = around - YEAR
    total = timedelta()
    for each in vacations:
        total += max(timedelta(), min(each.ends, around) - max(each.starts, begin))
    return total


def most_spent(vacations: Sequence[Vacation]) -> timedelta:
    """The most vacation that lies within any 365 days."""
    return max((spent(vacations, each.ends) for each in vacations), default=timedelta())


def add_vacation(
    connection: Connection, account: str, starts: datetime, ends: datetime, moment: datetime, identity: str
) -> None:
    """`UserError` if it is too long, too late, or lies on another one."""
    starts = max(starts, moment)
    if ends - starts < SHORTEST:
        raise UserError("ends: a vacation lasts an hour at least, and ends in the future")
    if ends - moment > MOST_AHEAD:
        raise UserError("ends: expected a day within a year from now")
    known = vacations_of(connection, account)
    if any(each.starts < ends and starts < each.ends for each in known):
        raise UserError("you have a vacation at that time already: end that one first")
    if most_spent([*known, Vacation(identity, starts, ends)]) > ALLOWED + LONGEST_DAY:
        left = round(max(0.0, (ALLOWED - spent(known, ends)) / timedelta(days=1)), 1)
        raise UserError(
            f"an account has {ALLOWED.days} days of vacation in a year, and {left:g} are left for that time"
        )
    connection.execute(insert(VacationRow).values(id=identity, account_id=account, starts=starts, ends=ends))
    look_again(connection, account, moment)


def end_vacation(connection: Connection, account: str, identity: str, moment: datetime) -> bool:
    """A vacation that has begun ends now; one that has not is gone. False if there is none that could end."""
    mine = (VacationRow.account_id == account, VacationRow.id == identity)
    gone = connection.execute(delete(VacationRow).where(*mine, VacationRow.starts >= moment)).rowcount
    cut = connection.execute(update(VacationRow).where(*mine, VacationRow.ends > moment).values(ends=moment)).rowcount
    if gone + cut:
        look_again(connection, account, moment)
    return bool(gone + cut)


def left(connection: Connection, account: str, moment: datetime) -> None:
    """The account was deleted: its clocks stand still for a while, in which somebody can be found who goes on. What
    was vacation so far does not count on them afterwards either; what was planned is gone."""
    mine = VacationRow.account_id == account
    connection.execute(delete(VacationRow).where(mine, VacationRow.starts >= moment))
    connection.execute(update(VacationRow).where(mine, VacationRow.ends > moment).values(ends=moment))
    connection.execute(
        insert(VacationRow).values(
            id=secrets.token_hex(16), account_id=account, starts=moment, ends=moment + AFTER_LEAVING
        )
    )
    look_again(connection, account, moment)


def look_again(connection: Connection, account: str, moment: datetime) -> None:
    """The clocks of the matches of an account are looked at soon: when they run out has changed."""
    played = select(AccountMatchRow.match_id).where(AccountMatchRow.account_id == account)
    connection.execute(update(MatchRow).where(MatchRow.id.in_(played), MatchRow.due.is_not(None)).values(due=moment))


# --- what is due -----------------------------------------------------------------------------------------------------


def due_matches(connection: Connection, moment: datetime, most: int) -> list[str]:
    """Matches whose clock has to be looked at, the longest waiting first."""
    query = select(MatchRow.id).where(MatchRow.due <= moment, MatchRow.stage == "playing")
    return list(connection.execute(query.order_by(MatchRow.due).limit(most)).scalars())


def put_off(connection: Connection, match: str, until: datetime) -> None:
    """A match that could not be looked at is tried again later."""
    connection.execute(update(MatchRow).where(MatchRow.id == match, MatchRow.due < until).values(due=until))
