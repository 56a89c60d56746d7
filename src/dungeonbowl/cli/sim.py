from __future__ import annotations

import json
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from dungeonbowl import compiled
from dungeonbowl.bots.arena import Pairing, Player, Result, check, dungeon_words, series
from dungeonbowl.bots.arena import play as play_one
from dungeonbowl.bots.detail import Detailed, play_detailed, refuse_crowds, row_of
from dungeonbowl.bots.recording import play_recorded
from dungeonbowl.cli.failings import as_table, register_of, tell_failings
from dungeonbowl.cli.match_options import (
    Coach,
    DungeonName,
    PlayedEdition,
    Quick,
    SideTeam,
    TurnLimit,
    edition_for,
)
from dungeonbowl.cli.running import Jobs, Ray, Resume, bar, checkpoint_in, crew_of
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.cli.stopping import stopped_by_hand
from dungeonbowl.cli.tables import screen
from dungeonbowl.errors import UserError
from dungeonbowl.languages import decimal, mark, percent, t, translated
from dungeonbowl.play.setting_up import stage
from dungeonbowl.records.files import check_writable
from dungeonbowl.runs.columns import check_columns, read_table, write_rows
from dungeonbowl.runs.crew import Crew
from dungeonbowl.runs.keeping import Checkpoint
from dungeonbowl.words.notation import COACHES


