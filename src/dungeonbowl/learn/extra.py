"""The packages that only the environments need. An install without dependencies misses them, and is told so."""

from __future__ import annotations

from typing import Final

from dungeonbowl.errors import MissingExtra as MissingExtra

PACKAGES: Final = {"numpy": "NumPy", "gymnasium": "Gymnasium", "pettingzoo": "PettingZoo"}
INSTALL: Final = "pip install dungeonbowl"


def missing(error: ImportError) -> MissingExtra:
    """The error that modules of the extra raise instead of the plain one: it says what to install."""
    package = (error.name or "").partition(".")[0]
    return MissingExtra(f"dungeonbowl.learn needs {PACKAGES.get(package, error)}: {INSTALL}")
