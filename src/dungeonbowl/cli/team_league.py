"""Commands about teams that live in a league: their history, careers of their players, and what of it is proven."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from dungeonbowl.cli.league_office import AsJson, Database, LeagueName, opened, print_json
from dungeonbowl.errors import UserError
from dungeonbowl.languages import figure, number, plural, t, translated
from dungeonbowl.league.history import ENDING, read_history
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.views import HistoryLine, PlayerView
from dungeonbowl.league.verify import Verification
from dungeonbowl.league.verify import verify as verify_history
from dungeonbowl.records.files import write_parts
from dungeonbowl.records.replay import Replay, is_replay, read_replay


def add(team: typer.Typer) -> None:
    team.command()(history)
    team.command()(verify)
    team.command()(career)


def find(office: Office, name: str, league: str) -> str:
    return office.teams.named(name, office.leagues.named(league) if league else "")


def history(
    name: Annotated[str, typer.Argument(metavar="TEAM", help="A team of a league, by name or id.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help=f"Write the whole history as a file; usually NAME{ENDING}.")
    ] = None,
    kind: Annotated[
        list[str] | None, typer.Option(help="Only events of this kind, such as advanced; may be repeated.")
    ] = None,
    most: Annotated[int, typer.Option(min=1, help="How many events, the last ones.")] = 50,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    league: LeagueName = "",
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Show what happened to a team, the last first, or write all of it into a file that anybody can verify.

    Example: dungeonbowl team history "Ashfall Sparks" --database sqlite:///league.sqlite3

    Example: dungeonbowl team history "Ashfall Sparks" --out sparks.history.jsonl --database sqlite:///league.sqlite3
    """
    with opened(database) as office:
        team = find(office, name, league)
        data = office.teams.history_file(team) if out is not None else b""
        lines = office.teams.history(team, most=most, kinds=tuple(kind or ()))
    if out is not None:
        write_parts(out, [data], force)
        size = t("{size} bytes", size=number(len(data)))
        print(f"{out}: {size}", file=sys.stderr)  # noqa: T201
        return
    if as_json:
        print_json(lines)
        return
    for line in lines:
        typer.echo(said(line))


def said(line: HistoryLine) -> str:
    event = line.event
    dice = "  " + t("dice {dice}", dice=" ".join(str(die) for die in event.dice)) if event.dice else ""
    rule = f"  ({event.rule})" if event.rule else ""
    voided = ""
    if line.voided:
        voided = "  " + t("VOID") + (f": {translated(line.instead)}" if line.instead else "")
    by = t("by {name}", name=translated(line.actor))
    return f"{event.seq:4}  {figure(event.at)}  {translated(line.text)}{dice}{rule}  {by}{voided}"


def verify(
    name: Annotated[str, typer.Argument(metavar="TEAM|FILE", help=f"A team of a league, or a file NAME{ENDING}.")],
    replays: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Replays of its matches, which are played again.")
    ] = None,
    league: LeagueName = "",
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Say how many points, coins and injuries of a team follow from matches and dice that are verified.

    The exit code is 1 if something in the history contradicts its matches or dice.

    Example: dungeonbowl team verify sparks.history.jsonl
    """
    if name.endswith(".jsonl"):
        found = verify_history(read_history(name), replays_in(replays) if replays is not None else [])
    else:
        if replays is not None:
            raise UserError("team verify: --replays belongs to a file; a league keeps its replays itself")
        with opened(database) as office:
            found = office.teams.verification(find(office, name, league))
    report(found, as_json)
    if not found.is_sound:
        raise typer.Exit(1)


def replays_in(folder: Path) -> list[Replay]:
    if not folder.is_dir():
        raise UserError(f"{folder}: expected a folder with replays")
    files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.endswith(ENDING))
    return [read_replay(path) for path in files if is_replay(path)]


def report(found: Verification, as_json: bool) -> None:
    if as_json:
        print_json({"sound": found.is_sound, "shares": found.shares(), "verification": found})
        return
    for line in found.lines():
        typer.echo(line)


def career(
    name: Annotated[str, typer.Argument(metavar="PLAYER", help="A player by name or id.")],
    team: Annotated[str, typer.Option(metavar="TEAM", help="Its team, if several have such a player.")] = "",
    league: LeagueName = "",
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Show the career of a player: every match, everything it learned, every injury.

    Example: dungeonbowl team career "Hrakrek Ironoath" --database sqlite:///league.sqlite3
    """
    with opened(database) as office:
        within = find(office, team, league) if team else ""
        view = office.teams.player(office.teams.player_named(name, within), events=True)
    if as_json:
        print_json(view)
        return
    show(view)


def show(view: PlayerView) -> None:
    player, career = view.player, view.career
    end = f", {translated(career.how)}" if career.how else ""
    told = t("{player}, {position} of {team}", player=player.name, position=player.position, team=view.team_name)
    typer.echo(told + end)
    games = plural("{count} match", "{count} matches", player.games)
    points = plural(
        "{count} point ({unspent} unspent)", "{count} points ({unspent} unspent)", player.earned, unspent=player.unspent
    )
    awards = plural("{count} award", "{count} awards", player.mvps)
    typer.echo(f"  {games}, {points}, {awards}")
    for deed, count in sorted(career.deeds.items()):
        typer.echo(f"  {t(deed)}: {count}")
    for hurt in career.hurts:
        typer.echo("  " + t("injury: {injury}", injury=translated(hurt)))
    for line in view.matches:
        deeds = ", ".join(f"{count} {t(deed)}" for deed, count in sorted(line.deeds.items()) if count)
        told = "; ".join(part for part in (deeds, translated(line.injury)) if part)
        others = f" {t('and')} ".join(line.opponents)
        words = plural("against {teams}: {count} point", "against {teams}: {count} points", line.points, teams=others)
        typer.echo(f"  {figure(line.at)}  {words}{'; ' + told if told else ''}")
    for event in view.events:
        typer.echo(f"  {said(event)}")
