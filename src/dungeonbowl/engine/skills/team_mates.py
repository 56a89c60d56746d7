"""Two traits about throwing team-mates: Always Hungry may eat the team-mate, Kick Team-mate kicks it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import EATS_TEAM_MATES, KICKS_TEAM_MATES
from dungeonbowl.engine.actions import DECLARE, KICK_TEAM_MATE_ACTION, THROW_TEAM_MATE_ACTION, action
from dungeonbowl.engine.casualties import DEAD_ROW, result_of
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import REMOVED, Module
from dungeonbowl.engine.procedures.ball import bounce as ball_chapter
from dungeonbowl.engine.procedures.ball.team_mate import SLIPPED_AWAY
from dungeonbowl.engine.procedures.harm.down import first_held
from dungeonbowl.engine.procedures.harm.settling import settle_casualty
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import USED
from dungeonbowl.engine.statuses import CASUALTY

NEEDED: Final[i64] = 2

TEMPTED: Final[i64] = 0
BITING: Final[i64] = 1
SWALLOWING: Final[i64] = 2


@final
class AlwaysHungry(Module):
    """Before the throw, after its movement: on a 1 the player tries to eat the team-mate. Compulsory.

    `eaten_drop_ball`: a ball that the eaten player held bounces from where that player stood; otherwise from the square
    of the eater."""

    def __init__(self, eaten_drop_ball: bool = False) -> None:
        self.eaten_drop_ball = eaten_drop_ball

    def name(self) -> str:
        return "always hungry"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(EATS_TEAM_MATES)

    def balance_needed(self, game: Game, piece: i64, clause: i64) -> Frame | None:
        if clause != clauses.THROW_TEAM_MATE or game.declared != THROW_TEAM_MATE_ACTION:
            return None
        return Temptation(piece, game.target) if game.can(piece, EATS_TEAM_MATES) else None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Temptation(Frame):
    """A second 1 and the team-mate is eaten. Otherwise it gets free, and the throw is fumbled.

    A player that was eaten does not regenerate. A ball it held bounces from the square of the eater, or from its own,
    and the turn is over (O-TO-08). The result stops the throw, or is SLIPPED_AWAY.
    """

    def __init__(self, eater: i64, victim: i64, stage: i64 = TEMPTED, square: i64 = -1) -> None:
        self.eater = eater
        self.victim = victim
        self.stage = stage
        self.square = square  # where the team-mate stood

    def copy(self) -> Frame:
        return Temptation(self.eater, self.victim, self.stage, self.square)

    def begin(self, game: Game) -> i64:
        return game.call(StatTest(self.eater, clauses.TRAIT_ROLL, NEEDED, 0, i64(game.side_of[self.eater])))

    def harms(self, piece: i64) -> i64:
        return clauses.EATEN if piece == self.victim else i64(0)

    def blames(self, piece: i64) -> i64:
        return self.eater if piece == self.victim else i64(-1)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == TEMPTED:
            if result != FAILED:
                return game.done(0)
            self.stage = BITING
            return self.begin(game)
        if self.stage == BITING:
            return self.swallow(game) if result == FAILED else game.done(SLIPPED_AWAY)
        return self.spit_ball(game)

    def swallow(self, game: Game) -> i64:
        victim = self.victim
        self.square = i64(game.square[victim])
        game.tell(events.EATEN, clauses.EATEN, victim, self.eater)
        game.lift(victim, CASUALTY)
        settle_casualty(game, victim, result_of(DEAD_ROW))
        self.stage = SWALLOWING
        if game.rules.heard[REMOVED]:
            return game.call(Moment(REMOVED, victim, self.square))
        return self.spit_ball(game)

    def spit_ball(self, game: Game) -> i64:
        ball = first_held(game, self.victim)
        if ball < 0:
            return game.done(1)
        module = game.rules.module("always hungry")
        where_eaten = isinstance(module, AlwaysHungry) and module.eaten_drop_ball
        square = self.square if where_eaten else i64(game.square[self.eater])
        game.cause_turnover(clauses.TURNOVER_THROWN_CARRIER)
        game.put_ball(ball, square)
        game.tell(events.BALL_DROPPED, clauses.EATEN, self.victim, ball, square)
        return game.call(ball_chapter.Bounce(ball))


@final
class KickTeamMate(Module):
    """A special action, once in a team turn; the side may pass or throw a team-mate in the same turn. It follows the
    rules of throwing: the kicker may move first, and the team-mate must stand.
    """

    def name(self) -> str:
        return "kick team-mate"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(KICKS_TEAM_MATES)

    def offers_actions(self, game: Game, piece: i64) -> None:
        used = game.side_value(i64(game.side_of[piece]), USED)
        if game.can(piece, KICKS_TEAM_MATES) and used & i64(1) << KICK_TEAM_MATE_ACTION == 0:
            game.offer(action(DECLARE, KICK_TEAM_MATE_ACTION))
