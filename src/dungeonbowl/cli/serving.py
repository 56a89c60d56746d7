"""The server as `dungeonbowl play` runs it: where it listens, and the web server beneath it."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import sys
import webbrowser
from typing import Final

import typer
import uvicorn

from dungeonbowl.errors import UserError
from dungeonbowl.server.app import create_app
from dungeonbowl.server.settings import Settings

FIRST_PORT: Final = 8000
# Seconds that one thread keeps the interpreter when another wants it. The thread that writes the database needs it
# several times in every transaction, and all matches wait for that thread.
SWITCH: Final = 0.0005
PORTS: Final = 20  # ports tried one after the other if none was named


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at this address. `UserError` if that is not possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    candidates = [port] if port else range(FIRST_PORT, FIRST_PORT + PORTS)
    reason = ""
    for candidate in candidates:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
        except (OSError, OverflowError) as error:
            listening.close()
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        else:
            return listening
    raise UserError(f"{host}, port {port or f'{FIRST_PORT} to {FIRST_PORT + PORTS - 1}'}: {reason}")


class Server(uvicorn.Server):
    """The web server. It prints its address when it is ready to answer."""

    def __init__(self, config: uvicorn.Config, address: str, opens: bool) -> None:
        super().__init__(config)
        self.address = address
        self.opens = opens

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            return
        typer.echo(f"Dungeon Bowl is open at {self.address}  (Ctrl-C ends it; matches are kept)")
        if self.opens:
            await asyncio.to_thread(webbrowser.open, self.address)


def collect_seldom() -> None:
    """Run the garbage collector seldom. The events of all matches are many small objects, and looking through all of
    them takes so long that a coach would notice. The objects that exist now are never looked through. A full search of
    the others is made when matches leave the memory."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 1_000_000)


async def serve(settings: Settings, listening: socket.socket, address: str, opens: bool) -> None:
    collect_seldom()
    sys.setswitchinterval(SWITCH)
    logging.getLogger("uvicorn.error").addFilter(WithoutTraces())
    await Server(config_of(settings), address, opens).serve([listening])


class WithoutTraces(logging.Filter):
    """Uvicorn logs a stack trace for a client that sends invalid UTF-8, as if the server had failed. Keep only one line
    of it."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info is not None and isinstance(record.exc_info[1], UnicodeDecodeError):
            record.exc_info = None
        return True


def config_of(settings: Settings) -> uvicorn.Config:
    """The settings of the web server, uvicorn."""
    return uvicorn.Config(
        create_app(settings),
        log_level="warning",
        access_log=False,  # addresses contain tokens
        ws_max_size=settings.largest_message * 4,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        proxy_headers=bool(settings.proxies),  # without a trusted proxy, any client could claim another address
        forwarded_allow_ips=list(settings.proxies),
    )
