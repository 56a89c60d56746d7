"""The module `great_wheel`: colleges that beat each other, or are the same, change each other's re-rolls (A-WHEEL)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import REROLLS

# Each is superior to the next, the last to the first (A-WHEEL-01). The numbers of colleges follow this order.
WHEEL: Final = ("light", "gold", "jade", "celestial", "grey", "amethyst", "bright", "amber")
COLLEGES: Final = ("", *WHEEL, "dark", "rainbow")  # by number; 0 is none
ON_WHEEL: Final[i64] = 8
DARK: Final[i64] = 9
RAINBOW: Final[i64] = 10

SUPERIOR: Final[i64] = 1
OPPOSED: Final[i64] = 2
SAME: Final[i64] = -1


def install(c: Composition) -> None:
    c.modules.append(GreatWheel())
    c.cite(int(clauses.GREAT_WHEEL), "A-WHEEL-02")


def is_superior(college: i64, other: i64) -> bool:
    """Whether one college of the wheel beats another."""
    return 1 <= college <= ON_WHEEL and other == college % ON_WHEEL + 1


def is_opposed(college: i64, other: i64) -> bool:
    """Whether these are the two colleges in the hub of the wheel."""
    return (college == DARK and other == RAINBOW) or (college == RAINBOW and other == DARK)


def turned(squads: Squads, side: i64) -> i64:
    """How many re-rolls the wheel adds to a side. Each kind of change counts once, however many sides cause it
    (A-WHEEL-05)."""
    teams = squads.teams
    college = teams[side].college
    superior = False
    opposed = False
    same = False
    other: i64 = 0
    while other < squads.sides:
        if other != side and college > 0:
            against = teams[other].college
            superior = superior or is_superior(college, against)
            opposed = opposed or is_opposed(college, against)
            same = same or college == against
        other += 1
    change: i64 = 0
    if superior:
        change += SUPERIOR
    if opposed:
        change += OPPOSED
    if same:
        change += SAME
    return change


@final
class GreatWheel(Module):
    """Once, before the set-up. The number never falls below 0 (A-WHEEL-04), and the re-roll of a Leader is not
    affected."""

    def name(self) -> str:
        return "great wheel"

    def rerolls_given(self, squads: Squads, side: i64) -> i64:
        change = turned(squads, side)
        has = i64(squads.rerolls[side])
        return change if has + change >= 0 else -has

    def preparing(self, game: Game) -> Frame | None:
        side: i64 = 0
        while side < game.squads.sides:
            change = turned(game.squads, side)
            had = game.side_value(side, REROLLS)
            team = had - game.squads.leaders(side)
            if team + change < 0:
                change = -team
            if change != 0:
                game.set_side(side, REROLLS, had + change)
                game.tell(events.REROLLS_CHANGED, clauses.GREAT_WHEEL, side, change)
            side += 1
        return None
