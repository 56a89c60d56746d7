"""How a game begins, and how it moves into another dungeon: the tables of the squares, what each side has, who waits
outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.dungeon.terrain import is_impassable
from dungeonbowl.engine.abilities import FOR_HIRE, LEADS, WAITS_TO_JOIN
from dungeonbowl.engine.places import BARRED, FREE
from dungeonbowl.engine.sides import APOTHECARIES, BRIBES, NEXT, REROLLS, REROLLS_FULL, WIZARDS, ZONE
from dungeonbowl.engine.statuses import ABSENT, INSPIRES, NEVER_ZONE

if TYPE_CHECKING:
    from dungeonbowl.dungeon.graph import Dungeon
    from dungeonbowl.engine.game import Game

LEAST_PORTALS: Final[i64] = 6  # how many a whole dungeon shows at least, if it shows any


def lay_out(game: Game) -> None:
    """Set up the tables for the squares of an empty dungeon."""
    dungeon = game.dungeon
    nodes = int(dungeon.count)
    game.occupant = vec[i16]([-1] * nodes)
    game.token = vec[u8]([0] * nodes)
    game.steps = dungeon.walks
    portals = i64(len(dungeon.map_portals))
    if portals < LEAST_PORTALS:  # coaches place them, or this is a part of a dungeon
        portals = game.rules.tables.furnishing.portals
    game.portals = vec[i16]([-1] * int(portals))
    node: i64 = 0
    while node < dungeon.count:
        if is_impassable(i64(dungeon.terrain[node])):
            game.occupant[node] = i16(BARRED)
        node += 1


def begin_sides(game: Game) -> None:
    """Give every side what it has at the start of the match."""
    squads = game.squads
    side: i64 = 0
    while side < squads.sides:
        team = squads.teams[side]
        rerolls = i64(squads.rerolls[side])
        game.set_side(side, REROLLS, rerolls + squads.leaders(side))
        game.set_side(side, REROLLS_FULL, rerolls)
        game.set_side(side, ZONE, side)
        game.set_side(side, NEXT, (side + 1) % squads.sides)
        game.set_side(side, BRIBES, team.bribes)
        game.set_side(side, WIZARDS, team.wizards)
        game.set_side(side, APOTHECARIES, team.apothecaries + game.rules.tables.course.apothecaries)
        side += 1


def begin_pieces(game: Game) -> None:
    """Everybody waits in Reserves, except the pieces that only a rule brings in."""
    squads = game.squads
    piece: i64 = 0
    while piece < squads.count:
        if i64(squads.side[piece]) >= squads.sides:
            game.conditions[piece] = NEVER_ZONE
            game.status[piece] = u8(ABSENT)
        elif game.can(piece, WAITS_TO_JOIN) or game.can(piece, FOR_HIRE):
            game.status[piece] = u8(ABSENT)
        elif game.can(piece, LEADS):
            game.conditions[piece] = INSPIRES
        piece += 1


def occupy(game: Game, dungeon: Dungeon) -> None:
    """Move into another dungeon, which is empty, with the rules that fit it."""
    game.dungeon = dungeon
    game.rules = game.rules.fitted(dungeon, game.squads)
    game.square = vec[i16]([-1] * int(game.squads.count))
    lay_out(game)


def move_to(game: Game, layout: i64) -> None:
    """Play in one of the edition's numbered dungeons. Call it before anything is placed."""
    game.layout = layout
    occupy(game, game.rules.layouts.dungeon(layout))


def set_door(game: Game, index: i64, is_open: bool) -> None:
    """Open or close a door. From now on the match is played in a dungeon where the door is like that."""
    door = game.dungeon.doors[index]
    game.dungeon = game.dungeon.with_door(index, is_open)
    game.steps = game.dungeon.walks
    if door.other < 0:
        game.occupant[door.node] = i16(FREE if is_open else BARRED)
