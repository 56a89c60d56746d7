"""Pieces of no side, who decides for them, and dice after a touchdown that ends nothing."""

from __future__ import annotations

import pytest

import dungeonbowl
from dungeonbowl.engine import clauses
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import GONE
from dungeonbowl.engine.policies import Neutral, Scoring
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.engine.procedures.turn.neutral import ByChance
from dungeonbowl.scenes.scene import Scene, away, home, neutral

CLASSIC = "astrogranite(classic)"

if not dungeonbowl.compiled():  # a compiled class has no interpreted children

    class Wild(Neutral):
        """Nobody decides but a die."""

        def coach(self, game: Game, piece: int) -> int:
            return int(game.squads.sides)

        def decision(self, game: Game) -> Frame | None:
            return ByChance(clauses.SCATTER)

    class GameMaster(Wild):
        def decision(self, game: Game) -> Frame | None:
            return None

    class Illusion(Scoring):
        """A die says whether a touchdown was one."""

        def counts(self, game: Game, piece: int) -> bool:
            return bool(game.dungeon.zone[int(game.square[piece])] == 1)

        def scored(self, game: Game, piece: int) -> None:
            game.balls[0] = int(GONE)
            game.halt()

        def settling(self, game: Game, result: int) -> Frame | None:
            return Proof(result)

    class Proof(Frame):
        def __init__(self, result: int) -> None:
            self.result = result

        def copy(self) -> Frame:
            return Proof(self.result)

        def begin(self, game: Game) -> int:
            return int(game.roll(1, D6, clauses.TOUCHDOWN, -1))

        def rolled(self, game: Game, dice: int) -> int:
            if die(dice, 0) == 1:
                game.end_match(game.active, clauses.TOUCHDOWN)
            return int(game.done(self.result))


compiled = pytest.mark.skipif(dungeonbowl.compiled(), reason="a compiled class has no interpreted children")


def block_of_nobody(policy: str) -> Scene:
    """A piece of no side blocks A, and its push has three squares to go."""
    legend = {"A": home(at=(2, 1)), "z": away(at=(5, 0)), "M": neutral(at=(1, 1), strength=3)}
    scene = Scene("......\n......\n......", legend, edition=CLASSIC)
    scene.game.rules.policies.neutral = Wild() if policy == "wild" else GameMaster()
    scene.game.push(Block(scene.piece("M"), scene.piece("A")))
    scene.game.signal = scene.game.top.begin(scene.game)
    return scene


@compiled
def test_a_die_decides_where_nobody_does() -> None:
    scene = block_of_nobody("wild")
    scene.give(["block PUSH", "D3 1", "D2 1"])  # the square, and whether to follow
    scene.match.run()
    assert scene.square("A") in ((3, 0), (3, 1), (3, 2))
    assert scene.square("M") == (2, 1)
    assert scene.asked == "home"


@compiled
def test_the_seat_of_a_game_master_is_asked() -> None:
    scene = block_of_nobody("master")
    scene.give(["block PUSH"])
    scene.match.run()
    assert scene.asked == "nobody"
    scene.play("push (3,2)", "stay")
    assert scene.square("A") == (3, 2)


def test_pieces_of_no_side_mark_nobody_have_no_rerolls_and_wait_outside() -> None:
    legend = {"A": home(), "b": away(), "M": neutral(), "N": neutral(status="absent")}
    scene = Scene("AM..b", legend, edition=CLASSIC)
    assert not scene.game.is_marked(scene.piece("A"))
    assert scene.square("N") is None
    assert int(scene.game.side_value(2, 0)) == 0
    scene.play("activate A")
    assert scene.offered("declare block M")


@compiled
@pytest.mark.parametrize("face", [1, 4])
def test_a_die_after_a_touchdown_that_does_not_end_the_game(face: int) -> None:
    scene = Scene("A.P.B\nx....", {"P": home(), "x": away()}, ball="P", edition=CLASSIC)
    scene.game.rules.policies.scoring = Illusion()
    scene.play("activate P", "declare move", "step e", "step e", dice=[f"D6 {face}"])
    if face == 1:
        assert scene.winner == "home"
    else:
        assert scene.winner is None
        assert scene.offered("step w")  # the activation goes on
