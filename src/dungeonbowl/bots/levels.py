"""The levels of the ladder by their names. A server seats only these; `outside.py` finds any other bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dungeonbowl.bots.ladder import EasyBot, ExpertBot, HardBot, NormalBot
from dungeonbowl.bots.player import Bot
from dungeonbowl.bots.random_bot import RandomBot
from dungeonbowl.errors import UserError

BOTS: Final[dict[str, Callable[[int], Bot]]] = {
    "random": RandomBot,
    "easy": EasyBot,
    "normal": NormalBot,
    "hard": HardBot,
    "expert": ExpertBot,
}
OTHERS: Final = "hard(tries=200), policy:FILE.npz, my_bot.py:MyBot or package.module:MyBot"


def make_bot(name: str, seed: int) -> Bot:
    """A level of the ladder by its name."""
    if name not in BOTS:
        raise UserError(f"there is no bot {name!r}: choose from {', '.join(sorted(BOTS))}; or {OTHERS}")
    return BOTS[name](seed)
