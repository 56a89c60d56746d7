"""Bots from outside the package, for the command line: `my_bot.py:MyBot` or `package.module:MyBot`, and policies that
were trained, by their file: `policy:FILE.npz`.

The server never calls this: whoever may name a file to be run owns the machine.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType

from dungeonbowl.bots.arena import BOTS, make_bot
from dungeonbowl.bots.player import Bot
from dungeonbowl.errors import UserError

POLICY = "policy"
POLICY_PLAYER = "dungeonbowl.learn.policy_bot"  # loaded by its name: it needs NumPy, and the room of learners is above


def find_bot(name: str, seed: int) -> Bot:
    """A bot by its name, by its file or module and its class, or by the file of a policy."""
    place, colon, class_name = name.rpartition(":")
    if place == POLICY:
        policy: Bot = load(POLICY_PLAYER).PolicyBot(class_name, seed)
        return policy
    if not colon:
        if name.endswith(".py"):
            raise UserError(f"bot {name!r}: say which class, as in {name}:MyBot")
        return make_bot(name, seed)
    made = getattr(load(place), class_name, None)
    if not callable(made):
        raise UserError(f"bot {name!r}: there is no class {class_name} in {place}")
    bot = made(seed) if inspect.signature(made).parameters else made()
    if not callable(getattr(bot, "choose", None)):
        raise UserError(f"bot {name!r}: it has no method choose(view, options)")
    if not hasattr(bot, "name"):
        bot.name = class_name
    found: Bot = bot
    return found


def load(place: str) -> ModuleType:
    if not place.endswith(".py"):
        try:
            return importlib.import_module(place)
        except ImportError as error:
            raise UserError(f"bot module {place!r}: {error}") from None
    path = Path(place).resolve()
    known = f"dungeonbowl_bot_{path.stem}_{abs(hash(str(path)))}"
    if known in sys.modules:
        return sys.modules[known]
    spec = importlib.util.spec_from_file_location(known, path)
    if spec is None or spec.loader is None or not path.exists():
        raise UserError(f"bot file {place}: there is no such file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[known] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[known]
        raise UserError(f"bot file {place}: {type(error).__name__}: {error}") from None
    return module


def bot_names() -> list[str]:
    return sorted(BOTS)
