"""Special actions in place of a block: Stab, Projectile Vomit, Breathe Fire, Chainsaw. Stakes help a Stab.

Alone they are declared against a standing opponent beside the player. In a Blitz they are chosen where the block would
be, and cost the same movement (O-ACT-08, O-BLOCK-11). What a target may do before a block it may do here too.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import BREATHES_FIRE, POISONED_BLADE, SAWS, STABS, STAKES, UNDEAD, VOMITS
from dungeonbowl.engine.actions import (
    BLITZ_ACTION,
    BLOCK,
    BLOCK_ACTION,
    BREATHE_FIRE_ACTION,
    DECLARE,
    FOUL,
    FOUL_ACTION,
    SAW_ACTION,
    STAB_ACTION,
    USE,
    VOMIT_ACTION,
    action,
    first_of,
    kind_of,
    second_of,
)
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BLOCK_DECLARED, Module
from dungeonbowl.engine.passages import linked_pieces
from dungeonbowl.engine.procedures.harm.armour import Wound
from dungeonbowl.engine.procedures.harm.down import GoDown, fall
from dungeonbowl.engine.procedures.harm.foul import Foul
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.step import pay, rush_test
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.procedures.turn.offers import may_be_blocked
from dungeonbowl.engine.progress import BLOCK_MADE, FINISHED
from dungeonbowl.engine.setup import Squads

WEAPONS: Final = vec[i64]([int(STABS), int(VOMITS), int(BREATHES_FIRE), int(SAWS)])

PAYING: Final[i64] = 0
FALLING: Final[i64] = 1
DARING: Final[i64] = 2
ROLLING: Final[i64] = 3
STRIKING: Final[i64] = 4

HITS_TARGET: Final[i64] = 2  # what the die must show for vomit or a saw to hit the target
SAW_BONUS: Final[i64] = 3  # to the armour roll of the player that a saw hurts
BURNS: Final[i64] = 4  # what the die must show for fire
TOUGH: Final[i64] = 5  # from this Strength on the fire is weaker


@final
class Weapons(Module):
    """Stab, Projectile Vomit, Breathe Fire and Chainsaw.

    A player with a Chainsaw does not block: every block and every foul that was offered becomes an attack with the saw.
    `fire_spares_low`: fire strikes back on a natural 1 only, not on a modified one.
    """

    def __init__(self, fire_spares_low: bool = False) -> None:
        self.fire_spares_low = fire_spares_low

    def name(self) -> str:
        return "weapons"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        for ability in WEAPONS:
            if squads.anybody_can(ability):
                return False
        return True

    def armour_modifier(self, game: Game, piece: i64, cause: i64, source: i64) -> i64:
        """A chainsaw adds to the armour roll of its owner that goes down, and of an opponent that goes down while it
        blocks the owner.
        """
        if cause == clauses.FOULED:
            return SAW_BONUS if source >= 0 and game.can(source, SAWS) else 0
        if game.can(piece, SAWS) and cause != clauses.PUSHED_INTO_WALL and cause != clauses.TRAMPLED:
            return SAW_BONUS
        if cause == clauses.BLOCKED and piece == game.acting and source >= 0 and game.can(source, SAWS):
            return SAW_BONUS
        return 0

    def offers_actions(self, game: Game, piece: i64) -> None:
        if game.can(piece, SAWS):
            take_up_saw(game, piece)
        if not is_armed(game, piece):
            return
        base = i64(game.square[piece]) * 8
        direction: i64 = 0
        while direction < 8:
            neighbour = i64(game.steps[base + direction])
            if neighbour >= 0:
                other = i64(game.occupant[neighbour])
                if other >= 0 and may_be_blocked(game, piece, other):
                    offer_attacks(game, piece, other)
            direction += 1
        for other in linked_pieces(game, base // 8):
            if may_be_blocked(game, piece, other):
                offer_attacks(game, piece, other)

    def offers_moves(self, game: Game, piece: i64) -> None:
        """In a Blitz the attacks are offered wherever a block is offered."""
        if is_armed(game, piece):
            count = game.offers
            index: i64 = 0
            while index < count:
                offered = game.offered[index]
                if kind_of(offered) == BLOCK:
                    target = first_of(offered)
                    if game.able(piece, STABS):
                        game.offer(action(USE, STABS, target))
                    if game.able(piece, VOMITS):
                        game.offer(action(USE, VOMITS, target))
                    if game.able(piece, BREATHES_FIRE):
                        game.offer(action(USE, BREATHES_FIRE, target))
                index += 1
        if game.can(piece, SAWS):
            take_up_saw(game, piece)

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        what = first_of(action)
        if kind_of(action) == DECLARE:
            if what == STAB_ACTION:
                return Attack(piece, second_of(action) - 1, STABS)
            if what == VOMIT_ACTION:
                return Attack(piece, second_of(action) - 1, VOMITS)
            if what == SAW_ACTION:
                return Attack(piece, second_of(action) - 1, SAWS)
            return Attack(piece, second_of(action) - 1, BREATHES_FIRE) if what == BREATHE_FIRE_ACTION else None
        if kind_of(action) == USE and (what == STABS or what == VOMITS or what == BREATHES_FIRE or what == SAWS):
            return Attack(piece, second_of(action), what)
        return None


def offer_attacks(game: Game, piece: i64, other: i64) -> None:
    """What an armed player may declare against an opponent beside it."""
    if game.able(piece, STABS):
        game.offer(action(DECLARE, STAB_ACTION, other + 1))
    if game.able(piece, VOMITS):
        game.offer(action(DECLARE, VOMIT_ACTION, other + 1))
    if game.able(piece, BREATHES_FIRE):
        game.offer(action(DECLARE, BREATHE_FIRE_ACTION, other + 1))


def take_up_saw(game: Game, piece: i64) -> None:
    """Every block and every foul that was offered becomes an attack with the saw. A block from the ground is taken
    back.
    """
    standing = game.is_standing(piece)
    kept: i64 = 0
    index: i64 = 0
    while index < game.offers:
        offered = game.offered[index]
        kind = kind_of(offered)
        if kind == DECLARE and first_of(offered) == BLOCK_ACTION:
            offered = action(DECLARE, SAW_ACTION, second_of(offered)) if standing else 0
        elif kind == BLOCK or kind == FOUL:
            offered = action(USE, SAWS, first_of(offered))
        if offered != 0:
            game.offered[kept] = offered
            kept += 1
        index += 1
    game.offers = kept


def is_armed(game: Game, piece: i64) -> bool:
    return game.able(piece, STABS) or game.able(piece, VOMITS) or game.able(piece, BREATHES_FIRE)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Attack(Frame):
    """One such action: the price in a Blitz, what the target does before it, the die if there is one, the harm.

    Stab, Chainsaw and Breathe Fire end the activation; Projectile Vomit does not. A saw may kick back and hit its
    owner, in a foul too.
    """

    def __init__(self, piece: i64, target: i64, means: i64, stage: i64 = PAYING) -> None:
        self.piece = piece
        self.target = target
        self.means = means
        self.stage = stage

    def copy(self) -> Frame:
        return Attack(self.piece, self.target, self.means, self.stage)

    def begin(self, game: Game) -> i64:
        if game.declared == BLITZ_ACTION:
            game.progress |= BLOCK_MADE
            if pay(game, game.rules.tables.blows.block_cost) > 0:
                return game.call(rush_test(game, self.piece))
        return self.dare(game)

    def dare(self, game: Game) -> i64:
        self.stage = DARING
        if game.declared != FOUL_ACTION and game.rules.heard[BLOCK_DECLARED]:
            return game.call(Moment(BLOCK_DECLARED, self.piece, self.target))
        return self.strike(game)

    def strike(self, game: Game) -> i64:
        piece = self.piece
        target = self.target
        if not game.is_standing(piece) or game.is_standing(target) == (game.declared == FOUL_ACTION):
            return game.done(0)
        game.tell(events.SKILL_USED, clauses.SPECIAL, piece, self.means)
        if self.means == STABS:
            self.stage = STRIKING
            bonus: i64 = 1 if game.able(piece, STAKES) and game.can(target, UNDEAD) else 0
            cause = clauses.POISONED if game.can(piece, POISONED_BLADE) else clauses.STABBED
            return game.call(Wound(target, piece, cause, bonus))
        self.stage = ROLLING
        side = i64(game.side_of[piece])
        if self.means == VOMITS or self.means == SAWS:
            return game.call(StatTest(piece, clauses.SPECIAL_ROLL, HITS_TARGET, 0, side))
        modifier: i64 = -1 if game.strength(target) >= TOUGH else 0
        return game.call(StatTest(piece, clauses.SPECIAL_ROLL, BURNS, modifier, side))

    def returned(self, game: Game, result: i64) -> i64:
        stage = self.stage
        if stage == PAYING:
            if result == PASSED:
                return self.dare(game)
            self.stage = FALLING
            return game.call(fall(self.piece))
        if stage == DARING:
            return self.strike(game) if result == 0 else game.done(0)
        if stage == ROLLING:
            self.stage = STRIKING
            hit = self.target if result == PASSED else self.piece
            if self.means == VOMITS:
                return game.call(Wound(hit, self.piece))
            if self.means == SAWS:
                if game.declared == FOUL_ACTION and result == PASSED:
                    return game.call(Foul(self.piece, self.target))
                return game.call(Wound(hit, self.piece, clauses.SAWN, SAW_BONUS))
            return self.burn(game, result)
        if stage == STRIKING and self.means != VOMITS:
            game.progress |= FINISHED
        return game.done(0)

    def burn(self, game: Game, result: i64) -> i64:
        """1 or less knocks the attacker down, 4 or more places the target prone, a natural 6 knocks the target down."""
        if game.natural == 6:
            return game.call(GoDown([Victim(self.target, clauses.BURNT)], self.piece))
        if result != FAILED:
            return game.call(GoDown([Victim(self.target, clauses.PLACED_PRONE)], self.piece))
        module = game.rules.module("weapons")
        spares_low = isinstance(module, Weapons) and module.fire_spares_low
        backfires = game.natural if spares_low else game.modified
        if backfires <= 1:
            return game.call(GoDown([Victim(self.piece, clauses.BURNT)], -1))
        return self.returned(game, 0)
