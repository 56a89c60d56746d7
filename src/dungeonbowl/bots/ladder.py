"""The ladder of opponents: easy and normal follow a script, hard and expert search."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import i64

from dungeonbowl import compiled
from dungeonbowl.bots.player import Bot
from dungeonbowl.bots.tactics.evaluation import DEFAULT_WEIGHTS, Evaluation
from dungeonbowl.bots.tactics.ground import is_rough
from dungeonbowl.bots.tactics.search import Searcher
from dungeonbowl.bots.tactics.tactician import Tactician
from dungeonbowl.bots.tactics.taste import USUAL, Taste
from dungeonbowl.bots.values import value_for
from dungeonbowl.engine.loop import list_options

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game
    from dungeonbowl.engine.rules import Rules

OVERLOOKS = 72  # percent of its better ideas that the easy bot overlooks
# Tries of the hard bot for a decision, about a second on an idle core: on plain floor, and on rough ground, where each
# try takes longer. Interpreted, so many tries would take minutes.
USUAL_TRIES = 500 if compiled() else 12
ROUGH_TRIES = 150 if compiled() else 12
AS_USUAL = 0
MOST_TRIES = 100_000  # for a search that only time limits
LEAST_TRIES = 24  # however small the share of its usual work is that a bot may do
EXPERT_SECONDS = 1.0  # of processor time, for a decision of the expert bot
FORGETS = 13  # percent: how often the easy bot ends its turn before an activation


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
        return int(self.coach.choose_soundly(game))


class HardBot(Bot):
    """The searching coach, with a fixed number of tries for a decision: one seed always gives the same decisions."""

    name = "hard"

    def __init__(
        self, seed: int, seconds: float = 0.0, tries: int = AS_USUAL, value: str = "", turns: int = AS_USUAL
    ) -> None:
        """`tries` for a decision, and `seconds` of processor time as a limit, 0 for none; a few tries are made whatever
        the clock says (`search.FLOOR`). `value` judges the positions: a file, `linear`, or nothing for the shipped
        networks. `turns` is the number of team turns that a try lasts."""
        self.rules: Rules | None = None
        self.value = value
        self.usual_tries = tries == AS_USUAL
        first = USUAL_TRIES if self.usual_tries else tries
        self.coach = Searcher(Evaluation(list(DEFAULT_WEIGHTS)), i64(seed), i64(first), seconds)
        self.budget = (first, seconds)
        if turns != AS_USUAL:
            self.coach.horizon = i64(turns)

    def choose(self, game: Game, options: list[int]) -> int:
        if game.rules is not self.rules:
            self.rules = game.rules
            self.coach.evaluation = value_for(game.rules, self.value)
            if self.usual_tries:
                self.budget = (tries_for(game), self.budget[1])
        tries, seconds = self.budget
        self.coach.tries = i64(max(min(tries, LEAST_TRIES), round(tries * self.share)))
        self.coach.seconds = seconds * self.share
        self.coach.listener = self.listener
        list_options(game)
        return int(self.coach.choose(game))


@final
class ExpertBot(HardBot):
    """The same search with a second of processor time for a decision. With tries instead of time it decides the same
    for a seed."""

    name = "expert"

    def __init__(
        self, seed: int, seconds: float = -1.0, tries: int = AS_USUAL, value: str = "", turns: int = AS_USUAL
    ) -> None:
        if seconds < 0.0:
            seconds = EXPERT_SECONDS if tries == AS_USUAL else 0.0
        if tries == AS_USUAL:
            tries = MOST_TRIES
        super().__init__(seed, seconds, tries, value, turns)
