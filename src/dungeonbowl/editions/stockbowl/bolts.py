"""The explosion of a trapped chest and what its lightning does (S-CHEST-14 to -18, S-BOLT)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr

from dungeonbowl.dungeon.directions import scatter_direction
from dungeonbowl.engine import clauses
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.harm.down import AVOIDING, NO_BALLS, GoDown
from dungeonbowl.engine.procedures.harm.victim import Victim

NEIGHBOUR_HIT: Final[i64] = 4  # on this or more

# The bonus to the rolls against a player that a block knocks into the chest.
BLOCKED_ARMOUR: Final[i64] = 2
BLOCKED_INJURY: Final[i64] = 1

PUSHED: Final[i64] = 0  # the players that the push puts down
OPENER: Final[i64] = 1
NEIGHBOURS: Final[i64] = 2


def bolt(piece: i64) -> Victim:
    """One player hit by lightning: 1 is added to the armour roll if that breaks it, and else to the injury roll."""
    return Victim(piece, clauses.EXPLOSION, 0, -1, 1)


def blocked_into(victim: Victim) -> Victim:
    """A victim of a block, with what a trap adds to its armour and its injury roll."""
    return victim.hurt_worse(BLOCKED_ARMOUR, BLOCKED_INJURY)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Blast(Frame):
    """A trap explodes. It hits the players whom a push puts down, the opener unless it is one of them, then each
    neighbour in reading order if a die says so. Armour and injury of each are rolled before the next die. The balls of
    all of them bounce last.

    `face` is the neighbouring square that was reached: the scatter die is numbered in reading order.
    """

    def __init__(
        self,
        piece: i64,
        square: i64,
        victims: list[Victim],
        attacker: i64,
        dropped: vec[i16],
        stage: i64 = PUSHED,
        face: i64 = 0,
    ) -> None:
        self.piece = piece
        self.square = square
        self.victims = victims
        self.attacker = attacker
        self.dropped = dropped
        self.stage = stage
        self.face = face

    def copy(self) -> Frame:
        return Blast(self.piece, self.square, self.victims[:], self.attacker, self.dropped[:], self.stage, self.face)

    def begin(self, game: Game) -> i64:
        if len(self.victims) == 0:
            return self.hit_opener(game)
        victims: list[Victim] = []
        for victim in self.victims:
            victims.append(blocked_into(victim) if victim.piece == self.piece else victim)
            self.note_balls(game, victim.piece)
        return game.call(GoDown(victims, self.attacker, NO_BALLS, AVOIDING, 0, True))

    def hit_opener(self, game: Game) -> i64:
        self.stage = OPENER
        for victim in self.victims:
            if victim.piece == self.piece:
                return self.look_round(game)
        return self.strike(game, self.piece)

    def strike(self, game: Game, piece: i64) -> i64:
        self.note_balls(game, piece)
        return game.call(GoDown([bolt(piece)], -1, NO_BALLS, AVOIDING, 0, True))

    def note_balls(self, game: Game, piece: i64) -> None:
        """Note the balls that a player holds: they bounce after all players have been hit."""
        ball: i64 = 0
        while ball < len(game.balls):
            if game.carrier(ball) == piece:
                self.dropped = append(self.dropped, i16(ball))
            ball += 1

    def look_round(self, game: Game) -> i64:
        self.stage = NEIGHBOURS
        while self.face < 8:
            self.face += 1
            if self.neighbour(game) >= 0:
                return game.roll(1, D6, clauses.BLAST, -1)
        if len(self.dropped) > 0:
            return game.become(GoDown([], -1, self.dropped))
        return game.done(0)

    def neighbour(self, game: Game) -> i64:
        """The piece in the neighbouring square that was reached; -1 if there is none."""
        node = i64(game.steps[self.square * 8 + scatter_direction(self.face)])
        return i64(game.occupant[node]) if node >= 0 else i64(-1)

    def rolled(self, game: Game, dice: i64) -> i64:
        if die(dice, 0) >= NEIGHBOUR_HIT:
            return self.strike(game, self.neighbour(game))
        return self.look_round(game)

    def returned(self, game: Game, result: i64) -> i64:
        return self.hit_opener(game) if self.stage == PUSHED else self.look_round(game)
