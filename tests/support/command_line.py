"""The command line as the shell calls it, without a process of its own."""

from __future__ import annotations

import sys

import pytest

from dungeonbowl import cli


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Call the entry point with these arguments; returns its exit code."""
    monkeypatch.setattr(sys, "argv", ["dungeonbowl", *arguments])
    with pytest.raises(SystemExit) as left:
        cli.main()
    return int(left.value.code or 0)
