"""The application: the HTTP interface, the sockets, the pages, and what is opened and closed with them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, cast

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from dungeonbowl import __version__
from dungeonbowl.dungeon.problems import DungeonError
from dungeonbowl.errors import UserError
from dungeonbowl.server.api import dungeons, matches, replays, rules, teams
from dungeonbowl.server.budgets import Budgets, pays
from dungeonbowl.server.clocks import Timekeeper
from dungeonbowl.server.failures import dungeon_error, failure, http_error, unreadable, user_error
from dungeonbowl.server.guard import App, Guard
from dungeonbowl.server.pages import anything_else, home
from dungeonbowl.server.schema_page import PlainPage
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.server.settings import Settings
from dungeonbowl.server.sockets import match_socket
from dungeonbowl.storage.database import open_database
from dungeonbowl.storage.matches import Matches

HANDLERS: Final[list[Any]] = [
    matches.get_options,
    matches.check_edition,
    matches.health,
    matches.create_match,
    matches.renew_link,
    matches.match_summary,
    matches.match_log,
    matches.match_replay,
    matches.match_report,
    replays.upload_replay,
    replays.replay_view,
    replays.replay_steps,
    replays.replay_file,
    rules.rulebook,
    rules.get_rule,
    rules.skills,
    rules.get_skill,
    teams.draft_facts,
    teams.ready,
    teams.check_team,
    teams.random_team,
    dungeons.library_dungeon,
    dungeons.editor_facts,
    dungeons.check_dungeon,
    dungeons.draw_dungeon,
    dungeons.generate_dungeon,
]


def create_app(settings: Settings, timekeeper: Timekeeper | None = None) -> Guard:
    """The whole server as one ASGI application."""

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        store = Matches(open_database(settings.database))
        app.state.sessions = Sessions(store, settings, timekeeper)
        app.state.sessions.begin()
        try:
            yield
        finally:
            await app.state.sessions.close()

    app = Litestar(
        [Router("/api/v1", route_handlers=HANDLERS), match_socket, home, anything_else],
        state=State(
            {
                "settings": settings,
                "budgets": Budgets(settings, timekeeper),
                "viewings": replays.Viewings(settings.most_viewing_bytes),
            }
        ),
        lifespan=[opened],
        guards=[pays],
        exception_handlers={
            UserError: user_error,
            DungeonError: dungeon_error,
            HTTPException: http_error,
            RecursionError: unreadable,
            UnicodeDecodeError: unreadable,
            Exception: failure,
        },
        request_max_body_size=settings.largest_upload,
        compression_config=CompressionConfig(backend="gzip", minimum_size=2000, gzip_compress_level=5),
        openapi_config=OpenAPIConfig(
            title="Dungeon Bowl",
            version=__version__,
            description="The HTTP interface of the server. Matches are played over a WebSocket: docs/protocol.md.",
            path="/schema",
            render_plugins=[PlainPage()],
        ),
        logging_config=None,
        debug=False,
    )
    return Guard(cast(App, app), settings)
