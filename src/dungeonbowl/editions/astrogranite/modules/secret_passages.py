"""Secret passages: one hidden place between two squares of the board (A-SECR).

The engine knows how a passage joins its ends (`Dungeon.links`), for marking, blocking, pushing and walking. This module
says what moving through it costs, and which players assist in a fight around it.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.engine import clauses
from dungeonbowl.engine.actions import SLIP_TO, action, first_of, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.passages import are_linked
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.block.dice import helps_when_marked
from dungeonbowl.engine.procedures.move.step import Step, is_barred, price
from dungeonbowl.engine.procedures.turn.offers import is_rooted
from dungeonbowl.engine.setup import Squads

WAY_OUT: Final[i64] = 1  # added to the cost of a step
UNCHANGED: Final[i64] = -1


def install(c: Composition) -> None:
    c.modules.append(SecretPassages())
    c.cite(int(clauses.PASSAGE), "A-SECR-03")
    c.cite(int(clauses.PASSAGE_BALL), "A-SECR-11")


def is_inside(game: Game, square: i64) -> bool:
    """Whether a place is the inside of a passage: it is on no square of the map."""
    return square >= 0 and game.dungeon.column[square] < 0


@final
class SecretPassages(Module):
    """In for one square of movement, out for two; players inside get no assists (A-SECR-03, A-SECR-05)."""

    def name(self) -> str:
        return "secret passages"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not dungeon.linked

    def watches_floor(self) -> bool:
        return False

    def step_cost(self, game: Game, piece: i64, origin: i64, square: i64) -> i64:
        return WAY_OUT if is_inside(game, origin) else 0

    def bars_step(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        """Pieces larger than one square do not fit in (A-SECR-12)."""
        return i64(game.squads.size[piece]) > 1 and is_inside(game, square)

    def step_objection(self, game: Game, piece: i64, origin: i64, square: i64) -> str:
        return "the player is too big for the passage"

    def offers_moves(self, game: Game, piece: i64) -> None:
        if is_rooted(game, piece):
            return
        here = i64(game.square[piece])
        left = game.moves_left + game.rushes_left
        index = here * 2
        while index < here * 2 + 2:
            there = i64(game.dungeon.links[index])
            if there >= 0 and i64(game.occupant[there]) == FREE and not is_barred(game, piece, here, there):
                if price(game, piece, here, there) <= left:
                    game.offer(action(SLIP_TO, there))
            index += 1

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        return Step(piece, first_of(action)) if kind_of(action) == SLIP_TO else None

    def counts_assists(self, game: Game, helped: i64, against: i64) -> i64:
        """No assists for a player who is inside or blocks into the passage. A player who is blocked from inside is
        assisted by team-mates beside it (A-SECR-05, A-SECR-06)."""
        square = i64(game.square[helped])
        other = i64(game.square[against])
        if is_inside(game, square):
            return 0
        if not is_inside(game, other):
            return UNCHANGED
        if helped == game.acting:
            return 0
        # a block that is only considered, not made
        if against != game.acting and i64(game.side_of[helped]) == game.active:
            return 0
        return defenders(game, helped, square, other)


def defenders(game: Game, helped: i64, square: i64, inside: i64) -> i64:
    """Unmarked team-mates beside the end where a player is blocked from inside; those at the other end do not count."""
    side = i64(game.side_of[helped])
    count: i64 = 0
    direction: i64 = 0
    while direction < 8:
        neighbour = i64(game.steps[square * 8 + direction])
        direction += 1
        if neighbour < 0 or are_linked(game, inside, neighbour):
            continue
        mate = i64(game.occupant[neighbour])
        if mate >= 0 and i64(game.side_of[mate]) == side and game.has_zone(mate):
            if game.marks_on(side, neighbour) == 0 or helps_when_marked(game, mate, True):
                count += 1
    return count
