"""Reserves: one player a team turn comes in and acts at once (A-TURN-02 to A-TURN-05). The Magic Sponge (A-SPONGE)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.actions import ENTER_RESERVE, USE_SPONGE, first_of, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.policies import Dugout
from dungeonbowl.engine.procedures.turn.activation import Activation
from dungeonbowl.engine.procedures.turn.sponge import Sponge, is_fresh
from dungeonbowl.engine.progress import FINISHED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import DUGOUT_USED, NOBODY, SPONGES_USED, USED
from dungeonbowl.engine.statuses import ACTIVATED, KNOCKED_OUT, RESERVES, STANDING, STATUS_NAMES


@final
class Sponges(Module):
    """Knows which sides have used their sponge. It hears no moment."""

    def name(self) -> str:
        return "sponges"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return True

    def is_left(self, game: Game, side: i64) -> bool:
        return game.side_value(side, SPONGES_USED) == 0

    def is_usable(self, game: Game, side: i64) -> bool:
        """Whether the sponge can still help: it is unused, and a player of the side is knocked out (A-TURN-08)."""
        if not self.is_left(game, side):
            return False
        piece = game.first_piece(side)
        while piece < game.last_piece(side):
            if i64(game.status[piece]) == KNOCKED_OUT:
                return True
            piece += 1
        return False

    def read_state(self, game: Game, letters: dict[str, int], table: dict[str, list[int]]) -> None:
        """A scene states which sides have used their sponge: `used = [0]`."""
        for side in table["used"]:
            game.set_side(i64(side), SPONGES_USED, 1)

    def show_state(self, game: Game, letters: dict[str, int]) -> dict[str, list[int]]:
        return {"used": [side for side in range(int(game.squads.sides)) if not self.is_left(game, i64(side))]}


@final
class ReservesAndSponge(Dugout):
    """One player a team turn comes in through a random teleporter. Once a game the sponge is used: before anything
    else, or with `any_time` also between two activations (A-SPONGE-02)."""

    def __init__(self, sponges: Sponges, any_time: bool = False) -> None:
        self.sponges = sponges
        self.any_time = any_time

    def offers(self, game: Game, side: i64) -> None:
        enters = game.side_value(side, USED) & DUGOUT_USED == 0 and game.has_portals()
        sponge = self.sponges.is_left(game, side)
        if not enters and not sponge:
            return
        if sponge and not self.any_time and not is_fresh(game, side):
            sponge = False
        piece = game.first_piece(side)
        last = game.last_piece(side)
        while piece < last:
            status = i64(game.status[piece])
            if status == RESERVES:
                if enters and game.conditions[piece] & ACTIVATED == 0:
                    game.offer(ENTER_RESERVE | piece << 8)
            elif status == KNOCKED_OUT and sponge:
                game.offer(USE_SPONGE | piece << 8)
            piece += 1

    def frame(self, game: Game, side: i64, action: i64) -> Frame:
        if kind_of(action) == USE_SPONGE:
            game.set_side(side, SPONGES_USED, 1)
            return Sponge(first_of(action))
        game.set_side(side, USED, game.side_value(side, USED) | DUGOUT_USED)
        return ComeIn(first_of(action))

    def objection(self, game: Game, side: i64, piece: i64, kind: i64) -> str:
        status = i64(game.status[piece])
        if kind == USE_SPONGE:
            if status != KNOCKED_OUT:
                return "the player is not knocked out"
            if not self.sponges.is_left(game, side):
                return "the sponge of this team has been used in this game"
            return "the sponge is used before anybody of the team is activated" if not is_fresh(game, side) else ""
        if status != RESERVES:
            return f"the player is {STATUS_NAMES[status]}, not in Reserves"
        if game.side_value(side, USED) & DUGOUT_USED != 0:
            return "a player has entered this turn already"
        if game.conditions[piece] & ACTIVATED != 0:
            return "the player has been activated this turn"
        return "" if game.has_portals() else "there is no teleporter to enter by"


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ComeIn(Frame):
    """A player enters through a teleporter, and that begins its activation: it costs no movement (A-TURN-03)."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return ComeIn(self.piece)

    def begin(self, game: Game) -> i64:
        game.acting = self.piece
        game.declared = 0
        game.target = NOBODY
        game.progress = 0
        return game.call(game.rules.policies.portals.arrives(game, self.piece))

    def returned(self, game: Game, result: i64) -> i64:
        piece = self.piece
        lost = game.square[piece] < 0 or i64(game.status[piece]) != STANDING or game.progress & FINISHED != 0
        if lost or game.turnover != 0:
            game.acting = NOBODY
            game.conditions[piece] = game.conditions[piece] | ACTIVATED
            return game.done(0)
        return game.become(Activation(piece))
