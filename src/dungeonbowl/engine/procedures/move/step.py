"""One step: the slots of O-MOVE-02 in their order. A jump uses the functions after its roll too."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import (
    BREAKS_FREE,
    CANCELS_DODGE,
    RUSHES_MORE,
    STANDS_FIRM,
    UNHINDERED,
)
from dungeonbowl.engine.actions import DECLINE, USE, action, kind_of
from dungeonbowl.engine.footprints import may_shift
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import DODGED, LEAVING_SQUARE, STEPPED_AWAY
from dungeonbowl.engine.procedures.harm.down import fall, tripped_by
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.arrive import Arrive, meet_token
from dungeonbowl.engine.procedures.stat_test import StatTest, test_modifiers
from dungeonbowl.engine.progress import FINISHED, MOVED
from dungeonbowl.engine.statuses import BROKE_FREE, ROOTED

LEAVING: Final[i64] = 0
RUNNING_UP: Final[i64] = 1  # a Rush before a jump
RUSHING: Final[i64] = 2
DODGING: Final[i64] = 3
TRIPPING: Final[i64] = 5  # opponents may spoil the dodge
FOLLOWING: Final[i64] = 6  # opponents may follow
FALLING: Final[i64] = 7
HURRYING: Final[i64] = 8
BREAKING_FREE: Final[i64] = 9

# How a step is taken.
WALKING: Final[i64] = 0
HURRYING_UP: Final[i64] = 1  # one square of movement less, and a roll; a player that fails lies where it was
HURRYING_DOWN: Final[i64] = 2  # the same, but a player that fails lies in the new square
STEPPING_OFF: Final[i64] = 3  # over a ledge: the player falls
CLIMBING: Final[i64] = 4  # on a ladder, which is paid for already


def price(game: Game, piece: i64, origin: i64, square: i64) -> i64:
    """The movement that one step costs."""
    cost: i64 = 1
    for module in game.rules.step_costs:
        cost += module.step_cost(game, piece, origin, square)
    return cost


def may_step(game: Game, piece: i64, direction: i64) -> bool:
    """Whether a step is possible, for a piece of any size and with all rules that may bar it."""
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
    """Whether a rule keeps this player from going from one square into another."""
    for module in game.rules.step_bars:
        if module.bars_step(game, piece, origin, square):
            return True
    return False


def falls_back(game: Game, piece: i64, origin: i64, square: i64) -> bool:
    """Whether a player that fails a roll on its way into a square falls in the square that it came from."""
    for module in game.rules.fall_backs:
        if module.falls_back(game, piece, origin, square):
            return True
    return False


def pay(game: Game, cost: i64) -> i64:
    """Pay movement from the rest of the allowance, and then with Rushes. Returns how many Rushes must be rolled."""
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
        return game.rules.tables.movement.rushes + 1
    return game.rules.tables.movement.rushes


def rush_test(game: Game, piece: i64) -> StatTest:
    """A Rush is rolled in the player's square: it needs 2+ (O-MOVE-07)."""
    modifier: i64 = 0
    for module in game.rules.rush_modifiers:
        modifier += module.rush_modifier(game, piece, i64(game.square[piece]))
    needed = game.rules.tables.movement.rush_needed
    barred = game.rules.policies.footwork.bars_rerolls(game, piece)
    return StatTest(piece, clauses.RUSH, needed, modifier, i64(game.side_of[piece]), 0, barred)


def dodge_test(game: Game, piece: i64, origin: i64) -> StatTest:
    """An Agility test after the step, worse for every opponent marking the square entered (O-MOVE-10)."""
    footwork = game.rules.policies.footwork
    side = i64(game.side_of[piece])
    modifier = game.rules.tables.movement.dodge_modifier + test_modifiers(game, piece, clauses.DODGE, origin)
    if not slips_through(game, piece):
        modifier -= game.marks_on(side, i64(game.square[piece]))
    barred = footwork.bars_rerolls(game, piece) or marked_by_able(game, side, origin, CANCELS_DODGE)
    needed = i64(game.squads.agility[piece])
    if game.rules.heard[DODGED] and footwork.dives_first():
        return StatTest(piece, clauses.DODGE, needed, modifier, side, 0, barred, False, 0, origin, origin)
    return StatTest(piece, clauses.DODGE, needed, modifier, side, 0, barred, other=origin)


def slips_through(game: Game, piece: i64) -> bool:
    """Whether opponents that mark the square entered do not count against this dodger."""
    return game.rules.policies.footwork.slips_through(game, piece)


def tearing(game: Game, piece: i64, hindrance: i64 = 0) -> i64:
    """The bonus of Break Tackle for a dodge that has just failed, or that Diving Tackle has made fail, once per
    activation; 0 if it would not save the dodge. `hindrance` is the penalty of Diving Tackle."""
    if game.natural == 1 or game.conditions[piece] & BROKE_FREE != 0 or not game.able(piece, BREAKS_FREE):
        return 0
    added = game.rules.policies.footwork.strength_adds(game, piece)
    if added <= 0 or game.modified - hindrance + added < i64(game.squads.agility[piece]):
        return 0
    return added


