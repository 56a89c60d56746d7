"""Before the first team turn: chests, portals, end zones, the first turn, inducements, deployment (O-SET-06 to -15,
O-PRE). Journeymen, who come between the toss and the inducements, are in the squads already (`records/squads.py`)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from dungeonbowl.dungeon.terrain import FLOOR
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import CHOOSE_ZONE, PLACE_CHEST, PLACE_PORTAL, action, first_of, second_of
from dungeonbowl.engine.dice import COIN, D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.policies import Opening
from dungeonbowl.engine.procedures.turn.deployment import (
    anybody_in_reserves,
    deploy,
    deploy_side,
    offer_deployments,
    place_balanced,
    take_from_map,
)
from dungeonbowl.engine.procedures.turn.purchases import Purchases, dearer_side
from dungeonbowl.engine.sides import ZONE

ROLL_OFF: Final[i64] = 0
CHESTS: Final[i64] = 1
PORTALS: Final[i64] = 2
ZONE_TOSS: Final[i64] = 3
ZONES: Final[i64] = 4
TURN_TOSS: Final[i64] = 5
DEPLOYING: Final[i64] = 6
BUYING: Final[i64] = 7
LAYING_OUT: Final[i64] = 8  # placing the tokens that the map shows

PLACINGS: Final[i64] = 100  # the number of ways in which a quick start may place the tokens


@final
class OfficialOpening(Opening):
    """The coaches place everything themselves, unless the map already shows chests and portals. In a quick start no
    coach is asked. With the option `coaches_place` they place the tokens whatever the map shows."""

    def __init__(self, coaches_place: bool = False) -> None:
        self.coaches_place = coaches_place

    def frame(self, game: Game) -> Frame:
        if game.rules.tables.options.quick_start:
            return QuickStart(from_map=not self.coaches_place)
        return Preparation(ROLL_OFF if self.coaches_place else LAYING_OUT)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Preparation(Frame):
    """The whole pre-game sequence. `placer` is the coach who places the next thing, `placed` how many of this kind are
    placed, `first` the winner of the roll-off."""

    def __init__(self, stage: i64 = LAYING_OUT, first: i64 = 0, placer: i64 = 0, placed: i64 = 0) -> None:
        self.stage = stage
        self.first = first
        self.placer = placer
        self.placed = placed

    def copy(self) -> Frame:
        return Preparation(self.stage, self.first, self.placer, self.placed)

    def begin(self, game: Game) -> i64:
        if self.stage == LAYING_OUT and take_from_map(game):
            return self.toss_for_zone(game)
        self.stage = ROLL_OFF
        return game.roll(2, D6, clauses.ROLL_OFF, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        if self.stage == ROLL_OFF:
            if die(dice, 0) == die(dice, 1):  # ties are rolled again (O-DICE-05)
                return game.roll(2, D6, clauses.ROLL_OFF, -1)
            self.first = 0 if die(dice, 0) > die(dice, 1) else 1
            self.stage = CHESTS
            self.placer = self.first
            return game.ask(self.placer)
        winner = die(dice, 0) - 1
        if self.stage == ZONE_TOSS:
            self.stage = ZONES
            self.placer = winner
            return game.ask(winner)
        game.first_side = winner  # the second toss gives no choice (O-PRE-02)
        game.tell(events.TURN_BEGAN, clauses.FIRST_TURN, winner, 0)
        self.stage = BUYING
        if dearer_side(game.squads) >= 0:
            return game.call(Purchases())
        return self.returned(game, 0)

    def returned(self, game: Game, result: i64) -> i64:
        """Everything is bought. Deployment begins with the side that has the first turn (O-PRE-01, O-PRE-03)."""
        self.stage = DEPLOYING
        self.placer = game.first_side
        self.placed = 0
        return self.next_player(game)

    def toss_for_zone(self, game: Game) -> i64:
        self.stage = ZONE_TOSS
        return game.roll(1, COIN, clauses.COIN_TOSS, -1)

    def options(self, game: Game) -> None:
        if self.stage == CHESTS:
            offer_token_squares(game, PLACE_CHEST)
        elif self.stage == PORTALS:
            offer_token_squares(game, PLACE_PORTAL)
        elif self.stage == ZONES:
            zone: i64 = 0
            while zone < game.dungeon.teams:
                game.offer(action(CHOOSE_ZONE, zone))
                zone += 1
        else:
            offer_deployments(game, self.placer)

    def chosen(self, game: Game, action: i64) -> i64:
        if self.stage == CHESTS:
            return self.place_chest(game, first_of(action))
        if self.stage == PORTALS:
            return self.place_portal(game, first_of(action))
        if self.stage == ZONES:
            zone = first_of(action)
            game.set_side(self.placer, ZONE, zone)
            game.set_side(game.opponent(self.placer), ZONE, 1 - zone)
            game.tell(events.ZONE_CHOSEN, clauses.CHOOSE_ZONE, self.placer, zone)
            self.stage = TURN_TOSS
            return game.roll(1, COIN, clauses.COIN_TOSS, -1)
        deploy(game, first_of(action), second_of(action))
        self.placed += 1
        return self.next_player(game)

    def place_chest(self, game: Game, square: i64) -> i64:
        game.put_chest(square)
        game.tell(events.CHEST_PLACED, clauses.PLACE_CHEST, self.placer, square)
        self.placed += 1
        self.placer = game.opponent(self.placer)
        if self.placed == game.rules.tables.furnishing.chests:
            self.stage = PORTALS
            self.placed = 0
            self.placer = game.opponent(self.first)  # the loser of the roll-off begins (O-SET-10)
        return game.ask(self.placer)

    def place_portal(self, game: Game, square: i64) -> i64:
        self.placed += 1
        game.put_portal(square, self.placed)
        game.tell(events.PORTAL_PLACED, clauses.PLACE_PORTAL, self.placer, square, self.placed)
        self.placer = game.opponent(self.placer)
        if self.placed == game.rules.tables.furnishing.portals:
            return self.toss_for_zone(game)
        return game.ask(self.placer)

    def next_player(self, game: Game) -> i64:
        """Six players a side, all of them if there are fewer; the first-turn side first (O-PRE-03, O-PRE-04)."""
        if self.placed < game.rules.tables.course.deployed and anybody_in_reserves(game, self.placer):
            return game.ask(self.placer)
        if self.placer == game.first_side:
            self.placer = game.opponent(self.placer)
            self.placed = 0
            return self.next_player(game)
        return game.done(0)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class QuickStart(Frame):
    """The whole sequence without a decision. Tokens lie as the map shows them, or else balanced by the rules of
    placing. Each side has the end zone of its letter. A toss decides the first turn. Nothing is bought. The fastest
    players stand in front."""

    def __init__(self, placed: bool = False, from_map: bool = True) -> None:
        self.placed = placed
        self.from_map = from_map

    def copy(self) -> Frame:
        return QuickStart(self.placed, self.from_map)

    def begin(self, game: Game) -> i64:
        if not self.from_map or not take_from_map(game):
            return game.roll(1, PLACINGS, clauses.PLACE_CHEST, -1)
        return self.toss(game)

    def toss(self, game: Game) -> i64:
        self.placed = True
        return game.roll(1, COIN, clauses.COIN_TOSS, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        if not self.placed:
            if not place_balanced(game, die(dice, 0)):
                place_plainly(game)
            return self.toss(game)
        game.first_side = die(dice, 0) - 1
        game.tell(events.TURN_BEGAN, clauses.FIRST_TURN, game.first_side, 0)
        deploy_side(game, game.first_side)
        deploy_side(game, game.opponent(game.first_side))
        return game.done(0)


def place_plainly(game: Game) -> None:
    """Place the tokens on the first squares allowed."""
    tables = game.rules.tables
    placed: i64 = 0
    while placed < tables.furnishing.chests + tables.furnishing.portals:
        chest = placed < tables.furnishing.chests
        game.offers = 0
        offer_token_squares(game, PLACE_CHEST if chest else PLACE_PORTAL)
        if game.offers == 0:
            return
        square = first_of(game.offered[0])
        placed += 1
        if chest:
            game.put_chest(square)
        else:
            game.put_portal(square, placed - tables.furnishing.chests)


def offer_token_squares(game: Game, kind: i64) -> None:
    """Offer every square where the next chest or portal may be placed (O-SET-08 to O-SET-14)."""
    spread = tiles_with(game, kind)
    loose: i64 = 0
    while loose < 3 and game.offers == 0:
        # if no square is legal for a portal the distance to chests is dropped first, then one per tile (O-SET-14)
        square: i64 = 0
        while square < game.dungeon.count:
            if may_take_token(game, square):
                used = spread[i64(game.dungeon.tile[square])] != 0
                near = kind == PLACE_PORTAL and chest_within_two(game, square)
                if (not near or loose >= 1) and (not used or loose >= 2):
                    game.offer(kind | square << 8)
            square += 1
        loose += 1


def may_take_token(game: Game, square: i64) -> bool:
    """Whether the square is plain floor without a token, on a tile that is neither an end zone nor joined to one."""
    tile = i64(game.dungeon.tile[square])
    return (
        tile >= 0
        and game.dungeon.eligible[tile] != 0
        and game.dungeon.zone[square] < 0
        and i64(game.dungeon.terrain[square]) == FLOOR
        and game.token[square] == 0
    )


def tiles_with(game: Game, kind: i64) -> vec[u8]:
    """The tiles that already hold a token of this kind."""
    held = vec[u8]([0] * len(game.dungeon.tile_names))
    square: i64 = 0
    while square < game.dungeon.count:
        if game.is_chest(square) if kind == PLACE_CHEST else game.portal_number(square) > 0:
            tile = i64(game.dungeon.tile[square])
            if tile >= 0:
                held[tile] = u8(1)
        square += 1
    return held


def chest_within_two(game: Game, square: i64) -> bool:
    other: i64 = 0
    while other < game.dungeon.count:
        if game.is_chest(other) and game.dungeon.within(square, other, 2):
            return True
        other += 1
    return False
