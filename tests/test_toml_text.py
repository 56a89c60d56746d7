"""Numbers that no file needs: one with thousands of digits gets a sentence, as any other mistake does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.dungeon.problems import DungeonError
from dungeonbowl.dungeon.text import read_dungeon
from dungeonbowl.errors import UserError
from dungeonbowl.league.result_sheet import read_sheet
from dungeonbowl.scenes.scenario_file import read_tables
from dungeonbowl.teams.files import read_team
from dungeonbowl.toml_text import LARGEST, tables_of
from support.direct import Direct, generous, with_server

HUGE = ("0x" + "f" * 6000, "-" + "9" * 30, "9" * 5000, str(LARGEST), str(-LARGEST - 1))
READERS: dict[str, Callable[[str], Any]] = {
    "team": read_team,
    "dungeon": read_dungeon,
    "scenario": lambda text: read_tables(text, "scenario"),
    "sheet": lambda text: read_sheet(text, [], "official", "m"),
}


@pytest.mark.parametrize("number", HUGE)
def test_a_number_has_64_bits(number: str) -> None:
    for text in (f"a = {number}", f"a = [1, [{number}]]", f"[[b]]\nc = {{ d = {number} }}"):
        with pytest.raises(ValueError, match=r"64 bits|4300 digits"):
            tables_of(text)
    assert tables_of(f"a = {LARGEST - 1}\nb = [{-LARGEST}, 0x10, true]")["b"] == [-LARGEST, 16, True]


@pytest.mark.parametrize("number", HUGE)
@pytest.mark.parametrize("reader", READERS)
def test_every_reader_says_so_in_one_line(reader: str, number: str) -> None:
    for key in ("format", "name", "cost", "side", "edition"):
        with pytest.raises((UserError, DungeonError)) as refused:
            READERS[reader](f"{key} = {number}")
        assert len(str(refused.value)) < 500


def test_the_server_does_not_fail_over_one(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        for key in ("format", "name", "treasury", "[[player]]\ncost"):
            text = f"{key} = {HUGE[0]}"
            for path, order in (
                ("/teams/check", {"text": text}),
                ("/teams/sheet", {"text": text}),
                ("/matches", {"seats": ["person", "bot:easy"], "teams": [{"text": text}, {"text": text}]}),
            ):
                answer = await ask.post(f"/api/v1{path}", order)
                assert answer.status in (200, 400), (path, answer.body)

    with_server(generous(tmp_path), scene)
