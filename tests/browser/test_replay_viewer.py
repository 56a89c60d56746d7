"""Replays in the browser: every step, forward and back, by mouse and by keyboard, from a link and from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser.clicking import MouseCoach
from browser.conftest import PHONE, OpenPage
from browser.finished import finished_match
from browser.sizes import box
from browser.test_accessibility import faults
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


def test_steps_by_activation(open_page: OpenPage, replay: wire.ReplayView) -> None:
    page = open_page(f"/replay/{replay.id}")
    at_step(page, 0)
    first, second = [pause for pause in replay.pauses if pause > 0][:2]
    page.get_by_role("button", name="Next activation").click()
    at_step(page, first)
    page.keyboard.press("ArrowDown")
    at_step(page, second)
    page.keyboard.press("ArrowRight")
    at_step(page, second + 1)
    page.keyboard.press("ArrowUp")
    at_step(page, second)
    page.get_by_role("button", name="Previous activation").click()
    at_step(page, first)


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_the_adviser_tells_chances_mistakes_and_what_it_would_do(
    open_page: OpenPage, table: ServerProcess, replay: wire.ReplayView, size: dict[str, int] | None
) -> None:
    page = open_page(f"/replay/{replay.id}?step={replay.pauses[2]}", size)
    at_step(page, replay.pauses[2])
    page.locator("[data-study-open]").click()
    page.locator("[data-judge]").click()
    page.wait_for_selector(".chart[data-state=done]")
    assert faults(page) == []
    assert page.locator(".chart .curve").get_attribute("d") != ""
    assert page.get_by_text("The adviser's estimate").count() == 1
    if page.locator("[data-worst]").count():
        page.locator(".mistake button").first.click()
        page.wait_for_function(
            "(before) => Number(document.querySelector('[data-step]').dataset.step) !== before", arg=-1
        )
        assert "The adviser would have chosen" in page.locator(".mistake").first.inner_text()
    page.locator("[data-ask]").click()
    page.wait_for_selector("[data-advice] li")
    page.locator("[data-heat='0']").click()
    assert page.locator("[data-heat-map] rect").count() == sum(1 for count in replay.heat[0] if count)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    for row in table.server.get(f"/replays/{replay.id}/report", wire.Report).luck:
        assert page.locator("[data-study]").get_by_text(row.what).count() > 0
    assert page.locator("[data-study] caption", has_text="Block dice").count() == 1


def test_a_picture_and_a_clip_are_made_in_the_browser(
    open_page: OpenPage, replay: wire.ReplayView, tmp_path: Path
) -> None:
    page = open_page(f"/replay/{replay.id}?step={replay.pauses[4]}")
    at_step(page, replay.pauses[4])
    page.locator("[data-study-open]").click()
    for button, kind in (("[data-picture]", b"\x89PNG"), ("[data-clip]", b"GIF89a")):
        page.locator(button).first.click()
        page.wait_for_selector(f"[data-made$='{'.png' if kind[1:4] == b'PNG' else '.gif'}']")
        with page.expect_download() as downloading:
            page.locator("[data-made] a").click()
        file = tmp_path / downloading.value.suggested_filename
        downloading.value.save_as(file)
        assert file.read_bytes().startswith(kind)
        assert colours_of(page) > 20, "something is to be seen"
    assert file.read_bytes().count(b"\x21\xf9\x04") > 1, "several frames"
    at_step(page, replay.pauses[4])


def colours_of(page: Any) -> int:
    """How many different colours the picture has that was made."""
    return int(
        page.evaluate("""async () => {
          const image = document.querySelector('[data-made] img');
          await image.decode();
          const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
          const pen = canvas.getContext('2d');
          pen.drawImage(image, 0, 0);
          const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
          const found = new Set();
          for (let at = 0; at < data.length; at += 4) found.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
          return found.size;
        }""")
    )


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
    page.get_by_role("button", name="Share").click()
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


def test_on_a_phone_turn_and_speed_can_be_read(open_page: OpenPage, replay: wire.ReplayView) -> None:
    turn = next(mark for mark in replay.marks if mark.kind == "turn")
    page = open_page(f"/replay/{replay.id}?step={turn.step}", PHONE)
    at_step(page, turn.step)
    for name in ("Turn", "Speed"):
        shown = page.get_by_label(name, exact=True)
        needed = shown.evaluate("""(select) => {
          const alone = select.cloneNode(false);
          alone.append(new Option(select.selectedOptions[0].label));
          alone.style.cssText = 'position: absolute; flex: none; width: max-content; min-width: 0; max-width: none';
          select.after(alone);
          const width = alone.getBoundingClientRect().width;
          alone.remove();
          return width;
        }""")
        place = shown.bounding_box()
        assert place is not None
        assert place["width"] >= needed - 1, name
        assert place["x"] + place["width"] <= box(page, ".map-place")["left"], name


def test_on_a_phone_the_small_map_lies_beside_the_playback(open_page: OpenPage, replay: wire.ReplayView) -> None:
    page = open_page(f"/replay/{replay.id}", PHONE)
    at_step(page, 0)
    page.wait_for_selector(".map-place")
    assert box(page, "[aria-label=Playback]")["right"] <= box(page, ".map-place")["left"]


def test_right_click_and_escape_mean_what_they_mean_in_a_match(open_page: OpenPage, replay: wire.ReplayView) -> None:
    page = open_page(f"/replay/{replay.id}?step={replay.steps - 1}")
    at_step(page, replay.steps - 1)
    page.wait_for_selector(".board [data-piece]")
    spots = MouseCoach(page).spots(".board [data-piece]")
    card = page.locator("[aria-label^='Player card of']")
    for back in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.mouse.click(spots[0]["x"], spots[0]["y"], button="right"),
    ):
        page.mouse.click(spots[0]["x"], spots[0]["y"], button="right")
        card.wait_for()
        back()
        card.wait_for(state="detached")
