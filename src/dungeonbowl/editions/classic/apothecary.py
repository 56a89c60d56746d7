"""The apothecary: once a match a knock-out is only a stun, or a casualty roll is made again (S-BASE-21)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr, u8

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import DECLINE, TREAT, action, kind_of, second_of
from dungeonbowl.engine.dice import D6, D8, die
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.harm.injury import stun
from dungeonbowl.engine.procedures.turn.purchases import dearer_side
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import APOTHECARIES
from dungeonbowl.engine.statuses import RESERVES, STUNNED

NOT_CALLED: Final[i64] = -1  # a result: the first roll stands


def may_treat(game: Game, piece: i64) -> bool:
    """Whether the side of a player has an apothecary that has not been used."""
    side = i64(game.side_of[piece])
    return side < game.squads.sides and game.side_value(side, APOTHECARIES) > 0


def call_apothecary(game: Game, piece: i64) -> None:
    side = i64(game.side_of[piece])
    game.set_side(side, APOTHECARIES, game.side_value(side, APOTHECARIES) - 1)


def patch_up(game: Game, piece: i64) -> None:
    """The player is treated and goes to Reserves."""
    game.status[piece] = u8(RESERVES)
    game.tell(events.TREATED, clauses.APOTHECARY, piece, RESERVES)


@final
class Apothecary(Module):
    """Offers the apothecary when a player is knocked out. (A casualty roll offers it itself.) `is_agreed`: every side
    has one."""

    def __init__(self, is_agreed: bool = False) -> None:
        self.is_agreed = is_agreed

    def name(self) -> str:
        return "apothecary"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        if self.is_agreed or dearer_side(squads) >= 0:  # a side may still hire one
            return False
        for team in squads.teams:
            if team.apothecaries > 0:
                return False
        return True

    def fading(self, game: Game, piece: i64) -> Frame | None:
        return KnockOutTreatment(piece) if may_treat(game, piece) else None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class KnockOutTreatment(Frame):
    """The coach may use the apothecary on a knocked-out player. The result is PASSED if it was used."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return KnockOutTreatment(self.piece)

    def begin(self, game: Game) -> i64:
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        game.offer(action(TREAT, self.piece))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return game.done(FAILED)
        call_apothecary(game, self.piece)
        if game.square[self.piece] < 0:
            patch_up(game, self.piece)
        else:
            stun(game, self.piece)
            game.tell(events.TREATED, clauses.APOTHECARY, self.piece, STUNNED)
        return game.done(PASSED)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class CasualtyTreatment(Frame):
    """The casualty is rolled again, and the coach chooses one of the two results. The result is the number chosen, or
    NOT_CALLED.

    `first` is the number rolled before, 0 if there was no roll; `second` is the new one.
    """

    def __init__(self, piece: i64, first: i64, second: i64 = 0) -> None:
        self.piece = piece
        self.first = first
        self.second = second

    def copy(self) -> Frame:
        return CasualtyTreatment(self.piece, self.first, self.second)

    def begin(self, game: Game) -> i64:
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        if self.second == 0:
            game.offer(action(TREAT, self.piece))
            game.offer(action(DECLINE))
        else:
            game.offer(action(TREAT, self.piece, self.first + 1))
            if self.second != self.first:
                game.offer(action(TREAT, self.piece, self.second + 1))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return game.done(NOT_CALLED)
        if self.second == 0:
            call_apothecary(game, self.piece)
            return game.roll(1, D6, clauses.APOTHECARY, game.opponent(i64(game.side_of[self.piece])))
        return game.done(second_of(action) - 1)

    def rolled(self, game: Game, dice: i64) -> i64:
        if self.second == 0:
            self.second = die(dice, 0) * 10
            return game.roll(1, D8, clauses.APOTHECARY, game.opponent(i64(game.side_of[self.piece])))
        self.second += die(dice, 0)
        game.offers = 0
        self.options(game)
        return game.ask_or_take(self, i64(game.side_of[self.piece]))
