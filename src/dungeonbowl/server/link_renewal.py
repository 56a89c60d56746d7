"""Replacing a link that the wrong person has. The match gets a new link, the old link opens nothing any more, and the
connections that came in with it are closed. A client asks for it over HTTP; it is done in the match's own queue."""

from __future__ import annotations

import asyncio
from typing import Final

from dungeonbowl.server.close_codes import REPLACED
from dungeonbowl.server.creating import new_token
from dungeonbowl.server.failures import Forbidden, NotFound, Unavailable
from dungeonbowl.server.session import Session
from dungeonbowl.server.wire import SeatLink
from dungeonbowl.storage.matches import HOST, Conflict, token_hash

PATIENCE: Final = 20.0  # seconds that the match may take to come to this order


async def renewed_link(session: Session, token: str, sides: list[int]) -> SeatLink:
    """A new link to these sides of a match, or to its watching page if `sides` is empty. `token` says who asks.

    The holder of a seat may replace the link of that seat and the link of the spectators. The creator of the match may
    replace every link."""
    done: asyncio.Future[SeatLink] = asyncio.get_running_loop().create_future()

    async def work() -> None:
        try:
            link = await renew(session, token, sides)
        except (Forbidden, NotFound) as error:
            if not done.done():
                done.set_exception(error)
        else:
            if not done.done():
                done.set_result(link)

    session.put(work)
    try:
        return await asyncio.wait_for(done, PATIENCE)
    except TimeoutError:
        raise Unavailable("the match does not answer at the moment: try again") from None


async def renew(session: Session, token: str, sides: list[int]) -> SeatLink:
    seats = session.stored.seats
    holder = seats.get(token_hash(token[:200]))
    if holder is None:
        raise Forbidden("the token fits no seat of this match")
    old = [hashed for hashed, held in seats.items() if held == sides]
    if not old:
        raise NotFound("there is no link to these sides of the match")
    is_own = bool(holder) and sides in (holder, [])
    if holder != HOST and not is_own:
        raise Forbidden("a link is replaced by its holder, the spectators' by a coach, any by whoever made the match")
    fresh = new_token()
    hashed = token_hash(fresh)
    try:
        await session.store.replace_seat(session.id, old, hashed, sides)
    except Conflict:
        raise Forbidden("this link was replaced already, on another server of the same database") from None
    for each in old:
        del seats[each]
    seats[hashed] = sides
    for viewer in [*session.viewers, *session.arriving]:
        if viewer.token in old:
            viewer.sides = []  # its orders that still wait in the queue can decide nothing
            viewer.close(REPLACED, "this link was replaced by a new one")
    return SeatLink(sides, fresh, f"/match/{session.id}#token={fresh}")
