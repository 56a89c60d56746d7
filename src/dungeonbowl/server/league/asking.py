"""Who asks something of a league, and whether that may be. The guards look before a body is read; handlers ask again
where the body names a team. On a server without accounts there is no registry, and the house decides (`house.py`)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

import msgspec
from litestar.handlers.base import BaseRouteHandler

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.league.chain import Actor
from dungeonbowl.server.accounts.doors import AnyConnection, visitor_of
from dungeonbowl.server.failures import NotSignedIn
from dungeonbowl.server.league.permits import DECIDE, FOUND, Permit, Person, Registry, refuse_program
from dungeonbowl.server.wire.league import You

if TYPE_CHECKING:
    from dungeonbowl.server.accounts.desk import Visitor

TASK: Final = "task"  # the key of a handler's `opt`
STATE: Final = "league order"
LONGEST_ID: Final = 60
NAMED: Final = ("league", "competition", "fixture", "player", "team", "match")
ONE_LEAGUE: Final = mark("league: expected one, found several")
NOT_YET: Final = mark("sign in first: leagues of this server are run by people with an account")


class Asked(msgspec.Struct, frozen=True):
    """An order that a guard has let through."""

    person: Person | None
    league: str = ""
    task: str = ""
    actor: Actor | None = None


def registry_of(connection: AnyConnection) -> Registry | None:
    """None on a server without accounts."""
    registry: Registry | None = connection.app.state.registry
    return registry


async def person_of(connection: AnyConnection) -> Person | None:
    """Who asks; None for somebody who is not signed in."""
    visitor = await visitor_of(connection)
    return person(visitor) if visitor is not None else None


def person(visitor: Visitor) -> Person:
    """Who asks, as far as leagues and the lobby care. Whoever needs somebody asks once, and not again for the person:
    between two questions he may have signed out."""
    account = visitor.account
    return Person(account.id, account.name, account.owner, visitor.session is None, visitor.scopes)


def named_in(connection: AnyConnection) -> dict[str, str]:
    """What an address names. A path that names something has said it: what stands behind it adds nothing, or whoever
    runs one league would run every other in its name. Only a list is of the league behind its question mark."""
    found = {name: str(connection.path_params[name]) for name in NAMED if connection.path_params.get(name)}
    if not found and (leagues := set(connection.query_params.getall("league", []))):
        if len(leagues) > 1:  # which of them is answered is not for the guard to guess
            raise UserError(ONE_LEAGUE)
        found = {"league": leagues.pop()}
    return {name: value[:LONGEST_ID] for name, value in found.items() if value}


async def may_look(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """A guard of what reads: a private league is there only for its members."""
    registry = registry_of(connection)
    if registry is None:
        return
    person = await person_of(connection)
    connection.scope["state"][STATE] = Asked(person)
    await asyncio.to_thread(look, registry, person, named_in(connection))


def look(registry: Registry, person: Person | None, names: Mapping[str, str]) -> None:
    if names:
        registry.refuse_stranger(person, registry.league_of(dict(names)))


async def may_order(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """A guard of what writes: whoever orders must have the role for it."""
    registry = registry_of(connection)
    if registry is None:
        return
    person = await person_of(connection)
    if person is None:
        raise NotSignedIn(NOT_YET)
    task = str(handler.opt[TASK])
    refuse_program(person, task)
    asked = await asyncio.to_thread(weighed, registry, person, task, named_in(connection))
    connection.scope["state"][STATE] = asked


def weighed(registry: Registry, person: Person, task: str, names: dict[str, str]) -> Asked:
    if task == FOUND or not names:  # an order whose body says what it is about: its handler asks again
        return Asked(person, "", task)
    league = registry.league_of(names)
    teams: frozenset[str] | None = None
    if "team" in names:
        teams = frozenset((names["team"],))
    elif "fixture" in names:
        teams = registry.sides_of(names["fixture"])
    elif "match" in names:
        teams = registry.sides_of(names["match"])
    return Asked(person, league, task, registry.allowed(person, league, task, teams))


def asked_of(request: AnyConnection) -> Asked:
    found = request.scope["state"].get(STATE)
    return found if isinstance(found, Asked) else Asked(None)


def actor_of(request: AnyConnection, at_home: Actor, teams: Iterable[str] = ()) -> Actor:
    """Whom the log names for an order: `at_home` where nobody has an account. `teams` are those that the body names."""
    registry = registry_of(request)
    if registry is None:
        return at_home
    asked = asked_of(request)
    named = frozenset(team for team in teams if team)
    if named or asked.actor is None:
        return registry.allowed(asked.person, asked.league, asked.task, named or None)
    return asked.actor


def desk_of_league(request: AnyConnection, at_home: Actor) -> Actor:
    """The same for an order that only the desk gives: a commissioner who has a team himself is no coach here."""
    registry = registry_of(request)
    if registry is None:
        return at_home
    asked = asked_of(request)
    return registry.allowed(asked.person, asked.league, asked.task, only_desk=True)


def actor_about(request: AnyConnection, at_home: Actor, **names: str) -> Actor:
    """The same for an order whose address names no league: its body does."""
    registry = registry_of(request)
    if registry is None:
        return at_home
    asked = asked_of(request)
    return registry.allowed(asked.person, registry.league_of(names), asked.task)


def refuse_taking(request: AnyConnection, team: str) -> None:
    """A team that grows in another league comes by the word of those who decide for it there, not by that of the desk
    which would like to have it."""
    registry = registry_of(request)
    if registry is None:
        return
    asked = asked_of(request)
    home, permit = registry.league_of({"team": team}), permit_of(request, asked.league)
    if home != asked.league and (permit is None or team not in registry.teams_of(permit)):
        registry.allowed(asked.person, home, DECIDE, frozenset((team,)))


def look_at(request: AnyConnection, **names: str) -> None:
    """A body names something to look at: it must not belong to a league that is private to others."""
    registry = registry_of(request)
    if registry is not None:
        look(registry, asked_of(request).person, names)


def hidden_from(request: AnyConnection) -> set[str]:
    """The leagues that lists leave out."""
    registry = registry_of(request)
    return registry.hidden_from(asked_of(request).person) if registry is not None else set()


def permit_of(request: AnyConnection, league: str) -> Permit | None:
    registry = registry_of(request)
    person = asked_of(request).person
    return registry.permit(person, league) if registry is not None and person is not None else None


def you_in(request: AnyConnection, league: str) -> You | None:
    """What whoever asks may do in a league, for the page; None where everybody may do everything."""
    registry = registry_of(request)
    if registry is None:
        return None
    door = registry.membership.door(league)
    permit = permit_of(request, league)
    if permit is None:
        return You(private=door.private, applications=door.applications)
    tasks = registry.tasks_of(permit)
    return You(permit.role, permit.member, sorted(registry.teams_of(permit)), tasks, door.private, door.applications)
