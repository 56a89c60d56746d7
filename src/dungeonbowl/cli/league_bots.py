"""Leagues that bots play, and the rest of a season foretold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from dungeonbowl.cli import completion
from dungeonbowl.cli.failings import as_table, tell_failings
from dungeonbowl.cli.league_making import show_table
from dungeonbowl.cli.league_office import AsJson, Database, LeagueName, opened, print_json
from dungeonbowl.cli.match_options import USUAL_EDITION
from dungeonbowl.cli.running import Jobs, Ray, Resume, bar, checkpoint_in, crew_of
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.cli.stopping import tell_stopped
from dungeonbowl.cli.tables import print_fitting, screen
from dungeonbowl.languages import decimal, number, percent, plural, t, translated
from dungeonbowl.league.competitions.balance import Share, amount
from dungeonbowl.league.office.office import Office
from dungeonbowl.records.files import check_writable, write_parts
from dungeonbowl.runs.crew import Crew
from dungeonbowl.runs.keeping import Checkpoint
from dungeonbowl.seasons.playing import PlayedMatch
from dungeonbowl.seasons.report import LeagueReport, report_of
from dungeonbowl.seasons.running import BotLeague
from dungeonbowl.seasons.simulating import Simulation
from dungeonbowl.seasons.simulating import simulate as simulated
from dungeonbowl.seasons.terms import READY, Terms, listed, make_terms, playing


def add(league: typer.Typer) -> None:
    league.command()(bots)
    league.command()(simulate)


def bots(
    bots: Annotated[
        str, typer.Option(help="Who coaches, with commas: normal,hard,my_bot.py:MyBot. They take turns over the teams.")
    ] = "normal,easy",
    teams: Annotated[
        str,
        typer.Option(
            help="Team files or ids of ready teams, with commas; ready: different ones, drawn by the seed.",
            autocompletion=completion.teams,
        ),
    ] = READY,
    size: Annotated[
        int, typer.Option(min=0, help="How many ready teams.", show_default="as many for each bot, at least 4 in all")
    ] = 0,
    seasons: Annotated[int, typer.Option(min=1, help="How many seasons.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same league, byte for byte.")] = 1,
    jobs: Jobs = 0,
    ray: Ray = "",
    resume: Resume = None,
    edition: Annotated[
        str, typer.Option(help="The edition, with its options.", autocompletion=completion.editions)
    ] = USUAL_EDITION,
    options: Annotated[
        str, typer.Option(metavar="TEXT", help='Options that differ from the preset: "stages = swiss".')
    ] = "",
    name: Annotated[str, typer.Option(help="The name of the league.")] = "Bots",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the league with all replays: NAME.dungeonleague.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    as_json: AsJson = False,
) -> None:
    """Let bots play whole seasons with teams that grow: matches, advancements, hires, redrafts. Then report.

    A bot decides for its teams between matches if it has a method `decide(aftermath, options)`; otherwise the drafter's
    taste does. `hard` makes 60 tries for a decision here and `expert` 120; `hard(tries=N)` makes as many as you say.
    Ctrl-C ends the season early: what was played is reported and written; with --resume the same command goes on.

    Example: dungeonbowl league bots --bots normal,easy --seed 7 --out season.dungeonleague --force

    Example: dungeonbowl league bots --bots normal,my_bot.py:MyBot --edition stockbowl --jobs 2
    """
    warn_if_interpreted()
    if out is not None:
        check_writable(out, force)
    terms = make_terms(listed(bots), listed(teams), seasons, seed, edition, options, size, name)
    league = BotLeague(terms, checkpoint_in(resume, "league bots", terms, PlayedMatch))
    with crew_of(jobs, ray) as crew:
        play(league, crew)
    report = report_of(league.office, league.league)
    if out is not None:
        write_parts(out, [league.archive()], force)
    if as_json:
        found = {**summary(terms), **msgspec.to_builtins(report), "failings": as_table(league.register)}
        typer.echo(json.dumps(found, indent=1, ensure_ascii=False))
    else:
        show_report(screen(), terms, report)
        if out is not None:
            written = t("{size} bytes", size=number(out.stat().st_size))
            typer.echo(f"{out}: {written}; dungeonbowl league book {out} --out book.html")
    tell_failings(league.register)


def summary(terms: Terms) -> dict[str, object]:
    return {"bots": list(terms.bots), "seed": terms.seed, "options": terms.options}


def play(league: BotLeague, crew: Crew) -> None:
    """Play everything, with a progress bar on stderr. After Ctrl-C the league is as it was after its last match."""
    played = 0
    with bar(crew, t("season {number}", number=1)) as shown:
        try:
            for step in league.steps(crew):
                played = step.played
                shown.show(step.played, step.expected, t("season {number}", number=step.season))
        except KeyboardInterrupt:
            if not played:
                raise
            tell_stopped(played, league.expected)
            league.break_off()


def show_report(console: Console, terms: Terms, report: LeagueReport) -> None:
    names = {team.team: team for team in report.teams}
    console.print(
        t(
            "{league}: {edition}, {seasons}, {matches}, seed {seed}",
            league=report.name,
            edition=report.edition,
            seasons=plural("{count} season", "{count} seasons", len(report.seasons)),
            matches=plural("{count} match", "{count} matches", report.matches),
            seed=terms.seed,
        ),
        markup=False,
        soft_wrap=True,
    )
    for season in report.seasons:
        for table in season.tables:
            if any(row.played for row in table.rows) and not table.format.startswith("knock_out"):
                console.print(t("season {number}", number=season.number))
                show_table(console, table)
        told = [", ".join(names[team].name for team in together) for together in season.places]
        if season.champion in names:
            coach = names[season.champion].coach
            words = t(
                "Champion of season {number}: {team} ({coach}); then {others}",
                number=season.number,
                team=told[0],
                coach=coach,
                others="; ".join(told[1:]),
            )
            console.print(words, markup=False)
    show_teams(console, report)
    show_coaches(console, report)
    show_balance(console, report)
    for name in terms.bots:
        if playing(name) != name:
            console.print(t("{bot} played as {other}.", bot=name, other=playing(name)))


def show_teams(console: Console, report: LeagueReport) -> None:
    table = Table(box=SIMPLE, title=t("how teams grew"), title_justify="left")
    for words in (t("team"), t("coach"), t("roster")):
        table.add_column(words, no_wrap=True)
    values = t("value at the draft, and after each season")
    for words in (values, t("w-d-l"), t("advancements"), t("died"), t("titles")):
        table.add_column(words, justify="right")
    for team in report.teams:
        values = " → ".join(amount(value) for value in team.values)
        record = f"{team.won}-{team.drawn}-{team.lost}"
        figures = (str(number) for number in (team.advancements, team.died, team.titles))
        table.add_row(plain(team.name), plain(team.coach), plain(team.roster), values, record, *figures)
    print_fitting(console, table, kept=4)


def show_coaches(console: Console, report: LeagueReport) -> None:
    table = Table(box=SIMPLE, title=t("bots"), title_justify="left")
    table.add_column(t("bot"), no_wrap=True)
    for words in (t("teams"), t("w-d-l"), t("share"), "95 %", t("titles")):
        table.add_column(words, justify="right", no_wrap=True)
    for each in report.coaches:
        low, high = each.interval_95
        table.add_row(
            plain(each.coach),
            str(each.teams),
            f"{each.won}-{each.drawn}-{each.lost}",
            percent(each.share),
            f"{percent(low)}-{percent(high)}",
            str(each.titles),
        )
    print_fitting(console, table, kept=3)


def show_balance(console: Console, report: LeagueReport) -> None:
    """Shares of wins with intervals. What chance hardly explains is marked."""
    groups = {
        t("roster"): report.balance.by_roster,
        t("dungeon (first-named team)"): report.balance.by_dungeon,
        t("first turn"): report.balance.by_turn,
        t("value gap"): report.balance.by_value_gap,
        t("petty cash"): report.balance.by_petty_cash,
    }
    table = Table(box=SIMPLE, title=t("balance: shares of wins"), title_justify="left")
    table.add_column(t("by"))
    table.add_column(t("of"), no_wrap=True)
    for words in (t("matches"), t("share"), "95 %"):
        table.add_column(words, justify="right", no_wrap=True)
    table.add_column("")
    for title, shares in groups.items():
        for place, share in enumerate(shares):
            table.add_row(title if place == 0 else "", plain(translated(share.what)), *share_cells(share))
    print_fitting(console, table, kept=4)
    for words, changes in report.other_options.items():
        told = ", ".join(f"{name} {before} → {after}" for name, (before, after) in changes.items())
        places = t("Places of the last table if {option}: {places}", option=words, places=told)
        console.print(places, markup=False, soft_wrap=True)


def share_cells(share: Share) -> tuple[str, ...]:
    mark = t("hardly chance") if share.stands_out else ""
    return str(share.games), percent(share.share), f"{percent(share.low)}-{percent(share.high)}", mark


def plain(text: str) -> str:
    return text.replace("[", "\\[")


# --- simulate ---------------------------------------------------------------------------------------------------------


def simulate(
    games: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="How often the rest of the season is played.")
    ] = 2000,
    with_bots: Annotated[
        bool, typer.Option("--with-bots", help="Bots try the matches out, with the real teams in the real dungeons.")
    ] = False,
    bots: Annotated[str, typer.Option(help="Who tries them out: first-named team, other team.")] = "normal",
    tries: Annotated[int, typer.Option(min=1, max=10_000, help="How often bots try each match out.")] = 10,
    jobs: Jobs = 0,
    ray: Ray = "",
    resume: Resume = None,
    league: LeagueName = "",
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Foretell the running season from here: the chance of each place, and of each result that is left.

    Ratings do it in a moment. With `--with-bots` the matches are really played. The Brier score says how good forecasts
    by ratings have been so far: 0 is perfect, 0.67 is to know nothing.

    Example: dungeonbowl league simulate --games 2000 --database sqlite:///league.sqlite3

    Example: dungeonbowl league simulate --with-bots --tries 2 --database sqlite:///league.sqlite3
    """
    with opened(database) as office:
        identity = office.leagues.named(league)
        checkpoint = checkpoint_in(resume, "league simulate", {"league": identity, "bots": listed(bots)}, PlayedMatch)
        with crew_of(jobs, ray) if with_bots else Crew() as crew:
            found = forecast(office, identity, games, listed(bots) if with_bots else [], tries, crew, checkpoint)
    if as_json:
        print_json(found)
        return
    show_simulation(screen(), found)


