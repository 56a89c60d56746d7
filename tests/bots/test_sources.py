"""A run that is taken up again depends on what is in the files it names: bots, teams, dungeons, networks, policies."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeonbowl.bots.arena import Pairing
from dungeonbowl.bots.sources import files_in
from support import command_line

BOT = """
class Mine:
    def choose(self, match):
        return match.options[{number}]
"""
SHORT = ("--turn-limit", "2", "--quick", "--jobs", "1")


def test_files_are_found_wherever_terms_name_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mine.py", "policy.npz", "value.json", "smiths.toml", "cave.dungeon"):
        Path(name).write_text(name, encoding="utf-8")
    names = {
        *("mine.py:Mine", "policy:policy.npz", "hard(tries=8,value=value.json)", "hard(value = value.json)"),
        *("smiths.toml", "cave.dungeon"),
    }
    terms = {"bots": sorted(names), "pairing": Pairing("official", "cave.dungeon", "normal"), "games": 4}
    before = files_in(terms)
    assert set(before) == names
    Path("value.json").write_text("others", encoding="utf-8")
    changed = {name for name, found in files_in(terms).items() if found != before[name]}
    assert changed == {name for name in names if "value" in name}


@pytest.mark.parametrize(
    "words",
    [
        ("sim", "--games", "2", "--home", "mine.py:Mine", "--away", "random", "--resume"),
        ("arena", "--games", "2", "--bots", "mine.py:Mine,random", "--dungeons", "of-1", "--results"),
    ],
)
def test_results_of_a_bot_that_has_changed_are_not_mixed_with_others(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(BOT.format(number=0), encoding="utf-8")
    assert command_line.run(monkeypatch, *words, "kept.jsonl", *SHORT) == 0
    assert command_line.run(monkeypatch, *words, "kept.jsonl", *SHORT) == 0
    kept = Path("kept.jsonl").read_bytes()
    capsys.readouterr()
    Path("mine.py").write_text(BOT.format(number=-1), encoding="utf-8")
    assert command_line.run(monkeypatch, *words, "kept.jsonl", *SHORT) == 2
    told = capsys.readouterr().err
    assert "kept.jsonl was begun with another content of mine.py:Mine: name another file" in " ".join(told.split())
    assert Path("kept.jsonl").read_bytes() == kept
