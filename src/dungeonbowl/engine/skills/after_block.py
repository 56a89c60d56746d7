"""What a blocker may do when its block is over: block again (Frenzy), foul the fallen target (Pile Driver), step away
(Hit and Run).

The modules hear of the end of a block in this order. The second block of Frenzy tells its own end, so the modules after
Frenzy hear of the second block and not of the first.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import BLOCKS_AGAIN, DROPS_ON_FALLEN, RUNS_AFTER_BLOCK
from dungeonbowl.engine.actions import BLITZ_ACTION, DECLINE, STEP, USE, action, first_of, kind_of
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.engine.procedures.block.pushed import (
    BLOCKER_FOLLOWED,
    TARGET_FELLED,
    TARGET_MOVED,
    TARGET_PUSHED,
    TARGET_TELEPORTED,
)
from dungeonbowl.engine.procedures.harm.down import GoDown, fall
from dungeonbowl.engine.procedures.harm.foul import Foul
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.move.arrive import Arrive
from dungeonbowl.engine.procedures.move.step import may_step, pay, rush_test
from dungeonbowl.engine.progress import FINISHED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import DIVIDED, RAN_AWAY, ROOTED, STRUCK_AGAIN

RUSHING: Final[i64] = 0
BLOCKING: Final[i64] = 1
FALLING: Final[i64] = 2

FOULING: Final[i64] = 0
LYING_DOWN: Final[i64] = 1


@final
class Frenzy(Module):
    """A target that was only pushed and still stands is blocked once more, if the blocker is still adjacent to it.

    Either the blocker followed up, or the target never left its square: it stood firm, or a wall held it. O-PORTAL-23
    asks only for adjacency, wherever portals have taken the two. In a Blitz the second block costs movement like the
    first. The push procedure knows that a player with Frenzy must follow up.

    `ends_at_portals`: a target that the first block sent through a portal is not blocked again.
    """

    def __init__(self, ends_at_portals: bool = False) -> None:
        self.ends_at_portals = ends_at_portals

    def name(self) -> str:
        return "frenzy"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(BLOCKS_AGAIN)

    def block_resolved(self, game: Game, attacker: i64, defender: i64, outcome: i64) -> Frame | None:
        if outcome & TARGET_PUSHED == 0 or not game.able(attacker, BLOCKS_AGAIN) or game.turnover != 0:
            return None
        if attacker != game.acting:  # in the activation of another player it has one block only
            return None
        if game.conditions[attacker] & (STRUCK_AGAIN | DIVIDED) != 0:
            return None
        if outcome & TARGET_MOVED != 0 and outcome & BLOCKER_FOLLOWED == 0:
            return None
        if outcome & TARGET_TELEPORTED != 0 and self.ends_at_portals:
            return None
        if not game.is_standing(defender) or not game.are_beside(attacker, defender):
            return None
        if game.declared == BLITZ_ACTION and game.moves_left + game.rushes_left < game.rules.tables.blows.block_cost:
            return None
        return BlockAgain(attacker, defender)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class BlockAgain(Frame):
    """The second block, in a Blitz with its price. The result is 1: the end of the block has been told already."""

    def __init__(self, attacker: i64, defender: i64, stage: i64 = RUSHING) -> None:
        self.attacker = attacker
        self.defender = defender
        self.stage = stage

    def copy(self) -> Frame:
        return BlockAgain(self.attacker, self.defender, self.stage)

    def begin(self, game: Game) -> i64:
        attacker = self.attacker
        game.conditions[attacker] = game.conditions[attacker] | STRUCK_AGAIN
        game.tell(events.SKILL_USED, clauses.SKILL, attacker, BLOCKS_AGAIN)
        if game.declared == BLITZ_ACTION and pay(game, game.rules.tables.blows.block_cost) > 0:
            return game.call(rush_test(game, attacker))
        return self.block(game)

    def block(self, game: Game) -> i64:
        self.stage = BLOCKING
        return game.call(Block(self.attacker, self.defender))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage != RUSHING:
            return game.done(1)
        if result != FAILED:
            return self.block(game)
        self.stage = FALLING
        return game.call(fall(self.attacker))


@final
class PileDriver(Module):
    """A player that has knocked an opponent down beside it may foul it at once, and then lies down itself."""

    def name(self) -> str:
        return "pile driver"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(DROPS_ON_FALLEN)

    def block_resolved(self, game: Game, attacker: i64, defender: i64, outcome: i64) -> Frame | None:
        if outcome & TARGET_FELLED == 0 or not game.able(attacker, DROPS_ON_FALLEN) or not game.is_down(defender):
            return None
        if not game.are_beside(attacker, defender):
            return None
        return DropOnFallen(attacker, defender)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class DropOnFallen(Frame):
    """A foul with all its rules, but not the Foul action of the turn. Afterwards the fouler is placed prone, if it is
    still in the dungeon, and its activation ends. The result is 1 if the foul was made.
    """

    def __init__(self, attacker: i64, defender: i64, stage: i64 = FOULING) -> None:
        self.attacker = attacker
        self.defender = defender
        self.stage = stage

    def copy(self) -> Frame:
        return DropOnFallen(self.attacker, self.defender, self.stage)

    def begin(self, game: Game) -> i64:
        return game.ask(i64(game.side_of[self.attacker]))

    def options(self, game: Game) -> None:
        game.offer(action(USE, DROPS_ON_FALLEN, self.attacker))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return game.done(0)
        game.tell(events.SKILL_USED, clauses.SKILL, self.attacker, DROPS_ON_FALLEN)
        return game.call(Foul(self.attacker, self.defender))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == LYING_DOWN:
            return game.done(1)
        self.stage = LYING_DOWN
        game.progress |= FINISHED
        if not game.is_standing(self.attacker):
            return game.done(1)
        return game.call(GoDown([Victim(self.attacker, clauses.PLACED_PRONE)], -1))


@final
class HitAndRun(Module):
    """A blocker that still stands may take one free step, to a square where it marks no opponent and no opponent marks
    it.
    """

    def name(self) -> str:
        return "hit and run"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(RUNS_AFTER_BLOCK)

    def block_resolved(self, game: Game, attacker: i64, defender: i64, outcome: i64) -> Frame | None:
        if not game.able(attacker, RUNS_AFTER_BLOCK) or game.turnover != 0:
            return None
        if game.conditions[attacker] & (ROOTED | RAN_AWAY) != 0:
            return None
        direction: i64 = 0
        while direction < 8:
            if is_refuge(game, attacker, direction):
                return RunAway(attacker)
            direction += 1
        return None


def is_refuge(game: Game, piece: i64, direction: i64) -> bool:
    """Whether a step leads to a free square with no opponent beside it, standing or lying."""
    if not may_step(game, piece, direction):
        return False
    side = i64(game.side_of[piece])
    base = i64(game.steps[i64(game.square[piece]) * 8 + direction]) * 8
    end = base + 8
    while base < end:
        neighbour = i64(game.steps[base])
        if neighbour >= 0:
            other = i64(game.occupant[neighbour])
            if other > FREE and i64(game.side_of[other]) != side:
                return False
        base += 1
    return True


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class RunAway(Frame):
    """The step costs no movement and needs no Dodge. What is in the square (a ball, a portal) works as after any step.
    Once in an activation.
    """

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return RunAway(self.piece)

    def begin(self, game: Game) -> i64:
        game.conditions[self.piece] = game.conditions[self.piece] | RAN_AWAY
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        direction: i64 = 0
        while direction < 8:
            if is_refuge(game, self.piece, direction):
                game.offer(action(STEP, direction))
            direction += 1
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return game.done(0)
        piece = self.piece
        origin = i64(game.square[piece])
        square = i64(game.steps[origin * 8 + first_of(action)])
        game.tell(events.SKILL_USED, clauses.SKILL, piece, RUNS_AFTER_BLOCK)
        game.place(piece, square)
        game.tell(events.MOVED, clauses.SKILL, piece, origin, square)
        return game.call(Arrive(piece, True, True))

    def returned(self, game: Game, result: i64) -> i64:
        return game.done(0)
