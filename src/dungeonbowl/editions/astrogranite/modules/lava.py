"""The module `lava`: floor that burns (A-LAVA), and balls that lie in it (A-BALL-07)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import LAVA
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.core.ground import chance_of_two, has_terrain, stands_on
from dungeonbowl.engine import clauses
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.ball.bounce import TeleportBall
from dungeonbowl.engine.procedures.harm.armour import Wound
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import KNOCKED_OUT, SCORCHED, STANDING, STUNNED

HEAT: Final[i64] = -2  # modifier of the armour roll
SINKS: Final[i64] = 4  # what the die of a ball must show

HELD_BACK: Final[i64] = 1


def install(c: Composition) -> None:
    c.modules.append(Lava())
    c.cite(int(clauses.LAVA_BURN), "A-LAVA-03")
    c.cite(int(clauses.TURNOVER_LAVA), "A-LAVA-09")
    c.cite(int(clauses.LAVA_BALL), "A-BALL-07")


@final
class Lava(Module):
    """A player who enters lava is not hurt at once; leaving it, or staying, burns."""

    def name(self) -> str:
        return "lava"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not has_terrain(dungeon, LAVA)

    def watches_floor(self) -> bool:
        return False

    def leaving_square(self, game: Game, piece: i64, square: i64) -> Frame | None:
        """The player leaves by a step or a leap (A-LAVA-02)."""
        game.conditions[piece] = game.conditions[piece] & ~SCORCHED
        return burnt(game, piece)

    def being_moved(self, game: Game, piece: i64, square: i64) -> Frame | None:
        """The player is moved by a push, or by what follows one (A-LAVA-02)."""
        game.conditions[piece] = game.conditions[piece] & ~SCORCHED
        return burnt(game, piece)

    def came_to_rest(self, game: Game, piece: i64) -> Frame | None:
        """The player was pushed, thrown or fell onto lava (A-LAVA-05). For the acting player this roll also counts as
        the one at the end of its activation."""
        if piece == game.acting and stands_on(game, piece, LAVA):
            game.conditions[piece] = game.conditions[piece] | SCORCHED
        return burnt(game, piece)

    def activation_ended(self, game: Game, piece: i64) -> Frame | None:
        """Staying in lava burns, whether the player has moved or not (A-LAVA-04)."""
        return burnt(game, piece) if game.conditions[piece] & SCORCHED == 0 else None

    def injury_becomes(self, game: Game, piece: i64, cause: i64, status: i64) -> i64:
        """A player in lava is never stunned, but knocked out (A-LAVA-07)."""
        return KNOCKED_OUT if status == STUNNED and stands_on(game, piece, LAVA) else status

    def team_turn_began(self, game: Game, side: i64) -> Frame | None:
        for square in game.balls:
            if square >= 0 and i64(game.dungeon.terrain[i64(square)]) == LAVA:
                return MeltBalls()
        return None

    def is_hazard(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        """A player who pushes an opponent onto lava earns points (A-SPP-03)."""
        return i64(game.dungeon.terrain[square]) == LAVA

    def step_risk(self, game: Game, piece: i64, origin: i64, square: i64) -> float:
        """Every square of lava costs a roll: for going on, or for staying."""
        return risk(game, piece, square)

    def departure_risk(self, game: Game, piece: i64, origin: i64) -> float:
        return risk(game, piece, origin)


def burnt(game: Game, piece: i64) -> Frame | None:
    return Burn(piece) if stands_on(game, piece, LAVA) else None


def risk(game: Game, piece: i64, square: i64) -> float:
    """The chance that lava breaks the armour of a player."""
    if i64(game.dungeon.terrain[square]) != LAVA:
        return 0.0
    return chance_of_two(i64(game.squads.armour[piece]) - HEAT)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Burn(Frame):
    """An armour roll with the modifier HEAT alone. A player whose armour breaks goes down in its square and stays there
    (A-LAVA-03, A-LAVA-08); otherwise nothing happens (A-LAVA-06). The result is HELD_BACK or 0."""

    def __init__(self, piece: i64, stood: bool = False) -> None:
        self.piece = piece
        self.stood = stood

    def copy(self) -> Frame:
        return Burn(self.piece, self.stood)

    def begin(self, game: Game) -> i64:
        self.stood = i64(game.status[self.piece]) == STANDING
        return game.call(Wound(self.piece, -1, clauses.LAVA_BURN, HEAT))

    def returned(self, game: Game, result: i64) -> i64:
        if i64(game.status[self.piece]) == STANDING or (game.square[self.piece] >= 0 and not self.stood):
            return game.done(0)
        if i64(game.side_of[self.piece]) == game.active:
            game.cause_turnover(clauses.TURNOVER_LAVA)
        return game.done(HELD_BACK)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class MeltBalls(Frame):
    """At the start of a team turn a die decides for every ball in lava whether it is lost (A-BALL-07)."""

    def __init__(self, ball: i64 = -1) -> None:
        self.ball = ball

    def copy(self) -> Frame:
        return MeltBalls(self.ball)

    def begin(self, game: Game) -> i64:
        self.ball += 1
        while self.ball < len(game.balls):
            square = i64(game.balls[self.ball])
            if square >= 0 and i64(game.dungeon.terrain[square]) == LAVA:
                return game.roll(1, D6, clauses.LAVA_BALL, -1)
            self.ball += 1
        return game.done(0)

    def rolled(self, game: Game, dice: i64) -> i64:
        if die(dice, 0) >= SINKS and game.has_portals():
            return game.call(TeleportBall(self.ball, clauses.BOUNCE))
        return self.begin(game)

    def returned(self, game: Game, result: i64) -> i64:
        return self.begin(game)
