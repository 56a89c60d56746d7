from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import nullcontext
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from dungeonbowl.cli.extras import needs_server
from dungeonbowl.cli.listening import Host, KeptIn, LogAs, Port, PublicUrl, WithAccounts, checked_public_url
from dungeonbowl.cli.sign_in_with import SignInWith, checked_providers
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.errors import UserError
from dungeonbowl.languages import ENGLISH, plural, speaking

logger = logging.getLogger(__name__)


def serve(
    context: typer.Context,
    workers: Annotated[int, typer.Option(min=1, max=64, help="How many servers; more than one needs PostgreSQL.")] = 1,
    host: Host = "127.0.0.1",
    port: Port = 0,
    database: KeptIn = "",
    accounts: WithAccounts = False,
    public_url: PublicUrl = "",
    sign_in_with: SignInWith = None,
    log: LogAs = "text",
) -> None:
    """Host a club: several servers behind one port, and one that dies is started again.

    All other options are those of `dungeonbowl play`; processes for bots are --bots here. With PostgreSQL --workers 3
    starts three. The signal HUP replaces one server after the other without dropping a match, TERM ends all.

    Example: dungeonbowl serve --database sqlite:///matches.sqlite3
    """
    with needs_server("serve"):
        from dungeonbowl.cli.listening import address_at, listen
        from dungeonbowl.cli.workers import Workers
        from dungeonbowl.server.logs import LogKind, begin_log, is_for_programs
        from dungeonbowl.storage.database import SHARED, default_url, kind_of, open_database
    if sys.platform == "win32":
        raise UserError("serve hands a listening socket to its servers, which Windows cannot: use dungeonbowl play")
    origin = checked_public_url(public_url, accounts)  # a mistake is told once, before any server starts
    checked_providers(sign_in_with or [], accounts, origin)
    url = database or default_url()
    shared = kind_of(url) == SHARED
    if workers > 1 and not shared:
        raise UserError(
            "several servers need a database that they can share: --database postgresql+psycopg://..., or --workers 1"
        )
    warn_if_interpreted()
    open_database(url).dispose()  # a problem of the database is told once, and its tables are made by one
    listening = listen(host, port)
    chosen = int(listening.getsockname()[1])
    command = [sys.executable, "-m", "dungeonbowl", "play", "--no-open", "--host", host, "--database", url]
    command += ["--port", str(chosen), "--beside", str(workers), *context.args]
    command += ["--log", log]
    command += ["--accounts"] if accounts else []
    command += ["--public-url", origin] if origin else []
    for each in sign_in_with or []:
        command += ["--sign-in-with", each]
    # Cookies and passkeys belong to the public address, so that is the one to open.
    address = f"{origin}/" if origin else address_at(host, chosen)

    begin_log(LogKind(log))

    def say(words: str, grave: bool = False) -> None:
        if is_for_programs():
            logger.log(logging.WARNING if grave else logging.INFO, words)
        else:
            typer.echo(f"dungeonbowl: {words}", err=True)

    def opened() -> None:
        told = plural(
            "Dungeon Bowl is open at {address}  (one server; Ctrl-C ends it, matches are kept)",
            "Dungeon Bowl is open at {address}  ({count} servers; Ctrl-C ends it, matches are kept)",
            workers,
            address=address,
        )
        if is_for_programs():
            logger.info(told)
        else:
            typer.echo(told)

    async def run(figures: str) -> int:
        return await Workers(command, listening, workers, shared, say, figures).run(opened)

    spoken = speaking(ENGLISH) if is_for_programs() else nullcontext()
    with TemporaryDirectory(prefix="dungeonbowl-figures-", ignore_cleanup_errors=True) as folder, spoken:
        code = asyncio.run(run(folder if workers > 1 else ""))
    raise typer.Exit(code)


# What this command does not know itself goes to the servers.
serve.context_settings = {"allow_extra_args": True, "ignore_unknown_options": True}  # type: ignore[attr-defined]
