"""Commands for rounds and results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from dungeonbowl.cli.league_making import ended, show_fixtures
from dungeonbowl.cli.league_office import (
    AsJson,
    CoachName,
    Database,
    LeagueName,
    actor,
    fixture_of,
    main_competition,
    opened,
    print_json,
    short,
    sides_of,
)
from dungeonbowl.cli.tables import screen
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, t, translated
from dungeonbowl.league.aftermath.reading import read_replay_facts
from dungeonbowl.league.chain import RULES
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.option_text import is_number
from dungeonbowl.league.result_sheet import LONGEST
from dungeonbowl.records.files import read_limited, write_new
from dungeonbowl.records.replay import read_replay
from dungeonbowl.teams.files import write_team

LARGEST_REPLAY = 50_000_000  # bytes
Fixture = Annotated[str, typer.Argument(metavar="FIXTURE", help="The fixture, such as 1-2-1: stage, round, place.")]

# What a result waits for, by its state.
WAITING: Final = mark({"reported": "the other team has to confirm it", "disputed": "disputed: the sheets differ"})


def add(league: typer.Typer) -> None:
    league.command()(pair)
    league.command()(lock)
    league.command()(result)


def pair(league: LeagueName = "", as_json: AsJson = False, database: Database = "") -> None:
    """Start the season, or publish its next round; the next stage if this one is played.

    Example: dungeonbowl league pair --database sqlite:///league.sqlite3
    """
    with opened(database) as office:
        identity = office.leagues.named(league)
        competition = main_competition(office, identity)
        state = office.leagues.state(identity).season.state
        if state == "entry":
            office.seasons.start(identity, COMMISSIONER)
            made = office.competitions.schedule(competition)
        elif state == "running":
            for fixture in office.competitions.undecided(competition):
                raise UserError(
                    f"{short(fixture)} is a drawn knock-out: dungeonbowl league result {short(fixture)} --roll-off"
                )
            made = office.competitions.pair(competition, COMMISSIONER)
        else:
            raise UserError("the season is over: dungeonbowl league next")
    if as_json:
        print_json(made)
        return
    show_fixtures(screen(), t("published"), made)


def lock(
    fixture: Fixture,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write the teams as files, to play with them elsewhere.")
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help="The match is not played now.")] = False,
    league: LeagueName = "",
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Lock both teams of a fixture for its match: nothing changes them until it is over. Says who gets what help.

    With `--out` their files can be played with, for example by `dungeonbowl watch --home-team`, and the replay handed
    in: `dungeonbowl league result FIXTURE --replay match.jsonl`.

    Example: dungeonbowl league lock 1-1-1 --database sqlite:///league.sqlite3
    """
    with opened(database) as office:
        identity = office.leagues.named(league)
        found = fixture_of(office, identity, fixture)
        if undo:
            office.fixtures.unlock(found, COMMISSIONER)
            typer.echo(t("{fixture}: the teams are as before", fixture=fixture))
            return
        forecast = office.fixtures.view(found).forecast
        sides = [side.team for side in office.fixtures.view(found).fixture.sides]
        waited = {team for team in sides if office.aftermaths.open_of(team)}
        order = office.fixtures.lock(found, COMMISSIONER)
        closed = [office.teams.kept(team).team.name for team in sides if team in waited]
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        for number, team in enumerate(order.teams, 1):
            write_new(out / f"{number}.toml", write_team(team).encode().splitlines(), overwrite=True)
    if as_json:
        print_json(order)
        return
    for name in closed:
        typer.echo(t("the assistant has closed the aftermath of {team}", team=name))
    names = " - ".join(team.name for team in order.teams)
    typer.echo(f"{fixture}: {names}, " + t("match {match}, {edition}", match=order.match, edition=order.edition))
    for line in forecast.lines if forecast is not None else ():
        typer.echo(f"  {translated(line)}")
    if out is not None:
        teams = f"--home-team {out / '1.toml'} --away-team {out / '2.toml'}"
        command = f'dungeonbowl watch {teams} --edition "{order.edition}" --save match.jsonl'
        typer.echo(t("next: {command}", command=command))
        typer.echo(t("then: {command}", command=f"dungeonbowl league result {fixture} --replay match.jsonl"))


