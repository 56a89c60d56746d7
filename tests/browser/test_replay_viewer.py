"""Replays in the browser: every step, forward and back, by mouse and by keyboard, from a link and from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser.conftest import PHONE, OpenPage
from browser.finished import finished_match
from dungeonbowl.server import wire
from support.servers import ServerProcess


@pytest.fixture(scope="module")
def replay(table: ServerProcess) -> wire.ReplayView:
    created = finished_match(table.server)
    return table.server.get(f"/replays/{created.id}", wire.ReplayView)


def at_step(page: Any, step: int) -> None:
    page.wait_for_selector(f"[data-step='{step}']")


def on_the_board(page: Any) -> int:
    return int(page.locator(".board [data-piece]").count())


def test_steps_forward_and_back(open_page: OpenPage, table: ServerProcess, replay: wire.ReplayView) -> None:
    page = open_page(f"/replay/{replay.id}")
    at_step(page, 0)
    assert page.get_by_role("button", name="Step back").is_disabled()
    page.get_by_role("button", name="Step forward").click()
    at_step(page, 1)
    page.keyboard.press("ArrowRight")
    at_step(page, 2)
    page.keyboard.press("ArrowLeft")
    at_step(page, 1)
    page.keyboard.press("End")
    at_step(page, replay.steps - 1)
    portion = table.server.get(f"/replays/{replay.id}/steps?start={replay.steps - 1}", wire.ReplayPortion)
    standing = [piece for piece in portion.steps[-1].position.pieces if piece.square is not None]
    assert on_the_board(page) == len(standing)
    page.keyboard.press("Home")
    at_step(page, 0)


def test_jumps_to_a_turn_and_along_the_time_line(open_page: OpenPage, replay: wire.ReplayView) -> None:
    page = open_page(f"/replay/{replay.id}")
    at_step(page, 0)
    turns = [index for index, mark in enumerate(replay.marks) if mark.kind == "turn"]
    page.get_by_label("Turn", exact=True).select_option(str(turns[1]))
    at_step(page, replay.marks[turns[1]].step)
    page.get_by_role("button", name="Previous turn").click()
    at_step(page, replay.marks[turns[0]].step)
    slider = page.get_by_label("Time line", exact=True)
    slider.focus()
    slider.press("End")
    at_step(page, replay.steps - 1)
    assert page.locator("[aria-label=Log] li").count() > 0


def test_plays_by_itself_until_it_is_stopped(open_page: OpenPage, replay: wire.ReplayView) -> None:
    page = open_page(f"/replay/{replay.id}")
    at_step(page, 0)
    page.get_by_label("Speed").select_option("16")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => Number(document.querySelector('[data-step]').dataset.step) > 5")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Play", exact=True).wait_for()


def test_a_link_leads_to_the_moment_it_was_made_at(open_page: OpenPage, replay: wire.ReplayView, address: str) -> None:
    page = open_page(f"/replay/{replay.id}?step=7")
    at_step(page, 7)
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("From this moment").input_value()
    assert link == f"{address}/replay/{replay.id}?step=7"
    assert "every die follows from the seed" in page.inner_text("dialog")


def test_a_file_is_played_again_before_it_is_shown(
    open_page: OpenPage, replay: wire.ReplayView, tmp_path: Path
) -> None:
    page = open_page(f"/replay/{replay.id}", PHONE)
    at_step(page, 0)
    page.locator("header button").click()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download the file").click()
    file = tmp_path / "match.jsonl"
    downloading.value.save_as(file)
    page.goto(page.url.partition("/replay")[0] + "/replay")
    page.locator("input[type=file]").set_input_files(file)
    at_step(page, 0)
    assert "/replay/r" in page.url
    assert page.locator(f"[data-steps='{replay.steps}']").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    lines = file.read_text(encoding="utf-8").splitlines()
    lines[3] = '{"do":"end turn"}'
    file.write_text("\n".join(lines), encoding="utf-8")
    page.goto(page.url.partition("/replay")[0] + "/replay")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("alert").wait_for()
    assert "Traceback" not in page.inner_text("main")
