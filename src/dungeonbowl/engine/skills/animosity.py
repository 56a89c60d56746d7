"""Animosity: a player that does not want to give the ball to team-mates of another kind."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import RESENTS
from dungeonbowl.engine.actions import DECLINE, HAND_OFF, THROW_TO, action, first_of, kind_of
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.ball.hand_off import HandOff
from dungeonbowl.engine.procedures.ball.passing import Pass, in_range
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import STANDING

NEEDED: Final[i64] = 2

GRUMBLING: Final[i64] = 0
CHOOSING: Final[i64] = 1
GIVING: Final[i64] = 2


@final
class Animosity(Module):
    """Rolled when the ball is handed or thrown to a team-mate of another kind. Compulsory."""

    def name(self) -> str:
        return "animosity"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(RESENTS)

    def throw_aimed(self, game: Game, thrower: i64, square: i64) -> Frame | None:
        mate = i64(game.occupant[square])
        return Grumble(thrower, True) if mate >= 0 and is_resented(game, thrower, mate) else None

    def handing_off(self, game: Game, giver: i64, receiver: i64) -> Frame | None:
        return Grumble(giver, False) if is_resented(game, giver, receiver) else None


def is_resented(game: Game, piece: i64, mate: i64) -> bool:
    """Whether this player has Animosity and the team-mate is of another kind."""
    if not game.can(piece, RESENTS) or game.side_of[mate] != game.side_of[piece]:
        return False
    return game.squads.parameter(mate, RESENTS) != game.squads.parameter(piece, RESENTS)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Grumble(Frame):
    """On a 1 the player gives the ball only to its own kind. Its coach may name such a team-mate instead; the player
    does not move for it.

    The result stops the hand-off or pass under way: the ball has been given to another team-mate, or the action is
    lost.
    """

    def __init__(self, piece: i64, throws: bool, stage: i64 = GRUMBLING) -> None:
        self.piece = piece
        self.throws = throws
        self.stage = stage

    def copy(self) -> Frame:
        return Grumble(self.piece, self.throws, self.stage)

    def begin(self, game: Game) -> i64:
        return game.call(StatTest(self.piece, clauses.TRAIT_ROLL, NEEDED, 0, i64(game.side_of[self.piece])))

    def options(self, game: Game) -> None:
        piece = self.piece
        origin = i64(game.square[piece])
        mate = game.first_piece(i64(game.side_of[piece]))
        while mate < game.last_piece(i64(game.side_of[piece])):
            square = i64(game.square[mate])
            if mate != piece and square >= 0 and not is_resented(game, piece, mate):
                if self.throws:
                    if in_range(game, origin, square):
                        game.offer(action(THROW_TO, square))
                elif i64(game.status[mate]) == STANDING and game.are_adjacent(origin, square):
                    game.offer(action(HAND_OFF, mate))
            mate += 1
        game.offer(action(DECLINE))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == GIVING:
            return game.done(1)
        if result != FAILED:
            return game.done(0)
        game.tell(events.SKILL_USED, clauses.REFUSAL, self.piece, RESENTS)
        self.stage = CHOOSING
        game.offers = 0
        self.options(game)
        return game.ask_or_take(self, i64(game.side_of[self.piece]))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return game.done(1)
        self.stage = GIVING
        if self.throws:
            return game.call(Pass(self.piece, target=first_of(action)))
        return game.call(HandOff(self.piece, first_of(action)))
