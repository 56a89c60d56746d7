"""What a blocker does when its block is over: block again, drop on the fallen, run away.

They speak in this order. The second block of a frenzied player tells its own end, so whoever listens later hears of
that one and not of the first.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import BLOCKS_AGAIN, DROPS_ON_FALLEN, RUNS_AFTER_BLOCK
from dungeonbowl.engine.actions import BLITZ_ACTION, DECLINE, STEP, USE, action, first_of
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import FINISHED, FREE, Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.engine.procedures.block.pushed import (
    BLOCKER_FOLLOWED,
    TARGET_FELLED,
    TARGET_MOVED,
    TARGET_PUSHED,
    TARGET_TELEPORTED,
)
from dungeonbowl.engine.procedures.harm.down import GoDown, fall, victim
from dungeonbowl.engine.procedures.harm.foul import Foul
from dungeonbowl.engine.procedures.move.arrive import Arrive
from dungeonbowl.engine.procedures.move.step import may_step, pay, rush_test
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import DIVIDED, RAN_AWAY, ROOTED, STRUCK_AGAIN

RUSHING: Final[i64] = 0
BLOCKING: Final[i64] = 1

FOULING: Final[i64] = 0
LYING_DOWN: Final[i64] = 1


@final
class Frenzy(Module):
    """A target that was only pushed and still stands is blocked once more, if the blocker has kept up with it.

    Either it followed up, or the target never left its square: it stood firm, or a wall held it (O-PORTAL-23 asks for
    adjacency, wherever portals have taken the two). In a Blitz the second block costs movement like the first. That a
    frenzied player must follow up is known to the push.
    """

    def name(self) -> str:
        return "frenzy"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(BLOCKS_AGAIN)

    def block_resolved(self, game: Game, attacker: i64, defender: i64, outcome: i64) -> Frame | None:
        if outcome & TARGET_PUSHED == 0 or not game.able(attacker, BLOCKS_AGAIN) or game.turnover != 0:
            return None
        if attacker != game.acting:  # one blow in somebody else's activation is all it has
            return None
        if game.conditions[attacker] & (STRUCK_AGAIN | DIVIDED) != 0:
            return None
        if outcome & TARGET_MOVED != 0 and outcome & BLOCKER_FOLLOWED == 0:
            return None
        if outcome & TARGET_TELEPORTED != 0 and game.rules.tables.teleports_end_frenzy:
            return None
        if not game.is_standing(defender) or not game.are_beside(attacker, defender):
            return None
        if game.declared == BLITZ_ACTION and game.moves_left + game.rushes_left < game.rules.tables.block_cost:
            return None
        return BlockAgain(attacker, defender)


@final
class BlockAgain(Frame):
    """The second block, in a Blitz with its price. The result is 1: what comes after a block has been heard of."""

    def __init__(self, attacker: i64, defender: i64, stage: i64 = RUSHING) -> None:
        self.attacker = attacker
        self.defender = defender
        self.stage = stage

    def copy(self) -> Frame:
        return BlockAgain(self.attacker, self.defender, self.stage)

    def args(self) -> list[object]:
        return [self.attacker, self.defender, self.stage]

    def begin(self, game: Game) -> i64:
        attacker = self.attacker
        game.conditions[attacker] = game.conditions[attacker] | STRUCK_AGAIN
        game.tell(events.SKILL_USED, clauses.SKILL, attacker, BLOCKS_AGAIN)
        if game.declared == BLITZ_ACTION and pay(game, game.rules.tables.block_cost) > 0:
            return game.call(rush_test(game, attacker))
        return self.block(game)

    def block(self, game: Game) -> i64:
        self.stage = BLOCKING
        return game.call(Block(self.attacker, self.defender))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == BLOCKING:
            return game.done(1)
        if result != FAILED:
            return self.block(game)
        self.stage = BLOCKING
        return game.call(fall(self.attacker))


@final
class PileDriver(Module):
    """Whoever has knocked an opponent down beside it may foul it at once, and then lies down itself."""

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


@final
class DropOnFallen(Frame):
    """A foul with everything that belongs to one, but it is not the Foul action of the turn. Then the fouler is placed
    prone, if it is still in the dungeon, and its activation ends. The result is 1 if it was done."""

    def __init__(self, attacker: i64, defender: i64, stage: i64 = FOULING) -> None:
        self.attacker = attacker
        self.defender = defender
        self.stage = stage

    def copy(self) -> Frame:
        return DropOnFallen(self.attacker, self.defender, self.stage)

    def args(self) -> list[object]:
        return [self.attacker, self.defender, self.stage]

    def begin(self, game: Game) -> i64:
        return game.ask(i64(game.side_of[self.attacker]))

    def options(self, game: Game) -> None:
        game.offer(action(USE, DROPS_ON_FALLEN, self.attacker))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if action & 0xFF == DECLINE:
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
        return game.call(GoDown(vec[i64]([int(victim(self.attacker, clauses.PLACED_PRONE))]), -1))


@final
class HitAndRun(Module):
    """A blocker still on its feet may take one free step, to where it neither marks nor is marked."""

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
    """Whether a step leads to a free square with no opponent beside it, in whatever state."""
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


@final
class RunAway(Frame):
    """No movement is paid and nobody is dodged; what the square holds is found like after any step. Once in an
    activation."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return RunAway(self.piece)

    def args(self) -> list[object]:
        return [self.piece]

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
        if action & 0xFF == DECLINE:
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
