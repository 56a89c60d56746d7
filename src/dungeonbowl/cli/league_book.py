"""The book of a league."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from dungeonbowl.cli.league_office import Database, LeagueName, opened
from dungeonbowl.errors import UserError
from dungeonbowl.languages import number, t
from dungeonbowl.league.book.book import book_html
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.memory import MemoryStore
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.records.files import check_writable, read_limited, write_parts

LARGEST = 1_000_000_000  # bytes of an archive


def add(league: typer.Typer) -> None:
    league.command()(book)


def book(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="A .dungeonleague file; without it, a league of the database."),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the book is written.")] = Path("book.html"),
    season: Annotated[int, typer.Option(min=0, help="Only this season.", show_default="all")] = 0,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    league: LeagueName = "",
    database: Database = "",
) -> None:
    """Write the book of a league: one HTML file with tables, brackets, every match with its map, teams, graveyard,
    records and charts. Open it in a browser, or print it from there.

    Example: dungeonbowl league book season.dungeonleague --out book.html --force
    """
    check_writable(out, force)
    with source(file, database) as office:
        identity = office.leagues.named(league)
        chosen = season_of(office, identity, season)
        text = made(office, identity, chosen)
    write_parts(out, [text.encode()], force)
    typer.echo(f"{out}: " + t("{size} bytes", size=number(out.stat().st_size)))


@contextmanager
def source(file: Path | None, database: str) -> Iterator[Office]:
    """The office of a file, in memory, or of a database."""
    if file is None:
        with opened(database) as office:
            yield office
        return
    office = Office(MemoryStore())
    office.archives.load(read_limited(file, LARGEST), COMMISSIONER, replays=False)
    yield office


def season_of(office: Office, league: str, number: int) -> str:
    """The id of a season by its number; nothing for all of them."""
    if not number:
        return ""
    seasons = office.leagues.home(league).seasons
    for line in seasons:
        if line.number == number:
            return line.id
    raise UserError(f"season {number}: expected from 1 to {len(seasons)}")


def made(office: Office, league: str, season: str) -> str:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(t("matches"), total=None)
        return book_html(office, league, season, lambda done, of: progress.update(task, completed=done, total=of))
