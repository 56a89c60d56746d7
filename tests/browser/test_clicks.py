"""How many clicks a deed takes, what a click takes back, and what a click that does nothing says."""

from __future__ import annotations

import re
from typing import Any

import pytest
from mypy_extensions import i64
from playwright.sync_api import Page

from browser.clicking import MouseCoach
from browser.conftest import PHONE, OpenPage
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import first_of, kind_of, second_of
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import options_of
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.engine.procedures.block.dice import block_dice
from dungeonbowl.server.view import foresight
from dungeonbowl.server.view.ahead import activating, chosen
from dungeonbowl.server.view.chest_ways import chests_in_reach
from dungeonbowl.server.view.further import further
from support.positions import Found, match_where
from support.servers import ServerProcess

# --- positions -------------------------------------------------------------------------------------------------------


def fresh(game: Game) -> list[int]:
    return [first_of(option) for option in options_of(game) if kind_of(option) == actions.ACTIVATE]


def safe_squares(game: Game, piece: int, steps: int) -> list[int]:
    """Squares to which a player walks so far without a roll, and where it can act on."""
    found = reach(game, i64(piece))
    return [
        square
        for square in found.squares()
        if found.odds(i64(square)) == 1.0 and len(found.path(i64(square))) == steps
        if not game.portal_number(i64(square)) and game.occupant[square] == -1
    ]


def two_who_can_walk(game: Game) -> Found | None:
    walkers = [piece for piece in fresh(game) if game.is_standing(i64(piece)) and safe_squares(game, piece, 3)]
    if len(walkers) < 2:
        return None
    return {"first": walkers[0], "second": walkers[1]}


def a_block(game: Game) -> Found | None:
    """Two dice of the attacker's choice against a neighbour."""
    for piece in fresh(game):
        begun = activating(game, piece)
        if begun is None or not game.is_standing(i64(piece)):
            continue
        for option in options_of(begun[1]):
            if kind_of(option) == actions.DECLARE and first_of(option) == actions.BLOCK_ACTION:
                target = second_of(option) - 1
                if block_dice(game, i64(piece), i64(target)) >= 2:
                    return {"piece": piece, "target": target}
    return None


def a_far_blitz(game: Game) -> Found | None:
    """An opponent whom a player can walk up to without a roll, over two squares or more, and block."""
    side = int(game.asked)
    for piece in fresh(game):
        for target in range(int(game.squads.count)):
            if not game.is_standing(i64(piece)) or game.square[target] < 0 or int(game.side_of[target]) != 1 - side:
                continue
            found = foresight.preview(game, 0, side, piece, target=target)
            if found is not None and found.block is not None and len(found.path) >= 2 and not found.rolls:
                return {"piece": piece, "target": target}
    return None


def a_pass(game: Game) -> Found | None:
    """Somebody with the ball, and a team-mate to throw it to."""
    for piece in fresh(game):
        begun = activating(game, piece)
        if begun is None or game.ball_of(i64(piece)) < 0 or not game.is_standing(i64(piece)):
            continue
        declare = int(actions.action(actions.DECLARE, actions.PASS_ACTION))
        declared = chosen(begun[1], declare) if declare in options_of(begun[1]) else None
        if declared is None:
            continue
        for option, _, first in further(declared, options_of(declared)):
            if first == [int(actions.AIM)]:
                return {"piece": piece, "receiver": int(game.occupant[first_of(option)])}
    return None


def a_chest(game: Game) -> Found | None:
    """A chest some squares away, with no other one beside the square that it is opened from."""
    for piece in fresh(game):
        for way in chests_in_reach(game, piece):
            near = [int(game.steps[way.path[-1] * 8 + direction]) for direction in range(8)] if way.path else []
            chests = sum(1 for square in near if square >= 0 and game.is_chest(i64(square)))
            if way.odds == 1.0 and len(way.path) >= 3 and chests == 1:
                return {"piece": piece, "chest": way.square, "beside": way.path[-1]}
    return None


def the_last_player(game: Game) -> Found | None:
    """Only one player has not acted yet, and nobody can come from the dugout."""
    options = options_of(game)
    if len(options) != 2 or len(fresh(game)) != 1:
        return None
    piece = fresh(game)[0]
    return {"piece": piece} if game.is_standing(i64(piece)) and safe_squares(game, piece, 3) else None


def a_wall_beside(game: Game) -> Found | None:
    """A standing player with a wall in one direction, and a way in another."""
    for piece in fresh(game):
        if not game.is_standing(i64(piece)) or not safe_squares(game, piece, 3):
            continue
        here = int(game.square[piece])
        walls = [direction for direction in (0, 2, 4, 6) if int(game.dungeon.bordering[here * 8 + direction]) < 0]
        if walls:
            return {"piece": piece, "key": ARROWS[walls[0]]}
    return None


