"""Commands of the end of a season, and corrections."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from dungeonbowl.cli.league_aftermath import Assist, Back, Choose, Dice, Real, Word, walk
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
)
from dungeonbowl.cli.league_playing import numbers
from dungeonbowl.errors import UserError
from dungeonbowl.languages import plural, t, translated
from dungeonbowl.league.office.corrections import Change
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.office.views import Preview
from dungeonbowl.league.team_events import Granted


def add(league: typer.Typer) -> None:
    league.command()(correct)
    league.command()(finish)
    league.command()(redraft)
    league.command("next")(next_season)


def correct(
    subject: Annotated[str, typer.Argument(metavar="TEAM|FIXTURE", help="The team, or the fixture whose result.")],
    reason: Annotated[str, typer.Option(help="Why; everybody can read it.")],
    void: Annotated[list[int] | None, typer.Option(metavar="EVENT", help="This event counts no more.")] = None,
    award: Annotated[int, typer.Option(metavar="EVENT", help="These points, or this award, go to --player.")] = 0,
    player: Annotated[str, typer.Option(metavar="NAME", help="The player it is about, by name or id.")] = "",
    gold: Annotated[int, typer.Option(help="Grant gold, or take it.")] = 0,
    points: Annotated[int, typer.Option(help="Grant a player points, or take them.")] = 0,
    rerolls: Annotated[int, typer.Option(help="Grant team re-rolls, or take them.")] = 0,
    score: Annotated[str, typer.Option(metavar="N-N", help="Another result of the fixture.")] = "",
    casualties: Annotated[str, typer.Option(metavar="N-N", help="And its casualties.")] = "",
    void_too: Annotated[
        bool, typer.Option("--void-too", help="Also void later events that become impossible.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    league: LeagueName = "",
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Correct the history of a team, or a result. What would follow is shown first; nothing is ever deleted.

    The numbers of events are those of `dungeonbowl team history`.

    Example: dungeonbowl league correct "Ashfall Sparks" --gold 10000 --reason "found in the cellar" --yes --database sqlite:///league.sqlite3
    """
    with opened(database) as office:
        identity = office.leagues.named(league)
        if score:
            fixture = fixture_of(office, identity, subject)
            scores, hurt = numbers(score, "score"), numbers(casualties, "casualties")
            shown = office.corrections.set_result_preview(fixture, scores, hurt)
            if agreed(shown, yes, as_json):
                office.corrections.set_result(fixture, scores, COMMISSIONER, reason, hurt)
                made(as_json)
            return
        team = office.teams.named(subject, identity)
        changes = changes_of(office, team, void or [], award, player, gold, points, rerolls)
        shown = office.corrections.preview(changes)
        if void_too and shown.problems:
            changes += [Change(problem.team, problem.seq) for problem in reversed(shown.problems) if problem.seq]
            shown = office.corrections.preview(changes)
        if agreed(shown, yes, as_json):
            office.corrections.make(changes, reason, COMMISSIONER)
            made(as_json)


def made(as_json: bool) -> None:
    if not as_json:
        typer.echo(t("the correction is made"))


def changes_of(
    office: Office, team: str, void: list[int], award: int, player: str, gold: int, points: int, rerolls: int
) -> list[Change]:
    identity = player_of(office, team, player) if player else ""
    changes = [Change(team, seq) for seq in void]
    if award:
        if not identity:
            raise UserError("correct --award: expected --player, who gets it")
        changes.append(Change(team, award, award_to=identity))
    elif gold or points or rerolls:
        granted = Granted("", identity, gold, points, rerolls)
        changes.append(Change(team, instead=granted))
    if not changes:
        raise UserError("correct: expected --void, --award, --gold, --points, --rerolls or --score")
    return changes


def player_of(office: Office, team: str, name: str) -> str:
    careers = office.teams.kept(team).careers
    found = [
        identity
        for identity, career in careers.items()
        if identity == name or career.player.name.casefold() == name.casefold()
    ]
    if len(found) != 1:
        known = ", ".join(career.player.name for career in careers.values() if not career.left)
        raise UserError(f"player {name!r}: expected one of {known}")
    return found[0]


