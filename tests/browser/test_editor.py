"""The dungeon editor: tiles and tokens by mouse and by keyboard, faults on their squares, files, and a match in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from browser.conftest import PHONE, OpenPage
from dungeonbowl.dungeon.text import load_dungeon, read_dungeon, write_dungeon
from dungeonbowl.server import wire
from support.servers import ServerProcess

UNIT = 40  # of the drawing, a square


def settled(page: Any, legal: bool | None = None) -> None:
    verdict = "" if legal is None else f"[data-legal='{str(legal).lower()}']"
    page.wait_for_selector(f"[aria-label='Checker'][data-checking='false']{verdict}")


def click_square(page: Any, x: int, y: int) -> None:
    board = page.locator(".board[role=application]")
    box = board.bounding_box()
    scale, left, top = (float(board.get_attribute(f"data-{name}")) for name in ("scale", "x", "y"))
    page.mouse.click(box["x"] + left + (x + 0.5) * UNIT * scale, box["y"] + top + (y + 0.5) * UNIT * scale)


def written(page: Any) -> str:
    page.get_by_role("button", name="Text", exact=True).click()
    text = str(page.locator("textarea").input_value())
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    return text


def begin_with(page: Any, dungeon: str) -> None:
    page.get_by_label("Begin with").select_option(f"library:{dungeon}")
    page.wait_for_function(
        "(name) => document.querySelector('.bar input').value === name", arg=load_dungeon(dungeon).name
    )
    settled(page, True)


def test_a_tile_that_is_moved_onto_another_is_a_fault_on_their_squares(open_page: OpenPage) -> None:
    page = open_page("/editor")
    settled(page, True)
    begin_with(page, "of-2")
    before = written(page)
    assert read_dungeon(before, "dungeon").tile_names == load_dungeon("of-2").tile_names
    click_square(page, 15, 7)  # the bend beside the kitchen
    page.get_by_role("group", name=re.compile("^Tile ")).wait_for()
    page.get_by_role("button", name="Move down").click()
    settled(page, False)
    assert page.locator(".board .fault.error").count() > 0
    assert "both cover" in page.inner_text("[aria-label='Checker']")
    page.get_by_role("button", name="Undo").click()
    settled(page, True)
    assert page.locator(".board .fault.error").count() == 0
    assert written(page) == before


def test_building_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/editor")
    settled(page, True)
    page.get_by_label("Begin with").select_option("empty")
    settled(page, False)
    page.locator("[data-tile=E1]").press("Enter")
    board = page.locator(".board[role=application]")
    board.focus()
    for key in ("ArrowLeft", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    page.get_by_role("group", name="Tile E1").wait_for()
    page.locator("[data-tile=S1]").press("Enter")
    board.focus()
    for key in ("ArrowRight",) * 4 + ("Enter",):
        page.keyboard.press(key)
    page.get_by_role("group", name="Tile S1").wait_for()
    page.keyboard.press("r")
    page.keyboard.press("Shift+ArrowDown")
    page.get_by_role("button", name=re.compile("^Chest")).press("Enter")
    board.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    settled(page, False)
    board_read = read_dungeon(written(page), "dungeon", checked=False)
    assert board_read.tile_names == ["E1", "S1"]
    assert len(board_read.map_chests) == 1
    assert "rot = 90" in written(page)
    board.focus()
    page.keyboard.press("Delete")
    page.keyboard.press("Control+z")
    settled(page, False)
    assert len(read_dungeon(written(page), "dungeon", checked=False).map_chests) == 1


def test_a_dungeon_goes_to_a_file_and_comes_back(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/editor")
    settled(page, True)
    begin_with(page, "of-5")
    assert written(page) == write_dungeon(load_dungeon("of-5")).replace('id = "of-5"', 'id = "chasm-warren"')
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download").click()
    assert downloading.value.suggested_filename == "chasm-warren.dungeon"
    file = tmp_path / "chasm-warren.dungeon"
    downloading.value.save_as(file)
    begin_with(page, "of-1")
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_function("() => document.querySelector('.bar input').value === 'Chasm Warren'")
    settled(page, True)
    file.write_text("map = 3", encoding="utf-8")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("alert").wait_for()
    assert page.locator(".bar input").first.input_value() == "Chasm Warren"


def test_a_generated_dungeon_is_named_kept_and_played_in(open_page: OpenPage) -> None:
    page = open_page("/editor", PHONE)
    settled(page, True)
    page.get_by_role("button", name="Generate").click()
    page.locator("dialog").get_by_label("Seed").fill("7")
    page.locator("dialog").get_by_role("button", name="Generate").click()
    page.locator("dialog").wait_for(state="detached")
    settled(page, True)
    assert "Steps to the other end zone" in page.inner_text("[aria-label='Checker']")
    page.get_by_label("Name").fill("Seventh Cellar")
    page.get_by_label("Name").press("Enter")
    settled(page, True)
    page.get_by_role("button", name="Play in it").click()
    page.wait_for_selector("[data-look='Seventh Cellar']")
    page.locator("button[type=submit]:enabled").click()
    page.wait_for_url("**/match/**")


def test_a_map_is_painted_square_by_square(open_page: OpenPage, table: ServerProcess) -> None:
    """In an edition without tiles; the editor learns from the server alone that there are none."""
    facts = table.server.get("/dungeons/editor/official", wire.EditorFacts)
    without = structs.replace(
        facts, edition="stockbowl", tiles=[], template=write_dungeon(load_dungeon("sb-02")), rooms=[]
    )
    page = open_page("/help")
    page.route(
        "**/dungeons/editor/*",
        lambda route: route.fulfill(content_type="application/json", body=msgspec.json.encode(without).decode()),
    )
    page.goto(page.url.replace("/help", "/editor"))
    settled(page, True)
    page.locator("[data-sign='#']").click()
    page.get_by_label("Fill an area").check()
    page.get_by_label("Also on the other side").check()
    click_square(page, 6, 9)
    click_square(page, 7, 10)
    page.wait_for_function("() => !document.querySelector(\"button[aria-label='Undo']\").disabled")
    settled(page)
    rows = written(page).split("'''\n")[1].splitlines()
    assert [row[6:8] for row in rows[9:11]] == ["##", "##"]
    assert [row[9:11] for row in rows[17:19]] == ["##", "##"]
    page.locator("[data-sign='1']").click()
    page.get_by_label("Fill an area").uncheck()
    page.get_by_label("Also on the other side").uncheck()
    page.locator(".board[role=application]").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    settled(page)
    assert written(page).partition("map = ")[2].count("1") == 1  # a portal is moved and not doubled
