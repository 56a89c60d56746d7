"""The goals of a monster that eats balls (A-MBOWL-06)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dungeonbowl.editions.astrogranite.modules.monsters.targets import (
    Ways,
    beside_piece,
    beside_square,
    covering,
    is_prey,
    nearest_prey,
    prey_beside,
)
from dungeonbowl.engine.footprints import holds, squares_beside
from dungeonbowl.engine.game import Game


@final
class Goal:
    """Where it wants to go: for each of the equally near goals, the squares to reach. `chest` is the chest that it
    wants, or -1; `is_thing` says that the goal is a ball or a chest and not a player."""

    def __init__(self, places: list[list[int]], chest: i64 = -1, is_thing: bool = False) -> None:
        self.places = places
        self.chest = chest
        self.is_thing = is_thing


def nearest(ways: Ways, places: list[list[int]]) -> list[list[int]]:
    """The nearest of several goals that can be reached."""
    best = -1
    found: list[list[int]] = []
    for goals in places:
        far = ways.least(goals)
        if far < 0 or (best >= 0 and far > best):
            continue
        if far != best:
            best = far
            found = []
        found.append(goals)
    return found


def loose_balls(game: Game, piece: i64) -> list[list[int]]:
    """For each loose ball, the places from which the monster covers its square."""
    found: list[list[int]] = []
    for where in game.balls:
        if where >= 0:
            found.append(covering(game, piece, i64(where)))
    return found


def carriers(game: Game, piece: i64) -> list[list[int]]:
    found: list[list[int]] = []
    ball: i64 = 0
    while ball < len(game.balls):
        carrier = game.carrier(ball)
        if carrier >= 0 and is_prey(game, piece, carrier):
            found.append(beside_piece(game, piece, carrier))
        ball += 1
    return found


def is_untouched(game: Game) -> bool:
    """Whether no ball has been found yet."""
    return game.balls_hidden == len(game.balls)


def closed_chests(game: Game) -> list[int]:
    return [node for node in range(int(game.dungeon.count)) if game.is_chest(i64(node))]


def goal_of(game: Game, ways: Ways) -> Goal:
    """The nearest loose ball; else the nearest carrier; else, while no ball has been found, the nearest chest; else the
    nearest player."""
    piece = ways.piece
    found = nearest(ways, loose_balls(game, piece))
    if len(found) > 0:
        return Goal(found, -1, True)
    found = nearest(ways, carriers(game, piece))
    if len(found) > 0:
        return Goal(found)
    if is_untouched(game):
        chests = closed_chests(game)
        found = nearest(ways, [beside_square(game, piece, i64(chest)) for chest in chests])
        if len(found) > 0:
            for chest in chests:
                if may_open(game, piece, i64(chest)):
                    return Goal(found, i64(chest), True)
            return Goal(found, -1, True)
    return Goal([beside_piece(game, piece, i64(prey)) for prey in nearest_prey(game, ways)])


def may_open(game: Game, piece: i64, chest: i64) -> bool:
    return holds(squares_beside(game, piece), chest)


def obstructing(game: Game, piece: i64) -> list[int]:
    """The pieces that it attacks from where it is: a neighbour with a ball; every neighbour, if it wants neither a ball
    nor a chest; otherwise the neighbours that block every shortest way to what it wants."""
    beside = prey_beside(game, piece)
    if len(beside) == 0:
        return beside
    holding = [other for other in beside if game.ball_of(i64(other)) >= 0]
    if len(holding) > 0:
        return holding
    through = Ways(game, piece, True)
    goal = goal_of(game, through)
    if not goal.is_thing:
        return beside
    ways = Ways(game, piece)
    in_the_way: list[int] = []
    for goals in goal.places:
        far = through.least(goals)
        if far == 0 or ways.least(goals) == far:
            return []
        first, _ = through.first_steps(game, goals)
        for other in beside:
            if other not in in_the_way and any_holds(game, piece, other, first):
                in_the_way.append(other)
    return [other for other in beside if other in in_the_way]


def any_holds(game: Game, piece: i64, other: int, squares: list[int]) -> bool:
    """Whether a piece is where the monster would be after one of these steps."""
    for square in squares:
        for node in game.dungeon.footprint(i64(square), i64(game.squads.size[piece])):
            if int(game.occupant[i64(node)]) == other:
                return True
    return False
