"""Two builds measured by turns: `dungeonbowl bench --against`.

A busy machine makes a figure of one minute worth nothing in the next. So both builds work in the same rounds, figure by
figure, the one first in one round and the other first in the next, on the same core. Only the ratios count.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import IO, Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table

import dungeonbowl
from dungeonbowl.cli import bench_figures
from dungeonbowl.cli.bench_figures import Figure
from dungeonbowl.cli.speed import engine_words, kind_of_build
from dungeonbowl.errors import UserError
from dungeonbowl.languages import t, translated

CALIBRATION: Final = "calibration_s"


class Place(NamedTuple):
    """Where a build is: the Python that runs it, and the folder to import it from, if that Python does not have it."""

    python: str
    sources: str


def this_build() -> Place:
    return Place(sys.executable, str(Path(str(dungeonbowl.__file__)).parent.parent))


def place_of(text: str) -> Place:
    """The build at a path: a folder with the package in it, such as `src`; a clone; a virtual environment; a Python."""
    path = Path(text).absolute()  # a virtual environment's Python is a link, which must not be followed
    for folder in (path, path / "src"):
        if (folder / "dungeonbowl" / "__init__.py").is_file():
            return Place(sys.executable, str(folder))
    for python in (path / "bin" / "python", path / "Scripts" / "python.exe"):
        if python.is_file():
            return Place(str(python), "")
    if path.is_file() and os.access(path, os.X_OK):
        return Place(str(path), "")
    raise UserError(
        f"--against {text}: expected the folder `src` of another clone, or a Python that has dungeonbowl installed"
    )


class Worker:
    """A process that measures one build, and rests until it is asked."""

    def __init__(self, place: Place, core: int | None) -> None:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        if place.sources:
            environment["PYTHONPATH"] = place.sources
        self.place = place
        self.complaints = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        self.process = subprocess.Popen(
            [place.python, "-P", str(Path(bench_figures.__file__))],  # -P: this folder's modules are not for import
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.complaints,
            encoding="utf-8",
            env=environment,
        )
        if core is not None:
            pin(self.process.pid, core)
        self.build: dict[str, Any] = {}

    def __enter__(self) -> Worker:
        try:
            self.build = self.read()
        except UserError:
            self.end()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.end()

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()
        self.complaints.close()

    def measure(self, figure: str, edition: str, seconds: float) -> dict[str, Any]:
        try:
            pipe(self.process.stdin).write(
                json.dumps({"figure": figure, "edition": edition, "seconds": seconds}) + "\n"
            )
            pipe(self.process.stdin).flush()
        except OSError:
            pass  # it has ended: reading says why
        return self.read()

    def read(self) -> dict[str, Any]:
        line = pipe(self.process.stdout).readline()
        with suppress(ValueError):
            found: dict[str, Any] = json.loads(line)
            return found
        self.complaints.seek(0)
        said = (self.complaints.read() or line or "it said nothing").strip().splitlines()
        raise UserError(f"the build at {self.place.sources or self.place.python} stopped: {said[-1]}")


def pipe(stream: IO[str] | None) -> IO[str]:
    assert stream is not None  # it was asked for
    return stream


def one_core() -> int | None:
    """The core on which all work: the last one that this process may use. None where the system has no such choice."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None


def pin(process: int, core: int) -> None:
    with suppress(OSError):  # where it is not allowed, the figures are less steady, and as true
        os.sched_setaffinity(process, {core})


