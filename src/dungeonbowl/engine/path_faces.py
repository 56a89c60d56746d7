"""The faces that a player needs on its way: Rush, Dodge, Jump and pick-up, with all that the modules have to say."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from dungeonbowl.engine import clauses
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.path_notes import Notes
from dungeonbowl.engine.procedures.ball.balls import ball_modifiers, is_ball_barred
from dungeonbowl.engine.procedures.move.jump import jump_modifier
from dungeonbowl.engine.procedures.move.step import may_rush
from dungeonbowl.engine.procedures.stat_test import test_modifiers

MOST_MARKS: Final[i64] = 15  # opponents beside a square, as far as they are counted


def a_face(needed: i64) -> i64:
    """The die result needed: a 1 always fails, a 6 never does. (A conditional expression would box the number.)"""
    if needed < 2:
        return 2
    if needed > 6:
        return 6
    return needed


class Faces(Notes):
    """The rolls of the query under way.

    Where no module has a say about Rushes or Dodges, the faces depend on nothing but the marks on the square entered.
    They are worked out before the search (`work_out_faces`).
    """

    chances: vec[float]  # by the face needed
    rush_faces: vec[i64]  # by square, if modules have a say: the search in bits 8 and up, the face below
    dodge_faces: vec[i64]  # by the marks on the square entered, if no module has a say
    dodge_chances: vec[float]

    def __init__(self, nodes: i64) -> None:
        super().__init__(nodes)
        self.chances = vec[float]([0.0, 1.0, 5 / 6, 4 / 6, 3 / 6, 2 / 6, 1 / 6])
        self.rush_faces = vec[i64]([0] * int(nodes))
        self.dodge_faces = vec[i64]([0] * int(MOST_MARKS + 1))
        self.dodge_chances = vec[float]([0.0] * int(MOST_MARKS + 1))
        self.searches: i64 = 0
        self.agility: i64 = 0
        self.dodging: i64 = 0  # what a Dodge needs before marks and modules
        self.moves: i64 = 0
        self.plain_rush: i64 = 0  # the face of every Rush; 0 if modules have a say
        self.plain_dodge: bool = False  # whether no module has a say
        self.slips: bool = False
        self.big_handed: bool = False
        self.no_hands: bool = False

    def work_out_faces(self, game: Game) -> None:
        rules = game.rules
        self.plain_rush = 0
        if len(rules.rush_modifiers) == 0:
            self.plain_rush = a_face(rules.tables.movement.rush_needed)
        self.plain_dodge = rules.modified[clauses.DODGE] == 0
        if self.plain_dodge:
            marks: i64 = 0
            while marks <= MOST_MARKS:
                needed = a_face(self.dodging if self.slips else self.dodging + marks)
                self.dodge_faces[marks] = needed
                self.dodge_chances[marks] = self.chances[needed]
                marks += 1

    def rush_face(self, game: Game, square: i64) -> i64:
        """The face needed for a Rush in a square (O-MOVE-07). The modules are asked once per search."""
        if self.plain_rush != 0:
            return self.plain_rush
        known = self.rush_faces[square]
        if known >> 8 == self.searches:
            return known & 0xFF
        needed = game.rules.tables.movement.rush_needed
        game.square[self.piece] = i16(square)
        for module in game.rules.rush_modifiers:
            needed -= module.rush_modifier(game, self.piece, square)
        needed = a_face(needed)
        self.rush_faces[square] = self.searches << 8 | needed
        return needed

    def dodge_face(self, game: Game, origin: i64, square: i64, layer: i64) -> i64:
        """The face needed for a Dodge from one square into another (O-MOVE-10), with the balls that the player holds by
        then."""
        marks = self.marks_on(square)
        if self.plain_dodge:
            return self.dodge_faces[marks]
        needed = self.dodging
        if not self.slips:
            needed += marks
        game.square[self.piece] = i16(square)
        self.take_up(game, layer)
        needed -= test_modifiers(game, self.piece, clauses.DODGE, origin)
        self.put_back(game, layer)
        return a_face(needed)

    def jump_face(self, game: Game, origin: i64, square: i64, layer: i64) -> i64:
        """The face needed for a Jump. The opponents that mark the worse of its two squares count (O-MOVE-14)."""
        before = self.marks_on(origin)
        after = self.marks_on(square)
        game.square[self.piece] = i16(square)
        self.take_up(game, layer)
        modifier = jump_modifier(game, self.piece, origin, before if before > after else after)
        self.put_back(game, layer)
        return a_face(self.agility - modifier)

    def pick_up_face(self, game: Game, square: i64, layer: i64) -> i64:
        """The face needed for a pick-up (O-MOVE-18); 0 if the player cannot hold the ball."""
        if self.no_hands:
            return 0
        needed = self.agility - game.rules.tables.balls.pick_up_modifier
        if not self.big_handed:
            needed += self.marks_on(square)
        if game.rules.modified[clauses.PICK_UP] != 0:
            game.square[self.piece] = i16(square)
            self.take_up(game, layer)
            needed -= test_modifiers(game, self.piece, clauses.PICK_UP, -1)
            self.put_back(game, layer)
        if len(game.rules.ball_modifiers) > 0 or len(game.rules.ball_bars) > 0:
            ball = game.ball_on(square)
            if is_ball_barred(game, self.piece, ball):
                return 0
            needed -= ball_modifiers(game, self.piece, ball, clauses.PICK_UP)
        return a_face(needed)

    def marks_on(self, square: i64) -> i64:
        """How many opponents mark a square."""
        return i64(self.around[square]) & MOST_MARKS

    def may_rush(self, game: Game, layer: i64) -> bool:
        """Whether the player may Rush with the balls that it would hold by now."""
        if len(game.rules.rush_bars) == 0:
            return True
        self.take_up(game, layer)
        possible = may_rush(game, self.piece)
        self.put_back(game, layer)
        return possible

    def unharmed(self, game: Game, origin: i64, square: i64, layer: i64) -> float:
        """The chance that no module's own roll for entering the square goes wrong."""
        game.square[self.piece] = i16(square)
        self.take_up(game, layer)
        chance = 1.0
        for module in game.rules.step_risks:
            chance *= 1.0 - module.step_risk(game, self.piece, origin, square)
        self.put_back(game, layer)
        return chance

    def set_out(self, game: Game, origin: i64) -> float:
        """The chance that no module's own roll for leaving the first square goes wrong."""
        game.square[self.piece] = i16(origin)
        chance = 1.0
        for module in game.rules.departure_risks:
            chance *= 1.0 - module.departure_risk(game, self.piece, origin)
        return chance
