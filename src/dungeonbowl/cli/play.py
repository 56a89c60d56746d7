from __future__ import annotations

import asyncio
import logging
from typing import Annotated

import typer

from dungeonbowl.cli.extras import needs_server
from dungeonbowl.cli.speed import warn_if_interpreted


def play(
    host: Annotated[str, typer.Option(help="Where to listen. The usual one lets in nobody but this computer.")] = (
        "127.0.0.1"
    ),
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port.", show_default="the first free one from 8000")
    ] = 0,
    database: Annotated[
        str,
        typer.Option(help="Where matches are kept: sqlite:///FILE or postgresql+psycopg://...", show_default="a file"),
    ] = "",
    no_open: Annotated[bool, typer.Option("--no-open", help="Only print the address, open no browser.")] = False,
    name: Annotated[
        list[str] | None, typer.Option(help="A name that the server goes by besides its address; may be repeated.")
    ] = None,
    workers: Annotated[int, typer.Option(min=0, help="Processes for scripted bots; 0 for all processors but one.")] = 0,
    matches_a_minute: Annotated[int, typer.Option(min=1, help="New matches that one address may begin.")] = 30,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="The address of a proxy in front, whose X-Forwarded-For tells who asks; may be repeated. Without it "
            "that header counts for nothing."
        ),
    ] = None,
) -> None:
    """Play in the browser: start the server and open its page.

    Matches are kept in the database and go on after a restart.

    Example: dungeonbowl play --database sqlite:///matches.sqlite3
    """
    with needs_server("play"):
        from dungeonbowl.cli.serving import listen, serve
        from dungeonbowl.server.settings import Settings
        from dungeonbowl.storage.database import default_url, open_database
    url = database or default_url()
    open_database(url).dispose()  # a problem of the database is told before the server starts
    warn_if_interpreted()
    listening = listen(host, port)
    chosen = int(listening.getsockname()[1])
    settings = Settings(
        url,
        host,
        chosen,
        hosts=tuple(name or ()),
        workers=workers,
        matches_a_minute=float(matches_a_minute),
        matches_at_once=matches_a_minute,
        proxies=tuple(proxy or ()),
    )
    shown = "localhost" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{chosen}/"
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    asyncio.run(serve(settings, listening, address, not no_open))
