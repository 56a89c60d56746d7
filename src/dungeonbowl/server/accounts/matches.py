"""The matches of an account: remembered when somebody who is signed in makes one or takes a seat, and found again on
every device. A seat is still that of a key; the account may take it over with a new one."""

from __future__ import annotations

import asyncio
import logging

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.server import wire
from dungeonbowl.server.accounts.doors import AnyRequest, desk_of, visitor_of
from dungeonbowl.server.days import DAYS, deadline_of
from dungeonbowl.server.failures import Forbidden
from dungeonbowl.server.resuming import PLAYING
from dungeonbowl.server.seats import SEAT_MOVED
from dungeonbowl.server.session import Session
from dungeonbowl.server.view.words import edition_name
from dungeonbowl.server.wire import SeatLink
from dungeonbowl.storage.accounts import AccountMatch, Accounts
from dungeonbowl.storage.match_records import SEAT, SeatRecord
from dungeonbowl.storage.matches import Conflict, token_hash
from dungeonbowl.storage.moments import at_second
from dungeonbowl.storage.pauses import pauses_of

NOT_YOURS = mark("this seat is not yours any more: it was given away by a link")

log = logging.getLogger(__name__)


async def remember(request: AnyRequest, match: str, sides: list[int] | None = None, seat: str = "") -> None:
    """Remember a match with the account of whoever asks, if there is one. A match goes on whether it is remembered or
    not, so nothing that goes wrong here is anybody's trouble but the log's."""
    try:
        visitor = await visitor_of(request)
        if visitor is None or (visitor.session is None and "play" not in visitor.scopes):
            return
        store = desk_of(request).store
        hashed = token_hash(seat) if seat else ""
        await asyncio.to_thread(store.remember_match, visitor.account.id, match, sides or [], hashed)
    except UserError as error:
        log.warning("match %s was not remembered with an account: %s", match, error)


def match_deadline(store: Accounts, match: AccountMatch) -> float | None:
    """When the time of whoever is asked is up, in a match with a clock of days that is under way."""
    if match.stage != PLAYING or match.clock.mode != DAYS:
        return None
    pauses = store.read(lambda connection: pauses_of(connection, match.id))
    return deadline_of(match.clock, len(match.cards), pauses)


def listed(store: Accounts, account: str, most: int) -> list[wire.MyMatch]:
    """The matches of an account for a list, those with a clock of days with the moment at which it runs out."""
    found = []
    for match in store.matches(account, "", most):
        until = match_deadline(store, match)
        found.append(shown(match, at_second(until).isoformat(timespec="seconds") if until is not None else ""))
    return found


def shown(match: AccountMatch, until: str = "") -> wire.MyMatch:
    return wire.MyMatch(
        match.id,
        match.sides,
        match.mine,
        match.at.isoformat(timespec="seconds"),
        match.changed.isoformat(timespec="seconds"),
        match.stage,
        edition_of(match.setup),
        [side.name for side in match.cards],
        [side.seat if side.seat != "person" else side.coach for side in match.cards],
        match.result.score,
        match.result.turn,
        match.result.asked,
        match.result.winner,
        until,
    )


class Edition(msgspec.Struct):
    """What is read of a setup for a list."""

    edition: str


def edition_of(setup: bytes) -> str:
    return edition_name(msgspec.json.decode(setup, type=Edition).edition)


async def take_over(session: Session, seat: str, sides: list[int], key: str) -> SeatLink:
    """Give the seat of an account to the browser that asks, which has this key from then on. In the match's own queue.
    `Forbidden` if the seat is not the account's any more. Who asks again with the same key has it already: the answer
    was lost, or the server ended before it had written whose seat it is."""
    seats = session.seats
    await seats.read()
    chosen = token_hash(key)
    if seats.known.get(chosen) == SeatRecord(sides, SEAT):
        seat = chosen
    held = seats.known.get(seat)
    if held is None or held.state != SEAT:
        raise Forbidden(NOT_YOURS)
    if chosen != seat:
        try:
            await session.store.move_seat(session.id, seat, chosen, held.sides)
        except Conflict:
            raise Forbidden(NOT_YOURS) from None
        del seats.known[seat]
        seats.known[chosen] = SeatRecord(held.sides, SEAT)
        seats.send_away([seat], SEAT_MOVED)
        session.telling.tell_presence()
    return SeatLink(held.sides, key, f"/match/{session.id}")