def agreed(shown: Preview, yes: bool, as_json: bool) -> bool:
    """Show what would follow, and ask. A correction with problems is refused."""
    if as_json:
        print_json(shown)
    else:
        for name, lines in shown.teams:
            for line in lines:
                typer.echo(f"  {name}: {translated(line)}")
        for change in shown.table:
            typer.echo(
                "  "
                + t("table: {team}: {before} → {after}", team=change.name, before=change.before, after=change.after)
            )
    if shown.problems:
        first = shown.problems[0]
        if first.grant:
            raise UserError(f"{translated(first.text)}; --void-too voids it as well; or {translated(first.grant)}")
        raise UserError(f"{translated(first.text)}; --void-too voids it as well")
    return yes or typer.confirm(t("make this correction?"))


def finish(
    assist: Annotated[
        bool, typer.Option("--assist", help="The assistant closes aftermaths that are open, and redrafts too.")
    ] = False,
    league: LeagueName = "",
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Finish the season: places, prizes, the trophy. Then the redraft opens, where the league has one.

    Example: dungeonbowl league finish --assist --database sqlite:///league.sqlite3
    """
    with opened(database) as office:
        identity = office.leagues.named(league)
        if assist:
            for waiting in office.leagues.waits(identity):
                if waiting.kind == "aftermath":
                    office.aftermaths.assist(waiting.about, waiting.team, COMMISSIONER)
        office.seasons.finish(identity, COMMISSIONER)
        view = office.competitions.view(main_competition(office, identity))
        names = {team.id: team.name for team in view.entries}
        waits = [waiting.text for waiting in office.leagues.waits(identity)]
    if as_json:
        print_json({"places": view.places, "names": names, "waits": waits})
        return
    place = 1
    for together in view.places:
        typer.echo(f"  {place}  {', '.join(names.get(team, team) for team in together)}")
        place += len(together)
    for text in waits:
        typer.echo(t("waits: {what}", what=translated(text)))


def redraft(
    team: Annotated[str, typer.Argument(metavar="TEAM", help="The team; with --assist: all, if none is named.")] = "",
    choose: Choose = None,
    dice: Dice = "",
    word: Word = "",
    real_dice: Real = False,
    back: Back = False,
    assist: Assist = False,
    league: LeagueName = "",
    coach: CoachName = "",
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Go through the end of the season for a team: scouts, funds, rehiring, healing. It asks as `aftermath` does.

    Example: dungeonbowl league redraft --assist --database sqlite:///league.sqlite3
    """
    with opened(database) as office:
        identity = office.leagues.named(league)
        waiting = [each for each in office.leagues.waits(identity) if each.kind == "redraft"]
        if not team:
            if not assist:
                raise UserError("redraft: expected a team, or --assist for all")
            for each in waiting:
                office.aftermaths.assist(each.about, each.team, COMMISSIONER)
            told = plural(
                "the assistant has closed the season for {count} team",
                "the assistant has closed the season for {count} teams",
                len(waiting),
            )
            typer.echo(told)
            return
        found = office.teams.named(team, identity)
        match = next((each.about for each in waiting if each.team == found), "")
        if not match:
            raise UserError(f"{office.teams.kept(found).team.name}: no end of a season is open")
        walk(office, match, found, actor(office, identity, coach), choose, dice, word, real_dice, back, assist, as_json)


def next_season(
    options: Annotated[str, typer.Option(metavar="TEXT", help="Options that change.")] = "",
    league: LeagueName = "",
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Open the next season. The teams of the last one take part; `enter` and `withdraw` change that.

    Example: dungeonbowl league next --database sqlite:///league.sqlite3
    """
    with opened(database) as office:
        identity = office.leagues.named(league)
        office.seasons.next(identity, COMMISSIONER, options)
        home = office.leagues.home(identity)
    if as_json:
        print_json(msgspec.to_builtins(home.season))
        return
    told = "{league}: season {number} is open for entries, {teams} teams are in"
    typer.echo(t(told, league=home.name, number=home.season.number, teams=len(home.teams)))
