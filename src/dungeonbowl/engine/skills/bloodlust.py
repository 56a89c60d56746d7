"""Bloodlust (Blood Lust in the CRP): a player that may have to bite a Thrall of its own side."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import FEEDS_THE_THIRSTY, THIRSTS
from dungeonbowl.engine.actions import (
    ACCEPT,
    BLITZ_ACTION,
    BLOCK_ACTION,
    DECLARE,
    MOVE_ACTION,
    MULTIPLE_BLOCK_ACTION,
    USE,
    action,
    is_attack,
    kind_of,
    second_of,
)
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import REMOVED, Module
from dungeonbowl.engine.procedures.ball.balls import check_touchdown
from dungeonbowl.engine.procedures.ball.bounce import Bounce
from dungeonbowl.engine.procedures.harm.down import first_held
from dungeonbowl.engine.procedures.harm.injury import Injure
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import NOBODY
from dungeonbowl.engine.statuses import NO_ZONE, PRONE, STANDING, THIRSTY

USUALLY_NEEDED: Final[i64] = 2  # where the skill has no number

THIRSTING: Final[i64] = 0
DECIDING: Final[i64] = 1

PICKING: Final[i64] = 0
BITING: Final[i64] = 1
STARVING: Final[i64] = 2
LEAVING: Final[i64] = 3


@final
class Bloodlust(Module):
    """Rolled like other traits of activation. A player that fails must bite before it gives the ball away or scores,
    and at the latest when its activation ends. Until then it does not score.

    A player that is out of the dungeon by then does not bite, and suffers nothing for it.

    `frees_blocks_only`: after a failure only a Block may become a Move.
    `starved_status` is the status of a player that does not bite; STANDING if it stays where it is.
    """

    def __init__(self, frees_blocks_only: bool = False, starved_status: i64 = STANDING) -> None:
        self.frees_blocks_only = frees_blocks_only
        self.starved_status = starved_status

    def name(self) -> str:
        return "bloodlust"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(THIRSTS)

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        return Thirst(piece) if game.can(piece, THIRSTS) else None

    def throw_aimed(self, game: Game, thrower: i64, square: i64) -> Frame | None:
        """The bite comes before a throw. A player that finds no Thrall has no ball left to throw."""
        return Bite(thrower) if game.conditions[thrower] & THIRSTY != 0 else None

    def handing_off(self, game: Game, giver: i64, receiver: i64) -> Frame | None:
        return Bite(giver) if game.conditions[giver] & THIRSTY != 0 else None

    def movement_ended(self, game: Game, piece: i64) -> Frame | None:
        return Bite(piece) if game.conditions[piece] & THIRSTY != 0 else None


USUAL: Final = Bloodlust()


def bloodlust(game: Game) -> Bloodlust:
    """The skill as the edition composes it."""
    module = game.rules.module("bloodlust")
    return module if isinstance(module, Bloodlust) else USUAL


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Thirst(Frame):
    """After a failure the player may still do what it has declared, or turn it into a Move action."""

    def __init__(self, piece: i64, stage: i64 = THIRSTING) -> None:
        self.piece = piece
        self.stage = stage

    def copy(self) -> Frame:
        return Thirst(self.piece, self.stage)

    def begin(self, game: Game) -> i64:
        piece = self.piece
        what = game.declared
        blocks = what == BLOCK_ACTION or what == BLITZ_ACTION or what == MULTIPLE_BLOCK_ACTION
        modifier: i64 = 1 if blocks else 0
        needed = game.squads.parameter(piece, THIRSTS)
        if needed == 0:
            needed = USUALLY_NEEDED
        return game.call(StatTest(piece, clauses.TRAIT_ROLL, needed, modifier, i64(game.side_of[piece])))

    def returned(self, game: Game, result: i64) -> i64:
        if result != FAILED:
            return game.done(0)
        game.conditions[self.piece] = game.conditions[self.piece] | THIRSTY
        game.tell(events.SKILL_USED, clauses.TRAIT_ROLL, self.piece, THIRSTS)
        what = game.declared
        if what == MOVE_ACTION or (bloodlust(game).frees_blocks_only and not is_still_block(what)):
            return game.done(0)
        self.stage = DECIDING
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        game.offer(action(ACCEPT))
        game.offer(action(DECLARE, MOVE_ACTION))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLARE:
            game.declared = MOVE_ACTION
            game.target = NOBODY
            game.tell(events.DECLARED, clauses.DECLARATION, self.piece, MOVE_ACTION, 0)
        return game.done(0)


def is_still_block(what: i64) -> bool:
    """Whether an action is a block without movement, or an action in place of such a block."""
    return what != BLITZ_ACTION and is_attack(what)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Bite(Frame):
    """An injury roll for a Thrall beside the player, standing or lying; the coach chooses which. Its casualty is never
    worse than badly hurt.

    Without a Thrall the turn is over and the player drops the ball. It also loses its Tackle Zone or leaves the
    dungeon: the edition says which. The result is 0 after a bite.
    """

    def __init__(self, piece: i64, stage: i64 = PICKING, ball: i64 = -1, square: i64 = -1) -> None:
        self.piece = piece
        self.stage = stage
        self.ball = ball  # the ball it dropped on leaving the dungeon
        self.square = square

    def copy(self) -> Frame:
        return Bite(self.piece, self.stage, self.ball, self.square)

    def begin(self, game: Game) -> i64:
        game.conditions[self.piece] = game.conditions[self.piece] & ~THIRSTY
        game.offers = 0
        if i64(game.status[self.piece]) <= PRONE:
            self.options(game)
        if game.offers == 0:
            return self.starve(game)
        if game.offers == 1:
            game.note_forced(game.offered[0])
            return self.bite(game, second_of(game.offered[0]))
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        piece = self.piece
        base = i64(game.square[piece]) * 8
        end = base + 8
        while base < end:
            neighbour = i64(game.steps[base])
            base += 1
            if neighbour >= 0:
                mate = i64(game.occupant[neighbour])
                if mate >= 0 and game.side_of[mate] == game.side_of[piece] and game.can(mate, FEEDS_THE_THIRSTY):
                    game.offer(action(USE, THIRSTS, mate))

    def chosen(self, game: Game, action: i64) -> i64:
        return self.bite(game, second_of(action))

    def bite(self, game: Game, thrall: i64) -> i64:
        self.stage = BITING
        return game.call(Injure(thrall, clauses.BITTEN, self.piece))

    def starve(self, game: Game) -> i64:
        piece = self.piece
        self.stage = STARVING
        game.tell(events.STRANDED, clauses.TURNOVER_THIRST, piece)
        game.cause_turnover(clauses.TURNOVER_THIRST)
        square = i64(game.square[piece])
        self.square = square
        ball = self.drop(game)
        status = bloodlust(game).starved_status
        if status == STANDING:
            game.conditions[piece] = game.conditions[piece] | NO_ZONE
        else:
            self.ball = ball
            game.lift(piece, status)
            if game.rules.heard[REMOVED]:
                self.stage = LEAVING
                return game.call(Moment(REMOVED, piece, square))
        return game.call(Bounce(ball)) if ball >= 0 else game.done(1)

    def drop(self, game: Game) -> i64:
        """The next ball that the player loses, or -1."""
        ball = first_held(game, self.piece)
        if ball >= 0:
            game.put_ball(ball, self.square)
            game.tell(events.BALL_DROPPED, clauses.TURNOVER_THIRST, self.piece, ball, self.square)
        return ball

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == LEAVING:
            self.stage = STARVING
            return game.call(Bounce(self.ball)) if self.ball >= 0 else game.done(1)
        if self.stage == STARVING:
            ball = self.drop(game)
            return game.call(Bounce(ball)) if ball >= 0 else game.done(1)
        check_touchdown(game, self.piece)
        return game.done(0)
