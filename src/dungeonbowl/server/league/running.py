"""Matches of fixtures on this server: creating one, watching it, and handing its result to the office when it is over.

The office locks the teams and says what the match is made of. It is an ordinary match then. When it ends, its facts are
read from its events and go to the office, together with the replay. Nothing of this is lost in a crash: a match that is
over and not settled is settled when the server starts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from dungeonbowl.errors import Unavailable, UserError
from dungeonbowl.languages import mark
from dungeonbowl.league.aftermath.facts import MatchFacts
from dungeonbowl.league.aftermath.reading import read_match
from dungeonbowl.league.chain import RULES, Actor
from dungeonbowl.league.competitions.dungeons import DICE
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.rows import ReportRow
from dungeonbowl.league.office.views import FixtureLine, MatchOrder
from dungeonbowl.play.setting_up import dungeon_of, new_game, refuse_foreign, rules_of
from dungeonbowl.records.replay import encoded
from dungeonbowl.records.setup import setup_of
from dungeonbowl.server import wire
from dungeonbowl.server.creating import (
    MAKER,
    WATCH,
    coaches_of,
    made_token,
    recorded,
    refuse_secrets,
    rolled_for,
    usual_dungeon,
    with_skills_asked,
)
from dungeonbowl.server.failures import Forbidden, NotFound
from dungeonbowl.server.league.asking import actor_of, registry_of
from dungeonbowl.server.league.desk import AnyRequest, office_of
from dungeonbowl.server.league.house import COMMISSIONER
from dungeonbowl.server.league.policies import chosen_clock, chosen_dungeon
from dungeonbowl.server.league.seating import COACHES, refuse_other_seats, refuse_wishes, remember_seats, seated
from dungeonbowl.server.link_renewal import renew_link
from dungeonbowl.server.resuming import OVER, WAITING, CannotResume
from dungeonbowl.server.seats import in_queue
from dungeonbowl.server.session import Session
from dungeonbowl.server.typed_dice import TYPED
from dungeonbowl.server.wire.league import LiveMatch
from dungeonbowl.server.wire.league_orders import FixtureMatch
from dungeonbowl.storage.match_records import ABANDONED, MatchStanding, StoredMatch

if TYPE_CHECKING:
    from dungeonbowl.server.sessions import Sessions

LOCKED: Final = "locked"  # the state of a report whose match is not settled
PAUSE: Final = 60.0  # seconds between two looks, where servers share the database
NOT_MADE: Final = mark("the match could not be made")
UNDER_WAY: Final = mark("the match has begun: only the commissioner or a deputy calls it off now")
BEGUN: Final = mark("the match of this fixture has begun already: go on with it, or ask for a new link to a seat")

log = logging.getLogger(__name__)


# --- creating --------------------------------------------------------------------------------------------------------


async def start_match(request: AnyRequest, fixture: str, data: FixtureMatch) -> wire.Created:
    """Lock the teams of a fixture and create its match. If the match cannot be made, the teams are free again. One at a
    time: whoever fails must not free the teams of a match that somebody else has begun meanwhile."""
    office = office_of(request)
    sessions: Sessions = request.app.state.sessions
    by = await asyncio.to_thread(actor_of, request, COMMISSIONER)
    async with request.app.state.starting:
        order, data = await asyncio.to_thread(locked, request, fixture, data, by)
        if await asyncio.to_thread(sessions.store.standings, [order.match]):
            raise UserError(BEGUN)
        try:
            stored, created = await asyncio.to_thread(match_of, order, data)
            teams = [team.id for team in order.teams]
            created, others = await asyncio.to_thread(seated, request, by, stored, created, teams)
            await sessions.create(stored)
        except Exception:
            if await asyncio.to_thread(sessions.store.standings, [order.match]):
                raise UserError(BEGUN) from None  # on another server of the same database
            with suppress(Unavailable):  # then the next who tries goes on with the same order
                await asyncio.to_thread(office.fixtures.unlock, fixture, COMMISSIONER, NOT_MADE)
            raise
    await remember_seats(request, created.id, [side.name for side in stored.sides], others)
    return created


def locked(request: AnyRequest, fixture: str, data: FixtureMatch, by: Actor) -> tuple[MatchOrder, FixtureMatch]:
    """The teams of a fixture, locked for its match, and where it is played; and what was ordered, with the clock that
    counts."""
    office = office_of(request)
    view = office.fixtures.view(fixture)
    refuse_wishes(request, by, data, [side.team for side in view.fixture.sides])
    dungeon = chosen_dungeon(office, view.fixture, view.edition, data.dungeon)
    clock = chosen_clock(office, view.fixture, data.clock, typed=data.dice == TYPED)
    order = office.fixtures.lock(fixture, by, data.journeymen, dungeon, data.number)
    return order, msgspec.structs.replace(data, clock=clock)


def match_of(order: MatchOrder, data: FixtureMatch) -> tuple[StoredMatch, wire.Created]:
    """The record of a fixture's match, with the teams as the office has locked them."""
    edition = with_skills_asked(order.edition) if "person" in data.seats else order.edition
    rules = rules_of(edition)
    sides = len(order.teams)
    if order.dungeon == DICE:
        dungeon = rolled_for(rules)
    else:
        dungeon = dungeon_of(order.dungeon) if order.dungeon else usual_dungeon(rules, sides)
        refuse_foreign(rules, dungeon, "dungeon")
    has_master = bool(rules.policies.neutral.has_master())
    seats = [*data.seats, "person"] if has_master and len(data.seats) == sides else list(data.seats)
    if len(seats) != sides + has_master:
        raise UserError(f"seats: this fixture has {sides} teams, found {len(data.seats)}")
    game = new_game(edition, dungeon, list(order.teams))
    if data.dice == TYPED:
        refuse_secrets(game)
    setup = msgspec.json.encode(setup_of(game))
    plain = wire.NewMatch(
        edition, seats=seats, clock=data.clock, shared=data.shared, pace=data.pace, help=data.help, dice=data.dice
    )
    return recorded(plain, coaches_of(seats, order.teams), setup, sides, order.match, is_public=True)


