"""A coach at the screen: reads the page as a person would, and plays with the mouse or with the keyboard.

It knows no rule. It looks at what the page offers (buttons, glowing squares, tinted squares) and takes one of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from playwright.sync_api import Page

# Generous limits for a slow machine; nothing here asserts a time.
PATIENCE = 180_000
ANSWER = 8_000  # after which a person would think that the click did not count, and click again
ATTEMPTS = 8

# Squares and players of the board whose middle nothing covers: a click there reaches the board.
REACHABLE = """(selector) => [...document.querySelectorAll(selector)].map((element) => {
  const box = element.getBoundingClientRect();
  const x = box.left + box.width / 2, y = box.top + box.height / 2;
  const hit = document.elementFromPoint(x, y);
  const board = document.querySelector('.board');
  if (!hit || !board || !board.contains(hit) || hit.closest('button, .box, .sheet, .tip')) return null;
  return { x, y, name: element.dataset.reach ?? element.dataset.target ?? element.dataset.piece };
}).filter(Boolean)"""

SETTLED = """() => {
  const match = document.querySelector('.match');
  const prompt = document.querySelector('.prompt');
  if (!match || !prompt) return false;
  if (match.dataset.stage === 'over' && prompt.dataset.busy !== 'true') return true;
  return prompt.dataset.kind !== '' && prompt.dataset.busy === 'false';
}"""


class Coach:
    """Plays one seat on a page that is already open."""

    def __init__(self, page: Page, seed: int = 1, players_a_turn: int = 2) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.players_a_turn = players_a_turn
        self.acted = 0
        self.kinds: dict[str, int] = {}  # how many decisions of each kind were made

    # --- reading ------------------------------------------------------------------------------------------------------

    def settle(self) -> str:
        """Wait until this coach is asked or the match is over; the kind of the decision, "" when it is over."""
        self.page.wait_for_function(SETTLED, timeout=PATIENCE)
        return "" if self.is_over() else self.kind()

    def is_over(self) -> bool:
        return self.page.get_attribute(".match", "data-stage") == "over"

    def kind(self) -> str:
        return self.page.get_attribute(".prompt", "data-kind") or ""

    def number(self) -> int:
        return int(self.page.get_attribute(".prompt", "data-number") or 0)

    def spots(self, selector: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate(REACHABLE, selector)
        return found

    def await_change(self, number: int) -> None:
        """Until the server has answered what was done at decision `number`."""
        self.page.wait_for_function(
            "(before) => Number(document.querySelector('.prompt')?.dataset.number ?? -1) !== before",
            arg=number,
            timeout=PATIENCE,
        )

    # --- playing ------------------------------------------------------------------------------------------------------

    def play(self, until: Callable[[str], bool] | None = None, most: int = 3000) -> int:
        """Decide until the match is over, or until `until` says so of the kind of a decision; how many were made."""
        for count in range(most):
            kind = self.settle()
            if kind == "" or (until is not None and until(kind)):
                return count
            number = self.number()
            self.kinds[kind] = self.kinds.get(kind, 0) + 1
            self.insist(self.attempt, partial(self.has_changed, number))
        raise AssertionError(f"no end after {most} decisions")

    def attempt(self) -> None:
        kind = self.settle()
        if kind:
            self.decide(kind)

    def has_changed(self, number: int) -> bool:
        return self.number() != number

    def insist(self, act: Callable[[], None], done: Callable[[], bool]) -> None:
        """Do something until it has shown: what is clicked on may have moved a moment before, as it does for people."""
        for _ in range(ATTEMPTS):
            act()
            for _ in range(ANSWER // 40):
                if done() or self.is_over():
                    return
                self.page.wait_for_timeout(40)
        raise AssertionError(f"nothing came of it in {ATTEMPTS} attempts")

    def decide(self, kind: str) -> None:
        raise NotImplementedError


class MouseCoach(Coach):
    """Clicks only."""

    move = "[data-entry='Move']"  # what is offered to a player in hand; another language calls it otherwise

    def decide(self, kind: str) -> None:
        if kind == "turn":
            self.turn()
        elif kind in ("act", "declare"):
            self.act()
        elif not self.click_target():
            self.click_button()

    def turn(self) -> None:
        if self.acted < self.players_a_turn and self.select():
            self.acted += 1
            squares = self.spots("[data-reach]")
            if squares:
                self.click_spot(self.chance.choice(squares))
            else:
                self.page.locator(f"{self.move}:not([aria-disabled])").first.click()
            return
        self.acted = 0
        self.page.click("[data-end-turn]")
        confirm = self.page.locator("[data-confirm-end]")
        if confirm.count():
            confirm.click()

    def select(self) -> bool:
        """Take a player in hand: one with the ring of those who can still act."""
        for _ in range(3):
            self.stand_still(".foot-place")  # a decision that has just come up moves the board above it
            pieces = self.spots(".piece:has(.ring.fresh)")
            if not pieces:
                return False
            self.click_spot(self.chance.choice(pieces))
            try:
                self.page.wait_for_selector(self.move, timeout=ANSWER)
            except Exception:
                self.page.keyboard.press("Escape")
                continue
            self.stand_still(self.move)
            return True
        return False

    def stand_still(self, selector: str) -> None:
        """Until what has just come up is where it will stay."""
        self.page.locator(selector).first.hover()

    def act(self) -> None:
        """A deed if there is one, else one more step now and then, else stop."""
        deeds = self.page.locator(
            "[data-strip] [data-entry]:not([aria-disabled]), .prompt .choices button[data-option]"
        )
        count = deeds.count()
        stop = self.page.locator("[data-strip] [data-kind='stop']")
        if count > 1 and self.chance.random() < 0.6:
            number = self.number()
            deeds.nth(self.chance.randrange(count)).click()
            self.confirm_waste()
            if self.number() == number and self.page.locator(".prompt[data-aims='true']").count():
                self.page.locator(".prompt .choices button[data-option]").first.click()
            return
        if stop.count():
            stop.first.click()
            self.confirm_waste()
        elif count:
            deeds.first.click()
        else:
            squares = self.spots("[data-reach]")
            self.click_spot(self.chance.choice(squares))

    def confirm_waste(self) -> None:
        """An action that was declared and not carried out is asked about."""
        confirm = self.page.locator("[data-confirm-waste]")
        if confirm.count():
            confirm.click()

    def click_target(self) -> bool:
        """A glowing square of the board."""
        targets = self.spots("[data-target]")
        if not targets or self.page.locator(".box.asks").count():
            return False
        self.click_spot(self.chance.choice(targets))
        which = self.page.locator("[data-strip][aria-label='Which?'] [data-option]")
        if which.count():
            which.first.click()
        return True

    def click_button(self) -> None:
        buttons = self.page.locator(".box.asks button[data-option], .prompt .choices button[data-option]")
        buttons.nth(self.chance.randrange(buttons.count())).click()

    def click_spot(self, spot: dict[str, Any]) -> None:
        self.page.mouse.click(spot["x"], spot["y"])


class KeyCoach(Coach):
    """Keys only."""

    def decide(self, kind: str) -> None:
        if kind == "turn":
            self.turn()
        elif kind in ("act", "declare"):
            self.act()
        else:
            self.answer()

    def turn(self) -> None:
        if self.acted < self.players_a_turn:
            self.acted += 1
            self.page.keyboard.press(".")
            try:
                self.page.wait_for_selector("[data-entry='Move']", timeout=5_000)
                self.page.keyboard.press("m")
                return
            except Exception:
                self.page.keyboard.press("Escape")
        self.acted = 0
        self.page.keyboard.press("e")
        if self.page.locator("[data-confirm-end]").count():
            self.page.keyboard.press("Enter")

    def act(self) -> None:
        """A few steps in some direction, a chest if one is at hand, then stop."""
        number = self.number()
        if self.page.locator("[data-strip] [data-entry='Open chest']:not([aria-disabled])").count():
            self.page.keyboard.press("o")
        elif self.chance.random() < 0.7:
            for key in self.chance.sample(
                ["ArrowUp", "PageUp", "ArrowRight", "PageDown", "ArrowDown", "End", "ArrowLeft", "Home"], 8
            ):
                self.page.keyboard.press(key)
                self.page.wait_for_timeout(60)
                if self.number() != number or self.page.get_attribute(".prompt", "data-busy") == "true":
                    return
        if self.number() == number:
            self.page.keyboard.press("s")
            self.page.wait_for_timeout(60)
            if self.page.locator("[data-confirm-waste]").count():
                self.page.keyboard.press("Enter")
                return
        if self.number() == number and self.page.get_attribute(".prompt", "data-busy") == "false":
            self.page.keyboard.press("x")

    def answer(self) -> None:
        """The first choice by its number; where there is none, the computer chooses."""
        number = self.number()
        self.page.keyboard.press(str(self.chance.choice([1, 1, 2])))
        self.page.wait_for_timeout(80)
        if self.number() == number and self.page.get_attribute(".prompt", "data-busy") == "false":
            self.page.keyboard.press("1")
            self.page.wait_for_timeout(80)
        if self.number() == number and self.page.get_attribute(".prompt", "data-busy") == "false":
            self.page.keyboard.press("x")
