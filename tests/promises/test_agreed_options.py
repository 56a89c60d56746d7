"""Matches at random by the second reading of everything that coaches may agree on, through the promises."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.text import load_dungeon
from dungeonbowl.engine.game import Game
from support.plans import how_many
from support.promised import play_through
from support.walks import Luck, random_squads, rules_of

OFFICIAL = "official(coaches_place=1, sponge_first=1, follow_up_last=1, turn_limit=6)"
STOCKBOWL = "stockbowl(chest_unhindered=1, reserves_by_half=1, follow_up_last=1, turn_limit=3)"
AGREED = "follow_up=after, sponge=any, apothecaries=1, turn_limit=5"
MODULES = "enchanted_score=rolled, ball_type=enchanted, ref_revenge=sight, fist_targets=anybody"
FULL = f"astrogranite(full, {AGREED}, {MODULES})"


CLASSIC = f"astrogranite(classic, {AGREED})"


@pytest.mark.parametrize(
    ("edition", "layout"),
    [(OFFICIAL, "of-1"), (OFFICIAL, "of-5"), (STOCKBOWL, "sb-04"), (CLASSIC, "ag-short-halls"), (FULL, "ag-sampler")],
)
def test_the_second_readings_keep_the_promises(edition: str, layout: str) -> None:
    for seed in range(how_many("agreed")):
        luck = Luck(seed)
        squads = random_squads(luck, luck.between(4, 9), edition=edition.partition("(")[0])
        play_through(Game(rules_of(edition), load_dungeon(layout), squads), luck, seed)
