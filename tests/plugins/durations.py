"""Keeps how long every test of a run took, for `make slowest`.

Seconds by the clock depend on what else the machine does; seconds of a processor hardly do. So both are kept: those of
the worker itself, with the commands that it waited for. A server that outlives its test shows up where it is stopped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from pathlib import Path

import pytest

from support import warm


def add_option(parser: pytest.Parser) -> None:
    parser.addoption("--durations-json", type=Path, default=None, metavar="FILE", help="write the durations to FILE")


def processor_seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system + warm.processor_seconds()


class Durations:
    def __init__(self, config: pytest.Config) -> None:
        self.path: Path | None = config.getoption("--durations-json")
        self.is_worker = hasattr(config, "workerinput")
        self.used = processor_seconds()
        self.tests: dict[str, dict[str, float | str]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Note the processor's seconds since the report before: of setting up, of the call, or of tearing down."""
        report = yield
        before, self.used = self.used, processor_seconds()
        report.processor = self.used - before  # type: ignore[attr-defined]  # reports carry such names to the controller
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self.path is None or self.is_worker:
            return
        row = self.tests.setdefault(
            report.nodeid,
            {"worker": getattr(report, "worker_id", ""), "start": round(report.start, 3), "processor": 0.0},
        )
        row[report.when] = round(float(row.get(report.when, 0.0)) + report.duration, 4)
        row["processor"] = round(float(row["processor"]) + getattr(report, "processor", 0.0), 3)
        row["stop"] = round(report.stop, 3)

    def pytest_sessionfinish(self) -> None:
        if self.path is None or self.is_worker:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.tests, indent=1) + "\n", encoding="utf-8")