def by_turns(
    other: Place, figures: list[Figure], edition: str, seconds: float, rounds: int, tell: Callable[[], None]
) -> dict[str, Any]:
    """Measure both builds. `seconds` is for all figures of one build in all rounds."""
    core = one_core()
    share = seconds / len(figures) / rounds
    places = {"this": this_build(), "other": other}
    names = [CALIBRATION, *(figure.name for figure in figures)]
    found: dict[str, dict[str, list[dict[str, Any]]]] = {name: {"this": [], "other": []} for name in names}
    builds: dict[str, dict[str, Any]] = {}
    for number in range(rounds):
        order = ["this", "other"] if number % 2 == 0 else ["other", "this"]
        # New processes in each round: where the system puts a program in memory changes its speed by some per cent.
        with Worker(places[order[0]], core) as first, Worker(places[order[1]], core) as second:
            workers = dict(zip(order, (first, second), strict=True))
            for side, worker in workers.items():
                builds[side] = worker.build
            for name in names:
                for side, worker in workers.items():
                    found[name][side].append(worker.measure(name, edition, share))
                tell()
    kinds = {side: kind_of_build(Path(build["package"]), build["compiled"]) for side, build in builds.items()}
    return {
        **{
            side: {**builds[side], "build": kinds[side][0], "flags": kinds[side][1], **values(found[CALIBRATION][side])}
            for side in ("this", "other")
        },
        "rounds": rounds,
        "pinned": core is not None,
        "figures": {figure.name: compared(figure, found[figure.name]) for figure in figures},
    }


def values(answers: list[dict[str, Any]]) -> dict[str, float]:
    return {CALIBRATION: min(answer["value"] for answer in answers)}


def compared(figure: Figure, answers: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Best, median and all rounds of both builds. A ratio above 1 says that this build is the faster one; the median
    ratio is that of the rounds' ratios, because the two halves of a round met the same machine."""
    row: dict[str, Any] = {}
    for side, found in answers.items():
        missing = [answer["missing"] for answer in found if "missing" in answer]
        if missing:
            row[side] = {"missing": missing[0]}
        else:
            each = [answer["value"] for answer in found]
            row[side] = {
                "best": max(each) if figure.more_is_better else min(each),
                "median": median(each),
                "rounds": each,
            }
    if "missing" not in row["this"] and "missing" not in row["other"]:

        def ratio(this: float, other: float) -> float:
            return this / other if figure.more_is_better else other / this

        pairs = zip(row["this"]["rounds"], row["other"]["rounds"], strict=True)
        best = ratio(row["this"]["best"], row["other"]["best"])
        row["ratio"] = {"best": best, "median": median(ratio(this, other) for this, other in pairs)}
    return row


def print_turns(console: Console, found: dict[str, Any], shown: Callable[[float], str]) -> None:
    for side in ("this", "other"):
        build = found[side]
        console.print(
            t(
                "{side}: engine {engine}, Python {python}, calibration {seconds} s, {package}",
                side=t(side),
                engine=engine_words(build["build"]),
                python=build["python"],
                seconds=f"{build[CALIBRATION]:.3f}",
                package=build["package"],
            ),
            soft_wrap=True,
        )
    told = "{rounds} rounds by turns, on whatever core the system chose; best / median"
    if found["pinned"]:
        told = "{rounds} rounds by turns, on one core; best / median"
    table = Table(title=t(told, rounds=found["rounds"]), title_justify="left")
    table.add_column(t("what"))
    for heading in (t("this"), t("other"), t("times as fast")):
        table.add_column(heading, justify="right")
    for name, row in found["figures"].items():
        cells = [
            f"{shown(row[side]['best'])} / {shown(row[side]['median'])}" if "best" in row[side] else t("not measured")
            for side in ("this", "other")
        ]
        ratio = f"{row['ratio']['best']:.2f} / {row['ratio']['median']:.2f}" if "ratio" in row else ""
        table.add_row(t(bench_figures.BY_NAME[name].words), *cells, ratio)
    console.print(table)
    for name, row in found["figures"].items():
        for side in ("this", "other"):
            if "missing" in row[side]:
                told = "{name} is not measured in other build: {reason}"
                if side == "this":
                    told = "{name} is not measured in this build: {reason}"
                reason = translated(row[side]["missing"])
                console.print(t(told, name=name, reason=reason), soft_wrap=True, markup=False)
