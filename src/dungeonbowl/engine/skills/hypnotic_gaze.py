"""Hypnotic Gaze: a look takes an opponent's Tackle Zone away."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import GAZES, REPELS
from dungeonbowl.engine.actions import DECLARE, GAZE_ACTION, MOVE_ACTION, USE, action, first_of, kind_of, second_of
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.passages import linked_pieces
from dungeonbowl.engine.procedures.stat_test import StatTest, test_modifiers
from dungeonbowl.engine.progress import FINISHED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.skills.foul_appearance import repulsion_test
from dungeonbowl.engine.statuses import NO_ZONE, STANDING

DARING: Final[i64] = 0
GAZING: Final[i64] = 1


@final
class HypnoticGaze(Module):
    """A special action with movement before it. The target, any standing opponent in the dungeon, is named first
    (O-TURN-05). There is no limit per turn.

    `in_move`: it is the end of a Move action instead, against any adjacent opponent, and Foul Appearance does not
    prevent it."""

    def __init__(self, in_move: bool = False) -> None:
        self.in_move = in_move

    def name(self) -> str:
        return "hypnotic gaze"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(GAZES)

    def offers_actions(self, game: Game, piece: i64) -> None:
        if not game.can(piece, GAZES) or self.in_move:
            return
        side = i64(game.side_of[piece])
        other: i64 = 0
        while other < game.squads.count:
            if game.square[other] >= 0 and i64(game.side_of[other]) != side and i64(game.status[other]) == STANDING:
                if i64(game.side_of[other]) < game.squads.sides:
                    game.offer(action(DECLARE, GAZE_ACTION, other + 1))
            other += 1

    def offers_moves(self, game: Game, piece: i64) -> None:
        """Offered beside the target, if the player marks it and it has its Tackle Zone."""
        if self.in_move:
            if game.declared == MOVE_ACTION and game.able(piece, GAZES):
                offer_neighbours(game, piece)
            return
        target = game.target
        if game.declared != GAZE_ACTION or not game.able(piece, GAZES) or game.square[target] < 0:
            return
        if game.has_zone(target) and game.are_beside(piece, target):
            game.offer(action(USE, GAZES, target))

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        return Gaze(piece, second_of(action)) if kind_of(action) == USE and first_of(action) == GAZES else None


def offer_neighbours(game: Game, piece: i64) -> None:
    """Every opponent beside the player that has a Tackle Zone to lose."""
    side = i64(game.side_of[piece])
    base = i64(game.square[piece]) * 8
    end = base + 8
    while base < end:
        neighbour = i64(game.steps[base])
        base += 1
        if neighbour >= 0:
            other = i64(game.occupant[neighbour])
            if other >= 0 and i64(game.side_of[other]) != side and game.has_zone(other):
                game.offer(action(USE, GAZES, other))
    for other in linked_pieces(game, i64(game.square[piece])):
        if i64(game.side_of[other]) != side and game.has_zone(other):
            game.offer(action(USE, GAZES, other))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Gaze(Frame):
    """An Agility test, -1 for every other opponent that marks the player. The activation ends in any case."""

    def __init__(self, piece: i64, target: i64, stage: i64 = DARING) -> None:
        self.piece = piece
        self.target = target
        self.stage = stage

    def copy(self) -> Frame:
        return Gaze(self.piece, self.target, self.stage)

    def begin(self, game: Game) -> i64:
        game.tell(events.SKILL_USED, clauses.SPECIAL, self.piece, GAZES)
        module = game.rules.module("hypnotic gaze")
        in_move = isinstance(module, HypnoticGaze) and module.in_move
        if game.can(self.target, REPELS) and not in_move:
            return game.call(repulsion_test(game, self.piece))
        return self.gaze(game)

    def gaze(self, game: Game) -> i64:
        self.stage = GAZING
        piece = self.piece
        side = i64(game.side_of[piece])
        modifier = 1 - game.marks_on(side, i64(game.square[piece]))
        modifier += test_modifiers(game, piece, clauses.SPECIAL_ROLL, -1)
        return game.call(StatTest(piece, clauses.SPECIAL_ROLL, i64(game.squads.agility[piece]), modifier, side))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == DARING and result != FAILED:
            return self.gaze(game)
        if result != FAILED:
            game.conditions[self.target] = game.conditions[self.target] | NO_ZONE
        game.progress |= FINISHED
        return game.done(0)
