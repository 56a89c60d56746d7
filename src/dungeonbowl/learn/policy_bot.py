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

from dungeonbowl.learn.observation import Canvas, Painter
from dungeonbowl.learn.policy import Policy, load_policy
from dungeonbowl.learn.windows import arrays

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game


@lru_cache(maxsize=8)
def loaded(place: str) -> Policy:
    return load_policy(Path(place))


class PolicyBot(Bot):
    """Chooses the index that its policy rates highest; with `drawn` it draws by the policy's probabilities."""

    def __init__(self, place: str, seed: int = 0, drawn: bool = False) -> None:
        self.name = f"policy:{place}"
        self.policy = loaded(place)
        self.drawn = drawn
        self.chance = np.random.default_rng(seed)
        canvas = Canvas(1)
        self.painter = Painter(canvas, i64(0))
        self.windows = arrays(canvas)

    def choose(self, game: Game, options: list[int]) -> int:
        list_options(game)
        self.painter.paint(game, game.asked)
        while True:  # once for every part of an action
            mask = self.windows["action_mask"]
            noise = self.chance.gumbel(size=mask.shape).astype(np.float32) if self.drawn else None
            action = self.painter.choose(game, i64(int(self.policy.choose(self.windows, noise)[0])))
            if action != 0:
                return int(action)
