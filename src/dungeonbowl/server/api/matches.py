"""Over HTTP: creating a match, and asking how it stands."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, Response, get, post
from litestar.status_codes import HTTP_201_CREATED

from dungeonbowl.editions import EditionError, build
from dungeonbowl.records.replay import encoded
from dungeonbowl.server import wire
from dungeonbowl.server.accounts.matches import remember
from dungeonbowl.server.budgets import BUDGET, CHECKS, MATCHES, REQUESTS
from dungeonbowl.server.creating import new_match
from dungeonbowl.server.failures import Forbidden, NotFound
from dungeonbowl.server.link_renewal import renew_link as renewed_link
from dungeonbowl.server.options import options
from dungeonbowl.server.report import report_of
from dungeonbowl.server.resuming import OVER, CannotResume
from dungeonbowl.server.samples import samples
from dungeonbowl.server.seats import LONGEST_TOKEN, in_queue
from dungeonbowl.server.seats import take_seat as seat_taken
from dungeonbowl.server.session import Session
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.server.tokens import token_of
from dungeonbowl.server.view.positions import kept_from
from dungeonbowl.server.view.words import edition_name
from dungeonbowl.storage.matches import token_hash

AnyRequest = Request[Any, Any, Any]
MOST_EVENTS = 1000
LONGEST_EDITION = 2000


@get("/options", tags=["matches"], sync_to_thread=True, opt={BUDGET: REQUESTS})
def get_options() -> wire.Options:
    """Everything that a new match can be made of."""
    return options()


@get("/samples", tags=["matches"], sync_to_thread=True, opt={BUDGET: REQUESTS})
def get_samples() -> list[wire.Sample]:
    """Matches that each show one module, ready to be created."""
    return samples()


@get("/edition", tags=["matches"], sync_to_thread=True, opt={BUDGET: CHECKS})
def check_edition(text: str) -> wire.EditionChecked:
    """Whether a match can be played by this text form of an edition; if not, why."""
    try:
        rules = build(text[:LONGEST_EDITION])
        return wire.EditionChecked(str(rules.edition), has_master=bool(rules.policies.neutral.has_master()))
    except EditionError as error:
        return wire.EditionChecked(text[:LONGEST_EDITION], str(error))


@post("/matches", tags=["matches"], status_code=HTTP_201_CREATED, opt={BUDGET: MATCHES})
async def create_match(request: AnyRequest, data: wire.NewMatch) -> wire.Created:
    """Create a match. The tokens of its seats are told only in this answer."""
    sessions: Sessions = request.app.state.sessions
    stored, created = await asyncio.to_thread(new_match, data)
    await sessions.create(stored)
    if not data.exercise:
        await remember(request, created.id)
    return created


@post("/matches/{identity:str}/links", tags=["matches"], status_code=HTTP_201_CREATED, opt={BUDGET: REQUESTS})
async def renew_link(request: AnyRequest, identity: str, data: wire.RenewOrder, token: str = "") -> wire.SeatLink:
    """Replace a link by a new one. The old one opens nothing any more, and who came in with it has to go."""
    session = await session_of(request, identity)
    token = token or token_of(request)
    return await in_queue(session, lambda: renewed_link(session, token, list(data.sides), data.keep))


@post("/matches/{identity:str}/seat", tags=["matches"], status_code=HTTP_201_CREATED, opt={BUDGET: REQUESTS})
async def take_seat(request: AnyRequest, identity: str, data: wire.TakeOrder, token: str = "") -> wire.SeatLink:
    """Take the seat of a link with a key of one's own. Whoever comes first has it; the link opens nothing any more."""
    session = await session_of(request, identity)
    token = token or token_of(request)
    link = await in_queue(session, lambda: seat_taken(session, token, data.key))
    if link.sides and session.setup.exercised is None:
        await remember(request, session.id, link.sides, link.token)
    return link


async def session_of(request: AnyRequest, identity: str) -> Session:
    sessions: Sessions = request.app.state.sessions
    try:
        session = await sessions.get(identity[:60])
    except CannotResume as error:
        raise NotFound(str(error)) from None
    if session is None:
        raise NotFound(f"there is no match {identity[:60]!r}")
    return session


async def seen(
    request: AnyRequest, identity: str, token: str, open_when_over: bool = False
) -> tuple[Session, list[int]]:
    """A match and the sides of a token. `Forbidden` if the token fits no seat, except where `open_when_over` allows a
    finished match to all."""
    session = await session_of(request, identity)
    hashed = token_hash((token or token_of(request))[:LONGEST_TOKEN])
    sides = session.seats.sides_of(hashed)
    if sides is None:
        if not (open_when_over and session.stage == OVER):
            raise Forbidden(session.seats.why_not(hashed))
        sides = []
    return session, sides


@get("/matches/{identity:str}", tags=["matches"], opt={BUDGET: REQUESTS})
async def match_summary(request: AnyRequest, identity: str, token: str = "") -> wire.Summary:
    """How a match stands."""
    session, sides = await seen(request, identity, token, True)
    result = session.result()
    return wire.Summary(
        session.id,
        session.stage,
        session.setup.edition,
        session.telling.shown.name,
        session.telling.cards(),
        result.score,
        result.turn,
        session.number,
        session.stored.created.isoformat(timespec="seconds"),
        session.stored.changed.isoformat(timespec="seconds"),
        sides,
        result.asked,
        result.winner,
        session.promise(),
        session.clock.record.mode,
        edition_name(session.setup.edition),
        int(session.blank.rules.tables.course.turn_limit),
        session.setup.exercised.exercise if session.setup.exercised is not None else "",
    )


@get("/matches/{identity:str}/log", tags=["matches"], opt={BUDGET: REQUESTS})
async def match_log(
    request: AnyRequest, identity: str, token: str = "", start: int = 0, count: int = 200
) -> wire.LogPage:
    """A part of the log."""
    session, _ = await seen(request, identity, token, True)
    told = session.match.game.events if session.match is not None else []
    start = max(0, min(start, len(told)))
    part = told[start : start + max(0, min(count, MOST_EVENTS))]
    return wire.LogPage(start, len(told), session.telling.teller.events(part, start))


@get("/matches/{identity:str}/replay", tags=["matches"], opt={BUDGET: REQUESTS})
async def match_replay(request: AnyRequest, identity: str, token: str = "") -> Response[bytes]:
    """The replay file of a match, as far as it has come, unless it would tell a secret. The seed of its dice is in it
    once the match is over."""
    session, sides = await seen(request, identity, token, True)
    if session.match is None:
        raise NotFound("the match has not begun")
    if session.stage != OVER and kept_from(session.match.game, sides) is not None:
        raise Forbidden("something in this match is still secret: its replay is given out when that is known")
    lines = list(encoded(session.replay()))
    name = f'attachment; filename="dungeonbowl-{session.id}.jsonl"'
    return Response(b"\n".join(lines) + b"\n", media_type="application/jsonl", headers={"content-disposition": name})


@get("/matches/{identity:str}/report", tags=["matches"], opt={BUDGET: REQUESTS})
async def match_report(request: AnyRequest, identity: str, token: str = "") -> wire.Report:
    """Statistics and luck."""
    session, _ = await seen(request, identity, token, True)
    if session.match is None:
        raise NotFound("the match has not begun")
    seed = session.told_seed() if session.stage == OVER else ""
    game = session.match.game
    cards = session.telling.cards()[: int(game.squads.sides)]
    return report_of(game, session.id, cards, seed, session.promise())
