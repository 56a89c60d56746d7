"""Commands that keep a league: looking whether it is whole, making its tables anew, taking it elsewhere."""

from __future__ import annotations

from collections import Counter
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from dungeonbowl.cli.league_office import AsJson, Database, LeagueName, actor, opened, print_json
from dungeonbowl.errors import UserError
from dungeonbowl.languages import ENGLISH, number, plural, speaking, t, translated
from dungeonbowl.league.office.archive_file import SUFFIX
from dungeonbowl.league.office.luggage_file import is_luggage
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.office.views import VerifyLine
from dungeonbowl.records.files import read_limited, write_parts

LARGEST = 1_000_000_000  # bytes of an archive


def add(league: typer.Typer) -> None:
    league.command()(verify)
    league.command()(rebuild)
    league.command()(export)
    league.command("import")(import_)


def verify(
    no_replays: Annotated[bool, typer.Option("--no-replays", help="Do not play matches again; much faster.")] = False,
    details: Annotated[bool, typer.Option("--details", help="Every finding, and not only those that matter.")] = False,
    league: LeagueName = "",
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Look whether a league is whole: hash chains, pairings by the published seeds, dice of aftermaths and matches.

    The exit code is 1 if something is broken.

    Example: dungeonbowl league verify --database sqlite:///league.sqlite3
    """
    with opened(database) as office, told_for(as_json):
        findings = office.archives.verify(office.leagues.named(league), not no_replays)
    report(findings, details, as_json)
    if any(line.mark == "broken" for line in findings):
        raise typer.Exit(1)


def told_for(as_json: bool) -> AbstractContextManager[None]:
    """The language of findings: programs read English."""
    return speaking(ENGLISH) if as_json else nullcontext()


def report(findings: list[VerifyLine], details: bool, as_json: bool) -> None:
    if as_json:
        print_json(findings)
        return
    for line in findings:
        if details or line.mark in ("broken", "another version"):
            typer.echo(f"{t(line.mark)}: {t(line.what)} {line.about}: {line.text}")
    counted = Counter((line.what, line.mark) for line in findings)
    for (what, mark), count in sorted(counted.items()):
        typer.echo(f"  {t(what)}: {number(count)} {t(mark)}")


def rebuild(league: LeagueName = "", as_json: AsJson = False, database: Database = "") -> None:
    """Make every table anew from the logs. It must give what is there; if not, it says how many rows it has mended.

    Example: dungeonbowl league rebuild --database sqlite:///league.sqlite3
    """
    with opened(database) as office:
        wrong = office.archives.rebuild(office.leagues.named(league) if league else "")
    if as_json:
        print_json({"mended": wrong})
        return
    mended = plural("{count} row was mended", "{count} rows were mended", wrong)
    typer.echo(mended if wrong else t("everything is as the logs make it"))


def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=f"Where to write it; usually it ends in {SUFFIX}.")],
    csv: Annotated[bool, typer.Option("--csv", help="Only the results, as CSV for a federation.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    league: LeagueName = "",
    database: Database = "",
) -> None:
    """Write a league with its whole history and its replays into one file.

    Example: dungeonbowl league export cellar.dungeonleague --database sqlite:///league.sqlite3
    """
    with opened(database) as office:
        identity = office.leagues.named(league)
        if csv:
            main = office.leagues.state(identity).season.main
            data = office.competitions.results_csv(main).encode()
        else:
            data = office.archives.export(identity)
    write_parts(file, [data], force)
    typer.echo(f"{file}: " + t("{size} bytes", size=number(len(data))))


def import_(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help=f"A {SUFFIX} file, or the zip of an account with the teams of a coach."),
    ],
    into: Annotated[
        str, typer.Option(metavar="LEAGUE", help="Its teams visit this league, instead of a league of its own.")
    ] = "",
    coach: Annotated[
        str, typer.Option(metavar="NAME", help="Of the league: whom the teams of an account belong to from now on.")
    ] = "",
    no_replays: Annotated[bool, typer.Option("--no-replays", help="Do not play matches again.")] = False,
    details: Annotated[bool, typer.Option("--details", help="Every finding.")] = False,
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Take in a league from a file. Everything in it is verified first, and what cannot be verified is marked.

    The zip of an account from another server needs --into and --coach.

    Example: dungeonbowl league import cellar.dungeonleague --database sqlite:///elsewhere.sqlite3
    """
    data = read_limited(file, LARGEST)
    if is_luggage(data):
        take_luggage_in(data, into, coach, details, as_json, database)
        return
    if coach:
        raise UserError("league import: --coach belongs to the zip of an account; teams of a league keep their owners")
    with opened(database) as office, told_for(as_json):
        target = office.leagues.named(into) if into else ""
        league, findings = office.archives.load(data, COMMISSIONER, target, not no_replays)
        name = office.leagues.state(league).name
    if not as_json:
        typer.echo(t("{league}: teams came as visitors" if into else "{league}: is here", league=name))
    report(findings, details, as_json)


def take_luggage_in(data: bytes, into: str, coach: str, details: bool, as_json: bool, database: str) -> None:
    """The teams that a coach has brought from another server."""
    if not into or not coach:
        raise UserError("league import: this is the zip of an account: expected --into LEAGUE and --coach NAME")
    with opened(database) as office, told_for(as_json):
        league = office.leagues.named(into)
        owner = actor(office, league, coach)
        view = office.luggage.take_in(data, league, owner.id, owner)
    if as_json:
        print_json(view)
        return
    for team in view.teams:
        said = translated(team.why) or t("it has come in")
        typer.echo(t("{team}: {said} ({mark})", team=team.name, said=said, mark=t(team.mark)))
    if details:
        report([line for team in view.teams for line in team.findings], details, as_json)
