from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from dungeonbowl.bots.arena import Pairing, new_game
from dungeonbowl.bots.outside import WHO, find_bot
from dungeonbowl.bots.tuning import Sample, Tuned, TuneTerms, fit, load_optimiser, samples, usual_weights, write_tuned
from dungeonbowl.cli.arena import listed
from dungeonbowl.cli.match_options import USUAL_EDITION, TurnLimit, with_options
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.cli.tables import screen
from dungeonbowl.editions import name_of
from dungeonbowl.play.setting_up import stage
from dungeonbowl.records.files import check_writable
from dungeonbowl.teams.ready import ready_ids


def tune(
    games: Annotated[int, typer.Option(min=10, help="Matches to learn from.")] = 4000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same weights.")] = 1,
    edition: Annotated[str, typer.Option(help="The edition, with its options.")] = USUAL_EDITION,
    output: Annotated[Path | None, typer.Option(help="A file for the weights.")] = None,
    bot: Annotated[str, typer.Option(help=f"The bot that plays against itself: {WHO}.")] = "normal",
    dungeons: Annotated[
        str, typer.Option(help="Dungeons played in by turns, with commas.", show_default="all of the edition's")
    ] = "",
    teams: Annotated[
        str, typer.Option(help="Teams drawn from, with commas; none for equal squads.", show_default="all ready ones")
    ] = "",
    turn_limit: TurnLimit = -1,
    quick: Annotated[bool, typer.Option("--quick/--full", help="Begin at once, or with the whole pre-game.")] = True,
    pull: Annotated[float, typer.Option(min=0.0, help="How strongly weights are pulled towards zero.")] = 3.0,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0 for one per processor.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Fit the weights of the hard bot's evaluation to matches of a bot against itself.

    The result plays as hard(weights=FILE) in the arena.

    Example: dungeonbowl tune --games 100 --seed 1 --output weights.json

    Example: dungeonbowl arena --bots "hard(tries=10),hard(tries=10,weights=weights.json)" --games 2
    """
    warn_if_interpreted()
    load_optimiser()
    whole = with_options(edition, turn_limit, quick)
    rules, _ = stage(whole, "")
    drawn: list[str] = []
    if teams.strip() != "none":
        drawn = listed(teams) or ready_ids(name_of(rules.edition))
    terms = TuneTerms(
        games=games,
        seed=seed,
        edition=whole,
        bot=bot,
        dungeons=listed(dungeons) or list(rules.layouts.names),
        teams=drawn,
        pull=pull,
    )
    check(terms)
    if output is not None:
        check_writable(output, overwrite=True)
    tuned = fit(terms, play(terms, jobs or os.cpu_count() or 1))
    if output is not None:
        write_tuned(output, tuned)
    if as_json:
        typer.echo(msgspec.json.encode(tuned).decode())
    else:
        print_tuned(screen(), tuned, output)


def check(terms: TuneTerms) -> None:
    """Raise the error of terms that cannot be played, before the first match."""
    find_bot(terms.bot, 0)
    for dungeon in terms.dungeons:
        stage(terms.edition, dungeon)
    for team in terms.teams:
        new_game(Pairing(terms.edition, terms.dungeons[0], home_team=team, away_team=team))


def play(terms: TuneTerms, jobs: int) -> list[Sample]:
    """Play all matches, with a progress bar on stderr."""
    played: list[Sample] = []
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("matches", total=terms.games)
        for sample in samples(terms, jobs):
            played.append(sample)
            progress.update(task, completed=len(played))
    return played


def print_tuned(console: Console, tuned: Tuned, output: Path | None) -> None:
    table = Table(box=SIMPLE)
    table.add_column("feature")
    table.add_column("before", justify="right")
    table.add_column("after", justify="right")
    for (name, weight), before in zip(tuned.weights.items(), usual_weights(tuned.terms), strict=True):
        table.add_row(name, f"{before:.3f}", f"{weight:.3f}")
    console.print(table)
    console.print(
        f"{tuned.positions} positions of {tuned.terms.games} matches; mean log loss of matches held back:"
        f" {tuned.loss_before:.4f} before, {tuned.loss_after:.4f} after, {tuned.loss_of_guessing:.4f} by guessing.",
        soft_wrap=True,
    )
    if output is not None:
        console.print(f"The weights are in {output}: they play as hard(weights={output}).", soft_wrap=True)
