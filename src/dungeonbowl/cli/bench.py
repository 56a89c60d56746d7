from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from statistics import median
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from dungeonbowl import compiled
from dungeonbowl.cli.bench_figures import BY_NAME, FIGURES, Figure, NotInstalled, calibrate
from dungeonbowl.cli.bench_turns import by_turns, place_of, print_turns
from dungeonbowl.cli.match_options import USUAL_EDITION
from dungeonbowl.cli.speed import engine_words, kind_of_build, warn_if_interpreted
from dungeonbowl.cli.tables import screen
from dungeonbowl.editions import EditionError, build
from dungeonbowl.errors import UserError
from dungeonbowl.languages import t, translated

REFERENCE: Final = 0.245  # seconds that the calibration took on the machine for which the aims were set


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long to measure, in all.")] = 20.0,
    edition: Annotated[str, typer.Option(help="The edition, with its options.")] = USUAL_EDITION,
    only: Annotated[
        str, typer.Option(metavar="NAME[,NAME]", help="Measure these figures; the names are those of --json.")
    ] = "",
    rounds: Annotated[int, typer.Option(min=1, help="Rounds, of which the best counts.")] = 5,
    against: Annotated[
        str,
        typer.Option(
            metavar="PATH",
            help="Measure another build by turns with this one: the folder `src` of another clone, or a Python "
            "that has dungeonbowl installed. --seconds is for each of the two.",
        ),
    ] = "",
) -> None:
    """Measure the engine on one core: each figure is the best of several rounds.

    Example: dungeonbowl bench --seconds 5

    Example: dungeonbowl bench --only steps_per_s,clone_us --seconds 1 --json
    """
    warn_if_interpreted()
    figures = chosen(only)
    try:
        build(edition)
    except EditionError as error:
        raise UserError(str(error)) from None
    if against:
        other = place_of(against)
        with progress(rounds * (len(figures) + 1)) as tell:
            found = by_turns(other, figures, edition, seconds, rounds, tell)
        found = {**circumstances(), **found}
    else:
        found = measure(figures, seconds, edition, rounds)
    if as_json:
        typer.echo(json.dumps(found))
    elif against:
        print_turns(screen(), found, shown)
    else:
        print_figures(screen(), figures, found)


def chosen(only: str) -> list[Figure]:
    """The figures of `--only`, in the order of the table; all of them without it."""
    names = {name.strip() for name in only.split(",")} - {""}
    unknown = sorted(names - BY_NAME.keys())
    if unknown:
        raise UserError(f"--only {unknown[0]}: expected one of {', '.join(BY_NAME)}")
    return [figure for figure in FIGURES if figure.name in names or not names]


@contextmanager
def progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar on stderr, if that is a terminal. The function that it gives counts one piece of the work."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    # It is drawn between two measurements: a thread that draws would be measured too.
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal, auto_refresh=False
    ) as bar:
        task = bar.add_task(t("measuring"), total=total)

        def tell() -> None:
            bar.advance(task)
            bar.refresh()

        yield tell


def circumstances() -> dict[str, Any]:
    """When a measurement was made, and how busy the machine was: the load average of the last minute."""
    load = round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
    return {"date": datetime.now(UTC).date().isoformat(), "load": load}


def measure(figures: list[Figure], seconds: float, edition: str, rounds: int) -> dict[str, Any]:
    """The best of each figure by its name, and under `median` the medians. All figures are measured in each round, so
    that a busy moment of the machine spoils one round of several figures, and not one figure."""
    kind, flags = kind_of_build()
    about = {"compiled": compiled(), "build": kind, "flags": flags, **circumstances(), "rounds": rounds}
    share = seconds / len(figures) / rounds
    each: dict[str, list[float]] = {figure.name: [] for figure in figures}
    missing: dict[str, str] = {}
    calibrations = [calibrate()]
    with progress(rounds * len(figures)) as tell:
        for _ in range(rounds):
            for figure in figures:
                if figure.name not in missing:
                    try:
                        each[figure.name].append(figure.measure(edition, share))
                    except NotInstalled as error:
                        missing[figure.name] = str(error)
                tell()
    calibrations.append(calibrate())
    for name, reason in missing.items():
        typer.echo(t("{name} is not measured, {reason}", name=name, reason=translated(reason)), err=True)
    found: dict[str, Any] = {**about, "calibration_s": min(calibrations)}
    for figure in figures:
        best = max if figure.more_is_better else min
        found[figure.name] = best(each[figure.name], default=None)
    found["median"] = {name: median(values) if values else None for name, values in each.items()}
    return found


def print_figures(console: Console, figures: list[Figure], found: dict[str, Any]) -> None:
    """Print a table with the aims, and every figure converted to the reference calibration."""
    factor = REFERENCE / found["calibration_s"]
    told = "engine {engine}, calibration {seconds} s, {day}"
    if found["load"] is not None:
        told = "engine {engine}, calibration {seconds} s, load {load}, {day}"
    parts = {"seconds": f"{found['calibration_s']:.3f}", "load": found["load"], "day": found["date"]}
    title = t(told, engine=engine_words(found["build"]), **parts)
    table = Table(title=title, title_justify="left")
    table.add_column(t("what"))
    at_reference = t("best at calibration {seconds}", seconds=REFERENCE)
    for heading in (t("best"), t("median"), at_reference, t("aim")):
        table.add_column(heading, justify="right")
    for figure in figures:
        value = found[figure.name]
        aim = "" if figure.aim is None else shown(figure.aim)
        if value is None:
            table.add_row(t(figure.words), t("not installed"), "", "", aim)
            continue
        scaled = value / factor if figure.more_is_better else value * factor
        if figure.aim is not None:
            aim = ("✓ " if (scaled >= figure.aim) == figure.more_is_better else "✗ ") + aim
        table.add_row(t(figure.words), shown(value), shown(found["median"][figure.name]), shown(scaled), aim)
    console.print(table)


def shown(value: float) -> str:
    """Three significant digits, or whole numbers from 100 on."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
