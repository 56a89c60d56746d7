"""Commands that make a league and show it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table

from dungeonbowl.cli import completion
from dungeonbowl.cli.league_office import (
    AsJson,
    CoachName,
    Database,
    LeagueName,
    actor,
    opened,
    print_json,
    short,
    sides_of,
)
from dungeonbowl.cli.match_options import USUAL_EDITION
from dungeonbowl.cli.tables import print_fitting, screen
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, moment, number, plural, t, translated
from dungeonbowl.league.competitions.options import presets
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.office.views import FixtureLine, LeagueHome, StageTable
from dungeonbowl.teams.ready import find_team

# The command that does what waits, by its kind.
NEXT: Final = mark(
    {
        "late": "dungeonbowl league result FIXTURE --walkover TEAM, or --unplayed",
        "sheet": "dungeonbowl league result FIXTURE --confirm --team TEAM",
        "disputed": "dungeonbowl league result FIXTURE SCORE, or --sheet FILE",
        "undecided": "dungeonbowl league result FIXTURE --roll-off",
        "aftermath": "dungeonbowl league aftermath TEAM; with --assist it is done at once",
        "redraft": "dungeonbowl league redraft TEAM; with --assist it is done at once",
        "pair": "dungeonbowl league pair",
        "finish": "dungeonbowl league finish",
    }
)
FORMAT_WORDS: Final = mark(
    {
        "round_robin": "round robin",
        "swiss": "swiss system",
        "knock_out": "knock-out rounds",
        "ladder": "ladder of challenges",
        "open_play": "open play",
        "pods": "small groups",
    }
)
SEASONS: Final = mark(
    {
        "entry": "{league}: {edition}, season {number} is open for entries",
        "running": "{league}: {edition}, season {number} is running",
        "ending": "{league}: {edition}, season {number} is ending",
        "over": "{league}: {edition}, season {number} is over",
    }
)


def add(league: typer.Typer) -> None:
    league.command()(new)
    league.command()(show)


def add_later(league: typer.Typer) -> None:
    """Commands whose examples need a league that others have made."""
    league.command()(enter)
    league.command()(withdraw)


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the league.")],
    teams: Annotated[
        str,
        typer.Option(
            metavar="TEAM,TEAM,...", help="Team files, or ids of ready teams.", autocompletion=completion.teams
        ),
    ] = "",
    preset: Annotated[str, typer.Option(help=f"{', '.join(presets())}.")] = "book",
    edition: Annotated[
        str, typer.Option(help="The edition, with its options.", show_default="as the preset says, or official")
    ] = "",
    options: Annotated[
        str, typer.Option(metavar="TEXT", help='Options that differ from the preset: "win = 2, draw = 1".')
    ] = "",
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Found a league, and enter teams for its first season.

    The presets are kinds of leagues to begin with; `--options` changes any of their options. The season starts with
    `dungeonbowl league pair`.

    Example: dungeonbowl league new Evening --preset evening --database sqlite:///evening.sqlite3

    Example: dungeonbowl league new Cellar --teams fire-fast,light-balanced --options "stages = round_robin(meetings=1,house_rule=on)" --database sqlite:///league.sqlite3
    """  # noqa: E501
    listed = [word.strip() for word in teams.split(",") if word.strip()]
    book = edition or (presets()[preset].edition if preset in presets() else USUAL_EDITION)
    found = [find_team(word, edition=book.partition("(")[0]) for word in listed]
    with opened(database) as office:
        if any(line.name.casefold() == name.casefold() for line in office.leagues.listed(name)):
            raise UserError(f"there is a league {name!r} already; choose another name")
        league = office.leagues.found(name, COMMISSIONER, preset, edition, options)
        for team in found:
            office.teams.enter(league, team, COMMISSIONER, team.coach)
        home = office.leagues.home(league)
    if as_json:
        print_json(home)
        return
    told = "{league}: {edition}, {teams} teams have entered; `dungeonbowl league pair` starts it"
    typer.echo(t(told, league=home.name, edition=home.edition, teams=len(home.teams)))


