"""The odds of a choice: every number here is the engine's own, from its tests and its pathfinder."""

from __future__ import annotations

from itertools import product
from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions, clauses
from dungeonbowl.engine.actions import BLITZ_ACTION, BLOCK_ACTION
from dungeonbowl.engine.dice import BLOCK_DIE, faces, packed
from dungeonbowl.engine.events import TESTED
from dungeonbowl.engine.frames import ASK, ROLL, Frame
from dungeonbowl.engine.game import JUMPED, OWES_PORTAL, Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, list_options, settle
from dungeonbowl.engine.path_search import SettingOut
from dungeonbowl.engine.pathfinder import paying_portal, reach, searched, standing_up
from dungeonbowl.engine.procedures.ball.bounce import HANDED, ball_modifiers, catch_test
from dungeonbowl.engine.procedures.ball.passing import throw_test
from dungeonbowl.engine.procedures.block.dice import block_dice
from dungeonbowl.engine.procedures.stat_test import AT_MOST, StatTest, die_needed
from dungeonbowl.engine.reach import HAS_JUMPED, HOLDS_BALL, Reach
from dungeonbowl.engine.statuses import PRONE
from dungeonbowl.server.view.words import clause_words
from dungeonbowl.server.wire import BlockDice, Outcome, Roll
from dungeonbowl.words.story import Teller

FACES_OF_A_DIE: Final = 6
MOST_DICE_TRIED: Final = 3  # rolls in a row


class Risk:
    """The rolls of a choice and the chance that all succeed."""

    def __init__(self, odds: float, rolls: list[Roll]) -> None:
        self.odds = odds
        self.rolls = rolls

    @property
    def needed(self) -> str:
        return " ".join(f"{roll.needed}+" for roll in self.rolls)


def of_test(test: Frame | None, square: int) -> Risk | None:
    """The chance of a test that has not been rolled yet; None where there is no die."""
    if not isinstance(test, StatTest):
        return None
    needed = int(die_needed(test.needed, test.modifier))
    return Risk(chance(needed), [Roll(clause_words(int(test.clause)), needed, square)])


def chance(needed: int) -> float:
    """The chance to roll this number or more on a D6."""
    return (FACES_OF_A_DIE + 1 - needed) / FACES_OF_A_DIE


