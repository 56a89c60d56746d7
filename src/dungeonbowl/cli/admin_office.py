"""What the commands for the database share."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dungeonbowl.cli.extras import needs_server
from dungeonbowl.errors import UserError

if TYPE_CHECKING:
    from sqlalchemy import Engine

Database = Annotated[
    str,
    typer.Option(help="The database: sqlite:///FILE or postgresql+psycopg://...", show_default="as for play"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def url_of(database: str) -> str:
    """The URL of the database; by default that of the one that `dungeonbowl play` uses."""
    with needs_server("admin"):
        from dungeonbowl.storage.database import default_url
    return database or default_url()


@contextmanager
def opened(database: str) -> Iterator[Engine]:
    """The database as it is, not migrated. What it refuses is one sentence."""
    with needs_server("admin"):
        from sqlalchemy.exc import SQLAlchemyError

        from dungeonbowl.storage.database import existing_database, first_line, shown
    url = url_of(database)
    engine = existing_database(url)
    try:
        yield engine
    except SQLAlchemyError as error:
        raise UserError(f"the database {shown(url)} cannot be used: {first_line(error)}") from None
    finally:
        engine.dispose()


def bar() -> Progress:
    """A progress bar on the terminal; nothing where nobody looks."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def print_json(value: Any) -> None:
    typer.echo(json.dumps(msgspec.to_builtins(value), indent=1, ensure_ascii=False))
