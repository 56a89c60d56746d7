"""Collision pushing (A-PUSH): a die and the difference in Strength decide what happens when a pushed player meets
another."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.core.pushing import ChangedPushing
from dungeonbowl.engine import clauses
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.block.squares import FELLS_FIRST, FELLS_SECOND, PUSHES_ON
from dungeonbowl.engine.tables import ALWAYS_TURNOVER

# The effect of each row of the table, from 1 on (A-PUSH-02 to A-PUSH-06).
ROWS: Final = vec[i64](
    [
        int(FELLS_FIRST),
        0,
        int(PUSHES_ON | FELLS_FIRST),
        int(PUSHES_ON | FELLS_FIRST),
        int(PUSHES_ON | FELLS_FIRST | FELLS_SECOND),
        int(PUSHES_ON | FELLS_SECOND),
    ]
)


def install(c: Composition) -> None:
    c.pushing = CollisionPushing(c.pushing)
    c.tables.set_turnover(clauses.COLLIDED, ALWAYS_TURNOVER)
    c.cite(int(clauses.COLLISION_PUSH), "A-PUSH-01")
    c.cite(int(clauses.COLLIDED), "A-PUSH-11")


@final
class CollisionPushing(ChangedPushing):
    """The squares are as before; for a chain push the table is used."""

    def collides(self) -> bool:
        return True

    def collision(self, game: Game, piece: i64, other: i64, face: i64) -> i64:
        """The row of the table: below 1 counts as 1, above 6 as 6. Strength is without assists, also for players who
        are down (A-PUSH-10)."""
        row = face + game.strength(piece) - game.strength(other)
        if row < 1:
            row = 1
        elif row > 6:
            row = 6
        return ROWS[row - 1]
