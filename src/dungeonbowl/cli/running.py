"""What every command that plays many matches has in common: its options, its crew, and its bar on stderr."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dungeonbowl.bots.sources import files_in
from dungeonbowl.languages import decimal, plural, t
from dungeonbowl.runs.crew import Crew
from dungeonbowl.runs.keeping import Checkpoint

Found = TypeVar("Found")

Jobs = Annotated[int, typer.Option(min=0, help="Processes; 0 for one per processor.")]
Ray = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS", help="Play on a Ray cluster: auto for the one of this machine, HOST:PORT, or local."
    ),
]
Resume = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep each result in a file as it comes; if it is there, go on where it ends."),
]


def crew_of(jobs: int, ray: str = "") -> Crew:
    """Who plays. On a cluster --jobs is left to the cluster, except on a local one."""
    return Crew(jobs if ray else jobs or os.cpu_count() or 1, ray)


def checkpoint_in(path: Path | None, command: str, terms: object, found: type[Found]) -> Checkpoint[Found] | None:
    return Checkpoint(path, command, terms, found, files_in(terms)) if path is not None else None


class Bar:
    """How far a run is: matches done, matches a second of those that are played now, workers, failures, time left."""

    def __init__(self, progress: Progress, crew: Crew, what: str, total: int | None, before: int) -> None:
        self.progress = progress
        self.crew = crew
        self.before = before  # matches that were there already
        self.began = time.perf_counter()
        self.task = progress.add_task(what, total=total, completed=before, state="")
        crew.waits = self.waits

    def show(self, completed: int, total: int | None = None, what: str | None = None) -> None:
        if self.progress.disable:
            return
        played = max(0, completed - self.before - self.crew.kept)
        speed = played / max(time.perf_counter() - self.began, 1e-9)
        workers = self.crew.workers
        state = plural(
            "{speed} matches a second, {count} worker",
            "{speed} matches a second, {count} workers",
            workers,
            speed=decimal(speed, 1),
        )
        if self.crew.failures:
            state += ", " + plural("{count} failure made good", "{count} failures made good", self.crew.failures)
        self.progress.update(self.task, completed=completed, total=total, description=what, state=state)

    def waits(self) -> None:
        """A search may take minutes to its end: whoever has pressed Ctrl-C must not think that nobody heard it."""
        if not self.progress.disable:
            told = t("what is under way is finished and kept; Ctrl-C once more ends at once")
            self.progress.console.print(told, highlight=False, soft_wrap=True)


@contextmanager
def bar(crew: Crew, what: str, total: int | None = None, before: int = 0, shown: bool = True) -> Iterator[Bar]:
    """A bar on stderr, if that is a terminal."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[state]}"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    off = not (shown and console.is_terminal)
    with Progress(*columns, console=console, transient=True, disable=off) as progress:
        yield Bar(progress, crew, what, total, before)
