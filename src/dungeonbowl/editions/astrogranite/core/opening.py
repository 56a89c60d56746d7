"""Before the first team turn: the order of play, chests and teleporters, the set-up (A-SETUP)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.astrogranite.core.whole_map import is_plain, missing_module, objection_to
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import (
    CHOOSE_STARTER,
    PLACE_CHEST,
    PLACE_PORTAL,
    SET_UP_DONE,
    action,
    first_of,
    kind_of,
    second_of,
)
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import FURNISHING, PREPARING
from dungeonbowl.engine.policies import Opening
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.turn.deployment import (
    deploy,
    deploy_side,
    is_free,
    offer_deployments,
    place_balanced,
    take_from_map,
)
from dungeonbowl.engine.sides import NEXT
from dungeonbowl.engine.tables import Tables

# Stages of `Mustering`.
BEFORE: Final[i64] = 0  # what comes before the dungeon
ROLL_OFF: Final[i64] = 1
ORDER: Final[i64] = 2
SCATTERING: Final[i64] = 3  # in a quick start the program places the tokens
CHESTS: Final[i64] = 4
PORTALS: Final[i64] = 5
FITTING_OUT: Final[i64] = 6
FILLING: Final[i64] = 7
SETTING_UP: Final[i64] = 8

PLACINGS: Final[i64] = 100  # the number of ways in which the program may place the tokens


@final
class AstrograniteOpening(Opening):
    """`switches` are the modules by name, on or off; `tables` say how many chests, teleporters and balls there are."""

    def __init__(self, switches: dict[str, bool], tables: Tables) -> None:
        self.switches = switches
        self.tables = tables

    def frame(self, game: Game) -> Frame:
        return Mustering()

    def objection(self, dungeon: Dungeon, sides: i64) -> str:
        if sides > 2 and not self.switches["extra_teams"]:
            return f"{int(sides)} teams play only with the module 'extra_teams', which is off"
        missing = self.missing(dungeon)
        return missing if missing else objection_to(dungeon, sides, self.tables)

    def missing(self, dungeon: Dungeon) -> str:
        return missing_module(dungeon, self.switches)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Mustering(Frame):
    """The whole opening. `placer` is the coach who decides, `placed` how many of the kind are placed. `contenders`
    are the sides that still roll for the order of play, one bit each; `order` has the sides in it so far, four bits
    each."""

    def __init__(
        self, stage: i64 = BEFORE, placer: i64 = 0, placed: i64 = 0, contenders: i64 = 0, order: i64 = 0
    ) -> None:
        self.stage = stage
        self.placer = placer
        self.placed = placed
        self.contenders = contenders
        self.order = order

    def copy(self) -> Frame:
        return Mustering(self.stage, self.placer, self.placed, self.contenders, self.order)

    def begin(self, game: Game) -> i64:
        if game.rules.heard[PREPARING]:
            return game.call(Moment(PREPARING))
        return self.returned(game, 0)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == BEFORE:
            self.stage = ROLL_OFF
            self.contenders = (i64(1) << game.squads.sides) - 1
            return self.roll_off(game)
        if self.stage == FITTING_OUT:
            self.stage = FILLING
            filling = game.rules.policies.chests.fill(game)
            if filling is not None:
                return game.call(filling)
        return self.begin_set_up(game)

    # --- the order of play (A-SETUP-08) ---------------------------------------------------------------------------

    def roll_off(self, game: Game) -> i64:
        return game.roll(count_bits(self.contenders), D6, clauses.ROLL_OFF, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        if self.stage == SCATTERING:
            shown = game.chests_closed > 0 or game.has_portals()
            if shown or not place_balanced(game, die(dice, 0)):
                place_plainly(game, die(dice, 0))
            return self.furnish(game)
        best: i64 = 0
        leaders: i64 = 0
        index: i64 = 0
        side: i64 = 0
        while side < game.squads.sides:
            if self.contenders >> side & 1 != 0:
                rolled = die(dice, index)
                index += 1
                if rolled > best:
                    best = rolled
                    leaders = 0
                    self.placer = side
                if rolled == best:
                    leaders |= i64(1) << side
            side += 1
        self.contenders = leaders
        if count_bits(leaders) > 1:
            return self.roll_off(game)
        self.stage = ORDER
        if game.rules.tables.options.quick_start:  # the winner begins, and the others follow in order
            side = self.placer
            while self.placed < game.squads.sides:
                self.line_up(game, side)
                side = (side + 1) % game.squads.sides
            return self.place_tokens(game)
        return game.ask(self.placer)

    def line_up(self, game: Game, side: i64) -> None:
        """Add one side to the order of play. After the last side comes the first again."""
        if self.placed == 0:
            game.first_side = side
            game.tell(events.STARTER_CHOSEN, clauses.STARTING_COACH, self.placer, side)
        else:
            game.set_side(self.in_order(self.placed - 1), NEXT, side)
        game.set_side(side, NEXT, game.first_side)
        self.order |= (side + 1) << (self.placed * 4)
        self.placed += 1

    def in_order(self, place: i64) -> i64:
        """The side at this place of the order of play; -1 if there is none yet."""
        return (self.order >> (place * 4) & 0xF) - 1

    def is_lined_up(self, game: Game, side: i64) -> bool:
        place: i64 = 0
        while place < self.placed:
            if self.in_order(place) == side:
                return True
            place += 1
        return False

    # --- chests and teleporters (A-SETUP-09) ----------------------------------------------------------------------

    def place_tokens(self, game: Game) -> i64:
        """The coaches place the tokens that the map does not show: both kinds, or one of them."""
        self.placed = 0
        take_from_map(game)
        if game.chests_closed > 0 and game.has_portals():
            return self.furnish(game)
        if game.rules.tables.options.quick_start:
            self.stage = SCATTERING
            return game.roll(1, PLACINGS, clauses.PLACE_CHEST, -1)
        self.stage = CHESTS if game.chests_closed == 0 else PORTALS
        self.placer = game.first_side
        return game.ask(self.placer)

    def place(self, game: Game, square: i64) -> i64:
        """The coaches place in turns, first the chests, then the teleporters."""
        self.placed += 1
        if self.stage == CHESTS:
            game.put_chest(square)
            game.tell(events.CHEST_PLACED, clauses.PLACE_CHEST, self.placer, square)
            if self.placed == game.rules.tables.furnishing.chests:
                if game.has_portals():
                    return self.furnish(game)
                self.stage = PORTALS
                self.placed = 0
        else:
            game.put_portal(square, self.placed)
            game.tell(events.PORTAL_PLACED, clauses.PLACE_PORTAL, self.placer, square, self.placed)
            if self.placed == game.rules.tables.furnishing.portals:
                return self.furnish(game)
        self.placer = game.opponent(self.placer)
        return game.ask(self.placer)

    def furnish(self, game: Game) -> i64:
        """Everything else that lies or lurks in the dungeon, and what is in the chests."""
        self.stage = FITTING_OUT
        if game.rules.heard[FURNISHING]:
            return game.call(Moment(FURNISHING))
        return self.returned(game, 0)

    # --- players (A-SETUP-06) -------------------------------------------------------------------------------------

    def begin_set_up(self, game: Game) -> i64:
        """The last side in the order of play sets up first, the first side last (A-SETUP-08)."""
        self.stage = SETTING_UP
        self.contenders = game.squads.sides
        return self.next_coach(game)

    def next_coach(self, game: Game) -> i64:
        self.contenders -= 1
        if self.contenders < 0:
            return game.done(0)
        self.placer = self.in_order(self.contenders)
        self.placed = 0
        if game.rules.tables.options.quick_start:
            deploy_side(game, self.placer)
            return self.next_coach(game)
        return self.next_player(game)

    def next_player(self, game: Game) -> i64:
        if self.placed < game.rules.tables.course.deployed:
            game.offers = 0
            offer_deployments(game, self.placer)
            if game.offers > 0:
                return game.ask(self.placer)
        return self.next_coach(game)

    # --- what the coaches decide ----------------------------------------------------------------------------------

    def options(self, game: Game) -> None:
        if self.stage == ORDER:
            side: i64 = 0
            while side < game.squads.sides:
                if not self.is_lined_up(game, side):
                    game.offer(action(CHOOSE_STARTER, side))
                side += 1
        elif self.stage == SETTING_UP:
            offer_deployments(game, self.placer)
            if self.placed > 0:
                game.offer(action(SET_UP_DONE))
        else:
            offer_token_squares(game, PLACE_CHEST if self.stage == CHESTS else PLACE_PORTAL)

    def chosen(self, game: Game, action: i64) -> i64:
        if self.stage == ORDER:
            self.line_up(game, first_of(action))
            if self.placed + 1 < game.squads.sides:
                return game.ask(self.placer)
            side: i64 = 0
            while self.is_lined_up(game, side):
                side += 1
            self.line_up(game, side)
            return self.place_tokens(game)
        if self.stage != SETTING_UP:
            return self.place(game, first_of(action))
        if kind_of(action) == SET_UP_DONE:
            return self.next_coach(game)
        deploy(game, first_of(action), second_of(action))
        self.placed += 1
        return self.next_player(game)


def count_bits(bits: i64) -> i64:
    count: i64 = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


def offer_token_squares(game: Game, kind: i64) -> None:
    """Offer plain unoccupied floor outside the end zones."""
    square: i64 = 0
    while square < game.dungeon.count:
        if may_take_token(game, square):
            game.offer(kind | square << 8)
        square += 1


def may_take_token(game: Game, square: i64) -> bool:
    return is_plain(game.dungeon, square) and is_free(game, square)


def place_plainly(game: Game, seed: i64) -> None:
    """Spread the tokens over the allowed squares, if the program finds no balanced way."""
    game.offers = 0
    offer_token_squares(game, PLACE_CHEST)
    squares = game.offers
    chests = game.rules.tables.furnishing.chests if game.chests_closed == 0 else i64(0)
    portals = i64(0) if game.has_portals() else game.rules.tables.furnishing.portals
    wanted = chests + portals
    if squares < wanted:
        return
    number: i64 = 0
    placed: i64 = 0  # how many portals are placed
    while number < wanted:
        square = first_of(game.offered[(number * squares // wanted + seed) % squares])
        number += 1
        if placed == portals or (number % 2 != 0 and number - placed <= chests):
            game.put_chest(square)
        else:
            placed += 1
            game.put_portal(square, placed)
