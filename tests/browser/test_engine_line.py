"""The settings say how the engine runs. A page in the middle of a match follows its server to the compiled one."""

from __future__ import annotations

from pathlib import Path

from browser.clicking import MouseCoach
from browser.conftest import PATIENCE, OpenPage
from browser.matches import link_of, new_match
from support.clones import FakeClone, MakePlay

# Counts how often the page shows that the connection is lost, however briefly.
WATCH = """
window.alarms = 0;
new MutationObserver(() => {
  if (document.querySelector('.toast.lost')) window.alarms++;
}).observe(document.body, { childList: true, subtree: true });
"""


def test_the_settings_follow_the_compiling_and_the_match_goes_on(open_page: OpenPage, tmp_path: Path) -> None:
    clone = FakeClone(tmp_path)
    with MakePlay(clone) as play:
        play.wait_for_engine("compiling", 40)
        address = f"http://127.0.0.1:{play.port}"
        page = open_page("/")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/engine") else None)
        page.goto(address + link_of(new_match(address, turn_limit=8)))
        page.evaluate(WATCH)
        coach = MouseCoach(page)
        assert coach.settle() == "turn"
        number = coach.number()
        assert asked == [], "nobody asks while the settings are closed"
        page.get_by_role("button", name="Settings").click()
        page.get_by_text("Engine compiling, 40 %").wait_for()
        before = play.server_process()
        clone.let_the_compiler("good")
        page.get_by_text("Engine compiled").wait_for(timeout=3 * PATIENCE)
        assert play.server_process() != before
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
        assert coach.settle() == "turn"
        assert coach.number() == number
        coach.insist(coach.attempt, lambda: coach.number() != number)
        assert page.evaluate("window.alarms") == 0, "no alarm was shown while the server was replaced"
        page.close()


def test_the_settings_say_why_the_engine_stays_interpreted(open_page: OpenPage, tmp_path: Path) -> None:
    clone = FakeClone(tmp_path)
    clone.let_the_compiler("nothing")
    with MakePlay(clone) as play:
        play.wait_for_engine("interpreted")
        page = open_page("/")
        page.goto(f"http://127.0.0.1:{play.port}/")
        page.get_by_role("button", name="Settings").click()
        page.get_by_text("Engine interpreted: no working C compiler").wait_for()
        page.close()  # no request is under way when the server ends
