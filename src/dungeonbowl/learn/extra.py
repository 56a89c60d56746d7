"""The packages that the environments need and the program itself does not: the extra `rl`."""

from __future__ import annotations

from typing import Final

from dungeonbowl.errors import MissingExtra as MissingExtra

PACKAGES: Final = {"numpy": "NumPy", "gymnasium": "Gymnasium", "pettingzoo": "PettingZoo"}
INSTALL: Final = "pip install 'dungeonbowl[rl]'"


def missing(error: ImportError) -> MissingExtra:
    """The error that modules of the extra raise instead of the plain one: it says what to install."""
    package = (error.name or "").partition(".")[0]
    return MissingExtra(f"dungeonbowl.learn needs {PACKAGES.get(package, error)}, of the extra 'rl': {INSTALL}")
