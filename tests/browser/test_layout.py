"""Room for the board: how large it is, what the panels take, and that nothing lies over what matters."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browser.clicking import ANSWER, MouseCoach
from browser.conftest import OpenPage, new_context
from browser.finished import finished_match
from browser.matches import PLAYED, link_of, new_match
from browser.sizes import (
    DESKTOP,
    LARGE,
    PHONE,
    SIZES,
    ZOOMED,
    box,
    covered,
    pixels_a_square,
    resize,
    settle,
    share_filled,
)
from browser.test_accessibility import faults
from dungeonbowl.server import wire
from support.plans import how_many
from support.servers import ServerProcess

# Wide, very wide, tall, nearly square.
DUNGEONS = {
    "of-5": {"dungeon": {"id": "of-5"}},
    "of-2": {"dungeon": {"id": "of-2"}},
    "of-3": {"dungeon": {"id": "of-3"}},
    "sb-04": {"edition": "stockbowl", "dungeon": {"id": "sb-04"}},
    "ag-gallery": {"edition": "astrogranite(full)", "dungeon": {"id": "ag-gallery"}},
}
BETWEEN = 3  # decisions that the computer makes from one position to the next
LONG = "Unbreakable" * 5
LOG = "[aria-label=Log]"


def seated(open_page: OpenPage, address: str, size: dict[str, int], **order: Any) -> tuple[Any, MouseCoach]:
    page = open_page(link_of(new_match(address, **order)), size)
    coach = MouseCoach(page)
    coach.settle()
    return page, coach


def fits(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("dungeon", DUNGEONS)
def test_the_board_gets_the_window(open_page: OpenPage, address: str, dungeon: str) -> None:
    page, _ = seated(open_page, address, DESKTOP, **DUNGEONS[dungeon])
    for size in SIZES.values():
        resize(page, size)
        check_the_room(page, size)
        close = check_the_closer_view(page)
        page.locator(".board").focus()
        if close:
            page.keyboard.press("0")
        settle(page)
        assert share_filled(page) >= 0.92, size
        if close:
            page.keyboard.press("0")
            settle(page)
            assert pixels_a_square(page) >= 44


def check_the_room(page: Any, size: dict[str, int]) -> None:
    """Panels take 150 pixels of the height and 280 of the width. On a phone the strip of actions is not among them."""
    stage, bar = box(page, ".stage-place"), box(page, ".bar-place")
    foot, controls = box(page, ".foot-place"), box(page, ".controls-place")
    assert stage["top"] == pytest.approx(bar["bottom"], abs=1)
    if size is PHONE:
        assert foot["height"] + controls["height"] <= 150
        assert stage["width"] == size["width"]
    else:
        assert size["height"] - stage["bottom"] <= 150
        assert size["width"] - stage["width"] <= 280
    assert fits(page)


def check_the_closer_view(page: Any) -> bool:
    """Where the whole would be too small, the squares are 44 pixels or more and a small map shows the whole."""
    if page.locator("[data-minimap]").count() == 0:
        assert pixels_a_square(page) >= 40
        return False
    assert pixels_a_square(page) >= 44
    small, board = box(page, "[data-minimap]"), box(page, ".board")
    assert small["bottom"] <= board["top"] or small["top"] >= board["bottom"] or small["left"] >= board["right"]
    return True


def test_a_wide_dungeon_stands_upright_on_a_phone_and_a_tall_one_lies_down_on_a_desk(
    open_page: OpenPage, address: str
) -> None:
    page, _ = seated(open_page, address, PHONE, dungeon={"id": "of-5"})
    assert page.get_attribute(".board", "data-columns") == "19"
    resize(page, DESKTOP)
    page.wait_for_selector(".board[data-columns='40']")
    page, coach = seated(open_page, address, DESKTOP, dungeon={"id": "of-3"})
    assert page.get_attribute(".board", "data-columns") == "32"
    # The keys follow the screen: the cursor goes to the right where the right arrow says so.
    page.locator(".board").focus()
    page.keyboard.press("Shift+ArrowRight")
    first = box(page, ".cursor")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowLeft")
    settle(page)
    assert box(page, ".cursor") == first
    assert coach.kind() == "turn"


def test_a_click_on_the_small_map_looks_there(open_page: OpenPage, address: str) -> None:
    page, _ = seated(open_page, address, DESKTOP, dungeon={"id": "of-5"})
    before = page.get_attribute(".board", "data-x")
    small = box(page, "[data-minimap]")
    for share in (0.9, 0.1):
        page.mouse.click(small["left"] + share * small["width"], small["top"] + small["height"] / 2)
        settle(page)
        assert page.get_attribute(".board", "data-x") != before
        before = page.get_attribute(".board", "data-x")
    assert pixels_a_square(page) >= 44


def test_panels_fold_away_and_stay_so(open_page: OpenPage, address: str) -> None:
    page, coach = seated(open_page, address, DESKTOP)
    room = box(page, ".stage-place")
    page.locator("[data-fold=side]").click()
    page.locator("[data-fold=foot]").click()
    settle(page)
    wider = box(page, ".stage-place")
    assert wider["width"] == DESKTOP["width"]
    assert wider["height"] > room["height"] + 50
    page.reload()
    coach.settle()
    assert box(page, ".stage-place") == wider
    assert page.locator("[data-end-turn]").is_visible()
    assert faults(page) == []


def test_twice_the_size_leaves_a_board_to_play_on(open_page: OpenPage, address: str) -> None:
    page, coach = seated(open_page, address, ZOOMED, dungeon={"id": "of-5"})
    assert box(page, ".board")["height"] >= 0.6 * ZOOMED["height"]
    assert box(page, ".board")["width"] >= 0.6 * ZOOMED["width"]
    assert pixels_a_square(page) >= 44
    assert fits(page)
    assert coach.select()
    assert faults(page) == []


# --- the log ---------------------------------------------------------------------------------------------------------


def line_height(page: Any) -> float:
    line = page.locator(f"{LOG} li").first
    return float(line.evaluate("(line) => parseFloat(getComputedStyle(line).lineHeight) + 2"))


def newest_is_seen(page: Any) -> bool:
    last = page.locator(f"{LOG} li").last.bounding_box()
    log = page.locator(LOG).bounding_box()
    return bool(last["y"] >= log["y"] - 1 and last["y"] + last["height"] <= log["y"] + log["height"] + 1)


@pytest.mark.parametrize("size", SIZES)
def test_the_log_has_ten_lines_and_never_hides_the_newest(open_page: OpenPage, address: str, size: str) -> None:
    page, coach = seated(open_page, address, SIZES[size], turn_limit=3)
    phone = SIZES[size] is PHONE
    for _ in range(3):
        number = coach.number()
        page.keyboard.press("x")
        coach.await_change(number)
        if coach.settle() == "":
            break
    if phone:
        page.get_by_role("button", name="Log", exact=True).click()
        settle(page)
    assert page.locator(LOG).bounding_box()["height"] >= 10 * line_height(page)
    assert newest_is_seen(page)
    low = {"width": SIZES[size]["width"], "height": SIZES[size]["height"] - 150}
    for other in (low, SIZES[size]):  # a log that changes its size still shows it
        resize(page, other)
    assert newest_is_seen(page)
    page.locator(LOG).evaluate("(log) => { log.scrollTop = 0 }")
    if not newest_is_seen(page):
        page.get_by_role("button", name="Newest").click()
        assert newest_is_seen(page)


def test_a_walk_is_one_line(open_page: OpenPage, address: str) -> None:
    page, coach = seated(open_page, address, DESKTOP)
    assert coach.select()
    before = page.locator(f"{LOG} li").count()
    far = max(coach.spots("[data-reach]:not(:has(text))"), key=lambda spot: abs(spot["x"] - 540) + abs(spot["y"] - 330))
    number = coach.number()
    coach.click_spot(far)
    settle(page)
    if coach.number() == number:
        coach.click_spot(far)
    coach.await_change(number)
    coach.settle()
    lines = page.locator(f"{LOG} li").all_inner_texts()[before:]
    assert len([line for line in lines if "declar" not in line.lower()]) <= 1, lines


# --- nothing over what matters ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("played", PLAYED)
def test_nothing_lies_over_what_matters(open_page: OpenPage, address: str, played: str) -> None:
    page, coach = seated(open_page, address, DESKTOP, turn_limit=8, **PLAYED[played])
    looked_at = 0
    for _ in range(how_many("positions")):
        for name, size in SIZES.items():
            resize(page, size)
            found, count = covered(page)
            assert found == [], (name, coach.kind())
            looked_at += count
            if coach.kind() == "turn":
                page.keyboard.press(".")
                page.wait_for_selector("[data-reach], [data-target]", timeout=ANSWER, state="attached")
                settle(page)
                found, count = covered(page)
                assert found == [], (name, "player in hand")
                looked_at += count
                page.keyboard.press("Escape")
        for _ in range(BETWEEN):
            number = coach.number()
            page.keyboard.press("x")
            coach.await_change(number)
            if coach.settle() == "":
                break
        if coach.is_over():
            break
    assert looked_at > 30


# --- one frame, two themes, long names -------------------------------------------------------------------------------


def test_a_replay_has_the_places_of_a_match(open_page: OpenPage, table: ServerProcess) -> None:
    created = finished_match(table.server)
    page = open_page(f"/replay/{created.id}?step=20", DESKTOP)
    page.wait_for_selector("[data-step='20']")
    for size in (DESKTOP, LARGE):
        resize(page, size)
        stage = box(page, ".stage-place")
        assert size["height"] - stage["bottom"] <= 150
        assert size["width"] - stage["width"] <= 280
        check_the_closer_view(page)
        assert newest_is_seen(page)
    resize(page, PHONE)
    check_the_closer_view(page)
    assert fits(page)
    assert faults(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_follows_the_system_until_it_is_set(open_page: OpenPage, address: str, scheme: str) -> None:
    page = open_page(link_of(new_match(address)), color_scheme=scheme)
    MouseCoach(page).settle()
    assert page.get_attribute("html", "data-theme") == scheme
    for palette in ("classic", "stark"):
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Colours of the sides").select_option(palette)
        assert faults(page) == []
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
        assert faults(page) == []
    other = "dark" if scheme == "light" else "light"
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Light or dark").select_option(other)
    page.wait_for_selector(f"html[data-theme={other}]")
    page.keyboard.press("Escape")
    page.goto(page.url.partition("/match")[0] + "/")
    page.wait_for_selector(f"html[data-theme={other}]")
    page.wait_for_selector("[data-quick]:enabled")
    assert faults(page) == []


def test_long_names_without_spaces_break_nothing(open_page: OpenPage, address: str, table: ServerProcess) -> None:
    drafted = [
        table.server.post("/teams/random", {"roster": roster, "seed": 7}, wire.TeamChecked).text
        for roster in ("fire", "life")
    ]
    texts = [re.sub('(?m)^name = ".*"$', f'name = "{LONG}"', text) for text in drafted]
    created = table.server.new_match(
        teams=[{"text": text} for text in texts],
        dungeon={"id": "of-1"},
        seats=["person", "bot:random"],
        quick=True,
        turn_limit=2,
        pace=0,
    )
    page = open_page(created.seats[0].link, DESKTOP)
    coach = MouseCoach(page)
    coach.settle()
    page.keyboard.press(".")
    page.get_by_role("tab", name="Teams").click()
    for size in (DESKTOP, PHONE):
        resize(page, size)
        assert fits(page)
        assert not hanging(page, ".side-place, .foot-place, .bar-place, .strip-place")
    resize(page, DESKTOP)
    page.get_by_role("button", name="Concede the match").click()
    page.get_by_role("button", name="Concede", exact=True).click()
    page.get_by_role("link", name="Match report").first.wait_for()
    resize(page, PHONE)
    assert page.get_by_role("link", name="Match report").count() == 1, "once, where the decisions are"
    resize(page, DESKTOP)
    page.get_by_role("link", name="Match report").first.click()
    page.wait_for_url("**/report/**")
    page.get_by_text(LONG).first.wait_for()
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        settle(page)
        assert fits(page)


def hanging(page: Any, places: str) -> list[str]:
    """What hangs out of its place to the right and cannot be scrolled to."""
    found: list[str] = page.evaluate(
        """(places) => [...document.querySelectorAll(places)].flatMap((place) => {
          const edge = place.getBoundingClientRect().right;
          return [...place.querySelectorAll('*')].filter((each) => {
            for (let above = each; above !== place; above = above.parentElement) {
              if (getComputedStyle(above).overflowX !== 'visible') return false;
            }
            return each.getBoundingClientRect().right > edge + 1;
          }).map((each) => each.outerHTML.slice(0, 90));
        })""",
        places,
    )
    return found


def test_the_end_of_the_turn_keeps_its_place_whatever_undo_takes_back(open_page: OpenPage, address: str) -> None:
    page = open_page(link_of(new_match(address)), DESKTOP)
    MouseCoach(page).settle()
    page.evaluate("document.querySelector('.undo-what').textContent = 'Undo: the end of the long activation of #13'")
    page.evaluate("document.querySelector('.undo-why').textContent = ''")
    settle(page)
    end = box(page, "[data-end-turn]")
    assert end["bottom"] <= DESKTOP["height"] - 4
    assert not hanging(page, ".controls-place")


def test_whoever_is_taken_in_hand_stays_in_view_though_a_chest_that_he_can_open_is_not(
    open_page: OpenPage, address: str
) -> None:
    """A window of 1366 by 768 pixels at 200 %: the chest lies beyond its edge."""
    page, coach = seated(open_page, address, {"width": 683, "height": 384}, dungeon={"id": "of-5"})
    assert coach.settle() == "turn"
    for _ in range(3):
        page.keyboard.press(".")
        page.wait_for_selector("[data-reach]")
        page.wait_for_timeout(600)  # the view glides
        board = page.locator(".board").bounding_box()
        held = page.locator(".board .piece:has(.ring:not(.fresh)) .token").first.bounding_box()
        assert board
        assert held
        assert board["x"] <= held["x"] <= board["x"] + board["width"] - held["width"]
        assert board["y"] <= held["y"] <= board["y"] + board["height"] - held["height"]


def test_what_comes_after_the_match_needs_no_scrolling(open_page: OpenPage, address: str) -> None:
    page, coach = seated(open_page, address, DESKTOP, turn_limit=1)
    coach.play()
    page.wait_for_selector("[data-next-level] button")
    foot = page.locator(".foot-place").bounding_box()
    offer = page.locator("[data-next-level] button").bounding_box()
    assert foot
    assert offer
    assert offer["y"] + offer["height"] <= foot["y"] + foot["height"] + 1


# What is drawn smaller than a thumb around the board, where nothing covers it and all of it is in its place: from its
# middle 19 pixels up or down, 40 pixels in all that may lie a little higher or lower.
UNDER_A_THUMB = """() => {
  const short = [];
  let seen = 0;
  for (const each of document.querySelectorAll('.thumb')) {
    const { left, top, width, height } = each.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    seen += 1;
    const around = getComputedStyle(each, '::after');
    if (parseFloat(around.width) < 40 || parseFloat(around.height) < 40) short.push(each.textContent.trim());
    const y = top + height / 2;
    const place = each.closest('.foot-place').getBoundingClientRect();
    if (y - 20 < place.top || y + 20 > place.bottom) continue;
    const x = left + width / 2;
    let rows = 0;
    for (let by = -26; by <= 26; by += 1) rows += document.elementFromPoint(x, y + by)?.closest('.thumb') === each;
    if (rows < 34) short.push(`${each.textContent.trim()}: ${rows} rows`);
  }
  return [short, seen];
}"""
# What would be scrolled without them: nothing may move for a thumb.
TALLER = """() => {
  const foot = document.querySelector('.foot-place');
  const before = foot.scrollHeight;
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = '.thumb::after { display: none !important }';
  const after = foot.scrollHeight;
  style.remove();
  return before - after;
}"""


def test_small_things_around_the_board_have_room_for_a_thumb(browser: Any, address: str) -> None:
    context = new_context(browser, viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(address + link_of(new_match(address, seats=["person", "bot:random"])))
    number = ""
    told = 0
    for _ in range(3):
        page.wait_for_selector(f'.prompt.mine[data-busy="false"]:not([data-number="{number}"])')
        settle(page)
        short, seen = page.evaluate(UNDER_A_THUMB)
        assert short == []
        assert page.evaluate(TALLER) <= 0
        told += seen
        number = page.get_attribute(".prompt", "data-number")
        page.get_by_role("button", name="Choose for me").first.click()
    assert told > 6
    context.close()
