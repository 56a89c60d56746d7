"""Moving chests (A-MOVE): strong players shove and drag them, very strong ones throw them."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import CHASM, FLOOR, INSCRIPTION
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.core.chests import Loads, LookIntoChest, is_loaded, load_in
from dungeonbowl.editions.astrogranite.core.collisions import (
    BIG_GUY,
    NEVER,
    NORMAL,
    can_be_struck,
    needed_to_fell,
    raised,
    weight,
)
from dungeonbowl.editions.astrogranite.core.rebounds import UNTIL_FREE, Strewn
from dungeonbowl.editions.astrogranite.modules.obstacles import FlyOver
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import THROWS_TEAM_MATES
from dungeonbowl.engine.actions import (
    DRAG_CHEST,
    SHOVE_CHEST,
    TAKE_CHEST,
    THROW_TEAM_MATE_ACTION,
    action,
    first_of,
    kind_of,
)
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BALANCE_NEEDED, Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.ball.bounce import Bounce
from dungeonbowl.engine.procedures.ball.passing import FUMBLED, offer_targets, throw_test
from dungeonbowl.engine.procedures.harm.down import knock_down
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.step import Step, is_barred, may_step, price
from dungeonbowl.engine.progress import DEED_DONE, FINISHED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import LOST, ROOTED
from dungeonbowl.engine.tokens import NO_TOKEN

STRONG: Final[i64] = 3
COST: Final[i64] = 2
OPENS: Final[i64] = 4  # the face from which on a thrown chest opens by itself

# What is going on, as the module remembers it.
NOTHING: Final[i64] = 0
SHOVING: Final[i64] = 1
DRAGGING: Final[i64] = 2

# Stages of a throw.
AIMING: Final[i64] = 0
BALANCING: Final[i64] = 1
TESTING: Final[i64] = 2
FLYING: Final[i64] = 3
STRIKING: Final[i64] = 4
FELLING: Final[i64] = 5
BOUNCING: Final[i64] = 6
TELEPORTING: Final[i64] = 7
SPRINGING: Final[i64] = 8
RESTING: Final[i64] = 9


def install(c: Composition) -> None:
    loads: Loads | None = None
    for module in c.modules:
        if isinstance(module, Loads):
            loads = module
    c.modules.append(ChestMoving(loads))
    c.cite(int(clauses.MOVE_CHEST), "A-MOVE-02")
    c.cite(int(clauses.THROW_CHEST), "A-MOVE-05")
    c.cite(int(clauses.CHEST_SPRINGS), "A-MOVE-06")


@final
class ChestMoving(Module):
    """A chest moves with a step of the player before it or behind it. The module remembers in one number what is going
    on."""

    def __init__(self, loads: Loads | None) -> None:
        self.loads = loads
        self.slot: i64 = 0

    def name(self) -> str:
        return "chest_moving"

    def memory(self) -> int:
        return 1

    def fixed_slot(self, slot: int) -> None:
        self.slot = i64(slot)

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return False

    def watches_floor(self) -> bool:
        return False

    def step_cost(self, game: Game, piece: i64, origin: i64, square: i64) -> i64:
        return COST - 1 if game.memo[self.slot] != NOTHING else 0

    def falls_back(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        """After a shove that fails the player stays where it was (A-MOVE-04)."""
        return game.memo[self.slot] == SHOVING

    def loads_slot(self) -> i64:
        return -1 if self.loads is None else self.loads.slot

    def offers_moves(self, game: Game, piece: i64) -> None:
        if game.chests_closed == 0:
            return
        origin = i64(game.square[piece])
        throws = (
            game.declared == THROW_TEAM_MATE_ACTION
            and game.progress & DEED_DONE == 0
            and game.can(piece, THROWS_TEAM_MATES)
            and weight(game, piece) >= BIG_GUY
        )
        moves = i64(game.squads.size[piece]) == 1 and game.strength(piece) >= STRONG
        moves = moves and game.conditions[piece] & ROOTED == 0
        direction: i64 = 0
        while direction < 8:
            chest = i64(game.steps[origin * 8 + direction])
            if chest >= 0 and game.is_chest(chest):
                if throws:
                    game.offer(action(TAKE_CHEST, chest))
                if moves:
                    self.offer_ways(game, piece, origin, chest, direction)
            direction += 1

    def offer_ways(self, game: Game, piece: i64, origin: i64, chest: i64, direction: i64) -> None:
        """A chest in front of the player can be shoved, a chest behind it can be dragged (A-MOVE-02)."""
        if may_hold_chest(game, chest, i64(game.steps[chest * 8 + direction]), FREE):
            if not is_barred(game, piece, origin, chest) and can_pay(game, piece, origin, chest):
                game.offer(action(SHOVE_CHEST, direction))
        away = direction + 4 & 7
        if may_hold_chest(game, chest, origin, piece) and may_step(game, piece, away):
            if can_pay(game, piece, origin, i64(game.steps[origin * 8 + away])):
                game.offer(action(DRAG_CHEST, away))

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        kind = kind_of(action)
        if kind == SHOVE_CHEST or kind == DRAG_CHEST:
            origin = i64(game.square[piece])
            direction = first_of(action)
            beside = direction if kind == SHOVE_CHEST else direction + 4 & 7
            chest = i64(game.steps[origin * 8 + beside])
            return MoveChest(
                piece,
                chest,
                i64(game.steps[chest * 8 + direction]),
                i64(game.steps[origin * 8 + direction]),
                SHOVING if kind == SHOVE_CHEST else DRAGGING,
                self.slot,
                self.loads_slot(),
            )
        if kind == TAKE_CHEST:
            return ThrowChest(piece, first_of(action), self.loads_slot())
        return None


def can_pay(game: Game, piece: i64, origin: i64, square: i64) -> bool:
    """Whether enough movement is left for a step with a chest, all other costs included."""
    return price(game, piece, origin, square) + COST - 1 <= game.moves_left + game.rushes_left


def may_hold_chest(game: Game, chest: i64, square: i64, holder: i64) -> bool:
    """Whether a chest may stand here: plain or inscribed floor of the same height with nothing on it. For a dragged
    chest, the player who is about to leave may be on it (A-MOVE-03)."""
    if square < 0 or i64(game.occupant[square]) != holder or i64(game.token[square]) != NO_TOKEN:
        return False
    dungeon = game.dungeon
    terrain = i64(dungeon.terrain[square])
    if (terrain != FLOOR and terrain != INSCRIPTION) or dungeon.zone[square] >= 0:
        return False
    return dungeon.level[square] == dungeon.level[chest] and game.ball_on(square) < 0


def carry_chest(game: Game, origin: i64, square: i64, loads: i64) -> None:
    """Move a chest to another square, with its contents."""
    game.remove_chest(origin)
    game.put_chest(square)
    follow_load(game, origin, square, loads)


def follow_load(game: Game, origin: i64, square: i64, loads: i64) -> None:
    if loads >= 0 and is_loaded(game, loads, origin):
        game.memo[load_in(game, loads, origin)] = square + 1
    for module in game.rules.chest_moved:
        module.chest_moved(game, origin, square)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class MoveChest(Frame):
    """A step with a chest. While the player steps, the chest is in its new square; if the step fails, it goes back."""

    def __init__(
        self, piece: i64, chest: i64, goal: i64, square: i64, how: i64, slot: i64, loads: i64, origin: i64 = -1
    ) -> None:
        self.piece = piece
        self.chest = chest
        self.goal = goal
        self.square = square
        self.how = how
        self.slot = slot
        self.loads = loads
        self.origin = origin

    def copy(self) -> Frame:
        return MoveChest(self.piece, self.chest, self.goal, self.square, self.how, self.slot, self.loads, self.origin)

    def begin(self, game: Game) -> i64:
        self.origin = i64(game.square[self.piece])
        game.memo[self.slot] = self.how
        if self.how == SHOVING:
            carry_chest(game, self.chest, self.goal, self.loads)
        return game.call(Step(self.piece, self.square))

    def returned(self, game: Game, result: i64) -> i64:
        game.memo[self.slot] = NOTHING
        if self.how == SHOVING:
            if i64(game.square[self.piece]) == self.square:
                game.tell(events.CHEST_MOVED, clauses.MOVE_CHEST, self.piece, self.chest, self.goal)
            elif game.is_chest(self.goal):
                carry_chest(game, self.goal, self.chest, self.loads)
                ball = game.ball_on(self.chest)
                if ball >= 0:  # a ball that the falling player dropped there has bounced off
                    return game.become(Bounce(ball))
        elif self.came_along(game):
            carry_chest(game, self.chest, self.origin, self.loads)
            game.tell(events.CHEST_MOVED, clauses.MOVE_CHEST, self.piece, self.chest, self.origin)
        return game.done(0)

    def came_along(self, game: Game) -> bool:
        """Whether the step has succeeded and the square behind is free."""
        if i64(game.square[self.piece]) == self.origin or i64(game.occupant[self.origin]) != FREE:
            return False
        if not game.is_chest(self.chest) or game.ball_on(self.origin) >= 0:
            return False
        return game.is_standing(self.piece) or i64(game.status[self.piece]) == LOST


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ThrowChest(Frame):
    """A chest is thrown in place of a team-mate, with the same range, roll and scatter. Then it strikes a piece that is
    there, bounces once, and may open by itself (A-MOVE-05 to A-MOVE-10)."""

    def __init__(
        self, piece: i64, chest: i64, loads: i64, stage: i64 = AIMING, square: i64 = -1, struck: i64 = -1
    ) -> None:
        self.piece = piece
        self.chest = chest
        self.loads = loads
        self.stage = stage
        self.square = square
        self.struck = struck

    def copy(self) -> Frame:
        return ThrowChest(self.piece, self.chest, self.loads, self.stage, self.square, self.struck)

    def begin(self, game: Game) -> i64:
        game.progress |= FINISHED
        game.offers = 0
        self.options(game)
        if game.offers == 0:
            return game.done(0)
        return game.ask_or_take(self, i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        offer_targets(game, self.piece, game.rules.tables.throws.thrown_farthest)

    def chosen(self, game: Game, action: i64) -> i64:
        self.square = first_of(action)
        self.stage = BALANCING
        if game.rules.heard[BALANCE_NEEDED]:
            return game.call(Moment(BALANCE_NEEDED, self.piece, clauses.THROW_CHEST))
        return self.test(game)

    def test(self, game: Game) -> i64:
        self.stage = TESTING
        test = throw_test(
            game, self.piece, self.square, clauses.THROW_TEAM_MATE, game.rules.tables.throws.thrown_modifier
        )
        assert test is not None  # every player has Agility
        return game.call(test)

    def returned(self, game: Game, result: i64) -> i64:
        stage = self.stage
        if stage == BALANCING:
            return self.test(game) if result == 0 else game.done(0)
        if stage == TESTING:
            return self.fly(game, game.rules.policies.throwing.outcome(game, self.piece, result == PASSED))
        if stage == FLYING:
            self.square = result
            return self.strike(game)
        if stage == FELLING:
            return self.bounce(game)
        if stage == BOUNCING:
            self.square = result
            return self.come_to_rest(game)
        return game.done(0)

    def fly(self, game: Game, outcome: i64) -> i64:
        """Three scatter steps; none for a chest that is dropped."""
        game.remove_chest(self.chest)
        if outcome == FUMBLED:
            self.square = self.chest
            return self.strike(game)
        self.stage = FLYING
        return game.call(FlyOver(-1, i64(game.square[self.piece]), self.square, 3))

    def strike(self, game: Game) -> i64:
        """A thrown chest is as heavy as a thrown player (A-MOVE-08)."""
        other = i64(game.occupant[self.square])
        if other >= 0 and can_be_struck(game, other):
            needed = needed_to_fell(raised(NORMAL), weight(game, other))
            self.struck = other
            if needed == 1:
                return self.fell(game)
            if needed != NEVER:
                self.stage = STRIKING
                return game.roll(1, D6, clauses.COLLISION, -1)
        return self.bounce(game)

    def fell(self, game: Game) -> i64:
        self.stage = FELLING
        return game.call(knock_down(self.struck, clauses.LANDED_ON, -1))

    def bounce(self, game: Game) -> i64:
        self.stage = BOUNCING
        return game.call(Strewn(-1, self.square, UNTIL_FREE))

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        if self.stage == STRIKING:
            return self.fell(game) if face >= self.needed(game) else self.bounce(game)
        if self.stage == TELEPORTING:
            arrival = i64(game.portals[face - 1])
            if arrival < 0:  # a part of a dungeon may lack a portal
                return self.teleport(game)
            self.square = arrival
            return self.bounce(game)
        self.stage = RESTING
        if face >= OPENS:
            return game.become(LookIntoChest(-1, self.square, self.loads))
        return game.done(0)

    def needed(self, game: Game) -> i64:
        return needed_to_fell(raised(NORMAL), weight(game, self.struck))

    def come_to_rest(self, game: Game) -> i64:
        """It goes through a teleporter like a ball; in a chasm it is lost (A-MOVE-09)."""
        if game.portal_number(self.square) > 0:
            return self.teleport(game)
        if i64(game.dungeon.terrain[self.square]) == CHASM:
            return self.perish(game)
        if i64(game.token[self.square]) != NO_TOKEN:  # on a trap it bounces on
            return self.bounce(game)
        game.put_chest(self.square)
        follow_load(game, self.chest, self.square, self.loads)
        game.tell(events.CHEST_MOVED, clauses.THROW_CHEST, self.piece, self.chest, self.square)
        self.stage = SPRINGING
        ball = game.ball_on(self.square)
        if ball >= 0:
            return game.become(BallAside(ball, self.square, self.loads))
        return game.roll(1, D6, clauses.CHEST_SPRINGS, -1)

    def teleport(self, game: Game) -> i64:
        self.stage = TELEPORTING
        return game.roll(1, len(game.portals), clauses.BALL_PORTAL, -1)

    def perish(self, game: Game) -> i64:
        """The chest is destroyed. Its contents are decided as if it had been opened, but nothing explodes."""
        game.put_chest(self.square)
        follow_load(game, self.chest, self.square, self.loads)
        return game.become(LookIntoChest(-1, self.square, self.loads, lost=True))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class BallAside(Frame):
    """A ball makes room for a chest that has come down on it; then the chest may open."""

    def __init__(self, ball: i64, square: i64, loads: i64) -> None:
        self.ball = ball
        self.square = square
        self.loads = loads

    def copy(self) -> Frame:
        return BallAside(self.ball, self.square, self.loads)

    def begin(self, game: Game) -> i64:
        return game.call(Bounce(self.ball))

    def returned(self, game: Game, result: i64) -> i64:
        return game.roll(1, D6, clauses.CHEST_SPRINGS, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        if die(dice, 0) >= OPENS:
            return game.become(LookIntoChest(-1, self.square, self.loads))
        return game.done(0)
