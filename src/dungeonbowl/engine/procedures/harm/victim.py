"""One player that is about to go down: the cause, the piece that did it, and the bonuses of the rolls against it
(O-DOWN, O-INJ)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine.frames import Value
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.statuses import ON_SPIKES, OWES_FALL

SPIKES: Final[i64] = 3  # the bonus of spikes to an armour roll


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Victim(Value):
    """A player that goes down.

    `bonus` is added to the armour roll, `wound` to the injury roll, `spare` to either of them. `source` is the piece
    that did it; -1 for the common source of all victims. `walled`: the player was knocked down against a wall that
    makes the blow worse. `broken`: its armour is broken already. `soft`: it is placed prone, without an armour roll and
    without a turnover.
    """

    def __init__(
        self,
        piece: i64,
        cause: i64,
        bonus: i64 = 0,
        source: i64 = -1,
        spare: i64 = 0,
        wound: i64 = 0,
        walled: bool = False,
        broken: bool = False,
        soft: bool = False,
    ) -> None:
        self.piece = piece
        self.cause = cause
        self.bonus = bonus
        self.source = source
        self.spare = spare
        self.wound = wound
        self.walled = walled
        self.broken = broken
        self.soft = soft

    def hurt_worse(self, armour: i64, injury: i64) -> Victim:
        """The same victim with more added to the rolls against it."""
        return Victim(
            self.piece,
            self.cause,
            self.bonus + armour,
            self.source,
            self.spare,
            self.wound + injury,
            self.walled,
            self.broken,
            self.soft,
        )

    def softened(self) -> Victim:
        """The same victim, but `soft`."""
        return Victim(
            self.piece,
            self.cause,
            self.bonus,
            self.source,
            self.spare,
            self.wound,
            self.walled,
            self.broken,
            True,
        )


def wounded(piece: i64, cause: i64) -> Victim:
    """A victim whose armour is broken already."""
    return Victim(piece, cause, broken=True)


def with_owed(game: Game, fallen: Victim) -> Victim:
    """The fall of a player together with the fall that its square has caused: one fall with the bonuses of both
    (A-DEF-14)."""
    piece = fallen.piece
    owed = game.conditions[piece] & (OWES_FALL | ON_SPIKES)
    if owed == 0:
        return fallen
    game.conditions[piece] = game.conditions[piece] & ~(OWES_FALL | ON_SPIKES)
    return fallen.hurt_worse(SPIKES, 0) if owed & ON_SPIKES != 0 else fallen
