"""Chain Lightning, the spell of the College of Heavens (O-WIZ-06)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import CAST_ON, action, first_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.harm.armour import ArmourRoll
from dungeonbowl.engine.procedures.harm.down import GoDown
from dungeonbowl.engine.procedures.harm.injury import HELD
from dungeonbowl.engine.procedures.turn.magic import spend

STRIKING: Final[i64] = 0
DROPPING: Final[i64] = 1
LEAPING: Final[i64] = 2

LEAP: Final[i64] = 2  # squares between two players who are hit
LEAP_NEEDED: Final[i64] = 3
NOBODY_STRUCK: Final = vec[i16]()


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ChainLightning(Frame):
    """One player after another suffers an armour roll without falling, until a die ends it or no player is near enough.

    An injured player drops the ball. `square` is where the last player was struck, `struck` are all players struck so
    far. The caster must choose the next player if there is one, even a player of the caster's own side; if there is
    none, no die is rolled.
    """

    def __init__(
        self, caster: i64, piece: i64, stage: i64 = STRIKING, square: i64 = -1, struck: vec[i16] = NOBODY_STRUCK
    ) -> None:
        self.caster = caster
        self.piece = piece
        self.stage = stage
        self.square = square
        self.struck = struck

    def copy(self) -> Frame:
        return ChainLightning(self.caster, self.piece, self.stage, self.square, self.struck[:])

    def begin(self, game: Game) -> i64:
        spend(game, self.caster, clauses.LIGHTNING_SPELL, self.piece)
        return self.strike(game)

    def strike(self, game: Game) -> i64:
        self.stage = STRIKING
        self.square = i64(game.square[self.piece])
        self.struck = append(self.struck[:], i16(self.piece))
        return game.call(ArmourRoll(self.piece, clauses.SPELL, -1, 0))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == STRIKING and result != HELD:
            self.stage = DROPPING
            dropped = vec[i16]()
            ball: i64 = 0
            while ball < len(game.balls):
                if game.carrier(ball) == self.piece:
                    game.put_ball(ball, self.square)
                    game.tell(events.BALL_DROPPED, clauses.BALL_DROPPED, self.piece, ball, self.square)
                    dropped = append(dropped, i16(ball))
                ball += 1
            if len(dropped) > 0:
                return game.call(GoDown([], -1, dropped))
        self.stage = LEAPING
        if self.anybody_near(game) < 0:
            return game.done(0)
        return game.roll(1, D6, clauses.LIGHTNING_SPELL, self.caster)

    def rolled(self, game: Game, dice: i64) -> i64:
        if die(dice, 0) < LEAP_NEEDED:
            return game.done(0)
        game.offers = 0
        self.options(game)
        return game.ask_or_take(self, self.caster)

    def options(self, game: Game) -> None:
        piece: i64 = 0
        while piece < game.squads.count:
            if self.may_leap_to(game, piece):
                game.offer(action(CAST_ON, piece))
            piece += 1

    def chosen(self, game: Game, action: i64) -> i64:
        self.piece = first_of(action)
        return self.strike(game)

    def anybody_near(self, game: Game) -> i64:
        piece: i64 = 0
        while piece < game.squads.count:
            if self.may_leap_to(game, piece):
                return piece
            piece += 1
        return -1

    def may_leap_to(self, game: Game, piece: i64) -> bool:
        """Whether a player of either side is within two squares of the last one, walls ignored, and has not been struck
        yet."""
        square = i64(game.square[piece])
        if square < 0 or i64(game.side_of[piece]) >= game.squads.sides:
            return False
        if not game.dungeon.within(self.square, square, LEAP):
            return False
        for struck in self.struck:
            if i64(struck) == piece:
                return False
        return True
