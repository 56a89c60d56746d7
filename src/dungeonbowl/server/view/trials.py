"""Choices made on a clone, up to the dice that they ask for.

Everything that a coach is told about a choice beforehand comes from a `Trial`: a clone of the game as this coach knows
it, in which the choices are really made (activate, declare, walk, strike). Tests on the way are noted and passed, so
that the rolls behind them are seen too. A trial stops where dice of another kind are needed, where the coach would be
asked again, or where the turn has gone on to somebody else. What was asked for is then read off the clone.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import first_of, kind_of
from dungeonbowl.engine.dice import BLOCK_DIE, packed
from dungeonbowl.engine.frames import ASK, ROLL, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, options_of, settle, usual_answer
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.engine.procedures.block.pushed import coach_of
from dungeonbowl.engine.procedures.stat_test import AT_LEAST, AT_MOST, StatTest, die_needed
from dungeonbowl.languages import t
from dungeonbowl.play.usual import default_action
from dungeonbowl.server.view.words import clause_words
from dungeonbowl.server.wire import BlockDice, Roll

MOST_ROLLS: Final = 24  # tests of one trial
MOST_ANSWERS: Final = 24  # questions of other coaches that are answered for them
DICE_OF_A_SUM: Final = 36
FACES: Final = 6
# A question that offers one of these is about what comes next, not about the choice that is tried.
NEXT_THINGS: Final = frozenset(int(kind) for kind in (actions.ACTIVATE, actions.END_TURN, actions.END_ACTIVATION))


class Noted:
    """A test that a trial has met. `odds` is the chance that it ends well for the coach who tries: a test of an
    opponent ends well if it fails."""

    def __init__(self, game: Game, test: StatTest, side: int) -> None:
        self.clause = int(test.clause)
        self.piece = int(test.piece)
        self.square = int(game.square[test.piece])
        self.reading = int(test.reading)
        self.target = int(test.needed)
        self.modifier = int(test.modifier)
        self.needed = needed_by(test)
        self.is_against = int(game.side_of[test.piece]) != side and int(test.roller) != side
        passes = chance_to_pass(test)
        self.odds = 1.0 - passes if self.is_against else passes
        self.before: Game | None = None  # the game that waits for this die, if it is kept

    def reads_at_most(self) -> bool:
        return self.reading == AT_MOST

    def text(self) -> str:
        """What the dice must show, as it is printed."""
        if self.reading == AT_MOST:
            return f"{self.needed}-"
        return f"{self.needed}+" if self.reading == AT_LEAST else t("{needed}+ on 2D6", needed=self.needed)

    def roll(self) -> Roll:
        return Roll(
            clause_words(self.clause), self.needed, self.square, round(self.odds, 6), self.text(), self.is_against
        )


class Trial:
    """A clone in which the coach of `side` makes choices. With `keeping`, the game before each test is kept. A test of
    the clause `last` is noted and not rolled: what lies behind it is not looked for."""

    def __init__(self, game: Game, side: int, keeping: bool = False, last: int = -1) -> None:
        self.game = game.as_known_to(i64(side))
        self.game.unshare_options()  # a trial may be made in a thread beside the match
        self.side = side
        self.keeping = keeping
        self.last = last
        self.tests: list[Noted] = []
        self.chosen: list[int] = []
        self.path: list[int] = []  # the squares entered on a walk
        self.answered = 0  # questions of other coaches

    def copy(self) -> Trial:
        other = Trial(self.game, self.side, self.keeping, self.last)
        other.tests = self.tests[:]
        other.chosen = self.chosen[:]
        other.path = self.path[:]
        other.answered = self.answered
        return other

    @property
    def odds(self) -> float:
        """The chance that every test so far ends well."""
        product = 1.0
        for test in self.tests:
            product *= test.odds
        return product

    # --- making choices ----------------------------------------------------------------------------------------------

    def offers(self) -> list[int]:
        """What the coach could choose now; nothing if somebody else is asked."""
        game = self.game
        return options_of(game) if game.signal == ASK and int(game.asked) == self.side else []

    def choose(self, action: int) -> bool:
        """Make a choice, if it is on offer, and go on to the next stop."""
        if action not in self.offers():
            return False
        self.trust(action)
        return True

    def trust(self, action: int) -> int:
        """Make a choice that is known to be on offer. Returns what the game waits for then."""
        self.chosen.append(action)
        choose_trusted(self.game, i64(action))
        return self.go_on()

    def walk(self, square: int) -> bool:
        """Take every step to a square. False if the player does not get there, for example because dice of another kind
        come first."""
        game = self.game
        piece = int(game.acting)
        if piece < 0 or game.square[piece] < 0:
            return False
        for action in reach(game, i64(piece)).actions(i64(square)):
            if not self.choose(action):
                return False
        return int(game.square[piece]) == square

    def go_on(self) -> int:
        """Go on to the next stop. Tests end well; other coaches do what they usually do, and reach for a ball that
        comes by."""
        game = self.game
        while True:
            signal = int(settle(game))
            if signal == ROLL:
                test = game.frame()
                if not isinstance(test, StatTest) or len(self.tests) >= MOST_ROLLS:
                    return signal
                noted = Noted(game, test, self.side)
                if self.keeping:
                    noted.before = game.clone()
                self.tests.append(noted)
                if noted.clause == self.last:
                    return signal
                give_dice(game, dice_for(test, not noted.is_against))
                continue
            if signal != ASK or not self.is_between():
                return signal
            self.answered += 1
            choose_trusted(game, i64(self.answer()))

    def is_between(self) -> bool:
        """Whether the question is another coach's, and comes between the choice and its end."""
        game = self.game
        if int(game.asked) == self.side or self.answered >= MOST_ANSWERS:
            return False
        return NEXT_THINGS.isdisjoint(kind_of(i64(option)) for option in options_of(game))

    def answer(self) -> int:
        """What another coach answers: the best player reaches for the ball; otherwise what is usual."""
        options = options_of(self.game)
        usual = int(usual_answer(self.game))
        reaching = [option for option in options if kind_of(i64(option)) == actions.INTERFERE]
        if not reaching:
            return default_action(options, usual)
        return max(reaching, key=self.chance_of)

    def chance_of(self, interference: int) -> float:
        """The chance of a player to get at the ball in flight."""
        branch = self.game.clone()
        choose_trusted(branch, i64(interference))
        piece = int(first_of(i64(interference)))
        for _ in range(MOST_ROLLS):
            signal = settle(branch)
            test = branch.frame()
            if signal != ROLL or not isinstance(test, StatTest):
                return 0.0
            if int(test.piece) == piece:
                return chance_to_pass(test)
            give_dice(branch, dice_for(test, True))
        return 0.0

    # --- what is asked for -------------------------------------------------------------------------------------------

    def block(self) -> Block | None:
        """The block whose dice the game waits for; None if it waits for something else."""
        frame: Frame = self.game.frame()
        waits = self.game.signal == ROLL and int(self.game.dice_kind) == BLOCK_DIE
        return frame if waits and isinstance(frame, Block) else None

    def dice(self) -> BlockDice | None:
        """The dice of a block that the game waits for."""
        block = self.block()
        if block is None:
            return None
        return BlockDice(abs(int(block.count)), chooser_of(self.game, block))


