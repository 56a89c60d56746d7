"""Over HTTP: creating a match, and asking how it stands."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, Response, get, post
from litestar.status_codes import HTTP_201_CREATED

from dungeonbowl.editions import EditionError, build
from dungeonbowl.records.replay import encoded
from dungeonbowl.server import wire
from dungeonbowl.server.budgets import BUDGET, CHECKS, MATCHES, REQUESTS
from dungeonbowl.server.creating import new_match
from dungeonbowl.server.failures import Forbidden, NotFound, Unavailable
from dungeonbowl.server.link_renewal import renewed_link
from dungeonbowl.server.options import options
from dungeonbowl.server.report import report_of
from dungeonbowl.server.resuming import OVER, CannotResume
from dungeonbowl.server.session import Session
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.server.view.positions import kept_from
from dungeonbowl.storage.matches import token_hash

AnyRequest = Request[Any, Any, Any]
MOST_EVENTS = 1000
LONGEST_EDITION = 2000


@get("/options", tags=["matches"], sync_to_thread=True, opt={BUDGET: REQUESTS})
def get_options() -> wire.Options:
    """Everything that a new match can be made of."""
    return options()


@get("/edition", tags=["matches"], sync_to_thread=True, opt={BUDGET: CHECKS})
def check_edition(text: str) -> wire.EditionChecked:
    """Whether a match can be played by this text form of an edition; if not, why."""
    try:
        rules = build(text[:LONGEST_EDITION])
        return wire.EditionChecked(str(rules.edition), has_master=bool(rules.neutral.has_master()))
    except EditionError as error:
        return wire.EditionChecked(text[:LONGEST_EDITION], str(error))


@get("/health", tags=["server"])
async def health(request: AnyRequest) -> wire.Health:
    """Whether the server and its database are there, and how busy it is."""
    sessions: Sessions = request.app.state.sessions
    if not await sessions.database_answers():
        raise Unavailable("the database does not answer: matches cannot go on at the moment")
    return wire.Health(wire.VERSION, options().program, len(sessions.by_id), sessions.sockets)


@post("/matches", tags=["matches"], status_code=HTTP_201_CREATED, opt={BUDGET: MATCHES})
async def create_match(request: AnyRequest, data: wire.NewMatch) -> wire.Created:
    """Create a match. The tokens of its seats are told only in this answer."""
    sessions: Sessions = request.app.state.sessions
    stored, created = await asyncio.to_thread(new_match, data)
    await sessions.create(stored)
    return created


@post("/matches/{identity:str}/links", tags=["matches"], status_code=HTTP_201_CREATED, opt={BUDGET: REQUESTS})
async def renew_link(request: AnyRequest, identity: str, data: wire.RenewOrder, token: str = "") -> wire.SeatLink:
    """Replace a link by a new one. The old one opens nothing any more, and who came in with it has to go."""
    return await renewed_link(await session_of(request, identity), token, list(data.sides))


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
    sides = session.sides_of(token_hash(token[:200]))
    if sides is None:
        if not (open_when_over and session.stage == OVER):
            raise Forbidden("the token fits no seat of this match")
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
        session.shown.name,
        session.cards(),
        result.score,
        result.turn,
        session.number,
        session.stored.created.isoformat(timespec="seconds"),
        session.stored.changed.isoformat(timespec="seconds"),
        sides,
        result.asked,
        result.winner,
        session.stored.commitment,
        session.clock.record.mode,
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
    return wire.LogPage(start, len(told), session.teller.events(part, start))


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
    seed = session.stored.seed.hex() if session.stage == OVER else ""
    game = session.match.game
    cards = session.cards()[: int(game.squads.sides)]
    return report_of(game, session.id, cards, seed, session.stored.commitment)
