"""The examples in docstrings of the league come out as they are printed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import dungeonbowl.league
import dungeonbowl.seasons

PACKAGES = (dungeonbowl.league, dungeonbowl.seasons)
MODULES = [
    module.name for package in PACKAGES for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name: str) -> None:
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for examples in doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name), name):
        runner.run(examples, out=told.append)
    assert runner.failures == 0, "".join(told)


def test_there_are_examples() -> None:
    found = [doctest.DocTestFinder().find(importlib.import_module(name)) for name in MODULES]
    assert sum(bool(each.examples) for module in found for each in module) >= 20
