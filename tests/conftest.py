from __future__ import annotations

import os
import runpy
import tempfile
from pathlib import Path

import pytest

import dungeonbowl
from plugins import durations, rule_coverage
from support import nightly

ROOT = Path(__file__).resolve().parents[1]


def pytest_addoption(parser: pytest.Parser) -> None:
    rule_coverage.add_option(parser)
    durations.add_option(parser)


def pytest_configure(config: pytest.Config) -> None:
    check_engine()
    keep_away_from_home(config)
    config.pluginmanager.register(rule_coverage.RuleCoverage(config), "rule_coverage")
    config.pluginmanager.register(durations.Durations(config), "kept_durations")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the cases out that `support/nightly.py` keeps for the night."""
    if nightly.is_night():
        return
    left_out = [item for item in items if nightly.waits_for_the_night(item.nodeid)]
    items[:] = [item for item in items if not nightly.waits_for_the_night(item.nodeid)]
    config.hook.pytest_deselected(items=left_out)


def keep_away_from_home(config: pytest.Config) -> None:
    """Give every program that the tests start a folder for its data: a test neither writes into the database of the
    person who runs it, nor depends on what an older version left there."""
    folder = tempfile.TemporaryDirectory(prefix="dungeonbowl-data-")
    config.add_cleanup(folder.cleanup)
    for variable in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        os.environ[variable] = folder.name


def check_engine() -> None:
    """Check that the tests run on the engine that was asked for, and that a compiled engine is no older than its
    sources."""
    found = "compiled" if dungeonbowl.compiled() else "interpreted"
    expected = os.environ.get("DUNGEONBOWL_EXPECT", found)
    if expected not in ("compiled", "interpreted"):
        raise pytest.UsageError(f"DUNGEONBOWL_EXPECT={expected}: say compiled or interpreted")
    if found != expected:
        raise pytest.UsageError(
            f"the engine is {found} and not {expected} (without a C compiler: DUNGEONBOWL_INTERPRETED=1 make test)"
        )
    stamp = ROOT / "build" / "compiled.stamp"
    if found == "compiled" and stamp.exists() and Path(dungeonbowl.__file__).is_relative_to(ROOT / "src"):
        files = runpy.run_path(str(ROOT / "setup.py"))["compiled_files"]()
        built = stamp.stat().st_mtime
        if changed := [name for name in files if (ROOT / name).stat().st_mtime > built]:
            raise pytest.UsageError(f"changed since it was compiled: {', '.join(changed)}: run `make build`")
