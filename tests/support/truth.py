"""Whether what a coach is told beforehand is what then happens.

A preview is computed first. Then the same choices are made in a game that knows nothing of it, with dice that often
succeed, and what the engine asks for and tells is compared: the tests in their order with their numbers, the dice of a
block, who chooses."""

from __future__ import annotations

from typing import NamedTuple

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.dice import BLOCK_DIE, D6, packed
from dungeonbowl.engine.events import TESTED
from dungeonbowl.engine.frames import ASK, ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, settle
from dungeonbowl.engine.procedures.stat_test import AT_MOST, StatTest
from dungeonbowl.server.view.words import clause_words
from dungeonbowl.server.wire import BlockDice, Preview, Roll
from support.walks import Luck, options_of

NEXT = {int(kind) for kind in (actions.ACTIVATE, actions.END_TURN, actions.END_ACTIVATION)}
MOST_ROLLS = 60


class Told(NamedTuple):
    """What a coach was told: the rolls in their order, and the dice of a block behind them."""

    rolls: list[tuple[str, int, bool]]  # what for, the number, whether it is another coach's
    dice: BlockDice | None
    modifiers: list[int] | None = None  # of each roll the sum of those that are named


def told(rolls: list[Roll], dice: BlockDice | None) -> Told:
    return Told([(roll.what, roll.needed, roll.against) for roll in rolls], dice)


def told_at_length(preview: Preview) -> Told:
    return Told(
        [(roll.what, roll.needed, roll.against) for roll in preview.rolls],
        preview.block.dice if preview.block is not None else None,
        [sum(part.value for part in roll.modifiers) for roll in preview.rolls],
    )


class Played:
    """The same choices, really made."""

    def __init__(self, game: Game, luck: Luck) -> None:
        self.game = game.clone()
        self.game.record()
        self.side = int(game.asked)
        self.luck = luck
        self.tests: list[tuple[str, int, bool]] = []  # what for, the number, whether it was passed
        self.modifiers: list[int] = []
        self.at_most: list[bool] = []  # whether a low die passes
        self.block: tuple[int, int] | None = None  # how many dice, and who chooses
        self.other_dice = False  # before anything else that is compared
        self.asked_between = False

    def choose(self, action: int) -> bool:
        """Make one more choice; False if it is not open."""
        game = self.game
        if self.block is not None or self.other_dice or game.signal != ASK:
            return False
        if int(game.asked) != self.side or action not in options_of(game):
            return False
        self.asked_between = False  # whatever was asked, this is the answer
        told = len(game.events)
        choose_trusted(game, i64(action))
        for _ in range(MOST_ROLLS):
            signal = settle(game)
            told = self.read(told)
            if signal == ASK:
                self.look()
                return True
            if signal != ROLL:
                return True
            if int(game.dice_kind) == BLOCK_DIE:
                self.block = (int(game.dice_count), self.chooser())
                return True
            test = game.frame()
            if not isinstance(test, StatTest):
                self.other_dice = True
                return True
            self.modifiers.append(int(test.modifier))
            self.at_most.append(test.reading == AT_MOST)
            give_dice(game, self.roll())
        return True

    def roll(self) -> int:
        """Dice that often succeed, so that what lies behind them is met too."""
        game = self.game
        if int(game.dice_kind) == D6 and not self.luck.one_in(6):
            return int(packed([6 if self.luck.one_in(2) else 1 + self.luck.below(6)] * int(game.dice_count)))
        return int(self.luck.dice.roll(game.dice_count, game.dice_kind))

    def read(self, since: int) -> int:
        """Note the tests that the events tell of."""
        for event in self.game.events[since:]:
            if event.kind == TESTED:
                passed = bool(event["passed"])
                self.tests.append((clause_words(int(event.clause)), int(event["needed"]), passed))
        return len(self.game.events)

    def look(self) -> None:
        """A question that is not about what comes next came between; after it, other things may come."""
        kinds = {int(kind_of(i64(option))) for option in options_of(self.game)}
        if NEXT.isdisjoint(kinds) or int(self.game.asked) != self.side:
            self.asked_between = True

    def chooser(self) -> int:
        """Throw the dice of the block until the faces differ, and see who is asked to choose. A single die is its
        thrower's."""
        if int(self.game.dice_count) == 1:
            return int(self.game.dice_side)
        for _ in range(200):
            branch = self.game.clone()
            give_dice(branch, self.luck.dice.roll(branch.dice_count, branch.dice_kind))
            while settle(branch) == ASK:
                options = options_of(branch)
                kinds = {int(kind_of(i64(option))) for option in options}
                if int(actions.CHOOSE_FACE) in kinds:
                    return int(branch.asked)
                if int(actions.ACCEPT) not in kinds:
                    break
                choose_trusted(branch, i64(int(actions.ACCEPT)))
        return -1

    def is_done(self) -> bool:
        return self.block is not None or self.other_dice or self.asked_between


def difference(expected: Told, played: Played, whole: bool) -> str:
    """What is not as it was told; empty if all of it is. `whole`: every choice was made."""
    rolls = list(expected.rolls)
    for index, (what, needed, passed) in enumerate(played.tests):
        if not rolls:
            return f"a test of {what} {needed} that was not told"
        told_what, told_needed, against = rolls.pop(0)
        if (what, needed) != (told_what, told_needed):
            return f"told {told_what} {told_needed}, rolled {what} {needed}"
        if expected.modifiers is not None and expected.modifiers[index] != played.modifiers[index]:
            return f"{what}: told {expected.modifiers[index]} in modifiers, rolled with {played.modifiers[index]}"
        if passed == against:
            return ""
    if played.asked_between:
        return ""
    if played.block is not None:
        if rolls or expected.dice is None:
            return f"block dice {played.block}, told {rolls or 'none'}"
        if (expected.dice.count, expected.dice.chooser) != played.block:
            return f"told {expected.dice}, rolled {played.block}"
        return ""
    if played.other_dice:
        return f"other dice, told {rolls}" if rolls else ""
    if whole and (rolls or expected.dice is not None):
        return f"told {rolls} {expected.dice}, and there was none"
    return ""
