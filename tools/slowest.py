"""Prints where the time of the last test run went: by folder, by file, and the slowest tests.

python tools/slowest.py                    the last run of `make test`
python tools/slowest.py --tests 30         so many tests instead of a hundred
python tools/slowest.py FILE [OTHER]       a run that was kept, and next to it another one

Seconds are those of the clock, with setting up and tearing down. `CPU` are the seconds of a processor that the test's
own process used, with the commands it ran and waited for: they change little when the machine is busy.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

KEPT = Path(__file__).resolve().parent.parent / "build" / "durations.json"
PHASES = ("setup", "call", "teardown")
FILES = 40


class Row(NamedTuple):
    name: str
    seconds: float
    processor: float
    start: float
    stop: float
    worker: str


def rows_of(path: Path) -> list[Row]:
    kept = json.loads(path.read_text(encoding="utf-8"))
    return [
        Row(
            name=name,
            seconds=sum(row.get(phase, 0.0) for phase in PHASES),
            processor=row["processor"],
            start=row["start"],
            stop=row["stop"],
            worker=row["worker"],
        )
        for name, row in kept.items()
    ]


def file_of(name: str) -> str:
    return name.partition("::")[0]


def folder_of(name: str) -> str:
    """`tests/rules` of `tests/rules/test_block.py::...`; a file that lies in `tests` itself is its own folder."""
    return "/".join(file_of(name).split("/")[:2])


def sums(rows: list[Row], key: Callable[[str], str]) -> dict[str, tuple[int, float, float]]:
    """How many tests, and their seconds by the clock and of a processor; the longest first."""
    found: dict[str, tuple[int, float, float]] = {}
    for row in rows:
        count, seconds, processor = found.get(key(row.name), (0, 0.0, 0.0))
        found[key(row.name)] = (count + 1, seconds + row.seconds, processor + row.processor)
    return dict(sorted(found.items(), key=lambda pair: -pair[1][1]))


def workers(rows: list[Row]) -> list[str]:
    """When each worker began and ended: one that ends long before the others shows a badly shared run."""
    start = min(row.start for row in rows)
    lines = []
    for worker in sorted({row.worker for row in rows}):
        mine = [row for row in rows if row.worker == worker]
        busy = sum(row.seconds for row in mine)
        ended = max(row.stop for row in mine) - start
        lines.append(f"{worker or 'one process':12} {len(mine):6} tests {busy:8.1f} s busy, ended after {ended:8.1f} s")
    return lines


def table(title: str, rows: list[Row], other: list[Row] | None, key: Callable[[str], str], most: int) -> list[str]:
    mine = sums(rows, key)
    theirs = sums(other, key) if other is not None else {}
    lines = ["", title, f"{'seconds':>9} {'CPU':>8} {'tests':>6}" + ("   other run: seconds, CPU" if theirs else "")]
    for name in [*mine, *(name for name in theirs if name not in mine)][:most]:
        count, seconds, processor = mine.get(name, (0, 0.0, 0.0))
        line = f"{seconds:9.1f} {processor:8.1f} {count:6}"
        if theirs:
            _, seconds, processor = theirs.get(name, (0, 0.0, 0.0))
            line += f" {seconds:9.1f} {processor:8.1f}"
        lines.append(f"{line}  {name}")
    return lines


def report(rows: list[Row], other: list[Row] | None, tests: int) -> list[str]:
    lines = [
        f"{len(rows)} tests, {sum(row.seconds for row in rows):.1f} s, {sum(row.processor for row in rows):.1f} s CPU"
    ]
    lines += workers(rows)
    lines += table("By folder", rows, other, folder_of, len(rows))
    lines += table(f"The {FILES} slowest files", rows, other, file_of, FILES)
    lines += table(f"The {tests} slowest tests", rows, other, str, tests)
    return lines


def main() -> int:
    reader = argparse.ArgumentParser(description="where the time of the last test run went")
    reader.add_argument("runs", nargs="*", type=Path, metavar="FILE", help=f"durations of a run; otherwise {KEPT.name}")
    reader.add_argument("--tests", type=int, default=100, help="how many tests to list")
    given = reader.parse_args()
    paths: list[Path] = given.runs or [KEPT]
    for path in paths:
        if not path.is_file():
            print(f"{path}: there are no durations of a run: `make test` keeps them", file=sys.stderr)  # noqa: T201
            return 1
    runs = [rows_of(path) for path in paths[:2]]
    if not runs[0]:
        print(f"{paths[0]}: no test was run", file=sys.stderr)  # noqa: T201
        return 1
    print("\n".join(report(runs[0], runs[1] if len(runs) > 1 else None, given.tests)))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
