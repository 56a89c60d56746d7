"""A server with faulty bots: one raises, one never answers, one answers nonsense.

`python -m support.odd_bots play ...` is `dungeonbowl play` with these bots on the ladder; without arguments it is the
worker process in which they think.
"""

from __future__ import annotations

import sys
import time

from dungeonbowl import cli
from dungeonbowl.bots.levels import BOTS
from dungeonbowl.bots.player import Bot
from dungeonbowl.engine.game import Game
from dungeonbowl.server import bot_pool, bot_worker


class Raising(Bot):
    name = "raising"

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, game: Game, options: list[int]) -> int:
        raise RuntimeError("this bot has fallen down the stairs")


class Silent(Bot):
    name = "silent"

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, game: Game, options: list[int]) -> int:
        while True:
            time.sleep(60)


class Babbling(Bot):
    name = "babbling"

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, game: Game, options: list[int]) -> int:
        return -5


def main() -> None:
    BOTS.update({"raising": Raising, "silent": Silent, "babbling": Babbling})
    if len(sys.argv) > 1:
        bot_pool.WORKER = "support.odd_bots"
        bot_pool.PATIENCE = 8.0
        cli.main()
    else:
        bot_worker.LIMIT = 0.2
        bot_worker.main()


if __name__ == "__main__":
    main()
