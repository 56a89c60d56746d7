"""Ctrl-C in long commands: what is done is told and kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.bots.positions import positions, read_positions
from dungeonbowl.cli import puzzles
from support import command_line


def first(found: Iterator[Any], count: int) -> Iterator[Any]:
    """So many of them; then somebody presses Ctrl-C."""
    for _ in range(count):
        yield next(found)
    raise KeyboardInterrupt


def test_positions_of_the_matches_that_are_over_are_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("dungeonbowl.cli.tune.positions", lambda *given: first(positions(*given), 3))
    out = tmp_path / "positions.npz"
    assert command_line.run(monkeypatch, "tune", "play", "--games", "9", "--output", str(out), "--jobs", "1") == 0
    told = capsys.readouterr()
    assert "stopped after 3 of 9 matches" in told.err
    assert "positions of 3 matches" in told.out
    found = read_positions(out)
    assert found.terms.games == 3
    assert set(found.matches.tolist()) == {0, 1, 2}


def test_puzzles_that_were_tried_are_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    tried = []

    def impatient(bot: str, seed: int, which: str) -> Any:
        tried.append(which)
        if len(tried) == 3:
            raise KeyboardInterrupt
        return attempt(bot, seed, which)

    attempt = puzzles.attempt
    monkeypatch.setattr(puzzles, "attempt", impatient)
    assert command_line.run(monkeypatch, "puzzles", "--bot", "normal", "--jobs", "1", "--json") in (0, 1)
    told = capsys.readouterr()
    assert "stopped after 2 of " in told.err
    assert " puzzles\n" in told.err
    assert [each["name"] for each in json.loads(told.out)["puzzles"]] == tried[:2]
