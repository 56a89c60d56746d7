"""The page about design names files so that a stranger finds them: they must be there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = (ROOT, ROOT / "src/dungeonbowl", ROOT / "src/dungeonbowl/league", ROOT / "src/dungeonbowl/league/competitions")
NAMED = re.compile(r"`([\w./]+(?:\.py|\.svelte|/))`")


def test_every_file_that_the_section_about_leagues_names_is_there() -> None:
    page = (ROOT / "docs/design.md").read_text(encoding="utf-8")
    section = page.partition("\n## The league\n")[2].partition("\n## ")[0]
    named = set(NAMED.findall(section))
    assert len(named) > 40
    assert [name for name in sorted(named) if not any((room / name).exists() for room in ROOMS)] == []
