"""Players that are programs. They are handed a match and name one of its options.

>>> import dungeonbowl as db
>>> match = db.Match("official", seed=7)
>>> while not match.is_over and len(match.events) < 400:
...     told = match.play(db.bots.normal(match))
>>> match.position.turn > 1
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dungeonbowl.play.actions import Action
    from dungeonbowl.play.match import Match

DOOR = "dungeonbowl.bots.door"  # loaded by its name when a bot is first asked: it brings the whole search with it


def chosen(name: str, match: Match) -> Action:
    door: Any = import_module(DOOR)
    found: Action = door.chosen(name, match)
    return found


def random(match: Match) -> Action:
    """Any legal action, evenly.

    >>> import dungeonbowl as db
    >>> match = db.Match("official", seed=7)
    >>> db.bots.random(match) in match.options
    True
    """
    return chosen("random", match)


def easy(match: Match) -> Action:
    """What a beginner would do: it overlooks most of its better ideas.

    >>> import dungeonbowl as db
    >>> match = db.Match("official", seed=7)
    >>> db.bots.easy(match) in match.options
    True
    """
    return chosen("easy", match)


def normal(match: Match) -> Action:
    """What the scripted coach does: safest things first.

    >>> import dungeonbowl as db
    >>> match = db.Match("official", seed=7)
    >>> db.bots.normal(match) in match.options
    True
    """
    return chosen("normal", match)


def hard(match: Match) -> Action:
    """What the searching coach does: it tries its ideas out, about a second for each decision.

    >>> import dungeonbowl as db
    >>> match = db.Match("official", seed=7)
    >>> db.bots.hard(match) in match.options
    True
    """
    return chosen("hard", match)


def expert(match: Match) -> Action:
    """What the searching coach does with a second of processor time for each decision.

    >>> import dungeonbowl as db
    >>> match = db.Match("official", seed=7)
    >>> db.bots.expert(match) in match.options
    True
    """
    return chosen("expert", match)


def named(name: str, match: Match) -> Action:
    """What a bot does that is given by its name: `hard(tries=50)`, `policy:FILE.npz`, `my_bot.py:MyBot`.

    >>> import dungeonbowl as db
    >>> match = db.Match("official", seed=7)
    >>> db.bots.named("hard(tries=5)", match) in match.options
    True
    """
    return chosen(name, match)
