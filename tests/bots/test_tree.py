"""A bot of another clone plays as it would play there."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeonbowl.bots.arena import Pairing, play
from dungeonbowl.bots.outside import find_bot
from dungeonbowl.errors import UserError

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("edition", ["official(quick=1, turn_limit=3)", "stockbowl(quick=1, turn_limit=1)"])
def test_the_same_version_in_another_process_plays_the_same(edition: str) -> None:
    there = play(Pairing(edition, home=f"tree:{ROOT}:normal"), 3)
    here = play(Pairing(edition), 3)
    assert there.failed == (0, 0)
    assert (there.winner, there.decisions, there.turns, there.turnovers) == (
        here.winner,
        here.decisions,
        here.turns,
        here.turnovers,
    )


def test_what_is_wrong_with_the_name_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="expected tree:FOLDER:NAME"):
        find_bot("tree:nowhere", 1)
    with pytest.raises(UserError, match="no clone of the project"):
        find_bot(f"tree:{tmp_path}:normal", 1)
    with pytest.raises(UserError, match="there is no bot 'nobody'"):
        find_bot(f"tree:{ROOT}:nobody", 1)
