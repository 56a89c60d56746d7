"""The college wizards: when a spell may be cast (`casting.py`, `fury.py`), and what it does (the other files)."""

from __future__ import annotations

from dungeonbowl.editions.official.wizards.casting import TurnMagic
from dungeonbowl.editions.official.wizards.fury import FuryMagic
from dungeonbowl.engine.moments import Module


def wizards() -> list[Module]:
    """The modules of all spells."""
    return [TurnMagic(), FuryMagic()]
