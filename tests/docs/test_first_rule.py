"""The lesson docs/learn/first-rule.md, followed as a reader does: red when the rule is broken, green when mended."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.pages import DOCS, ROOT, blocks, text_of

PAGE = DOCS / "learn" / "first-rule.md"
TEST = "tests/rules/test_my_first_rule.py"


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources without compiled modules, and the test of the page where the page says."""
    folder = tmp_path_factory.mktemp("clone")
    no_built = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info", "static")
    shutil.copytree(ROOT / "src", folder / "src", ignore=no_built)
    for name in (
        "tests/conftest.py",
        "tests/plugins",
        "tests/support",
        "tests/rules_without_test.toml",
        "pyproject.toml",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    (lesson,) = [block.text for block in blocks(PAGE) if block.text.startswith('"""The wall behind')]
    assert f"Save this as `{TEST}`" in text_of(PAGE)
    (folder / TEST).parent.mkdir()
    (folder / TEST).write_text(lesson, "utf-8")
    return folder


def run_tests(clone: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(clone / "src"), "DUNGEONBOWL_EXPECT": "interpreted"}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"  # it is told by the second, and the source is changed twice in one
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # the lesson needs none of them, and they take seconds to start
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", TEST]
    return subprocess.run(
        command, cwd=clone, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    ).stdout


def test_the_prompts_of_the_lesson_answer_as_printed() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, parser=Prompts())
    assert result.attempted > 4
    assert result.failed == 0


class Prompts(doctest.DocTestParser):
    """Reads the blocks with prompts, and nothing beside them."""

    def parse(self, string: str, name: str = "<string>") -> list[str | doctest.Example]:
        return super().parse("\n".join(block.text for block in blocks(PAGE) if block.text.startswith(">>>")), name)


def test_the_test_of_the_lesson_is_red_with_the_rule_broken_and_green_when_it_is_mended(clone: Path) -> None:
    (change,) = [block.text for block in blocks(PAGE) if block.language == "diff"]
    before = re.search(r"^-(.*)$", change, re.MULTILINE)
    after = re.search(r"^\+(.*)$", change, re.MULTILINE)
    named = re.search(r"Change one number in `(.*?)`", text_of(PAGE))
    assert before is not None
    assert after is not None
    assert named is not None
    source = clone / named[1]
    whole = source.read_text("utf-8")
    assert whole.count(before[1]) == 1, "the line that the page breaks is not in the source"
    source.write_text(whole.replace(before[1], after[1]), "utf-8")
    (printed,) = [block.text.strip() for block in blocks(PAGE) if block.language == "text"]
    red = run_tests(clone)
    assert printed in red
    assert "2 dice of the script were not rolled" in red
    assert re.search(r"\b1 failed, 5 passed", red)
    source.write_text(whole, "utf-8")
    assert re.search(r"\b6 passed", run_tests(clone))
