"""The server as `dungeonbowl play` runs it: where it listens, and the web server beneath it."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import sys
import time
import webbrowser
from contextlib import suppress
from types import FrameType
from typing import Final, cast

import msgspec
import typer
import uvicorn
from litestar import Litestar

from dungeonbowl.cli.listening import bound
from dungeonbowl.cli.room_for_sockets import FullNowAndThen, make_room
from dungeonbowl.cli.supervisor import ENGINE, LEAVE, OPEN, Supervisor
from dungeonbowl.errors import UserError
from dungeonbowl.languages import t
from dungeonbowl.server.app import create_app
from dungeonbowl.server.engine_report import EngineReport
from dungeonbowl.server.logs import is_for_programs
from dungeonbowl.server.options import options
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.server.settings import Settings
from dungeonbowl.server.wire import EngineStatus
from dungeonbowl.storage.database import SHARED, kind_of

# How long one thread keeps the interpreter when another wants it: the one that writes the database asks for it several
# times in every transaction, and all wait for it.
SWITCH: Final = 0.0005
LONGEST_WAIT: Final = 30.0  # seconds that a server which makes room waits for a quiet moment
BREATH: Final = 0.02
LAST_ANSWERS: Final = 30  # seconds that requests have to be answered then

log = logging.getLogger(__name__)


def listen_for_servers(database: str, host: str) -> tuple[socket.socket | None, str]:
    """A socket for the other servers that share a database, and its address; none where nobody can share it."""
    if kind_of(database) != SHARED:
        return None, ""
    try:
        internal = bound(host, 0)
    except OSError as error:
        raise UserError(f"--internal-host {host}: {error.strerror or error}") from None
    name = f"[{host}]" if ":" in host else host
    return internal, f"http://{name}:{internal.getsockname()[1]}"


class House:
    """The application, and what of it the web server beneath has to know."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.engine = EngineReport()
        self.app = create_app(settings, engine=self.engine)

    def warm_up(self) -> str:
        """Do now what the first page would wait for. Returns which engine this process has."""
        options()
        return self.engine.shown().state

    @property
    def sessions(self) -> Sessions:
        sessions: Sessions = cast(Litestar, self.app.app).state.sessions
        return sessions

    @property
    def shares(self) -> bool:
        """Whether other servers share the database with this one, which has begun."""
        sessions: Sessions | None = getattr(cast(Litestar, self.app.app).state, "sessions", None)
        return sessions is not None and sessions.leading is not None

    def is_quiet(self) -> bool:
        """Whether nothing is being decided in any match."""
        return self.sessions.is_quiet

    def is_leaving(self) -> None:
        """From now on the server says that it is not ready: it ends soon."""
        with suppress(AttributeError):  # it has not begun
            self.sessions.closing = True


class Server(uvicorn.Server):
    """Says where it is once it answers, and obeys its supervisor if it has one."""

    def __init__(self, house: House, address: str, opens: bool, supervisor: Supervisor | None = None) -> None:
        super().__init__(config_of(house))
        self.house = house
        self.address = address
        self.opens = opens
        self.supervisor = supervisor
        self.tasks: list[asyncio.Task[None]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            return
        first = self.supervisor is None or not self.supervisor.is_successor
        if first:  # otherwise the server before has said it, and the browser is open
            told = "Dungeon Bowl is open at {address}  (Ctrl-C ends it; matches are kept)"
            if is_for_programs():
                log.info(told.format(address=self.address))
            else:
                typer.echo(t(told, address=self.address))
        if self.supervisor is not None:
            self.tasks.append(asyncio.create_task(self.obey(self.supervisor)))
            self.supervisor.tell(OPEN, sockets[0] if sockets else None)
        if first and self.opens:
            await asyncio.to_thread(webbrowser.open, self.address)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.house.is_leaving()
        super().handle_exit(sig, frame)

    async def obey(self, supervisor: Supervisor) -> None:
        async for order in supervisor.orders():
            if order == LEAVE:
                self.tasks.append(asyncio.create_task(self.leave()))
            elif order.startswith(ENGINE):
                self.house.engine.tell(msgspec.json.decode(order.removeprefix(ENGINE), type=EngineStatus))
        self.house.is_leaving()
        self.should_exit = True  # the supervisor has ended, or wants an end

    async def leave(self) -> None:
        """Make room for the next server in a moment in which nothing is being decided, if one comes soon. What was
        ordered is done first, and requests are answered. Who was connected is told to connect again. Where other
        servers share the database, they get one match after the other, each in such a moment of its own."""
        self.house.is_leaving()
        end = time.monotonic() + LONGEST_WAIT
        if self.house.shares:
            self.servers[0].close()  # whoever connects now comes to another server; those still reach this one
            await self.house.sessions.hand_over(lambda: time.monotonic() > end)
        while not self.house.is_quiet() and time.monotonic() < end:
            await asyncio.sleep(BREATH)
        for server in self.servers:
            server.close()  # whoever connects now waits for the successor
        await asyncio.sleep(BREATH)  # and what was accepted just before is read, so that it is answered
        self.config.timeout_graceful_shutdown = LAST_ANSWERS
        self.should_exit = True


def collect_seldom() -> None:
    """The story of every match is many small objects, and looking through all of them for garbage takes as long as a
    coach would notice. What is there now stays; the rest is looked through when matches have left the memory."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 1_000_000)


async def serve(
    house: House,
    listening: socket.socket,
    address: str,
    opens: bool,
    supervisor: Supervisor | None = None,
    internal: socket.socket | None = None,
) -> None:
    """Serve until the end. `internal` is where the other servers of a shared database come in."""
    collect_seldom()
    sys.setswitchinterval(SWITCH)
    logging.getLogger("uvicorn.error").addFilter(WithoutTraces())
    logging.getLogger("asyncio").addFilter(FullNowAndThen())
    make_room()
    sockets = [listening] if internal is None else [listening, internal]
    await Server(house, address, opens, supervisor).serve(sockets)


class WithoutTraces(logging.Filter):
    """Uvicorn tells of a client that sends no UTF-8 with a stack trace, as if the server had failed: one line does."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info is not None and isinstance(record.exc_info[1], UnicodeDecodeError):
            record.exc_info = None
        return True


def config_of(house: House) -> uvicorn.Config:
    """How the web server beneath is set up."""
    # Only here: older versions of Uvicorn warn about the library of their sockets as soon as it is imported.
    from dungeonbowl.cli.slow_readers import ImpatientSocket

    settings = house.settings
    return uvicorn.Config(
        house.app,
        log_level="warning",
        log_config=None,  # its lines go where all others go
        access_log=False,  # tokens are part of addresses
        ws_max_size=settings.largest_message * 4,
        ws_per_message_deflate=False,
        server_header=False,
        ws=ImpatientSocket,
        timeout_graceful_shutdown=3,
        proxy_headers=bool(settings.proxies),  # otherwise anybody on this computer could say it is somebody else
        forwarded_allow_ips=list(settings.proxies),
    )
