from __future__ import annotations

import asyncio
import gc
import os
import runpy
import signal
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import dungeonbowl
from plugins import durations, rule_coverage, second_tries
from support import nightly

ROOT = Path(__file__).resolve().parents[1]


def pytest_addoption(parser: pytest.Parser) -> None:
    rule_coverage.add_option(parser)
    durations.add_option(parser)


def pytest_configure(config: pytest.Config) -> None:
    check_engine()
    hear_interrupts()
    keep_away_from_home(config)
    config.pluginmanager.register(rule_coverage.RuleCoverage(config), "rule_coverage")
    config.pluginmanager.register(durations.Durations(config), "kept_durations")
    if config.pluginmanager.has_plugin("rerunfailures"):
        config.pluginmanager.register(second_tries.SecondTries(), "second_tries")


def hear_interrupts() -> None:
    """A shell starts what runs in its background with Ctrl-C ignored, and every process of the tests would inherit
    that: tests of Ctrl-C would wait for ever."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """While thirteen thousand tests are collected there is nothing to free, and afterwards they stay until the end: the
    collector of garbage looks through none of it. That is a third of the time of collecting."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the cases out that `support/nightly.py` keeps for the night."""
    if nightly.is_night():
        return
    left_out = [item for item in items if nightly.waits_for_the_night(item.nodeid)]
    items[:] = [item for item in items if not nightly.waits_for_the_night(item.nodeid)]
    config.hook.pytest_deselected(items=left_out)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    with without_the_loop_of_a_browser(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    with without_the_loop_of_a_browser(item):
        return (yield)


@contextmanager
def without_the_loop_of_a_browser(item: pytest.Item) -> Iterator[None]:
    """A browser that an earlier test of this process has opened keeps a loop in this thread that counts as running.
    A test without a browser does not see it: `asyncio.run` would refuse, there and in every command that has it."""
    running = asyncio._get_running_loop()
    if running is None or "browser" in getattr(item, "fixturenames", ()):
        yield
        return
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(running)


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
