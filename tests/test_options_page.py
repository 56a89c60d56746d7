"""docs/options.md lists every option of every edition with its default, and cites rules that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dungeonbowl.editions.astrogranite.composition.table import MODULES
from dungeonbowl.editions.registry import TABLE
from dungeonbowl.rulebook import find

PAGE = Path(__file__).resolve().parents[1] / "docs" / "options.md"


def rows(title: str) -> list[list[str]]:
    section = PAGE.read_text(encoding="utf-8").split(f"## {title}\n")[1].split("\n## ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    return cells[2:]


@pytest.mark.parametrize(
    ("edition", "title"), [("official", "Official"), ("stockbowl", "StockBowl"), ("astrogranite", "Astrogranite")]
)
def test_every_option_stands_in_the_table_of_its_edition_with_its_default(edition: str, title: str) -> None:
    modules = {row.name for row in MODULES}
    expected = {option.key: option.default for option in TABLE[edition].options if option.key not in modules}
    assert {row[0].strip("`"): row[1] for row in rows(title)} == expected


@pytest.mark.parametrize("title", ["Official", "StockBowl", "Astrogranite"])
def test_the_rules_it_cites_exist(title: str) -> None:
    for row in rows(title):
        for rule in re.findall(r"[A-Z]-[A-Z]+-\d+", row[-1]):
            assert find(rule) is not None, rule
