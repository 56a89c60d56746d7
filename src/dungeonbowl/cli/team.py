from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from dungeonbowl.atlas.telling import of_meeting, of_roster
from dungeonbowl.cli import completion
from dungeonbowl.cli.match_options import USUAL_EDITION
from dungeonbowl.cli.tables import print_fitting, screen
from dungeonbowl.cli.team_league import add as add_league_commands
from dungeonbowl.errors import UserError
from dungeonbowl.languages import number, plural, t, translated
from dungeonbowl.play.problems import reason_of, refusal
from dungeonbowl.play.setting_up import dungeon_of
from dungeonbowl.records.files import write_new
from dungeonbowl.teams.checks import check as check_team
from dungeonbowl.teams.checks import objections
from dungeonbowl.teams.drafting import STYLES, draft_team
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.files import write_team
from dungeonbowl.teams.journeymen import journeymen_needed
from dungeonbowl.teams.problems import TeamError
from dungeonbowl.teams.ready import find_team, ready_ids, ready_team
from dungeonbowl.teams.sheet import characteristics, html_sheet, injuries, json_sheet, position_numbers, sums_of
from dungeonbowl.teams.team import KINDS, Kind, Team, skills_of
from dungeonbowl.teams.value import player_value, team_value

TEAM_HELP: Final = "A team file, or the id of a ready team such as fire-fast."
LETTERS: Final = {"physical": "PH"}  # beside passing

