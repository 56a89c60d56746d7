"""`dungeonbowl benchmark`: tasks, runs, tables and checks; and replays of whole series."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.command_line import run


def test_the_tasks_are_listed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "benchmark", "tasks") == 0
    out = capsys.readouterr().out
    assert "dungeonbowl-bench-v1" in out
    assert "room-3" in out
    assert "astrogranite-full" in out
    assert run(monkeypatch, "benchmark", "tasks", "--json") == 0
    assert len(json.loads(capsys.readouterr().out)["tasks"]) == 8


def test_a_run_a_table_and_a_check(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    few = ("--tasks", "room-3,halls-6", "--opponents", "random", "--jobs", "1")
    assert run(monkeypatch, "benchmark", "run", "--agent", "normal", *few, "--games", "2", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["file"] == "benchmark-normal.jsonl"
    assert found["opponents"]["random"]["games"] == 4
    assert run(monkeypatch, "benchmark", "run", "--agent", "normal", *few, "--games", "4") == 0
    out = capsys.readouterr().out
    assert "against random" in out
    assert "8 matches in benchmark-normal.jsonl" in out
    assert len(Path("benchmark-normal.jsonl").read_text().splitlines()) == 9
    assert run(monkeypatch, "benchmark", "check", "benchmark-normal.jsonl", "--games", "3") == 0
    assert "3 of 3 matches are the same" in capsys.readouterr().out
    assert run(monkeypatch, "benchmark", "table", "benchmark-normal.jsonl", "--out", "page.md") == 0
    assert "| `normal` | 2 of 8 |" in Path("page.md").read_text()
    assert run(monkeypatch, "benchmark", "table", "benchmark-normal.jsonl", "--json") == 0
    assert json.loads(capsys.readouterr().out)[0]["run"]["agent"] == "normal"


def test_a_changed_file_is_found_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "easy.jsonl"
    few = ("--tasks", "room-3", "--opponents", "random", "--games", "2", "--jobs", "1", "--out", str(path))
    assert run(monkeypatch, "benchmark", "run", "--agent", "easy", *few) == 0
    lines = path.read_text().splitlines()
    row = json.loads(lines[1])
    row["points"] = 1.0 - row["points"]
    path.write_text("\n".join([lines[0], json.dumps(row), *lines[2:]]) + "\n")
    assert run(monkeypatch, "benchmark", "check", str(path)) == 2
    assert "room-3 against random, match 0: another points" in capsys.readouterr().out
    assert run(monkeypatch, "benchmark", "run", "--agent", "normal", *few) == 2
    assert "was begun with agent easy, not normal" in capsys.readouterr().err


EDITED = {
    "a won match twice": (lambda rows: [*rows, rows[0]], "is there twice"),
    "too many points": (lambda rows: [{**rows[0], "points": 5.0}, *rows[1:]], "5 points; expected 0, 0.5 or 1"),
    "another opponent": (lambda rows: [{**rows[0], "opponent": "normal"}, *rows[1:]], "is none of the matches that"),
    "another task": (lambda rows: [{**rows[0], "task": "chess"}, *rows[1:]], "is none of the matches that"),
    "a match beyond the last": (lambda rows: [{**rows[0], "number": 99}, *rows[1:]], "is none of the matches that"),
    "another seed": (lambda rows: [{**rows[0], "seed": 7}, *rows[1:]], "another seed, side, dungeon or team"),
    "no match at all": (lambda rows: [], "no match has been played yet"),
}


@pytest.mark.parametrize("edit", EDITED)
def test_a_line_that_no_run_writes_is_refused_by_the_check_and_by_the_table(
    edit: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "easy.jsonl"
    few = ("--tasks", "room-3", "--opponents", "random", "--games", "2", "--jobs", "1", "--out", str(path))
    assert run(monkeypatch, "benchmark", "run", "--agent", "easy", *few) == 0
    first, *rows = path.read_text().splitlines()
    changed, words = EDITED[edit]
    edited = changed([json.loads(row) for row in rows])
    path.write_text("\n".join([first, *(json.dumps(row) for row in edited)]) + "\n")
    capsys.readouterr()
    for command in ("check", "table"):
        assert run(monkeypatch, "benchmark", command, str(path)) == 2
        assert words in capsys.readouterr().err


def test_matches_that_were_taken_out_and_another_file_of_the_agent_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bot = tmp_path / "idle.py"
    bot.write_text("class Idle:\n    def choose(self, match):\n        return match.usual\n")
    path = tmp_path / "idle.jsonl"
    few = ("--tasks", "room-3", "--opponents", "random", "--games", "3", "--jobs", "1", "--out", str(path))
    assert run(monkeypatch, "benchmark", "run", "--agent", f"{bot}:Idle", *few) == 0
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:3]))
    capsys.readouterr()
    assert run(monkeypatch, "benchmark", "check", str(path)) == 0
    assert "1 of the 3 matches of the run are missing" in capsys.readouterr().out
    bot.write_text(bot.read_text() + "# better\n")
    assert run(monkeypatch, "benchmark", "check", str(path)) == 2
    assert "is another than the one that was measured" in capsys.readouterr().err


def test_a_series_leaves_replays_that_are_verified_and_not_played_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "replays"
    series = ("sim", "--quick", "--games", "4", "--turn-limit", "2", "--mixed", "--jobs", "1", "--json")
    assert run(monkeypatch, *series, "--save-replays", str(folder)) == 0
    found = json.loads(capsys.readouterr().out)
    files = sorted(folder.iterdir())
    assert [path.name for path in files] == [f"match-{seed:06d}.jsonl" for seed in range(1, 5)]
    setups = [json.loads(path.read_text().splitlines()[0])["setup"] for path in files]
    assert len({json.dumps(setup) for setup in setups}) > 1  # other dungeons and teams
    assert run(monkeypatch, "replay", "verify", *map(str, files)) == 0
    capsys.readouterr()
    kept = files[1].stat().st_mtime_ns
    files[0].write_text(files[0].read_text()[:300])  # broken off
    files[2].unlink()
    assert run(monkeypatch, *series, "--save-replays", str(folder)) == 0
    again = json.loads(capsys.readouterr().out)
    assert files[1].stat().st_mtime_ns == kept
    assert [row["winner"] for row in again["results"]] == [row["winner"] for row in found["results"]]
    assert [row["turns"] for row in again["results"]] == [row["turns"] for row in found["results"]]
    assert run(monkeypatch, "replay", "verify", *map(str, files)) == 0
    assert run(monkeypatch, "sim", "--games", "1", "--mixed") == 2
    assert "--mixed needs --save-replays" in capsys.readouterr().err
