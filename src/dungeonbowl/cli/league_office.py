"""What the commands of leagues share: the office on its database, who acts, and names of things."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from dungeonbowl.cli.extras import needs_server
from dungeonbowl.errors import UserError
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.roles import COMMISSIONER

if TYPE_CHECKING:
    from dungeonbowl.league.office.views import FixtureLine

Database = Annotated[
    str,
    typer.Option(help="Where leagues are kept: sqlite:///FILE or postgresql+psycopg://...", show_default="as for play"),
]
LeagueName = Annotated[
    str, typer.Option("--league", metavar="NAME", help="The league, by name or id.", show_default="the only one")
]
CoachName = Annotated[str, typer.Option("--coach", metavar="NAME", help="Who acts.", show_default="the commissioner")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


@contextmanager
def opened(database: str) -> Iterator[Office]:
    """The office of a database, by default the one that `dungeonbowl play` uses."""
    with needs_server("league"):
        from dungeonbowl.storage.database import default_url, open_database
        from dungeonbowl.storage.league import LeagueTables
    engine = open_database(database or default_url())
    store = LeagueTables(engine)
    try:
        yield Office(store)
    finally:
        store.close()
        engine.dispose()


def actor(office: Office, league: str, coach: str) -> Actor:
    """Who acts: the commissioner, or a coach of the league by name."""
    if not coach:
        return COMMISSIONER
    member = office.leagues.state(league).member_named(coach)
    if member is None:
        known = ", ".join(each.name for each in office.leagues.members(league)) or "nobody yet"
        raise UserError(f"coach {coach!r}: expected one of {known}")
    return Actor("coach", member.id)


def main_competition(office: Office, league: str) -> str:
    return office.leagues.state(league).season.main


def fixture_of(office: Office, league: str, name: str) -> str:
    """The id of a fixture of the running season by its name, such as 1-2-1."""
    season = office.leagues.state(league).season
    for competition in season.competitions:
        try:
            return office.fixtures.named(name, competition)
        except UserError:
            continue
    raise UserError(f"there is no fixture {name!r}; `dungeonbowl league show` lists them")


def short(fixture: str) -> str:
    """The name of a fixture in its competition."""
    return fixture.partition(".")[2] or fixture


def sides_of(line: FixtureLine) -> str:
    if line.state == "over" and len(line.sides) == 2:
        one, other = line.sides
        return f"{one.name} {one.score} - {other.score} {other.name}"
    return " - ".join(side.name for side in line.sides)


def print_json(value: Any) -> None:
    typer.echo(json.dumps(msgspec.to_builtins(value), indent=1, ensure_ascii=False))