team = typer.Typer(
    help="Draft, check, show and print teams.\n\nExample: dungeonbowl team new --college fire --style strong --seed 7",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@team.callback()
def commands() -> None:
    pass


@team.command()
def new(
    college: Annotated[str, typer.Option("--college", "--race", metavar="NAME", help="The roster to hire from.")],
    style: Annotated[str, typer.Option(help=f"{', '.join(STYLES)}.")] = "balanced",
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same team; without it, any.")] = None,
    edition: Annotated[str, typer.Option(help="The edition to play.")] = USUAL_EDITION,
    kind: Annotated[str, typer.Option(help="league or exhibition.")] = "league",
    budget: Annotated[int, typer.Option(min=0, help="Gold, where it is agreed; 0 is the usual sum.")] = 0,
    name: Annotated[str, typer.Option(help="The team's name; without it, one is made up.")] = "",
    coach: Annotated[str, typer.Option(help="The coach's name.")] = "",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the team file instead of printing it.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> None:
    """Draft a legal team by itself, in a style, with names that fit.

    Example: dungeonbowl team new --college fire --style strong --seed 7 --out smiths.toml
    """
    chosen = secrets.randbelow(1_000_000) if seed is None else seed
    drafted = draft_team(
        college, style, chosen, edition=edition, kind=kind_of(kind), budget=budget, name=name, coach=coach
    )
    key = drafted.facts.draft.roster_key
    said = f"Drafted by: dungeonbowl team new --{key} {drafted.roster} --style {style} --seed {chosen}"
    said += f" --edition {edition}" if edition != USUAL_EDITION else ""
    said += f" --kind {kind}" if kind != "league" else ""
    said += f" --budget {budget}" if budget else ""
    text = write_team(drafted, said)
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_new(out, text.encode().splitlines(), force)
        typer.echo(f"{out}: {drafted.name}, " + t("team value {value}", value=number(team_value(drafted))))


def kind_of(text: str) -> Kind:
    for kind in KINDS:
        if text == kind:
            return kind
    raise UserError(f"kind {text!r}: expected {' or '.join(KINDS)}")


@team.command()
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help=TEAM_HELP, autocompletion=completion.teams)],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Say of each team whether it is legal, and if not, every reason: what, the limit, what was found.

    A legal team may still be unable to play its next match, because too few of its players can: that is said too.
    The exit code is 0 when all are legal and may play, 1 when one is not legal, 2 when a file is no team, and 3 when
    all are legal but one may not play.

    Example: dungeonbowl team check smiths.toml
    """
    results: list[dict[str, object]] = []
    illegal = broken = absent = 0
    for file in files:
        try:
            found = find_team(file, checked=False)
            problems = check_team(found)
        except UserError as error:
            broken += 1
            print(f"dungeonbowl: {refusal(error)}", file=sys.stderr)  # noqa: T201
            reasons = [entry.text() for entry in error.problems] if isinstance(error, TeamError) else [str(error)]
            results.append({"file": file, "legal": False, "may_play": False, "problems": reasons})
            continue
        missing = objections(found) if not problems else []
        illegal += bool(problems)
        absent += bool(missing)
        results.append(
            {
                "file": file,
                "legal": not problems,
                "may_play": not problems and not missing,
                "problems": msgspec.to_builtins(problems),
                "objections": msgspec.to_builtins(missing),
            }
        )
        if as_json:
            continue
        if problems:
            typer.echo(refusal(TeamError(file, problems)))
        elif missing:
            told = "{file}: legal: {team}, team value {value}; but it may not play:"
            typer.echo(t(told, file=file, team=found.name, value=number(team_value(found))))
            for objection in missing:
                typer.echo(f"  {reason_of(objection)}")
        else:
            hired = journeymen_needed(found)
            others = "; " + plural("{count} journeyman joins it", "{count} journeymen join it", hired) if hired else ""
            told = "{file}: legal: {team}, team value {value}"
            typer.echo(t(told, file=file, team=found.name, value=number(team_value(found))) + others)
    if as_json:
        typer.echo(json.dumps(results, indent=1, ensure_ascii=False))
    if broken or illegal or absent:
        raise typer.Exit(2 if broken else 1 if illegal else 3)


@team.command()
def show(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE", help=f"{TEAM_HELP} Without it: the ready teams.", autocompletion=completion.teams
        ),
    ] = None,
    college: Annotated[str, typer.Option("--college", "--race", metavar="NAME", help="Show a roster instead.")] = "",
    edition: Annotated[str, typer.Option(help="The edition of the roster or of the ready team.")] = USUAL_EDITION,
    against: Annotated[
        str, typer.Option(metavar="FILE", help="Another team: what the atlas knows of a match.", show_default=False)
    ] = "",
    dungeon: Annotated[str, typer.Option(help="Where that match is played.", autocompletion=completion.dungeons)] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Show a team, the positions of a roster, or the ready teams.

    Example: dungeonbowl team show fire-strong

    Example: dungeonbowl team show fire-strong --against death-strong --dungeon of-1
    """
    console = screen()
    if college:
        show_roster(console, edition, college, as_json)
    elif file is None:
        show_ready(console, edition, as_json)
    else:
        found = find_team(file, edition=edition)
        lines = of_roster(found.edition, found.roster)
        if against:
            other = find_team(against, edition=found.edition)
            place = dungeon_of(dungeon).identity if dungeon else ""
            lines += of_meeting(found.edition, found.roster, other.roster, place)
        if as_json:
            typer.echo(json.dumps({**json_sheet(found), "atlas": lines}, indent=1, ensure_ascii=False))
        else:
            show_team(console, found)
            for line in lines:
                console.print(line, soft_wrap=True, markup=False)


def show_team(console: Console, found: Team) -> None:
    coach = ", " + t("coached by {coach}", coach=found.coach) if found.coach else ""
    table = Table(title=plain(f"{found.name}: {found.roster_facts.name}{coach}"), title_justify="left")
    table.add_column(t("nr"), justify="right")
    table.add_column(t("name"))
    table.add_column(t("position"))
    for name in found.facts.characteristics:
        table.add_column(name.upper(), justify="right")
    for heading in (t("skills"), t("injuries")):
        table.add_column(heading)
    table.add_column(t("value"), justify="right")
    for player in sorted(found.players, key=lambda player: player.number):
        position = player.position + (f" ({t('journeyman')})" if player.journeyman else "")
        table.add_row(
            str(player.number),
            plain(player.name),
            position,
            *characteristics(found, player),
            ", ".join(skills_of(found, player)),
            translated(injuries(player)),
            number(player_value(found, player)),
        )
    console.print(table)
    console.print(", ".join(f"{t(label)} {translated(text)}" for label, text in sums_of(found)), markup=False)


