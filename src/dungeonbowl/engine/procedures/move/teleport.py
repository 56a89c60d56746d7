"""Portals that carry a player to another portal. A player that stood there goes on to a third (O-PORTAL, A-TELE)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64, mypyc_attr, u8

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import NAVIGATES_PORTALS, SENSES_PORTALS
from dungeonbowl.engine.actions import ACCEPT, CHOOSE_PORTAL, REROLL, SKILL_REROLL, action, first_of, kind_of
from dungeonbowl.engine.dice import die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import ENTERED_SQUARE, TELEPORTED
from dungeonbowl.engine.procedures.ball import bounce as ball_chapter
from dungeonbowl.engine.procedures.harm import down as down_chapter
from dungeonbowl.engine.procedures.harm.injury import Injure
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.stat_test import rerolls_barred
from dungeonbowl.engine.progress import OWES_PORTAL
from dungeonbowl.engine.statuses import LOST, ROOTED, STANDING

ROLLING: Final[i64] = 0
ENTERING: Final[i64] = 1
LOSING_BALL: Final[i64] = 2
HURTING: Final[i64] = 3
TELLING: Final[i64] = 4


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Teleport(Frame):
    """One player is teleported from `origin` (-1: from outside). A player that stood where it arrives is teleported
    after it.

    The die has as many faces as there are portals. The order inside a chain: destination, mishap, arrival, injury of a
    second teleport, ball; then the displaced player does the same (O-PORTAL-16). A player with the skill for it may
    re-roll its own destination (O-RR-08).
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
        other: i64 = -1,
    ) -> None:
        self.piece = piece
        self.origin = origin
        self.own_move = own_move
        self.displaced = displaced
        self.stage = stage
        self.arrival = arrival
        self.rerolled = rerolled
        self.other = other  # the second of two destinations, the other is `arrival`

    def copy(self) -> Frame:
        return Teleport(
            self.piece,
            self.origin,
            self.own_move,
            self.displaced,
            self.stage,
            self.arrival,
            self.rerolled,
            self.other,
        )

    def begin(self, game: Game) -> i64:
        if self.arrival >= 0:  # the destination is known
            return self.arrive(game)
        if self.origin < 0 and not game.has_portals():  # no way in: the player stays where it is
            return game.done(0)
        clause = clauses.PORTAL if self.origin >= 0 else clauses.DUGOUT_ARRIVAL
        count: i64 = 2 if self.is_sensed(game) else 1
        return game.roll(count, len(game.portals), clause, i64(game.side_of[self.piece]))

    def is_sensed(self, game: Game) -> bool:
        """Whether the player may choose between two dice: if it moves itself or comes from outside, not if it is
        displaced (A-SKILL-06)."""
        if not game.rules.policies.portals.has_choice(game, self.piece):
            return False
        return self.origin < 0 or (self.own_move and self.piece == game.acting)

    def rolled(self, game: Game, dice: i64) -> i64:
        arrival = i64(game.portals[die(dice, 0) - 1])
        if self.is_sensed(game):
            other = i64(game.portals[die(dice, 1) - 1])
            if arrival < 0:
                arrival = other
            elif other >= 0 and other != arrival:
                self.arrival = arrival
                self.other = other
                return game.ask(i64(game.side_of[self.piece]))
        if arrival < 0:  # a part of a dungeon may lack this portal: roll again
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
        game.square[piece] = i16(self.origin)  # another player may stand there by now, but this one leaves from there
        barred = rerolls_barred(game, piece, clauses.PORTAL)
        game.square[piece] = before
        return not barred

    def regretted_by(self, game: Game, dice: i64) -> i64:
        """Whatever the portal is, the coach may want another one."""
        return self.piece

    def options(self, game: Game) -> None:
        if self.other >= 0:
            game.offer(action(CHOOSE_PORTAL, self.arrival))
            game.offer(action(CHOOSE_PORTAL, self.other))
            return
        game.offer(action(ACCEPT))
        game.offer(action(REROLL, SKILL_REROLL))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == CHOOSE_PORTAL:
            self.arrival = first_of(action)
            self.other = -1
            game.tell(events.SKILL_USED, clauses.PORTAL, self.piece, SENSES_PORTALS)
            return self.go_through(game)
        if kind_of(action) == ACCEPT:
            return self.go_through(game)
        self.arrival = -1
        self.rerolled = True
        game.tell(events.REROLLED, clauses.PORTAL, i64(game.side_of[self.piece]), SKILL_REROLL)
        return self.begin(game)

    def go_through(self, game: Game) -> i64:
        if self.arrival == self.origin:
            return self.vanish(game)
        return self.arrive(game)

    def vanish(self, game: Game) -> i64:
        """A magical mishap: the player is out of the game unharmed, and the ball stays (O-PORTAL-13, O-PORTAL-14)."""
        piece = self.piece
        game.tell(events.VANISHED, clauses.MISHAP, piece, self.origin)
        if game.square[piece] >= 0:
            game.lift(piece, LOST)
        else:  # displaced: another player stands in the square already
            game.status[piece] = u8(LOST)
            game.tell(events.LEFT_PLAY, clauses.MISHAP, piece, LOST, self.origin)
        self.stage = LOSING_BALL
        return self.lose_ball(game)

    def lose_ball(self, game: Game) -> i64:
        """The player loses all balls that it held, one after the other."""
        ball = down_chapter.first_held(game, self.piece)
        if ball < 0:
            return game.done(0)
        game.put_ball(ball, self.origin)
        game.tell(events.BALL_DROPPED, clauses.MISHAP, self.piece, ball, self.origin)
        return game.call(ball_chapter.Bounce(ball, clauses.SCATTER))

    def arrive(self, game: Game) -> i64:
        """The player takes the square at once. A former occupant is off the board until its own roll (O-PORTAL-15)."""
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
        tables = game.rules.tables
        if game.rules.policies.footwork.roots_hold():
            game.conditions[piece] = game.conditions[piece] & ~ROOTED
        if self.own_move and piece == game.acting and tables.movement.portal_recovery > 0:
            game.progress |= OWES_PORTAL
        self.stage = HURTING
        if game.rules.policies.portals.arrivals_hurt():
            game.count_teleport(piece)
            if game.teleports(piece) >= 2:  # every arrival after the first of a team turn (O-PORTAL-10)
                return game.call(Injure(piece, clauses.SECOND_TELEPORT))
        return self.enter(game)

    def enter(self, game: Game) -> i64:
        self.stage = ENTERING
        if game.rules.heard[ENTERED_SQUARE] and game.square[self.piece] >= 0:
            return game.call(Moment(ENTERED_SQUARE, self.piece, 0))
        return self.arrived(game)

    def arrived(self, game: Game) -> i64:
        self.stage = TELLING
        if game.rules.heard[TELEPORTED] and game.square[self.piece] >= 0:
            return game.call(Moment(TELEPORTED, self.piece, self.origin))
        return self.displace(game)

    def displace(self, game: Game) -> i64:
        if self.displaced >= 0:
            return game.become(Teleport(self.displaced, self.arrival, False))
        return game.done(0)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == LOSING_BALL:
            return self.lose_ball(game)
        if self.stage == HURTING:
            return self.enter(game)
        if self.stage == ENTERING:
            return self.arrived(game)
        return self.displace(game)
