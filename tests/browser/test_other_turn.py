"""The turn of another coach on the screen: on to my turn, stop and step, the summary, banners."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest

from browser.clicking import MouseCoach
from browser.conftest import DESKTOP, PHONE, OpenPage
from browser.matches import link_of, new_match
from browser.test_accessibility import faults
from dungeonbowl.bots.arena import Pairing, match_bots, new_game
from dungeonbowl.bots.seat import Seat, options_of
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.loop import advance, choose_trusted
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.server.view.stories import Storyteller

PACED = {"speed": 1, "muted": True, "confirmEnd": False}
LOOKING_BACK = ".prompt h2:has-text('Looking back')"


def sit_down(open_page: OpenPage, link: str, size: dict[str, int] | None = None, **settings: Any) -> Any:
    """A page on which the turns of others are shown at a pace."""
    page = open_page("/", size)
    page.evaluate("(kept) => localStorage.setItem('dungeonbowl.settings', kept)", json.dumps({**PACED, **settings}))
    page.goto(page.url.rstrip("/") + link)
    return page


def mine(page: Any) -> MouseCoach:
    """On to the first decision of this coach, wherever the match begins."""
    coach = MouseCoach(page)
    page.wait_for_function(
        "() => document.querySelector('.prompt')?.dataset.kind || document.querySelector('[data-my-turn]:enabled')"
    )
    page.evaluate("document.querySelector('[data-my-turn]')?.click()")  # it goes when we are asked
    coach.settle()
    return coach


# Whether the middle of an element is on the screen and nothing lies over it.
SEEN = """(element) => {
  const box = element.getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + Math.min(box.width / 2, 40), box.top + box.height / 2);
  return hit !== null && (element.contains(hit) || hit.contains(element));
}"""


def end_turn(page: Any, coach: MouseCoach) -> None:
    """End the turn at once, and wait until the other one is shown."""
    while coach.settle() != "turn":
        number = coach.number()
        page.keyboard.press("x")
        coach.await_change(number)
    page.click("[data-end-turn]")
    page.wait_for_selector("[data-my-turn]:enabled")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_on_to_my_turn_and_back_to_a_moment_of_the_other(
    open_page: OpenPage, address: str, size: dict[str, int]
) -> None:
    """The computer pauses ten seconds between its decisions: only without these pauses the turn ends in time."""
    page = sit_down(open_page, link_of(new_match(address, pace=10, turn_limit=16)), size)
    coach = mine(page)
    lines = page.locator("[data-summary] [data-moment]")
    for _ in range(12):  # until something mattered in the other's turn
        end_turn(page, coach)
        page.click("[data-my-turn]")
        coach.settle()
        if lines.count() > 0:
            break
    assert 1 <= lines.count() <= 5
    assert faults(page) == []
    assert lines.first.evaluate(SEEN), "without scrolling"
    own = coach.spots(".piece:has(.ring.fresh)")
    if size is DESKTOP and own:  # looking at a player does not put it away
        page.mouse.move(own[0]["x"], own[0]["y"])
        page.wait_for_selector("[data-desk] .card")
        assert lines.first.is_visible()
    kind = coach.kind()
    text = lines.first.inner_text()
    lines.first.click()
    page.wait_for_selector(LOOKING_BACK)
    assert coach.kind() == "", "nothing can be decided while the past is on the board"
    assert page.locator("[data-summary] .looked", has_text=text).count() == 1
    page.click("[data-now]")
    page.wait_for_selector(LOOKING_BACK, state="detached")
    assert coach.settle() == kind
    page.keyboard.press("x")
    page.wait_for_selector("[data-summary]", state="detached")


def test_the_other_turn_is_stopped_gone_back_in_and_gone_on_with(open_page: OpenPage, address: str) -> None:
    page = sit_down(open_page, link_of(new_match(address, turn_limit=4)), speed=0.25)
    coach = mine(page)
    end_turn(page, coach)
    page.wait_for_selector("[data-trail]", state="attached")
    page.click("[data-pause]")
    page.wait_for_selector("[data-go-on]")
    shown = page.inner_text(".ticker")
    page.wait_for_timeout(2_500)
    assert page.inner_text(".ticker") == shown, "nothing goes on"
    page.click("[data-step-back]")
    page.wait_for_selector(LOOKING_BACK)
    before = page.inner_text(".ticker")
    page.click("[data-step]")
    page.wait_for_selector(LOOKING_BACK, state="detached")
    assert page.inner_text(".ticker") == shown
    assert before
    assert page.locator("[data-go-on]").count() == 1
    page.click("[data-faster]")
    assert page.inner_text("[data-speed]") == "0.5×"
    page.click("[data-slower]")
    assert page.inner_text("[data-speed]") == "0.25×"
    page.click("[data-go-on]")
    page.wait_for_function("(shown) => document.querySelector('.ticker')?.innerText !== shown", arg=shown)
    page.keyboard.press("Space")
    coach.settle()


def a_touchdown() -> list[dict[str, Any]]:
    """The events of a touchdown and of the end of the turn by it, as a server tells them."""
    for seed in range(1, 20):
        pairing = Pairing("stockbowl")
        game = new_game(pairing)
        game.record()
        begin(game)
        dice = match_dice(seed)
        seats = [Seat(bot, tells=False) for bot in match_bots(pairing, seed)]
        while advance(game, dice) == ASK:
            choose_trusted(game, seats[game.asked].choose(game, options_of(game)))
        told = Storyteller(game).events(game.events)
        for place, event in enumerate(game.events):
            if event.kind == events.TURNOVER and event.clause == clauses.TOUCHDOWN:
                scored = max(before for before in range(place) if game.events[before].kind == events.SCORED)
                return [msgspec.to_builtins(told[scored]), msgspec.to_builtins(told[place])]
    raise AssertionError("nobody ever scores")


def test_the_banner_of_a_touchdown_is_no_turnover_and_goes_with_the_next_click(
    open_page: OpenPage, address: str
) -> None:
    page = open_page("/")
    lines: list[Any] = []
    told: list[dict[str, Any]] = []

    def connect(line: Any) -> None:
        server = line.connect_to_server()
        lines.append(line)

        def hear(message: str) -> None:
            told.append(json.loads(message))
            line.send(message)

        server.on_message(hear)

    page.route_web_socket(re.compile("/socket"), connect)
    page.goto(address + link_of(new_match(address)))
    coach = mine(page)
    last = [each for each in told if each["type"] in ("welcome", "update")][-1]
    update = {
        "type": "update",
        "number": last["number"],
        "events": a_touchdown(),
        "position": last["position"],
        "prompt": last["prompt"],
        "clocks": last["clocks"],
        "undone": None,
        "board": None,
        "by": "bot",
        "summary": [],
    }
    lines[-1].send(json.dumps(update))
    banner = page.locator("[data-notice]")
    banner.wait_for()
    assert banner.get_attribute("data-notice") == "score"
    assert "turnover" not in banner.inner_text().lower()
    page.wait_for_timeout(6_000)
    assert banner.count() == 1, "no timer takes it away"
    page.mouse.click(DESKTOP["width"] / 2, DESKTOP["height"] / 2)
    banner.wait_for(state="detached")
    coach.settle()
