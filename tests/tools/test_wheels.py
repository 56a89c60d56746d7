"""The recipe for the wheels of a release. It runs elsewhere; here it is read."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from typing import Any

import pytest
import typer.main

from dungeonbowl import __version__
from dungeonbowl.cli import make_app
from support.pages import ROOT

yaml = pytest.importorskip("yaml", reason="comes with the server's requirements")

WORKFLOW = ROOT / ".github" / "workflows" / "wheels.yml"
# What cibuildwheel reads of its table, as far as we use it. A name that it does not know is an error there.
KEYS = {"build", "skip", "archs", "environment", "before-build", "test-command"}
SYSTEMS = {
    "linux on x86-64": "ubuntu-24.04",
    "linux on arm64": "ubuntu-24.04-arm",
    "macos on arm64": "macos-15",
    "macos on x86-64": "macos-15-intel",
    "windows": "windows-2025",
}


@pytest.fixture(scope="module")
def workflow() -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load(WORKFLOW.read_text("utf-8"))
    return found


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def steps(workflow: dict[Any, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def test_the_wheels_are_built_on_every_system(workflow: dict[Any, Any]) -> None:
    machines = workflow["jobs"]["wheels"]["strategy"]["matrix"]["machine"]
    assert sorted(machines) == sorted(SYSTEMS.values())
    assert workflow["jobs"]["wheels"]["runs-on"] == "${{ matrix.machine }}"


def test_a_tag_or_a_hand_starts_it_and_it_may_write_nothing(workflow: dict[Any, Any]) -> None:
    starts = workflow[True]  # `on` is a word for true in YAML
    assert set(starts) == {"workflow_dispatch", "push"}
    assert starts["push"] == {"tags": ["v*"]}
    assert workflow["permissions"] == {"contents": "read"}


def test_every_step_does_one_thing_and_names_the_version_of_what_it_uses(workflow: dict[Any, Any]) -> None:
    for step in steps(workflow):
        assert ("uses" in step) != ("run" in step), step
        if "uses" in step:
            assert re.fullmatch(r"[\w.-]+/[\w.-]+@v\d+(\.\d+)*", step["uses"]), step["uses"]


def test_every_artifact_has_a_name_of_its_own_and_is_missed_if_it_is_not_there(workflow: dict[Any, Any]) -> None:
    kept = [step["with"] for step in steps(workflow) if step.get("uses", "").startswith("actions/upload-artifact@")]
    assert len({each["name"] for each in kept}) == len(kept) == 2
    assert all(each["if-no-files-found"] == "error" for each in kept)


def test_the_tag_is_compared_with_the_line_that_says_the_version(workflow: dict[Any, Any]) -> None:
    check = next(step for step in steps(workflow) if "tag" in step.get("name", ""))
    wanted = re.search(r'grep -qxF "(.*)" (\S+)$', check["run"])
    assert wanted is not None
    line = wanted[1].replace('\\"', '"').replace("${GITHUB_REF_NAME#v}", __version__)
    assert line in (ROOT / wanted[2]).read_text("utf-8").splitlines()


def test_the_table_for_cibuildwheel_has_only_names_that_it_knows(project: dict[str, Any]) -> None:
    table = project["tool"]["cibuildwheel"]
    assert set(table) - {"windows", "macos"} <= KEYS
    assert set(table["windows"]) <= KEYS
    assert all(isinstance(value, str) for value in table["environment"].values())


def test_a_wheel_is_built_for_every_python_that_the_package_allows(project: dict[str, Any]) -> None:
    oldest = re.fullmatch(r">=3\.(\d+)", project["project"]["requires-python"])
    assert oldest is not None
    minors = [int(each.removeprefix("cp3").removesuffix("-*")) for each in project["tool"]["cibuildwheel"]["build"]]
    assert minors == list(range(int(oldest[1]), max(minors) + 1))
    assert len(minors) > 1


def test_the_commands_that_try_a_wheel_exist(project: dict[str, Any]) -> None:
    program: Any = typer.main.get_command(make_app([]))
    tried = 0
    for line in project["tool"]["cibuildwheel"]["test-command"]:
        words = line.split()
        if words[0] == "dungeonbowl":
            command = program.commands[words[1]]
            known = {name for option in command.params for name in option.opts}
            assert {word for word in words[2:] if word.startswith("-")} <= known
            tried += 1
        else:
            code = re.fullmatch(r'python -c "(.*)"', line)
            assert code is not None
            compile(code[1], line, "exec")
    assert tried >= 2


def test_the_wheels_are_release_builds_compiled_by_counts(project: dict[str, Any]) -> None:
    table = project["tool"]["cibuildwheel"]
    assert table["environment"]["DUNGEONBOWL_BUILD"] in (ROOT / "tools" / "compiling.py").read_text("utf-8")
    words = table["before-build"].split()
    assert words[:2] == ["python", "tools/release.py"]
    known = subprocess.run(
        [sys.executable, *words[1:2], "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert all(option in known.stdout for option in words[2:])
