"""An action is one number. Which of its bits mean what is told once, in `engine/actions.py`.

Compiled rooms may take the bits apart themselves, because a call costs time there. Interpreted rooms ask `kind_of`,
`first_of` and `action`, or read the row of the kind.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import action
from dungeonbowl.server.view.words import group_of, kind_word

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "dungeonbowl"
ROOMS = ("server", "play", "words", "scenes", "records", "cli", "client", "bots", "league")
NOT_ASKED = (
    "bots/tactics/",  # compiled
    "bots/playout.py",  # compiled
    "records/old_saves.py",  # reads numbers as they were packed in older versions
)
TAKEN_APART = re.compile(r"& 0xFF(?:FF)?\b|>> (?:8|24|40)\b")
PUT_TOGETHER = re.compile(r"<< (?:8|24|40)\b|<< \(8 \+ 16")


def lines_of_interpreted_rooms() -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for room in ROOMS:
        for file in sorted((PACKAGE / room).rglob("*.py")):
            name = file.relative_to(PACKAGE).as_posix()
            if not name.startswith(NOT_ASKED):
                found += [(f"{name}:{number}", line) for number, line in enumerate(file.read_text().splitlines(), 1)]
    return found


@pytest.mark.parametrize("pattern", [TAKEN_APART, PUT_TOGETHER], ids=["taken apart", "put together"])
def test_no_interpreted_room_knows_which_bits_of_an_action_mean_what(pattern: re.Pattern[str]) -> None:
    assert [f"{place} {line.strip()}" for place, line in lines_of_interpreted_rooms() if pattern.search(line)] == []


def test_a_number_that_is_no_kind_of_action_still_has_an_entry_in_a_menu() -> None:
    assert kind_word(159) == "action 159"
    assert group_of(159) == ("Action 159", "")
    assert group_of(int(action(159, 3))) == ("Action 159", "")


def test_a_newcomer_who_acts_at_once_has_an_entry_of_its_own() -> None:
    plain = int(action(actions.ENTER_RESERVE, 3))
    at_once = int(action(actions.ENTER_RESERVE, 3, actions.BLITZ_ACTION))
    assert group_of(plain) == ("Bring on", "n")
    assert group_of(at_once) == ("Bring on to blitz", "")
