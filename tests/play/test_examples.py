"""The examples in the docstrings of the front door are run, and every public name has one."""

from __future__ import annotations

import doctest
import inspect
from importlib import import_module
from pathlib import Path

import pytest

import dungeonbowl
from dungeonbowl import bots

FOLDER = Path(dungeonbowl.__file__).parent / "play"
MODULES = [
    "dungeonbowl",
    "dungeonbowl.bots",
    *(f"dungeonbowl.play.{file.stem}" for file in sorted(FOLDER.glob("*.py")) if file.stem != "__init__"),
]
# Methods that Python or a notebook calls; the class's own example shows them.
HIDDEN = "_"


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


def test_every_public_name_has_a_docstring_and_an_example() -> None:
    bare = [name for name in dungeonbowl.__all__ if name not in ("Refused", "UserError", "__version__", "bots")]
    without = [name for name in bare if ">>>" not in (inspect.getdoc(getattr(dungeonbowl, name)) or "")]
    assert without == []
    for name in ("random", "easy", "normal", "hard", "named"):
        assert ">>>" in (inspect.getdoc(getattr(bots, name)) or ""), name


@pytest.mark.parametrize("name", ["Match"])
def test_every_public_method_has_a_docstring_and_an_example(name: str) -> None:
    members = vars(getattr(dungeonbowl, name))
    public = [each for each in members if not each.startswith(HIDDEN)]
    assert len(public) > 20
    assert [each for each in public if ">>>" not in (inspect.getdoc(members[each]) or "")] == []


@pytest.mark.parametrize("name", ["Action", "Event", "Piece", "Square", "Side", "Ball", "Position", "Way", "Roll"])
def test_every_part_of_a_value_says_what_it_is(name: str) -> None:
    members = vars(getattr(dungeonbowl, name))
    properties = [each for each, found in members.items() if isinstance(found, property) and each != "text"]
    assert [each for each in properties if not members[each].__doc__] == []
