"""The application: the HTTP interface, the sockets, the pages, and what is opened and closed with them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import copy
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.events import SimpleEventEmitter
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from sqlalchemy.exc import InterfaceError, OperationalError

from dungeonbowl import __version__
from dungeonbowl.dungeon.problems import DungeonError
from dungeonbowl.errors import UserError
from dungeonbowl.league.office import Office
from dungeonbowl.server.api import (
    accounts,
    aftermaths,
    atlas,
    club,
    coaches,
    competitions,
    corrections,
    dungeons,
    exercises,
    fixtures,
    kept_teams,
    languages,
    leagues,
    lobby,
    luggage,
    matches,
    my_things,
    operations,
    people,
    post,
    prints,
    replays,
    rules,
    sign_in_with,
    teams,
)
from dungeonbowl.server.budgets import Budgets, pays
from dungeonbowl.server.bulletin import bulletin_of
from dungeonbowl.server.clocks import Timekeeper
from dungeonbowl.server.counting import Counting, counting_of
from dungeonbowl.server.engine_report import EngineReport
from dungeonbowl.server.failures import database_failure, dungeon_error, failure, http_error, unreadable, user_error
from dungeonbowl.server.guard import App, Guard
from dungeonbowl.server.judging import Judgements
from dungeonbowl.server.leading import Elsewhere, Leading
from dungeonbowl.server.league.almanac import Almanac
from dungeonbowl.server.league.lateness import Lateness
from dungeonbowl.server.league.live import Listeners, ToldTables, league_socket
from dungeonbowl.server.league.permits import Registry
from dungeonbowl.server.league.running import Settling
from dungeonbowl.server.lobby.desk import Lobby
from dungeonbowl.server.lobby.live import Visits, lobby_socket
from dungeonbowl.server.pages import anything_else, home
from dungeonbowl.server.relaying import elsewhere
from dungeonbowl.server.schema_page import PlainPage
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.server.settings import Settings
from dungeonbowl.server.sleeper import Sleeper
from dungeonbowl.server.sockets import match_socket
from dungeonbowl.server.threads import Threads
from dungeonbowl.storage.accounts import Accounts
from dungeonbowl.storage.club_days import ClubDays
from dungeonbowl.storage.database import open_database
from dungeonbowl.storage.leases import Leases
from dungeonbowl.storage.lobby import LobbyStore
from dungeonbowl.storage.matches import Matches
from dungeonbowl.storage.membership import Membership

if TYPE_CHECKING:
    from dungeonbowl.server.accounts.desk import Desk

HANDLERS: Final[list[Any]] = [
    matches.get_options,
    matches.get_samples,
    matches.check_edition,
    operations.health,
    operations.ready,
    operations.engine,
    languages.languages,
    matches.create_match,
    matches.renew_link,
    matches.take_seat,
    matches.match_summary,
    matches.match_log,
    matches.match_replay,
    matches.match_report,
    exercises.list_exercises,
    exercises.get_puzzle,
    replays.upload_replay,
    replays.replay_view,
    replays.replay_steps,
    replays.replay_report,
    replays.replay_judgement,
    replays.replay_hint,
    replays.replay_file,
    atlas.atlas_page,
    atlas.atlas_match,
    rules.rulebook,
    rules.get_rule,
    rules.skills,
    rules.get_skill,
    teams.draft_facts,
    teams.ready,
    teams.check_team,
    teams.random_team,
    prints.team_sheet,
    dungeons.library_dungeon,
    dungeons.editor_facts,
    dungeons.check_dungeon,
    dungeons.draw_dungeon,
    dungeons.generate_dungeon,
    prints.dungeon_picture,
    prints.match_print,
    *leagues.HANDLERS,
    *competitions.HANDLERS,
    *club.HANDLERS,
    *fixtures.HANDLERS,
    *kept_teams.HANDLERS,
    *aftermaths.HANDLERS,
    *corrections.HANDLERS,
    *accounts.HANDLERS,
    *sign_in_with.HANDLERS,
    *my_things.HANDLERS,
    *luggage.HANDLERS,
    *people.HANDLERS,
    *lobby.HANDLERS,
    *coaches.HANDLERS,
    *post.HANDLERS,
]


# The same at the addresses where watchmen and balancers look first, and the figures, which only the owner may read.
PROBES: Final = Router(
    "/", route_handlers=[operations.health, operations.ready, operations.metrics], include_in_schema=False
)


def accounts_desk(store: Matches, settings: Settings, timekeeper: Timekeeper | None, counting: Counting) -> Desk:
    """What a server with accounts has besides. Its packages are imported only here: others do without them."""
    from dungeonbowl.server.accounts.desk import Desk

    return Desk(Accounts(store.engine, store.journal), settings, timekeeper, counting)


def lobby_desk(app: Litestar, desk: Desk, settings: Settings) -> Lobby:
    """The lobby of a server with accounts, open for visits."""
    found = Lobby(LobbyStore(desk.store), app.state.sessions, app.state.bulletin, settings, desk.counting)
    app.state.lobby = found
    app.state.visits = Visits(found)
    found.begin()
    return found


class Closing(Protocol):
    """Something that ends with the server."""

    async def close(self) -> None: ...


def open_leaving(state: State, desk: Desk) -> Closing:
    """What finishes deleting accounts."""
    from dungeonbowl.server.accounts.leaving import Leaving

    leaving = Leaving(desk, state.sessions, state.registry, state.lobby.store)
    leaving.begin()
    return leaving


def open_post(state: State, accounts: Accounts, settings: Settings) -> list[Closing]:
    """The post of a server with accounts: news, links by mail, reminders. Returns what has to be closed."""
    from dungeonbowl.server.post.mail_links import MailLinks
    from dungeonbowl.server.post.postman import Post
    from dungeonbowl.server.post.reminders import Reminders

    found = state.post = Post(state.sessions, accounts, settings)
    links = state.mail_links = MailLinks(found, accounts, state.budgets.counting, settings)
    reminders = state.reminders = Reminders(state.registry, found)
    found.begin()
    reminders.begin()
    return [reminders, links, found]


@asynccontextmanager
async def opened(app: Litestar) -> AsyncIterator[None]:
    """What is opened when a server begins, and closed when it ends."""
    settings: Settings = app.state.settings
    timekeeper: Timekeeper | None = app.state.timekeeper
    guard: Guard = app.state.guard
    threads = Threads(thread_name_prefix="handler")
    asyncio.get_running_loop().set_default_executor(threads)
    store = Matches(open_database(settings.database))
    app.state.sessions = sessions = Sessions(store, settings, timekeeper)
    if settings.internal:
        leases = Leases(store, settings.internal)
        sessions.leading = Leading(leases)
        guard.relay.died = sessions.leading.died
        guard.door.open(leases)
    await sessions.begin()
    counting = app.state.budgets.counting = counting_of(store.engine, sessions.timekeeper)
    app.state.accounts = desk = accounts_desk(store, settings, timekeeper, counting) if settings.accounts else None
    app.state.bulletin = bulletin_of(asyncio.get_running_loop(), store.engine, store.journal)
    sessions.listen(app.state.bulletin)
    app.state.listeners = Listeners(app.state.bulletin)
    app.state.starting = asyncio.Lock()  # who starts the match of a fixture
    app.state.office = Office(ToldTables(store.engine, store.journal, app.state.listeners))
    app.state.almanac = Almanac(app.state.office)
    app.state.club_days = ClubDays(store.engine, store.journal)
    app.state.registry = Registry(app.state.office, Membership(desk.store)) if desk is not None else None
    settling = Settling(app.state.office, app.state.sessions)
    settling.begin()
    people_here = lobby_desk(app, desk, settings) if desk is not None else None
    lateness = Lateness(app.state.office)
    app.state.post = app.state.mail_links = None
    postmen: list[Closing] = []
    if desk is not None:
        postmen = [open_leaving(app.state, desk), *open_post(app.state, desk.store, settings)]
        app.state.lobby.notify = app.state.post.notify
    app.state.sleeper = Sleeper(app.state.sessions)
    app.state.sleeper.begin()
    app.state.judgements = Judgements(app.state.sessions.bots)
    try:
        yield
    finally:
        await app.state.judgements.close()
        app.state.listeners.close()
        if people_here is not None:
            app.state.visits.close()
            await people_here.close()
        await app.state.sleeper.close()
        for each in postmen:
            await each.close()
        await lateness.close()
        await settling.close()
        if desk is not None:
            desk.close()
        await threads.finish()
        app.state.bulletin.close()
        await app.state.sessions.close()
        await guard.relay.close()


@cache
def answering(largest_upload: int) -> Litestar:
    """What answers at which address, without a server to answer for. To read the signatures of 400 handlers takes a
    quarter of a second, so that all servers of a process share it."""
    return Litestar(
        [
            Router("/api/v1", route_handlers=HANDLERS),
            PROBES,
            match_socket,
            league_socket,
            lobby_socket,
            home,
            anything_else,
        ],
        lifespan=[opened],
        guards=[pays],
        exception_handlers={
            UserError: user_error,
            Elsewhere: elsewhere,
            DungeonError: dungeon_error,
            HTTPException: http_error,
            RecursionError: unreadable,
            UnicodeDecodeError: unreadable,
            OperationalError: database_failure,
            InterfaceError: database_failure,
            Exception: failure,
        },
        request_max_body_size=largest_upload,
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


def create_app(settings: Settings, timekeeper: Timekeeper | None = None, engine: EngineReport | None = None) -> Guard:
    """The whole server as one ASGI application."""
    app = copy(answering(settings.largest_upload))
    app.asgi_router = copy(app.asgi_router)  # with the same routes, and it opens and closes this server
    app.asgi_router.app = app
    app.event_emitter = SimpleEventEmitter([])
    app.state = State(
        {
            "settings": settings,
            "engine": engine or EngineReport(),
            "budgets": Budgets(settings, timekeeper),
            "viewings": replays.Viewings(settings.most_viewing_bytes),
            "unpacking": luggage.Unpacking(),
        }
    )
    app.state.timekeeper = timekeeper
    app.state.guard = guard = Guard(cast(App, app), settings, lambda: app.state.sessions.metrics)
    return guard