def plain(text: str) -> str:
    """A name for a table, with its brackets escaped."""
    return text.replace("[", "\\[")


def show_roster(console: Console, edition: str, college: str, as_json: bool) -> None:
    facts = load_facts(edition)
    roster = facts.roster(college)
    stars = facts.stars_for(roster)
    if as_json:
        found = msgspec.to_builtins(roster) | ({"stars": msgspec.to_builtins(stars)} if stars else {})
        typer.echo(json.dumps(found, indent=1, ensure_ascii=False))
        return
    table = Table(title=f"{roster.name} ({facts.draft.roster_key} {roster.id})", title_justify="left")
    for heading in (t("section"), t("position"), t("race")):
        table.add_column(heading)
    for heading in (t("cost"), *(name.upper() for name in facts.characteristics)):
        table.add_column(heading, justify="right")
    for heading in (t("skills"), t("primary"), t("secondary")):
        table.add_column(heading)
    for position in roster.position:
        most = position.limit if position.limit is not None else roster.limits.get(position.section)
        table.add_row(
            position.section if most is None else f"{position.section} 0-{most}",
            position.name,
            position.race,
            number(position.cost),
            *position_numbers(facts, position),
            ", ".join(position.skills),
            letters(position.primary),
            letters(position.secondary),
        )
    for star in stars:
        table.add_row(
            t("star"),
            star.name,
            t("with {star}", star=star.pair) if star.pair else "",
            number(star.cost),
            *position_numbers(facts, star.position),
            ", ".join(star.skills),
            "",
            "",
        )
    console.print(table)


def letters(categories: tuple[str, ...]) -> str:
    return "".join(LETTERS.get(category, category[0].upper()) for category in categories) or "-"


def show_ready(console: Console, edition: str, as_json: bool) -> None:
    teams = {team_id: ready_team(team_id, edition) for team_id in ready_ids(edition)}
    if as_json:
        listed = [
            {"id": team_id, "name": found.name, found.facts.draft.roster_key: found.roster, "value": team_value(found)}
            for team_id, found in teams.items()
        ]
        typer.echo(json.dumps(listed, indent=1, ensure_ascii=False))
        return
    table = Table(title=t("ready teams"), title_justify="left")
    for heading in (t("id"), t("name")):
        table.add_column(heading, no_wrap=True)
    table.add_column(t("roster"))
    for heading in (t("players"), t("re-rolls"), t("value")):
        table.add_column(heading, justify="right")
    for team_id, found in teams.items():
        players, value = str(len(found.players)), number(team_value(found))
        table.add_row(team_id, plain(found.name), found.roster_facts.name, players, str(found.rerolls), value)
    print_fitting(console, table, kept=3)


@team.command()
def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help=TEAM_HELP, autocompletion=completion.teams)],
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a roster sheet to print, one page A4.")
    ] = None,
    toml: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a team file: a ready team to make your own.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files.")] = False,
) -> None:
    """Write a team as a roster sheet, as a file of your own, or as JSON.

    Example: dungeonbowl team export fire-strong --html sheet.html
    """
    if html is None and toml is None and not as_json:
        raise UserError("team export: expected --html FILE, --toml FILE or --json")
    found = find_team(file)
    for path, text in ((html, html_sheet), (toml, write_team)):
        if path is not None:
            write_new(path, text(found).encode().splitlines(), force)
            print(f"{path}: {found.name}", file=sys.stderr)  # noqa: T201
    if as_json:
        typer.echo(json.dumps(json_sheet(found), indent=1, ensure_ascii=False))


add_league_commands(team)
