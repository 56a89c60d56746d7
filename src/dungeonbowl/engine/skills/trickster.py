"""Trickster: the target of a block moves to another square beside the attacker before the block."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import TRADES_PLACES
from dungeonbowl.engine.actions import DECLINE, PUSH_TO, action, first_of, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.ball.balls import check_touchdown
from dungeonbowl.engine.procedures.ball.bounce import Bounce
from dungeonbowl.engine.procedures.move.arrive import SCORING, Arrive
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import ROOTED

CHOOSING: Final[i64] = 0
DROPPING: Final[i64] = 1
ARRIVING: Final[i64] = 2


@final
class Trickster(Module):
    """The target of a block may be set on any other free square beside the attacker, before the dice are counted.

    That is no movement of its own: a ball in the square bounces. A portal takes the player away, and there is no block.
    A carrier that is set in the end zone scores after the block, if it still stands there.
    """

    def name(self) -> str:
        return "trickster"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(TRADES_PLACES)

    def block_declared(self, game: Game, attacker: i64, defender: i64) -> Frame | None:
        if not game.able(defender, TRADES_PLACES) or game.conditions[defender] & ROOTED != 0:
            return None
        return Trick(attacker, defender) if has_room(game, attacker) else None

    def block_resolved(self, game: Game, attacker: i64, defender: i64, outcome: i64) -> Frame | None:
        if game.can(defender, TRADES_PLACES):
            check_touchdown(game, defender)
        return None

    def activation_ended(self, game: Game, piece: i64) -> Frame | None:
        """The touchdown after an attack that was no block."""
        ball: i64 = 0
        while ball < len(game.balls):
            carrier = game.carrier(ball)
            if carrier >= 0 and carrier != piece and game.can(carrier, TRADES_PLACES):
                check_touchdown(game, carrier)
            ball += 1
        return None


def has_room(game: Game, attacker: i64) -> bool:
    base = i64(game.square[attacker]) * 8
    end = base + 8
    while base < end:
        square = i64(game.steps[base])
        base += 1
        if square >= 0 and i64(game.occupant[square]) == FREE:
            return True
    return False


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Trick(Frame):
    """Its coach names the square, or leaves the player where it is."""

    def __init__(self, attacker: i64, piece: i64, stage: i64 = CHOOSING) -> None:
        self.attacker = attacker
        self.piece = piece
        self.stage = stage

    def copy(self) -> Frame:
        return Trick(self.attacker, self.piece, self.stage)

    def begin(self, game: Game) -> i64:
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        base = i64(game.square[self.attacker]) * 8
        end = base + 8
        while base < end:
            square = i64(game.steps[base])
            base += 1
            if square >= 0 and i64(game.occupant[square]) == FREE:
                game.offer(action(PUSH_TO, square))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return game.done(0)
        piece = self.piece
        square = first_of(action)
        game.tell(events.SKILL_USED, clauses.SKILL, piece, TRADES_PLACES)
        game.tell(events.MOVED, clauses.SKILL, piece, i64(game.square[piece]), square)
        game.place(piece, square)
        self.stage = DROPPING
        ball = game.ball_on(square)
        return game.call(Bounce(ball)) if ball >= 0 else self.arrive(game)

    def arrive(self, game: Game) -> i64:
        self.stage = ARRIVING
        return game.call(Arrive(self.piece, False, False, SCORING))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == DROPPING:
            return self.arrive(game)
        here = i64(game.square[self.piece])
        return game.done(0 if here >= 0 and game.are_adjacent(i64(game.square[self.attacker]), here) else 1)
