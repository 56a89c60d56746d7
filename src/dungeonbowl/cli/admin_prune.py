"""The command that deletes old matches."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated

import msgspec
import typer

from dungeonbowl.cli.admin_office import AsJson, Database, bar, opened, print_json
from dungeonbowl.cli.extras import needs_server
from dungeonbowl.errors import UserError
from dungeonbowl.languages import number, t


def add(admin: typer.Typer) -> None:
    admin.command()(prune)


def prune(
    days: Annotated[int, typer.Option(min=1, max=100_000, help="How many days without a change make a match old.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would be deleted.")] = False,
    compact: Annotated[
        bool, typer.Option("--compact", help="Give the room back to the disk; SQLite writes its whole file anew.")
    ] = False,
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Delete old matches that are over, and those that nobody went on with for 30 days. Matches of leagues are kept.

    Example: dungeonbowl admin prune --days 180 --dry-run --database sqlite:///matches.sqlite3
    """
    with needs_server("admin"):
        from dungeonbowl.server.settings import Settings
        from dungeonbowl.storage.database import is_migrated
        from dungeonbowl.storage.pruning import compact as compacted
        from dungeonbowl.storage.pruning import prune as pruned
    now = datetime.now(UTC)
    abandoned = now - timedelta(days=Settings("").abandoned_days)
    with opened(database) as engine:
        if not is_migrated(engine):
            raise UserError(
                "its tables are not those of this version: `dungeonbowl admin migrate` brings them up to date"
            )
        with bar() as progress:
            task = progress.add_task(t("matches"), total=None)
            done = pruned(
                engine,
                now - timedelta(days=days),
                abandoned,
                dry_run,
                lambda gone: progress.update(task, completed=gone),
            )
        if compact and not dry_run:
            compacted(engine)
    if as_json:
        print_json({**msgspec.to_builtins(done), "deleted": not dry_run})
        return
    told = (
        "{over} matches that are over and {left} that nobody went on with would be deleted;"
        " {kept} as old are kept for leagues"
        if dry_run
        else "{over} matches that are over and {left} that nobody went on with were deleted;"
        " {kept} as old are kept for leagues"
    )
    typer.echo(t(told, over=number(done.over), left=number(done.unfinished), kept=number(done.kept)))
