"""What may go wrong, and who else may send a team-mate flying: Always Hungry, Kick Team-mate."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import EATS_TEAM_MATES, KICKS_TEAM_MATES
from dungeonbowl.engine.actions import DECLARE, KICK_TEAM_MATE_ACTION, THROW_TEAM_MATE_ACTION, action
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import USED, Game
from dungeonbowl.engine.moments import REMOVED, Module
from dungeonbowl.engine.procedures.ball import bounce as ball_chapter
from dungeonbowl.engine.procedures.ball.team_mate import SLIPPED_AWAY
from dungeonbowl.engine.procedures.harm.down import first_held
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import CASUALTY

NEEDED: Final[i64] = 2

TEMPTED: Final[i64] = 0
BITING: Final[i64] = 1
SWALLOWED: Final[i64] = 2


@final
class AlwaysHungry(Module):
    """Before it throws, after it has moved: on a 1 it would rather eat. Compulsory."""

    def name(self) -> str:
        return "always hungry"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(EATS_TEAM_MATES)

    def balance_needed(self, game: Game, piece: i64, clause: i64) -> Frame | None:
        if clause != clauses.THROW_TEAM_MATE or game.declared != THROW_TEAM_MATE_ACTION:
            return None
        return Temptation(piece, game.target) if game.can(piece, EATS_TEAM_MATES) else None


@final
class Temptation(Frame):
    """A second 1 and the team-mate is eaten; otherwise it wriggles free, and the throw is fumbled.

    Nobody regenerates from a stomach. A ball it held bounces from where the eater stands, or from where its carrier
    stood, and the turn is over (O-TO-08). The result stops the throw, or says SLIPPED_AWAY.
    """

    def __init__(self, eater: i64, victim: i64, stage: i64 = TEMPTED, square: i64 = -1) -> None:
        self.eater = eater
        self.victim = victim
        self.stage = stage
        self.square = square  # where the victim stood

    def copy(self) -> Frame:
        return Temptation(self.eater, self.victim, self.stage, self.square)

    def args(self) -> list[object]:
        return [self.eater, self.victim, self.stage, self.square]

    def begin(self, game: Game) -> i64:
        return game.call(StatTest(self.eater, clauses.TRAIT_ROLL, NEEDED, 0, i64(game.side_of[self.eater])))

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
        self.stage = SWALLOWED
        if game.rules.heard[REMOVED]:
            return game.call(Moment(REMOVED, victim, self.square))
        return self.spit_ball(game)

    def spit_ball(self, game: Game) -> i64:
        ball = first_held(game, self.victim)
        if ball < 0:
            return game.done(1)
        square = self.square if game.rules.tables.eaten_drop_ball else i64(game.square[self.eater])
        game.cause_turnover(clauses.TURNOVER_THROWN_CARRIER)
        game.put_ball(ball, square)
        game.tell(events.BALL_DROPPED, clauses.EATEN, self.victim, ball, square)
        return game.call(ball_chapter.Bounce(ball))


@final
class KickTeamMate(Module):
    """A special action, once a team turn and besides a pass or a thrown team-mate, by the rules of throwing: the
    kicker may move first, and the team-mate must be on its feet.
    """

    def name(self) -> str:
        return "kick team-mate"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(KICKS_TEAM_MATES)

    def offers_actions(self, game: Game, piece: i64) -> None:
        used = game.side_value(i64(game.side_of[piece]), USED)
        if game.can(piece, KICKS_TEAM_MATES) and used & i64(1) << KICK_TEAM_MATE_ACTION == 0:
            game.offer(action(DECLARE, KICK_TEAM_MATE_ACTION))
