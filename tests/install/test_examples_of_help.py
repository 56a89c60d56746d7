"""Every command shows an example that can be copied. That each of them works is shown in test_installed_examples.py."""

from __future__ import annotations

import shlex

import pytest

from support.examples import command_paths, examples_of, help_of

PATHS = command_paths()


@pytest.mark.parametrize("path", PATHS, ids=[" ".join(path) or "dungeonbowl" for path in PATHS])
def test_a_command_has_an_example_that_a_narrow_terminal_does_not_fold(path: list[str]) -> None:
    narrow, wide = examples_of(path), examples_of(path, 400)
    assert narrow == wide
    assert narrow
    for example in narrow:
        assert shlex.split(example)[0] == "dungeonbowl"  # its quotes are whole, too
    assert any(shlex.split(example)[1 : len(path) + 1] == path for example in narrow)


def test_the_rest_of_the_help_is_folded() -> None:
    long = [line for line in help_of(["arena"]).splitlines() if len(line) > 60 and "Example: " not in line]
    assert long == []
