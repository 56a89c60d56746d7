"""A club day in a real browser: the organiser's laptop, a wall, and 24 phones in four rounds. Six of the phones are
real pages, each in a context of its own, and nightly all of them; the others send what such a page would send."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser.conftest import DESKTOP, PHONE, new_context
from browser.sizes import smaller_than_a_thumb
from support.club_days import NAMES
from support.leagues import until
from support.plans import how_many
from support.servers import ServerProcess

PICTURES = Path(__file__).resolve().parents[2] / "build" / "club"
WALL = {"width": 1920, "height": 1080}
REAL = how_many("club phones")  # phones that are pages


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory, page_is_built: None) -> Iterator[ServerProcess]:
    """A server that listens to its network too, as on a club day."""
    with ServerProcess(tmp_path_factory.mktemp("club"), more=("--host", "0.0.0.0")) as process:
        yield process


class Laptop:
    """What the organiser's browser may ask for, without the page."""

    def __init__(self, process: ServerProcess) -> None:
        self.base = f"http://127.0.0.1:{process.port}"
        self.competition = ""

    def ask(self, path: str, body: Any = None, card: str = "") -> Any:
        data = json.dumps(body).encode() if body is not None else None
        headers = {"content-type": "application/json"}
        if card:
            headers["authorization"] = f"Bearer {card}"
        request = urllib.request.Request(f"{self.base}/api/v1{path}", data, headers)
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read() or b"null")

    def room(self) -> Any:
        return self.ask(f"/club/{self.competition}")

    def card(self, team: str) -> str:
        link: str = self.ask(f"/club/{self.competition}/cards/{team}")["link"]
        return self.base + link[link.index("/club/") :]


class Phone:
    """A phone that sends what the page of a coach would send."""

    def __init__(self, laptop: Laptop, team: str) -> None:
        self.laptop = laptop
        self.link = laptop.card(team)
        self.code = self.link.partition("#card=")[2]
        self.path = f"/club/{laptop.competition}"

    def mine(self) -> Any:
        return self.laptop.ask(f"{self.path}/mine", card=self.code)

    def sits_at(self, table: int, round_number: int) -> None:
        mine = self.mine()
        assert (mine["round"], mine["table"]["table"]) == (round_number, table)

    def tell(self, how: str) -> None:
        numbers = {
            "touchdown": {"scores": [1, 0]},
            "distance": {"squares": [3, 8]},
            "draw": {},
        }[how]
        body = {"fixture": self.mine()["table"]["fixture"], "how": how, "casualties": [0, 1], **numbers}
        self.laptop.ask(f"{self.path}/report", body, self.code)

    def confirm(self) -> None:
        self.laptop.ask(f"{self.path}/confirm", {"fixture": self.mine()["table"]["fixture"]}, self.code)

    def sees_it_done(self) -> None:
        until(self.mine, lambda mine: mine["table"]["state"] == "over")

    def close(self) -> None: ...


class RealPhone(Phone):
    """The page of a coach, in a browser of its own."""

    def __init__(self, laptop: Laptop, team: str, browser: Any, faults: list[str]) -> None:
        super().__init__(laptop, team)
        self.context = new_context(browser, viewport=PHONE, has_touch=True, is_mobile=True)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: faults.append(str(error)))
        self.page.goto(self.link)

    def sits_at(self, table: int, round_number: int) -> None:
        self.page.wait_for_selector(f"[data-phone] [data-table='{table}']:has-text('Round {round_number} of')")

    def tell(self, how: str) -> None:
        self.page.locator(f"[data-way='{how}']").tap()
        assert smaller_than_a_thumb(self.page) == []
        lines = "way => { const r = new Range(); r.selectNodeContents(way); return r.getClientRects().length }"
        assert self.page.locator(f"[data-way='{how}']").evaluate(lines) == 1, "no word is broken"
        if how == "touchdown":
            self.page.locator("[data-scorer='0']").tap()
        if how == "distance":
            assert self.page.locator("[data-send]").is_disabled(), "the ball is never in both end zones"
            self.page.get_by_role("button", name="one more").first.tap()
        self.page.get_by_role("button", name="one more").last.tap()  # a casualty of the second
        self.page.locator("[data-send]").tap()
        self.page.locator("[data-own], [data-done]").first.wait_for()

    def confirm(self) -> None:
        self.page.locator("[data-confirm]").tap()

    def sees_it_done(self) -> None:
        self.page.wait_for_selector("[data-done]")

    def close(self) -> None:
        self.context.close()


