from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from dungeonbowl.bots.arena import Pairing, new_game
from dungeonbowl.bots.outside import find_bot
from dungeonbowl.bots.sources import files_in
from dungeonbowl.bots.tournament import (
    Duel,
    Record,
    ResultsFile,
    Standing,
    Terms,
    bouts,
    duels,
    failings,
    play_all,
    standings,
)
from dungeonbowl.cli.failings import as_table, tell_failings
from dungeonbowl.cli.match_options import USUAL_EDITION, TurnLimit, with_options
from dungeonbowl.cli.running import Jobs, Ray, bar, crew_of
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.cli.stopping import stopped_by_hand
from dungeonbowl.cli.tables import screen
from dungeonbowl.editions import name_of
from dungeonbowl.errors import UserError
from dungeonbowl.languages import decimal, percent, plural, t
from dungeonbowl.play.setting_up import stage
from dungeonbowl.runs.crew import Crew
from dungeonbowl.teams.ready import ready_ids


def arena(
    bots: Annotated[
        str, typer.Option(help="Two or more bots, with commas: random,normal,my_bot.py:MyBot.")
    ] = "random,easy,normal",
    games: Annotated[int, typer.Option(min=1, help="Matches of each pair; an even number is balanced.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="Another seed gives other teams, dice and chances.")] = 1,
    jobs: Jobs = 0,
    ray: Ray = "",
    edition: Annotated[str, typer.Option(help="The edition, with its options.")] = USUAL_EDITION,
    dungeons: Annotated[
        str, typer.Option(help="Dungeons played in by turns, with commas.", show_default="all of the edition's")
    ] = "",
    teams: Annotated[
        str, typer.Option(help="Teams drawn from, with commas; none for equal squads.", show_default="all ready ones")
    ] = "",
    turn_limit: TurnLimit = -1,
    quick: Annotated[bool, typer.Option("--quick/--full", help="Begin at once, or with the whole pre-game.")] = True,
    limit: Annotated[float, typer.Option(min=0.0, help="Seconds for a decision; 0 for as long as it takes.")] = 0.0,
    results: Annotated[
        Path | None, typer.Option(help="A file for the results; if it is there, go on where it ends.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Let bots play each other, each pair equally often on both sides and with both first turns.

    Two matches that follow each other have the same teams, dungeon and dice, with the bots' places changed.
    Ratings are Elo's, the likeliest ones for the results, their mean 1500.

    Example: dungeonbowl arena --bots random,easy,normal --games 20 --results ladder.jsonl

    Example: dungeonbowl arena --bots random,my_bot.py:MyBot --games 4 --limit 1

    Example: dungeonbowl arena --bots "normal,hard(tries=10),hard(tries=10,value=linear)" --games 2
    """
    warn_if_interpreted()
    whole = with_options(edition, turn_limit, quick)
    terms = make_terms(bots, games, seed, whole, dungeons, teams, limit)
    check(terms)
    file = ResultsFile(results, terms) if results is not None else None
    with crew_of(jobs, ray) as crew:
        records = play(terms, file, crew)
    register = failings(terms, records)
    if as_json:
        typer.echo(json.dumps({**report(terms, records), "failings": as_table(register)}, indent=1))
    else:
        print_tables(screen(), terms, records)
    tell_failings(register)


def make_terms(bots: str, games: int, seed: int, edition: str, dungeons: str, teams: str, limit: float) -> Terms:
    """The terms of a round robin from the options. `UserError` names what does not fit."""
    names = listed(bots)
    if len(names) < 2 or len(set(names)) < len(names):
        raise UserError(f"--bots {bots}: name two or more bots, each once")
    rules, _ = stage(edition, "")
    played_in = listed(dungeons) or list(rules.layouts.names)
    if teams.strip() == "none":
        drawn: list[str] = []
    else:
        drawn = listed(teams) or ready_ids(name_of(rules.edition))
    found = Terms(bots=names, games=games, seed=seed, edition=edition, dungeons=played_in, teams=drawn, limit=limit)
    return msgspec.structs.replace(found, files=files_in(found))


def listed(text: str) -> list[str]:
    """The parts between commas; a comma between brackets belongs to its part."""
    return [part.strip() for part in re.split(r",(?![^(]*\))", text) if part.strip()]


def check(terms: Terms) -> None:
    """Raise the error of terms that cannot be played, before the first match."""
    for name in terms.bots:
        find_bot(name, 0)
    for dungeon in terms.dungeons:
        stage(terms.edition, dungeon)
    for team in terms.teams:
        new_game(Pairing(terms.edition, terms.dungeons[0], home_team=team, away_team=team))


def play(terms: Terms, file: ResultsFile | None, crew: Crew) -> list[Record]:
    """Play all matches, with a progress bar on stderr. After Ctrl-C: the records so far."""
    records = list(file.records) if file is not None else []
    total = len(bouts(terms))
    with bar(crew, t("matches"), total, len(records)) as shown, stopped_by_hand(records, total):
        for record in play_all(terms, records, crew):
            records.append(record)
            if file is not None:
                file.add(record)
            shown.show(len(records))
    return sorted(records, key=lambda record: (record.number, record.bots))


def report(terms: Terms, records: list[Record]) -> dict[str, object]:
    """The whole report, for programs."""
    return {
        "terms": msgspec.to_builtins(terms),
        "standings": msgspec.to_builtins(standings(terms, records)),
        "duels": msgspec.to_builtins(duels(terms, records)),
        "records": msgspec.to_builtins(records),
    }


def print_tables(console: Console, terms: Terms, records: list[Record]) -> None:
    told = t(
        "{matches}, {edition}, {dungeons}",
        matches=plural("{count} match", "{count} matches", len(records)),
        edition=terms.edition,
        dungeons=plural("{count} dungeon", "{count} dungeons", len(terms.dungeons)),
    )
    console.print(told, soft_wrap=True)
    table = Table(box=SIMPLE)
    table.add_column(t("bot"))
    for words in (t("rating"), t("w-d-l"), t("win rate"), "95 %", t("by TD"), "ms", t("faults")):
        table.add_column(words, justify="right", no_wrap=True)
    worthless = failings(terms, records).worthless()
    for row in standings(terms, records):
        name = short(row.bot)
        table.add_row(t("{bot} (failed)", bot=name) if row.bot in worthless else name, *standing_cells(row))
    console.print(table)
    pairs = Table(box=SIMPLE)
    pairs.add_column(t("pair"))
    for words in (t("w-d-l"), t("win rate"), "95 %"):
        pairs.add_column(words, justify="right", no_wrap=True)
    pairs.add_column(t("ended by"))
    for duel in duels(terms, records):
        pairs.add_row(" : ".join(short(bot) for bot in duel.bots), *duel_cells(duel))
    console.print(pairs)
    console.print(t("Won, drawn, lost; win rates are of decided matches; ms is the mean time per decision."))


def short(name: str) -> str:
    """The name of a bot in a table: of `file:Class` only the class."""
    return name if name.endswith(")") else name.rpartition(":")[2]


def standing_cells(row: Standing) -> tuple[str, ...]:
    return (
        decimal(row.rating, 0),
        f"{row.wins}-{row.draws}-{row.losses}",
        percent(row.win_rate, 1),
        interval_words(row.interval_95),
        percent(row.touchdown_share),
        decimal(row.ms_per_decision, 2),
        str(row.lost_decisions),
    )


def duel_cells(duel: Duel) -> tuple[str, ...]:
    endings = ", ".join(f"{t(words)} {count}" for words, count in sorted(duel.endings.items()))
    return (
        f"{duel.wins}-{duel.draws}-{duel.losses}",
        percent(duel.win_rate, 1),
        interval_words(duel.interval_95),
        endings,
    )


def interval_words(interval: tuple[float, float]) -> str:
    return f"{decimal(100 * interval[0], 0)}-{percent(interval[1])}"
