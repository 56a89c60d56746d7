"""A home for learners: observations, a fixed action space, and environments around them. See docs/learning.md.

What needs NumPy, PettingZoo or Gymnasium is in modules of its own, imported only by whoever asks for them: the extra
`rl` brings them, and without it these modules say so. Observation, action space and the loop of the vector environment
are compiled and need none of them. Where Gymnasium is installed, its `make` knows our environments from here on.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

# What most want, and the module that has it.
PLACES = {
    "DungeonBowlEnv": "single",
    "DungeonBowlVectorEnv": "vector",
    "env": "aec",
    "parallel_env": "aec",
    "raw_env": "aec",
}

if find_spec("gymnasium") is not None and find_spec("numpy") is not None:
    # by name, so that mypy does not follow: the build in isolation has no Gymnasium
    import_module("dungeonbowl.learn.registration")


def __getattr__(name: str) -> Any:
    """`dungeonbowl.learn.DungeonBowlEnv` and the like, loaded when they are asked for."""
    if name not in PLACES:
        raise AttributeError(f"module 'dungeonbowl.learn' has no attribute {name!r}")
    return getattr(import_module(f"dungeonbowl.learn.{PLACES[name]}"), name)
