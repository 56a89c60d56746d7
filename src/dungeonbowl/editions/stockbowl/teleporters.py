"""Teleporters and the players they carry (S-TELE, S-TBALL-01 to -04 and -08)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64, mypyc_attr, u8

from dungeonbowl.dungeon.directions import scatter_direction
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.dice import D6, D8, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import BARRED, FREE
from dungeonbowl.engine.policies import Portals
from dungeonbowl.engine.procedures.ball.bounce import TeleportBall
from dungeonbowl.engine.procedures.block.push import REFUSING, Push
from dungeonbowl.engine.procedures.block.pushed import LAST_OF_CHAIN, TARGET_MOVED
from dungeonbowl.engine.procedures.move.arrive import Arrive
from dungeonbowl.engine.progress import FINISHED
from dungeonbowl.engine.statuses import KNOCKED_OUT, ROOTED, STANDING

KEPT: Final[i64] = 4  # the ball comes along on this roll or more
ALL_AROUND: Final[i64] = 255  # a bit for every direction

DEPARTING: Final[i64] = 0
SCATTERING: Final[i64] = 1
MAKING_ROOM: Final[i64] = 2
KEEPING: Final[i64] = 3
SENDING_BALL: Final[i64] = 4
ARRIVING: Final[i64] = 5


@final
class Teleporters(Portals):
    """A D6 says which teleporter, a D8 the square beside it; the number of the teleporter entered means the ether
    (S-TELE-04, -05)."""

    def enters(self, game: Game, piece: i64, own_move: bool) -> Frame | None:
        return Transport(piece, i64(game.square[piece]))

    def arrives(self, game: Game, piece: i64) -> Frame:
        return Transport(piece, -1)

    def ball_lands(self, game: Game, ball: i64, square: i64) -> Frame | None:
        return TeleportBall(ball, clauses.BALL_ARRIVAL, True)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Transport(Frame):
    """One player goes through a teleporter: from `origin`, or from outside (-1), to a square beside another teleporter.

    While it looks for a square it is on no square, like a thrown player. `closed` has a bit for each direction in which
    it cannot come out: those are rolled again, and if all are closed the player is lost (S-TELE-08, -09). Then, in this
    order: a player in the square is displaced; the ball is kept or goes its own way; the square takes effect on the
    player; last, the square of the displaced player takes effect on that player (S-TELE-10, -11, S-TBALL-08).
    """

    def __init__(
        self,
        piece: i64,
        origin: i64,
        stage: i64 = DEPARTING,
        exit: i64 = -1,
        closed: i64 = 0,
        direction: i64 = 0,
        displaced: i64 = -1,
    ) -> None:
        self.piece = piece
        self.origin = origin
        self.stage = stage
        self.exit = exit
        self.closed = closed
        self.direction = direction
        self.displaced = displaced

    def copy(self) -> Frame:
        return Transport(self.piece, self.origin, self.stage, self.exit, self.closed, self.direction, self.displaced)

    def begin(self, game: Game) -> i64:
        if self.origin < 0 and not game.has_portals():  # there is no way in
            return game.done(0)
        clause = clauses.PORTAL if self.origin >= 0 else clauses.DUGOUT_ARRIVAL
        return game.roll(1, D6, clause, i64(game.side_of[self.piece]))

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        if self.stage == SCATTERING:
            return self.scatter(game, scatter_direction(face))
        if self.stage == KEEPING:
            return self.keep(game, face)
        exit = i64(game.portals[face - 1])
        if exit < 0:  # a part of a dungeon may lack a teleporter: its number is rolled again
            return self.begin(game)
        if exit == self.origin:
            return self.lose(game, True)
        self.exit = exit
        return self.come_out(game)

    # --- the ether --------------------------------------------------------------------------------------------------

    def lose(self, game: Game, costly: bool) -> i64:
        """The player is lost and goes to the knocked-out box; its ball is not lost with it (S-TELE-05, -06,
        S-TBALL-03)."""
        piece = self.piece
        ball = game.ball_of(piece)
        square = self.origin if self.origin >= 0 else self.exit
        game.tell(events.VANISHED, clauses.MISHAP, piece, square)
        if game.square[piece] >= 0:
            game.lift(piece, KNOCKED_OUT)
        else:
            game.status[piece] = u8(KNOCKED_OUT)
            if piece == game.acting:
                game.progress |= FINISHED
            game.tell(events.LEFT_PLAY, clauses.MISHAP, piece, KNOCKED_OUT, square)
        if costly and i64(game.side_of[piece]) == game.active:
            game.cause_turnover(clauses.TURNOVER_ETHER)
        if ball < 0:
            return game.done(0)
        game.tell(events.BALL_DROPPED, clauses.MISHAP, piece, ball, square)
        return game.become(self.ball_journey(game, ball))

    def ball_journey(self, game: Game, ball: i64) -> Frame:
        """The ball enters the teleporter its carrier entered."""
        game.put_ball(ball, self.origin)
        journey = game.rules.policies.portals.ball_lands(game, ball, self.origin)
        assert journey is not None
        return journey

    # --- the scatter --------------------------------------------------------------------------------------------------

    def come_out(self, game: Game) -> i64:
        piece = self.piece
        if self.origin >= 0:
            game.occupant[self.origin] = i16(FREE)
            game.square[piece] = i16(-1)
            game.tell(events.TELEPORTED, clauses.TELEPORT, piece, self.origin, self.exit)
            game.count_teleport(piece)
        else:
            game.tell(events.ENTERED, clauses.DUGOUT_ARRIVAL, piece, self.exit)
        self.stage = SCATTERING
        direction: i64 = 0
        while direction < 8:
            if is_closed(game, i64(game.steps[self.exit * 8 + direction])):
                self.closed |= i64(1) << direction
            direction += 1
        return self.try_again(game)

    def try_again(self, game: Game) -> i64:
        if self.closed == ALL_AROUND:
            return self.lose(game, False)
        return game.roll(1, D8, clauses.PORTAL_SCATTER, -1)

    def scatter(self, game: Game, direction: i64) -> i64:
        if self.closed >> direction & 1 != 0:
            return self.try_again(game)
        self.direction = direction
        occupant = i64(game.occupant[self.target(game)])
        if occupant < 0:
            return self.land(game)
        self.stage = MAKING_ROOM
        self.displaced = occupant
        return game.call(Push(-1, occupant, False, REFUSING, -1, direction))

    def target(self, game: Game) -> i64:
        return i64(game.steps[self.exit * 8 + self.direction])

    def make_room(self, game: Game, result: i64) -> i64:
        """A player who cannot be displaced closes the square (S-TELE-08)."""
        if result & TARGET_MOVED == 0:
            self.displaced = -1
            self.stage = SCATTERING
            self.closed |= i64(1) << self.direction
            return self.try_again(game)
        self.displaced = result >> LAST_OF_CHAIN
        return self.land(game)

    def land(self, game: Game) -> i64:
        piece = self.piece
        square = self.target(game)
        if self.origin < 0:
            game.status[piece] = u8(STANDING)
        game.place(piece, square)
        game.tell(events.MOVED, clauses.PORTAL_SCATTER, piece, self.exit, square)
        if self.origin >= 0 and game.ball_of(piece) >= 0:
            self.stage = KEEPING
            return game.roll(1, D6, clauses.KEEP_BALL, i64(game.side_of[piece]))
        return self.settle(game)

    # --- what comes after ---------------------------------------------------------------------------------------------

    def keep(self, game: Game, face: i64) -> i64:
        """This die cannot be re-rolled (S-TBALL-01, -02)."""
        piece = self.piece
        ball = game.ball_of(piece)
        if face >= KEPT:
            game.tell(events.BALL_KEPT, clauses.KEEP_BALL, piece, ball, face)
            return self.settle(game)
        if i64(game.side_of[piece]) == game.active:
            game.cause_turnover(clauses.TURNOVER_BALL_ASTRAY)
        game.tell(events.BALL_DROPPED, clauses.KEEP_BALL, piece, ball, i64(game.square[piece]))
        self.stage = SENDING_BALL
        return game.call(self.ball_journey(game, ball))

    def settle(self, game: Game) -> i64:
        """The square takes effect on the player: no ball is picked up there (S-TELE-11)."""
        if self.displaced < 0:
            return game.become(Arrive(self.piece, False, False))
        self.stage = ARRIVING
        return game.call(Arrive(self.piece, False, False))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == MAKING_ROOM:
            return self.make_room(game, result)
        if self.stage == SENDING_BALL:
            return self.settle(game)
        return game.become(Arrive(self.displaced, False, False))


def is_closed(game: Game, square: i64) -> bool:
    """Whether no player can come out there: rock, a door, or a player who has taken root."""
    if square < 0 or i64(game.dungeon.zone[square]) >= 0:
        return True
    occupant = i64(game.occupant[square])
    return occupant == BARRED or (occupant >= 0 and game.conditions[occupant] & ROOTED != 0)
