"""The table of events: a row for every kind says what its numbers are called and stand for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine import event_kinds as kinds
from dungeonbowl.engine.dice import packed
from dungeonbowl.engine.event_kinds import EVENT_KINDS, Part, kind_named
from dungeonbowl.engine.events import EVENT_NAMES, Event
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.words.event_words import event_table
from support.walks import Luck, any_game, play_on

ROOT = Path(__file__).resolve().parents[2]
ROWS = EVENT_KINDS[1:]
# How many values a kind has, where it is always the same.
SIZES = {
    kinds.A_FLAG: 2,
    kinds.A_TEST: 2,
    kinds.A_STATUS: len(STATUS_NAMES),
    kinds.A_DIRECTION: 8,
    kinds.CONTENTS: 3,
    kinds.A_SOURCE: 4,
    kinds.A_TRAP: 5,
    kinds.A_BALL_KIND: 5,
}


def test_every_constant_of_the_engine_has_the_row_of_its_number_and_name() -> None:
    constants = {
        name.lower().replace("_", " "): int(value)
        for name, value in vars(events).items()
        if name.isupper() and isinstance(value, int)
    }
    assert constants == {row.name: row.number for row in ROWS}


def test_a_row_stands_at_its_number() -> None:
    assert [row.number for row in EVENT_KINDS] == list(range(len(EVENT_KINDS)))
    assert list(EVENT_NAMES) == [row.name for row in EVENT_KINDS]


def test_an_event_has_at_most_four_parts_of_different_names() -> None:
    for row in ROWS:
        assert len(row.parts) <= 4, row
        assert len(row.places) == len(row.parts), row


def test_a_phrase_names_parts_of_its_own_event_only() -> None:
    for row in ROWS:
        named = [word.strip("{}") for word in row.phrase.split() if word.startswith("{")]
        assert set(named) <= {*row.places, "clause"}, row


def test_a_part_is_read_by_its_name() -> None:
    event = Event(events.PUSHED, clauses.PUSH, 3, 17, 18, 0)
    assert (event["piece"], event["origin"], event["square"]) == (3, 17, 18)
    assert event.parts() == {"piece": 3, "origin": 17, "square": 18}
    assert repr(event) == "<pushed piece=3 origin=17 square=18>"


def test_a_part_that_an_event_does_not_have_is_an_error_that_names_those_it_has() -> None:
    event = Event(events.PUSHED, clauses.PUSH, 3, 17, 18, 0)
    with pytest.raises(KeyError, match="'pushed' has no part 'target'; it has piece, origin, square"):
        event["target"]
    with pytest.raises(KeyError, match="'drive began' has no part 'side'; it has no parts"):
        Event(events.DRIVE_BEGAN, 0, 0, 0, 0, 0)["side"]


def test_a_part_that_may_be_missing_is_minus_one() -> None:
    """Such a number is stored as one more than what it names: 0 is none."""
    assert Event(events.DECLARED, 0, 3, 1, 0, 0)["target"] == -1
    assert Event(events.DECLARED, 0, 3, 3, 1, 0)["target"] == 0
    assert Event(events.MATCH_ENDED, 0, 0, 0, 0, 0)["winner"] == -1
    assert Event(events.MATCH_ENDED, 0, 2, 0, 0, 0)["winner"] == 1


def test_dice_are_unpacked() -> None:
    assert Event(events.DICE_ROLLED, clauses.ARMOUR, 0, packed([3, 5]), 2, 6).dice() == [3, 5]
    assert Event(events.BLOCK_DICE_ROLLED, clauses.BLOCK_DICE, 0, 1, packed([6, 1]), -2).dice() == [6, 1]


def test_one_part_can_be_changed_and_the_event_stays_as_it_was() -> None:
    event = Event(events.DECLARED, clauses.DECLARATION, 3, 2, 0, 0)
    assert event.changed("target", 7).numbers() == (6, clauses.DECLARATION, 3, 2, 8, 0)
    assert event["target"] == -1


def test_a_kind_is_found_by_its_name() -> None:
    assert kind_named("pushed").number == events.PUSHED
    with pytest.raises(KeyError, match="no event is called 'stepped'"):
        kind_named("stepped")


@pytest.mark.parametrize("edition", ["official", "stockbowl", "astrogranite"])
def test_what_the_engine_tells_fits_the_rows(edition: str) -> None:
    """Random games: no number stands where the row has no part, and every part is what its kind says."""
    told: set[str] = set()
    for seed in range(8):
        game = any_game(seed, edition)
        play_on(game, Luck(seed), 250)
        for event in game.events:
            row = event.row()
            told.add(row.name)
            assert not any(event.numbers()[2 + len(row.parts) :]), f"{event!r} has more numbers: {event.numbers()}"
            for part in row.parts:
                assert fits(game, part, event[part.name]), f"{part!r} of {event!r}"
    assert len(told) > 20


def fits(game: Game, part: Part, value: int) -> bool:
    """Whether a value can be what its part stands for."""
    if part.kind == kinds.A_PIECE:
        return -1 <= value < game.squads.count
    if part.kind in (kinds.A_SIDE, kinds.A_WINNER):
        return -2 <= value <= game.squads.sides
    if part.kind == kinds.A_SQUARE:
        return -1 <= value < game.dungeon.count
    if part.kind == kinds.A_BALL:
        return 0 <= value <= len(game.balls)  # a bomb in flight is one ball more
    if part.kind in (kinds.A_DIE, kinds.A_FACE):
        return 1 <= value <= 6
    if part.kind == kinds.AN_INDUCEMENT:
        return 1 <= value <= len(game.rules.market)
    return part.kind not in SIZES or 0 <= value < SIZES[part.kind]


def test_the_page_of_formats_has_the_table_of_events() -> None:
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    section = page[page.index("## Events\n") : page.index("## Teams\n")]
    assert [line for line in section.splitlines() if line.startswith("|")] == event_table()


def places_read(path: Path) -> Iterator[str]:
    """Where a file asks for a number of an event by its place: `.a`, `.b`, `.c` or `.d` of anything."""
    text = path.read_text(encoding="utf-8")
    if not re.search(r"\.\s*[abcd]\b", text):  # to take a file apart is slow, and few have anything like it
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and node.attr in ("a", "b", "c", "d"):
            yield f"{path.relative_to(ROOT)}:{node.lineno} .{node.attr}"


def test_outside_the_engine_numbers_of_events_are_read_by_name() -> None:
    package = ROOT / "src" / "dungeonbowl"
    # The database knows no event of a match; there `.c` are the columns of a table.
    left_out = [package / room for room in ("engine", "editions", "storage")]
    outside = [path for path in package.rglob("*.py") if not any(path.is_relative_to(room) for room in left_out)]
    assert len(outside) > 100
    tests = list((ROOT / "tests").rglob("*.py"))
    assert [found for path in [*outside, *tests] for found in places_read(path)] == []
    assert list(places_read(package / "engine" / "events.py")), "the engine itself reads them so: the search works"


def test_every_name_that_is_asked_of_an_event_is_one_of_a_row() -> None:
    known = {name for row in ROWS for name in row.places}
    asked = set()
    for path in (ROOT / "src" / "dungeonbowl").rglob("*.py"):
        if "storage" in path.parts:  # its events are rows of a league's log
            continue
        text = path.read_text(encoding="utf-8")
        if not re.search(r"\bevent\s*\[", text):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "event":
                if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
                    asked.add(node.slice.value)
    assert len(asked) > 20
    assert asked - known == set()