def somebody_outside(game: Game) -> Found | None:
    """Somebody can come from the dugout, also after a player has walked."""
    if not any(kind_of(option) == actions.ENTER_RESERVE for option in options_of(game)):
        return None
    return two_who_can_walk(game)


ARROWS = {0: "ArrowUp", 2: "ArrowRight", 4: "ArrowDown", 6: "ArrowLeft"}

# --- the hand --------------------------------------------------------------------------------------------------------


class Hand:
    """Clicks, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.coach = MouseCoach(page)
        self.clicks = 0
        page.wait_for_selector(".board")
        self.coach.settle()

    def middle(self, selector: str) -> tuple[float, float]:
        self.page.wait_for_selector(selector, state="attached")
        self.page.wait_for_timeout(400)  # the board may glide to where something happens
        box = self.page.locator(selector).first.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def on(self, selector: str, button: Any = "left") -> None:
        x, y = self.middle(selector)
        self.page.mouse.move(x, y)
        self.page.mouse.click(x, y, button=button)
        self.clicks += 1

    def tap(self, selector: str) -> None:
        self.page.touchscreen.tap(*self.middle(selector))

    def player(self, piece: int) -> str:
        return f".piece[data-piece='{piece}']"

    def take(self, piece: int) -> None:
        self.on(self.player(piece))
        self.page.wait_for_selector("[data-strip] [data-entry='Move']")

    def done(self, number: int) -> str:
        """The kind of the next decision, once the server has answered."""
        self.coach.await_change(number)
        return self.coach.settle()

    def far_square(self) -> str:
        """A square in reach that three steps lead to: the coach's own way to find one is to look at its number."""
        self.page.wait_for_selector("[data-reach]")
        squares = [spot["name"] for spot in self.coach.spots(".step.sure[data-reach]")]
        for square in squares:
            self.page.mouse.move(*self.middle(f"[data-reach='{square}']"))
            path = self.page.locator(".path").first
            if path.count() and len(re.findall("L", path.get_attribute("d") or "")) >= 2:
                return f"[data-reach='{square}']"
        raise AssertionError("no square two steps away")


def test_move_takes_two_clicks_and_ends_the_activation_before_it(open_page: OpenPage, table: ServerProcess) -> None:
    link, found = match_where(table.database, two_who_can_walk)
    page = open_page(link)
    hand = Hand(page)
    for piece in (found["first"], found["second"]):
        hand.clicks = 0
        number = hand.coach.number()
        hand.take(piece)
        hand.on(hand.far_square())
        assert hand.done(number) == "act"
        assert hand.clicks == 2
        assert hand.coach.number() == number + 1, "one order"
    shirt = re.search("#\\d+", page.inner_text("[data-strip] [data-entry='Stop']"))
    assert shirt is not None
    # One click takes the whole walk back, and says so before.
    undo = page.locator("[data-undo]")
    assert undo.inner_text().strip() == f"Undo: {shirt[0]}'s walk"
    number = hand.coach.number()
    undo.click()
    assert hand.done(number) == "act", "the first player acts again"
    assert "walk" in undo.inner_text()
    number = hand.coach.number()
    undo.click()
    assert hand.done(number) == "turn"


def test_done_with_a_player_stands_at_the_player_and_on_a_key(open_page: OpenPage, table: ServerProcess) -> None:
    link, found = match_where(table.database, two_who_can_walk)
    page = open_page(link)
    hand = Hand(page)
    number = hand.coach.number()
    hand.take(found["first"])
    hand.on(hand.far_square())
    assert hand.done(number) == "act"
    assert "Done with #" in page.inner_text("[data-strip] [data-entry='Stop']")
    number = hand.coach.number()
    page.keyboard.press("s")
    assert hand.done(number) == "turn"
    assert "end of #" in page.inner_text("[data-undo]")


def test_a_block_takes_three_clicks(open_page: OpenPage, table: ServerProcess) -> None:
    link, found = match_where(table.database, a_block)
    hand = Hand(open_page(link))
    number = hand.coach.number()
    hand.take(found["piece"])
    hand.page.mouse.move(*hand.middle(hand.player(found["target"])))
    hand.page.wait_for_selector(f"{hand.player(found['target'])} .mark.target", state="attached")
    hand.on(hand.player(found["target"]))
    assert hand.done(number) == "face"
    number = hand.coach.number()
    hand.on(".box.asks button[data-face]")
    hand.done(number)
    assert hand.clicks == 3


