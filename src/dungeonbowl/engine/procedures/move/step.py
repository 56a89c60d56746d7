"""One step, and one jump: the slots of O-MOVE-02 in their order."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import (
    BOUNCES,
    BREAKS_FREE,
    CANCELS_DODGE,
    LEAPS,
    LONG_LEGS,
    RUSHES_MORE,
    SLIPS_THROUGH,
    STANDS_FIRM,
    TINY,
    UNHINDERED,
)
from dungeonbowl.engine.actions import DECLINE, USE, action
from dungeonbowl.engine.footprints import may_shift
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import FINISHED, JUMPED, MOVED, Game
from dungeonbowl.engine.moments import DODGED, LEAVING_SQUARE, STEPPED_AWAY
from dungeonbowl.engine.procedures.harm.down import fall, tripped_by, victim
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.arrive import Arrive, meet_token
from dungeonbowl.engine.procedures.stat_test import StatTest, test_modifiers
from dungeonbowl.engine.statuses import BROKE_FREE, ROOTED, UNTIL_ACTIVATION_MASK

LEAVING: Final[i64] = 0
MOVING: Final[i64] = 1
RUSHING: Final[i64] = 2
DODGING: Final[i64] = 3
DODGE_ROLLED: Final[i64] = 4
TRIPPING: Final[i64] = 5
FOLLOWING: Final[i64] = 6
FALLEN: Final[i64] = 7
HURRYING: Final[i64] = 8
BREAKING_FREE: Final[i64] = 9

# How a step is taken.
WALKING: Final[i64] = 0
HURRYING_UP: Final[i64] = 1  # one square of movement less than it costs, and a roll; who fails it lies where it was
HURRYING_DOWN: Final[i64] = 2  # the same, but who fails it lies where it went
STEPPING_OFF: Final[i64] = 3  # over a ledge: it falls
CLIMBING: Final[i64] = 4  # on a ladder, which is paid for already


def price(game: Game, piece: i64, origin: i64, square: i64) -> i64:
    """The movement that one step costs."""
    cost: i64 = 1
    for module in game.rules.step_costs:
        cost += module.step_cost(game, piece, origin, square)
    return cost


def may_step(game: Game, piece: i64, direction: i64) -> bool:
    """Whether a step is possible, for pieces of any size and with every rule that bars one."""
    origin = i64(game.square[piece])
    target = i64(game.steps[origin * 8 + direction])
    if target < 0:
        return False
    if i64(game.squads.size[piece]) == 1:
        if game.occupant[target] != -1:
            return False
    elif not may_shift(game, piece, direction):
        return False
    return not is_barred(game, piece, origin, target)


def is_barred(game: Game, piece: i64, origin: i64, square: i64) -> bool:
    """Whether some rule keeps this player from going from one square into another."""
    for module in game.rules.step_bars:
        if module.bars_step(game, piece, origin, square):
            return True
    return False


def falls_back(game: Game, piece: i64, origin: i64, square: i64) -> bool:
    """Whether a player that fails a roll on its way into a square lies where it came from."""
    for module in game.rules.fall_backs:
        if module.falls_back(game, piece, origin, square):
            return True
    return False


def pay(game: Game, cost: i64) -> i64:
    """Pay movement from what is left of the allowance, the rest with Rushes; how many Rushes must be rolled."""
    if game.moves_left >= cost:
        game.moves_left -= cost
        return 0
    rushes = cost - game.moves_left
    game.moves_left = 0
    game.rushes_left -= rushes
    return rushes


def may_rush(game: Game, piece: i64) -> bool:
    """Whether no rule keeps this player from rushing."""
    for module in game.rules.rush_bars:
        if module.bars_rush(game, piece):
            return False
    return True


def rush_allowance(game: Game, piece: i64) -> i64:
    """How many Rushes an activation allows (O-MOVE-06)."""
    if len(game.rules.rush_bars) > 0 and not may_rush(game, piece):
        return 0
    if game.can(piece, RUSHES_MORE):
        return game.rules.tables.rushes + 1
    return game.rules.tables.rushes


def rush_test(game: Game, piece: i64) -> StatTest:
    """A Rush is rolled in the square the player is in: 2+ is safe (O-MOVE-07)."""
    modifier: i64 = 0
    for module in game.rules.rush_modifiers:
        modifier += module.rush_modifier(game, piece, i64(game.square[piece]))
    needed = game.rules.tables.rush_needed
    # its own skill helps a player only in its own activation
    barred = piece != game.acting and game.rules.tables.own_activation_only
    return StatTest(piece, clauses.RUSH, needed, modifier, i64(game.side_of[piece]), 0, barred)


def dodge_test(game: Game, piece: i64, origin: i64) -> StatTest:
    """An Agility test after the step, worse for every opponent marking the square entered (O-MOVE-10)."""
    tables = game.rules.tables
    side = i64(game.side_of[piece])
    modifier = tables.dodge_modifier + test_modifiers(game, piece, clauses.DODGE, origin)
    if not slips_through(game, piece):
        modifier -= game.marks_on(side, i64(game.square[piece]))
    barred = (piece != game.acting and tables.own_activation_only) or marked_by_able(game, side, origin, CANCELS_DODGE)
    needed = i64(game.squads.agility[piece])
    if tables.dives_before_rerolls and game.rules.heard[DODGED]:
        return StatTest(piece, clauses.DODGE, needed, modifier, side, 0, barred, False, 0, origin, origin)
    return StatTest(piece, clauses.DODGE, needed, modifier, side, 0, barred, other=origin)


def slips_through(game: Game, piece: i64) -> bool:
    """Whether a dodger does not mind who marks the square it enters. A load of bombs, or the like, makes it mind."""
    tables = game.rules.tables
    if not game.can(piece, SLIPS_THROUGH) and not (tables.tiny_slip and game.can(piece, TINY)):
        return False
    return not game.can(piece, tables.encumbrance)


def tearing(game: Game, piece: i64, hindrance: i64 = 0) -> i64:
    """What a strong player may add to the dodge that it has just failed, or that a diver has failed for it, once in an
    activation; 0 if that does not save it.

    It is 1, or 2 with Strength 5; by the older reading its Strength takes the place of its Agility.
    """
    if game.natural == 1 or game.conditions[piece] & BROKE_FREE != 0 or not game.able(piece, BREAKS_FREE):
        return 0
    strength = game.strength(piece)
    if game.rules.tables.breaks_free_by_strength:
        added = i64(game.squads.agility[piece]) - 7 + (strength if strength < 6 else 6)
    else:
        added = 2 if strength >= 5 else 1
    if added <= 0 or game.modified - hindrance + added < i64(game.squads.agility[piece]):
        return 0
    return added


def tear_loose(game: Game, piece: i64, added: i64) -> None:
    """It does."""
    game.modified += added
    game.conditions[piece] = game.conditions[piece] | BROKE_FREE
    game.tell(events.SKILL_USED, clauses.DODGE, piece, BREAKS_FREE)


@final
class BreakFree(Frame):
    """A dodge can be saved by strength, and the coach is asked. The result is 1 if it was, otherwise 0."""

    def __init__(self, piece: i64, added: i64) -> None:
        self.piece = piece
        self.added = added

    def copy(self) -> Frame:
        return BreakFree(self.piece, self.added)

    def args(self) -> list[object]:
        return [self.piece, self.added]

    def begin(self, game: Game) -> i64:
        side = i64(game.side_of[self.piece])
        return game.ask(side if side < game.squads.sides else game.rules.neutral.coach(game, self.piece))

    def options(self, game: Game) -> None:
        game.offer(action(USE, BREAKS_FREE, self.piece))
        game.offer(action(DECLINE))

    def usual(self, game: Game) -> i64:
        return action(USE, BREAKS_FREE, self.piece)

    def chosen(self, game: Game, action: i64) -> i64:
        if action & 0xFF == DECLINE:
            return game.done(0)
        tear_loose(game, self.piece, self.added)
        return game.done(1)


def jump_modifier(game: Game, piece: i64, origin: i64, penalty: i64) -> i64:
    """What is added to the die of a jump that has landed; `penalty` is the number of marks it counts (O-MOVE-14).

    Whoever bounces minds no marks. Leapers and long legs bear one each, but a penalty stays a penalty. By the older
    reading nothing but long legs and the ground count.
    """
    if game.rules.tables.leaps_freely:
        legs: i64 = 1 if game.able(piece, LONG_LEGS) else 0
        return legs + test_modifiers(game, piece, clauses.LEAP, origin)
    modifier = test_modifiers(game, piece, clauses.JUMP, origin)
    bounces = game.able(piece, BOUNCES)
    if not bounces:
        modifier -= penalty
    if modifier < -1 and not bounces and game.able(piece, LEAPS):
        modifier += 1
    if modifier < -1 and game.able(piece, LONG_LEGS):
        modifier += 1
    return modifier


def marked_by_able(game: Game, side: i64, square: i64, ability: i64) -> bool:
    """Whether an opponent marking this square has an ability it can use."""
    direction: i64 = 0
    while direction < 8:
        neighbour = i64(game.steps[square * 8 + direction])
        if neighbour >= 0:
            piece = i64(game.occupant[neighbour])
            if piece >= 0 and i64(game.side_of[piece]) != side and game.able(piece, ability):
                return True
        direction += 1
    if game.dungeon.linked:
        index: i64 = square * 2
        while index < square * 2 + 2:
            neighbour = i64(game.dungeon.links[index])
            if neighbour >= 0:
                piece = i64(game.occupant[neighbour])
                if piece >= 0 and i64(game.side_of[piece]) != side and game.able(piece, ability):
                    return True
            index += 1
    return False


@final
class Step(Frame):
    """One step by the player's own will: leave, move, Rush, Dodge, what others make of it, arrive (O-MOVE-02)."""

    def __init__(
        self,
        piece: i64,
        square: i64,
        origin: i64 = -1,
        rushes: i64 = 0,
        marked: bool = False,
        stage: i64 = LEAVING,
        manner: i64 = WALKING,
    ) -> None:
        self.piece = piece
        self.square = square
        self.origin = origin
        self.rushes = rushes
        self.marked = marked
        self.stage = stage
        self.manner = manner

    def copy(self) -> Frame:
        return Step(self.piece, self.square, self.origin, self.rushes, self.marked, self.stage, self.manner)

    def args(self) -> list[object]:
        return [self.piece, self.square, self.origin, self.rushes, self.marked, self.stage, self.manner]

    def begin(self, game: Game) -> i64:
        self.origin = i64(game.square[self.piece])
        if game.rules.heard[LEAVING_SQUARE]:
            return game.call(Moment(LEAVING_SQUARE, self.piece, self.square))
        return self.move(game)

    def move(self, game: Game) -> i64:
        piece = self.piece
        cost = price(game, piece, self.origin, self.square)
        if self.manner == CLIMBING:
            cost = 0
        elif self.manner == HURRYING_UP or self.manner == HURRYING_DOWN:
            cost -= 1
        self.marked = game.marks_on(i64(game.side_of[piece]), self.origin) > 0 and not game.can(piece, UNHINDERED)
        self.rushes = pay(game, cost)
        game.progress |= MOVED
        game.place(piece, self.square)
        clause = clauses.STEP
        if self.manner == STEPPING_OFF:
            clause = clauses.STEPPED_OFF
        elif self.manner == CLIMBING:
            clause = clauses.CLIMB
        game.tell(events.MOVED, clause, piece, self.origin, self.square)
        if game.conditions[piece] & ROOTED != 0:
            return self.tumble(game)
        return self.rush(game)

    def rush(self, game: Game) -> i64:
        if self.rushes > 0:
            self.rushes -= 1
            self.stage = RUSHING
            return game.call(rush_test(game, self.piece))
        if not self.marked:
            return self.arrive(game)
        self.stage = DODGING
        return game.call(dodge_test(game, self.piece, self.origin))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == LEAVING:
            if result != 0:  # held back: the step does not happen
                return game.done(0)
            return self.move(game)
        if self.stage == RUSHING:
            return self.tumble(game) if result == FAILED else self.rush(game)
        if self.stage == DODGING or self.stage == BREAKING_FREE:
            # a failed dodge ends the activation: whoever can be saved is, unless its coach is asked and declines
            saved = self.stage == BREAKING_FREE
            failed = result == FAILED
            self.stage = DODGING
            if failed and not saved:
                added = tearing(game, self.piece)
                if added > 0 and game.rules.tables.skills_asked:
                    self.stage = BREAKING_FREE
                    return game.call(BreakFree(self.piece, added))
                if added > 0:
                    tear_loose(game, self.piece, added)
                    saved = True
                    failed = False
            if failed:
                return self.tumble(game)
            self.stage = TRIPPING
            # where a dive comes before the re-roll, only a dodge saved afterwards can still be spoiled
            if game.rules.heard[DODGED] and (saved or not game.rules.tables.dives_before_rerolls):
                return game.call(Moment(DODGED, self.piece, self.origin))
            result = 0
        if self.stage == TRIPPING:
            if result != 0:
                return self.tumble(game)
            self.stage = FOLLOWING
            if game.rules.heard[STEPPED_AWAY]:
                return game.call(Moment(STEPPED_AWAY, self.piece, self.origin))
        if self.stage == FOLLOWING:
            return self.arrive(game)
        if self.stage == HURRYING:
            return self.stumble(game) if result == FAILED else game.become(Arrive(self.piece, True, True))
        return self.after_fall(game)

    def arrive(self, game: Game) -> i64:
        """All dice of a usual step are behind it."""
        if self.manner == WALKING or self.manner == CLIMBING:
            return game.become(Arrive(self.piece, True, True))
        if self.manner == STEPPING_OFF:
            return game.become(Arrive(self.piece, True, True, pending=victim(self.piece, clauses.FELL_OFF)))
        self.stage = HURRYING
        return game.call(rush_test(game, self.piece))

    def stumble(self, game: Game) -> i64:
        """It was in too much of a hurry."""
        piece = self.piece
        self.stage = FALLEN
        if self.manner == HURRYING_UP and game.occupant[self.origin] == -1:
            game.place(piece, self.origin)
            game.tell(events.MOVED, clauses.STEP, piece, self.square, self.origin)
        return game.call(tumble(game, piece, self.origin, -1, clauses.STEP))

    def tumble(self, game: Game) -> i64:
        if self.stage >= DODGING and self.stands_firm(game):
            return self.stay(game)
        source = tripped_by(game, self.piece, self.origin) if self.stage >= DODGING else i64(-1)
        self.stage = FALLEN
        return game.call(tumble(game, self.piece, self.origin, source, clauses.STEP))

    def stands_firm(self, game: Game) -> bool:
        """Whether a failed dodge only keeps the player where it was, if nobody has taken its place (A-SKREF-13)."""
        if not game.rules.tables.firm_on_dodges or not game.stands_firm(self.piece, self.origin):
            return False
        return game.occupant[self.origin] == -1

    def stay(self, game: Game) -> i64:
        piece = self.piece
        game.place(piece, self.origin)
        game.tell(events.MOVED, clauses.STEP, piece, self.square, self.origin)
        game.tell(events.SKILL_USED, clauses.SKILL, piece, STANDS_FIRM)
        game.progress |= FINISHED
        return game.done(0)

    def after_fall(self, game: Game) -> i64:
        """A player that fell on a portal square is still teleported (O-PORTAL-03), if it was not before."""
        if i64(game.square[self.piece]) == self.origin:  # it lies where it stood: it has entered nothing
            return game.done(0)
        return meet_token(game, self.piece)


