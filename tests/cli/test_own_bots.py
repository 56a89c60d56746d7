"""Bots of one's own play wherever the name of a bot is taken. One that fails is told of, and never looks a winner."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from dungeonbowl.bots.levels import BOTS
from dungeonbowl.bots.outside import find_bot
from dungeonbowl.errors import UserError
from support.command_line import run

OWN_BOTS = """
import numpy as np

class First:
    def choose(self, view, options):
        return options[0]

class Failing:
    def choose(self, view, options):
        return options[len(options) + 7]

class Sometimes:
    def __init__(self, seed):
        self.asked = 0
    def choose(self, view, options):
        self.asked += 1
        return options[0] if self.asked % 9 else "end turn"

class Numbered:
    def choose(self, view, options):
        return np.int64(options[0])

class Unmakable:
    def __init__(self, seed):
        raise RuntimeError("no engine\\nin this bot")

class Wants:
    def __init__(self, depth=3):
        self.depth = depth
    def choose(self, view, options):
        return options[self.depth % len(options)]
"""
QUICK = ["--quick", "--turn-limit", "1", "--dungeon", "of-1"]


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    path = tmp_path / "own.py"
    path.write_text(OWN_BOTS)
    return path


def test_watch_plays_a_bot_of_ones_own_and_saves_the_match(
    bots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "match.jsonl"
    options = ["--home", f"{bots}:First", "--away", "random", "--seed", "3", *QUICK, "--save", str(saved)]
    assert run(monkeypatch, "watch", *options) == 0
    assert saved.exists()
    assert run(monkeypatch, "replay", "verify", str(saved)) == 0


def test_sim_fair_and_hint_take_it_too(
    bots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--home", f"{bots}:First", "--away", "random", "--games", "2", "--jobs", "1", *QUICK, "--json"]
    assert run(monkeypatch, "sim", *options) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["home"] == f"{bots}:First"
    assert found["failings"] == []
    assert all(min(result["decided"]) > 0 for result in found["results"])
    saved = tmp_path / "match.jsonl"
    run(monkeypatch, "watch", "--home", "random", "--away", "random", "--seed", "1", *QUICK, "--save", str(saved))
    capsys.readouterr()
    assert run(monkeypatch, "hint", str(saved), "--at", "1", "--bot", f"{bots}:First", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["bot"] == f"{bots}:First"
    assert told["action"]
    assert run(monkeypatch, "hint", str(saved), "--at", "1", "--bot", f"{bots}:Failing") == 2
    assert "failed here: IndexError" in capsys.readouterr().err


def test_fair_measures_with_it(bots: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("dungeonbowl.bots.arena.MOST_DECISIONS", 60)
    options = ["of-1", "--games", "2", "--jobs", "1", "--bot", f"{bots}:Failing", "--json"]
    assert run(monkeypatch, "dungeon", "fair", *options) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["failings"][0]["says_nothing"]
    assert "its result says nothing" in err


@pytest.mark.parametrize("command", ["sim", "watch", "arena"])
def test_a_bot_that_fails_in_every_decision_is_told_of_loudly_and_each_fault_once(
    command: str,
    bots: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    name = f"{bots}:Failing"
    options = {
        "sim": ["--home", name, "--away", "random", "--games", "2", "--jobs", "1", *QUICK],
        "watch": ["--home", name, "--away", "random", "--seed", "1", *QUICK],
        "arena": [*f"--bots random,{name} --games 2 --jobs 1 --turn-limit 1 --dungeons of-1 --teams none".split()],
    }[command]
    with caplog.at_level(logging.WARNING):
        assert run(monkeypatch, command, *options) == 1
    out, err = capsys.readouterr()
    told = [line for line in err.splitlines() if "Failing" in line]
    assert len(told) == 2
    assert "IndexError: list index out of range (own.py, line 10)" in told[0]
    numbers = [int(word) for word in told[1].split() if word.isdigit()]
    assert numbers[0] == numbers[1] > 0
    assert told[1].endswith(f"failed in {numbers[0]} of {numbers[0]} decisions: its result says nothing")
    assert caplog.text == ""
    if command != "watch":
        assert "(failed)" in out


def test_a_bot_that_fails_now_and_then_is_told_of_but_its_result_counts(
    bots: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--home", f"{bots}:Sometimes", "--away", "random", "--games", "2", "--jobs", "1", *QUICK]
    assert run(monkeypatch, "sim", *options) == 0
    out, err = capsys.readouterr()
    assert "'end turn' was not offered" in err
    assert "default actions took their place" in err
    assert "says nothing" not in err
    assert "(failed)" not in out


def test_a_number_of_numpy_is_a_number(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["--home", f"{bots}:Numbered", "--away", "random", "--games", "1", "--jobs", "1", *QUICK]
    assert run(monkeypatch, "sim", *options) == 0


def test_whatever_is_wrong_with_a_name_is_one_line(
    bots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.py").write_text("import nothing_of_the_kind")
    (tmp_path / "leaving.py").write_text("raise SystemExit(3)")
    (tmp_path / "spelt.py").write_text("def choose(:")
    (tmp_path / "README.md").write_text("# no policy")
    for name, words in {
        f"{bots}:Unmakable": "cannot be made: RuntimeError: no engine in this bot",
        f"{bots}:Missing": "there is no class Missing",
        f"{bots}:": "there is no class",
        f"{tmp_path}/broken.py:Bot": "ModuleNotFoundError: No module named 'nothing_of_the_kind'",
        f"{tmp_path}/leaving.py:Bot": "SystemExit: 3",
        f"{tmp_path}/spelt.py:Bot": "SyntaxError",
        f"{tmp_path}/nowhere.py:Bot": "there is no such file",
        f"policy:{tmp_path}/README.md": "not a policy file",
        f"policy:{tmp_path}/nowhere.npz": "there is no such file",
        "nobody": "choose from easy, expert, hard, normal, random",
        "../somewhere/else:Bot": "neither a file that ends in .py nor the name of a module",
        "normal(style=rusher; style=basher)".replace(";", ","): "style is said twice",
        "hard(seconds=inf)": "no time below 0",
    }.items():
        for arguments in (["sim", "--home", name], ["watch", "--away", name], ["arena", "--bots", f"random,{name}"]):
            assert run(monkeypatch, *arguments, "--turn-limit", "1") == 2
            told = [line for line in capsys.readouterr().err.splitlines() if "interpreted" not in line]
            assert len(told) == 1, told
            assert words in told[0]


def test_only_a_class_that_wants_a_seed_gets_one(bots: Path) -> None:
    assert find_bot(f"{bots}:Wants", 9).depth == 3  # type: ignore[attr-defined]
    assert find_bot(f"{bots}:Sometimes", 9).asked == 0  # type: ignore[attr-defined]


def test_the_server_seats_only_its_own_levels() -> None:
    from dungeonbowl.bots.levels import make_bot

    assert sorted(BOTS) == ["easy", "expert", "hard", "normal", "random"]
    with pytest.raises(UserError, match="there is no bot"):
        make_bot("my_bot.py:MyBot", 1)
