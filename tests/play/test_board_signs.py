"""Every sign of the printed board means one thing."""

from __future__ import annotations

from collections import Counter

import pytest

import dungeonbowl as db
from dungeonbowl.dungeon.terrain import CHARACTERS, TERRAIN_NAMES
from dungeonbowl.play.drawing import BALL, CHEST, DIGITS, END_ZONE, LETTERS, NEUTRAL

WALLS = "|-+"
SIGNS = [*LETTERS, DIGITS, BALL, CHEST, END_ZONE, NEUTRAL]


@pytest.mark.parametrize(("terrain", "sign"), list(zip(TERRAIN_NAMES, CHARACTERS, strict=True)))
def test_no_terrain_is_drawn_as_something_else(terrain: str, sign: str) -> None:
    assert sign not in "".join(SIGNS), terrain


def test_no_two_things_have_the_same_sign() -> None:
    counted = Counter("".join(SIGNS) + WALLS)
    assert [sign for sign, times in counted.items() if times > 1] == []
    assert [len(letters) for letters in LETTERS] == [16] * 4


def test_the_last_line_says_what_the_signs_mean() -> None:
    last = str(db.Match("official", dungeon="of-1", seed=7, quick=True)).split("\n")[-1]
    assert last == (
        "@ ball, $ chest, 1-9 portal, , end zone, % no side; players as named above, other signs are ground"
    )


def test_every_player_on_the_board_has_a_letter_of_its_own() -> None:
    edition = "astrogranite(chasms=on, obstacles=on, water=on, traps=on, extra_teams=on, turn_limit=2)"
    match = db.Match(edition, dungeon="ag-three-crowns", seed=9)
    while not match.is_over and match.position.turn < 2:
        match.play(db.bots.random(match))
    lines = str(match).split("\n")
    board = str(match).partition("home (")[0]
    for name, piece in match.position.pieces.items():
        if piece.square is not None and piece.side.number < 3:
            shown = next(word for line in lines for word in line.split() if word.rstrip("_").endswith(f"={name}"))
            assert board.count(shown[0]) == 1
