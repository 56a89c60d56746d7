"""Our environments under names for Gymnasium: `gymnasium.make("dungeonbowl/Official-v0")`.

Importing `dungeonbowl.learn` registers them. A program that does not import it can use
`gymnasium.make("dungeonbowl.learn:dungeonbowl/Official-v0")`.
"""

from __future__ import annotations

from typing import Final

from dungeonbowl.learn.extra import missing

try:
    import gymnasium
except ImportError as error:
    raise missing(error) from None

# One name for each edition, with its usual rules and the quick start. `editions=` and all other options can be given to
# `make`.
NAMES: Final = {
    "dungeonbowl/Official-v0": ("official(quick=1)",),
    "dungeonbowl/StockBowl-v0": ("stockbowl(quick=1)",),
    "dungeonbowl/Astrogranite-v0": ("astrogranite(full)",),
}


def register() -> None:
    """Register the environments, once."""
    for name, editions in NAMES.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="dungeonbowl.learn.single:DungeonBowlEnv",
                vector_entry_point="dungeonbowl.learn.vector:DungeonBowlVectorEnv",
                kwargs={"editions": editions},
            )


register()
