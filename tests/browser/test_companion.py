"""A real table on a phone: the worked examples of the official edition, with the dice that they tell tapped in.

A coach taps what the player does and what was rolled. Dice take one tap each, and the last one sends them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from mypy_extensions import i64

from browser.conftest import PHONE, OpenPage
from browser.matches import link_of, new_match
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import first_of, kind_of
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import ACTION_INPUT, Input
from dungeonbowl.records.beginnings import beginning_at
from dungeonbowl.scenes.bundled import bundled_scenarios
from dungeonbowl.scenes.scenario import load_scenario, take
from dungeonbowl.scenes.scenario_file import Reader
from dungeonbowl.server.creating import recorded
from dungeonbowl.server.resuming import PLAYING
from dungeonbowl.server.wire import Act, NewMatch, Update
from dungeonbowl.storage.match_records import SeatRecord, SideRecord, StoredMatch
from dungeonbowl.storage.matches import token_hash
from support.prompt_walks import Opened, put_down
from support.servers import Guest, ServerProcess

PICTURES = Path(__file__).resolve().parents[2] / "build" / "companion"
WITHOUT_DICE = (5, 16)  # worked examples in which nobody rolls anything
READY = ".prompt.mine[data-busy='false']"


def second(match: str) -> str:
    """The token of a second device at the same table: the link of the browser is good once."""
    return f"second-device-at-{match}"


class Example(NamedTuple):
    """A worked example: the record of a match that begins there, what is done in it, and where it ends."""

    record: StoredMatch
    link: str
    inputs: list[Input]
    end: Game


def example(path: Path) -> Example | None:
    """The first line of a scenario as a match at a real table; None if no die is rolled in it."""
    scenario = load_scenario(path)
    for line in scenario.lines:
        scene = Reader(scenario.source).build(line)
        start = beginning_at(scene.game)
        before = len(scene.match.inputs)
        for step in line.steps:
            take(scene, step)
        inputs = scene.match.inputs[before:]
        if all(each.kind == ACTION_INPUT for each in inputs):
            continue
        names = [str(name) for name in scene.game.squads.names]
        order = NewMatch(seats=["person"] * len(names), shared=True, dice="typed")
        coaches = [SideRecord("person", name, ready=True) for name in names]
        stored, created = recorded(order, coaches, msgspec.json.encode(start), len(names))
        seats = {**stored.seats, token_hash(second(stored.id)): SeatRecord(list(range(len(names))))}
        record = msgspec.structs.replace(stored, stage=PLAYING, number=1, seats=seats)
        return Example(record, created.seats[0].link, inputs, scene.game)
    return None


class Table:
    """The phone on the table. What has no button of its own is told by a second device that holds the same seats."""

    def __init__(self, page: Any, guest: Guest | None) -> None:
        self.page = page
        self.guest = guest
        self.dice_taps = 0
        self.taps = 0
        self.told = 0

    def number(self) -> int:
        return int(self.page.get_attribute(".prompt", "data-number"))

    def settled(self, number: int) -> None:
        """Until the page has come past this decision."""
        self.page.wait_for_function(
            """(before) => { const it = document.querySelector('.prompt');
            return Number(it.dataset.number) > before && it.dataset.busy === 'false'
              && (it.classList.contains('mine') || document.querySelector('.match').dataset.stage === 'over'); }""",
            arg=number,
        )

    def roll(self, dice: list[int]) -> None:
        pad = self.page.locator("[data-pad]")
        assert int(pad.get_attribute("data-count")) == len(dice)
        number = self.number()
        for value in dice:
            pad.locator(f"[data-digits~='{value}']").click()
            self.dice_taps += 1
        self.settled(number)

    def act(self, action: int) -> None:
        number = self.number()
        button = self.page.locator(f"button[data-option='{action}']:visible")
        square = self.square_of(action)
        if button.count() and button.first.is_enabled():
            button.first.click()
            self.taps += 1
        elif square is not None and self.page.locator(f"[data-target='{square}']").count() == 1:
            box = self.page.locator(f"[data-target='{square}']").bounding_box()
            self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            self.page.wait_for_timeout(300)
            if self.number() == number:  # there are several things to do on it
                self.tell(action, number)
            else:
                self.taps += 1
        else:
            self.tell(action, number)
        self.settled(number)

    def square_of(self, action: int) -> int | None:
        if kind_of(i64(action)) in (actions.PUSH_TO, actions.THROW_TO):
            return int(first_of(i64(action)))
        return None

    def tell(self, action: int, number: int) -> None:
        assert self.guest is not None
        self.guest.send(Act(number, str(action)))
        self.guest.wait(Update, lambda update: update.number > number)
        self.told += 1


@pytest.mark.parametrize("number", [number for number in range(1, 26) if number not in WITHOUT_DICE])
def test_a_worked_example_is_played_with_one_tap_a_die(open_page: OpenPage, table: ServerProcess, number: int) -> None:
    found = example(bundled_scenarios()["official"][f"ex-{number:02}"])
    assert found is not None
    put_down([Opened("roll", found.record, found.link)], table.database)
    guest = Guest(table.server, found.record.id, second(found.record.id))
    page = open_page(found.link, PHONE)
    page.wait_for_selector(READY)
    coach = Table(page, guest)
    dice = 0
    for each in found.inputs:
        if each.kind == ACTION_INPUT:
            coach.act(int(each.numbers[0]))
        else:
            dice += len(each.numbers)
            coach.roll([int(value) for value in each.numbers])
    assert dice > 0
    assert coach.dice_taps <= dice
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"ex-{number:02}.png")
    pieces = page.evaluate("[...document.querySelectorAll('.board [data-piece]')].length")
    standing = sum(1 for piece in range(int(found.end.squads.count)) if int(found.end.square[piece]) >= 0)
    assert pieces == standing
    last = Guest(table.server, found.record.id, second(found.record.id)).welcome.position
    assert last is not None
    for piece in range(int(found.end.squads.count)):
        square = int(found.end.square[piece])
        assert last.pieces[piece].square == (square if square >= 0 else None)
        assert page.locator(f".board [data-piece='{piece}']").count() == (square >= 0)
    Guest.all_leave()


def test_a_wrong_die_is_taken_back_and_the_log_says_so(open_page: OpenPage, address: str) -> None:
    """From the home page of a phone: the first die is tapped wrongly, taken back, tapped again."""
    page = open_page("/", PHONE)
    page.click("[data-real-table]")
    page.wait_for_selector("[data-pad]")
    assert page.get_attribute(".prompt", "data-kind") == "roll"
    assert page.locator("[data-whose]").inner_text().strip()
    coach = Table(page, None)
    before = page.locator(".prompt h2").inner_text()
    wanted = int(page.get_attribute("[data-pad]", "data-count") or 0)
    coach.roll([1] * wanted)
    number = coach.number()
    page.click("[data-undo]")
    coach.settled(number)
    assert page.locator(".prompt h2").inner_text() == before
    coach.roll([2] * wanted)
    page.get_by_role("tab", name="Log").or_(page.get_by_role("button", name="Log")).first.click()
    assert page.locator(".log .note").first.inner_text().startswith("taken back: ")


def test_on_a_desk_the_digits_are_dice_and_backspace_takes_them_back(open_page: OpenPage, address: str) -> None:
    created = new_match(address, seats=["person", "person"], shared=True, dice="typed", quick=False)
    page = open_page(link_of(created))
    page.wait_for_selector("[data-pad]")
    coach = Table(page, None)
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / "desk.png")
    rolls = 0
    while (pad := page.locator("[data-pad]")).count():
        number = coach.number()
        for _ in range(int(pad.get_attribute("data-count") or 0)):
            page.keyboard.press("1")
        coach.settled(number)
        rolls += 1
    assert rolls > 0
    assert page.get_attribute(".prompt", "data-kind") != "roll"
    for _ in range(rolls):
        number = coach.number()
        page.keyboard.press("Backspace")
        coach.settled(number)
        assert page.get_attribute(".prompt", "data-kind") == "roll"
    assert page.locator(".log .note").count() == rolls


def test_the_board_is_printed_from_the_match(open_page: OpenPage, address: str) -> None:
    created = new_match(address, seats=["person", "person"], shared=True, dice="typed")
    page = open_page(link_of(created), PHONE)
    page.wait_for_selector("[data-pad]")
    page.locator("[title='Links, and pages to print']").click()
    page.select_option("[data-square]", "28")
    with page.context.expect_page() as opened:
        page.click("[data-print]")
    kit = opened.value
    kit.wait_for_load_state()
    assert kit.locator(".sheet svg").count() > 3
    assert "28 mm" in kit.locator(".sheet").nth(1).text_content()
    kit.close()


def test_a_match_made_to_measure_is_at_a_real_table_by_a_switch(open_page: OpenPage) -> None:
    page = open_page("/custom", PHONE)
    page.check("[data-typed-dice]")
    page.get_by_role("button", name="Create the match").click()
    page.wait_for_selector("[data-pad]")
