"""Secret Weapon: the player is sent off when the drive is over."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import BANNED
from dungeonbowl.engine.actions import BRIBE, DECLINE, action, kind_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import BRIBES
from dungeonbowl.engine.statuses import KNOCKED_OUT, SENT_OFF, TOOK_PART

BRIBE_NEEDED: Final[i64] = 2


@final
class SecretWeapon(Module):
    """A player that was in the dungeon with such a weapon during the drive is sent off at its end, unless it is a
    casualty.
    """

    def name(self) -> str:
        return "secret weapon"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(BANNED)

    def placed(self, game: Game, piece: i64, origin: i64, square: i64) -> None:
        if origin < 0 and game.can(piece, BANNED):
            game.conditions[piece] = game.conditions[piece] | TOOK_PART

    def drive_ended(self, game: Game) -> Frame | None:
        return Confiscation() if next_culprit(game, -1) < game.squads.count else None


def next_culprit(game: Game, after: i64) -> i64:
    """The next player that is to be sent off, or the number of pieces."""
    piece = after + 1
    while piece < game.squads.count:
        if (
            game.conditions[piece] & TOOK_PART != 0
            and game.can(piece, BANNED)
            and i64(game.status[piece]) <= KNOCKED_OUT
        ):
            break
        piece += 1
    return piece


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Confiscation(Frame):
    """The players are sent off one after the other, unless a bribe works. A coach may try several bribes while he has
    any.
    """

    def __init__(self, piece: i64 = -1) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return Confiscation(self.piece)

    def begin(self, game: Game) -> i64:
        self.piece = next_culprit(game, self.piece)
        if self.piece >= game.squads.count:
            return game.done(0)
        game.conditions[self.piece] = game.conditions[self.piece] & ~TOOK_PART
        return self.offer_bribe(game)

    def offer_bribe(self, game: Game) -> i64:
        side = i64(game.side_of[self.piece])
        if game.side_value(side, BRIBES) > 0:
            return game.ask(side)
        return self.send_off(game)

    def options(self, game: Game) -> None:
        game.offer(action(BRIBE))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return self.send_off(game)
        side = i64(game.side_of[self.piece])
        game.set_side(side, BRIBES, game.side_value(side, BRIBES) - 1)
        return game.roll(1, D6, clauses.BRIBE, side)

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        game.tell(events.BRIBED, clauses.BRIBE, i64(game.side_of[self.piece]), face)
        return self.begin(game) if face >= BRIBE_NEEDED else self.offer_bribe(game)

    def send_off(self, game: Game) -> i64:
        game.tell(events.SENT_OFF, clauses.WEAPON_BAN, self.piece)
        game.lift(self.piece, SENT_OFF)
        return self.begin(game)
