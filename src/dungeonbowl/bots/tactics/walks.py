"""Walks of players that have no other plan: to the best square that needs no dice; on rough ground also through doors,
up ladders and out of danger."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.bots.tactics.crossings import WORTHWHILE, blow, is_open_to, is_stranded, movement_left
from dungeonbowl.bots.tactics.places import Places
from dungeonbowl.bots.tactics.plans import CROSS, RISE, SAFE, WALK, Plan, activation, stop
from dungeonbowl.bots.tactics.strolls import stroll
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import CLIMB_OUT_ACTION, MOVE_ACTION
from dungeonbowl.engine.statuses import SUNKEN
from dungeonbowl.engine.tokens import NO_TOKEN

DAUNTING: Final = 6.0  # steps that a certain mishap on the way is worth, where risks are taken


def rise(view: View, piece: i64) -> Plan:
    """Stand up, and nothing else."""
    steps = activation(piece, MOVE_ACTION, [int(actions.STAND_UP), int(actions.END_ACTIVATION)])
    return Plan(RISE, piece, 1.0, 0.01, steps)


def walk(view: View, piece: i64, places: Places) -> Plan | None:
    """To the best square that needs no dice."""
    game = view.game
    if view.ground is not None:
        return walk_on_rough_ground(view, piece, places)
    ways = stroll(view, piece)
    here = view.square(piece)
    best = places.value(view, piece, here) + 0.05
    path: list[int] = []
    if ways is not None:
        number: i64 = 1
        where: i64 = 0
        while number < len(ways.squares):
            square = i64(ways.squares[number])
            if i64(game.token[square]) == NO_TOKEN:
                value = places.value(view, piece, square)
                if value > best:
                    best = value
                    where = number
            number += 1
        if where > 0:
            path = ways.actions(where)
    else:
        where = careful_square(view, piece, places, best)
        path = view.reach(piece).actions(where) if where >= 0 else []
    return walking(view, piece, path)


def walking(view: View, piece: i64, path: list[int]) -> Plan | None:
    if not path:
        if view.is_prone(piece):
            return rise(view, piece)
        return None
    return Plan(WALK, piece, 1.0, 0.01, activation(piece, MOVE_ACTION, stop(path)))


def careful_square(view: View, piece: i64, places: Places, best: float) -> i64:
    """The same with the pathfinder, which knows about doors, rooms and large players."""
    game = view.game
    found = view.reach(piece)
    here = view.square(piece)
    where: i64 = -1
    least = SAFE - view.daring  # 1 and more: whatever it takes
    number: i64 = 0
    while number < game.dungeon.count:
        square = view.nth(number, game.dungeon.count)
        odds = found.odds(square)
        if odds >= least and odds > 0.0 and square != here and square != view.loose:
            if i64(game.token[square]) == NO_TOKEN and not view.is_way_out(piece, square):
                value = places.value(view, piece, square)
                if odds < SAFE:
                    value -= (1.0 - odds) * DAUNTING
                if value > best:
                    best = value
                    where = square
        number += 1
    return where


def walk_on_rough_ground(view: View, piece: i64, places: Places) -> Plan | None:
    """The same where steps have a price: also through doors and up ladders. A player whose square is dangerous to leave
    waits for the end of the turn."""
    if view.game.conditions[piece] & SUNKEN != 0:
        return climb_out(piece) if view.game.acting < 0 else None
    if is_stranded(view, piece):
        return None
    best = places.value(view, piece, view.square(piece)) + 0.05
    where = careful_square(view, piece, places, best)
    if where >= 0:
        best = places.value(view, piece, where)
        if view.daring > 0.0 and view.reach(piece).odds(where) < SAFE:
            way = activation(piece, MOVE_ACTION, stop(view.reach(piece).actions(where)))
            return Plan(WALK, piece, view.reach(piece).odds(where), 0.01, way)
    crossing = cross(view, piece, places, best)
    if crossing is not None:
        return crossing
    return walking(view, piece, view.reach(piece).actions(where) if where >= 0 else [])


def climb_out(piece: i64) -> Plan:
    return Plan(RISE, piece, 1.0, 0.01, activation(piece, CLIMB_OUT_ACTION, []))


def cross(view: View, piece: i64, places: Places, best: float) -> Plan | None:
    """Open a way that leads to a better place, or break it open; the next steps are decided after that."""
    ground = view.ground
    if ground is None:
        return None
    found = view.reach(piece)
    left = movement_left(view.game, piece)
    best += WORTHWHILE
    plan: Plan | None = None
    number: i64 = 0
    while number < len(ground.ways):
        way = ground.ways[view.nth(number, i64(len(ground.ways)))]
        number += 1
        if way.deed == 0 or found.odds(way.origin) < SAFE or found.cost(way.origin) + way.needs > left:
            continue
        value = places.value(view, piece, way.square)
        if value <= best:
            continue
        if is_open_to(view, piece, way):
            best = value
            steps = [*found.actions(way.origin), int(way.deed)]
            plan = Plan(CROSS, piece, 1.0, 0.01, activation(piece, MOVE_ACTION, steps))
        else:
            blows = blow(view, piece, way)
            if blows:
                best = value
                plan = Plan(CROSS, piece, 0.8, 0.01, blows)
    return plan


def leave_danger(view: View, piece: i64, places: Places) -> Plan | None:
    """Away from ground that harms players who stay and players who leave: the best square, by the safest way."""
    found = view.reach(piece)
    game = view.game
    here = view.square(piece)
    best = -1.0e9
    where: i64 = -1
    number: i64 = 0
    while number < game.dungeon.count:
        square = view.nth(number, game.dungeon.count)
        odds = found.odds(square)
        if odds > 0.5 and square != here and i64(game.token[square]) == NO_TOKEN:
            value = places.value(view, piece, square) + 60.0 * odds
            if value > best:
                best = value
                where = square
        number += 1
    if where < 0:
        return None
    return Plan(WALK, piece, found.odds(where), 0.01, activation(piece, MOVE_ACTION, stop(found.actions(where))))