def tear_loose(game: Game, piece: i64, added: i64) -> None:
    """Use Break Tackle: add the bonus to the dodge."""
    game.modified += added
    game.conditions[piece] = game.conditions[piece] | BROKE_FREE
    game.tell(events.SKILL_USED, clauses.DODGE, piece, BREAKS_FREE)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class BreakFree(Frame):
    """The coach is asked whether Break Tackle saves a dodge. The result is 1 if it is used, otherwise 0."""

    def __init__(self, piece: i64, added: i64) -> None:
        self.piece = piece
        self.added = added

    def copy(self) -> Frame:
        return BreakFree(self.piece, self.added)

    def begin(self, game: Game) -> i64:
        side = i64(game.side_of[self.piece])
        return game.ask(side if side < game.squads.sides else game.rules.policies.neutral.coach(game, self.piece))

    def options(self, game: Game) -> None:
        game.offer(action(USE, BREAKS_FREE, self.piece))
        game.offer(action(DECLINE))

    def usual(self, game: Game) -> i64:
        return action(USE, BREAKS_FREE, self.piece)

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return game.done(0)
        tear_loose(game, self.piece, self.added)
        return game.done(1)


def marked_by_able(game: Game, side: i64, square: i64, ability: i64) -> bool:
    """Whether an opponent that marks this square has an ability that it can use."""
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


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Step(Frame):
    """One voluntary step: leave, move, Rush, Dodge, skills of opponents, arrive (O-MOVE-02)."""

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
            # a failed dodge ends the activation: Break Tackle saves it if it can, unless the coach is asked and
            # declines
            saved = self.stage == BREAKING_FREE
            failed = result == FAILED
            self.stage = DODGING
            if failed and not saved:
                added = tearing(game, self.piece)
                if added > 0 and game.rules.tables.options.skills_asked:
                    self.stage = BREAKING_FREE
                    return game.call(BreakFree(self.piece, added))
                if added > 0:
                    tear_loose(game, self.piece, added)
                    saved = True
                    failed = False
            if failed:
                return self.tumble(game)
            self.stage = TRIPPING
            window = may_spoil(game, self.piece, self.origin, saved)
            if window is not None:
                return game.call(window)
            result = 0
        if self.stage == TRIPPING:
            if result != 0:
                return self.tumble(game)
            self.stage = FOLLOWING
            window = may_follow(game, self.piece, self.origin)
            if window is not None:
                return game.call(window)
        if self.stage == FOLLOWING:
            return self.arrive(game)
        if self.stage == HURRYING:
            return self.stumble(game) if result == FAILED else game.become(Arrive(self.piece, True, True))
        return after_fall(game, self.piece, self.origin)

    def arrive(self, game: Game) -> i64:
        """All dice of a usual step are rolled."""
        if self.manner == WALKING or self.manner == CLIMBING:
            return game.become(Arrive(self.piece, True, True))
        if self.manner == STEPPING_OFF:
            return game.become(Arrive(self.piece, True, True, pending=Victim(self.piece, clauses.FELL_OFF)))
        self.stage = HURRYING
        return game.call(rush_test(game, self.piece))

    def stumble(self, game: Game) -> i64:
        """The roll of a hurried step has failed."""
        piece = self.piece
        self.stage = FALLING
        if self.manner == HURRYING_UP and game.occupant[self.origin] == -1:
            game.place(piece, self.origin)
            game.tell(events.MOVED, clauses.STEP, piece, self.square, self.origin)
        return game.call(tumble(game, piece, self.origin, -1, clauses.STEP))

    def tumble(self, game: Game) -> i64:
        if self.stage >= DODGING and self.stands_firm(game):
            return self.stay(game)
        source = tripped_by(game, self.piece, self.origin) if self.stage >= DODGING else i64(-1)
        self.stage = FALLING
        return game.call(tumble(game, self.piece, self.origin, source, clauses.STEP))

    def stands_firm(self, game: Game) -> bool:
        """Whether a failed dodge only keeps the player where it was. Its square must still be free (A-SKREF-13)."""
        if not game.rules.policies.footwork.holds_ground() or not game.stands_firm(self.piece, self.origin):
            return False
        return game.occupant[self.origin] == -1

    def stay(self, game: Game) -> i64:
        piece = self.piece
        game.place(piece, self.origin)
        game.tell(events.MOVED, clauses.STEP, piece, self.square, self.origin)
        game.tell(events.SKILL_USED, clauses.SKILL, piece, STANDS_FIRM)
        game.progress |= FINISHED
        return game.done(0)


# --- after the roll, for a step and a jump ----------------------------------------------------------------------------


def may_spoil(game: Game, piece: i64, origin: i64, saved: bool) -> Frame | None:
    """The frame in which opponents may spoil a dodge that succeeded; None if no module listens. Where Diving Tackle
    comes before the re-roll, only a dodge that was `saved` afterwards can still be spoiled."""
    if game.rules.heard[DODGED] and (saved or not game.rules.policies.footwork.dives_first()):
        return Moment(DODGED, piece, origin)
    return None


def may_follow(game: Game, piece: i64, origin: i64) -> Frame | None:
    """The frame in which opponents may follow a player that has left a marked square; None if no module listens."""
    return Moment(STEPPED_AWAY, piece, origin) if game.rules.heard[STEPPED_AWAY] else None


def after_fall(game: Game, piece: i64, origin: i64) -> i64:
    """A player that fell on a portal square is still teleported (O-PORTAL-03), if it was not teleported before."""
    if i64(game.square[piece]) == origin:  # it lies where it stood: it has entered no square
        return game.done(0)
    return meet_token(game, piece)


def tumble(game: Game, piece: i64, origin: i64, source: i64, clause: i64) -> Frame:
    """The frame of a player that falls because a roll of its movement has failed: where it is now, or where it came
    from."""
    square = i64(game.square[piece])
    if square != origin and falls_back(game, piece, origin, square):
        game.place(piece, origin)
        game.tell(events.MOVED, clause, piece, square, origin)
        square = origin
    if square != origin:
        return game.rules.policies.arrivals.fall(game, piece, clauses.FELL, source, True)
    return fall(piece, clauses.FELL, 0, source)
