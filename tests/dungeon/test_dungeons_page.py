"""What docs/dungeons.md shows is what the checker prints."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from dungeonbowl import cli
from dungeonbowl.dungeon.map_rules import MAP_RULES

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "dungeons.md").read_text(encoding="utf-8")


def test_the_faulty_dungeon_of_the_page_is_told_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (text,) = [block for block in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) if "two-caves" in block]
    rows = text.split("\n")
    top = rows.index("map = '''") + 1
    rows[top + 5] = rows[top + 5][:7] + "Q" + rows[top + 5][8:]
    (tmp_path / "two-caves.dungeon").write_text("\n".join(rows))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["dungeonbowl", "dungeon", "check", "two-caves.dungeon"])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 1
    (shown,) = re.findall(r"\$ dungeonbowl dungeon check two-caves.dungeon\n(.*?)```", PAGE, re.DOTALL)
    allowed = f"#{MAP_RULES['astrogranite'].characters}"
    printed = [line for line in capsys.readouterr().out.splitlines() if "warning" not in line or "error" in line]
    assert printed[:2] == shown.replace("...", allowed).splitlines()[:2]
