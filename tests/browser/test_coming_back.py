"""A reload, a lost connection and a dead server bring the coach back to the same decision."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from browser.clicking import MouseCoach
from browser.conftest import OpenPage
from browser.matches import link_of, new_match
from support.servers import ServerProcess


def test_a_reload_in_the_middle_of_a_reroll_brings_the_same_question_back(open_page: OpenPage, address: str) -> None:
    for attempt in range(6):
        page = open_page(link_of(new_match(address, turn_limit=8)))
        coach = MouseCoach(page, seed=attempt, players_a_turn=6)
        coach.play(until=lambda kind: kind == "reroll")
        if not coach.is_over():
            break
    else:
        pytest.fail("no re-roll came up in six matches")
    asked = page.inner_text(".box.asks")
    number = coach.number()
    page.reload()
    assert coach.settle() == "reroll"
    assert coach.number() == number
    assert page.inner_text(".box.asks") == asked
    page.locator(".box.asks button[data-option]").first.click()
    coach.await_change(number)


def test_the_page_comes_back_by_itself_when_the_server_does(open_page: OpenPage, tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as table:
        address = f"http://127.0.0.1:{table.port}"
        page = open_page("/")
        page.goto(address + link_of(new_match(address)))
        coach = MouseCoach(page)
        assert coach.settle() == "turn"
        number = coach.number()
        table.kill()
        page.wait_for_selector(".toast.lost")
        table.start()
        page.locator(".toast.lost").wait_for(state="detached")
        assert coach.settle() == "turn"
        assert coach.number() == number
        coach.insist(coach.attempt, lambda: coach.number() != number)


def test_a_server_that_hangs_is_told_like_one_that_is_gone(open_page: OpenPage, tmp_path: Path) -> None:
    """Nobody closes the connection, and nothing is heard on it."""
    with ServerProcess(tmp_path) as table:
        assert table.process is not None
        address = f"http://127.0.0.1:{table.port}"
        page = open_page("/")
        page.goto(address + link_of(new_match(address)))
        coach = MouseCoach(page)
        assert coach.settle() == "turn"
        number = coach.number()
        table.process.send_signal(signal.SIGSTOP)
        try:
            page.wait_for_selector(".toast.lost")
        finally:
            table.process.send_signal(signal.SIGCONT)
        page.locator(".toast.lost").wait_for(state="detached")
        assert coach.settle() == "turn"
        assert coach.number() == number
        coach.insist(coach.attempt, lambda: coach.number() != number)
