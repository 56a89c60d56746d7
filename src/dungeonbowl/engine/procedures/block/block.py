"""Blocks: strengths and assists, the dice, who chooses, and what each face does (O-BLOCK, O-AST)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import MATCHES_STRENGTH, REROLLS_BOTH_DOWN
from dungeonbowl.engine.actions import (
    ACCEPT,
    BLOCK_ACTION,
    CHOOSE_FACE,
    ITEM_REROLL,
    PRO_REROLL,
    REROLL,
    SKILL_REROLL,
    TEAM_REROLL,
    action,
    first_of,
    kind_of,
)
from dungeonbowl.engine.dice import (
    BLOCK_DIE,
    BOTH_DOWN,
    DIE_BITS,
    DIE_MASK,
    PLAYER_DOWN,
    POW,
    PUSH_BACK,
    PUSH_BACK_TOO,
    die,
)
from dungeonbowl.engine.frames import PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BALANCE_NEEDED, BLOCK_DECLARED
from dungeonbowl.engine.procedures.block.dice import block_dice, striking_strength
from dungeonbowl.engine.procedures.block.pushed import coach_of
from dungeonbowl.engine.procedures.block.strike import Strike
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.reroll_gate import TRY_FAILED, gate_again, pay_for_reroll
from dungeonbowl.engine.procedures.stat_test import (
    is_granted,
    may_try_again,
    note_grant,
    rerolls_barred,
)
from dungeonbowl.engine.statuses import FURIOUS

DECLARING: Final[i64] = 0
BALANCING: Final[i64] = 1
ROLLING: Final[i64] = 2
ACCEPTING: Final[i64] = 3  # the defender's coach will choose; before that the attacker's coach may re-roll dice
CHOOSING: Final[i64] = 4
MATCHING: Final[i64] = 5
ROLLING_ONE: Final[i64] = 6  # one die of the pool is re-rolled
GATED: Final[i64] = 7  # a die decides whether the re-roll is made
PICKING_DIE: Final[i64] = 8  # the coach picks the die to re-roll
GATE_FAILED: Final[i64] = 9  # the die of Pro has failed, and a team re-roll may be used for it

BRAWLED: Final[i64] = 1 << 8  # a bit of `touched`: a Both Down has been re-rolled by skill


def plain_face(face: i64) -> i64:
    """A face as a choice: both Push Back faces of the die count as one."""
    return PUSH_BACK if face == PUSH_BACK_TOO else face


def faces_shown(rolled: i64, count: i64) -> i64:
    """The different faces among the dice, one bit each."""
    shown: i64 = 0
    while count > 0:
        shown |= i64(1) << plain_face(rolled & DIE_MASK)
        rolled >>= DIE_BITS
        count -= 1
    return shown


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Block(Frame):
    """One block, from its declaration to the choice of a face. `Strike` does the rest.

    `count` is negative if the defender's coach chooses. `dice` holds the dice as they fell. One of two blocks made at
    once (`paired`) only returns the face, or 0 if the block was lost. `touched` has a bit for each die that a skill has
    re-rolled or tried to re-roll; `at` is the die in question. A blow at a thing that is no player (`defender` is -1)
    begins with its dice and is `paired` too.
    """

    def __init__(
        self,
        attacker: i64,
        defender: i64,
        stage: i64 = DECLARING,
        count: i64 = 0,
        dice: i64 = 0,
        rerolled: bool = False,
        matched: bool = False,
        paired: bool = False,
        touched: i64 = 0,
        at: i64 = -1,
    ) -> None:
        self.attacker = attacker
        self.defender = defender
        self.stage = stage
        self.count = count
        self.dice = dice
        self.rerolled = rerolled
        self.matched = matched
        self.paired = paired
        self.touched = touched
        self.at = at

    def copy(self) -> Frame:
        return Block(
            self.attacker,
            self.defender,
            self.stage,
            self.count,
            self.dice,
            self.rerolled,
            self.matched,
            self.paired,
            self.touched,
            self.at,
        )

    # --- before the dice ------------------------------------------------------------------------------------------

    def begin(self, game: Game) -> i64:
        if self.stage == ROLLING:  # at a thing that is no player: the caller has counted the dice
            return self.throw(game)
        if game.rules.heard[BLOCK_DECLARED]:
            return game.call(Moment(BLOCK_DECLARED, self.attacker, self.defender))
        return self.balance(game)

    def balance(self, game: Game) -> i64:
        self.stage = BALANCING
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.attacker, clauses.BLOCK))
        return self.match(game)

    def match(self, game: Game) -> i64:
        """What came before may have put one of the two down: then there is no block. A weaker blocker may roll to match
        the target's Strength, if that can succeed."""
        attacker = self.attacker
        if not game.is_standing(attacker) or not game.is_standing(self.defender):
            return game.done(0)
        if game.able(attacker, MATCHES_STRENGTH) and game.conditions[attacker] & FURIOUS == 0:
            gap = game.strength(self.defender) - striking_strength(game, attacker, self.defender)
            if gap > 0:
                test = game.rules.policies.blocking.match_test(game, attacker, self.defender, gap)
                if test is not None:
                    self.stage = MATCHING
                    return game.call(test)
        return self.compare(game)

    def compare(self, game: Game) -> i64:
        """The strengths with their assists give the number of dice."""
        self.count = block_dice(game, self.attacker, self.defender, self.matched)
        return self.throw(game)

    def throw(self, game: Game) -> i64:
        self.stage = ROLLING
        count = self.count if self.count > 0 else -self.count
        return game.roll(count, BLOCK_DIE, clauses.BLOCK_DICE, i64(game.side_of[self.attacker]))

    # --- the dice -------------------------------------------------------------------------------------------------

    def rolled(self, game: Game, dice: i64) -> i64:
        if self.stage == ROLLING_ONE:
            shift = DIE_BITS * self.at
            dice = self.dice & ~(DIE_MASK << shift) | die(dice, 0) << shift
        self.dice = dice
        game.tell(events.BLOCK_DICE_ROLLED, clauses.BLOCK_DICE, self.attacker, self.defender, dice, self.count)
        return self.read(game)

    def pass_gate(self, game: Game, result: i64) -> i64:
        if result == PASSED:
            return self.throw_one(game) if self.at >= 0 else self.throw(game)
        if result == TRY_FAILED:
            self.stage = GATE_FAILED
            return game.ask(i64(game.side_of[self.attacker]))
        return self.read(game)

    def read(self, game: Game) -> i64:
        """If the defender's coach chooses the face, the blocker's coach may re-roll dice first."""
        if self.count < 0 and self.may_roll_again(game):
            self.stage = ACCEPTING
            return game.ask(i64(game.side_of[self.attacker]))
        return self.choose(game)

    def may_reroll(self, game: Game) -> bool:
        """Whether a team re-roll may be used for all dice, once (O-RR-06, O-RR-11, O-RR-12)."""
        return not self.rerolled and self.touched == 0 and self.team_allowed(game)

    def team_allowed(self, game: Game) -> bool:
        side = i64(game.side_of[self.attacker])
        return game.rules.policies.rerolls.team_allowed(game, side, self.attacker, clauses.BLOCK_DICE)

    def may_reroll_one(self, game: Game) -> bool:
        """Whether one Both Down of a Block action may be re-rolled by skill. After that no team re-roll is allowed
        (O-RR-03)."""
        if self.rerolled or self.touched & BRAWLED != 0 or game.declared != BLOCK_ACTION:
            return False
        if not game.able(self.attacker, REROLLS_BOTH_DOWN) or self.die_showing(BOTH_DOWN) < 0:
            return False
        return not rerolls_barred(game, self.attacker, clauses.BLOCK_DICE)

    def may_try_again(self, game: Game) -> bool:
        """Whether Pro may be used for a die that has not been re-rolled."""
        if self.rerolled or not self.has_untouched():
            return False
        return may_try_again(game, i64(game.side_of[self.attacker]), self.attacker, clauses.BLOCK_DICE)

    def is_granted(self, game: Game) -> bool:
        """Whether a thing that the blocker carries lets it re-roll all dice."""
        if self.rerolled or self.touched != 0:
            return False
        return is_granted(game, i64(game.side_of[self.attacker]), self.attacker, clauses.BLOCK_DICE)

    def may_roll_again(self, game: Game) -> bool:
        if self.may_reroll(game) or self.may_reroll_one(game) or self.may_try_again(game):
            return True
        return self.is_granted(game)

    def thrown(self) -> i64:
        return self.count if self.count > 0 else -self.count

    def has_untouched(self) -> bool:
        return self.touched & 0xF != (i64(1) << self.thrown()) - 1

    def die_showing(self, face: i64) -> i64:
        """The first die with this face that no skill has touched, or -1."""
        index: i64 = 0
        while index < self.thrown():
            if self.touched >> index & 1 == 0 and plain_face(die(self.dice, index)) == face:
                return index
            index += 1
        return -1

    def choose(self, game: Game) -> i64:
        """The coach of the stronger player picks a face. If there is one face and no re-roll, no coach is asked."""
        self.stage = CHOOSING
        chooser = self.attacker if self.count > 0 else self.defender
        shown = faces_shown(self.dice, self.count if self.count > 0 else -self.count)
        if shown & (shown - 1) == 0 and not (self.count > 0 and self.may_roll_again(game)):
            face: i64 = PLAYER_DOWN
            while shown >> face != 1:
                face += 1
            game.note_forced(action(CHOOSE_FACE, face))
            return self.apply(game, face)
        if chooser < 0:
            return game.ask(game.opponent(i64(game.side_of[self.attacker])))
        return game.ask(coach_of(game, chooser))

    def options(self, game: Game) -> None:
        if self.stage == ACCEPTING:
            game.offer(action(ACCEPT))
            self.rerolls(game)
            return
        if self.stage == GATE_FAILED:
            game.offer(action(ACCEPT))
            game.offer(action(REROLL, TEAM_REROLL))
            return
        shown = faces_shown(self.dice, self.thrown())
        face: i64 = PLAYER_DOWN
        while face <= POW:
            if shown >> face & 1 != 0 and (self.stage != PICKING_DIE or self.die_showing(face) >= 0):
                game.offer(action(CHOOSE_FACE, face))
            face += 1
        if self.count > 0 and self.stage != PICKING_DIE:
            self.rerolls(game)

    def rerolls(self, game: Game) -> None:
        if self.may_reroll_one(game):
            game.offer(action(REROLL, SKILL_REROLL))
        if self.may_try_again(game):
            game.offer(action(REROLL, PRO_REROLL))
        if self.may_reroll(game):
            game.offer(action(REROLL, TEAM_REROLL))
        if self.is_granted(game):
            game.offer(action(REROLL, ITEM_REROLL))

    def chosen(self, game: Game, action: i64) -> i64:
        kind = kind_of(action)
        if kind == REROLL:
            return self.roll_again(game, first_of(action))
        if self.stage == PICKING_DIE:
            return self.try_again(game, self.die_showing(first_of(action)))
        if kind == ACCEPT:
            return self.choose(game) if self.stage == ACCEPTING else self.read(game)
        return self.apply(game, first_of(action))

    def roll_again(self, game: Game, source: i64) -> i64:
        side = i64(game.side_of[self.attacker])
        game.tell(events.REROLLED, clauses.BLOCK_DICE, side, source)
        if source == SKILL_REROLL:
            self.at = self.die_showing(BOTH_DOWN)
            self.touched |= BRAWLED | i64(1) << self.at
            return self.throw_one(game)
        if source == ITEM_REROLL:
            self.rerolled = True
            note_grant(game, self.attacker, clauses.BLOCK_DICE)
            return self.throw(game)
        if self.stage == GATE_FAILED:
            return self.roll_gate(game, gate_again(game, side, self.attacker, clauses.BLOCK_DICE))
        if source == TEAM_REROLL or game.rules.policies.own_rerolls.tries_all_dice():
            self.rerolled = True
            self.at = -1
            return self.roll_gate(game, pay_for_reroll(game, source, side, self.attacker, clauses.BLOCK_DICE))
        self.stage = PICKING_DIE
        game.offers = 0
        self.options(game)
        if game.offers > 1:
            return game.ask(side)
        game.note_forced(game.offered[0])
        return self.try_again(game, self.die_showing(first_of(game.offered[0])))

    def try_again(self, game: Game, at: i64) -> i64:
        self.at = at
        self.touched |= i64(1) << at
        side = i64(game.side_of[self.attacker])
        return self.roll_gate(game, pay_for_reroll(game, PRO_REROLL, side, self.attacker, clauses.BLOCK_DICE))

    def roll_gate(self, game: Game, gate: Frame | None) -> i64:
        """Call the die that decides on a re-roll. Without such a die the dice are thrown again at once."""
        if gate is None:
            return self.throw(game)
        self.stage = GATED
        return game.call(gate)

    def throw_one(self, game: Game) -> i64:
        self.stage = ROLLING_ONE
        return game.roll(1, BLOCK_DIE, clauses.BLOCK_DICE, i64(game.side_of[self.attacker]))

    def apply(self, game: Game, face: i64) -> i64:
        game.tell(events.FACE_CHOSEN, clauses.BLOCK, self.attacker, self.defender, face)
        if self.paired:
            return game.done(face)
        return game.become(Strike(self.attacker, self.defender, face))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == DECLARING:
            return self.balance(game) if result == 0 else game.done(0)
        if self.stage == BALANCING:
            return self.match(game) if result == 0 else game.done(0)
        if self.stage == GATED:
            return self.pass_gate(game, result)
        self.matched = result == PASSED
        return self.compare(game)