def result(
    fixture: Fixture,
    score: Annotated[str, typer.Argument(metavar="SCORE", help="Such as 1-0, the first-named team first.")] = "",
    casualties: Annotated[str, typer.Option(metavar="N-N", help="Casualties that earned points.")] = "",
    sheet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A result sheet (TOML) with what players did.")
    ] = None,
    replay: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The replay of the match: everything is read from it.")
    ] = None,
    walkover: Annotated[str, typer.Option(metavar="TEAM", help="This team wins: the other did not come.")] = "",
    unplayed: Annotated[bool, typer.Option("--unplayed", help="Nobody came.")] = False,
    roll_off: Annotated[bool, typer.Option("--roll-off", help="Dice decide a drawn knock-out.")] = False,
    confirm: Annotated[bool, typer.Option("--confirm", help="Confirm the sheet that was handed in.")] = False,
    team: Annotated[str, typer.Option(metavar="TEAM", help="For which team the sheet is handed in.")] = "",
    reason: Annotated[str, typer.Option(help="Why, if it is not a match that was played.")] = "",
    league: LeagueName = "",
    coach: CoachName = "",
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Enter the result of a fixture: a score, a sheet, a replay, or that somebody did not come.

    The commissioner's word stands. With `--team` it is that team's report: it stands when the other has confirmed it.

    Example: dungeonbowl league result 1-1-1 1-0 --database sqlite:///league.sqlite3
    """
    ways = [bool(score), sheet is not None, replay is not None, bool(walkover), unplayed, roll_off, confirm]
    if sum(ways) != 1:
        raise UserError(
            "result: expected one of SCORE, --sheet, --replay, --walkover, --unplayed, --roll-off, --confirm"
        )
    with opened(database) as office:
        identity = office.leagues.named(league)
        found = fixture_of(office, identity, fixture)
        by = actor(office, identity, coach)
        side = office.teams.named(team, identity) if team else ""
        if score:
            office.fixtures.result(found, numbers(score, "score"), by, numbers(casualties, "casualties"))
        elif sheet is not None:
            office.fixtures.hand_in(found, read_text(sheet), by, side)
        elif replay is not None:
            settle_replay(office, found, replay)
        elif walkover:
            office.fixtures.walkover(found, office.teams.named(walkover, identity), by, reason)
        elif unplayed:
            office.fixtures.unplayed(found, by, reason)
        elif confirm:
            office.fixtures.confirm(found, by, side)
        else:
            office.fixtures.roll_off(found, by)
        view = office.fixtures.view(found)
    if as_json:
        print_json(view)
        return
    line = view.fixture
    goes_on = next((each.name for each in line.sides if each.team == line.through), "")
    told = "; " + t("{team} goes on", team=goes_on) if goes_on else ""
    waits = f" ({t(WAITING[line.state])})" if line.state in WAITING else ""
    how = f" ({ended(line)})" if line.how == "distance" else ""
    typer.echo(f"{fixture}: {sides_of(line)}{how}{told}{waits}")
    for each in line.sides:
        if each.aftermath == "open":
            typer.echo(t("next: {command}", command=f'dungeonbowl league aftermath "{each.name}"'))


def numbers(text: str, what: str) -> list[int]:
    """Numbers such as 1-0; none for an empty text."""
    parts = text.split("-") if text else []
    if not all(is_number(part) for part in parts) or len(parts) == 1:
        raise UserError(f"{what} {text!r}: expected numbers such as 1-0")
    return [int(part) for part in parts]


def read_text(path: Path) -> str:
    try:
        return read_limited(path, LONGEST).decode("utf-8")
    except UnicodeDecodeError:
        raise UserError(f"{path}: expected a text in UTF-8") from None


def settle_replay(office: Office, fixture: str, path: Path) -> None:
    """Settle a match by its replay, which is played again. If it is of no use, the teams are as free as before."""
    replay = read_replay(path)
    data = read_limited(path, LARGEST_REPLAY)
    was_free = office.fixtures.row(fixture).state != "running"
    order = office.fixtures.lock(fixture, COMMISSIONER)
    try:
        facts = read_replay_facts(
            replay,
            order.teams,
            order.match,
            competition=order.competition,
            friendly=order.friendly,
            fame=order.fame,
        )
        office.fixtures.settle(facts, RULES, data)
    except UserError:
        if was_free:
            office.fixtures.unlock(fixture, COMMISSIONER, "the replay was of no use")
        raise
