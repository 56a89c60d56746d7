"""The command that looks whether a database is whole."""

from __future__ import annotations

from typing import Annotated

import typer

from dungeonbowl.cli.admin_office import AsJson, Database, bar, opened, print_json
from dungeonbowl.cli.extras import needs_server
from dungeonbowl.languages import number, plural, t, translated


def add(admin: typer.Typer) -> None:
    admin.command()(check)


def check(
    no_replays: Annotated[bool, typer.Option("--no-replays", help="Do not play matches again; much faster.")] = False,
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Look whether a database is whole: its tables, every match played again to its stored state, every league's chain.

    Nothing is changed. The exit code is 1 if something is broken.

    Example: dungeonbowl admin check --no-replays --database sqlite:///matches.sqlite3
    """
    with needs_server("admin"):
        from dungeonbowl.server.checking import (
            faults_of_database,
            faults_of_league,
            faults_of_matches,
            leagues_of,
            matches_of,
        )
    matches: list[str] = []
    leagues: list[str] = []
    with opened(database) as engine:
        faults = faults_of_database(engine)
        if not any(fault.about == "tables" for fault in faults):
            matches, leagues = matches_of(engine), leagues_of(engine)
            with bar() as progress:
                found = faults_of_matches(engine, matches, not no_replays)
                faults += [each for each in progress.track(found, len(matches), description=t("matches")) if each]
                for league in progress.track(leagues, description=t("leagues")):
                    faults += faults_of_league(engine, league, not no_replays)
    if as_json:
        print_json({"matches": len(matches), "leagues": len(leagues), "played": not no_replays, "faults": faults})
    else:
        for fault in faults:
            typer.echo(f"{t(fault.what)} {fault.about}: {translated(fault.text)}")
        told = {
            "matches": plural("{shown} match", "{shown} matches", len(matches), shown=number(len(matches))),
            "leagues": plural("{shown} league", "{shown} leagues", len(leagues), shown=number(len(leagues))),
            "found": plural("{shown} fault", "{shown} faults", len(faults), shown=number(len(faults))),
        }
        if not faults:
            told["found"] = t("everything is whole")
        typer.echo(t("{matches} and {leagues}: {found}", **told))
    if faults:
        raise typer.Exit(1)
