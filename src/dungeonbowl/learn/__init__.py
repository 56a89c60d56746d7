"""Environments for learners: observations, a fixed action space, and what is built around them. See docs/learning.md.

Modules that need NumPy, PettingZoo or Gymnasium are imported only on demand. Where one of these packages is missing,
those modules say so. Observation, action space and the loop of the vector environment are compiled and need none of
them. If Gymnasium is installed, importing this package registers our environments for its `make`.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

# The names that most users need, and their modules.
PLACES = {
    "DungeonBowlEnv": "single",
    "DungeonBowlVectorEnv": "vector",
    "env": "aec",
    "parallel_env": "aec",
    "raw_env": "aec",
}

if find_spec("gymnasium") is not None and find_spec("numpy") is not None:
    # imported by its name, so that mypy does not follow: the build in isolation has no Gymnasium
    import_module("dungeonbowl.learn.registration")


def __getattr__(name: str) -> Any:
    """`dungeonbowl.learn.DungeonBowlEnv` and the other names of `PLACES`, imported when they are first used."""
    if name not in PLACES:
        raise AttributeError(f"module 'dungeonbowl.learn' has no attribute {name!r}")
    return getattr(import_module(f"dungeonbowl.learn.{PLACES[name]}"), name)