def tumble(game: Game, piece: i64, origin: i64, source: i64, clause: i64) -> Frame:
    """A roll of a movement has failed: the player falls where it is by now, or where it came from."""
    square = i64(game.square[piece])
    if square != origin and falls_back(game, piece, origin, square):
        game.place(piece, origin)
        game.tell(events.MOVED, clause, piece, square, origin)
        square = origin
    if square != origin and game.rules.tables.squares_before_balls:
        return Arrive(piece, False, True, pending=victim(piece, clauses.FELL, 0, source))
    return fall(piece, clauses.FELL, 0, source, square != origin)


@final
class Jump(Frame):
    """Over a player who is down, or with a leap over anything, into the square beyond (O-MOVE-12 to O-MOVE-16).

    Of two Rushes the first is rolled before the jump, so a failure leaves the player where it started. `before` keeps
    what was true of it until its next activation, for the one that never left the ground and so entered nothing. By the
    older reading of leaps all dice come after it, and who fails any lies where it wanted to land.
    """

    def __init__(
        self,
        piece: i64,
        square: i64,
        origin: i64 = -1,
        rushes: i64 = 0,
        penalty: i64 = 0,
        stage: i64 = LEAVING,
        before: i64 = 0,
    ) -> None:
        self.piece = piece
        self.square = square
        self.origin = origin
        self.rushes = rushes
        self.penalty = penalty
        self.stage = stage
        self.before = before

    def copy(self) -> Frame:
        return Jump(self.piece, self.square, self.origin, self.rushes, self.penalty, self.stage, self.before)

    def args(self) -> list[object]:
        return [self.piece, self.square, self.origin, self.rushes, self.penalty, self.stage, self.before]

    def begin(self, game: Game) -> i64:
        piece = self.piece
        self.origin = i64(game.square[piece])
        if game.rules.heard[LEAVING_SQUARE]:
            return game.call(Moment(LEAVING_SQUARE, piece, self.square))
        return self.run_up(game)

    def run_up(self, game: Game) -> i64:
        game.progress |= JUMPED | MOVED
        self.rushes = pay(game, game.rules.tables.jump_cost)
        side = i64(game.side_of[self.piece])
        self.penalty = game.marks_on(side, self.origin)
        if self.rushes > 1 and not game.rules.tables.leaps_freely:
            self.rushes -= 1
            self.stage = MOVING
            return game.call(rush_test(game, self.piece))
        return self.jump(game)

    def jump(self, game: Game) -> i64:
        piece = self.piece
        self.before = game.conditions[piece] & UNTIL_ACTIVATION_MASK
        game.place(piece, self.square)
        game.tell(events.MOVED, clauses.JUMP, piece, self.origin, self.square)
        marks = game.marks_on(i64(game.side_of[piece]), self.square)
        if marks > self.penalty:
            self.penalty = marks
        return self.rush(game)

    def rush(self, game: Game) -> i64:
        if self.rushes > 0:
            self.rushes -= 1
            self.stage = RUSHING
            return game.call(rush_test(game, self.piece))
        return self.test(game)

    def test(self, game: Game) -> i64:
        piece = self.piece
        self.stage = DODGING
        modifier = jump_modifier(game, piece, self.origin, self.penalty)
        needed = i64(game.squads.agility[piece])
        return game.call(StatTest(piece, clauses.JUMP, needed, modifier, i64(game.side_of[piece])))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == LEAVING:
            return game.done(0) if result != 0 else self.run_up(game)
        if self.stage == MOVING:
            return self.tumble(game) if result == FAILED else self.jump(game)
        if self.stage == RUSHING:
            return self.tumble(game) if result == FAILED else self.rush(game)
        if self.stage == DODGING:
            if result == FAILED:
                if game.natural == 1 and not game.rules.tables.leaps_freely:
                    self.stay_down(game)
                return self.tumble(game)
            self.stage = TRIPPING
            if game.rules.heard[DODGED] and not game.rules.tables.dives_before_rerolls:
                return game.call(Moment(DODGED, self.piece, self.origin))
            result = 0
        if self.stage == TRIPPING:
            if result != 0:
                return self.tumble(game)
            self.stage = FOLLOWING
            if game.rules.heard[STEPPED_AWAY] and game.marks_on(i64(game.side_of[self.piece]), self.origin) > 0:
                return game.call(Moment(STEPPED_AWAY, self.piece, self.origin))
        if self.stage == FOLLOWING:
            return game.become(Arrive(self.piece, True, True))
        if i64(game.square[self.piece]) == self.origin:  # it lies where it stood: it has entered nothing
            return game.done(0)
        return meet_token(game, self.piece)

    def stay_down(self, game: Game) -> None:
        """A natural 1: it never left the ground, and has entered no room either."""
        piece = self.piece
        game.place(piece, self.origin)
        game.conditions[piece] = game.conditions[piece] & ~UNTIL_ACTIVATION_MASK | self.before
        game.tell(events.MOVED, clauses.JUMP, piece, self.square, self.origin)

    def tumble(self, game: Game) -> i64:
        source = tripped_by(game, self.piece, self.origin) if self.stage >= DODGING else i64(-1)
        self.stage = FALLEN
        return game.call(tumble(game, self.piece, self.origin, source, clauses.JUMP))
