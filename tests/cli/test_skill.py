"""`dungeonbowl skill`: what a skill does, where it lives, and what shows it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dungeonbowl.rulebook.coverage import Tally, write_skills
from dungeonbowl.teams.facts import skill_books
from dungeonbowl.words import skill_pages
from support.command_line import run


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without the results of a test run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")


def results(folder: Path) -> Path:
    """A test run that showed Guard of StockBowl."""
    tally = Tally()
    tally.passed_skills.add(("stockbowl", "Guard"))
    tally.skill_tests["stockbowl", "Guard"] = {"tests/skills/test_it.py::test_guard"}
    known = {edition: book.names() for edition, book in skill_books().items()}
    (folder / "build").mkdir()
    path = folder / "build" / "rules.json"
    path.write_text("{}")
    write_skills(path, tally.skills(known))
    return path


def test_a_skill_is_printed_with_rule_abilities_and_home(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "skill", "guard") == 0
    out = capsys.readouterr().out
    for edition in ("official: Guard, strength", "astrogranite: Guard, strength", "stockbowl: Guard, strength"):
        assert edition in out
    assert "O-AST-01 Offensive: each team-mate" in out
    assert "A-SKREF-11 Guard: its assists are not cancelled by TZs." in out
    assert "Its home: engine/skills/strength.py" in out
    assert "Ability: HELPS_WHEN_MARKED: assists in blocks" in out
    assert "asked for in engine/procedures/block/dice.py: helps_when_marked" in out


def test_one_edition_is_printed_alone(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "skill", "mighty", "blow", "--edition", "stockbowl") == 0
    out = capsys.readouterr().out
    assert "stockbowl: Mighty Blow, strength" in out
    assert "S-BASE-16" in out
    assert "official:" not in out


def test_a_skill_that_the_dungeon_has_no_use_for_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "skill", "Kick-Off", "Return") == 0
    assert "Abilities: none: the engine does nothing for this skill" in capsys.readouterr().out


def test_tests_come_from_the_last_test_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "skill", "Guard")
    assert "Tests: no test run has left its results in build/rules.json: `make rules` writes them" in (
        capsys.readouterr().out
    )
    results(tmp_path)
    run(monkeypatch, "skill", "Guard")
    assert "Test (stockbowl): tests/skills/test_it.py::test_guard" in capsys.readouterr().out
    run(monkeypatch, "skill", "Block")
    assert "Tests: none of the last run shows this skill" in capsys.readouterr().out


def test_an_installed_package_says_that_it_has_no_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("dungeonbowl.cli.skill.has_tests", lambda: False)
    run(monkeypatch, "skill", "Guard")
    assert "Tests: an installed package has none: a clone of the project has them" in capsys.readouterr().out


def test_a_package_without_sources_still_prints_the_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for cached in (skill_pages.readings, skill_pages.meanings):
        cached.cache_clear()
    monkeypatch.setattr(skill_pages, "PACKAGE", tmp_path)
    try:
        assert run(monkeypatch, "skill", "Frenzy", "--edition", "official") == 0
        out = capsys.readouterr().out
        assert "Must follow up every push when able." in out
        assert "Its home: engine/skills/after_block.py" in out
        assert "Ability: BLOCKS_AGAIN\n" in out
        assert "asked for in" not in out
    finally:
        for cached in (skill_pages.readings, skill_pages.meanings):
            cached.cache_clear()


def test_json_names_every_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = results(tmp_path)
    assert run(monkeypatch, "skill", "Guard", "--json", "--results", str(path)) == 0
    page = json.loads(capsys.readouterr().out)
    assert page["name"] == "Guard"
    assert page["home"] == "engine/skills/strength.py"
    assert page["abilities"][0]["name"] == "HELPS_WHEN_MARKED"
    assert page["reads"][0] == {
        "ability": "HELPS_WHEN_MARKED",
        "file": "engine/procedures/block/dice.py",
        "where": "helps_when_marked",
    }
    editions = {each["edition"]: each for each in page["editions"]}
    assert list(editions) == ["official", "astrogranite", "stockbowl"]
    assert editions["official"]["rules"][0]["id"] == "O-AST-01"
    assert editions["stockbowl"]["tests"] == ["tests/skills/test_it.py::test_guard"]
    assert editions["official"]["tests"] == []


def test_without_a_name_all_skills_are_listed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "skill") == 0
    out = capsys.readouterr().out
    assert "Guard" in out
    assert "Wrestle" in out
    assert run(monkeypatch, "skill", "--json", "--edition", "astrogranite") == 0
    names = [page["name"] for page in json.loads(capsys.readouterr().out)]
    assert {"Dense", "Guard", "Slash"} <= set(names)
    assert "Wrestle" not in names


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("Guart",), "unknown skill 'Guart'; did you mean Guard?"),
        (("Wrestle", "--edition", "astrogranite"), "has no skill Wrestle; it is one of official and stockbowl"),
        (("Guard", "--edition", "stickball"), "there is no edition stickball: choose from official"),
        (("--edition", "stickball"), "there is no edition stickball"),
        (("Guard", "--results", "nowhere.json"), "nowhere.json: no such file"),
        (("Boots", "of", "Dashing"), "Boots of Dashing is a magic item and no skill"),
    ],
)
def test_what_the_user_can_mend_is_one_line(
    words: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "skill", *words) == 2
    out, err = capsys.readouterr()
    assert message in err
    assert err.count("\n") == 1
    assert out == ""
