"""Matches, frames and values are outside the collector of garbage, so that a search may keep thousands of them."""

from __future__ import annotations

import gc
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dungeonbowl.editions
import dungeonbowl.engine
from dungeonbowl import compiled
from dungeonbowl.bots import playout
from dungeonbowl.editions import build
from dungeonbowl.engine.frames import NOTHING, Frame, Value
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.setup import standard_squads

COLLECTED = 1 << 14  # Py_TPFLAGS_HAVE_GC

needs_compiled = pytest.mark.skipif(not compiled(), reason="interpreted objects are always looked through")


def middle_of_match() -> Game:
    rules = build("official")
    return playout.middle_of_match(rules, rules.layouts.dungeon(0), standard_squads(12), 1)


def kinds_of(base: type) -> list[type]:
    """All classes that derive from this one, in the engine and the editions."""
    for package in (dungeonbowl.engine, dungeonbowl.editions):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            importlib.import_module(module.name)
    return base.__subclasses__()


@needs_compiled
@pytest.mark.parametrize("base", [Frame, Value])
def test_no_frame_and_no_value_is_looked_through_by_the_collector(base: type) -> None:
    found = kinds_of(base)
    assert len(found) >= 2
    assert [kind.__name__ for kind in found if kind.__flags__ & COLLECTED] == []


@needs_compiled
def test_a_thousand_kept_clones_give_the_collector_nothing_to_do() -> None:
    game = middle_of_match()
    gc.collect()
    before = len(gc.get_objects())
    kept = [game.clone() for _ in range(1000)]
    assert len(gc.get_objects()) - before < 10
    assert len(kept) == 1000


def test_a_clone_has_frames_of_its_own_in_the_same_order() -> None:
    game = middle_of_match()
    clone = game.clone()
    assert [frame.name() for frame in clone.frames()] == [frame.name() for frame in game.frames()]
    assert len(clone.frames()) > 1
    assert not {id(frame) for frame in clone.frames()} & {id(frame) for frame in game.frames()}


def test_frames_can_be_replaced_and_dropped_to_the_first() -> None:
    game = middle_of_match()
    frames = game.frames()
    game.set_frames([])
    assert game.top is NOTHING
    assert game.frames() == []
    game.drop_to_first()
    assert game.frames() == []
    game.set_frames(frames)
    assert game.frames() == frames
    game.drop_to_first()
    assert game.frames() == frames[:1]


def test_where_a_frame_stands_is_no_field_of_it() -> None:
    for frame in middle_of_match().frames():
        assert "below" not in frame.fields()


@needs_compiled
def test_a_clone_with_its_own_room_for_options_is_freed_whole() -> None:
    game = middle_of_match()
    used = memory_after(game, 200)
    assert memory_after(game, 2000) - used < 20_000_000, "2,000 lists of options take 131 MB"


def memory_after(game: Game, clones: int) -> int:
    """Bytes that this process holds after so many clones were made and dropped."""
    for _ in range(clones):
        game.clone().unshare_options()
    resident = int(Path("/proc/self/statm").read_text().split()[1]) if Path("/proc/self/statm").exists() else 0
    return resident * os.sysconf("SC_PAGE_SIZE") if resident else 0


def test_no_interpreted_room_assigns_a_vec_to_a_game() -> None:
    """What interpreted code assigns to an attribute that is a vec is never freed again."""
    package = Path(dungeonbowl.engine.__path__[0]).parent
    rooms = ("server", "play", "words", "scenes", "records", "cli", "client", "bots", "league", "learn")
    found = [
        f"{file.relative_to(package)}:{number}"
        for room in rooms
        for file in sorted((package / room).rglob("*.py"))
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if re.search(r"\b(?!self\b)\w+\.offered = ", line)
    ]
    assert found == []


DEEP = """
from dungeonbowl.bots import playout
from dungeonbowl.editions import build
from dungeonbowl.engine.setup import standard_squads

class Knot:
    def __init__(self, game, before):
        self.game, self.before = game, before

rules = build("official")
game = playout.middle_of_match(rules, rules.layouts.dungeon(0), standard_squads(12), 1)
for _ in range(20):
    last = None
    for _ in range(300):
        last = Knot(game.clone(), last)
    del last
    last = ()
    for _ in range(300):
        last = (game.clone(), last)
    del last
print("freed")
"""


def test_a_line_of_a_search_may_be_as_deep_as_it_likes() -> None:
    """Objects outside the collector must not wait where Python puts deeply nested ones: that wrote over memory. A
    process of its own, because the fault ended it."""
    done = subprocess.run([sys.executable, "-c", DEEP], capture_output=True, text=True, timeout=300, check=False)
    assert (done.stdout, done.returncode) == ("freed\n", 0), done.stderr
