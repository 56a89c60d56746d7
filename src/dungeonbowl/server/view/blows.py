"""A block before its dice are thrown: what each face would do to these two players, and how likely it is.

Each face is played on a clone, with the skills that the two players have. Where a coach may use a skill, he does what
is best for his own player, by the order of `WORTH`. By the same order the coach who has the choice picks among the
dice. It is told without re-rolls.
"""

from __future__ import annotations

from copy import copy
from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions, events
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.dice import BOTH_DOWN, PLAYER_DOWN, POW, PUSH_BACK, STUMBLE, packed
from dungeonbowl.engine.frames import ASK, ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, options_of, settle, usual_answer
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.engine.procedures.block.pushed import coach_of
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.statuses import STANDING
from dungeonbowl.play.usual import default_action
from dungeonbowl.server.view.trials import chance_to_pass, dice_for
from dungeonbowl.server.wire.kinds import BlockResult

DIE_FACES: Final = tuple(int(face) for face in (PLAYER_DOWN, BOTH_DOWN, PUSH_BACK, STUMBLE, POW))
SIDES_OF_DIE: Final = {int(PUSH_BACK): 2}  # the other faces are there once
SIX: Final = 6
MOST_STOPS: Final = 40  # questions and tests of one face
# What a block may come to, the best for the blocker first.
WORTH: Final[dict[BlockResult, float]] = {"down": 4.0, "push": 3.0, "stand": 2.0, "both": 1.0, "fall": 0.0}
RESULTS: Final = tuple(WORTH)


class Ending:
    """What a block comes to, with its chances by result; `costs` is the chance that the turn ends with it."""

    def __init__(self, chances: dict[BlockResult, float], costs: float = 0.0) -> None:
        self.chances = chances
        self.costs = costs

    def worth(self) -> float:
        """How good it is for the blocker. A turn that ends counts as much as half a step of the order."""
        return sum(WORTH[result] * chance for result, chance in self.chances.items()) - 0.5 * self.costs

    def likeliest(self) -> BlockResult:
        return max(RESULTS, key=lambda result: self.chances.get(result, 0.0))


def mixed(parts: list[tuple[float, Ending]]) -> Ending:
    chances: dict[BlockResult, float] = {}
    costs = 0.0
    for share, ending in parts:
        costs += share * ending.costs
        for result, chance in ending.chances.items():
            chances[result] = chances.get(result, 0.0) + share * chance
    return Ending(chances, costs)


class Struck:
    """Plays one face between two players to its end."""

    def __init__(self, game: Game, attacker: int, defender: int) -> None:
        self.attacker = attacker
        self.defender = defender
        self.origin = int(game.square[defender])
        self.depth = len(game.frames())
        self.active = int(game.active)
        self.left = MOST_STOPS

    def after_face(self, game: Game, face: int) -> Ending:
        """The ending when all dice show this face. `game` waits for the dice of the block."""
        branch = recorded(game)
        give_dice(branch, packed([face] * int(game.dice_count)))
        return self.ending(branch)

    def after_choice(self, game: Game, choice: int) -> Ending:
        """The ending when this option is chosen."""
        branch = recorded(game)
        choose_trusted(branch, i64(choice))
        return self.ending(branch)

    def ending(self, game: Game) -> Ending:
        """Play on until the block is over, or until only the harm is left to be rolled. The game is used up."""
        signal = int(settle(game))
        if self.left <= 0 or self.is_over(game):
            return self.read(game)
        self.left -= 1
        if signal == ROLL:
            test = game.frame()
            if not isinstance(test, StatTest):
                return self.read(game)
            passes = chance_to_pass(test)
            failing = copy(game)
            give_dice(game, dice_for(test, True))
            give_dice(failing, dice_for(test, False))
            return mixed([(passes, self.ending(game)), (1.0 - passes, self.ending(failing))])
        if signal != ASK:
            return self.read(game)
        options = options_of(game)
        kinds = {int(kind_of(i64(option))) for option in options}
        if int(actions.USE) in kinds and len(options) <= len(RESULTS):
            return self.best_use(game, options)
        choose_trusted(game, i64(self.answer(game, options, kinds)))
        return self.ending(game)

    def answer(self, game: Game, options: list[int], kinds: set[int]) -> int:
        if int(actions.CHOOSE_FACE) in kinds and int(actions.ACCEPT) not in kinds:
            return next(option for option in options if kind_of(i64(option)) == actions.CHOOSE_FACE)
        return default_action(options, int(usual_answer(game)))

    def best_use(self, game: Game, options: list[int]) -> Ending:
        """A coach is asked about skills: he takes what is best for his own player."""
        for_blocker = int(game.asked) == int(coach_of(game, i64(self.attacker)))
        endings: list[Ending] = []
        usual = int(usual_answer(game))
        for option in sorted(options, key=lambda option: (option != usual, kind_of(i64(option)) != actions.DECLINE)):
            branch = copy(game)
            choose_trusted(branch, i64(option))
            endings.append(self.ending(branch))
        # of equals the first is taken: what is usual, then what uses no skill
        return max(endings, key=lambda ending: ending.worth() if for_blocker else -ending.worth())

    def is_over(self, game: Game) -> bool:
        return int(game.active) != self.active or len(game.frames()) < self.depth or game.over

    def read(self, game: Game) -> Ending:
        felled = has_fallen(game, self.defender)
        fell = has_fallen(game, self.attacker)
        result: BlockResult = "stand"
        if felled:
            result = "both" if fell else "down"
        elif fell:
            result = "fall"
        elif int(game.square[self.defender]) != self.origin:
            result = "push"
        # A turn that is over because nobody is left to act costs nothing.
        lost = game.turnover != 0 or any(event.kind == events.TURNOVER for event in game.events)
        return Ending({result: 1.0}, 1.0 if lost else 0.0)


def recorded(game: Game) -> Game:
    """A clone that notes what happens."""
    branch = game.clone()
    branch.record()
    return branch


def has_fallen(game: Game, piece: int) -> bool:
    """On the floor, or out of the dungeon."""
    return game.square[piece] < 0 or int(game.status[piece]) != STANDING


def endings_by_face(game: Game) -> dict[int, Ending]:
    """What each face brings. The game waits for the dice of a block between two players."""
    block = game.frame()
    assert isinstance(block, Block)
    attacker, defender = int(block.attacker), int(block.defender)
    return {face: Struck(game, attacker, defender).after_face(game, face) for face in DIE_FACES}


def chances_by_face(endings: dict[int, Ending], count: int, blocker_chooses: bool) -> dict[int, float]:
    """How likely each face is the one that counts, if the coach with the choice takes the best for himself."""
    found: dict[int, float] = {}
    left = SIX  # sides of a die that are not better than the faces looked at
    for face in ranked(endings, blocker_chooses):
        after = left - SIDES_OF_DIE.get(face, 1)
        found[face] = (left / SIX) ** count - (after / SIX) ** count
        left = after
    return found


def ranked(endings: dict[int, Ending], blocker_chooses: bool) -> list[int]:
    """The faces, the best for the coach with the choice first. Of equals the higher face comes first for a blocker."""
    return sorted(endings, key=lambda face: (-endings[face].worth(), -face), reverse=not blocker_chooses)
