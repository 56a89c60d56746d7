"""Coming into a square in StockBowl."""

from __future__ import annotations

from typing import final

from dungeonbowl.engine.procedures.move.arrivals import BallsFirst


@final
class TokensTakeTheFallen(BallsFirst):
    """The usual order, but the teleporter or chest of a player that went down comes before the balls that it dropped
    (S-TBALL-08, S-CHEST-19)."""

    def takes_the_fallen(self) -> bool:
        return True
