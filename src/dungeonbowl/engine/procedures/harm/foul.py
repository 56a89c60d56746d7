"""Fouls: a kick at a player that is down (O-FOUL). What the referee does is a policy of the edition."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import ARMOUR_UNHELPED, IGNORES_HARDER_HITS
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.block.dice import assists
from dungeonbowl.engine.procedures.harm.armour import ArmourRoll
from dungeonbowl.engine.procedures.harm.injury import HELD


def foul_bonus(game: Game, fouler: i64, victim: i64) -> i64:
    """The bonus of the assists of both sides to the armour roll (O-FOUL-03). Iron Hard Skin can cancel the assists
    against its player (O-INJ-12)."""
    helpers: i64 = (
        0 if is_hidebound(game, victim) or game.can(victim, ARMOUR_UNHELPED) else assists(game, fouler, victim, False)
    )
    return game.rules.tables.blows.foul_modifier + helpers - assists(game, victim, fouler, False)


def is_hidebound(game: Game, victim: i64) -> bool:
    return game.can(victim, IGNORES_HARDER_HITS) and game.rules.policies.injuries.hide_stops_help()


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Foul(Frame):
    """An armour roll against the victim, an injury roll if it breaks, then the referee (O-FOUL-03, O-FOUL-06)."""

    def __init__(self, fouler: i64, victim: i64) -> None:
        self.fouler = fouler
        self.victim = victim

    def copy(self) -> Frame:
        return Foul(self.fouler, self.victim)

    def begin(self, game: Game) -> i64:
        game.doubles = False  # the dice of this foul alone count (O-FOUL-04)
        bonus = foul_bonus(game, self.fouler, self.victim)
        game.tell(events.FOULED, clauses.FOUL, self.fouler, self.victim, bonus)
        return game.call(ArmourRoll(self.victim, clauses.FOULED, self.fouler, bonus))

    def returned(self, game: Game, result: i64) -> i64:
        harmed = result != HELD or game.square[self.victim] < 0
        frame = game.rules.policies.referee.after_foul(game, self.fouler, self.victim, harmed)
        if frame is not None:
            return game.become(frame)
        return game.done(0)
