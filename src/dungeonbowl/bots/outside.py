"""Any bot by its name: the levels of the ladder; levels that search with options (`hard(tries=200)`); trained policies
by their file (`policy:FILE.npz`); bots of another clone of the project (`tree:FOLDER:NAME`); and bots from outside the
package (`my_bot.py:MyBot` or `package.module:MyBot`). Every command that takes the name of a bot calls `find_bot`.

The server never calls it: a client that may name a file to be run would control the machine.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Mapping
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from dungeonbowl.bots.ladder import AS_USUAL, MOST_TRIES, ExpertBot, HardBot
from dungeonbowl.bots.levels import BOTS, make_bot
from dungeonbowl.bots.personalities import styled_bot
from dungeonbowl.bots.player import Bot
from dungeonbowl.bots.reading import ReadingBot, reads_match
from dungeonbowl.bots.seat import one_line
from dungeonbowl.bots.values import LINEAR, values_at
from dungeonbowl.errors import UserError
from dungeonbowl.play.setting_up import content_of

CONTENT: Final = "_dungeonbowl_content"  # where the module of a bot keeps the text it was made from
POLICY: Final = "policy"
TREE: Final = "tree:"
SEARCHING: Final = {"hard": 0.0, "expert": -1.0}  # the levels that search, with the seconds that none given means
MOST_TURNS: Final = 16
VALUE_FILE: Final = re.compile(r"\bvalue\s*=\s*([^,)]*[^,)\s])")  # in hard(tries=200,value=FILE)
# imported by its name, because it needs NumPy and its room is above this one
POLICY_PLAYER: Final = "dungeonbowl.learn.policy_bot"
WHO: Final = f"{', '.join(sorted(BOTS))}, hard(tries=200), policy:FILE.npz, or my_bot.py:MyBot"  # the text for --help


def find_bot(name: str, seed: int) -> Bot:
    """A bot by its name, by its file or module and its class, or by the file of a policy. `UserError` of one line if
    there is none, or if it cannot be made."""
    if name.startswith(TREE):
        return tree_bot(name, seed)
    styled = styled_bot(name, seed, find_bot)
    if styled is not None:
        return styled
    level, bracket, _ = name.partition("(")
    if bracket and level in SEARCHING and name.endswith(")"):
        return searching_bot(name, seed)
    place, colon, class_name = name.rpartition(":")
    if place == POLICY:
        policy: Bot = load(POLICY_PLAYER).PolicyBot(class_name, seed)
        return policy
    if not colon:
        if name.endswith(".py"):
            raise UserError(f"bot {name!r}: say which class, as in {name}:MyBot")
        return make_bot(name, seed)
    return own_bot(name, load(place), class_name, seed)


def own_bot(name: str, module: ModuleType, class_name: str, seed: int) -> Bot:
    """A bot of a class from outside: every failure of it becomes a `UserError`."""
    made = getattr(module, class_name, None) if class_name else None
    if not callable(made):
        known = [each for each, found in vars(module).items() if inspect.isclass(found) and hasattr(found, "choose")]
        there = f"; there are {', '.join(known)}" if known else ""
        raise UserError(f"bot {name!r}: there is no class {class_name or 'named'} in {name.rpartition(':')[0]}{there}")
    try:
        bot = made(seed) if takes_seed(made) else made()
    except (Exception, SystemExit) as error:
        raise UserError(f"bot {name!r} cannot be made: {one_line(f'{type(error).__name__}: {error}')}") from None
    if not callable(getattr(bot, "choose", None)):
        raise UserError(f"bot {name!r}: it has no method choose(match)")
    if not hasattr(bot, "name"):
        bot.name = class_name
    if reads_match(bot):
        return ReadingBot(bot, seed)
    found: Bot = bot
    return found


def takes_seed(made: Any) -> bool:
    """Whether a class is made with a seed: its first argument is named `seed`, or has no default."""
    try:
        parameters = list(inspect.signature(made).parameters.values())
    except (TypeError, ValueError):  # a class without a readable signature
        return False
    if not parameters:
        return False
    first = parameters[0]
    return first.name == "seed" or (
        first.default is inspect.Parameter.empty
        and first.kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    )


def searching_bot(name: str, seed: int) -> HardBot:
    """`hard(tries=200)` and `expert(tries=800)` ignore time, so that a match can be played again. `hard(seconds=0.2)`
    makes as many tries as fit in that processor time; `hard(tries=200,seconds=5)` has both limits. `turns=4` lets a
    try last longer, `value=FILE` or `value=linear` judges the positions otherwise."""
    level, _, inside = name[:-1].partition("(")
    options: dict[str, str] = {}
    for part in inside.split(","):
        key, equals, given = (each.strip() for each in part.partition("="))
        if not equals or key not in ("seconds", "tries", "turns", "value"):
            raise UserError(f"bot {name!r}: expected seconds=, tries=, turns= or value= between the brackets")
        if key in options:
            raise UserError(f"bot {name!r}: {key} is said twice")
        options[key] = given
    value = options.get("value", "")
    if value and value != LINEAR:
        values_at(value)
    try:
        tries = int(options.get("tries", MOST_TRIES if "seconds" in options else AS_USUAL))
        seconds = float(options.get("seconds", SEARCHING[level]))
        turns = int(options.get("turns", AS_USUAL))
    except ValueError:
        raise UserError(f"bot {name!r}: seconds is a number, tries and turns are whole numbers") from None
    if ("tries" in options and tries < 1) or ("seconds" in options and not 0.0 <= seconds < float("inf")):
        raise UserError(f"bot {name!r}: at least one try, and no time below 0")
    if tries > MOST_TRIES:  # more would think for hours about a step
        raise UserError(f"bot {name!r}: at most {MOST_TRIES:,} tries")
    if "turns" in options and not 1 <= turns <= MOST_TURNS:
        raise UserError(f"bot {name!r}: a try lasts 1 to {MOST_TURNS} team turns")
    if level == ExpertBot.name:
        return ExpertBot(seed, seconds, tries, value, turns)
    return HardBot(seed, seconds, tries, value, turns)


def tree_bot(name: str, seed: int) -> Bot:
    """`tree:FOLDER:NAME`: the bot of that name in another clone of the project."""
    from dungeonbowl.bots.tree import TreeBot  # not at the top: it imports what finds bots

    folder, _, other = name[len(TREE) :].partition(":")
    if not folder or not other:
        raise UserError(f"bot {name!r}: expected tree:FOLDER:NAME, as in tree:../older:normal")
    return TreeBot(folder, other, seed)


def load(place: str) -> ModuleType:
    """A module by its name, or from a file. If it raises an exception, that becomes a `UserError` of one line."""
    if not place.endswith(".py"):
        if not all(part.isidentifier() for part in place.split(".")):
            raise UserError(f"bot module {place!r}: neither a file that ends in .py nor the name of a module")
        try:
            return importlib.import_module(place)
        except UserError:
            raise
        except (Exception, SystemExit) as error:
            raise UserError(f"bot module {place!r}: {one_line(f'{type(error).__name__}: {error}')}") from None
    path = Path(place).resolve()
    known = f"dungeonbowl_bot_{path.stem}_{abs(hash(str(path)))}"
    content = content_of(str(path))
    before = sys.modules.get(known)
    if before is not None and getattr(before, CONTENT, None) == content:
        return before
    loader = NewestSource(known, str(path))
    spec = importlib.util.spec_from_file_location(known, path, loader=loader)
    if spec is None or not path.exists():
        raise UserError(f"bot file {place}: there is no such file")
    module = importlib.util.module_from_spec(spec)
    setattr(module, CONTENT, content)
    sys.modules[known] = module
    try:
        loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[known]
        raise UserError(f"bot file {place}: {one_line(f'{type(error).__name__}: {error}')}") from None
    return module


class NewestSource(SourceFileLoader):
    """Reads the source of a module each time. Compiled code beside it is told from newer source by the second only."""

    def path_stats(self, path: Any) -> Mapping[str, Any]:
        raise OSError("no compiled code is kept")


def source_of(name: str) -> bytes:
    """What is in the files that a bot comes from: its class, its policy, or the networks it judges positions by.
    Nothing for a bot without a file of its own."""
    found = b"".join(content_of(file) for file in VALUE_FILE.findall(name))
    place, _, class_name = name.rpartition(":")
    return found + (content_of(class_name if place == POLICY else place) if place else b"")
