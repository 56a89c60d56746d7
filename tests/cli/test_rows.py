"""Tables of matches: rows that are asked in SQL and turned back into replays, and series that are taken up again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dungeonbowl.bots.arena import Pairing, play
from dungeonbowl.bots.detail import CAUSES, Detailed, pairing_in, play_detailed, row_of
from dungeonbowl.errors import MissingExtra
from dungeonbowl.records.replay import read_replay, verify
from dungeonbowl.runs import columns
from support import command_line

pytest.importorskip("pyarrow", reason="the extra columns is not installed")
pytest.importorskip("duckdb", reason="the extra columns is not installed")

SERIES = ("sim", "--quick", "--games", "6", "--turn-limit", "4", "--mixed", "--jobs", "1")


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str, code: int = 0) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert command_line.run(monkeypatch, *arguments) == code


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "matches.parquet"
    run(monkeypatch, *SERIES, "--rows", str(path))
    capsys.readouterr()
    return path


def test_a_row_tells_the_match_that_the_arena_plays() -> None:
    pairing = Pairing("official(quick=1)", "of-2", home_team="fire-fast", away_team="death-strong")
    found = play_detailed(pairing, 3)
    result = play(pairing, 3)
    assert {name: getattr(found, name) for name in type(result).__struct_fields__} == {
        name: getattr(result, name) for name in type(result).__struct_fields__
    }
    row = row_of(found)
    assert (row["edition"], row["options"], row["dungeon"], row["seed"]) == ("official", "quick=1", "of-2", 3)
    assert row["home_casualties"] + row["away_casualties"] == sum(result.casualties)
    assert row["home_chests_opened"] + row["away_chests_opened"] == row["chests"]
    assert {f"casualties_by_{name}" for name in CAUSES} <= set(row)
    assert pairing_in(row) == pairing


def test_causes_of_casualties_and_portals_are_counted() -> None:
    found = [play_detailed(Pairing("official(quick=1)"), seed) for seed in range(1, 9)]
    assert sum(sum(each.portals) for each in found) > 0
    for each in found:
        assert sum(each.causes.values()) <= sum(each.casualties)
        assert len(each.luck) == 2
    assert {name for each in found for name in each.causes} <= set(CAUSES)


def test_a_table_answers_questions(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "rows", str(table))
    told = capsys.readouterr().out
    assert "home_wins" in told
    assert "turn_limit=4" in told
    run(monkeypatch, "rows", str(table), "--sql", "select count(*) as n, max(seed) as last from matches", "--json")
    assert json.loads(capsys.readouterr().out) == [{"n": 6, "last": 6}]
    run(monkeypatch, "rows", str(table), str(table), "--sql", "select count(*) as n from matches", "--json")
    assert json.loads(capsys.readouterr().out) == [{"n": 12}]


@pytest.mark.parametrize(
    "question",
    ["select * from read_csv('secret.txt')", "copy matches to 'stolen.csv'", "select nothing from matches", "", ";"],
)
def test_a_question_that_cannot_be_answered_is_one_line_and_touches_no_file(
    table: Path, question: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    run(monkeypatch, "rows", str(table), "--sql", question, code=2)
    told = capsys.readouterr().err
    assert told.startswith("dungeonbowl: --sql: ")
    assert told.count("\n") == 1
    assert not (tmp_path / "stolen.csv").exists()


def test_every_row_becomes_its_replay(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for number, row in enumerate(columns.read_table([table]).to_pylist()):
        path = tmp_path / f"row-{number}.jsonl"
        run(monkeypatch, "rows", str(table), "--replay", str(number), "--save", str(path))
        game = verify(read_replay(path)).game
        assert int(game.decisions) == row["decisions"]
        assert game.dungeon.identity == row["dungeon"]
    run(monkeypatch, "rows", str(table), "--replay", "6", "--save", str(tmp_path / "none.jsonl"), code=2)
    assert "the table has 6 rows, the first is 0" in capsys.readouterr().err


def test_a_row_that_tells_another_match_is_found_out(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    forged = columns.read_table([table]).to_pylist()
    forged[2]["decisions"] += 1
    columns.write_rows(tmp_path / "forged.arrow", forged)
    saved = tmp_path / "row.jsonl"
    run(monkeypatch, "rows", str(tmp_path / "forged.arrow"), "--replay", "2", "--save", str(saved), code=2)
    assert "the match of seed 3 is another one now (decisions" in capsys.readouterr().err
    assert not saved.exists()


def test_a_series_that_was_stopped_gives_the_same_table(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept, again = tmp_path / "series.jsonl", tmp_path / "again.parquet"
    shorter = tuple("3" if word == "6" else word for word in SERIES)
    run(monkeypatch, *shorter, "--rows", str(again), "--resume", str(kept))
    assert again.read_bytes() != table.read_bytes()
    lines = kept.read_bytes().splitlines()
    assert len(lines) == 4
    run(monkeypatch, *SERIES, "--rows", str(again), "--resume", str(kept))
    assert kept.read_bytes().splitlines()[:4] == lines
    assert again.read_bytes() == table.read_bytes()
    run(monkeypatch, *SERIES, "--home", "random", "--rows", str(again), "--resume", str(kept), code=2)
    assert "was begun with terms" in capsys.readouterr().err


def test_ctrl_c_keeps_what_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "series.jsonl"
    pressed = [True]

    def impatient(pairing: Pairing, seed: int, mix: bool = False) -> Detailed:
        if seed == 4 and pressed:
            pressed.clear()
            raise KeyboardInterrupt
        return play_detailed(pairing, seed, mix)

    monkeypatch.setattr("dungeonbowl.cli.sim.play_detailed", impatient)
    words = (*SERIES, "--rows", str(tmp_path / "matches.parquet"), "--resume", str(kept))
    run(monkeypatch, *words)
    assert "stopped after 3 of 6 matches" in capsys.readouterr().err
    run(monkeypatch, *words)
    assert len(kept.read_bytes().splitlines()) == 7
    assert columns.read_table([tmp_path / "matches.parquet"]).num_rows == 6


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("matches.csv", "expected a name that ends with .parquet or .arrow"),
        ("nowhere/matches.parquet", "there is no folder"),
    ],
)
def test_a_table_that_could_not_be_written_is_refused_before_anything_is_played(
    name: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    run(monkeypatch, *SERIES, "--rows", name, code=2)
    assert words in capsys.readouterr().err


def test_what_is_no_table_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in ("broken.parquet", "broken.arrow"):
        (tmp_path / name).write_text("not a table", encoding="utf-8")
        run(monkeypatch, "rows", str(tmp_path / name), code=2)
        assert f"{name} is no table of matches" in capsys.readouterr().err
    run(monkeypatch, "rows", str(tmp_path / "none.parquet"), code=2)
    assert "No such file" in capsys.readouterr().err


def test_without_the_packages_one_line_says_which_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(columns, "import_module", missing)
    with pytest.raises(MissingExtra, match=r"pip install 'dungeonbowl\[columns\]'"):
        columns.check_columns(Path("matches.parquet"))
