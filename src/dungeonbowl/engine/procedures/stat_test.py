"""The general frame for a die against a target number, with its re-roll."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine.abilities import (
    REROLLS_CATCH,
    REROLLS_DODGE,
    REROLLS_PASS,
    REROLLS_PICK_UP,
    REROLLS_RUSH,
    TRIES_AGAIN,
)
from dungeonbowl.engine.actions import (
    ACCEPT,
    ITEM_REROLL,
    PRO_REROLL,
    REROLL,
    SKILL_REROLL,
    TEAM_REROLL,
    action,
    first_of,
    kind_of,
)
from dungeonbowl.engine.clauses import (
    ACROBATICS,
    CATCH,
    DODGE,
    INTERFERE,
    LANDING,
    PASS,
    PICK_UP,
    RUSH,
)
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.events import REROLLED, TESTED
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import DODGED, ROLL_COMING
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.reroll_gate import TRY_FAILED, gate_again, pay_for_reroll
from dungeonbowl.engine.statuses import SKILL_USED

# How the die is read.
AT_LEAST: Final[i64] = 0  # die + modifier must reach the target; a natural 1 fails, a natural 6 passes
AT_MOST: Final[i64] = 1  # the unmodified die must not exceed the target
TWO_DICE: Final[i64] = 2  # the sum of two dice + modifier must reach the target; no face is sure

# The skills that re-roll a test, three numbers each: the test, the ability, and the condition that notes its use if it
# may be used only once per team turn.
SKILL_REROLLS: Final = vec[i64](
    [
        int(RUSH),
        int(REROLLS_RUSH),
        int(SKILL_USED << RUSH),
        int(DODGE),
        int(REROLLS_DODGE),
        int(SKILL_USED << DODGE),
        int(PICK_UP),
        int(REROLLS_PICK_UP),
        0,
        int(CATCH),
        int(REROLLS_CATCH),
        0,
        int(PASS),
        int(REROLLS_PASS),
        0,
        int(INTERFERE),
        int(REROLLS_CATCH),
        0,
        int(LANDING),
        int(REROLLS_RUSH),
        int(SKILL_USED << RUSH),
        int(ACROBATICS),
        int(REROLLS_RUSH),
        int(SKILL_USED << RUSH),
    ]
)

# Stages of a test.
ROLLING: Final[i64] = 0
ANNOUNCING: Final[i64] = 1  # nothing is rolled yet: modules are asked
GATED: Final[i64] = 2  # a die decides whether the re-roll is made
GATE_FAILED: Final[i64] = 3  # the die of Pro has failed, and a team re-roll may be used for it

SURE: Final[i64] = 1  # a test that needs this passes without a roll


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class StatTest(Frame):
    """One D6 for a piece: 1 always fails, 6 always passes, at most one re-roll (O-TEST-04, O-RR-01). The result is
    PASSED or FAILED.

    The roll is made for `piece`; the coach of the side `roller` throws the die. The natural and the modified result
    stay in the game for procedures that need more than passed or failed. A dodge may be `watched`: this is the square
    left, and opponents can spoil a success before a re-roll. `other` is the piece or square that the roll has to do
    with, for modules that hear `roll_coming`.
    """

    def __init__(
        self,
        piece: i64,
        clause: i64,
        needed: i64,
        modifier: i64,
        roller: i64,
        reading: i64 = 0,
        skill_barred: bool = False,
        rerolled: bool = False,
        stage: i64 = ROLLING,
        watched: i64 = -1,
        other: i64 = -1,
    ) -> None:
        self.piece = piece
        self.clause = clause
        self.needed = needed
        self.modifier = modifier
        self.roller = roller
        self.reading = reading
        self.skill_barred = skill_barred
        self.rerolled = rerolled
        self.stage = stage
        self.watched = watched
        self.other = other

    def copy(self) -> Frame:
        return StatTest(
            self.piece,
            self.clause,
            self.needed,
            self.modifier,
            self.roller,
            self.reading,
            self.skill_barred,
            self.rerolled,
            self.stage,
            self.watched,
            self.other,
        )

    def begin(self, game: Game) -> i64:
        if game.rules.heard[ROLL_COMING]:
            self.stage = ANNOUNCING
            return game.call(Moment(ROLL_COMING, self.piece, self.clause, self.other))
        return self.throw(game)

    def throw(self, game: Game) -> i64:
        if self.reading == TWO_DICE:
            return game.roll(2, D6, self.clause, self.roller)
        return game.roll(1, D6, self.clause, self.roller)

    def rolled(self, game: Game, dice: i64) -> i64:
        natural = die(dice, 0)
        needed = die_needed(self.needed, self.modifier)
        if self.reading == AT_LEAST:
            passed = natural == 6 or (natural != 1 and natural + self.modifier >= self.needed)
        elif self.reading == AT_MOST:
            passed = natural <= self.needed
        else:
            natural += die(dice, 1)
            needed = self.needed - self.modifier
            passed = natural >= needed
        game.natural = natural
        game.modified = natural + self.modifier
        game.tell(TESTED, self.clause, self.piece, natural, needed, 1 if passed else 0)
        if not passed:
            return self.fail(game)
        if self.watched >= 0:
            return game.call(Moment(DODGED, self.piece, self.watched))
        return game.done(PASSED)

    def fail(self, game: Game) -> i64:
        if self.rerolled:
            return game.done(FAILED)
        if self.may_use_skill(game) or self.may_use_team(game) or self.may_try_again(game) or self.is_granted(game):
            return game.ask(self.roller)
        game.note_forced(ACCEPT)
        return game.done(FAILED)

    def returned(self, game: Game, result: i64) -> i64:
        """A frame is done. A result that spoils a watched dodge is a penalty, which counts for the re-roll too."""
        if self.stage == ANNOUNCING:
            return self.announced(game, result)
        if self.stage == GATED:
            return self.pass_gate(game, result)
        if result == 0:
            return game.done(PASSED)
        self.modifier -= result
        self.watched = -1
        return self.fail(game)

    def announced(self, game: Game, needed: i64) -> i64:
        """Before the die: a module may say what the unmodified die needs, or that the test passes without a roll."""
        self.stage = ROLLING
        if needed == SURE:
            return game.done(PASSED)
        if needed != 0:
            self.needed = needed
            self.modifier = 0
        return self.throw(game)

    def pass_gate(self, game: Game, result: i64) -> i64:
        if result == TRY_FAILED:
            self.stage = GATE_FAILED
            return game.ask(self.roller)
        self.stage = ROLLING
        return self.throw(game) if result == PASSED else game.done(FAILED)

    def may_use_skill(self, game: Game) -> bool:
        """Whether a skill re-roll is allowed, as the skill says (O-RR-02)."""
        if self.skill_barred:
            return False
        if not game.rules.policies.own_rerolls.helps(self.clause):
            return False
        row: i64 = 0
        while row < len(SKILL_REROLLS):
            if SKILL_REROLLS[row] == self.clause:
                return (
                    game.able(self.piece, SKILL_REROLLS[row + 1])
                    and game.conditions[self.piece] & used_up(game, row) == 0
                    and not rerolls_barred(game, self.piece, self.clause)
                )
            row += 3
        return False

    def may_use_team(self, game: Game) -> bool:
        return game.rules.policies.rerolls.team_allowed(game, self.roller, self.piece, self.clause)

    def may_try_again(self, game: Game) -> bool:
        return may_try_again(game, self.roller, self.piece, self.clause)

    def is_granted(self, game: Game) -> bool:
        return is_granted(game, self.roller, self.piece, self.clause)

    def options(self, game: Game) -> None:
        game.offer(action(ACCEPT))
        if self.stage == GATE_FAILED:
            game.offer(action(REROLL, TEAM_REROLL))
            return
        if self.may_use_skill(game):
            game.offer(action(REROLL, SKILL_REROLL))
        if self.may_try_again(game):
            game.offer(action(REROLL, PRO_REROLL))
        if self.may_use_team(game):
            game.offer(action(REROLL, TEAM_REROLL))
        if self.is_granted(game):
            game.offer(action(REROLL, ITEM_REROLL))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == ACCEPT:
            return game.done(FAILED)
        source = first_of(action)
        game.tell(REROLLED, self.clause, self.roller, source)
        self.rerolled = True
        if source == SKILL_REROLL:
            self.note_skill(game)
            return self.throw(game)
        if source == ITEM_REROLL:
            note_grant(game, self.piece, self.clause)
            return self.throw(game)
        if self.stage == GATE_FAILED:
            self.stage = GATED
            return game.call(gate_again(game, self.roller, self.piece, self.clause))
        gate = pay_for_reroll(game, source, self.roller, self.piece, self.clause)
        if gate is None:
            return self.throw(game)
        self.stage = GATED
        return game.call(gate)

    def note_skill(self, game: Game) -> None:
        """Note a skill re-roll that is allowed once per team turn; others have no limit."""
        row: i64 = 0
        while row < len(SKILL_REROLLS):
            if SKILL_REROLLS[row] == self.clause:
                game.conditions[self.piece] = game.conditions[self.piece] | used_up(game, row)
            row += 3


def used_up(game: Game, row: i64) -> i64:
    """The condition that notes the use of a skill re-roll; 0 if there is no limit."""
    noted = SKILL_REROLLS[row + 2]
    if noted != 0:
        return noted
    return game.rules.policies.own_rerolls.noted_as(SKILL_REROLLS[row + 1])


def may_try_again(game: Game, side: i64, piece: i64, clause: i64) -> bool:
    """Whether a player may use Pro for a die that its own coach has thrown."""
    if not game.can(piece, TRIES_AGAIN) or side != i64(game.side_of[piece]):
        return False
    return game.rules.policies.own_rerolls.may_try_again(game, piece) and not rerolls_barred(game, piece, clause)


def is_granted(game: Game, side: i64, piece: i64, clause: i64) -> bool:
    """Whether something that a player carries lets its own coach re-roll a roll of this player."""
    if len(game.rules.reroll_grants) == 0 or piece < 0 or side != i64(game.side_of[piece]):
        return False
    for module in game.rules.reroll_grants:
        if module.grants_reroll(game, piece, clause):
            return not rerolls_barred(game, piece, clause)
    return False


def note_grant(game: Game, piece: i64, clause: i64) -> None:
    """The first module that grants the re-roll is told that it is used."""
    for module in game.rules.reroll_grants:
        if module.grants_reroll(game, piece, clause):
            module.reroll_granted(game, piece, clause)
            return


def die_needed(needed: i64, modifier: i64) -> i64:
    """The face that passes: never below 2, never above 6."""
    face = needed - modifier
    if face < 2:
        return 2
    if face > 6:
        return 6
    return face


def rerolls_barred(game: Game, piece: i64, clause: i64) -> bool:
    """Whether a rule forbids every re-roll of a roll made for this piece."""
    for module in game.rules.reroll_bars:
        if module.bars_reroll(game, piece, clause):
            return True
    return False


def test_modifiers(game: Game, piece: i64, clause: i64, other: i64) -> i64:
    """The sum of the modules' modifiers for a test."""
    if game.rules.modified[clause] == 0:
        return 0
    result: i64 = 0
    for module in game.rules.test_modifiers:
        result += module.test_modifier(game, piece, clause, other)
    return result
