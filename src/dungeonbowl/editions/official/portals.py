"""Portals of the official game (O-PORTAL) and arrivals through them (O-DUG-04)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64, u8

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import NAVIGATES_PORTALS
from dungeonbowl.engine.actions import ACCEPT, REROLL, SKILL_REROLL, action
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import OWES_PORTAL, Game
from dungeonbowl.engine.moments import ENTERED_SQUARE, TELEPORTED
from dungeonbowl.engine.policies import Portals
from dungeonbowl.engine.procedures import ball as ball_chapter
from dungeonbowl.engine.procedures.injury import Injure
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.stat_test import rerolls_barred
from dungeonbowl.engine.statuses import LOST, ROOTED, STANDING

ROLLING: Final[i64] = 0
HURTING: Final[i64] = 1
LOSING_BALL: Final[i64] = 2
ENTERING: Final[i64] = 3
ARRIVED: Final[i64] = 4


@final
class OfficialPortals(Portals):
    """A D6 says where; the number of the portal being left means a mishap (O-PORTAL-02, O-PORTAL-12)."""

    def enters(self, game: Game, piece: i64, own_move: bool) -> Frame | None:
        return Teleport(piece, i64(game.square[piece]), own_move)

    def arrives(self, game: Game, piece: i64) -> Frame:
        return Teleport(piece, -1, False)

    def ball_lands(self, game: Game, ball: i64, square: i64) -> Frame | None:
        return ball_chapter.TeleportBall(ball)


@final
class Teleport(Frame):
    """One player is teleported from `origin` (-1: from outside), and whoever stood where it arrives after it.

    The order inside a chain: destination, mishap, arrival, injury of a second teleport, ball, then the displaced
    player does the same (O-PORTAL-16). A navigator may have its own destination rolled again (O-RR-08).
    """

    def __init__(
        self,
        piece: i64,
        origin: i64,
        own_move: bool,
        displaced: i64 = -1,
        stage: i64 = ROLLING,
        arrival: i64 = -1,
        rerolled: bool = False,
    ) -> None:
        self.piece = piece
        self.origin = origin
        self.own_move = own_move
        self.displaced = displaced
        self.stage = stage
        self.arrival = arrival
        self.rerolled = rerolled

    def copy(self) -> Frame:
        return Teleport(self.piece, self.origin, self.own_move, self.displaced, self.stage, self.arrival, self.rerolled)

    def args(self) -> list[object]:
        return [self.piece, self.origin, self.own_move, self.displaced, self.stage, self.arrival, self.rerolled]

    def begin(self, game: Game) -> i64:
        if self.origin < 0 and not game.has_portals():  # no way in: it stays where it is
            return game.done(0)
        clause = clauses.PORTAL if self.origin >= 0 else clauses.DUGOUT_ARRIVAL
        return game.roll(1, D6, clause, i64(game.side_of[self.piece]))

    def rolled(self, game: Game, dice: i64) -> i64:
        number = die(dice, 0)
        arrival = i64(game.portals[number - 1])
        if arrival < 0:  # a fragment of a dungeon may lack a portal: its number is rolled again
            return self.begin(game)
        self.arrival = arrival
        if not self.rerolled and self.navigates(game):
            return game.ask(i64(game.side_of[self.piece]))
        return self.go_through(game)

    def navigates(self, game: Game) -> bool:
        piece = self.piece
        if self.origin < 0 or not game.able(piece, NAVIGATES_PORTALS):
            return False
        before = game.square[piece]
        game.square[piece] = i16(self.origin)  # somebody else may stand there by now, but it leaves from there
        barred = rerolls_barred(game, piece, clauses.PORTAL)
        game.square[piece] = before
        return not barred

    def options(self, game: Game) -> None:
        game.offer(action(ACCEPT))
        game.offer(action(REROLL, SKILL_REROLL))

    def chosen(self, game: Game, action: i64) -> i64:
        if action & 0xFF == ACCEPT:
            return self.go_through(game)
        self.rerolled = True
        game.tell(events.REROLLED, clauses.PORTAL, i64(game.side_of[self.piece]), SKILL_REROLL)
        return self.begin(game)

    def go_through(self, game: Game) -> i64:
        if self.arrival == self.origin:
            return self.vanish(game)
        return self.arrive(game)

    def vanish(self, game: Game) -> i64:
        """A magical mishap: out of the game unharmed; the ball stays behind (O-PORTAL-13, O-PORTAL-14)."""
        piece = self.piece
        ball = game.ball_of(piece)
        game.tell(events.VANISHED, clauses.MISHAP, piece, self.origin)
        if game.square[piece] >= 0:
            game.lift(piece, LOST)
        else:  # displaced: the square is already somebody else's
            game.status[piece] = u8(LOST)
            game.tell(events.LEFT_PLAY, clauses.MISHAP, piece, LOST, self.origin)
        if ball >= 0:
            game.put_ball(ball, self.origin)
            game.tell(events.BALL_DROPPED, clauses.MISHAP, piece, ball, self.origin)
            return game.become(ball_chapter.Bounce(ball, clauses.SCATTER))
        return game.done(0)

    def arrive(self, game: Game) -> i64:
        """The square is taken at once; a former occupant is off the board until its own roll (O-PORTAL-15)."""
        piece = self.piece
        self.displaced = i64(game.occupant[self.arrival])
        if self.displaced >= 0:
            game.square[self.displaced] = -1
        if self.origin < 0:
            game.status[piece] = u8(STANDING)
            game.tell(events.ENTERED, clauses.DUGOUT_ARRIVAL, piece, self.arrival)
        else:
            game.tell(events.TELEPORTED, clauses.TELEPORT, piece, self.origin, self.arrival)
        game.place(piece, self.arrival)
        game.conditions[piece] = game.conditions[piece] & ~ROOTED
        game.count_teleport(piece)
        if self.own_move and piece == game.acting:
            game.progress |= OWES_PORTAL
        self.stage = ENTERING
        if game.teleports(piece) >= 2:  # every arrival after the first of a team turn (O-PORTAL-10)
            return game.call(Injure(piece, clauses.SECOND_TELEPORT))
        return self.enter(game)

    def enter(self, game: Game) -> i64:
        self.stage = HURTING
        if game.rules.heard[ENTERED_SQUARE] and game.square[self.piece] >= 0:
            return game.call(Moment(ENTERED_SQUARE, self.piece, 0))
        return self.arrived(game)

    def arrived(self, game: Game) -> i64:
        self.stage = ARRIVED
        if game.rules.heard[TELEPORTED] and game.square[self.piece] >= 0:
            return game.call(Moment(TELEPORTED, self.piece, self.origin))
        return self.displace(game)

    def displace(self, game: Game) -> i64:
        if self.displaced >= 0:
            return game.become(Teleport(self.displaced, self.arrival, False))
        return game.done(0)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == ENTERING:
            return self.enter(game)
        if self.stage == HURTING:
            return self.arrived(game)
        return self.displace(game)
