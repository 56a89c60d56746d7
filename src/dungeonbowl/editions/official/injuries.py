"""The injury and casualty tables of the official game (O-INJ-03 to O-INJ-11)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import FRAGILE, ROTS, THICK_HEADED
from dungeonbowl.engine.casualties import (
    AGILITY_REDUCED,
    ARMOUR_REDUCED,
    BADLY_HURT_ROW,
    DEAD_ROW,
    LASTING_INJURY_ROW,
    MOVEMENT_REDUCED,
    NO_REDUCTION,
    PASSING_REDUCED,
    SERIOUS_INJURY_ROW,
    SERIOUSLY_HURT_ROW,
    STRENGTH_REDUCED,
    result_of,
)
from dungeonbowl.engine.dice import D6, D16, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import CASUALTY_SUFFERED
from dungeonbowl.engine.policies import Injuries
from dungeonbowl.engine.procedures.harm.injury import BADLY_HURT
from dungeonbowl.engine.procedures.harm.settling import settle_casualty
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import CASUALTY, KNOCKED_OUT, STUNNED

# The worst a characteristic can be (O-TEST-02).
LOWEST_ARMOUR: Final[i64] = 3
LOWEST_VALUE: Final[i64] = 1
WORST_TARGET: Final[i64] = 6


def casualty_row(total: i64) -> i64:
    """The row of a casualty total (O-INJ-07)."""
    if total <= 6:
        return BADLY_HURT_ROW
    if total <= 9:
        return SERIOUSLY_HURT_ROW
    if total <= 12:
        return SERIOUS_INJURY_ROW
    return LASTING_INJURY_ROW if total <= 14 else DEAD_ROW


def reduction(face: i64) -> i64:
    """The characteristic that the die of a lasting injury reduces (O-INJ-10)."""
    return ARMOUR_REDUCED if face <= 2 else face - 1


def can_be_reduced(squads: Squads, piece: i64, what: i64) -> bool:
    """Whether a characteristic is not yet at its worst. A player without Passing is at its worst (O-INJ-11)."""
    if what == ARMOUR_REDUCED:
        return i64(squads.armour[piece]) > LOWEST_ARMOUR
    if what == MOVEMENT_REDUCED:
        return i64(squads.movement[piece]) > LOWEST_VALUE
    if what == PASSING_REDUCED:
        return i64(squads.passing[piece]) < WORST_TARGET
    if what == AGILITY_REDUCED:
        return i64(squads.agility[piece]) < WORST_TARGET
    return i64(squads.strength[piece]) > LOWEST_VALUE


@final
class OfficialInjuries(Injuries):
    """Two injury tables and one casualty table; knocked-out players never roll for recovery (O-INJ-06)."""

    def __init__(self, hide_stops_claws_only: bool = False) -> None:
        """`hide_stops_claws_only`: Iron Hard Skin as first printed."""
        self.hide_stops_claws_only = hide_stops_claws_only

    def hide_stops_help(self) -> bool:
        return not self.hide_stops_claws_only

    def fireball_bonus(self, game: Game, caster: i64, piece: i64) -> i64:
        """No bonus against players of the caster's own side (O-WIZ-05)."""
        return 0 if i64(game.side_of[piece]) == caster else 1

    def injury_status(self, game: Game, piece: i64, total: i64) -> i64:
        spared = 1 if game.can(piece, THICK_HEADED) else 0  # Thick Skull: the lowest knock-out result is only a stun
        if game.can(piece, FRAGILE):  # (O-INJ-04)
            if total <= 6 + spared:
                return STUNNED
            if total <= 8:
                return KNOCKED_OUT
            return BADLY_HURT if total == 9 else CASUALTY
        if total <= 7 + spared:  # (O-INJ-03)
            return STUNNED
        return KNOCKED_OUT if total <= 9 else CASUALTY

    def casualty(self, game: Game, piece: i64) -> Frame | None:
        return CasualtyRoll(piece)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class CasualtyRoll(Frame):
    """The casualty roll: a D16, with a bonus for every niggling injury and for a decaying player. A lasting injury
    rolls a D6 as well. Then modules may undo it, and what stands is told."""

    def __init__(self, piece: i64, total: i64 = 0, reduced: i64 = 0) -> None:
        self.piece = piece
        self.total = total
        self.reduced = reduced

    def copy(self) -> Frame:
        return CasualtyRoll(self.piece, self.total, self.reduced)

    def begin(self, game: Game) -> i64:
        return game.roll(1, D16, clauses.CASUALTY_ROLL, self.roller(game))

    def roller(self, game: Game) -> i64:
        """The coach opposed to the victim rolls (O-INJ-01)."""
        return game.opponent(i64(game.side_of[self.piece]))

    def rolled(self, game: Game, dice: i64) -> i64:
        piece = self.piece
        if self.total == 0:
            self.total = die(dice, 0) + i64(game.squads.niggles[piece])
            if game.can(piece, ROTS):
                self.total += 1
            if casualty_row(self.total) != LASTING_INJURY_ROW:
                return self.suffer(game, NO_REDUCTION)
            what = ARMOUR_REDUCED
            while what <= STRENGTH_REDUCED:
                if can_be_reduced(game.squads, piece, what):
                    return game.roll(1, D6, clauses.LASTING_INJURY, self.roller(game))
                what += 1
            return self.suffer(game, NO_REDUCTION)
        what = reduction(die(dice, 0))
        if not can_be_reduced(game.squads, piece, what):  # (O-INJ-11)
            return game.roll(1, D6, clauses.LASTING_INJURY, self.roller(game))
        return self.suffer(game, what)

    def suffer(self, game: Game, what: i64) -> i64:
        row = casualty_row(self.total)
        game.tell(events.CASUALTY_SUFFERED, clauses.CASUALTY_ROLL, self.piece, row, self.total, what)
        self.reduced = what
        if game.rules.heard[CASUALTY_SUFFERED]:
            return game.call(Moment(CASUALTY_SUFFERED, self.piece, row))
        return self.returned(game, 0)

    def returned(self, game: Game, result: i64) -> i64:
        settle_casualty(game, self.piece, result_of(casualty_row(self.total), self.reduced))
        return game.done(0)
