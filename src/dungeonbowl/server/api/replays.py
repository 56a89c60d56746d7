"""Replays to look at: uploaded files, and matches that are over."""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from collections import OrderedDict
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.status_codes import HTTP_201_CREATED

from dungeonbowl.records.replay import Replay, ReplayError, encoded, read_replay, replay_of
from dungeonbowl.server import wire
from dungeonbowl.server.failures import NotFound
from dungeonbowl.server.replay_view import Viewing
from dungeonbowl.server.resuming import OVER, CannotResume
from dungeonbowl.server.sessions import Sessions

AnyRequest = Request[Any, Any, Any]
MOST_KEPT: Final = 8
MOST_STEPS: Final = 500


class Viewings:
    """The replays that somebody is looking at, played through once and kept for a while."""

    def __init__(self) -> None:
        self.by_id: OrderedDict[str, Viewing] = OrderedDict()
        self.lock = asyncio.Lock()

    async def get(self, request: AnyRequest, identity: str) -> Viewing:
        async with self.lock:  # one at a time: playing a replay through is hard work
            found = self.by_id.get(identity)
            if found is None:
                replay = await replay_named(request, identity)
                found = await asyncio.to_thread(Viewing, identity, replay)
                self.by_id[identity] = found
                while len(self.by_id) > MOST_KEPT:
                    self.by_id.popitem(last=False)
            self.by_id.move_to_end(identity)
            return found


async def replay_named(request: AnyRequest, identity: str) -> Replay:
    """An uploaded replay, or that of a match which is over."""
    sessions: Sessions = request.app.state.sessions
    data = await sessions.store.load_replay(identity[:60])
    if data is not None:
        return await asyncio.to_thread(parsed, data)
    try:
        session = await sessions.get(identity[:60])
    except CannotResume as error:
        raise NotFound(str(error)) from None
    if session is None or session.match is None or session.stage != OVER:
        raise NotFound(f"there is no replay {identity[:60]!r}")
    return replay_of(session.match)


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


@post("/replays", tags=["replays"], status_code=HTTP_201_CREATED)
async def upload_replay(request: AnyRequest, data: wire.TextBody) -> wire.ReplayCreated:
    """Upload a replay file. It is played again and compared before it is taken."""
    raw = data.text.encode()
    identity = "r" + hashlib.sha256(raw).hexdigest()[:24]
    replay = await asyncio.to_thread(parsed, raw)
    viewings: Viewings = request.app.state.viewings
    async with viewings.lock:
        viewings.by_id[identity] = await asyncio.to_thread(Viewing, identity, replay)
    sessions: Sessions = request.app.state.sessions
    await sessions.store.add_replay(identity, raw)
    return wire.ReplayCreated(identity, f"/replay/{identity}")


@get("/replays/{identity:str}", tags=["replays"])
async def replay_view(request: AnyRequest, identity: str) -> wire.ReplayView:
    """A replay for the viewer: its setup and its time line."""
    viewing = await request.app.state.viewings.get(request, identity)
    found: wire.ReplayView = viewing.view
    return found


@get("/replays/{identity:str}/steps", tags=["replays"])
async def replay_steps(request: AnyRequest, identity: str, start: int = 0, count: int = 100) -> wire.ReplayPortion:
    """Some steps of a replay, with their events and positions."""
    viewing: Viewing = await request.app.state.viewings.get(request, identity)
    start = max(0, start)
    return wire.ReplayPortion(start, viewing.steps[start : start + max(0, min(count, MOST_STEPS))])


@get("/replays/{identity:str}/file", tags=["replays"])
async def replay_file(request: AnyRequest, identity: str) -> Response[bytes]:
    """The replay as a file."""
    replay = await replay_named(request, identity)
    name = f'attachment; filename="dungeonbowl-{identity[:60]}.jsonl"'
    content = b"\n".join(encoded(replay)) + b"\n"
    return Response(content, media_type="application/jsonl", headers={"content-disposition": name})
