"""Touchdown and the end of the game (O-TD, O-TIME)."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr

from dungeonbowl.dungeon.distance import distances
from dungeonbowl.engine import clauses
from dungeonbowl.engine.dice import die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import HIDDEN
from dungeonbowl.engine.policies import Clock, Scoring
from dungeonbowl.engine.sides import DRAW, SCORE, TURNS, ZONE
from dungeonbowl.engine.statuses import KNOCKED_OUT, THIRSTY


@final
class FirstTouchdownWins(Scoring):
    """The first touchdown ends the game, in any side's turn (O-TD-04, O-TD-05). `half_zone`: only the far half of an
    end zone counts."""

    def __init__(self, half_zone: bool = False) -> None:
        self.half_zone = half_zone

    def counts(self, game: Game, piece: i64) -> bool:
        """The player is in an end zone that is not its own (O-MAP-10), and does not have to bite first (Bloodlust)."""
        if game.conditions[piece] & THIRSTY != 0:
            return False
        square = i64(game.square[piece])
        zone = i64(game.dungeon.zone[square])
        if zone < 0 or zone == game.side_value(i64(game.side_of[piece]), ZONE):
            return False
        return not self.half_zone or in_patterned_half(game, square)

    def scored(self, game: Game, piece: i64) -> None:
        side = i64(game.side_of[piece])
        game.set_side(side, SCORE, game.side_value(side, SCORE) + 1)
        game.end_match(side, clauses.TOUCHDOWN)


def in_patterned_half(game: Game, square: i64) -> bool:
    """Option `endzone_half`: only the half of the end zone that lies farther from the other zones scores."""
    zone = i64(game.dungeon.zone[square])
    farther: i64 = 0
    nearer: i64 = 0
    mine = zone_gap(game, zone, square)
    for node in game.dungeon.zones[zone]:
        gap = zone_gap(game, zone, i64(node))
        if gap > mine:
            farther += 1
        elif gap < mine:
            nearer += 1
    return farther < i64(len(game.dungeon.zones[zone])) // 2


def zone_gap(game: Game, zone: i64, square: i64) -> i64:
    """Steps from a square to the nearest other end zone."""
    least: i64 = 1 << 20
    other: i64 = 0
    while other < game.dungeon.teams:
        if other != zone:
            steps = i64(game.dungeon.zone_distance(other)[square])
            if 0 <= steps < least:
                least = steps
        other += 1
    return least


@final
class AlternatingTurns(Clock):
    """Sides take team turns in order. A limit of turns or of time ends the game when both have had equally many
    (O-TIME)."""

    def next_side(self, game: Game) -> i64:
        side = game.first_side if game.active < 0 else (game.active + 1) % game.squads.sides
        if side == game.first_side:
            limit = game.rules.tables.course.turn_limit
            if game.ending == clauses.CLOCK or (limit > 0 and game.side_value(side, TURNS) >= limit):
                return -1
            if not anybody_left(game):  # without a limit the turns would go on for ever
                return -1
        return side

    def verdict(self, game: Game) -> Frame:
        return Verdict()


def anybody_left(game: Game) -> bool:
    """Whether any player of any side can still come to play: in the dungeon, in Reserves or knocked out."""
    piece: i64 = 0
    while piece < game.squads.count:
        if i64(game.side_of[piece]) < game.squads.sides and i64(game.status[piece]) <= KNOCKED_OUT:
            return True
        piece += 1
    return False


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Verdict(Frame):
    """No side has scored: the distance of the ball to the end zones decides (O-TIME-03).

    If the ball has not been found, it is in one of the closed chests: a die decides which, and the chest is opened
    (O-TIME-05). A drawn part of a dungeon may have chests that are not on it: from there the ball has no distance, and
    nobody wins.
    """

    def __init__(self) -> None:
        pass

    def copy(self) -> Frame:
        return Verdict()

    def begin(self, game: Game) -> i64:
        if i64(game.balls[0]) == HIDDEN and game.chests_closed > 0:
            if game.chests_closed == 1:
                return self.reveal(game, 1)
            return game.roll(1, game.chests_closed, clauses.CHEST_CONTENTS, -1)
        return self.decide(game)

    def rolled(self, game: Game, dice: i64) -> i64:
        return self.reveal(game, die(dice, 0))

    def reveal(self, game: Game, number: i64) -> i64:
        """Chests are counted in the order of their squares, row by row; those that are not on the map come last."""
        square: i64 = 0
        while square < game.dungeon.count:
            if game.is_chest(square):
                number -= 1
                if number == 0:
                    game.remove_chest(square)
                    game.balls_hidden -= 1
                    game.rest(0, square, clauses.DISTANCE_WIN)
                    break
            square += 1
        return self.decide(game)

    def decide(self, game: Game) -> i64:
        first = attack_distance(game, 0)
        second = attack_distance(game, 1)
        if first < 0 or second < 0 or first == second:
            game.end_match(DRAW, clauses.TURN_LIMIT)
        else:
            game.end_match(0 if first < second else 1, clauses.DISTANCE_WIN)
        return game.done(0)


def attack_distance(game: Game, side: i64) -> i64:
    """The fewest steps from the ball to the end zone that this side attacks; -1 if there is no ball or no way
    (O-TIME-04)."""
    where = i64(game.balls[0])
    if where == HIDDEN or where == -2:
        return -1
    carrier = game.carrier(0)
    square = i64(game.square[carrier]) if carrier >= 0 else where
    own = game.side_value(side, ZONE)
    sources = vec[i16]()
    zone: i64 = 0
    while zone < i64(len(game.dungeon.zones)):
        if zone != own:
            for node in game.dungeon.zones[zone]:
                sources = append(sources, node)
        zone += 1
    steps = vec[i16]([-1] * int(game.dungeon.count))
    distances(game.steps, game.occupant, sources, steps, square)
    return i64(steps[square])
