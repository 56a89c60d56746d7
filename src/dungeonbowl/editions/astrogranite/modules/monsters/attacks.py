"""The attacks of a monster: blocks, slashes, poison and stone (A-MATK), and kicks at players who lie in its way."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from dungeonbowl.editions.astrogranite.modules.monsters.memory import (
    BLOW,
    NO_ATTACK,
    POISON,
    STONE,
    STRIKER,
    attack_number,
    piercing,
)
from dungeonbowl.editions.astrogranite.modules.monsters.targets import is_prey, prey_beside
from dungeonbowl.engine import actions, clauses, events
from dungeonbowl.engine.actions import action, first_of, kind_of
from dungeonbowl.engine.dice import die
from dungeonbowl.engine.footprints import squares_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BLOCK_DECLARED, REMOVED
from dungeonbowl.engine.places import BARRED
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.engine.procedures.harm.armour import ArmourRoll, Wound
from dungeonbowl.engine.procedures.harm.down import NO_BALLS, GoDown, drop_balls
from dungeonbowl.engine.procedures.harm.injury import BROKEN
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.statuses import SUNKEN, TURNED_TO_STONE
from dungeonbowl.engine.tokens import STATUE_TOKEN

PICKING: Final[i64] = 0
STRIKING: Final[i64] = 1

# Stages of a slash.
DARING: Final[i64] = 0
WOUNDING: Final[i64] = 1


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Attacks(Frame):
    """All attacks of one activation in the order of the profile, or with `single` only the first (A-MON-12,
    A-MORPH-03). `asks`: a game master names the targets."""

    def __init__(
        self,
        piece: i64,
        slot: i64,
        target: i64,
        single: bool,
        asks: bool,
        index: i64 = 0,
        stage: i64 = PICKING,
    ) -> None:
        self.piece = piece
        self.slot = slot
        self.target = target
        self.single = single
        self.asks = asks
        self.index = index
        self.stage = stage

    def copy(self) -> Frame:
        return Attacks(self.piece, self.slot, self.target, self.single, self.asks, self.index, self.stage)

    def begin(self, game: Game) -> i64:
        piece = self.piece
        if not game.is_standing(piece) or game.square[piece] < 0:
            return game.done(0)
        if attack_number(game, self.slot, piece, self.index) == NO_ATTACK or (self.single and self.index > 0):
            return game.done(0)
        if self.asks and self.index > 0:
            self.stage = PICKING
            if len(prey_beside(game, piece)) == 0:
                return game.done(0)
            return game.ask(game.squads.sides)
        if is_prey(game, piece, self.target) and game.are_beside(piece, self.target):
            return self.strike(game)
        others = prey_beside(game, piece, self.target)
        if len(others) == 0 or self.single:
            return game.done(0)
        if len(others) > 1:
            self.stage = PICKING
            return game.roll(1, len(others), clauses.MONSTER_ATTACK, -1)
        self.target = i64(others[0])
        return self.strike(game)

    def rolled(self, game: Game, dice: i64) -> i64:
        self.target = i64(prey_beside(game, self.piece, self.target)[int(die(dice, 0)) - 1])
        return self.strike(game)

    def options(self, game: Game) -> None:
        for other in prey_beside(game, self.piece):
            game.offer(action(actions.BLOCK, i64(other)))
        game.offer(action(actions.END_ACTIVATION))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == actions.END_ACTIVATION:
            return game.done(0)
        self.target = first_of(action)
        return self.strike(game)

    def strike(self, game: Game) -> i64:
        kind = attack_number(game, self.slot, self.piece, self.index)
        self.index += 1
        self.stage = STRIKING
        game.memo[self.slot + STRIKER] = self.piece + 1
        if kind == BLOW:
            return game.call(Block(self.piece, self.target))
        return game.call(Slash(self.piece, self.target, kind))

    def returned(self, game: Game, result: i64) -> i64:
        game.memo[self.slot + STRIKER] = 0
        return self.begin(game)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Slash(Frame):
    """An attack on the armour alone: the target is neither pushed nor falls, unless its armour breaks (A-MATK-03 to
    A-MATK-05). Foul Appearance works against claws too (A-SKREF-32)."""

    def __init__(self, piece: i64, target: i64, kind: i64, stage: i64 = DARING) -> None:
        self.piece = piece
        self.target = target
        self.kind = kind
        self.stage = stage

    def copy(self) -> Frame:
        return Slash(self.piece, self.target, self.kind, self.stage)

    def begin(self, game: Game) -> i64:
        if game.rules.heard[BLOCK_DECLARED]:
            return game.call(Moment(BLOCK_DECLARED, self.piece, self.target))
        return self.strike(game)

    def strike(self, game: Game) -> i64:
        cause = clauses.SLASHED
        if self.kind == POISON:
            cause = clauses.POISONED
        elif self.kind == STONE:
            cause = clauses.PETRIFIED
        game.tell(events.SLASHED, cause, self.piece, self.target)
        self.stage = WOUNDING
        wound = Wound(self.target, self.piece, cause, piercing(game, self.piece), self.kind == STONE)
        return game.call(wound) if self.kind == STONE else game.become(wound)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == DARING:
            return self.strike(game) if result == 0 else game.done(0)
        return game.become(TurnToStone(self.target)) if result == BROKEN else game.done(0)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class TurnToStone(Frame):
    """A player becomes an obstacle in its square for the rest of the game; the balls it held bounce from there
    (A-MATK-06).

    A portal under it can no longer be used in either direction."""

    def __init__(self, piece: i64, square: i64 = -1, dropped: vec[i16] = NO_BALLS) -> None:
        self.piece = piece
        self.square = square
        self.dropped = dropped

    def copy(self) -> Frame:
        return TurnToStone(self.piece, self.square, self.dropped[:])

    def begin(self, game: Game) -> i64:
        piece = self.piece
        self.square = i64(game.square[piece])
        self.dropped = drop_balls(game, piece, NO_BALLS)
        covered = squares_of(game, piece)
        game.tell(events.TURNED_TO_STONE, clauses.PETRIFIED, piece, self.square)
        game.conditions[piece] = game.conditions[piece] & ~SUNKEN
        game.lift(piece, TURNED_TO_STONE)
        for node in covered:
            number = game.portal_number(i64(node))
            if number > 0:
                portals = game.portals[:]
                portals[number - 1] = i16(-1)
                game.portals = portals
            game.put_token(i64(node), STATUE_TOKEN)
            game.occupant[i64(node)] = i16(BARRED)
        if game.rules.heard[REMOVED]:
            return game.call(Moment(REMOVED, piece, self.square))
        return self.returned(game, 0)

    def returned(self, game: Game, result: i64) -> i64:
        return game.become(GoDown([], -1, self.dropped))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Trample(Frame):
    """A player lies in its way: a kick for each attack of its profile (A-MON-14). It is no infraction (A-MON-15)."""

    def __init__(self, piece: i64, slot: i64, victim: i64, index: i64 = 0) -> None:
        self.piece = piece
        self.slot = slot
        self.victim = victim
        self.index = index

    def copy(self) -> Frame:
        return Trample(self.piece, self.slot, self.victim, self.index)

    def begin(self, game: Game) -> i64:
        if game.square[self.victim] < 0 or attack_number(game, self.slot, self.piece, self.index) == NO_ATTACK:
            game.memo[self.slot + STRIKER] = 0
            return game.done(0)
        self.index += 1
        game.memo[self.slot + STRIKER] = self.piece + 1
        bonus = game.rules.tables.blows.foul_modifier
        game.tell(events.FOULED, clauses.MONSTER_FOUL, self.piece, self.victim, bonus + piercing(game, self.piece))
        return game.call(ArmourRoll(self.victim, clauses.FOULED, self.piece, bonus))

    def returned(self, game: Game, result: i64) -> i64:
        return self.begin(game)
