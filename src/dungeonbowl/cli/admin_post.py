"""The commands about news that the server sends."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dungeonbowl.cli.admin_office import AsJson, Database, opened, print_json
from dungeonbowl.cli.extras import needs_server
from dungeonbowl.errors import UserError
from dungeonbowl.languages import t


def add(admin: typer.Typer) -> None:
    admin.command("outbox")(outbox)
    admin.command("push-keys")(push_keys)


def outbox(as_json: AsJson = False, database: Database = "") -> None:
    """Tell how much news waits to be sent, was sent, or could not be.

    Example: dungeonbowl admin outbox --database sqlite:///matches.sqlite3
    """
    with needs_server("admin"):
        from dungeonbowl.storage.database import is_migrated
        from dungeonbowl.storage.outbox import figures, last_errors
    with opened(database) as engine:
        if not is_migrated(engine):
            raise UserError(
                "its tables are not those of this version: `dungeonbowl admin migrate` brings them up to date"
            )
        with engine.connect() as connection:
            found, errors = figures(connection), last_errors(connection)
    if as_json:
        print_json({"outbox": found, "errors": errors})
        return
    typer.echo(", ".join(f"{count} {t(state)}" for state, count in found.items()) or t("the outbox is empty"))
    for error in errors:
        typer.echo("  " + t("not sent: {reason}", reason=error))


def push_keys(
    file: Annotated[
        Path | None, typer.Option(help="Where the keys are kept.", show_default="push-keys.pem in the data folder")
    ] = None,
) -> None:
    """Make the keys with which this server signs web pushes. They are made once: browsers know the server by them.

    Example: dungeonbowl admin push-keys --file push-keys.pem
    """
    with needs_server("admin"):
        from dungeonbowl.server.post.push import KEYS_FILE, make_keys
        from dungeonbowl.storage.database import data_folder
    place = file or data_folder() / KEYS_FILE
    public = make_keys(place)
    typer.echo(t("{file}: written; start the server with --push-keys {file}", file=place))
    typer.echo(t("public key: {key}", key=public))