def show(
    league: LeagueName = "",
    schedule: Annotated[bool, typer.Option("--schedule", help="Every fixture of the season.")] = False,
    options: Annotated[bool, typer.Option("--options", help="The options of the season, with their rules.")] = False,
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Show a league: tables, what is to be played, what was played, what waits for somebody. Without a league, if there
    are several: the list of them.

    Example: dungeonbowl league show --database sqlite:///league.sqlite3
    """
    console = screen()
    with opened(database) as office:
        if not league and len(office.leagues.listed(most=2)) > 1:
            lines = office.leagues.listed()
            if as_json:
                print_json(lines)
                return
            for line in lines:
                told = plural(
                    "{edition}, season {season} ({state}), {count} team",
                    "{edition}, season {season} ({state}), {count} teams",
                    line.teams,
                    edition=line.edition,
                    season=line.season,
                    state=t(line.state),
                )
                typer.echo(f"{line.name}: {told}")
            return
        identity = office.leagues.named(league)
        home = office.leagues.home(identity)
        fixtures = [line for competition in home.competitions for line in office.competitions.schedule(competition.id)]
    if as_json:
        print_json({"league": home, "schedule": fixtures})
        return
    if options:
        typer.echo(home.season.options)
        return
    show_home(console, home, fixtures if schedule else [])


def show_home(console: Console, home: LeagueHome, schedule: list[FixtureLine]) -> None:
    season = home.season
    told = t(SEASONS[season.state], league=home.name, edition=home.edition, number=season.number)
    console.print(told, markup=False)
    if season.state == "entry":
        for team in home.teams:
            coach = f" ({team.coach})" if team.coach else ""
            value = t("value {value}", value=number(team.value))
            console.print(f"  {team.name}{coach}, {team.roster}, {value}", markup=False)
    for competition in home.competitions:
        for table in competition.tables:
            show_table(console, table)
    show_fixtures(console, t("every fixture") if schedule else t("to be played"), schedule or list(home.next))
    if not schedule:
        show_fixtures(console, t("played"), list(home.last))
    for waiting in home.waits:
        console.print(t("waits: {what}", what=translated(waiting.text)), markup=False, soft_wrap=True)
    for kind in dict.fromkeys(waiting.kind for waiting in home.waits):
        if kind in NEXT:
            console.print(t("next: {command}", command=t(NEXT[kind])), markup=False, soft_wrap=True)


def format_words(text: str) -> str:
    """The name of a format, out of its text: `round_robin(meetings=2)` is "round robin"."""
    name = text.partition("(")[0]
    return t(FORMAT_WORDS.get(name, name))


def show_table(console: Console, table: StageTable) -> None:
    """A table that fits on a screen of 80 columns, and below it why teams that are level stand in this order."""
    told = "stage {number}: {format}, group {group}" if table.group else "stage {number}: {format}"
    title = t(told, number=table.stage, format=format_words(table.format), group=table.group)
    shown = Table(title=title.replace("[", "\\["), title_justify="left")
    shown.add_column("#", justify="right")
    shown.add_column(t("team"), no_wrap=True)
    for heading in (t("points"), t("played"), t("w-d-l"), t("TD"), t("Cas")):
        shown.add_column(heading, justify="right")
    shown.add_column(t("form"))
    for row in table.rows:
        shown.add_row(
            str(row.place or "-"),
            row.name.replace("[", "\\["),
            str(row.points),
            str(row.played),
            f"{row.won}-{row.drawn}-{row.lost}",
            f"{row.td_for}-{row.td_against}",
            f"{row.cas_for}-{row.cas_against}",
            row.form,
        )
    print_fitting(console, shown, kept=3)
    for row in table.rows:
        if row.why and any(each.played for each in table.rows):
            console.print(f"  {row.place or '-'} {row.name}: {translated(row.why)}", markup=False, soft_wrap=True)


def show_fixtures(console: Console, title: str, fixtures: list[FixtureLine]) -> None:
    if not fixtures:
        return
    console.print(f"{title}:")
    for line in fixtures:
        how = f" ({ended(line)})" if line.how not in ("", "played") else ""
        until = (
            ", " + t("until {day}", day=moment(datetime.fromisoformat(line.deadline)))
            if line.deadline and line.state != "over"
            else ""
        )
        state = f" [{t(line.state)}]" if line.state not in ("open", "over") else ""
        name = f"{translated(line.title)}: " if line.title else ""
        console.print(f"  {short(line.id)}  {name}{sides_of(line)}{how}{state}{until}", markup=False)


def ended(line: FixtureLine) -> str:
    """How a match ended that was not won by its score, and who won it."""
    winner = next((side.name for side in line.sides if side.result == "won"), "")
    if line.how == "distance" and winner:
        return t("distance, {team} won", team=winner)
    return t(line.how)


def enter(
    team: Annotated[str, typer.Argument(metavar="TEAM", help="A team file, or the id of a ready team.")],
    league: LeagueName = "",
    coach: CoachName = "",
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Enter one more team, for a season that has not begun, or late where rounds are paired one by one.

    Example: dungeonbowl league enter shadow-fast --coach Ann --database sqlite:///league.sqlite3
    """
    with opened(database) as office:
        identity = office.leagues.named(league)
        book = office.leagues.home(identity).edition.partition("(")[0]
        found = find_team(team, edition=book)
        entered = office.teams.enter(identity, found, COMMISSIONER, coach)
        view = office.teams.view(entered)
    if as_json:
        print_json(view.line)
        return
    typer.echo(t("{team} has entered, value {value}", team=view.line.name, value=number(view.line.value)))


def withdraw(
    team: Annotated[str, typer.Argument(metavar="TEAM", help="The team, by name or id.")],
    reason: Annotated[str, typer.Option(help="Why.")],
    league: LeagueName = "",
    coach: CoachName = "",
    database: Database = "",
) -> None:
    """A team plays no more in this season: it leaves before the season begins, or its open fixtures become walk-overs.

    Example: dungeonbowl league withdraw "Dusk Lurkers" --reason "no time" --database sqlite:///league.sqlite3
    """
    with opened(database) as office:
        identity = office.leagues.named(league)
        found = office.teams.named(team, identity)
        by = actor(office, identity, coach)
        season = office.leagues.state(identity).season
        if season.state == "entry":
            office.teams.leave(identity, found, by)
        else:
            office.competitions.withdraw(season.main, found, by, reason)
    typer.echo(t("{team}: takes part no more", team=team))