def found(page: Any, laptop: Laptop, coaches: int, rounds: int) -> None:
    """From the page of a new league to the desk of the day."""
    page.goto(f"{laptop.base}/leagues/new?preset=club_day")
    page.wait_for_selector("[data-names]")
    page.fill("[data-name]", "Club day")
    page.check("[data-preset=club_day]")
    page.fill("[data-names]", "\n".join(NAMES[:coaches]))
    page.wait_for_selector(f"[data-entries='{coaches}']")
    page.get_by_text("Every option, with its rule").click()
    page.fill("#option-stages", f"swiss(rounds={rounds})")
    page.keyboard.press("Tab")
    page.locator("[data-create]:enabled").click()
    page.click("[data-club-desk]")
    page.wait_for_selector("[data-qr]")
    laptop.competition = page.url.split("/")[-2]
    assert page.locator("[data-link]").inner_text().endswith(f"/club/{laptop.competition}")


def play_table(table: Any, how: str, phones: dict[str, Phone], round_number: int) -> tuple[Phone, Phone]:
    """One coach tells how the match at a table ended."""
    one, other = (phones[side["team"]] for side in table["sides"])
    for phone in (one, other):
        phone.sits_at(table["table"], round_number)
    one.tell(how)
    return one, other


@pytest.mark.parametrize(("coaches", "rounds"), [(8, 2), (24, 4)])
def test_a_day_of_a_club(browser: Any, room: ServerProcess, coaches: int, rounds: int) -> None:
    """Story 7: cards, phones, both confirm, the next round, standings."""
    faults: list[str] = []
    laptop = Laptop(room)
    context = new_context(browser, viewport=DESKTOP)
    desk = context.new_page()
    desk.on("pageerror", lambda error: faults.append(str(error)))
    found(desk, laptop, coaches, rounds)
    wall = context.new_page()
    wall.set_viewport_size(WALL)
    wall.goto(f"{laptop.base}/club/{laptop.competition}")
    first = [side["team"] for table in laptop.room()["tables"][: REAL // 2] for side in table["sides"]]
    phones: dict[str, Phone] = {}
    PICTURES.mkdir(parents=True, exist_ok=True)
    try:
        for entry in laptop.room()["entries"]:
            team = entry["team"]
            phones[team] = RealPhone(laptop, team, browser, faults) if team in first else Phone(laptop, team)
        for number in range(1, rounds + 1):
            tables = until(laptop.room, lambda room, wanted=number: room["round"] == wanted)["tables"]
            assert len(tables) == coaches // 2
            wall.wait_for_selector(f"[data-round]:has-text('Round {number} of {rounds}')")
            desk.locator("[data-go]:enabled").click()
            desk.wait_for_selector("[data-pause]")
            for place, table in enumerate(tables):
                one, other = play_table(table, ("touchdown", "distance", "draw")[place % 3], phones, number)
                if place == 1 and number == 1:  # these two disagree at first
                    disagree(one, other)
                    desk.wait_for_selector(f"[data-table='{table['table']}'][data-state='disputed'] .told")
                if place == 2 and number == 1:  # a phone is silent: the scribe takes the word of the other
                    desk.locator(f"[data-table='{table['table']}'] [data-accept]").click()
                else:
                    other.confirm()
                for phone in (one, other):
                    phone.sees_it_done()
                if place == 3:
                    wall.screenshot(path=PICTURES / f"wall-{number}.png")
            wall.wait_for_selector("[data-room][data-shown='standings']")
            if number < rounds:
                desk.locator("[data-publish]:enabled").click()
        desk.locator("[data-finish]:enabled").click()
        desk.wait_for_selector("[data-honours]")
        assert "wooden spoon" in desk.locator("[data-honours]").inner_text()
        wall.wait_for_selector("[data-round]:has-text('Final standings')")
        wall.screenshot(path=PICTURES / "wall-end.png")
        assert [row["played"] for row in laptop.room()["standings"]] == [rounds] * coaches
        last = phones[first[0]]
        assert isinstance(last, RealPhone)
        last.page.wait_for_selector("[data-standing]")
        assert last.page.locator(".past li").count() == rounds - 1
        assert faults == []
    finally:
        for phone in phones.values():
            phone.close()
        context.close()


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_no_word_of_a_phone_is_broken_in_any_language(browser: Any, room: ServerProcess, language: str) -> None:
    laptop = Laptop(room)
    teams = [{"coach": name, "drafted": ""} for name in NAMES[:4]]
    made = laptop.ask("/leagues", {"name": "Words", "preset": "club_day", "teams": teams, "start": True})
    laptop.competition = laptop.ask(f"/leagues/{made['id']}")["home"]["competitions"][0]["id"]
    context = new_context(browser, viewport=PHONE, has_touch=True, is_mobile=True)
    try:
        page = context.new_page()
        way, _, card = laptop.card(laptop.room()["entries"][0]["team"]).partition("#")
        page.goto(f"{way}?language={language}#{card}")
        page.locator("[data-way]").first.wait_for()
        page.wait_for_selector(f"html[lang={language}]")
        broken = "ways => ways.filter((way) => way.scrollWidth > way.clientWidth).map((way) => way.textContent)"
        assert page.locator("[data-way]").evaluate_all(broken) == []
        longest = """ways => ways.flatMap((way) => {
          const words = document.createTreeWalker(way, NodeFilter.SHOW_TEXT), found = [];
          for (let text = words.nextNode(); text; text = words.nextNode())
            for (const word of text.data.matchAll(/\\S+/g)) {
              const range = new Range();
              range.setStart(text, word.index);
              range.setEnd(text, word.index + word[0].length);
              if (range.getClientRects().length > 1) found.push(word[0]);
            }
          return found;
        })"""
        assert page.locator("[data-way]").evaluate_all(longest) == []
    finally:
        context.close()


def disagree(one: Phone, other: Phone) -> None:
    """The second coach enters something else, and both read that they differ."""
    assert isinstance(one, RealPhone)
    assert isinstance(other, RealPhone)
    other.page.locator("[data-again]").tap()
    other.page.locator("[data-way='draw']").tap()
    other.page.locator("[data-send]").tap()
    for phone in (one, other):
        phone.page.wait_for_selector("[data-disputed]")


def test_a_stranger_watches_the_room_and_cannot_run_it(browser: Any, room: ServerProcess) -> None:
    """The address of the network is not the laptop's own: whoever comes by it only looks on."""
    laptop = Laptop(room)
    teams = [{"coach": name, "drafted": ""} for name in NAMES[:4]]
    made = laptop.ask("/leagues", {"name": "Small day", "preset": "club_day", "teams": teams, "start": True})
    laptop.competition = laptop.ask(f"/leagues/{made['id']}")["home"]["competitions"][0]["id"]
    context = new_context(browser, viewport=PHONE)
    try:
        page = context.new_page()
        page.goto(f"{laptop.base}/club/{laptop.competition}#card=nobody")
        page.get_by_role("alert").filter(has_text="this card does not count here").wait_for()
        page.goto(f"{laptop.base}/club/{laptop.competition}")
        page.wait_for_selector("[data-room] [data-table='1']")
    finally:
        context.close()
