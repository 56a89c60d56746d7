"""The aftermath of an edition, found by the edition's text. An edition is a list of choices, in `editions/`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from dungeonbowl.editions import name_of
from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.editions import astrogranite, official, stockbowl
from dungeonbowl.league.aftermath.machine import Plan

Composed = Callable[[str], Plan]  # from the text of an edition, whose options may switch steps on and off
PLANS: Final[tuple[tuple[str, Composed], ...]] = (
    ("astrogranite", astrogranite.plan),
    ("official", lambda edition: official.PLAN),
    ("stockbowl", lambda edition: stockbowl.PLAN),
)


@lru_cache(maxsize=64)  # bounded, because the texts come from clients
def plan_for(edition: str) -> Plan:
    """The plan of an edition, by its name or its text with options."""
    plans = dict(PLANS)
    name = name_of(edition)
    if name not in plans:
        raise UserError(f"edition {edition!r}: expected one of {', '.join(plans)}")
    return plans[name](edition)
