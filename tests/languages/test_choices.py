"""Values of options have words on the pages: a coach who chooses one in a list need not know what is typed."""

from __future__ import annotations

import json
import re

import pytest

from dungeonbowl.editions import EDITIONS
from dungeonbowl.server.league.founding import league_facts
from dungeonbowl.server.options import options
from support.pages import ROOT

PAGES = ROOT / "web" / "src" / "lib"
NUMBER = re.compile(r"\d+")


@pytest.fixture(scope="module")
def words() -> dict[str, str]:
    """The words of each value, as the pages have them."""
    return dict(re.findall(r'^  (\w+): word\("([^"]+)", "choice"\)', (PAGES / "choices.ts").read_text(), re.MULTILINE))


def test_every_value_of_a_list_has_words(words: dict[str, str]) -> None:
    every = [each for edition in options().editions for each in edition.options]
    offered = {value for each in every if each.kind == "choice" for value in each.choices}
    for edition in EDITIONS:
        offered |= {value for each in league_facts(edition).options if each.kind == "choice" for value in each.choices}
    assert len(offered) > 30
    assert {value for value in offered if value not in words and not NUMBER.fullmatch(value)} == set()


@pytest.mark.parametrize("code", ["de", "fr", "es"])
def test_they_are_translated(code: str, words: dict[str, str]) -> None:
    known = json.loads((PAGES / "languages" / code / "club.json").read_text(encoding="utf-8"))
    assert {word for word in words.values() if f"{word}_choice" not in known} == set()
