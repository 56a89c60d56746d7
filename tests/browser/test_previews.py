"""What a coach sees of a choice before it is made: the panel beside the board, lines of those who help, the dice."""

from __future__ import annotations

import re

from mypy_extensions import i64
from playwright.sync_api import Page

from browser.conftest import PHONE, OpenPage
from browser.sizes import settle
from browser.test_clicks import Hand, a_block, a_chest, fresh
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.server.view import foresight
from support.positions import Found, match_where
from support.servers import ServerProcess

PANEL = "[data-preview]"


def helped_block(game: Game) -> Found | None:
    """A block beside with somebody who assists."""
    for piece in fresh(game):
        for target in range(int(game.squads.count)):
            if game.square[target] < 0 or game.side_of[target] == game.side_of[piece]:
                continue
            if not game.are_beside(i64(piece), i64(target)):
                continue
            found = foresight.preview(game, 0, int(game.asked), piece, target=target)
            if found is not None and found.block is not None and found.block.assists and found.block.dice.count > 1:
                return {"piece": piece, "target": target, "assists": found.block.assists}
    return None


def two_rolls_in_a_square(game: Game) -> Found | None:
    """A square that takes two rolls to enter."""
    for piece in fresh(game):
        found = reach(game, i64(piece))
        for square in found.squares():
            if len([where for _, _, where in found.rolls(i64(square)) if where == square]) == 2:
                return {"piece": piece, "square": square}
    return None


def panel(page: Page) -> str:
    return page.inner_text(PANEL)


def test_a_block_is_shown_with_its_chances_and_who_helps(open_page: OpenPage, table: ServerProcess) -> None:
    link, found = match_where(table.database, helped_block)
    page = open_page(link)
    hand = Hand(page)
    hand.take(found["piece"])
    page.mouse.move(*hand.middle(hand.player(found["target"])))
    page.wait_for_selector("[data-preview='block']")
    words = panel(page)
    assert re.search(r"[23] dice, you choose|[23] dice, the opponent chooses", words)
    assert "knocks down" in words
    faces = re.split(r"chooses?", words)[1].split("Strength")[0]  # behind what must be rolled before the block
    shown = [int(each) for each in re.findall(r"(?<![<>])\b(\d+)%", faces)]
    assert 97 <= sum(shown) <= 103, words
    assert "Strength" in words
    lines = page.locator(".help-lines [data-helps]")
    helpers = {int(line.get_attribute("data-helps") or -1) for line in lines.all()}
    assert set(found["assists"]) <= helpers
    page.get_by_text("Face by face").click()  # the panel waits for the pointer
    assert page.locator(f"{PANEL} details .die").count() == 5


def test_the_faces_are_buttons_the_best_first_with_what_they_do(open_page: OpenPage, table: ServerProcess) -> None:
    link, found = match_where(table.database, a_block)
    page = open_page(link)
    hand = Hand(page)
    for _ in range(6):
        number = hand.coach.number()
        hand.take(found["piece"])
        page.mouse.move(*hand.middle(hand.player(found["target"])))
        page.wait_for_selector(f"{hand.player(found['target'])} .mark.target", state="attached")
        hand.on(hand.player(found["target"]))
        if hand.done(number) == "face":
            break
    faces = page.locator(".box.asks button[data-face]")
    assert faces.count() >= 1
    for face in faces.all():
        assert re.search(r"goes down|go down|pushed", face.inner_text()), face.inner_text()
        die = face.locator("svg").bounding_box()
        assert die is not None
        assert die["width"] >= 40
    board = page.locator(".board").bounding_box()
    box = page.locator(".box.asks").bounding_box()
    assert board is not None
    assert box is not None
    assert box["x"] >= board["x"] + board["width"] - 1, "the dice do not lie over the board"
    number = hand.coach.number()
    faces.first.click()
    hand.done(number)


