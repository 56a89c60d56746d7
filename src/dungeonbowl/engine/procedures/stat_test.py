"""The general frame for a die against a target, with its re-roll window."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.engine.actions import ACCEPT, REROLL, SKILL_REROLL, TEAM_REROLL, action, first_of
from dungeonbowl.engine.clauses import DODGE, PASS, RUSH
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.events import REROLLED, TESTED
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.statuses import SKILL_USED

# How the die is read.
AT_LEAST: Final[i64] = 0  # die + modifier against the target; a natural 1 fails, a natural 6 passes
AT_MOST: Final[i64] = 1  # the bare die; the target or less is what the roller hopes for


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
    ) -> None:
        self.piece = piece
        self.clause = clause
        self.needed = needed
        self.modifier = modifier
        self.roller = roller
        self.reading = reading
        self.skill_barred = skill_barred
        self.rerolled = rerolled

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
        ]

    def begin(self, game: Game) -> i64:
        return game.roll(1, D6, self.clause, self.roller)

    def rolled(self, game: Game, dice: i64) -> i64:
        natural = die(dice, 0)
        game.natural = natural
        game.modified = natural + self.modifier
        if self.reading == AT_MOST:
            passed = natural <= self.needed
        else:
            passed = natural == 6 or (natural != 1 and game.modified >= self.needed)
        game.tell(TESTED, self.clause, self.piece, natural, die_needed(self.needed, self.modifier), 1 if passed else 0)
        if passed:
            return game.done(PASSED)
        if self.rerolled or not (self.may_use_skill(game) or self.may_use_team(game)):
            return game.done(FAILED)
        return game.ask(self.roller)

    def may_use_skill(self, game: Game) -> bool:
        """A skill re-roll, only as the skill says (O-RR-02)."""
        if self.skill_barred or self.clause < RUSH or self.clause > PASS:
            return False
        if not game.able(self.piece, self.clause - RUSH):
            return False
        if self.clause <= DODGE and game.conditions[self.piece] & SKILL_USED << self.clause != 0:
            return False
        return not rerolls_barred(game, self.piece, self.clause)

    def may_use_team(self, game: Game) -> bool:
        return game.rules.rerolls.team_allowed(game, self.roller, self.piece, self.clause)

    def options(self, game: Game) -> None:
        game.offer(action(ACCEPT))
        if self.may_use_skill(game):
            game.offer(action(REROLL, SKILL_REROLL))
        if self.may_use_team(game):
            game.offer(action(REROLL, TEAM_REROLL))

    def chosen(self, game: Game, action: i64) -> i64:
        if action & 0xFF == ACCEPT:
            return game.done(FAILED)
        if first_of(action) == TEAM_REROLL:
            game.rules.rerolls.spend(game, self.roller)
        elif self.clause <= DODGE:  # once a team turn; the other skills have no such limit
            game.conditions[self.piece] = game.conditions[self.piece] | SKILL_USED << self.clause
        game.tell(REROLLED, self.clause, self.roller, first_of(action))
        self.rerolled = True
        return game.roll(1, D6, self.clause, self.roller)


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
