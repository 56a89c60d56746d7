"""Everybody meets everybody else: the circle method.

One team stays where it is, the others move round it by one place each round. With an odd number the team opposite the
empty place rests.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from dungeonbowl.errors import UserError

LEAST: Final = 4  # teams of a division (O-LEAGUE-01)
NOBODY: Final = ""


class RoundOfPairs(msgspec.Struct, frozen=True):
    """Who plays whom in a round, the first-named first, and who rests."""

    pairs: tuple[tuple[str, str], ...]
    rests: tuple[str, ...] = ()


def rounds(teams: Sequence[str], meetings: int = 2, house_rule: bool = False) -> list[RoundOfPairs]:
    """The rounds of a division. Each pair meets `meetings` times, and is named the other way round each time
    (O-LEAGUE-01).

    >>> [each.pairs for each in rounds(["a", "b", "c", "d"], meetings=1)]
    [(('a', 'd'), ('b', 'c')), (('d', 'c'), ('a', 'b')), (('b', 'd'), ('c', 'a'))]
    """
    check(teams, house_rule)
    once = circle(list(teams))
    found: list[RoundOfPairs] = []
    for meeting in range(meetings):
        for each in once:
            pairs = each.pairs if meeting % 2 == 0 else tuple((second, first) for first, second in each.pairs)
            found.append(RoundOfPairs(pairs, each.rests))
    return found


def check(teams: Sequence[str], house_rule: bool = False) -> None:
    """A division has at least four teams (O-LEAGUE-01), or two by house rule."""
    if len(set(teams)) < len(teams):
        raise UserError("round robin: a team stands twice in the list")
    least = 2 if house_rule else LEAST
    if len(teams) < least:
        if house_rule:
            raise UserError(f"round robin: expected at least {least} teams in a division, found {len(teams)}")
        raise UserError(
            f"round robin: expected at least {least} teams in a division, found {len(teams)}; fewer play by house rule "
            "only: round_robin(house_rule=on) (O-LEAGUE-01)"
        )


def circle(teams: list[str]) -> list[RoundOfPairs]:
    """Each pair once. Being named first alternates for every team as nearly as it can."""
    ring = [*teams, NOBODY] if len(teams) % 2 else list(teams)
    size = len(ring)
    found: list[RoundOfPairs] = []
    for turn in range(size - 1):
        # the moving teams stand at places 0 to size - 2, the fixed one opposite to place `turn`
        places = [ring[(turn * (size // 2) + step) % (size - 1)] for step in range(size - 1)]
        fixed = (places[0], ring[-1]) if turn % 2 == 0 else (ring[-1], places[0])
        pairs = [fixed, *((places[step], places[size - 1 - step]) for step in range(1, size // 2))]
        found.append(
            RoundOfPairs(
                tuple(pair for pair in pairs if NOBODY not in pair),
                tuple(team for pair in pairs if NOBODY in pair for team in pair if team),
            )
        )
    return found