@pytest.mark.parametrize("edition", ["official", "stockbowl", "astrogranite"])
def test_a_far_blitz_is_shown_first_and_done_by_the_second_click_up_to_the_dice(
    open_page: OpenPage, table: ServerProcess, edition: str
) -> None:
    link, found = match_where(table.database, a_far_blitz, edition)
    page = open_page(link)
    hand = Hand(page)
    number = hand.coach.number()
    hand.take(found["piece"])
    target = hand.player(found["target"])
    hand.on(target)
    page.wait_for_selector("[data-again]")
    panel = page.inner_text("[data-preview='block']")
    assert "Blitz" in panel
    assert "knocks down" in panel
    assert "%" in panel
    page.wait_for_selector(".path", state="attached")
    assert hand.coach.number() == number, "nothing has been done"
    hand.on(target)
    kind = hand.done(number)
    assert hand.coach.number() > number
    assert kind in ("face", "reroll", "skill", "push", "choose"), kind
    assert hand.clicks == 3, "the fourth chooses the face"


def test_a_pass_takes_three_clicks(open_page: OpenPage, table: ServerProcess) -> None:
    link, found = match_where(table.database, a_pass)
    hand = Hand(open_page(link))
    number = hand.coach.number()
    hand.take(found["piece"])
    hand.on("[data-strip] [data-entry='Pass']")
    assert hand.done(number) == "act"
    number = hand.coach.number()
    hand.on(hand.player(found["receiver"]))
    assert hand.done(number) != "aim"
    assert hand.clicks == 3
    assert "throw" in hand.page.inner_text(".log").lower() or "pass" in hand.page.inner_text(".log").lower()


def test_to_a_chest_some_squares_away_takes_two_clicks_and_opening_it_is_offered(
    open_page: OpenPage, table: ServerProcess
) -> None:
    link, found = match_where(table.database, a_chest)
    page = open_page(link)
    hand = Hand(page)
    number = hand.coach.number()
    hand.take(found["piece"])
    hand.on(f"[data-target='{found['chest']}']")
    assert hand.done(number) == "act"
    assert hand.clicks == 2
    offer = page.locator("[data-strip] [data-entry='Open chest']")
    assert "%" in offer.inner_text()
    assert "walk" in page.inner_text("[data-undo]"), "nothing is opened yet"
    number = hand.coach.number()
    hand.on(f"[data-target='{found['chest']}']")
    hand.done(number)
    assert not page.locator(f"[data-target='{found['chest']}']").count()


def test_the_turn_ends_with_one_click_or_two_while_somebody_can_act(open_page: OpenPage, table: ServerProcess) -> None:
    link, found = match_where(table.database, the_last_player)
    page = open_page(link)
    hand = Hand(page)
    number = hand.coach.number()
    hand.on("[data-end-turn]")
    hand.on("[data-confirm-end]")
    hand.done(number)
    assert hand.clicks == 2
    number = hand.coach.number()
    assert "end of the turn" in page.inner_text("[data-undo]")
    page.click("[data-undo]")
    hand.done(number)
    number = hand.coach.number()
    hand.take(found["piece"])
    hand.on(hand.far_square())
    assert hand.done(number) == "act"
    number = hand.coach.number()
    hand.clicks = 0
    hand.on("[data-end-turn]")
    hand.done(number)
    assert hand.clicks == 1


def test_a_click_that_does_nothing_says_why_where_it_was(open_page: OpenPage, table: ServerProcess) -> None:
    link, found = match_where(table.database, two_who_can_walk)
    page = open_page(link)
    hand = Hand(page)
    for piece in (found["first"], found["second"]):
        number = hand.coach.number()
        hand.take(piece)
        hand.on(hand.far_square())
        hand.done(number)
    hand.on(hand.player(found["first"]))
    excuse = page.locator(".excuse")
    excuse.wait_for()
    assert "has been activated this turn" in excuse.inner_text()
    box, spot = excuse.bounding_box(), hand.middle(hand.player(found["first"]))
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - spot[0]) < 150
    assert abs(box["y"] + box["height"] / 2 - spot[1]) < 120
    assert excuse.inner_text() in page.locator("[aria-live]").all_inner_texts()
    board = page.locator(".board").bounding_box()
    assert board is not None
    page.mouse.click(board["x"] + 4, board["y"] + board["height"] - 4)
    wall = page.locator(".excuse", has_text="wall")
    wall.wait_for()
    box = wall.bounding_box()
    assert box is not None
    assert box["x"] >= board["x"], "the whole of it is seen"


def test_walking_into_a_wall_is_spoken(open_page: OpenPage, table: ServerProcess) -> None:
    link, found = match_where(table.database, a_wall_beside)
    page = open_page(link)
    hand = Hand(page)
    hand.take(found["piece"])
    number = hand.coach.number()
    page.keyboard.press("m")
    assert hand.done(number) == "act"
    page.keyboard.press(found["key"])
    page.locator(".excuse", has_text="wall").wait_for()
    assert any("wall" in line for line in page.locator("[aria-live]").all_inner_texts())
    assert hand.coach.number() == number + 1


