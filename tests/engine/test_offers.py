"""What is left out while options are listed, because nothing can be found there, has nothing in it."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.loop import advance, choose_trusted, list_options
from dungeonbowl.engine.procedures.turn.activation import Activation
from dungeonbowl.engine.procedures.turn.offers import offer_jumps, offer_steps
from support.plans import how_many
from support.walks import EDITIONS, Luck, any_game


@pytest.mark.parametrize("edition", EDITIONS)
def test_where_no_jump_is_looked_for_there_is_none(edition: str) -> None:
    looked = found = there = 0
    for seed in range(how_many("jumps")):
        game = any_game(seed, edition)
        luck = Luck(seed)
        for _ in range(300):
            if advance(game, luck.dice) != ASK:
                break
            if isinstance(game.top, Activation):
                piece = game.top.piece
                game.offers = 0
                worth_a_look = offer_steps(game, piece)
                game.offers = 0
                offer_jumps(game, piece)
                looked += worth_a_look
                found += game.offers > 0
                there += bool(game.rules.tables.movement.jumps_over_fallen)
                assert worth_a_look or game.offers == 0
            choose_trusted(game, game.offered[luck.below(list_options(game))])
    assert looked >= found
    assert (found > 0) == (there > 0)
