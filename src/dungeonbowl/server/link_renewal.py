"""Replacing a link that the wrong person has, or whose seat has to be free again. The match gets a new link. The old
link opens nothing any more, nor does the key of a seat that was taken with it, and the connections that came in with
them are closed."""

from __future__ import annotations

from dungeonbowl.languages import listed
from dungeonbowl.server.creating import new_token
from dungeonbowl.server.failures import Forbidden, NotFound
from dungeonbowl.server.seats import LINK_REPLACED, LONGEST_TOKEN
from dungeonbowl.server.session import Session
from dungeonbowl.server.wire import SeatLink
from dungeonbowl.storage.match_records import HOST, SEAT, SPENT, SeatRecord
from dungeonbowl.storage.matches import Conflict, token_hash


async def renew_link(session: Session, token: str, sides: list[int], keep: bool = False) -> SeatLink:
    """A new link to these sides of a match, or to its watching page if `sides` is empty. `token` says who asks. With
    `keep` the coach who asks has the seat until somebody takes it with the new link.

    The holder of a seat may replace the link of that seat and the link of the spectators. The creator of the match may
    replace every link; everybody is told if that takes a seat from a coach."""
    seats = session.seats
    await seats.read()
    asking = token_hash(token[:LONGEST_TOKEN])
    holder = seats.known.get(asking)
    if holder is None or holder.state == SPENT:
        raise Forbidden(seats.why_not(asking))
    old = [hashed for hashed, held in seats.known.items() if held.sides == sides]
    if not old:
        raise NotFound("there is no link to these sides of the match")
    is_own = bool(holder.sides) and sides in (holder.sides, [])
    if holder.sides != HOST and not is_own:
        raise Forbidden("a link is replaced by its holder, the spectators' by a coach, any by whoever made the match")
    if keep and sides == holder.sides and holder.state == SEAT:
        old.remove(asking)
    loses = holder.sides == HOST and any(seats.known[hashed].state == SEAT for hashed in old)
    fresh = new_token()
    hashed = token_hash(fresh)
    try:
        await session.store.replace_seat(session.id, old, hashed, sides)
    except Conflict:
        raise Forbidden("this link was replaced already, on another server of the same database") from None
    for each in old:
        del seats.known[each]
    seats.known[hashed] = SeatRecord(sides)
    seats.send_away(old, LINK_REPLACED)
    if loses:
        names = listed([session.sides[side].name for side in sides])
        await session.announce(f"Whoever made the match has given the seat of {names} a new link.")
    session.telling.tell_presence()
    return SeatLink(sides, fresh, f"/match/{session.id}#token={fresh}")
