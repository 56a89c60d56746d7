"""Pools of points for chosen skills that differ by roster (O-EXH-02): `fire:42 light:30`. Weaker colleges may get
more, so that a day is open to all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dungeonbowl.errors import UserError
from dungeonbowl.league.option_text import is_number
from dungeonbowl.teams.facts import load_facts


def read_tiers(words: Sequence[str], edition: str) -> Mapping[str, int]:
    """The pool of each roster that has another one than the usual. `UserError` for what is no roster of the edition."""
    found: dict[str, int] = {}
    for word in words:
        name, _, points = word.partition(":")
        if not is_number(points):
            raise UserError(f"option tiers: expected a roster with its points, as in `fire:42`, found {word!r}")
        roster = load_facts(edition).roster(name).id
        if roster in found:
            raise UserError(f"option tiers: {roster} stands twice")
        found[roster] = int(points)
    return found
