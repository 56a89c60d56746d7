"""Before play: tokens as the map shows them, and players on the squares where their side sets up."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from dungeonbowl.dungeon.placement import place_tokens
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import DEPLOY
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.sides import ZONE
from dungeonbowl.engine.statuses import RESERVES, STANDING
from dungeonbowl.engine.tokens import NO_TOKEN
from dungeonbowl.errors import UserError


def deploy(game: Game, piece: i64, square: i64) -> None:
    """One player is set up."""
    game.status[piece] = u8(STANDING)
    game.place(piece, square)
    game.tell(events.DEPLOYED, clauses.DEPLOYMENT, piece, square)


def deploy_side(game: Game, side: i64) -> None:
    """Set up the fastest players, of equals the stronger first, each on the free set-up square nearest to another end
    zone."""
    placed: i64 = 0
    while placed < game.rules.tables.course.deployed:
        piece = next_to_deploy(game, side)
        square = foremost_square(game, side)
        if piece < 0 or square < 0:
            return
        deploy(game, piece, square)
        placed += 1


def next_to_deploy(game: Game, side: i64) -> i64:
    best: i64 = -1
    most: i64 = 0
    piece = game.first_piece(side)
    while piece < game.last_piece(side):
        if i64(game.status[piece]) == RESERVES:
            worth = i64(game.squads.movement[piece]) * 16 + i64(game.squads.strength[piece])
            if best < 0 or worth > most:
                best = piece
                most = worth
        piece += 1
    return best


def foremost_square(game: Game, side: i64) -> i64:
    zone = game.side_value(side, ZONE)
    best: i64 = -1
    least: i64 = 0
    for node in game.dungeon.setup[zone]:
        square = i64(node)
        if is_free(game, square):
            steps = steps_to_others(game, zone, square)
            if best < 0 or steps < least:
                best = square
                least = steps
    return best


def steps_to_others(game: Game, zone: i64, square: i64) -> i64:
    """The distance to the nearest end zone other than this one."""
    least: i64 = -1
    other: i64 = 0
    while other < game.dungeon.teams:
        if other != zone:
            steps = i64(game.dungeon.zone_distance(other)[square])
            if least < 0 or steps < least:
                least = steps
        other += 1
    return least


def is_free(game: Game, square: i64) -> bool:
    """Whether no piece stands there and there is no token."""
    return i64(game.occupant[square]) == FREE and i64(game.token[square]) == NO_TOKEN


def take_from_map(game: Game) -> bool:
    """Place the chests and portals that the dungeon shows. Returns False if it shows none (D-FM-11)."""
    dungeon = game.dungeon
    if len(dungeon.map_chests) == 0 and len(dungeon.map_portals) == 0:
        return False
    for square in dungeon.map_chests:
        game.put_chest(i64(square))
    number: i64 = 1
    for square in dungeon.map_portals:
        if square >= 0:
            game.put_portal(i64(square), number)
        number += 1
    return True


def place_balanced(game: Game, seed: i64) -> bool:
    """Let the program place chests and portals. Returns False if it finds no balanced placement."""
    if game.rules.tables.furnishing.chests != game.rules.tables.furnishing.portals:
        return False
    try:
        ready = place_tokens(game.dungeon, int(seed), "balanced", int(game.rules.tables.furnishing.chests))
    except UserError:
        return False
    for square in ready.map_chests:
        game.put_chest(i64(square))
    number: i64 = 1
    for square in ready.map_portals:
        if square >= 0:
            game.put_portal(i64(square), number)
        number += 1
    return True


def anybody_in_reserves(game: Game, side: i64) -> bool:
    piece = game.first_piece(side)
    while piece < game.last_piece(side):
        if i64(game.status[piece]) == RESERVES:
            return True
        piece += 1
    return False


def offer_deployments(game: Game, side: i64) -> None:
    """Offer any player in Reserves on any free set-up square of its side."""
    piece = game.first_piece(side)
    last = game.last_piece(side)
    free = vec[i16]()
    for square in game.dungeon.setup[game.side_value(side, ZONE)]:
        if is_free(game, i64(square)):
            free = append(free, square)
    while piece < last:
        if i64(game.status[piece]) == RESERVES:
            offered = game.room_for(i64(len(free)))
            count = game.offers
            for square in free:
                offered[count] = DEPLOY | piece << 8 | i64(square) << 24
                count += 1
            game.offers = count
        piece += 1
