"""The tool that measures how costs grow: what it grows, and the picture that it draws."""

from __future__ import annotations

import importlib.util
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.bots import playout
from dungeonbowl.editions import build
from support.pages import ROOT


@pytest.fixture(scope="module")
def growth() -> Any:
    spec = importlib.util.spec_from_file_location("growth", ROOT / "tools" / "growth.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_same_match_is_played_however_large_the_dungeon_is(growth: Any) -> None:
    rules = build("official")
    squads = growth.squads_for(rules, 12)
    sizes, stories = [], []
    for rows in (growth.HALLS[0], growth.HALLS[1], growth.HALLS[-1]):
        dungeon = growth.with_hall(rows)
        game = playout.random_game(rules, dungeon, squads, 1, 300)
        sizes.append(dungeon.count)
        stories.append((game.decisions, list(game.square), list(game.status)))
    assert sizes == [280, 460, 4096]
    assert stories[0] == stories[1] == stories[2]


def test_the_modules_are_those_of_the_fullest_preset_after_what_they_need(growth: Any) -> None:
    order = growth.module_order()
    assert sorted(order) == sorted(name for name, is_on in growth.preset("full").items() if is_on)
    needs = {row.name: row.needs for row in growth.MODULES}
    assert all(order.index(need) < order.index(name) for name in order for need in needs[name])
    build("astrogranite(" + ", ".join(["classic", *(f"{name}=on" for name in order)]) + ")")


def test_the_best_round_of_a_point_counts_and_the_picture_shows_every_point(
    growth: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rounds = iter([3.0, 8.0, 5.0, 7.0])
    points = [growth.Point("a decision", squares, lambda seconds: next(rounds)) for squares in (280, 4096)]
    panel = growth.Panel("A larger dungeon", "squares", points)
    for name in ("by_squares", "by_players"):
        monkeypatch.setattr(growth, name, list)
    monkeypatch.setattr(growth, "by_balls", lambda: panel)
    monkeypatch.setattr(
        growth, "by_modules", lambda: growth.Panel("None", "of it", [points[0]._replace(measure=float)])
    )
    monkeypatch.setattr(growth, "calibrate", lambda: 0.245)
    growth.main(["--rounds", "2", "--json", "--out", str(tmp_path / "growth.svg")])
    found = json.loads(capsys.readouterr().out)
    assert found["panels"][0]["curves"] == {"a decision": [[280, 3.0], [4096, 7.0]]}
    drawn = ElementTree.parse(tmp_path / "growth.svg").getroot()
    name = "{http://www.w3.org/2000/svg}"
    assert len(drawn.findall(f".//{name}polyline")) == 2
    circles = drawn.findall(f".//{name}circle")
    assert len(circles) == 3 + 2  # the points, and the keys of the curves
    words = [text.text for text in drawn.iter(f"{name}text")]
    assert {"A larger dungeon", "squares", "a decision", "280", "4,096"} <= set(words)
    heights = [float(circle.attrib["cy"]) for circle in circles[:2]]
    assert heights[1] < heights[0]  # 7 is above 3


def test_the_points_are_printed_as_tables(growth: Any, capsys: pytest.CaptureFixture[str]) -> None:
    curves = {"one": [(1, 0.5), (2, 0.25)], "other": [(2, 12.0)]}
    growth.print_panels(growth.screen(), {"panels": [{"title": "More of it", "axis": "things", "curves": curves}]})
    out = capsys.readouterr().out
    assert "More of it, µs" in out
    assert [line.split("│")[1:-1] for line in out.splitlines() if "0.25" in line] == [["      2 ", " 0.25 ", "    12 "]]