def test_a_chest_says_what_opening_it_may_bring(open_page: OpenPage, table: ServerProcess) -> None:
    link, found = match_where(table.database, a_chest)
    page = open_page(link)
    hand = Hand(page)
    hand.take(found["piece"])
    page.mouse.move(*hand.middle(f"[data-target='{found['chest']}']"))
    page.wait_for_selector(PANEL)
    page.wait_for_function(f"() => document.querySelector(\"{PANEL}\")?.innerText.includes('the ball')")
    assert "goes down and your turn ends" in panel(page)


def test_two_numbers_in_a_square_stand_in_two_lines(open_page: OpenPage, table: ServerProcess) -> None:
    link, found = match_where(table.database, two_rolls_in_a_square)
    page = open_page(link)
    hand = Hand(page)
    hand.take(found["piece"])
    here = found["square"]
    label = page.locator(f":is([data-reach='{here}'], [data-over-ball='{here}']) text[data-lines='2']")
    label.wait_for(state="attached")
    upper, lower = [line.bounding_box() for line in label.locator("tspan").all()]
    assert upper is not None
    assert lower is not None
    assert lower["y"] >= upper["y"] + 0.6 * upper["height"]
    assert "+" in (label.locator("tspan").first.text_content() or "")


def test_the_numbers_of_a_square_with_the_ball_can_be_read(open_page: OpenPage) -> None:
    page = open_page("/")
    page.click("[data-lesson]:enabled")  # your first block: the ball lies free
    page.wait_for_selector("[data-verdict=open]")
    hand = Hand(page)
    hand.take(0)
    label = page.locator("[data-over-ball] text")
    label.wait_for(state="attached")
    square = page.locator("[data-over-ball]").get_attribute("data-over-ball")
    assert page.locator(f"[data-reach='{square}'] text").count() == 0, "not a second time under the ball"
    ball, words = page.locator(".board .ball").bounding_box(), label.bounding_box()
    assert ball
    assert words
    assert words["x"] + words["width"] / 2 < ball["x"] + ball["width"] / 2


def test_a_first_tap_shows_the_panel_on_a_phone(open_page: OpenPage, table: ServerProcess) -> None:
    link, found = match_where(table.database, helped_block)
    page = open_page(link, PHONE, has_touch=True, is_mobile=True)
    hand = Hand(page)
    hand.tap(hand.player(found["piece"]))
    page.wait_for_selector("[data-strip] [data-entry='Move']")
    number = hand.coach.number()
    hand.tap(hand.player(found["target"]))
    page.wait_for_selector("[data-preview='block']", state="attached")
    assert "knocks down" in (page.text_content(PANEL) or "")
    assert hand.coach.number() == number, "the first tap only shows"


def test_a_phone_shows_what_opening_a_chest_may_bring_without_scrolling(
    open_page: OpenPage, table: ServerProcess
) -> None:
    link, found = match_where(table.database, a_chest)
    page = open_page(link, PHONE, has_touch=True, is_mobile=True)
    hand = Hand(page)
    chest = page.locator(f"[data-target='{found['chest']}']")
    hand.coach.insist(lambda: hand.tap(hand.player(found["piece"])), lambda: chest.count() > 0)
    hand.tap(f"[data-target='{found['chest']}']")
    page.wait_for_selector("[data-preview='deed'] li")
    assert page.locator("[data-preview] li").count() == 2
    outcomes_are_seen(page)
    # Choices take a part of the room.
    page.evaluate(
        "document.querySelector('.prompt .choices').append("
        "Object.assign(document.createElement('button'), { className: 'button', textContent: 'Bring on' }))"
    )
    settle(page)
    assert page.get_by_text("Bring on").is_visible()
    outcomes_are_seen(page)


def outcomes_are_seen(page: Page) -> None:
    """Each of them, in the room that a phone has below its board."""
    panel = page.locator("[data-desk]").bounding_box()
    assert panel is not None
    for told in page.locator("[data-preview] li").all():
        place = told.bounding_box()
        assert place is not None
        assert place["y"] + place["height"] <= panel["y"] + panel["height"] + 1, told.inner_text()
