"""A ball that no player could ever reach teleports (A-BALL-09)."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.islands import is_way
from dungeonbowl.engine import clauses
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.ball.bounce import TeleportBall
from dungeonbowl.engine.setup import Squads


@final
class LostBalls(Module):
    """Checks the balls at the start of every team turn. In a dungeon where every square can be reached it is idle."""

    def name(self) -> str:
        return "lost_balls"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return is_one_piece(dungeon)

    def team_turn_began(self, game: Game, side: i64) -> Frame | None:
        ball = lost_ball(game, 0)
        return Recall(ball) if ball >= 0 else None


def lost_ball(game: Game, ball: i64) -> i64:
    """The first ball, from this number on, that no player could ever reach; -1 if there is none."""
    while ball < len(game.balls):
        square = i64(game.balls[ball])
        if square >= 0 and not has_company(game, square) and within_reach(game)[square] == 0:
            return ball
        ball += 1
    return -1


def has_company(game: Game, square: i64) -> bool:
    """Whether a player is on the same island: then that player can reach the square. This quick check is nearly always
    enough."""
    island = game.dungeon.island_of(square)
    piece: i64 = 0
    while piece < game.squads.count:
        place = i64(game.square[piece])
        if place >= 0 and i64(game.side_of[piece]) < game.squads.sides and game.dungeon.island_of(place) == island:
            return island >= 0
        piece += 1
    return False


def within_reach(game: Game) -> vec[u8]:
    """A 1 for every square that a player in the dungeon could ever reach; all squares if no player is there.

    Pieces, chests and movement do not count; doors and teleporters are ways."""
    dungeon = game.dungeon
    reached = vec[u8](bytes(dungeon.count))
    waiting = vec[i64]()
    piece: i64 = 0
    while piece < game.squads.count:
        square = i64(game.square[piece])
        if square >= 0 and i64(game.side_of[piece]) < game.squads.sides and reached[square] == 0:
            reached[square] = u8(1)
            waiting = append(waiting, square)
        piece += 1
    if len(waiting) == 0:
        return vec[u8]([1] * int(dungeon.count))
    through = False  # whether the teleporters have been reached
    looked: i64 = 0
    while looked < len(waiting):
        square = waiting[looked]
        looked += 1
        waiting = look_around(dungeon, square, reached, waiting)
        if not through and game.portal_number(square) > 0:
            through = True
            for node in game.portals:
                portal = i64(node)
                if portal >= 0 and reached[portal] == 0:
                    reached[portal] = u8(1)
                    waiting = append(waiting, portal)
    return reached


def look_around(dungeon: Dungeon, square: i64, reached: vec[u8], waiting: vec[i64]) -> vec[i64]:
    """Mark the squares beside a square, and those that passages and ladders join to it. Returns the list of squares
    still to look around, with the new ones."""
    direction: i64 = 0
    while direction < 8:
        waiting = come_to(dungeon, i64(dungeon.bordering[square * 8 + direction]), reached, waiting)
        direction += 1
    if dungeon.linked:
        waiting = come_to(dungeon, i64(dungeon.links[square * 2]), reached, waiting)
        waiting = come_to(dungeon, i64(dungeon.links[square * 2 + 1]), reached, waiting)
    for ladder in dungeon.ladders:
        if ladder.foot == square:
            waiting = come_to(dungeon, ladder.top, reached, waiting)
        elif ladder.top == square:
            waiting = come_to(dungeon, ladder.foot, reached, waiting)
    return waiting


def come_to(dungeon: Dungeon, square: i64, reached: vec[u8], waiting: vec[i64]) -> vec[i64]:
    if square < 0 or reached[square] != 0:
        return waiting
    reached[square] = u8(1)
    return append(waiting, square) if is_way(i64(dungeon.terrain[square])) else waiting


def is_one_piece(dungeon: Dungeon) -> bool:
    """Whether every square can be reached on foot from every other. A player can go down from a height, but not
    back."""
    if dungeon.has_drops:
        return False
    node: i64 = 0
    while node < dungeon.count:
        if dungeon.island_of(node) > 0:
            return False
        node += 1
    return True


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Recall(Frame):
    """One ball that cannot be reached teleports, as if it were on a teleporter; then the next such ball is looked
    for."""

    def __init__(self, ball: i64) -> None:
        self.ball = ball

    def copy(self) -> Frame:
        return Recall(self.ball)

    def begin(self, game: Game) -> i64:
        if not game.has_portals():
            return game.done(0)
        return game.call(TeleportBall(self.ball, clauses.BOUNCE))

    def returned(self, game: Game, result: i64) -> i64:
        """A ball that again ends out of reach waits for the next team turn."""
        ball = lost_ball(game, self.ball + 1)
        return game.become(Recall(ball)) if ball >= 0 else game.done(0)
