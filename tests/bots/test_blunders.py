"""Matches of the scripted coach, counted: what it never does, in every edition."""

from __future__ import annotations

import json
import sys
from collections import Counter

import pytest

from dungeonbowl.bots.arena import Pairing
from dungeonbowl.bots.blunders import watch
from dungeonbowl.cli import main
from support.plans import how_many

NEVER = ("dominated faces and re-rolls", "passed turns with a safe plan", "follow-ups onto portals", "lost decisions")
EDITIONS = ("official", "stockbowl", "astrogranite(classic)", "astrogranite", "astrogranite(full)")


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_normal_never_does(edition: str) -> None:
    for seed in range(how_many("blunders")):
        counts = watch(Pairing(edition), 70 + seed)
        assert {name: counts[name] for name in NEVER} == dict.fromkeys(NEVER, 0), seed
        assert counts["turns"] > 0


def test_who_waits_for_a_chest_that_nobody_opens_goes_on() -> None:
    """In this match a side ended its turn with a player near a chest that was not worth the risk."""
    teams = ("beasts-balanced", "death-fast")
    counts = watch(Pairing("official(quick=1)", "of-2", "normal", "normal", *teams), 564)
    assert counts["turns"] > 0
    assert counts["passed turns with a safe plan"] == 0


def test_random_does_what_is_counted() -> None:
    counts: Counter[str] = Counter()
    for seed in range(1, 4):
        counts += watch(Pairing(home="random", away="normal"), seed, (0,))
    assert counts["turns ended by the coach"] > 0
    assert counts["idle players with a better place"] > 0


def test_the_command_prints_the_counts(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["dungeonbowl", "blunders", "--games", "1", "--json"])
    with pytest.raises(SystemExit) as end:
        main()
    assert not end.value.code
    found = json.loads(capsys.readouterr().out)
    assert found["counts"]["matches"] == 1
    assert found["counts"]["dominated faces and re-rolls"] == 0
