"""The seats of a fixture's match on a server with accounts: each belongs to the coach of its team. Whoever begins the
match gets the links of his own sides, and the desk those of coaches without an account; nobody gets another's."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.office.rows import MemberRow
from dungeonbowl.server.accounts.doors import AnyConnection, desk_of
from dungeonbowl.server.failures import Forbidden
from dungeonbowl.server.league.asking import actor_of, asked_of, permit_of, registry_of
from dungeonbowl.server.league.permits import Registry
from dungeonbowl.server.typed_dice import TYPED
from dungeonbowl.server.wire import Created
from dungeonbowl.server.wire.league_orders import FixtureMatch
from dungeonbowl.storage.match_records import SEAT, SeatRecord, StoredMatch
from dungeonbowl.storage.matches import token_hash
from dungeonbowl.storage.news import BEGUN, News

if TYPE_CHECKING:
    from dungeonbowl.server.post.postman import Post

COACHES = ("coach", "co-coach")
WAITS: Final = mark("A match waits for you: {match}")


class Seated(msgspec.Struct, frozen=True):
    """A seat that belongs to an account from the start."""

    account: str
    sides: list[int]
    seat: str


def refuse_wishes(request: AnyConnection, by: Actor, data: FixtureMatch, teams: Sequence[str]) -> None:
    """What one coach cannot order for both: who sits opposite, how long both may think, dice that are typed, one
    seat for all."""
    if registry_of(request) is None or by.role not in COACHES:
        return
    mine = own_sides(request, teams)
    for side, seat in enumerate(data.seats[: len(teams)]):
        if side not in mine and seat != "person":
            raise Forbidden("seats: whether the computer plays for the other coach is not yours to say")
    if data.clock.mode != "none":
        raise Forbidden(
            "clock: how long both coaches may think is not yours to say: the commissioner begins such a match"
        )
    if data.shared or data.dice == TYPED:
        raise Forbidden("a match on one screen, or with dice of a real table, is begun by the commissioner")


def own_sides(request: AnyConnection, teams: Sequence[str]) -> set[int]:
    registry, person = registry_of(request), asked_of(request).person
    if registry is None or person is None:
        return set()
    permit = permit_of(request, asked_of(request).league)
    mine = registry.teams_of(permit) if permit is not None else set()
    return {side for side, team in enumerate(teams) if team in mine}


def own_teams(request: AnyConnection, fixture: str, by: Actor) -> frozenset[str]:
    """The teams of a fixture for which a coach speaks; none for the desk, and where nobody has an account."""
    registry = registry_of(request)
    permit = permit_of(request, asked_of(request).league)
    if registry is None or permit is None or by.role not in COACHES:
        return frozenset()
    return registry.sides_of(fixture) & registry.teams_of(permit)


def seated(
    request: AnyConnection, by: Actor, stored: StoredMatch, created: Created, teams: Sequence[str]
) -> tuple[Created, list[Seated]]:
    """What whoever began the match is told, and the seats of the others."""
    registry = registry_of(request)
    if registry is None:
        return created, []
    mine = own_sides(request, teams)
    links, found = [], []
    for link in created.seats:
        account = (
            "" if mine & set(link.sides) else account_of(registry, [teams[s] for s in link.sides if s < len(teams)])
        )
        if account:
            stored.seats[token_hash(link.token)] = SeatRecord(link.sides, SEAT)
            found.append(Seated(account, link.sides, token_hash(link.token)))
        elif by.role not in COACHES or mine & set(link.sides):
            links.append(link)
    host = created.host_token if by.role not in COACHES else ""
    return msgspec.structs.replace(created, seats=links, host_token=host), found


def account_of(registry: Registry, teams: Sequence[str]) -> str:
    """The account that owns all of these teams; empty if there is none."""
    if not teams:
        return ""
    store = registry.office.store
    owners = {str(row["owner"]) for row in store.find("teams", {"id": list(teams)}, columns=("owner",))}
    rows = store.find(MemberRow.TABLE, {"id": sorted(owners)}, columns=("account",)) if owners else []
    accounts = {str(row["account"]) for row in rows}
    return accounts.pop() if len(accounts) == 1 else ""


async def remember_seats(request: AnyConnection, match: str, names: Sequence[str], found: Sequence[Seated]) -> None:
    """Their owners find the match under "My matches", and take the seat there. They are told, since it begins when
    everybody is ready, and nobody looks for a match of which he knows nothing."""
    for each in found:
        store = desk_of(request).store
        await asyncio.to_thread(store.remember_match, each.account, match, each.sides, each.seat)
        news = f"seat.{match}.{'-'.join(map(str, each.sides))}"
        title = WAITS.format(match=" – ".join(names))
        post: Post = request.app.state.post
        await post.notify(each.account, News(news, BEGUN, title, [], f"/match/{match}?at=0", match))


def refuse_other_seats(request: AnyConnection, sides: Sequence[int], teams: Sequence[str], at_home: Actor) -> None:
    """A coach asks for links of his own sides only."""
    if registry_of(request) is None or actor_of(request, at_home).role not in COACHES:
        return
    if not sides or not set(sides) <= own_sides(request, teams):
        raise UserError("sides: expected those of your own team")
