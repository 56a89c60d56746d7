"""Who has which seat of a match.

A link is an invitation: whoever comes first takes its seat, with a key that only this client knows, and from then on
the link opens nothing. Who was first is decided in the database, so that two servers on one database agree. A client
that takes nothing plays with the link itself, as long as nobody takes the seat.

A match remembers its seats; they change in its own queue only.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeVar

from dungeonbowl.errors import Unavailable, UserError
from dungeonbowl.languages import mark
from dungeonbowl.server.close_codes import REPLACED, TAKEN
from dungeonbowl.server.failures import Forbidden
from dungeonbowl.server.wire import SeatLink
from dungeonbowl.storage.match_records import HOST, SEAT, SPENT, SeatRecord
from dungeonbowl.storage.matches import Conflict, token_hash

if TYPE_CHECKING:
    from dungeonbowl.server.session import Session

PATIENCE: Final = 20.0  # seconds that the match may take to come to an order
LONGEST_TOKEN: Final = 200

NO_ANSWER: Final = mark("the match does not answer at the moment: try again")
NO_SEAT: Final = mark("the token fits no seat of this match")
IS_TAKEN: Final = mark(
    "this seat is taken: another browser has used its link; whoever made the match can give a new one"
)
SEAT_TAKEN: Final = mark((TAKEN, "this seat was taken by another browser"))
LINK_REPLACED: Final = mark((REPLACED, "this link was replaced by a new one"))
SEAT_MOVED: Final = mark((REPLACED, "this seat has gone to another browser"))

log = logging.getLogger(__name__)
Done = TypeVar("Done")


class Seats:
    """The seats of one match, by the hashes of their tokens."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def known(self) -> dict[str, SeatRecord]:
        return self.session.stored.seats

    def sides_of(self, hashed: str) -> list[int] | None:
        """The sides that a token decides for; None if it opens nothing of this match."""
        seat = self.known.get(hashed)
        return None if seat is None or seat.sides == HOST or seat.state == SPENT else seat.sides

    def is_spent(self, hashed: str) -> bool:
        """Whether it is the token of a link whose seat somebody has taken."""
        seat = self.known.get(hashed)
        return seat is not None and seat.state == SPENT

    def why_not(self, hashed: str) -> str:
        """What somebody is told whose token opens nothing."""
        return IS_TAKEN if self.is_spent(hashed) else NO_SEAT

    def taken(self) -> set[int]:
        """The sides whose seats somebody has taken."""
        return {side for seat in self.known.values() if seat.state == SEAT for side in seat.sides}

    async def read(self) -> None:
        """Read the seats again: another server on this database may have given one away."""
        try:
            self.session.stored.seats = await self.session.store.seats(self.session.id)
        except Exception as error:  # the database is away for a moment, and nobody gets a seat by that
            log.warning("match %s: its seats could not be read: %s", self.session.id, error)

    def send_away(self, hashes: list[str], why: tuple[int, str]) -> None:
        """Close the connections that came in with these tokens."""
        for viewer in [*self.session.viewers, *self.session.arriving]:
            if viewer.token in hashes:
                viewer.sides = []  # its orders that still wait in the queue can decide nothing
                viewer.close(*why)


async def in_queue(session: Session, work: Callable[[], Awaitable[Done]]) -> Done:
    """Do something in the match's own queue; what it returns or refuses."""
    done: asyncio.Future[Done] = asyncio.get_running_loop().create_future()

    async def work_on() -> None:
        try:
            found = await work()
        except UserError as error:
            if not done.done():
                done.set_exception(error)
        except Exception:  # the match is loaded anew; who asks need not wait for that
            if not done.done():
                done.set_exception(Unavailable(NO_ANSWER))
            raise
        else:
            if not done.done():
                done.set_result(found)

    session.put(work_on)
    try:
        return await asyncio.wait_for(done, PATIENCE)
    except TimeoutError:
        raise Unavailable(NO_ANSWER) from None


async def take_seat(session: Session, token: str, key: str) -> SeatLink:
    """Take the seat of a link; `key` is its token from then on. `Forbidden` if the seat is taken. Whoever has taken it
    with the same key before is told the same again: an answer may get lost on its way."""
    seats = session.seats
    await seats.read()
    link, chosen = token_hash(token[:LONGEST_TOKEN]), token_hash(key)
    seat = seats.known.get(link)
    if seat is None or seat.sides == HOST:
        raise Forbidden(NO_SEAT)
    if not seat.sides or seat.state == SEAT:  # spectators share a link; a seat that was taken is not taken again
        return SeatLink(seat.sides, token, f"/match/{session.id}")
    mine = seats.known.get(chosen)
    if seat.state == SPENT and mine is not None and mine == SeatRecord(seat.sides, SEAT):
        return SeatLink(seat.sides, key, f"/match/{session.id}")
    try:
        if seat.state == SPENT:
            raise Conflict(session.id)
        await session.store.take_seat(session.id, link, chosen, seat.sides)
    except Conflict:
        raise Forbidden(IS_TAKEN) from None
    before = [hashed for hashed, held in seats.known.items() if held == SeatRecord(seat.sides, SEAT)]
    for hashed in before:
        del seats.known[hashed]
    seats.known[link] = SeatRecord(seat.sides, SPENT)
    seats.known[chosen] = SeatRecord(seat.sides, SEAT)
    seats.send_away([link], SEAT_TAKEN)
    seats.send_away(before, SEAT_MOVED)
    session.telling.tell_presence()
    return SeatLink(seat.sides, key, f"/match/{session.id}")
