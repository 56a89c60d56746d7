"""What a scripted coach does in a match does not depend on the matches that were played before it in the process."""

from __future__ import annotations

import pytest

from dungeonbowl.bots.arena import Pairing, Result, play
from dungeonbowl.bots.tactics.fields import SHELVES


def played_afresh(pairing: Pairing, seed: int) -> Result:
    SHELVES.shelf = None
    SHELVES.others = []
    return play(pairing, seed)


# On seeds 33 and 36 of StockBowl the tolls of rough ground once came from players of an earlier match.
@pytest.mark.parametrize(("edition", "seeds"), [("stockbowl", range(28, 40)), ("official", range(4))])
def test_a_match_is_the_same_after_others(edition: str, seeds: range) -> None:
    pairing = Pairing(edition)
    after_others = [play(pairing, seed) for seed in seeds]
    assert after_others == [played_afresh(pairing, seed) for seed in seeds]
