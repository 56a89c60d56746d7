"""`dungeonbowl puzzle`: the puzzle of a day on the command line."""

from __future__ import annotations

import json
import sys

import pytest

from dungeonbowl.cli import main
from dungeonbowl.scenes.exercises import DAILY, names


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["dungeonbowl", "puzzle", *words])
    with pytest.raises(SystemExit) as end:
        main()
    return int(end.value.code or 0)


def test_the_puzzle_of_today_is_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch) == 0
    out = capsys.readouterr().out
    assert sum(f"({name}, " in out for name in names(DAILY)) == 1


def test_a_puzzle_keeps_its_answer_until_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "hand-it-on") == 0
    out = capsys.readouterr().out
    assert "AA..D..R" in out
    assert "Dorrin, Dwarf Blocker Lineman, home, has the ball" in out
    assert "hands the ball over" not in out
    assert run(monkeypatch, "hand-it-on", "--answer") == 0
    assert "hands the ball over" in capsys.readouterr().out


def test_a_day_has_one_puzzle_and_strange_words_have_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "2026-11-17", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["name"] in names(DAILY)
    assert "answers" not in found
    assert run(monkeypatch, "hand-it-onn") == 2
    assert "expected a day such as 2026-11-17, or a name; " in capsys.readouterr().err


def test_every_name_that_a_refusal_offers_is_taken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "hand-it-onn") == 2
    offered = capsys.readouterr().err.partition("expected one of ")[2].strip().split(", ")
    assert f"{DAILY}:hand-it-on" in offered
    for name in offered:
        assert run(monkeypatch, name, "--json") == 0
        assert json.loads(capsys.readouterr().out)["name"] == name.partition(":")[2]