def forecast(
    office: Office,
    league: str,
    games: int,
    bots: list[str],
    tries: int,
    crew: Crew,
    checkpoint: Checkpoint[PlayedMatch] | None,
) -> Simulation:
    with bar(crew, t("matches"), shown=bool(bots)) as shown:
        return simulated(office, league, games, bots, tries, crew, shown.show, checkpoint)


def show_simulation(console: Console, found: Simulation) -> None:
    told = t("{league}, season {number}", league=found.league, number=found.season)
    console.print(told + (f", {translated(found.stage)}" if found.stage else ""), markup=False)
    for group, listed_teams in found.groups.items():
        table = Table(box=SIMPLE, title=t("group {name}", name=plain(group)) if group else None, title_justify="left")
        table.add_column(t("team"), no_wrap=True)
        titled = any(each.title for each in listed_teams)
        for words in (t("title"),) * titled + (t("points"),):
            table.add_column(words, justify="right")
        for place in range(1, len(listed_teams) + 1):
            table.add_column(f"{place}.", justify="right")
        for each in listed_teams:
            cells = (
                [percent(each.title)] * titled + [decimal(each.points, 1)] + [percent(share) for share in each.places]
            )
            table.add_row(plain(each.name), *cells)
        print_fitting(console, table, kept=2 + titled)
    for line in found.fixtures:
        one, other = line.names
        odds = line.odds
        tried = ", " + t("{matches} tried out", matches=line.tried) if line.tried else ""
        draw = t("draw {chance}", chance=percent(odds.draw))
        console.print(
            f"  {line.fixture}  {one} {percent(odds.first)} - {draw} - {percent(odds.second)} {other}{tried}",
            markup=False,
        )
    for note in found.notes:
        console.print(translated(note), markup=False)
    if found.score is not None:
        score = decimal(found.score, 2)
        told = "Forecasts by ratings so far: Brier score {score} over {matches} matches."
        console.print(t(told, score=score, matches=found.scored))
