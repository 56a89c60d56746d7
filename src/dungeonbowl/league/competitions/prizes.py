"""Who has come where in the end, and what it brings (O-LEAGUE-04)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dungeonbowl.league.competitions.events import Prize
from dungeonbowl.league.competitions.state import Competition

COIN: Final = 1000  # shared gold is rounded down to whole thousands


def final_places(competition: Competition) -> list[list[str]]:
    """The places of a competition: those of the last stage, then of the stages before for teams that did not go on."""
    found: list[list[str]] = []
    seen: set[str] = set()
    for stage in reversed(competition.stages):
        for together in stage.places:
            new = [team for team in together if team not in seen]
            seen.update(new)
            if new:
                found.append(new)
    return found


def prizes(places: Sequence[Sequence[str]], gold: Sequence[int], trophy: bool) -> list[Prize]:
    """The prizes: gold for the first places, and the trophy for the champion. Teams that share a place share the gold
    of all places that they take up.

    >>> [(prize.team, prize.gold, prize.trophy) for prize in prizes([["a"], ["b"], ["c"]], [100, 60, 30], True)]
    [('a', 100, True), ('b', 60, False), ('c', 30, False)]
    """
    found: list[Prize] = []
    place = 1
    for together in places:
        share = sum(gold[place - 1 : place - 1 + len(together)])
        if len(together) > 1:
            share = share // len(together) // COIN * COIN
        champion = trophy and place == 1 and len(together) == 1
        found += [Prize(team=team, place=place, gold=share, trophy=champion) for team in together if share or champion]
        place += len(together)
    return found


def prizes_of(competition: Competition) -> list[Prize]:
    """The prizes of a competition that is over."""
    last = len(competition.stages)
    options = competition.options_at(last, len(competition.stage(last).rounds))
    return prizes(final_places(competition), options.gold(), options.trophy)


def trophy_changes(holder: str, won: Sequence[Prize]) -> tuple[str, str]:
    """Who gives the trophy up and who takes it, with the team re-roll that comes with it: next season's champion takes
    it from this one. Both are empty if it stays where it is."""
    champion = next((prize.team for prize in won if prize.trophy), "")
    if not champion or champion == holder:
        return "", ""
    return holder, champion
