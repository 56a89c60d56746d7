"""Dungeon Bowl played by its real rules."""

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec

__version__ = "0.1.0"


def compiled() -> bool:
    """Whether the engine runs as C. The same sources run interpreted about a hundred times slower."""
    try:
        spec = find_spec("dungeonbowl.engine.game")
    except ModuleNotFoundError:
        return False
    return spec is not None and spec.origin is not None and spec.origin.endswith(tuple(EXTENSION_SUFFIXES))
