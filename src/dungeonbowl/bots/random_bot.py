"""The random bot: the measure for all other bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import i64

from dungeonbowl.bots.player import Bot
from dungeonbowl.engine.dice import SeededDice

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game


@final
class RandomBot(Bot):
    """Chooses each legal action with the same probability."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self.chance = SeededDice(i64(seed))

    def choose(self, game: Game, options: list[int]) -> int:
        return options[int(self.chance.below(i64(len(options))))]
