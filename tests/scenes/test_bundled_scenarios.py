"""The scenarios that come with the program: listed, found by their ids, shown and played."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.scenes.bundled import FOLDER, bundled_scenarios, find_scenario, find_scenarios
from support.command_line import run


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")


def test_every_file_has_an_id_in_its_folder() -> None:
    known = bundled_scenarios()
    assert list(known) == ["official", "astrogranite", "stockbowl", "daily", "lessons", "puzzles"]
    assert sorted(path for files in known.values() for path in files.values()) == sorted(FOLDER.rglob("*.toml"))
    assert known["official"]["ex-01"] == FOLDER / "official" / "ex-01.toml"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ex-01", "official/ex-01.toml"),
        ("EX-01", "official/ex-01.toml"),
        ("official:ex-01", "official/ex-01.toml"),
        ("astrogranite:ex-01", "astrogranite/EX-01.toml"),
        ("ex-30", "astrogranite/EX-30.toml"),
        ("e-07", "stockbowl/E-07.toml"),
    ],
)
def test_a_scenario_is_found_by_its_id(text: str, found: str) -> None:
    assert find_scenario(text) == FOLDER / found


def test_the_name_of_an_edition_is_all_its_scenarios() -> None:
    assert find_scenarios("stockbowl") == sorted((FOLDER / "stockbowl").iterdir())


def test_files_and_folders_are_still_found_by_their_paths() -> None:
    Path("mine").mkdir()
    Path("mine/a.toml").write_text("")
    assert find_scenarios("mine") == [Path("mine/a.toml")]
    assert find_scenarios("mine/a.toml") == [Path("mine/a.toml")]
    assert find_scenarios("nowhere.toml") == [Path("nowhere.toml")]  # what is wrong with it is said when it is read


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wizard-fier", "did you mean .*wizard-fire"),
        ("oficial", "did you mean official"),
        ("stockbowl:ex-01", "did you mean"),
        ("chess", "`dungeonbowl scenario list` has the ids"),
    ],
)
def test_an_unknown_name_is_refused_with_a_hint(text: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        find_scenarios(text)


def test_an_empty_folder_is_refused() -> None:
    Path("empty").mkdir()
    with pytest.raises(UserError, match=r"expected \.toml files"):
        find_scenarios("empty")


def test_many_are_not_one() -> None:
    with pytest.raises(UserError, match=r"expected one scenario, found \d\d"):
        find_scenario("stockbowl")


def test_a_scenario_runs_by_its_id(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "scenario", "run", "ex-01", "official:ex-01", "--json") == 0
    files = {outcome["file"] for outcome in json.loads(capsys.readouterr().out)}
    assert files == {str(FOLDER / "official" / "ex-01.toml")}


def test_without_a_name_all_that_come_with_the_program_are_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = {"official": {"ex-01": FOLDER / "official" / "ex-01.toml"}}
    monkeypatch.setattr("dungeonbowl.cli.scenario.bundled_scenarios", lambda: few)
    monkeypatch.setattr("dungeonbowl.scenes.bundled.bundled_scenarios", lambda: few)
    assert run(monkeypatch, "scenario", "run") == 0
    assert "came out as they should" in capsys.readouterr().out


def test_the_list_names_ids_and_titles(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "scenario", "list", "--edition", "stockbowl") == 0
    out = capsys.readouterr().out
    assert all(f" e-{number:02} " in out for number in range(1, 21))
    assert run(monkeypatch, "scenario", "list", "--json") == 0
    rows = json.loads(capsys.readouterr().out)
    assert len(rows) == len(list(FOLDER.rglob("*.toml")))
    (first,) = [row for row in rows if row["id"] == "ex-01" and row["edition"] == "official"]
    assert first["lines"] >= 1


def test_the_list_of_an_unknown_edition_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "scenario", "list", "--edition", "chess") == 2
    assert "expected one of official, astrogranite, stockbowl" in capsys.readouterr().err


def test_the_file_that_is_shown_can_be_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "scenario", "show", "ex-05") == 0
    text = capsys.readouterr().out
    assert tomllib.loads(text)["format"] == 1
    Path("mine.toml").write_text(text, encoding="utf-8")
    assert run(monkeypatch, "scenario", "run", "mine.toml") == 0


def test_a_hint_takes_a_scenario_by_its_id(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "hint", "astrogranite:ex-05", "--think", "0", "--json") == 0
    assert json.loads(capsys.readouterr().out)["advice"]