def chooser_of(game: Game, block: Block) -> int:
    """The side whose coach chooses the face."""
    if block.count > 0:
        return int(coach_of(game, block.attacker))
    if block.defender < 0:
        return int(game.opponent(i64(int(game.side_of[block.attacker]))))
    return int(coach_of(game, block.defender))


def needed_by(test: StatTest) -> int:
    """What the dice of a test must show: at least, or at most."""
    if test.reading == AT_MOST:
        return int(test.needed)
    if test.reading == AT_LEAST:
        return int(die_needed(test.needed, test.modifier))
    return int(test.needed - test.modifier)


def chance_to_pass(test: StatTest) -> float:
    needed = needed_by(test)
    if test.reading == AT_MOST:
        return min(max(needed, 0), FACES) / FACES
    if test.reading == AT_LEAST:
        return (FACES + 1 - needed) / FACES
    return sum(1 for sum_ in SUMS if sum_ >= needed) / DICE_OF_A_SUM


SUMS: Final = tuple(first + second for first in range(1, FACES + 1) for second in range(1, FACES + 1))


def dice_for(test: StatTest, passed: bool) -> int:
    """Dice with which a test is passed, or failed."""
    if test.reading == AT_MOST:
        return int(packed([1 if passed else FACES]))
    face = FACES if passed else 1
    return int(packed([face] if test.reading == AT_LEAST else [face, face]))