# --- watching, and other seats ---------------------------------------------------------------------------------------


def live_matches(request: AnyRequest, fixtures: Iterable[FixtureLine]) -> list[LiveMatch]:
    """The matches of fixtures that are on this server and not settled yet."""
    sessions: Sessions = request.app.state.sessions
    by_match = {fixture.match: fixture.id for fixture in fixtures if fixture.match}
    found = sessions.store.standings(list(by_match))
    return [live_match(standing, by_match[standing.id]) for standing in found]


def live_match(standing: MatchStanding, fixture: str) -> LiveMatch:
    token = made_token(standing.seed, WATCH)
    return LiveMatch(
        standing.id,
        fixture,
        standing.stage,
        standing.result.score,
        standing.result.turn,
        f"/match/{standing.id}#token={token}",
        [side.seat for side in standing.sides],
    )


async def new_seat(request: AnyRequest, fixture: str, sides: list[int]) -> wire.SeatLink:
    """A new link for a seat of the match of a fixture. Who had the seat before has it no more."""
    office = office_of(request)
    sessions: Sessions = request.app.state.sessions
    view = await asyncio.to_thread(office.fixtures.view, fixture)
    teams = [side.team for side in view.fixture.sides]
    await asyncio.to_thread(refuse_other_seats, request, sides, teams, COMMISSIONER)
    try:
        session = await sessions.get(view.fixture.match) if view.fixture.match else None
    except CannotResume as error:
        raise NotFound(str(error)) from None
    if session is None:
        raise NotFound("this fixture has no match on this server")
    host = made_token(session.stored.seed, MAKER)
    return await in_queue(session, lambda: renew_link(session, host, sides))


def refuse_to_flee(request: AnyRequest, fixture: str, by: Actor) -> None:
    """A coach calls a match off as long as it waits for its coaches. Once it is played it belongs to both of them: who
    is about to lose does not undo it."""
    if registry_of(request) is None or by.role not in COACHES:
        return
    sessions: Sessions = request.app.state.sessions
    match = office_of(request).fixtures.view(fixture).fixture.match
    if any(each.stage != WAITING for each in sessions.store.standings([match] if match else [])):
        raise Forbidden(UNDER_WAY)


# --- settling --------------------------------------------------------------------------------------------------------


class Settling:
    """Hands matches of fixtures that are over to the office."""

    def __init__(self, office: Office, sessions: Sessions) -> None:
        self.office = office
        self.sessions = sessions
        self.tasks: set[asyncio.Task[None]] = set()
        self.watch: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Listen for matches that end, and settle what ended while no server was there to see it."""
        self.sessions.when_over = self.ended
        self.later(self.settle_left)
        if self.sessions.leading is not None:
            self.watch = asyncio.create_task(self.look_now_and_then())

    async def look_now_and_then(self) -> None:
        """Another server of the same database may have died between the end of a match and its settling."""
        while True:
            await asyncio.sleep(PAUSE)
            self.later(self.settle_left)

    def ended(self, session: Session) -> None:
        self.later(lambda: self.settle(session))

    def later(self, work: Callable[[], Awaitable[None]]) -> None:
        async def do_it() -> None:
            try:
                await work()
            except Exception:
                log.exception("a match of a league could not be settled; it is tried again at the next start")

        task = asyncio.create_task(do_it())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def settle_left(self) -> None:
        """Settle every match that is over and whose fixture still waits for it."""
        waiting = await asyncio.to_thread(self.office.store.find, ReportRow.TABLE, {"state": LOCKED})
        standings = await asyncio.to_thread(self.sessions.store.standings, [str(row["match"]) for row in waiting])
        for standing in standings:
            if standing.stage != OVER:
                continue
            try:
                session = await self.sessions.finished(standing.id)
            except CannotResume as error:
                log.error("match %s of a league cannot be settled: %s", standing.id, error)
                continue
            if session is not None:
                await self.settle(session)

    async def settle(self, session: Session) -> None:
        order = await asyncio.to_thread(self.order_of, session.id)
        if order is None or session.match is None or session.stored.result.text == ABANDONED:
            return
        await asyncio.to_thread(self.hand_over, session, order)

    def order_of(self, match: str) -> MatchOrder | None:
        """What a match of a fixture was made of; None for any other match, and for one that is settled."""
        rows = self.office.store.find(ReportRow.TABLE, {"match": match, "state": LOCKED}, most=1)
        return msgspec.json.decode(rows[0]["locked"], type=MatchOrder) if rows else None

    def hand_over(self, session: Session, order: MatchOrder) -> None:
        replay = b"\n".join(encoded(session.replay())) + b"\n"
        self.office.fixtures.settle(facts_of(session, order), RULES, replay)

    async def close(self) -> None:
        if self.watch is not None:
            self.watch.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def facts_of(session: Session, order: MatchOrder) -> MatchFacts:
    """The facts of a match that is over. Dice that follow from a promised seed are proven, those of a real table are
    not."""
    assert session.match is not None
    facts = read_match(
        session.match.game,
        order.teams,
        order.match,
        competition=order.competition,
        friendly=order.friendly,
        provenance="proven" if session.trail is None else "replayed",
    )
    return msgspec.structs.replace(facts, edition=order.edition)
