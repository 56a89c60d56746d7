"""Dungeon Bowl played by its real rules.

>>> import dungeonbowl as db
>>> match = db.Match("official", dungeon="of-1", teams=("fire-fast", "light-balanced"), seed=7)
>>> match.asked, match.options
('away', [zone A, zone B])

What cannot be done raises one of two errors, with a sentence that says why; nothing has changed then. `Refused` is for
the play: an action that is not legal now, dice that cannot be. `UserError` is for what a match is made of: names,
files, teams, options. `except (db.Refused, db.UserError)` catches both.

>>> for attempt in (lambda: match.play("activate A3"), lambda: db.Match("chess")):
...     try:
...         attempt()
...     except (db.Refused, db.UserError) as error:
...         print(f"{type(error).__name__}: {error}")
Refused: no team turn has begun
UserError: ...

The names are loaded when they are first used, so that `import dungeonbowl` takes no time.
"""

import os
from importlib import import_module

TYPE_CHECKING = False  # as that of `typing`, which would take longer to import than all the rest
if TYPE_CHECKING:
    from dungeonbowl import bots as bots
    from dungeonbowl.engine.match import Refused as Refused
    from dungeonbowl.errors import UserError as UserError
    from dungeonbowl.play.actions import Action as Action
    from dungeonbowl.play.events import Event as Event
    from dungeonbowl.play.match import Hint as Hint
    from dungeonbowl.play.match import Match as Match
    from dungeonbowl.play.position import Ball as Ball
    from dungeonbowl.play.position import Piece as Piece
    from dungeonbowl.play.position import Position as Position
    from dungeonbowl.play.position import Side as Side
    from dungeonbowl.play.position import Square as Square
    from dungeonbowl.play.replays import Moment as Moment
    from dungeonbowl.play.replays import Replay as Replay
    from dungeonbowl.play.ways import Reach as Reach
    from dungeonbowl.play.ways import Roll as Roll
    from dungeonbowl.play.ways import Way as Way

__version__ = "0.1.0"

if os.environ.get("DUNGEONBOWL_INTERPRETED") == "1":
    import_module("dungeonbowl.interpreted").stay_interpreted()

# Where each name lives.
HOMES = {
    "Action": "play.actions",
    "Ball": "play.position",
    "Event": "play.events",
    "Hint": "play.match",
    "Match": "play.match",
    "Moment": "play.replays",
    "Piece": "play.position",
    "Position": "play.position",
    "Reach": "play.ways",
    "Refused": "engine.match",
    "Replay": "play.replays",
    "Roll": "play.ways",
    "Side": "play.position",
    "Square": "play.position",
    "UserError": "errors",
    "Way": "play.ways",
}

__all__ = [
    "Action",
    "Ball",
    "Event",
    "Hint",
    "Match",
    "Moment",
    "Piece",
    "Position",
    "Reach",
    "Refused",
    "Replay",
    "Roll",
    "Side",
    "Square",
    "UserError",
    "Way",
    "__version__",
    "bots",
    "compiled",
]


def __getattr__(name: str) -> object:
    """Load a name when it is first used."""
    if name == "bots":
        return import_module("dungeonbowl.bots")
    if name in HOMES:
        found: object = getattr(import_module(f"dungeonbowl.{HOMES[name]}"), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module 'dungeonbowl' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


def compiled() -> bool:
    """Whether the engine runs as C. The same sources run interpreted about a hundred times slower.

    >>> import dungeonbowl as db
    >>> db.compiled() in (True, False)
    True
    """
    from importlib.machinery import EXTENSION_SUFFIXES
    from importlib.util import find_spec

    try:
        spec = find_spec("dungeonbowl.engine.game")
    except ModuleNotFoundError:
        return False
    return spec is not None and spec.origin is not None and spec.origin.endswith(tuple(EXTENSION_SUFFIXES))
