"""A trained policy as a bot: `dungeonbowl arena --bots random,policy:FILE.npz`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from mypy_extensions import i64

from dungeonbowl.bots.player import Bot
from dungeonbowl.engine.loop import list_options
from dungeonbowl.learn.extra import missing

try:
    import numpy as np
except ImportError as error:
    raise missing(error) from None

from dungeonbowl.learn.canvas import Canvas
from dungeonbowl.learn.choices import COLUMNS, Rows, describe_all
from dungeonbowl.learn.macros import Errand, Macros, begin, is_macro
from dungeonbowl.learn.observation import Painter
from dungeonbowl.learn.policy import Policy, load_policy, read_weights
from dungeonbowl.learn.rating import FORMAT as OF_CHOICES
from dungeonbowl.learn.rating import Rater, load_rater
from dungeonbowl.learn.windows import arrays, window

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game


@lru_cache(maxsize=8)
def loaded(place: str) -> Policy | Rater:
    """A policy of either kind: one that names indices, or one that rates choices."""
    form, _ = read_weights(Path(place))
    return load_rater(Path(place)) if form == OF_CHOICES else load_policy(Path(place))


class PolicyBot(Bot):
    """Chooses what its policy rates highest; with `drawn` it draws by the policy's probabilities."""

    def __init__(self, place: str, seed: int = 0, drawn: bool = False) -> None:
        self.name = f"policy:{place}"
        policy = loaded(place)
        self.player: IndexPlayer | RatingPlayer
        if isinstance(policy, Rater):
            self.player = RatingPlayer(policy, seed, drawn)
        else:
            self.player = IndexPlayer(policy, seed, drawn)

    def choose(self, game: Game, options: list[int]) -> int:
        list_options(game)
        return self.player.choose(game)


class IndexPlayer:
    """Plays with a policy that sees an observation and names an index."""

    def __init__(self, policy: Policy, seed: int, drawn: bool) -> None:
        self.policy = policy
        self.drawn = drawn
        self.chance = np.random.default_rng(seed)
        canvas = Canvas(1)
        self.painter = Painter(canvas, i64(0))
        self.windows = arrays(canvas)

    def choose(self, game: Game) -> int:
        self.painter.paint(game, game.asked)
        while True:  # once for every part of an action
            mask = self.windows["action_mask"]
            noise = self.chance.gumbel(size=mask.shape).astype(np.float32) if self.drawn else None
            action = self.painter.choose(game, i64(int(self.policy.choose(self.windows, noise)[0])))
            if action != 0:
                return int(action)


class RatingPlayer:
    """Plays with a policy that rates choices, macros among them."""

    def __init__(self, rater: Rater, seed: int, drawn: bool) -> None:
        self.rater = rater
        self.drawn = drawn
        self.chance = np.random.default_rng(seed)
        self.macros = Macros()
        self.rows = Rows()
        self.errand = Errand()

    def choose(self, game: Game) -> int:
        if self.errand.is_under_way():
            deed = int(self.errand.step(game))
            if deed:
                return deed
        macros = self.macros
        macros.open(game, game.asked)
        choice = int(macros.choices[self.best(game) if macros.count > 1 else 0])
        if not is_macro(i64(choice)):
            return choice
        return int(begin(game, i64(choice), self.errand))

    def best(self, game: Game) -> int:
        """The place of the best choice."""
        self.rows.clear()
        describe_all(game, game.asked, self.macros, self.rows)
        count = int(self.rows.count)
        numbers = window(self.rows.numbers, np.float64)[: count * int(COLUMNS)]
        scores = self.rater.scores(numbers.reshape(count, int(COLUMNS)).astype(np.float32))
        if self.drawn:
            scores = scores + self.chance.gumbel(size=count).astype(np.float32)
        return int(np.argmax(scores))
