"""The general frame for a die against a target, with its re-roll window."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from dungeonbowl.engine.abilities import (
    NEEDS_LEAVE,
    REROLLS_CATCH,
    REROLLS_DODGE,
    REROLLS_PASS,
    REROLLS_PICK_UP,
    REROLLS_RUSH,
    TRIES_AGAIN,
)
from dungeonbowl.engine.actions import ACCEPT, PRO_REROLL, REROLL, SKILL_REROLL, TEAM_REROLL, action, first_of
from dungeonbowl.engine.clauses import CATCH, DODGE, PASS, PICK_UP, REROLL_GATE, RUSH
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.events import REROLLED, TESTED
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.statuses import SKILL_USED, TRIED_AGAIN

# How the die is read.
AT_LEAST: Final[i64] = 0  # die + modifier against the target; a natural 1 fails, a natural 6 passes
AT_MOST: Final[i64] = 1  # the bare die; the target or less is what the roller hopes for

# The skills that re-roll a test, three numbers each: the test, the ability, and the condition that notes its use where
# it may be used once a team turn only.
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
    ]
)

TRY_NEEDED: Final[i64] = 3  # what a second try of one die needs


@final
class StatTest(Frame):
    """One D6 for a piece: 1 always fails, 6 always passes, one re-roll at most (O-TEST-04, O-RR-01).

    The piece is the one the roll is made for, `roller` the side whose coach throws the die. The natural and the
    modified result stay on the game for those who read more than passed or failed.
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
        gate: i64 = 0,
    ) -> None:
        """`gate` is what the next die needs if it only decides whether there is a re-roll."""
        self.piece = piece
        self.clause = clause
        self.needed = needed
        self.modifier = modifier
        self.roller = roller
        self.reading = reading
        self.skill_barred = skill_barred
        self.rerolled = rerolled
        self.gate = gate

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
            self.gate,
        )

    def args(self) -> list[object]:
        return [
            self.piece,
            self.clause,
            self.needed,
            self.modifier,
            self.roller,
            self.reading,
            self.skill_barred,
            self.rerolled,
            self.gate,
        ]

    def begin(self, game: Game) -> i64:
        return game.roll(1, D6, self.clause, self.roller)

    def rolled(self, game: Game, dice: i64) -> i64:
        natural = die(dice, 0)
        if self.gate > 0:
            if natural < self.gate:
                return game.done(FAILED)
            self.gate = 0
            return self.begin(game)
        game.natural = natural
        game.modified = natural + self.modifier
        if self.reading == AT_MOST:
            passed = natural <= self.needed
        else:
            passed = natural == 6 or (natural != 1 and game.modified >= self.needed)
        game.tell(TESTED, self.clause, self.piece, natural, die_needed(self.needed, self.modifier), 1 if passed else 0)
        if passed:
            return game.done(PASSED)
        if self.rerolled or not (self.may_use_skill(game) or self.may_use_team(game) or self.may_try_again(game)):
            return game.done(FAILED)
        return game.ask(self.roller)

    def may_use_skill(self, game: Game) -> bool:
        """A skill re-roll, only as the skill says (O-RR-02)."""
        if self.skill_barred:
            return False
        row: i64 = 0
        while row < len(SKILL_REROLLS):
            if SKILL_REROLLS[row] == self.clause:
                return (
                    game.able(self.piece, SKILL_REROLLS[row + 1])
                    and game.conditions[self.piece] & SKILL_REROLLS[row + 2] == 0
                    and not rerolls_barred(game, self.piece, self.clause)
                )
            row += 3
        return False

    def may_use_team(self, game: Game) -> bool:
        return game.rules.rerolls.team_allowed(game, self.roller, self.piece, self.clause)

    def may_try_again(self, game: Game) -> bool:
        return may_try_again(game, self.roller, self.piece, self.clause)

    def options(self, game: Game) -> None:
        game.offer(action(ACCEPT))
        if self.may_use_skill(game):
            game.offer(action(REROLL, SKILL_REROLL))
        if self.may_try_again(game):
            game.offer(action(REROLL, PRO_REROLL))
        if self.may_use_team(game):
            game.offer(action(REROLL, TEAM_REROLL))

    def chosen(self, game: Game, action: i64) -> i64:
        if action & 0xFF == ACCEPT:
            return game.done(FAILED)
        source = first_of(action)
        game.tell(REROLLED, self.clause, self.roller, source)
        self.rerolled = True
        if source == SKILL_REROLL:
            self.note_skill(game)
            return self.begin(game)
        self.gate = pay_for_reroll(game, source, self.roller, self.piece)
        if self.gate > 0:
            return game.roll(1, D6, REROLL_GATE, self.roller)
        return self.begin(game)

    def note_skill(self, game: Game) -> None:
        """Some skills re-roll once a team turn; the others have no such limit."""
        row: i64 = 0
        while row < len(SKILL_REROLLS):
            if SKILL_REROLLS[row] == self.clause:
                game.conditions[self.piece] = game.conditions[self.piece] | SKILL_REROLLS[row + 2]
            row += 3


def may_try_again(game: Game, side: i64, piece: i64, clause: i64) -> bool:
    """Whether a player may try to have one die rolled again: one of its own coach, once in its own activation."""
    return (
        piece == game.acting
        and side == i64(game.side_of[piece])
        and game.able(piece, TRIES_AGAIN)
        and game.conditions[piece] & TRIED_AGAIN == 0
        and not rerolls_barred(game, piece, clause)
    )


def pay_for_reroll(game: Game, source: i64, side: i64, piece: i64) -> i64:
    """Take a team re-roll, or note the one try of a player; what a die must show first, or 0.

    That die is nobody's to roll again (O-RR-09), and whatever it shows, the re-roll is spent.
    """
    if source == TEAM_REROLL:
        game.rules.rerolls.spend(game, side)
        return game.squads.parameter(piece, NEEDS_LEAVE) if game.can(piece, NEEDS_LEAVE) else 0
    game.conditions[piece] = game.conditions[piece] | TRIED_AGAIN
    return TRY_NEEDED


def die_needed(needed: i64, modifier: i64) -> i64:
    """The face that passes: never better than 2+, never worse than 6."""
    face = needed - modifier
    if face < 2:
        return 2
    if face > 6:
        return 6
    return face


def rerolls_barred(game: Game, piece: i64, clause: i64) -> bool:
    """Whether something forbids every re-roll of a roll made for this piece."""
    for module in game.rules.reroll_bars:
        if module.bars_reroll(game, piece, clause):
            return True
    return False


def test_modifiers(game: Game, piece: i64, clause: i64, other: i64) -> i64:
    """What the modules add to the die of a test."""
    result: i64 = 0
    for module in game.rules.test_modifiers:
        result += module.test_modifier(game, piece, clause, other)
    return result
