"""The injury and casualty tables of CRP (S-BASE-14, S-BASE-15)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.editions.classic.apothecary import CasualtyTreatment, may_treat, patch_up
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import FRAGILE, INJURY_UNHELPED, ROTS, THICK_HEADED, WHIRLS
from dungeonbowl.engine.casualties import (
    AGILITY_REDUCED,
    ARMOUR_REDUCED,
    BADLY_HURT_ROW,
    DEAD_ROW,
    LASTING_INJURY_ROW,
    MOVEMENT_REDUCED,
    NO_REDUCTION,
    SERIOUS_INJURY_ROW,
    SERIOUSLY_HURT_ROW,
    STRENGTH_REDUCED,
    result_of,
    together,
)
from dungeonbowl.engine.dice import D6, D8, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import CASUALTY_SUFFERED
from dungeonbowl.engine.policies import Injuries
from dungeonbowl.engine.procedures.harm.injury import BADLY_HURT
from dungeonbowl.engine.procedures.harm.settling import settle_casualty
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.statuses import CASUALTY, KNOCKED_OUT, STUNNED

NO_NUMBER: Final[i64] = -1


def casualty_row(number: i64) -> i64:
    """The row of a casualty number of two digits, as the event has it; 0 is a casualty without a roll."""
    if number < 40:
        return BADLY_HURT_ROW
    if number < 50:
        return SERIOUSLY_HURT_ROW
    if number < 53:
        return SERIOUS_INJURY_ROW
    return LASTING_INJURY_ROW if number < 60 else DEAD_ROW


def reduction(number: i64) -> i64:
    """The characteristic that a lasting injury of this number reduces."""
    if casualty_row(number) != LASTING_INJURY_ROW:
        return NO_REDUCTION
    if number <= 54:
        return MOVEMENT_REDUCED
    if number <= 56:
        return ARMOUR_REDUCED
    return AGILITY_REDUCED if number == 57 else STRENGTH_REDUCED


@final
class ClassicInjuries(Injuries):
    """One injury table. Two rows differ for small players (Stunty), one for Thick Skull. A Ball & Chain player is never
    only stunned."""

    def injury_status(self, game: Game, piece: i64, total: i64) -> i64:
        status = self.table(game, piece, total)
        return KNOCKED_OUT if status == STUNNED and game.can(piece, WHIRLS) else status

    def table(self, game: Game, piece: i64, total: i64) -> i64:
        if total == 8 and game.can(piece, THICK_HEADED):
            return STUNNED
        if game.can(piece, FRAGILE) and not game.can(piece, INJURY_UNHELPED):
            if total == 7:
                return KNOCKED_OUT
            if total == 9:
                return BADLY_HURT
        if total <= 7:
            return STUNNED
        return KNOCKED_OUT if total <= 9 else CASUALTY

    def claws_count_last(self) -> bool:
        return True

    def help_is_chosen(self) -> bool:
        return True

    def injury_bonus(self, game: Game, piece: i64) -> i64:
        return i64(game.squads.niggles[piece])

    def casualty(self, game: Game, piece: i64) -> Frame | None:
        return ClassicCasualty(piece, 2 if game.can(piece, ROTS) else 1)

    def badly_hurt(self, game: Game, piece: i64) -> Frame | None:
        return ClassicCasualty(piece, 0)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ClassicCasualty(Frame):
    """The casualty roll: a D6 for the tens and a D8 for the units. A decaying player suffers two results. A player who
    is Badly Hurt by the injury roll itself needs no dice. Then modules may undo the casualty, knowing the worst row.

    In the end it is told what stands: both results of a decaying player; if the apothecary has rolled a result that the
    coach has chosen, only that one (S-BASE-21)."""

    def __init__(
        self,
        piece: i64,
        rolls: i64,
        tens: i64 = 0,
        row: i64 = 0,
        worst: i64 = 0,
        other: i64 = NO_NUMBER,
        is_told: bool = False,
    ) -> None:
        self.piece = piece
        self.rolls = rolls  # rolls that are still to be made
        self.tens = tens
        self.row = row
        self.worst = worst  # the number rolled for that row
        self.other = other  # the number of the second result of a decaying player
        self.is_told = is_told  # modules hear of it, or have heard

    def copy(self) -> Frame:
        return ClassicCasualty(
            self.piece,
            self.rolls,
            self.tens,
            self.row,
            self.worst,
            self.other,
            self.is_told,
        )

    def begin(self, game: Game) -> i64:
        if self.rolls == 0:
            return self.suffer(game, 0)
        return game.roll(1, D6, clauses.CASUALTY_ROLL, game.opponent(i64(game.side_of[self.piece])))

    def rolled(self, game: Game, dice: i64) -> i64:
        if self.tens == 0:
            self.tens = die(dice, 0)
            return game.roll(1, D8, clauses.CASUALTY_ROLL, game.opponent(i64(game.side_of[self.piece])))
        number = self.tens * 10 + die(dice, 0)
        self.tens = 0
        self.rolls -= 1
        return self.suffer(game, number)

    def suffer(self, game: Game, number: i64) -> i64:
        row = casualty_row(number)
        game.tell(events.CASUALTY_SUFFERED, clauses.CASUALTY_ROLL, self.piece, row, number, reduction(number))
        if row > self.row:
            if self.row > 0:
                self.other = self.worst
            self.row = row
            self.worst = number
        else:
            self.other = number
        if self.rolls > 0:
            return self.begin(game)
        if may_treat(game, self.piece):
            return game.call(CasualtyTreatment(self.piece, self.worst))
        return self.tell_modules(game)

    def returned(self, game: Game, result: i64) -> i64:
        """Modules have heard of the casualty. Or before that: the apothecary has chosen a number, or was not used: -1
        (S-BASE-21)."""
        if self.is_told:
            return self.settle(game)
        if result < 0:
            return self.tell_modules(game)
        if result != self.worst:
            self.worst = result
            self.other = NO_NUMBER
        self.row = casualty_row(result)
        game.tell(events.CASUALTY_SUFFERED, clauses.APOTHECARY, self.piece, self.row, result, reduction(result))
        if self.row == BADLY_HURT_ROW:
            patch_up(game, self.piece)
            return self.settle(game)
        return self.tell_modules(game)

    def tell_modules(self, game: Game) -> i64:
        if game.rules.heard[CASUALTY_SUFFERED]:
            self.is_told = True
            return game.call(Moment(CASUALTY_SUFFERED, self.piece, self.row))
        return self.settle(game)

    def settle(self, game: Game) -> i64:
        results = result_of(casualty_row(self.worst), reduction(self.worst))
        if self.other != NO_NUMBER:
            results = together(results, result_of(casualty_row(self.other), reduction(self.other)))
        settle_casualty(game, self.piece, results)
        return game.done(0)
