"""Replays to look at: uploaded files, and matches that are over."""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

from litestar import Request, Response, get, post
from litestar.status_codes import HTTP_201_CREATED

from dungeonbowl.languages import spoken
from dungeonbowl.league.office import Office
from dungeonbowl.records.replay import Replay, ReplayError, encoded, read_replay
from dungeonbowl.server import wire
from dungeonbowl.server.budgets import BUDGET, CHECKS, REQUESTS, UPLOADS, address_of
from dungeonbowl.server.failures import NotFound
from dungeonbowl.server.judging import Judgements
from dungeonbowl.server.replay_view import Viewing
from dungeonbowl.server.resuming import OVER, CannotResume
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.server.settings import Settings

AnyRequest = Request[Any, Any, Any]
MOST_KEPT: Final = 200
MOST_STEPS: Final = 500


class Viewings:
    """The replays that clients look at: each is played through once for each language, and kept for a while. Their
    number and their bytes are limited; those that were not looked at for longest are dropped first."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.size = 0
        self.by_id: OrderedDict[tuple[str, str], Viewing] = OrderedDict()
        self.lock = asyncio.Lock()

    async def get(self, request: AnyRequest, identity: str) -> Viewing:
        found = self.known(identity)
        if found is None:
            async with self.lock:  # one at a time: playing a replay through is hard work
                found = self.known(identity)
                if found is None:
                    found = await self.made(identity, await replay_named(request, identity))
        return found

    def known(self, identity: str) -> Viewing | None:
        found = self.by_id.get((identity, spoken()))
        if found is not None:
            self.by_id.move_to_end((identity, spoken()))
        return found

    async def made(self, identity: str, replay: Replay) -> Viewing:
        """Play a replay through and keep it. The caller holds the lock."""
        viewing = await asyncio.to_thread(Viewing, identity, replay)
        self.by_id[identity, spoken()] = viewing
        self.size += viewing.size
        while len(self.by_id) > MOST_KEPT or (self.size > self.most_bytes and len(self.by_id) > 1):
            self.size -= self.by_id.popitem(last=False)[1].size
        return viewing


async def replay_named(request: AnyRequest, identity: str) -> Replay:
    """An uploaded replay, or that of a match which is over, here or in a league that was brought along."""
    sessions: Sessions = request.app.state.sessions
    data = await sessions.store.load_replay(identity[:60])
    if data is not None:
        return await asyncio.to_thread(parsed, data)
    try:
        session = await sessions.finished(identity[:60])
    except CannotResume as error:
        raise NotFound(str(error)) from None
    if session is None:  # perhaps a league has brought it along from elsewhere
        office: Office = request.app.state.office
        data = await asyncio.to_thread(office.fixtures.replay, identity[:60])
        if data:
            return await asyncio.to_thread(parsed, data)
    if session is None or session.match is None or session.stage != OVER:
        raise NotFound(f"there is no replay {identity[:60]!r}")
    return session.replay()


def parsed(data: bytes) -> Replay:
    """A replay from the bytes of its file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "replay.jsonl"
        path.write_bytes(data)
        try:
            replay = read_replay(path)
        except ReplayError as error:
            raise ReplayError(str(error).replace(str(path), "replay")) from None
    replay.source = "replay"
    return replay


@post("/replays", tags=["replays"], status_code=HTTP_201_CREATED, opt={BUDGET: UPLOADS})
async def upload_replay(request: AnyRequest, data: wire.TextBody) -> wire.ReplayCreated:
    """Upload a replay file. It is played again and compared before it is taken."""
    return await kept(request, lambda: parsed(data.text.encode()))


async def kept(request: AnyRequest, make: Callable[[], Replay]) -> wire.ReplayCreated:
    """Keep a replay, so that it can be looked at by its address."""
    viewings: Viewings = request.app.state.viewings
    sessions: Sessions = request.app.state.sessions
    async with viewings.lock:
        replay = await asyncio.to_thread(make)
        written = b"\n".join(encoded(replay)) + b"\n"  # the same match is the same replay, however it was spaced
        identity = "r" + hashlib.sha256(written).hexdigest()[:24]
        if viewings.known(identity) is None:
            await viewings.made(identity, replay)
    settings: Settings = request.app.state.settings
    await sessions.store.add_replay(identity, written, settings.most_replays, settings.most_replay_bytes)
    return wire.ReplayCreated(identity, f"/replay/{identity}")


@get("/replays/{identity:str}", tags=["replays"], opt={BUDGET: REQUESTS})
async def replay_view(request: AnyRequest, identity: str) -> wire.ReplayView:
    """A replay for the viewer: its setup and its time line."""
    viewing = await request.app.state.viewings.get(request, identity)
    found: wire.ReplayView = viewing.view
    return found


@get("/replays/{identity:str}/steps", tags=["replays"], opt={BUDGET: REQUESTS})
async def replay_steps(
    request: AnyRequest, identity: str, start: int = 0, count: int = 100
) -> Response[wire.ReplayPortion]:
    """Some steps of a replay, with their events and positions."""
    viewing: Viewing = await request.app.state.viewings.get(request, identity)
    start = max(0, min(start, viewing.steps.count))
    portion = await asyncio.to_thread(viewing.steps.portion, start, max(0, min(count, MOST_STEPS)))
    return cast("Response[wire.ReplayPortion]", Response(portion, media_type="application/json"))


@get("/replays/{identity:str}/report", tags=["replays"], opt={BUDGET: REQUESTS})
async def replay_report(request: AnyRequest, identity: str) -> wire.Report:
    """Statistics and luck of a replay."""
    viewing: Viewing = await request.app.state.viewings.get(request, identity)
    return viewing.report


@get("/replays/{identity:str}/judgement", tags=["replays"], opt={BUDGET: REQUESTS})
async def replay_judgement(request: AnyRequest, identity: str, start: int = 0) -> wire.Judgement:
    """How the adviser sees the decisions of a replay, from moment `start` on. Asked for the first time it begins to
    think; when it is done, all moments are told."""
    viewing: Viewing = await request.app.state.viewings.get(request, identity)
    judgements: Judgements = request.app.state.judgements
    return judgements.of(viewing, address_of(request)).shown(start)


@get("/replays/{identity:str}/hint", tags=["replays"], opt={BUDGET: CHECKS})
async def replay_hint(request: AnyRequest, identity: str, step: int) -> wire.ReplayHint:
    """What the adviser would do after a step of a replay."""
    viewing: Viewing = await request.app.state.viewings.get(request, identity)
    judgements: Judgements = request.app.state.judgements
    return await judgements.hint(viewing, step)


@get("/replays/{identity:str}/file", tags=["replays"], opt={BUDGET: REQUESTS})
async def replay_file(request: AnyRequest, identity: str) -> Response[bytes]:
    """The replay as a file."""
    replay = await replay_named(request, identity)
    name = f'attachment; filename="dungeonbowl-{identity[:60]}.jsonl"'
    content = b"\n".join(encoded(replay)) + b"\n"
    return Response(content, media_type="application/jsonl", headers={"content-disposition": name})
