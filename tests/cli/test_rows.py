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


# What is no question, what reads something else, what writes, and what is more than one.
REFUSED = {
    **dict.fromkeys(("", ";", "   ", "-- nothing"), "expected one question that reads"),
    **dict.fromkeys(("select 1; select 2", "select 1; drop view matches"), "expected one question that reads"),
    **dict.fromkeys(
        (
            "copy matches to 'stolen.csv'",
            "attach 'stolen.db'",
            "export database 'stolen'",
            "install httpfs",
            "load httpfs",
            "insert into matches select * from matches",
            "create table stolen as select * from matches",
            "drop view matches",
            "set enable_external_access = true",
            "pragma database_list",
            "prepare later as select 1",
        ),
        "expected one question that reads",
    ),
    **dict.fromkeys(
        ("select * from read_csv('secret.txt')", "select * from read_text('secret.txt')", "select * from glob('*')"),
        "Permission Error",
    ),
    "select * from 'secret.txt'": "does not exist",
    "select * from table_of_ours": "does not exist",  # nor a variable of the program
    "select nothing from matches": "nothing",
    "select 'it''s, from matches": "unterminated",
    "select (": "Parser Error",
    "select seed from matches where seed = ?": "Values were not provided",
    "select \udce9": "surrogates not allowed",
    "select now() from matches": "moments with a time zone cannot be shown",
    "select list(a.seed) from matches a, range(1000000) b, range(1000) c": "Out of Memory Error",
}


