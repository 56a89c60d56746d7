from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import dungeonbowl
from dungeonbowl.cli.rule_tables import ranges
from dungeonbowl.errors import UserError
from dungeonbowl.rulebook import EDITIONS
from dungeonbowl.rulebook.coverage import Tally, read, read_skills, unknown, unknown_skills, write, write_skills

TESTS = Path(__file__).resolve().parents[1]

SUITE = """
import pytest

@pytest.mark.rule("O-TERM-01", "O-TERM-02")
@pytest.mark.rule("A-MOD-01")
@pytest.mark.skill("Guard", "Block")
def test_passes(): pass

@pytest.mark.rule("O-TERM-02", "O-TERM-03")
@pytest.mark.skill("Block", "Dodge")
def test_fails(): assert False

@pytest.mark.skill("Claw", "Block", edition="stockbowl")
def test_of_another_edition(): pass

@pytest.mark.rule("O-TERM-04")
@pytest.mark.skip
def test_skipped(): pass

@pytest.mark.rule("O-TERM-05")
@pytest.mark.xfail(strict=True)
def test_expected_to_fail(): assert False

@pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.rule("D-TM-01"))])
def test_marked_by_parameter(x): pass

@pytest.fixture
def broken():
    yield
    assert False

@pytest.mark.rule("O-TERM-06")
def test_fails_in_teardown(broken): pass
"""


def run_suite(folder: Path, suite: str, *options: str) -> subprocess.CompletedProcess[str]:
    """A run of its own, with this project's conftest."""
    (folder / "tests").mkdir()
    (folder / "tests" / "test_suite.py").write_text(suite)
    (folder / "tests" / "conftest.py").write_text(
        "from plugins import rule_coverage\n"
        "def pytest_addoption(parser): rule_coverage.add_option(parser)\n"
        "def pytest_configure(config): config.pluginmanager.register(rule_coverage.RuleCoverage(config))\n"
    )
    (folder / "pytest.ini").write_text(f"[pytest]\npythonpath = {TESTS}\nmarkers =\n    rule(id)\n    skill(name)\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--rules-json={folder / 'rules.json'}"]
    command += ["-p", "xdist"] if "-n" in options else []
    # Other plugins of this Python have no part in it, and take most of the time to start.
    found = {
        **os.environ,
        "PYTHONPATH": str(Path(dungeonbowl.__file__).parents[1]),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    return subprocess.run(
        [*command, *options, "tests"], cwd=folder, env=found, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["alone", "workers"])
def test_a_rule_is_shown_when_a_test_passed_and_none_failed(tmp_path: Path, options: tuple[str, ...]) -> None:
    run = run_suite(tmp_path, SUITE, *options)
    assert run.returncode == 1, run.stdout + run.stderr
    coverage = read(tmp_path / "rules.json")
    assert list(coverage) == list(EDITIONS)
    official = coverage["official"]
    assert official["shown"] == 1
    assert "O-TERM-01" not in official["missing"]
    assert official["missing"][:5] == ["O-TERM-02", "O-TERM-03", "O-TERM-04", "O-TERM-05", "O-TERM-06"]
    assert official["failing"] == ["O-TERM-02", "O-TERM-03", "O-TERM-06"]
    assert official["sections"]["O-TERM"]["shown"] == 1
    assert official["total"] == official["shown"] + len(official["missing"])
    assert coverage["astrogranite"]["shown"] == 1
    assert coverage["dungeons"]["shown"] == 1
    assert coverage["stockbowl"]["shown"] == 0
    skills = read_skills(tmp_path / "rules.json")
    assert skills is not None
    official_skills = skills["official"]
    assert official_skills["shown"] == 1
    assert "Guard" not in official_skills["missing"]
    assert {"Block", "Dodge"} <= set(official_skills["missing"])
    assert official_skills["total"] == official_skills["shown"] + len(official_skills["missing"]) == 92
    shown_by = {"Guard": ["tests/test_suite.py::test_passes"], "Block": ["tests/test_suite.py::test_passes"]}
    assert official_skills["tests"] == shown_by  # and Dodge by none: its only test fails
    other = skills["stockbowl"]
    assert other["shown"] == 2
    assert "Guard" in other["missing"]
    assert other["total"] == 75


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["alone", "workers"])
@pytest.mark.parametrize(
    ("mark", "problem"),
    [('"O-TERM-99"', "there is no rule O-TERM-99"), ("7", "7 is no rule id"), ("", "a rule mark without an id")],
)
def test_an_unknown_id_is_an_error_at_collection(
    tmp_path: Path, mark: str, problem: str, options: tuple[str, ...]
) -> None:
    run = run_suite(tmp_path, f"import pytest\n@pytest.mark.rule({mark})\ndef test_it(): pass\n", *options)
    assert run.returncode != 0
    assert problem in run.stdout
    assert not (tmp_path / "rules.json").exists()


@pytest.mark.parametrize(
    ("mark", "problem"),
    [
        ('"Guart"', "there is no skill 'Guart' in edition official"),
        ('"Claws", edition="stockbowl"', "there is no skill 'Claws' in edition stockbowl"),
        ('"Block", edition="stickball"', "there are no skills of edition 'stickball'"),
        ("", "a skill mark without a name"),
    ],
)
def test_an_unknown_skill_is_an_error_at_collection(tmp_path: Path, mark: str, problem: str) -> None:
    run = run_suite(tmp_path, f"import pytest\n@pytest.mark.skill({mark})\ndef test_it(): pass\n")
    assert run.returncode != 0
    assert problem in run.stdout
    assert not (tmp_path / "skills.json").exists()


def test_reasons_stand_beside_missing_rules_only() -> None:
    tally = Tally()
    tally.passed.add("O-TERM-01")
    coverage = tally.coverage({"O-TERM-01": "shown after all", "O-TERM-02": "nothing to see"})
    assert coverage["official"]["reasons"] == {"O-TERM-02": "nothing to see"}


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write(tmp_path / "deep" / "rules.json", Tally().coverage())
    assert read(tmp_path / "deep" / "rules.json") == Tally().coverage()


def test_skills_that_are_written_are_read(tmp_path: Path) -> None:
    assert read_skills(tmp_path / "rules.json") is None
    known = {"official": ["Block", "Guard"], "stockbowl": ["Block"]}
    write_skills(tmp_path / "deep" / "rules.json", Tally().skills(known))
    assert read_skills(tmp_path / "deep" / "rules.json") == Tally().skills(known)
    for broken in ("{", "[]", '{"official": 3}'):
        (tmp_path / "skills.json").write_text(broken)
        with pytest.raises(UserError, match="does not hold the results of a test run"):
            read_skills(tmp_path / "rules.json")


@pytest.mark.parametrize("text", ["", "[]", "{}", json.dumps({"official": 3})])
def test_another_file_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "rules.json").write_text(text)
    with pytest.raises(UserError, match="does not hold the results of a test run"):
        read(tmp_path / "rules.json")


def test_unknown_ids_are_named() -> None:
    assert unknown(["O-TERM-01", "O-TERM-99"]) == ["there is no rule O-TERM-99"]


def test_unknown_skills_are_named() -> None:
    known = {"official": ["Block", "Guard"]}
    assert unknown_skills([("official", "Guard"), ("official", "Guart")], known) == [
        "there is no skill 'Guart' in edition official"
    ]


def test_runs_of_numbers_are_drawn_together() -> None:
    assert ranges(["O-A-01", "O-A-02", "O-A-04", "O-A-09", "O-A-10"]) == "01-02 04 09-10"
    assert ranges([]) == ""
