"""A second try, where a test depends on more than the program.

A test with real processes needs them to be alive and to get a processor. On a machine that is busy with something else
a browser loses a click now and then or takes minutes to draw, a server is killed because memory is short, or a cluster
does not start in time: none of that is a fault of the program. So a test with real processes that fails is run once
more. What is broken fails twice; what failed once is told at the end of the run with its reason, because a fault that
shows now and then is a fault as well.

Nothing else has a second try: what follows from its inputs fails for a reason.
"""

from __future__ import annotations

import pytest

FOLDERS = ("browser", "handover", "hosting", "runs")  # where every test has real processes
FIXTURES = frozenset({"own_server", "postgres", "process"})  # elsewhere: servers and databases, each in processes
RULES = ("rules", "skills", "engine", "promises")  # where nothing ever has a second try


def has_real_processes(item: pytest.Item) -> bool:
    folder = item.nodeid.removeprefix("tests/").partition("/")[0]
    if folder in RULES:
        return False
    return folder in FOLDERS or not FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


class SecondTries:
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            if has_real_processes(item):
                item.add_marker(pytest.mark.flaky(reruns=1))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        tried: list[pytest.TestReport] = terminalreporter.stats.get("rerun", [])
        if tried:
            terminalreporter.section("failed at the first try")
        for report in tried:
            crash = getattr(report.longrepr, "reprcrash", None)
            reason = crash.message if crash is not None else str(report.longrepr or "")
            terminalreporter.write_line(f"{report.nodeid}: {' '.join(reason.split())[:500]}")