def test_somebody_is_brought_on_by_the_click_that_ends_an_activation(open_page: OpenPage, table: ServerProcess) -> None:
    link, found = match_where(table.database, somebody_outside, "astrogranite")
    page = open_page(link)
    hand = Hand(page)
    number = hand.coach.number()
    hand.take(found["first"])
    hand.on(hand.far_square())
    assert hand.done(number) == "act"
    number = hand.coach.number()
    bring = page.locator(".prompt .choices button", has_text="Bring on").first
    bring.click()
    if hand.coach.number() == number and page.locator(".prompt .choices [data-option]").count():
        page.locator(".prompt .choices [data-option]").first.click()
    hand.done(number)
    assert hand.coach.number() == number + 1, "one order"


def test_right_click_escape_and_a_resting_finger_mean_the_same(open_page: OpenPage, table: ServerProcess) -> None:
    link, found = match_where(table.database, two_who_can_walk)
    page = open_page(link)
    hand = Hand(page)
    move = page.locator("[data-strip] [data-entry='Move']")
    resting = """(board) => {
      const box = board.getBoundingClientRect();
      const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, pointerId: 7, bubbles: true };
      board.dispatchEvent(new PointerEvent('pointerdown', { ...at, pointerType: 'touch' }));
      return new Promise((done) => setTimeout(() => {
        board.dispatchEvent(new PointerEvent('pointerup', { ...at, pointerType: 'touch' }));
        done();
      }, 700));
    }"""
    number = hand.coach.number()
    for back in (
        lambda: hand.on(hand.player(found["second"]), "right"),
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator(".board").evaluate(resting),
        lambda: page.locator(".prompt h2").click(button="right"),  # beside the board as well
    ):
        hand.take(found["first"])
        back()
        move.wait_for(state="detached")
    # While a player acts, another one in hand goes back to the one who acts, each time.
    hand.take(found["first"])
    hand.on(hand.far_square())
    assert hand.done(number) == "act"
    for back in (
        lambda: hand.on(hand.player(found["first"]), "right"),
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator(".board").evaluate(resting),
    ):
        hand.take(found["second"])
        back()
        page.wait_for_selector("[data-strip] [data-entry='Stop']")
    assert hand.coach.number() == number + 1


def test_a_finger_shows_first_and_does_second(open_page: OpenPage, table: ServerProcess) -> None:
    link, found = match_where(table.database, two_who_can_walk)
    page = open_page(link, PHONE, has_touch=True, is_mobile=True)
    hand = Hand(page)
    number = hand.coach.number()
    coach = hand.coach
    coach.insist(lambda: hand.tap(hand.player(found["first"])), lambda: page.locator("[data-entry='Move']").count() > 0)
    page.wait_for_selector("[data-reach]")
    first, second = (f"[data-reach='{spot['name']}']" for spot in coach.spots(".step.sure[data-reach]")[:2])
    hand.tap(first)
    page.wait_for_selector(".path", state="attached")
    shown = page.locator(".path").first.get_attribute("d")
    hand.tap(second)
    page.wait_for_function("(before) => document.querySelector('.path')?.getAttribute('d') !== before", arg=shown)
    assert coach.number() == number, "nothing has been done"
    hand.tap(second)
    assert hand.done(number) == "act"
    assert page.locator("[data-undo-what]").inner_text().endswith("walk")


def test_a_lost_blitz_is_asked_about_and_both_questions_can_be_switched_off(
    open_page: OpenPage, table: ServerProcess
) -> None:
    link, found = match_where(table.database, two_who_can_walk)
    page = open_page(link)
    hand = Hand(page)

    def declare() -> None:
        number = hand.coach.number()
        hand.take(found["first"])
        page.locator("[data-strip] [data-entry='Blitz']").click()
        target = page.locator(".prompt .choices [data-option]")
        if target.count():
            target.first.click()
        assert hand.done(number) == "act"

    declare()
    number = hand.coach.number()
    page.keyboard.press("s")
    page.get_by_text("has declared Blitz").wait_for()
    page.get_by_role("button", name="Go on", exact=True).click()
    assert hand.coach.number() == number
    page.click("[data-undo]")
    hand.done(number)
    page.evaluate("""() => {
      const kept = JSON.parse(localStorage.getItem('dungeonbowl.settings') ?? '{}');
      localStorage.setItem('dungeonbowl.settings', JSON.stringify({ ...kept, confirmEnd: false, confirmWaste: false }));
    }""")
    page.reload()
    hand = Hand(page)
    declare()
    number = hand.coach.number()
    page.click("[data-end-turn]")
    hand.done(number)
    assert not page.locator("dialog[open]").count()
