"""Pick-me-up: fallen team-mates stand up while the other side has its turn."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr, u8

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import ROUSES_FALLEN
from dungeonbowl.engine.actions import DECLINE, USE, action, kind_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import PRONE, STANDING

REACH: Final[i64] = 3
NEEDED: Final[i64] = 5


@final
class PickMeUp(Module):
    """Rolled at the end of every team turn of another side. The distance is counted through walls (O-TERM-09)."""

    def name(self) -> str:
        return "pick-me-up"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(ROUSES_FALLEN)

    def team_turn_ended(self, game: Game, side: i64) -> Frame | None:
        return RouseFallen(side) if next_fallen(game, side, 0) >= 0 else None


def next_fallen(game: Game, side: i64, piece: i64) -> i64:
    """The first piece from this one on that may be roused at the end of a turn of `side`, or -1."""
    while piece < game.squads.count:
        if i64(game.status[piece]) == PRONE and i64(game.side_of[piece]) != side and is_near_rouser(game, piece):
            return piece
        piece += 1
    return -1


def is_near_rouser(game: Game, piece: i64) -> bool:
    square = i64(game.square[piece])
    side = i64(game.side_of[piece])
    if side >= game.squads.sides:
        return False
    mate = game.first_piece(side)
    while mate < game.last_piece(side):
        if game.able(mate, ROUSES_FALLEN) and game.dungeon.within(square, i64(game.square[mate]), REACH):
            return True
        mate += 1
    return False


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class RouseFallen(Frame):
    """One die for each prone (not stunned) player near such a team-mate: on 5+ it stands up. Where
    `Options.skills_asked` is set, its coach may leave it prone. A player that has stood up may use the ability itself;
    each piece is rolled for once."""

    def __init__(self, side: i64, piece: i64 = -1) -> None:
        self.side = side
        self.piece = piece

    def copy(self) -> Frame:
        return RouseFallen(self.side, self.piece)

    def begin(self, game: Game) -> i64:
        self.piece = next_fallen(game, self.side, self.piece + 1)
        if self.piece < 0:
            return game.done(0)
        return game.roll(1, D6, clauses.ROUSED, i64(game.side_of[self.piece]))

    def rolled(self, game: Game, dice: i64) -> i64:
        natural = die(dice, 0)
        roused = natural >= NEEDED
        game.tell(events.TESTED, clauses.ROUSED, self.piece, natural, NEEDED, 1 if roused else 0)
        if roused and game.rules.tables.options.skills_asked:
            return game.ask(i64(game.side_of[self.piece]))
        return self.rise(game) if roused else self.begin(game)

    def options(self, game: Game) -> None:
        game.offer(self.usual(game))
        game.offer(action(DECLINE))

    def usual(self, game: Game) -> i64:
        return action(USE, ROUSES_FALLEN, self.piece)

    def chosen(self, game: Game, action: i64) -> i64:
        return self.rise(game) if kind_of(action) == USE else self.begin(game)

    def rise(self, game: Game) -> i64:
        game.status[self.piece] = u8(STANDING)
        game.tell(events.STOOD_UP, clauses.ROUSED, self.piece)
        return self.begin(game)