class StepOdds:
    """The odds of the next step or jump of the acting player, for all directions from one search."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.piece = int(game.acting)
        self.near = next_step(game)
        self.far: Reach | None = None

    def of(self, square: int) -> Risk | None:
        """The rolls on the way to a neighbour. A step that costs more than one square of movement is looked up in the
        whole reach."""
        found = self.near
        if found is None or found.label(i64(square)) < 0:
            if self.far is None:
                self.far = reach(self.game, i64(self.piece))
            found = self.far
            if found.label(i64(square)) < 0 or len(found.path(i64(square))) != 1:
                return None
        return Risk(found.odds(i64(square)), rolls_of(found, square))


def next_step(game: Game) -> Reach | None:
    """The reach of the acting player with one square of movement left."""
    piece = game.acting
    if piece < 0 or game.square[piece] < 0 or int(game.status[piece]) == PRONE or game.progress & OWES_PORTAL != 0:
        return None
    layer = 0
    if game.progress & JUMPED != 0:
        layer |= int(HAS_JUMPED)
    if game.ball_of(piece) >= 0:
        layer |= int(HOLDS_BALL)
    moves, rushes = (1, 0) if game.moves_left > 0 else (0, 1)
    return searched(game, piece, i64(moves), i64(rushes), i64(layer), SettingOut(0, 1.0, 0, []))


def rolls_of(found: Reach, square: int) -> list[Roll]:
    return [Roll(clause_words(clause), needed, where) for clause, needed, where in found.rolls(i64(square))]


def of_setting_out(game: Game, kind: int) -> Risk | None:
    """The roll for standing up, or the price of a portal."""
    piece = game.acting
    if kind == actions.STAND_UP:
        setting_out = standing_up(game, piece, game.allowance, game.moves_left)
    else:
        setting_out = paying_portal(game, piece, game.rules.tables.portal_recovery, game.moves_left)
    needed = int(setting_out.rolls & 7)
    what = clause_words(int(setting_out.rolls >> 4 & 0xF))
    rolls = [Roll(what, needed, int(game.square[piece]))] if needed else []
    return Risk(setting_out.odds, rolls)


def of_reroll(game: Game, action: int) -> Risk | None:
    """The chance that a re-roll of a test helps, counting the dice that come before it: every result is tried out."""
    frame = game.frame()
    if not isinstance(frame, StatTest):
        return None
    clone = game.clone()
    clone.record()
    choose_trusted(clone, i64(action))
    roll = Roll(clause_words(int(frame.clause)), needed_by(frame), int(game.square[frame.piece]))
    return Risk(chance_of_success(clone, MOST_DICE_TRIED), [roll])


def chance_of_success(game: Game, most: int) -> float:
    """The chance that the next test of a game is passed. The game given is used up by the trying."""
    if settle(game) != ROLL or most == 0:
        return 0.0
    results = list(product(range(1, int(faces(game.dice_kind)) + 1), repeat=int(game.dice_count)))
    total = 0.0
    for result in results:
        branch = game.clone()
        branch.record()
        give_dice(branch, packed(list(result)))
        tests = [event for event in branch.events if event.kind == TESTED]
        if tests:
            total += 1.0 if tests[0].d != 0 else 0.0
        else:
            total += chance_of_success(branch, most - 1)
    return total / len(results)


def of_trying(game: Game, action: int) -> tuple[Risk | None, BlockDice | None]:
    """The dice that a choice rolls at once, found by making it on a clone: several tests in a row, each as if the one
    before were passed, or the dice of a block. If the choice asks for something first (a leap asks for its way), the
    first answer is taken."""
    clone = game.as_known_to(game.asked)
    choose_trusted(clone, i64(action))
    rolls: list[Roll] = []
    odds = 1.0
    for _ in range(MOST_DICE_TRIED):
        signal = settle(clone)
        if signal == ASK and isinstance(clone.frame(), type(game.frame())) and list_options(clone) > 0:
            choose_trusted(clone, clone.offered[0])
            signal = settle(clone)
        test = clone.frame() if signal == ROLL else None
        if not isinstance(test, StatTest) or int(clone.dice_count) != 1:
            break
        needed = needed_by(test)
        most = test.reading == AT_MOST
        odds *= needed / FACES_OF_A_DIE if most else chance(needed)
        rolls.append(Roll(clause_words(int(test.clause)), needed, int(clone.square[test.piece])))
        give_dice(clone, packed([1 if most else FACES_OF_A_DIE]))
    risk = Risk(odds, rolls) if rolls else None
    if clone.signal != ROLL or int(clone.dice_kind) != BLOCK_DIE:
        return risk, None
    count = int(getattr(clone.frame(), "count", clone.dice_count))
    chooser = clone.dice_side if count > 0 else clone.opponent(clone.dice_side)
    return risk, BlockDice(abs(count), int(chooser))


def needed_by(test: StatTest) -> int:
    return int(test.needed) if test.reading == AT_MOST else int(die_needed(test.needed, test.modifier))


def of_throw(game: Game, thrower: int, square: int) -> Risk | None:
    ball = i64(int(getattr(game.frame(), "ball", -1)))  # the thing thrown; a bomb is no ball
    extra = ball_modifiers(game, i64(thrower), ball, clauses.PASS)
    return of_test(throw_test(game, i64(thrower), i64(square), clauses.PASS, extra), square)


def of_hand_off(game: Game, receiver: int) -> Risk | None:
    square = int(game.square[receiver])
    extra = ball_modifiers(game, i64(receiver), game.ball_of(game.acting), clauses.CATCH)
    return of_test(catch_test(game, i64(receiver), HANDED, game.acting, extra), square)


def of_block(game: Game, attacker: int, defender: int) -> BlockDice:
    """How many dice a block would roll, and whose coach chooses."""
    count = int(block_dice(game, i64(attacker), i64(defender)))
    return BlockDice(abs(count), int(game.side_of[attacker if count > 0 else defender]))


def declared_dice(game: Game, what: int, target: int) -> BlockDice | None:
    """The dice of a block that is declared against a neighbour."""
    piece = int(game.acting)
    if what not in (BLOCK_ACTION, BLITZ_ACTION) or target < 0 or piece < 0 or game.square[target] < 0:
        return None
    if not game.are_adjacent(i64(int(game.square[piece])), i64(int(game.square[target]))):
        return None
    return of_block(game, piece, target)


def outcomes_of(game: Game, action: int, told: int, teller: Teller) -> list[Outcome]:
    """What the first roll after a choice may lead to, in the words of the story. `told` is the kind of event that tells
    it."""
    clone = game.as_known_to(game.asked)
    clone.record()
    choose_trusted(clone, i64(action))
    if settle(clone) != ROLL or int(clone.dice_count) != 1:
        return []
    sides = int(faces(clone.dice_kind))
    chances: dict[str, float] = {}
    for face in range(1, sides + 1):
        branch = clone.clone()
        branch.record()
        give_dice(branch, packed([face]))
        settle(branch)
        for event in branch.events:
            if event.kind == told:
                rule = branch.rules.cite(event.clause)
                words = teller.line(event).removesuffix(f" ({rule})").rpartition(": ")[2]
                chances[words] = chances.get(words, 0.0) + 1 / sides
                break
    return [Outcome(words, round(each, 6)) for words, each in chances.items()]
