from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from dungeonbowl.bots.outside import WHO
from dungeonbowl.cli.arena import listed
from dungeonbowl.cli.running import Jobs, Ray, bar, crew_of
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.cli.stopping import stopped_by_hand
from dungeonbowl.cli.tables import screen
from dungeonbowl.errors import UserError
from dungeonbowl.languages import decimal, percent, plural, t
from dungeonbowl.learn.suites.running import (
    MOST_GAMES,
    ResultsFile,
    Row,
    Run,
    bout_count,
    check_rows,
    check_source,
    differences,
    new_run,
    play_all,
    read_results,
)
from dungeonbowl.learn.suites.tables import Entry, leaderboard, report, words
from dungeonbowl.learn.suites.tasks import SUITE, TASKS, find_tasks, opponents
from dungeonbowl.runs.crew import Crew

benchmark = typer.Typer(
    help="Measure agents by the suite of tasks that does not change.\n\nExample: dungeonbowl benchmark tasks",
    no_args_is_help=True,
    rich_markup_mode=None,
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


@benchmark.command()
def tasks(as_json: AsJson = False) -> None:
    """List the tasks of the suite.

    Example: dungeonbowl benchmark tasks
    """
    if as_json:
        found = {"suite": SUITE, "opponents": opponents(), "tasks": msgspec.to_builtins(TASKS)}
        typer.echo(json.dumps(found, indent=1))
        return
    table = Table(
        box=SIMPLE,
        title=t("{suite}, against {opponents}", suite=SUITE, opponents=", ".join(opponents())),
        title_justify="left",
    )
    for name in (t("task"), t("edition"), t("dungeons"), t("what")):
        table.add_column(name)
    for task in TASKS:
        table.add_row(task.name, task.edition, ", ".join(task.dungeons), t(task.about))
    screen().print(table)


@benchmark.command()
def run(
    agent: Annotated[str, typer.Option(help=f"Who is measured: {WHO}.")],
    names: Annotated[str, typer.Option("--tasks", help="With commas.", show_default="all")] = "",
    against: Annotated[
        str, typer.Option("--opponents", help="With commas.", show_default="all levels from easy on")
    ] = "",
    games: Annotated[
        int, typer.Option(min=1, max=MOST_GAMES, help="Matches against each opponent in each task.")
    ] = 100,
    jobs: Jobs = 0,
    ray: Ray = "",
    out: Annotated[
        Path | None,
        typer.Option(help="The results file; if it is there, go on where it ends.", show_default="agent's"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play an agent's matches and write a results file, which `benchmark table` reads.

    Two matches that follow each other have the same teams, dungeon and dice, with the places changed. Ctrl-C stops;
    the same command goes on where the file ends.

    Example: dungeonbowl benchmark run --agent normal --tasks room-3 --opponents easy --games 4 --out normal.jsonl
    """
    warn_if_interpreted()
    chosen = find_tasks(listed(names))
    terms = new_run(agent, listed(against) or opponents(), chosen, games)
    file = ResultsFile(out or Path(f"benchmark-{short_name(agent)}.jsonl"), terms)
    with crew_of(jobs, ray) as crew:
        play(terms, file, crew)
    entry = Entry(terms, within(terms, file.rows))
    if as_json:
        typer.echo(json.dumps({**report(entry), "file": str(file.path)}, indent=1))
        return
    print_entry(screen(), entry)
    typer.echo(plural("{count} match in {file}", "{count} matches in {file}", len(file.rows), file=file.path))


def within(terms: Run, rows: list[Row]) -> list[Row]:
    """The matches of a file that belong to these terms: it may have more of an earlier run."""
    return [
        row for row in rows if row.task in terms.tasks and row.opponent in terms.opponents and row.number < terms.games
    ]


def short_name(agent: str) -> str:
    """A name for a file: letters, digits and dashes."""
    plain = "".join(each if each.isalnum() else "-" for each in Path(agent).name)
    return plain.strip("-") or "agent"


def play(terms: Run, file: ResultsFile, crew: Crew) -> None:
    """Play what is missing, with a progress bar on stderr."""
    total = bout_count(terms)
    before = len(within(terms, file.rows))
    with bar(crew, terms.agent, total, before) as shown, stopped_by_hand(file.rows, total):
        for done, row in enumerate(play_all(terms, file.rows, crew), before + 1):
            file.add(row)
            shown.show(done)


def print_entry(console: Console, entry: Entry) -> None:
    table = Table(box=SIMPLE, title=f"{entry.run.agent}, {SUITE}", title_justify="left")
    table.add_column(t("task"))
    for name in entry.run.opponents:
        table.add_column(t("against {name}", name=name), justify="right", no_wrap=True)
    for task in entry.run.tasks:
        table.add_row(task, *(words(entry.cell(name, task)) for name in entry.run.opponents))
    table.add_row(t("all"), *(words(entry.cell(name)) for name in entry.run.opponents))
    console.print(table)
    console.print(
        t(
            "Win rate of decided matches with its 95 % interval, then won-drawn-lost; points {points};"
            " {milliseconds} ms a decision",
            points=percent(entry.score(), 1),
            milliseconds=decimal(entry.milliseconds(), 1),
        ),
        soft_wrap=True,
    )


@benchmark.command()
def table(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE", help="Results files.")],
    out: Annotated[Path | None, typer.Option(help="Write the page here instead of printing it.")] = None,
    as_json: AsJson = False,
) -> None:
    """Make the leaderboard from results files, as a page in Markdown.

    Example: dungeonbowl benchmark table normal.jsonl --out leaderboard.md
    """
    entries = []
    for path in paths:
        terms, rows, _ = read_results(path)
        if not rows:
            raise UserError(f"{path}: no match has been played yet")
        check_rows(path, terms, rows)
        entries.append(Entry(terms, rows))
    if as_json:
        typer.echo(json.dumps([report(entry) for entry in entries], indent=1))
        return
    page = leaderboard(entries)
    if out is None:
        typer.echo(page, nl=False)
    else:
        out.write_text(page, encoding="utf-8")


@benchmark.command()
def check(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A results file.")],
    games: Annotated[int, typer.Option(min=0, help="How many of its matches, evenly spread; 0 for all.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Play matches of a results file again and compare every number and the hash of all actions.

    The exit code is 2 if one is different. Lines that no run writes, another file of the agent and matches that are
    missing are told as well.

    Example: dungeonbowl benchmark check normal.jsonl --games 2
    """
    terms, rows, _ = read_results(path)
    if not rows:
        raise UserError(f"{path}: no match has been played yet")
    check_rows(path, terms, rows)
    check_source(path, terms)
    count = min(games or len(rows), len(rows))
    some = [rows[index * len(rows) // count] for index in range(count)]
    found = list(differences(terms, some))
    different = [(row, names) for row, names in found if names]
    if as_json:
        told = [
            {"task": row.task, "opponent": row.opponent, "number": row.number, "different": names}
            for row, names in found
        ]
        typer.echo(json.dumps(told, indent=1))
    else:
        for row, names in different:
            parts = {"task": row.task, "opponent": row.opponent, "number": row.number, "names": names}
            typer.echo(t("{task} against {opponent}, match {number}: another {names}", **parts))
        same = len(found) - len(different)
        typer.echo(f"{path}: " + t("{same} of {all} matches are the same", same=same, all=len(found)))
        total = bout_count(terms)
        if missing := total - len(rows):  # a run that was broken off, or lines that somebody took out
            typer.echo(t("{missing} of the {all} matches of the run are missing", missing=missing, all=total))
    if different:
        raise typer.Exit(2)
