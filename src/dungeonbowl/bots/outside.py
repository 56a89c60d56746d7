"""Bots for the command line: those of the ladder, the hard one with options (`hard(tries=200)`), policies that were
trained, by their file (`policy:FILE.npz`), and bots from outside the package (`my_bot.py:MyBot` or
`package.module:MyBot`).

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
from dungeonbowl.bots.ladder import MOST_TRIES, HardBot
from dungeonbowl.bots.player import Bot
from dungeonbowl.bots.tuning import read_weights
from dungeonbowl.errors import UserError

POLICY = "policy"
POLICY_PLAYER = "dungeonbowl.learn.policy_bot"  # loaded by its name: it needs NumPy, and the room of learners is above


def find_bot(name: str, seed: int) -> Bot:
    """A bot by its name, by its file or module and its class, or by the file of a policy."""
    if name.startswith("hard(") and name.endswith(")"):
        return hard_bot(name, seed)
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


def hard_bot(name: str, seed: int) -> HardBot:
    """`hard(seconds=0.2)`, `hard(tries=200)`, `hard(tries=200,weights=weights.json)`; with tries alone the clock does
    not count, so that a match can be played again."""
    options: dict[str, str] = {}
    for part in name[len("hard(") : -1].split(","):
        key, equals, value = part.partition("=")
        if not equals or key.strip() not in ("seconds", "tries", "weights"):
            raise UserError(f"bot {name!r}: expected seconds=, tries= or weights= between the brackets")
        options[key.strip()] = value.strip()
    weights = read_weights(Path(options["weights"])) if "weights" in options else None
    try:
        tries = int(options.get("tries", MOST_TRIES))
        seconds = float(options.get("seconds", 0.0 if "tries" in options else 1.0))
    except ValueError:
        raise UserError(f"bot {name!r}: seconds and tries are numbers") from None
    if tries < 1 or seconds < 0.0:
        raise UserError(f"bot {name!r}: at least one try, and no time below 0")
    return HardBot(seed, seconds, tries, weights)


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
