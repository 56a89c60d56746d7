from __future__ import annotations

import json
from pathlib import Path

import pytest

from dungeonbowl.bots.arena import Pairing, new_game
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.match import Match
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.records.replay import write_replay
from dungeonbowl.records.save import write_save
from support import command_line

SCENARIO = """
format = 1
title = "A run"
rules = []
map = '''
A.X.....BB
'''
ball = "X"

[pieces]
X = { side = "home" }
b = { side = "away", at = [9, 0] }

[[step]]
do = ["activate X", "declare move"]
"""


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setenv("COLUMNS", "120")
    return command_line.run(monkeypatch, "hint", *arguments)


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    path = tmp_path / "run.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    return path


@pytest.fixture
def match() -> Match:
    """A short way into a match: the coaches choose the first option a few times."""
    found = begun(new_game(Pairing("official(quick=1)")), match_dice(3))
    for _ in range(6):
        found.choose(found.options()[0])
    return found


def test_a_scenario(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], scenario: Path) -> None:
    assert run(monkeypatch, str(scenario), "--think", "0") == 0
    out = capsys.readouterr().out
    assert "home decides" in out
    assert "1. X runs in and scores" in out
    assert "6 squares to the end zone; no roll needed" in out
    assert "activate X; declare move; step e" in out
    assert run(monkeypatch, str(scenario), "--at", "2", "--json", "--tries", "20") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["searched"]
    assert found["advice"][0]["actions"][0] == "step e"
    assert found["advice"][0]["chance"] > 0.5


def test_a_save_and_a_replay_say_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, match: Match
) -> None:
    write_save(match, tmp_path / "match.save")
    write_replay(match, tmp_path / "match.jsonl")
    found = []
    for name in ("match.save", "match.jsonl"):
        assert run(monkeypatch, str(tmp_path / name), "--json", "--think", "0", "--count", "2") == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]
    assert 1 <= len(found[0]["advice"]) <= 2
    assert run(monkeypatch, str(tmp_path / "match.jsonl"), "--at", "1", "--json", "--think", "0") == 0
    assert json.loads(capsys.readouterr().out)["advice"]


def test_mistakes_are_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    scenario: Path,
    match: Match,
) -> None:
    write_replay(match, tmp_path / "match.jsonl")
    write_save(match, tmp_path / "match.save")
    (tmp_path / "words.txt").write_text("hello", encoding="utf-8")
    for arguments, message in (
        (["none.jsonl"], "none.jsonl: No such file"),
        (["words.txt"], "expected a save, a replay, or a scenario"),
        (["match.jsonl", "--at", "99"], "decision 99; expected 1 to 6"),
        (["match.save", "--at", "2"], "--at is for replays and scenarios"),
        (["match.save", "--variant", "x"], "--variant is for scenarios"),
        (["run.toml", "--at", "9"], "step 9; expected 1 to 2"),
        (["run.toml", "--variant", "other"], "there is no variant 'other'; there are: none"),
    ):
        assert run(monkeypatch, str(tmp_path / arguments[0]), *arguments[1:]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert message in said.err
        assert said.err.count("\n") == 1
