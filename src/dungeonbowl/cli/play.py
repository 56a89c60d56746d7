from __future__ import annotations

import asyncio
import os
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import typer

from dungeonbowl.cli.extras import needs_accounts, needs_server
from dungeonbowl.cli.listening import Host, KeptIn, LogAs, Port, PublicUrl, WithAccounts, checked_public_url
from dungeonbowl.cli.sign_in_with import SignInWith, checked_providers
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.cli.supervisor import supervisor
from dungeonbowl.errors import UserError
from dungeonbowl.languages import t


def play(
    host: Host = "127.0.0.1",
    port: Port = 0,
    database: KeptIn = "",
    no_open: Annotated[bool, typer.Option("--no-open", help="Only print the address, open no browser.")] = False,
    name: Annotated[
        list[str] | None, typer.Option(help="A name that the server goes by besides its address; may be repeated.")
    ] = None,
    workers: Annotated[
        int,
        typer.Option("--bots", "--workers", min=0, help="Processes for scripted bots; 0 for all processors but one."),
    ] = 0,
    matches_a_minute: Annotated[int, typer.Option(min=1, help="New matches that one address may begin.")] = 30,
    open_house: Annotated[
        bool,
        typer.Option("--house", help="Let everybody who reaches the server run its leagues, not only this computer."),
    ] = False,
    log: LogAs = "text",
    metrics_for: Annotated[
        list[str] | None,
        typer.Option(
            help="An address or a network that may read the figures at /metrics, such as 10.1.0.0/16; may be repeated. "
            "Without it only this computer may."
        ),
    ] = None,
    accounts: WithAccounts = False,
    public_url: PublicUrl = "",
    sign_in_with: SignInWith = None,
    smtp: Annotated[
        str,
        typer.Option(
            envvar="DUNGEONBOWL_SMTP",
            help="With --accounts: where mail is handed in, smtp://user:password@host:587 or smtps://... A password is "
            "better kept in the variable than on the command line.",
            show_default="no mail",
        ),
    ] = "",
    mail_from: Annotated[
        str, typer.Option(envvar="DUNGEONBOWL_MAIL_FROM", help="The sender of mail: Dungeon Bowl <bowl@example.org>.")
    ] = "",
    push_keys: Annotated[
        str, typer.Option(help="The file of `dungeonbowl admin push-keys`: lets browsers be told by web push.")
    ] = "",
    private_hooks: Annotated[
        bool, typer.Option("--private-hooks", help="Let webhooks go to private networks, and without https.")
    ] = False,
    founders: Annotated[
        Literal["everybody", "commissioners"],
        typer.Option(
            help="With --accounts: who founds leagues: everybody with an account, or only owners of the server and "
            "those who are commissioners already."
        ),
    ] = "everybody",
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="The address of a proxy in front, whose X-Forwarded-For tells who asks; may be repeated. Without it "
            "that header counts for nothing."
        ),
    ] = None,
    internal_host: Annotated[
        str,
        typer.Option(help="With PostgreSQL: the address of this computer at which its other servers reach this one."),
    ] = "127.0.0.1",
    beside: Annotated[int, typer.Option(min=1, hidden=True)] = 1,
) -> None:
    """Play in the browser: start the server and open its page.

    Matches are kept in the database and go on after a restart.

    Example: dungeonbowl play --database sqlite:///matches.sqlite3
    """
    with needs_server("play"):
        from dungeonbowl.cli.listening import address_at, listen
        from dungeonbowl.cli.serving import House, listen_for_servers, serve
        from dungeonbowl.server.guard import is_loopback
        from dungeonbowl.server.logs import VARIABLE, LogKind, begin_log
        from dungeonbowl.server.settings import Settings
        from dungeonbowl.storage.database import default_url, open_database
    if accounts:
        with needs_accounts("play --accounts"):
            from dungeonbowl.server.accounts import desk  # noqa: F401  (whether its packages are there)
            from dungeonbowl.server.post.mail import mail_server
            from dungeonbowl.server.post.push import Pusher

            if sign_in_with:
                from dungeonbowl.server.accounts import linking  # noqa: F401
    if not accounts and (smtp or mail_from or push_keys or private_hooks):
        raise UserError("--smtp, --mail-from, --push-keys and --private-hooks are for a server with --accounts")
    origin = checked_public_url(public_url, accounts)
    providers = checked_providers(sign_in_with or [], accounts, origin)
    if smtp:
        mail_server(smtp, mail_from)  # a mistake is told before the server starts
    if push_keys:
        Pusher(Path(push_keys), origin)
    url = database or default_url()
    supervised = supervisor()
    if supervised is None:
        warn_if_interpreted()
    listening = supervised.listening if supervised is not None else None
    if listening is None:
        open_database(url).dispose()  # a problem of the database is told before the server starts
        listening = listen(host, port)
    chosen = int(listening.getsockname()[1])
    internal, internal_address = listen_for_servers(url, internal_host)
    settings = Settings(
        url,
        host,
        chosen,
        hosts=(*(name or ()), *((urlsplit(origin).hostname or "",) if origin else ())),
        origins=(origin,) if origin else (),
        workers=workers,
        matches_a_minute=float(matches_a_minute),
        matches_at_once=matches_a_minute,
        house=open_house,
        metrics_for=networks(metrics_for or []),
        accounts=accounts,
        public_url=origin,
        founders=founders,
        sign_in_with=providers,
        smtp=smtp,
        mail_from=mail_from,
        push_keys=push_keys,
        hooks_anywhere=private_hooks,
        proxies=tuple(proxy or ()),
        internal=internal_address,
        beside=beside,
    )
    if open_house and not is_loopback(host):
        told = t("--house: everybody who reaches this server may run its leagues; for a club day leave it out")
        typer.echo(told, err=True)
    begin_log(LogKind(log))
    os.environ[VARIABLE] = log  # for the processes of the bots
    house = House(settings)
    if supervised is None or not supervised.is_successor or supervised.waits_for_its_turn(house.warm_up()):
        # Cookies and passkeys belong to the public address, so that is the one to open.
        address = f"{origin}/" if origin else address_at(host, chosen)
        asyncio.run(serve(house, listening, address, not no_open, supervised, internal))


def networks(named: list[str]) -> tuple[str, ...]:
    """The addresses and networks as they were named. `UserError` for something else."""
    for each in named:
        try:
            ip_network(each, strict=False)
        except ValueError:
            raise UserError(f"--metrics-for {each}: expected an address or a network, such as 10.1.0.0/16") from None
    return tuple(named)