def test_a_question_that_cannot_be_answered_is_one_line_and_touches_no_file(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(columns.LOCKED, "memory_limit", "'50MB'")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    for question, words in REFUSED.items():
        run(monkeypatch, "rows", str(table), "--sql", question, code=2)
        told = capsys.readouterr().err
        assert told.startswith("dungeonbowl: --sql: "), question
        assert words in told, question
        assert told.count("\n") == 1, question
        assert sorted(tmp_path.iterdir()) == before, question


def test_answers_keep_every_column_and_are_json_that_others_can_read(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    question = (
        "select seed, seed, 1.5 as half, 'nan'::float as none, '[red]' as text, [1, 2] as list from matches limit 1"
    )
    run(monkeypatch, "rows", str(table), "--sql", question, "--json")
    answer = {"seed": 1, "seed_2": 1, "half": 1.5, "none": None, "text": "[red]", "list": [1, 2]}
    assert json.loads(capsys.readouterr().out) == [answer]
    run(monkeypatch, "rows", str(table), "--sql", question)
    assert "[red]" in capsys.readouterr().out
    run(monkeypatch, "rows", str(table), "--sql", "select seed from matches limit 0", "--json")
    assert json.loads(capsys.readouterr().out) == []
    run(
        monkeypatch,
        "rows",
        str(table),
        "--sql",
        "select ['nan'::float, 1.5] as inside, {'a': 'inf'::double} as deep",
        "--json",
    )
    assert json.loads(capsys.readouterr().out) == [{"inside": [None, 1.5], "deep": {"a": None}}]
    run(monkeypatch, "rows", str(table), "--sql", "describe matches")
    assert "casualties_by_block" in capsys.readouterr().out


def test_an_answer_names_the_rows_that_can_be_played_again(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    question = "select row, seed from matches order by seed desc limit 1"
    run(monkeypatch, "rows", str(table), "--sql", question, "--json")
    (found,) = json.loads(capsys.readouterr().out)
    assert found == {"row": 5, "seed": 6}
    run(monkeypatch, "rows", str(table), "--replay", str(found["row"]), "--save", str(tmp_path / "row.jsonl"))
    assert "seed 6" in capsys.readouterr().out
    assert "row" not in columns.read_table([table]).column_names, "files stay as they are"


def test_more_columns_than_fit_are_shown_row_by_row_and_none_is_cut(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "rows", str(table), "--sql", "select * from matches order by row limit 2")
    told = [line.split() for line in capsys.readouterr().out.splitlines() if line.strip()]
    row = {words[0]: " ".join(words[1:]) for words in told[: len(told) // 2]}
    expected = columns.read_table([table]).to_pylist()[0]
    assert row == {"row": "0", **{name: str(value) for name, value in expected.items()}}
    monkeypatch.setattr("dungeonbowl.cli.rows.MOST_LISTED", 4)
    run(monkeypatch, "rows", str(table), "--sql", "select * from matches")
    assert "These are the first 4 rows" in capsys.readouterr().out


def test_a_cell_gives_a_terminal_no_orders_and_is_no_longer_than_anybody_reads(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "rows", str(table), "--sql", "select chr(27) || '[31mred' as a, repeat('x', 1000000) as b")
    told = capsys.readouterr().out
    assert "[31mred" in told
    assert chr(27) not in told
    assert 100 < told.count("x") < 10_000


def test_a_long_answer_is_cut_on_the_terminal_alone(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("dungeonbowl.cli.rows.MOST_SHOWN", 4)
    run(monkeypatch, "rows", str(table), "--sql", "select seed from matches")
    assert "These are the first 4 rows; --json prints all." in capsys.readouterr().out
    run(monkeypatch, "rows", str(table), "--sql", "select seed from matches", "--json")
    assert len(json.loads(capsys.readouterr().out)) == 6


def test_tables_of_an_older_version_lack_columns_and_are_asked_together(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rows = columns.read_table([table]).to_pylist()
    older, other = tmp_path / "older.parquet", tmp_path / "other.arrow"
    columns.write_rows(older, [{name: row[name] for name in row if name != "home_luck"} for row in rows])
    columns.write_rows(other, [{"seed": "one"}])
    question = "select count(*) as rows, count(home_luck) as lucky from matches"
    run(monkeypatch, "rows", str(older), str(table), "--sql", question, "--json")
    assert json.loads(capsys.readouterr().out) == [{"rows": 12, "lucky": 6}]
    run(monkeypatch, "rows", str(table), str(other), code=2)
    assert "have different columns: ask them one by one" in capsys.readouterr().err
    run(monkeypatch, "rows", str(other), code=2)  # a table, but not of matches
    assert capsys.readouterr().err.count("\n") == 1
    run(monkeypatch, "rows", str(other), "--replay", "0", "--save", str(tmp_path / "none.jsonl"), code=2)
    assert "the row has no version: another version wrote it, or another program" in capsys.readouterr().err


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


def test_options_that_have_no_use_are_refused(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    saved = tmp_path / "none.jsonl"
    run(monkeypatch, "rows", str(table), "--save", str(saved), code=2)
    assert "are for --replay N" in capsys.readouterr().err
    run(monkeypatch, "rows", str(table), "--replay", "0", "--sql", "select 1", "--save", str(saved), code=2)
    assert "--sql and --replay: take one" in capsys.readouterr().err
    run(monkeypatch, "rows", str(table), "--replay", "-1", code=2)
    assert "greater than or equal to 0" in capsys.readouterr().err
    assert not saved.exists()


def test_a_row_that_tells_another_match_is_found_out(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    forged = columns.read_table([table]).to_pylist()
    forged[2]["decisions"] += 1
    columns.write_rows(tmp_path / "forged.arrow", forged)
    saved = tmp_path / "row.jsonl"
    columns.write_rows(tmp_path / "typed.arrow", [{**row, "home_bot": 5} for row in forged])
    run(monkeypatch, "rows", str(tmp_path / "typed.arrow"), "--replay", "0", "--save", str(saved), code=2)
    assert "home_bot 5: expected a text" in capsys.readouterr().err
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


def test_a_table_that_is_there_is_overwritten_only_if_that_is_said(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    before = table.read_bytes()
    other = (*SERIES, "--seed", "50", "--rows", str(table))
    run(monkeypatch, *other, code=2)
    assert "matches.parquet exists already and is not overwritten" in capsys.readouterr().err
    run(monkeypatch, *other, "--resume", str(tmp_path / "other.jsonl"), code=2)  # a checkpoint without these rows
    assert table.read_bytes() == before
    run(monkeypatch, *other, "--force")
    assert table.read_bytes() != before
    run(monkeypatch, *SERIES, "--mixed", "--save-replays", str(tmp_path / "replays"), "--force", code=2)
    assert "--force is for --rows FILE" in capsys.readouterr().err


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
