"""The workshop: figures, the editor by mouse, what outlives a reload, things to print, sample matches."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browser.conftest import DESKTOP, OpenPage
from browser.matches import link_of, new_match
from browser.test_editor import UNIT, begin_with, click_square, settled, written
from dungeonbowl.dungeon.text import read_dungeon
from dungeonbowl.server.samples import samples


def point_of(page: Any, x: float, y: float) -> tuple[float, float]:
    """Where the middle of a square is on the screen."""
    board = page.locator(".board[role=application]")
    box = board.bounding_box()
    scale, left, top = (float(board.get_attribute(f"data-{name}")) for name in ("scale", "x", "y"))
    return box["x"] + left + (x + 0.5) * UNIT * scale, box["y"] + top + (y + 0.5) * UNIT * scale


def drag(page: Any, start: tuple[int, int], end: tuple[int, int]) -> None:
    page.mouse.move(*point_of(page, *start))
    page.mouse.down()
    page.mouse.move(*point_of(page, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2), steps=4)
    page.mouse.move(*point_of(page, *end), steps=4)
    page.mouse.up()


def take(page: Any, name: str) -> None:
    page.locator(".palette").get_by_role("button", name=name, exact=True).click()


def map_editor(open_page: OpenPage, dungeon: str = "ag-sampler") -> Any:
    page = open_page("/editor?edition=astrogranite", DESKTOP)
    settled(page)
    begin_with(page, dungeon)
    return page


def test_traps_and_pits_are_drawn(open_page: OpenPage) -> None:
    page = map_editor(open_page)
    assert page.locator(".board [data-thing='hidden trap']").count() == 4
    page.locator(".palette [data-sign='p']").click()
    click_square(page, 11, 2)
    settled(page)
    assert page.locator(".board [data-thing='pit']").count() == 1


def test_what_is_on_top_is_dragged_and_one_undo_takes_it_back(open_page: OpenPage) -> None:
    page = open_page("/editor", DESKTOP)
    settled(page, True)
    begin_with(page, "of-2")
    before = read_dungeon(written(page), "dungeon", checked=False)
    chest = before.map_chests[0]
    shift = canvas_shift(page, before)
    start = (int(before.column[chest]) + shift[0], int(before.row[chest]) + shift[1])
    view = page.get_attribute(".board[role=application]", "data-x")
    drag(page, start, free_beside(before, start, shift))
    page.get_by_role("group", name="Chest", exact=True).wait_for()
    settled(page)
    after = read_dungeon(written(page), "dungeon", checked=False)
    assert after.tile_names == before.tile_names
    assert list(after.map_chests) != list(before.map_chests)
    assert len(after.map_chests) == len(before.map_chests)
    assert page.get_attribute(".board[role=application]", "data-x") == view, "the view stays where it is"
    page.get_by_role("button", name="Undo").click()
    settled(page, True)
    assert list(read_dungeon(written(page), "dungeon").map_chests) == list(before.map_chests)


def canvas_shift(page: Any, dungeon: Any) -> tuple[int, int]:
    """How far the file's first square lies from the corner of the canvas: by where the chests are drawn."""
    places = page.eval_on_selector_all(
        ".board [data-chest]", "(chests) => chests.map((chest) => chest.getAttribute('transform').match(/[\\d.]+/g))"
    )
    x, y = min(((float(x), float(y)) for x, y in places), key=lambda place: (place[1], place[0]))
    chest = min(dungeon.map_chests, key=lambda node: (dungeon.row[node], dungeon.column[node]))
    return int(x // UNIT) - int(dungeon.column[chest]), int(y // UNIT) - int(dungeon.row[chest])


def free_beside(dungeon: Any, start: tuple[int, int], shift: tuple[int, int]) -> tuple[int, int]:
    nodes = (*dungeon.map_chests, *dungeon.map_portals)
    tokens = {(int(dungeon.column[node]), int(dungeon.row[node])) for node in nodes}
    x, y = start[0] - shift[0], start[1] - shift[1]
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        there = (x + dx, y + dy)
        if int(dungeon.node_at(*there)) >= 0 and there not in tokens:
            return there[0] + shift[0], there[1] + shift[1]
    raise AssertionError("no free square beside the chest")


def test_features_portals_and_rooms_of_a_map_are_dragged(open_page: OpenPage) -> None:
    page = map_editor(open_page)
    take(page, "Choose and move")
    drag(page, (14, 1), (16, 3))  # an obstacle
    drag(page, (21, 3), (23, 4))  # portal 1
    settled(page)
    rows = written(page).partition("map = '''\n")[2].splitlines()
    assert (rows[1][14], rows[3][16]) == (".", "o")
    assert (rows[3][21], rows[4][23]) == (".", "1")


def test_heights_ladders_and_barriers_are_made_by_mouse(open_page: OpenPage) -> None:
    page = map_editor(open_page)
    page.get_by_label("Fill an area").check()
    take(page, "2 high")
    drag(page, (22, 8), (24, 9))
    assert page.locator(".board .height").count() == 6
    take(page, "Ladder")
    drag(page, (21, 9), (22, 9))
    take(page, "Thin wall")
    drag(page, (4, 7), (5, 7))
    settled(page)
    text = written(page)
    board = read_dungeon(text, "dungeon", checked=False)
    assert max(int(level) for level in board.level) == 2
    assert "{ foot = [21, 9], top = [22, 9] }" in text
    assert "between = [[4, 7], [5, 7]]" in text
    assert len(board.ladders) == 1
    page.get_by_role("button", name="Undo").click()
    settled(page)
    assert "barrier" not in written(page)


def test_areas_are_copied_and_halves_mirrored(open_page: OpenPage) -> None:
    page = map_editor(open_page)
    take(page, "Copy an area")
    drag(page, (13, 4), (14, 5))  # the lava
    click_square(page, 5, 7)
    settled(page)
    rows = written(page).partition("map = '''\n")[2].splitlines()
    assert [row[5:7] for row in rows[7:9]] == ["&&", "&&"]
    page.locator(".palette").get_by_role("button", name="Mirror").click()
    settled(page)
    rows = written(page).partition("map = '''\n")[2].splitlines()
    assert [row[20:22] for row in rows[8:10]] == ["&&", "&&"]


def test_a_tile_has_a_twin_and_is_mirrored(open_page: OpenPage) -> None:
    page = open_page("/editor", DESKTOP)
    settled(page, True)
    page.get_by_label("Begin with").select_option("empty")
    settled(page, False)
    page.locator("[data-tile=E1]").click()
    click_square(page, 5, 5)
    page.get_by_role("group", name="Tile E1").get_by_role("button", name="Copy").click()
    click_square(page, 15, 9)
    settled(page, False)
    assert read_dungeon(written(page), "dungeon", checked=False).tile_names == ["E1", "E2"]


def test_unsaved_work_is_there_after_a_reload(open_page: OpenPage) -> None:
    page = map_editor(open_page)
    page.locator(".palette [data-sign='^']").click()
    click_square(page, 11, 2)
    settled(page)
    text = written(page)
    page.reload()
    settled(page)
    assert written(page) == text
    page.goto(page.url.partition("?")[0])
    settled(page)
    assert written(page) == text


def test_an_illegal_team_is_kept_marked_and_refused_with_reasons(open_page: OpenPage) -> None:
    page = open_page("/draft", DESKTOP)
    page.locator("[data-position] >> nth=0").get_by_role("button", name=re.compile("more|\\+")).first.click()
    page.get_by_label("Name of the team").fill("Half a Team")
    page.wait_for_selector(".purse[data-checking='false'][data-legal='false']")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("marked as not legal").wait_for()
    page.goto(page.url.replace("/draft", "/custom"))
    option = page.locator("[data-team='0'] option", has_text="Half a Team")
    option.wait_for(state="attached")
    assert option.inner_text().startswith("✗")
    page.locator("[data-team='0']").select_option(option.get_attribute("value"))
    faults = page.locator("[data-faults]")
    faults.wait_for()
    assert "players" in faults.inner_text()
    page.locator("button[type=submit]:enabled").click()
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert "reasons" in alert.inner_text() or "players" in alert.inner_text()
    assert "players" in alert.inner_text()


def test_a_team_is_printed_from_its_page(open_page: OpenPage) -> None:
    page = open_page("/draft", DESKTOP)
    page.get_by_role("button", name="Draft one for me").click()
    page.wait_for_selector(".purse[data-legal='true'][data-checking='false']")
    name = page.get_by_label("Name of the team").input_value()
    with page.context.expect_page() as opening:
        page.get_by_role("button", name="Print sheet").click()
    sheet = opening.value
    sheet.wait_for_selector("table")
    assert sheet.inner_text("h1") == name
    sheet.close()


def test_a_dungeon_is_pictured_from_its_page(open_page: OpenPage) -> None:
    page = open_page("/editor", DESKTOP)
    settled(page, True)
    begin_with(page, "of-5")
    page.get_by_role("button", name="Picture").click()
    page.locator("dialog img").wait_for()
    page.wait_for_function("() => document.querySelector('dialog img').naturalWidth > 300")
    for kind, magic in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as downloading:
            page.get_by_role("button", name=f"Download {kind}").click()
        assert downloading.value.suggested_filename == f"chasm-warren.{kind.lower()}"
        assert downloading.value.path().read_bytes().startswith(magic)


@pytest.mark.parametrize("sample", ["sorcery", "dirty-tactics"])
def test_a_sample_match_is_one_click_away(open_page: OpenPage, sample: str) -> None:
    page = open_page("/help", DESKTOP)
    page.locator(f"[data-sample='{sample}']").click()
    page.wait_for_url("**/match/**")
    page.wait_for_selector("[aria-label='Decision']")
    page.goto(re.sub("/match/.*", "/custom", page.url))
    page.get_by_text("Try a module in a sample match").click()
    page.wait_for_selector("[data-sample]")
    assert page.locator("[data-sample]").count() == len(samples())


def test_players_are_told_apart_by_their_figures(open_page: OpenPage, address: str) -> None:
    page = open_page(link_of(new_match(address)), DESKTOP)
    page.wait_for_selector("[aria-label='Decision'].mine[data-busy='false']")
    drawn = page.locator(".board .piece[data-figure]")
    assert drawn.count() >= 12
    page.get_by_role("button", name="What is in this dungeon").first.click()
    dialog = page.locator("dialog")
    dialog.locator("[data-sign='Has the ball'] .carrier").first.wait_for()
    for sign, mark in (("Has acted", ".done"), ("No tackle zone", ".broken"), ("Stunned", ".stars")):
        assert dialog.locator(f"[data-sign='{sign}'] {mark}").count() == 1
    assert dialog.locator("[data-sign='Prone'] .down").count() == 1
    for team in dialog.locator("ul.figures").all():
        shown = [figure.get_attribute("data-figure") for figure in team.locator("svg[data-figure]").all()]
        assert len(set(shown)) == len(shown) > 0
