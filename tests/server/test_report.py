"""The report of a match, read from its events."""

from __future__ import annotations

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.dice import D6, packed
from dungeonbowl.engine.events import Event
from dungeonbowl.scenes.scene import Scene, away, home, third
from dungeonbowl.words.luck import Reader

INJURER = 2


def test_dice_for_a_casualty_count_for_whoever_rolled_for_the_injury() -> None:
    """With three teams the side that the engine names for them is any opponent of the victim."""
    edition = "astrogranite(classic, extra_teams=on)"
    game = Scene("A..b..T", {"A": home(), "b": away(), "T": third()}, edition=edition, sides=3).game
    game.events.extend(
        [
            Event(events.DICE_ROLLED, clauses.INJURY, INJURER, packed([5, 6]), 2, D6),
            Event(events.DICE_ROLLED, clauses.CASUALTY_ROLL, 1, packed([4]), 1, D6),
        ]
    )
    reader = Reader(game)
    assert reader.dice_counts[INJURER, "D6"] == {5: 1, 6: 1, 4: 1}
    assert not reader.dice_counts[1, "D6"]
    assert reader.luck[INJURER, "dice"].rolls == 3
