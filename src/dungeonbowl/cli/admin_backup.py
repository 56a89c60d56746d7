"""Commands that keep a copy of a database, make a database of a copy, and bring its tables up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dungeonbowl import __version__
from dungeonbowl.cli.admin_office import AsJson, Database, opened, print_json, url_of
from dungeonbowl.cli.extras import needs_server
from dungeonbowl.languages import number, t


def add(admin: typer.Typer) -> None:
    admin.command()(backup)
    admin.command()(restore)
    admin.command()(migrate)


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")],
    rows: Annotated[
        bool,
        typer.Option("--rows", help="Rows in a zip file, for either kind of database; always so for PostgreSQL."),
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Keep a copy of a database while its server goes on. A plain copy of the SQLite file lacks the last decisions.

    Example: dungeonbowl admin backup monday.sqlite3 --database sqlite:///matches.sqlite3
    """
    with needs_server("admin"):
        from dungeonbowl.storage.backup import back_up
    done = back_up(url_of(database), file, __version__, rows, force)
    if as_json:
        print_json(done)
    else:
        rows_told, size = number(done.rows), number(done.size)
        told = t("{rows} rows, {size} bytes, tables of step {step}", rows=rows_told, size=size, step=done.step)
        typer.echo(f"{file}: {told}")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup, of either kind.")],
    replace: Annotated[bool, typer.Option("--replace", help="Delete the rows that the database has.")] = False,
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Make a database of a backup, and bring its tables up to date. The server must be stopped.

    Example: dungeonbowl admin restore monday.sqlite3 --database sqlite:///again.sqlite3
    """
    with needs_server("admin"):
        from dungeonbowl.storage.restore import restore as restored
    done = restored(file, url_of(database), replace)
    if as_json:
        print_json(done)
    else:
        told = "{rows} rows of step {step}"
        if done.now != done.step:
            told = "{rows} rows of step {step}, brought up to step {now}"
        typer.echo(f"{done.database}: " + t(told, rows=number(done.rows), step=done.step, now=done.now))


def migrate(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would be done.")] = False,
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Bring the tables of a database up to date, as `dungeonbowl play` does when it starts. Keep a backup first.

    Example: dungeonbowl admin migrate --dry-run --database sqlite:///matches.sqlite3
    """
    with needs_server("admin"):
        from dungeonbowl.storage.database import newest_step, open_database, step_of
    with opened(database) as engine:
        before = step_of(engine)
    if not dry_run:
        open_database(url_of(database)).dispose()
    if as_json:
        print_json({"before": before, "after": before if dry_run else newest_step(), "newest": newest_step()})
    elif before == newest_step():
        typer.echo(t("its tables are up to date: step {step}", step=before))
    else:
        told = "step {before} would become step {after}" if dry_run else "step {before} became step {after}"
        typer.echo(t(told, before=before or t("none"), after=newest_step()))
