"""The ladder of opponents: easy and normal follow a script, hard searches."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import i64

from dungeonbowl import compiled
from dungeonbowl.bots.player import Bot
from dungeonbowl.bots.tactics import sound
from dungeonbowl.bots.tactics.evaluation import DEFAULT_WEIGHTS, Evaluation
from dungeonbowl.bots.tactics.ground import is_rough
from dungeonbowl.bots.tactics.search import Searcher
from dungeonbowl.bots.tactics.tactician import Tactician
from dungeonbowl.bots.tactics.taste import USUAL, Taste
from dungeonbowl.bots.tactics.weights import weights_of
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.loop import list_options

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game
    from dungeonbowl.engine.rules import Rules

OVERLOOKS = 60  # percent of its better ideas that the easy bot overlooks
# Tries of the hard bot for a decision, about a second on an idle core: on plain floor, and on rough ground, where each
# try takes longer. Interpreted, so many tries would take minutes.
USUAL_TRIES = 500 if compiled() else 12
ROUGH_TRIES = 150 if compiled() else 12
AS_USUAL = 0
MOST_TRIES = 100_000  # for a search that only the clock limits
FORGETS = 7  # percent: how often the easy bot ends its turn before an activation
ROLLED = (int(actions.CHOOSE_FACE), int(actions.REROLL), int(actions.ACCEPT))  # answers to dice


def tries_for(game: Game) -> int:
    """How many tries one decision gets in this match. It depends only on rules and dungeon, never on the machine."""
    return ROUGH_TRIES if is_rough(game) else USUAL_TRIES


@final
class EasyBot(Bot):
    """A beginner: it knows where to go, but overlooks many blocks and ends its turn too early."""

    name = "easy"

    def __init__(self, seed: int) -> None:
        self.coach = Tactician(i64(OVERLOOKS), i64(seed), USUAL, i64(FORGETS))

    def choose(self, game: Game, options: list[int]) -> int:
        list_options(game)
        return int(self.coach.choose(game))


@final
class NormalBot(Bot):
    """The scripted coach without mistakes."""

    name = "normal"

    def __init__(self, seed: int, taste: Taste = USUAL) -> None:
        self.coach = Tactician(i64(0), i64(seed), taste)

    def choose(self, game: Game, options: list[int]) -> int:
        list_options(game)
        choice = self.coach.choose(game)
        if kind_of(choice) in ROLLED:
            list_options(game)
            choice = sound.mended(game, choice)
        return int(choice)


@final
class HardBot(Bot):
    """The searching coach, with a fixed number of tries for a decision: one seed always gives the same decisions."""

    name = "hard"

    def __init__(
        self, seed: int, seconds: float = 0.0, tries: int = AS_USUAL, weights: list[float] | None = None
    ) -> None:
        """`tries` for a decision, and `seconds` as a limit of time, 0 for none; a few tries are made whatever the clock
        says (`search.FLOOR`). `weights` of the evaluation in their order; None for the weights that fit the rules."""
        self.rules: Rules | None = None
        self.usual = weights is None
        self.usual_tries = tries == AS_USUAL
        first = USUAL_TRIES if self.usual_tries else tries
        self.coach = Searcher(Evaluation(weights or list(DEFAULT_WEIGHTS)), i64(seed), i64(first), seconds)

    def choose(self, game: Game, options: list[int]) -> int:
        if game.rules is not self.rules:
            self.rules = game.rules
            if self.usual:
                self.coach.evaluation = Evaluation(weights_of(game.rules))
            if self.usual_tries:
                self.coach.tries = i64(tries_for(game))
        list_options(game)
        return int(self.coach.choose(game))