def sim(
    edition: PlayedEdition = "",
    games: Annotated[int, typer.Option(min=1, help="How many matches.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Match number n is played with seed + n.")] = 1,
    jobs: Jobs = 0,
    ray: Ray = "",
    resume: Resume = None,
    home: Coach = "normal",
    away: Coach = "normal",
    dungeon: DungeonName = "",
    turn_limit: TurnLimit = -1,
    home_team: SideTeam = "",
    away_team: SideTeam = "",
    quick: Quick = False,
    mixed: Annotated[
        bool, typer.Option("--mixed", help="Draw the dungeon and the ready teams of each match by its seed.")
    ] = False,
    save_replays: Annotated[
        Path | None,
        typer.Option(help="A folder for a replay of each match; those that are there are not played again."),
    ] = None,
    rows: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a row for each match: .parquet or .arrow, for `dungeonbowl rows`."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the table.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Play matches between two bots and add up what happened.

    The same seed gives the same matches, whatever the number of jobs and wherever they are played. Ctrl-C ends a
    series early; with --resume the same command goes on with it.

    Example: dungeonbowl sim --games 100 --home normal --away random --jobs 2 --resume series.jsonl

    Example: dungeonbowl sim --quick --games 20 --home-team fire-fast --away-team smiths.toml

    Example: dungeonbowl sim --quick --games 4 --mixed --save-replays replays

    Example: dungeonbowl sim --quick --games 20 --mixed --rows matches.parquet --force
    """
    warn_if_interpreted()
    pairing = Pairing(edition_for(edition, dungeon, turn_limit, quick), dungeon, home, away, home_team, away_team)
    check(pairing)
    if rows is not None:
        check_columns(rows)
        refuse_crowds(pairing)
    if rows is not None and save_replays is not None:
        raise UserError("--rows and --save-replays: take one; `dungeonbowl rows FILE --replay N` makes a row's replay")
    if force and rows is None:
        raise UserError("--force is for --rows FILE: nothing else here is overwritten")
    if mixed and rows is None and save_replays is None:
        raise UserError(
            "--mixed needs --save-replays FOLDER or --rows FILE: each match is another one, and they say which"
        )
    terms = {"pairing": pairing, "mixed": mixed, "rows": rows is not None}
    checkpoint = checkpoint_in(resume, "sim", terms, Detailed if rows is not None else Result)
    if rows is not None:
        check_writable(rows, force or is_begun(rows, checkpoint))
    player = partial(play_detailed, mix=mixed) if rows is not None else kept_in(save_replays, mixed)
    began = time.perf_counter()
    with crew_of(jobs, ray) as crew:
        results = play(pairing, games, seed, crew, player, checkpoint)
    if rows is not None:
        write_rows(rows, [row_of(each) for each in results if isinstance(each, Detailed)])
    seconds = time.perf_counter() - began
    register = register_of(pairing, results)
    if as_json:
        found = {**report(pairing, results, seed, seconds, crew.kept), "failings": as_table(register)}
        typer.echo(json.dumps(found, indent=1))
    else:
        print_results(
            screen(),
            pairing,
            results,
            seconds,
            t("dungeons and teams mixed") if mixed else translated(dungeon_words(pairing)),
            crew.kept,
        )
    tell_failings(register)


def is_begun(table: Path, checkpoint: Checkpoint[Result] | None) -> bool:
    """Is a table the beginning of a series that goes on? Then it is replaced without being asked: every row of it is in
    the checkpoint, so nothing is lost."""
    if checkpoint is None or not table.is_file():
        return False
    kept = {each.seed: row_of(each) for each in checkpoint.all_kept() if isinstance(each, Detailed)}
    return all(row == kept.get(row.get("seed")) for row in read_table([table]).to_pylist())


def kept_in(folder: Path | None, mixed: bool) -> Player:
    """How the matches of a series are played: with a folder, each leaves a replay there that has been verified."""
    if folder is None:
        return play_one
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder}: {error.strerror}") from None
    return partial(play_recorded, folder=folder, mix=mixed)


def play(
    pairing: Pairing,
    games: int,
    seed: int,
    crew: Crew,
    player: Player = play_one,
    checkpoint: Checkpoint[Result] | None = None,
) -> list[Result]:
    """Play all matches, with a progress bar on stderr. Returns the results in the order of their seeds; after Ctrl-C
    those so far."""
    results: list[Result] = []
    with (
        bar(crew, t("{home} against {away}", home=pairing.home, away=pairing.away), games) as shown,
        stopped_by_hand(results, games),
    ):
        for result in series(pairing, games, seed, crew, player, checkpoint):
            results.append(result)
            shown.show(len(results))
    return sorted(results, key=lambda result: result.seed)


def mean(values: list[int]) -> float:
    return sum(values) / len(values) if values else 0.0


def by_side(results: list[Result], name: str) -> list[float]:
    """The mean of a number that every side has."""
    rows: list[tuple[int, ...]] = [getattr(result, name) for result in results]
    return [mean(list(column)) for column in zip(*rows, strict=True)]


# The numbers of each side, in the order of the table.
COLUMNS = mark(
    {
        "touchdowns": "touchdowns",
        "turns": "team turns",
        "turnovers": "turnovers",
        "casualties": "casualties suffered",
        "knocked_out": "knocked out",
        "lost": "lost in portals",
        "sent_off": "sent off",
    }
)


def summary(results: list[Result]) -> dict[str, object]:
    """The series in numbers; means are per match."""
    winners = Counter(result.winner for result in results)
    endings = Counter(result.ending for result in results)
    sides = COACHES[: len(results[0].zones)]
    found: dict[str, object] = {
        "wins": {side: winners[side] for side in sides},
        "draws": winners["draw"],
        "called_off": winners["nobody"],
        "endings": dict(sorted(endings.items())),
        "first_side_wins": sum(result.winner == result.first for result in results),
    }
    for name in COLUMNS:
        found[f"mean_{name}"] = dict(zip(sides, by_side(results, name), strict=True))
    found["mean_chests"] = mean([result.chests for result in results])
    found["mean_decisions"] = mean([result.decisions for result in results])
    return found


def report(pairing: Pairing, results: list[Result], seed: int, seconds: float, kept: int = 0) -> dict[str, object]:
    """The whole report, for programs. Everything except `engine`, `seconds` and `games_per_s` follows from the seed.
    `kept` matches were there already: they took none of the seconds."""
    return {
        **msgspec.to_builtins(pairing),
        "dungeon": stage(pairing.edition, pairing.dungeon)[1].identity,  # empty if dice find it
        "games": len(results),
        "seed": seed,
        "engine": "compiled" if compiled() else "interpreted",
        "seconds": round(seconds, 3),
        "games_per_s": round((len(results) - kept) / max(seconds, 1e-9), 3),
        "summary": summary(results),
        "results": msgspec.to_builtins(results),
    }


def print_results(
    console: Console, pairing: Pairing, results: list[Result], seconds: float, where: str, kept: int = 0
) -> None:
    total = len(results)
    winners = Counter(result.winner for result in results)
    title = t(
        "{matches} matches, {edition}, {where}, seeds {seeds}",
        matches=total,
        edition=pairing.edition,
        where=where,
        seeds=f"{results[0].seed}-{results[-1].seed}",
    )
    console.print(title, soft_wrap=True)
    table = Table()
    table.add_column(t("a match, on the average"))
    sides = COACHES[: len(results[0].zones)]
    worthless = register_of(pairing, results).worthless()
    for side, bot in zip(sides, pairing.bots(len(sides)), strict=True):
        name = t("{bot} (failed)", bot=bot) if bot in worthless else bot
        table.add_column(f"{t(side)}: {name}", justify="right")
    table.add_row(t("wins"), *(f"{winners[side]} ({percent(winners[side] / total)})" for side in sides))
    for name, words in COLUMNS.items():
        table.add_row(t(words), *(decimal(value, 2) for value in by_side(results, name)))
    console.print(table)
    endings = Counter(result.ending for result in results)
    told = "draws {draws}; ended by {endings}; {chests} chests opened and {decisions} decisions a match"
    if winners["nobody"]:
        told = (
            "draws {draws}, called off {called_off}; ended by {endings}; {chests} chests opened and {decisions}"
            " decisions a match"
        )
    words = t(
        told,
        draws=winners["draw"],
        called_off=winners["nobody"],
        endings=", ".join(f"{t(words)} {count}" for words, count in endings.most_common()),
        chests=decimal(mean([result.chests for result in results]), 1),
        decisions=decimal(mean([result.decisions for result in results]), 0),
    )
    console.print(words, soft_wrap=True)
    if kept == total:
        return  # nothing was played
    speed = decimal((total - kept) / max(seconds, 1e-9), 1)
    console.print(t("{speed} matches a second ({seconds} s)", speed=speed, seconds=decimal(seconds, 1)))
